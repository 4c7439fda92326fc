"""The feature that reminds players of a turn or of a deadline."""
