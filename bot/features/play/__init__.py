"""Playing: the board, the panels and the answers."""
