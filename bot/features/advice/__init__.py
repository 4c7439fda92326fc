"""Advice: what a computer would do in the player's place."""
