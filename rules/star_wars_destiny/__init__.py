"""Star Wars: Destiny, as rules."""
