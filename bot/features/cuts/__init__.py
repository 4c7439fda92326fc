"""Cutting the deck: texts of players that take part in the shuffle."""
