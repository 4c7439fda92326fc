"""Numbers from untrusted input, and time."""
