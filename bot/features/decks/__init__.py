"""Decks that players bring to a game."""
