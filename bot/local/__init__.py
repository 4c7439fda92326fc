"""Play without Discord: the real bot with a Discord on this machine."""
