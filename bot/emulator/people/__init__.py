"""Simulated people: they see what a user sees and press what a user can press."""
