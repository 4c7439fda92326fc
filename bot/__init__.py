"""The Discord bot: gateway connection, features, tables, messages and pictures."""
