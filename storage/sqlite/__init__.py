"""The engine for SQLite, for one process with one file."""
