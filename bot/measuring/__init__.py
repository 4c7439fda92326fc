"""Parsing of numbers from untrusted input, and the monotonic clock."""
