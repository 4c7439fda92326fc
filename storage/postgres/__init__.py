"""The engine for PostgreSQL, which allows many processes to share a database."""
