"""The state of a small Discord: servers, channels, messages, interactions."""
