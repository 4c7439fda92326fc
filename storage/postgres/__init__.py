"""The engine for many processes: a PostgreSQL server, through asyncpg."""
