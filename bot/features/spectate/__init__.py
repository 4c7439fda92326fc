"""Spectators: private logs of a running table."""
