"""The hand: a seat's private cards as a direct message."""
