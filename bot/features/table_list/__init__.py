"""The feature `/tables`: the open tables of a server, and a user's own tables."""
