"""The feature for statistics of players and of a server."""
