"""The feature for finished games: export, verification, last hands, rematch."""
