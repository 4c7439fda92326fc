"""Standing orders: instructions that answer future decisions."""
