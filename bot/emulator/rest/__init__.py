"""The REST API of the local Discord."""
