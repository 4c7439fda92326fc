"""Finished games: archive, export, last hands, rematch."""
