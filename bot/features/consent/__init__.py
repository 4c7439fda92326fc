"""Decisions of the whole table: pause, replace, end."""
