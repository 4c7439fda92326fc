"""The feature that lets a player take a move back."""
