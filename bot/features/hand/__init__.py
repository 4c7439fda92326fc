"""The feature that shows each player's private cards in a direct message."""
