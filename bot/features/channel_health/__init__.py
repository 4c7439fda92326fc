"""The feature that notices channels which the bot cannot use, and recovers when it can."""
