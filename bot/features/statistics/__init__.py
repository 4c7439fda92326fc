"""Statistics of a player and of a server."""
