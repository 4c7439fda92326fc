"""A server: its settings, its rules for tables, and what its moderators and newcomers are told."""
