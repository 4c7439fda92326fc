"""The bot: Discord, tables, messages and pictures."""
