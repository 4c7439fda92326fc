"""The operator's worries, apart from play: trouble, idle tables, closing, what a crash has left."""
