"""The genuine client imports a module that Python 3.11 deprecates; that is no fault of the tests."""

import warnings

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)
    import discord  # noqa: F401
