"""Maintenance jobs: unreachable channels, idle tables, closing tables, cleanup after a crash, shared databases."""
