"""The database of all games, on SQLite or PostgreSQL: records, seats, settings, deadlines and messages."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from storage.api import *  # noqa: F403 - what it imports is the list


def __getattr__(name: str) -> object:
    """Returns a public name from `storage.api`, which is imported at the first use of any name.

    So `storage.dsn` or `storage.errors` can be imported without the rest. Raises AttributeError for submodules, and for
    names that begin with two underscores or do not exist.
    """
    # `from storage import chain` calls this first, and imports the submodule if this raises AttributeError.
    if name.startswith("__") or find_spec(f"{__name__}.{name}") is not None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found: object = getattr(import_module("storage.api"), name)
    globals()[name] = found
    return found
