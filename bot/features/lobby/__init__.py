"""The lobby: opening a table, sitting down, starting."""
