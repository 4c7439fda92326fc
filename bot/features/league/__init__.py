"""The feature for the leaderboard of a server."""
