"""Benchmarks of the rules, of one press and of the whole bot.

`make bench` runs them; they are never part of the tests.
"""
