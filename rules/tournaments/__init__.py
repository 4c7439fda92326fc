"""The draws, pairings and points of tournaments, and the verification of a finished tournament's file of draws."""
