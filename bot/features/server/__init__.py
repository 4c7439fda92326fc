"""A server's settings, its rules for tables, and its messages to moderators and newcomers."""
