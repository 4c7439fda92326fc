"""Taking back an answer."""
