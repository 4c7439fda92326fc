"""Faults of Discord: refusals, losses, duplicates, delays."""
