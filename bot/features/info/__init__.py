"""Information about a table: its board, log and state."""
