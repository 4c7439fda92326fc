"""The feature for votes of a table: pause, resume, replace a player, end the game."""
