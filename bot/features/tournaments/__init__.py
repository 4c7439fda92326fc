"""The feature for tournaments: sign-up, pairings, results and rulings."""
