"""Reminders: notifications that a turn has begun or its time is running out."""
