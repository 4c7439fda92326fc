"""The secrecy tests: games next to twins that differ only in secrets, canaries, and planted leaks."""
