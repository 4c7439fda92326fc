"""Imports discord.py before the tests, without the deprecation warning that this causes in Python 3.11."""

import warnings

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)
    import discord  # noqa: F401
