"""Monitoring for operators: metrics, health, and the table that a line of the log is about."""
