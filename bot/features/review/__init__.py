"""The feature that shows players a review of their own decisions after the game."""
