"""The fault tests: faults outside Krupier, caused on purpose; after each fault the same judge (`judge`) decides."""
