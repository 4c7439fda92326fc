"""Tests cutting the deck."""
