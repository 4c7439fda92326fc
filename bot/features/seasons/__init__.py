"""The feature for seasons of a server."""
