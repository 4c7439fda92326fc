"""The gateway: sessions, events in order, resuming."""
