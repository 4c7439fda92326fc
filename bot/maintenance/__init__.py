"""Start, shutdown and maintenance jobs: idle, closed and damaged tables, crashes, removed servers, shared databases."""
