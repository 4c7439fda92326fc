"""Tests the monotonic clock, which is independent of changes of the system clock."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot.measuring.monotonic_clock import MonotonicClock
from tests.faults.machine import Machine


@pytest.mark.parametrize("seconds", [-86_400, -3_600, -60, 60, 3_600, 86_400])
def test_a_clock_that_is_set_moves_no_moment(seconds: int) -> None:
    machine = Machine()
    now = MonotonicClock(machine.shown, machine.really)
    began = now()
    assert began == machine.shown()
    machine.elapsed += 10
    machine.set_by += timedelta(seconds=seconds)
    assert now() - began == timedelta(seconds=10)
    assert now.clock_jump() == timedelta(seconds=seconds), "what people are shown is what their clocks show"


def test_a_clock_that_is_hardly_corrected_was_not_set() -> None:
    machine = Machine()
    now = MonotonicClock(machine.shown, machine.really)
    machine.set_by += timedelta(seconds=1)
    assert now.clock_jump() == timedelta(0)
