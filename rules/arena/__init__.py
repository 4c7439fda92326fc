"""`python -m rules arena`: computer players against each other, and how surely the better one is better."""
