"""Processes beside the bot's own, for work that would keep its event loop from answering people."""
