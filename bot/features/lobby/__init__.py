"""The feature for lobbies: opening a table, joining, leaving, starting."""
