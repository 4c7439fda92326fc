"""Computer players: they see what a seat sees, and answer (docs/computer-players.md)."""
