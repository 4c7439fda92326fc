"""The gateway: connections, sessions, ordered events, resuming."""
