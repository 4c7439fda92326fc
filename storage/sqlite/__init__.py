"""The embedded engine: one file, one process."""
