"""Fixtures: ignores a deprecation warning that discord.py's imports cause in Python 3.11."""

import warnings

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)
    import discord  # noqa: F401
