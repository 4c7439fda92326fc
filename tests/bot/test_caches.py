"""Tests that every cache has a limit, because users may type anything."""

from __future__ import annotations

import functools
import importlib
import inspect
import pkgutil
from collections.abc import Iterator

import pytest

import bot
import rules
import storage


def caches() -> Iterator[functools._lru_cache_wrapper[object]]:
    """Yields every cached function, except the emulator's."""
    for room in (bot, rules, storage):
        for found in pkgutil.walk_packages(room.__path__, f"{room.__name__}."):
            if found.name.rpartition(".")[2] == "__main__" or found.name.startswith("bot.emulator"):
                continue
            for one in vars(importlib.import_module(found.name)).values():
                if isinstance(one, functools._lru_cache_wrapper) and one.__module__ == found.name:
                    yield one


@pytest.mark.parametrize("cached", list(caches()), ids=lambda one: f"{one.__module__}.{one.__name__}")
def test_a_cache_with_arguments_has_a_maximum_size(
    cached: functools._lru_cache_wrapper[object],
) -> None:
    assert cached.cache_parameters()["maxsize"] is not None or not inspect.signature(cached).parameters
