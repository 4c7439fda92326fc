"""The feature for playing: the board, the panels, and the answers of players."""
