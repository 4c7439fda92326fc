"""The tools of every feature for interactions: registering handlers, reading options, checking input."""
