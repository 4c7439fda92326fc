"""The fault tests: they cause faults outside Krupier; after each one the same judge (`judge`) checks everything."""
