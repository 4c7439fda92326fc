"""The feature for standing orders, which are instructions that answer future decisions."""
