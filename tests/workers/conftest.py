"""Imports discord.py before the tests while deprecation warnings are ignored: its imports cause one in Python 3.11."""

import warnings

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)
    import discord  # noqa: F401
