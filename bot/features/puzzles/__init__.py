"""The feature for the puzzles of the day."""
