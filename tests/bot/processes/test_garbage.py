"""Tests the settings of the garbage collector in processes that run for a long time."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest

from bot.processes.garbage import THRESHOLDS, collect_rarely


class Looped:
    """An object that refers to itself, so only the garbage collector can delete it."""

    def __init__(self) -> None:
        self.own = self


def known() -> int:
    """Returns the number of Looped objects that the garbage collector looks at."""
    return sum(isinstance(one, Looped) for one in gc.get_objects())


@pytest.fixture(autouse=True)
def _collector_as_before() -> Iterator[None]:
    before, frozen = gc.get_threshold(), gc.get_freeze_count()
    yield
    gc.set_threshold(*before)
    gc.unfreeze()
    gc.collect()
    if frozen:
        gc.freeze()


def test_the_collector_runs_less_often_than_by_default() -> None:
    collect_rarely()
    assert gc.get_threshold() == THRESHOLDS
    assert THRESHOLDS[0] > 700


def test_the_collector_looks_only_at_objects_that_are_made_later() -> None:
    early = Looped()
    assert known() == 1
    collect_rarely()
    assert known() == 0
    late = Looped()
    assert known() == 1
    assert early is not late


def test_garbage_that_exists_already_is_deleted_and_not_kept_for_ever() -> None:
    gc.collect()
    gc.disable()
    Looped()
    assert known() == 1
    gc.enable()
    collect_rarely()
    gc.unfreeze()
    assert known() == 0
