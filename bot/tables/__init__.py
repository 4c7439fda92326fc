"""A table without Discord: lobby, referee, consent, clock, orders, computers, ratings."""
