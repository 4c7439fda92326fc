"""Channels that the bot cannot use: noticing, reporting and recovering."""
