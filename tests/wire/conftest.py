"""The genuine client's modules may be met by whoever opens an evening in this process; Python 3.11 deprecates one."""

import warnings

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)
    import discord  # noqa: F401
