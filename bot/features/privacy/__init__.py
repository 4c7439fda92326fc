"""A user's personal data: export and deletion."""
