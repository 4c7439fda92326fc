"""A PostgreSQL server and its driver asyncpg, simulated in this process on SQLite files."""
