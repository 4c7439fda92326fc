"""Monitoring for operators: metrics, health checks, and logs."""
