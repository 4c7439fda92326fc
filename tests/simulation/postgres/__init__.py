"""A simulated PostgreSQL server and its driver, in this process."""
