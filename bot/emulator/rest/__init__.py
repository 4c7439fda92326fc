"""Discord's REST interface."""
