"""The feature that explains computers' moves after the game."""
