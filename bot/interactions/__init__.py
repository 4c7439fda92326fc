"""What every feature needs to answer an interaction: registering handlers, reading options, checking input."""
