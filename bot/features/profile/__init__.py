"""The feature for users' own settings."""
