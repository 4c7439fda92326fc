"""The feature for saved decks, and for the decks that players bring to a game."""
