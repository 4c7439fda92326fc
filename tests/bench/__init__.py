"""Figures, not verdicts: what the rules and one press cost. Run by `make bench`; never part of the tests."""
