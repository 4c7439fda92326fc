"""The feature for the rules help and the tutorial."""
