"""The connection to Discord: sessions, shards, and the events that Discord sends."""
