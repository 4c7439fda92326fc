"""The feature that shows a table's board, log and hands."""
