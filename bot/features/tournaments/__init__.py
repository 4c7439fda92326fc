"""Tournaments: sign-up, pairings, results and rulings."""
