"""`python -m rules arena`: computer players against each other, and how surely one is the better (docs/computer-players.md)."""
