"""One table, without a Discord connection: lobby, referee, votes, deadlines, standing orders, computer players."""
