"""Post-game analysis of computers' moves."""
