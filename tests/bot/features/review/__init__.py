"""Tests of the review of a player's own decisions."""
