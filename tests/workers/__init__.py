"""Several processes of the bot on one server's database."""
