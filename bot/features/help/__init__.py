"""Rules help and the tutorial."""
