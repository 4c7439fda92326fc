"""Panels of decisions without a table, which lessons and puzzles share."""
