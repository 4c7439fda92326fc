"""Play without Discord: the genuine bot beside a Discord on this machine."""
