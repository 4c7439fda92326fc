"""The gateway connection to Discord: shards, events, and the dispatch of interactions."""
