"""The feature for replays of finished games."""
