"""Seasons of a server."""
