"""Tests of the local Discord, against the real discord.py, hikari and Discord's reference."""
