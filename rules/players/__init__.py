"""Computer players, which see only what their seat sees (docs/computer-players.md)."""
