"""Tests the states of a live message: each row of the table of transitions, and forbidden transitions."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from bot.messages.live_message import EDITABLE_FOR, TRANSITIONS, LiveMessage, Signal, State
from bot.messages.outcomes import Outcome
from storage import PostSlot

CHANGED, POST = Signal.CHANGED, Signal.POST
ROWS = [
    (State.ABSENT, CHANGED, State.ABSENT),
    (State.ABSENT, POST, State.POSTING),
    (State.POSTING, CHANGED, State.STALE),
    (State.POSTING, Outcome.SHOWN, State.CURRENT),
    (State.POSTING, Outcome.GONE, State.UNREACHABLE),
    (State.POSTING, Outcome.FORBIDDEN, State.UNREACHABLE),
    (State.POSTING, Outcome.TOO_OLD, State.ABSENT),
    (State.POSTING, Outcome.RATE_LIMITED, State.BACKING_OFF),
    (State.POSTING, Outcome.LOST, State.BACKING_OFF),
    (State.POSTING, Outcome.REFUSED, State.ABSENT),
    (State.CURRENT, CHANGED, State.STALE),
    (State.STALE, CHANGED, State.STALE),
    (State.STALE, POST, State.POSTING),
    (State.STALE, Outcome.SHOWN, State.CURRENT),
    (State.STALE, Outcome.GONE, State.ABSENT),
    (State.STALE, Outcome.FORBIDDEN, State.UNREACHABLE),
    (State.STALE, Outcome.TOO_OLD, State.STALE),
    (State.STALE, Outcome.RATE_LIMITED, State.BACKING_OFF),
    (State.STALE, Outcome.LOST, State.BACKING_OFF),
    (State.STALE, Outcome.REFUSED, State.STALE),
    (State.BACKING_OFF, CHANGED, State.STALE),
    (State.UNREACHABLE, CHANGED, State.STALE),
]
EVENTS = (*Signal, *Outcome)


def in_state(state: State) -> LiveMessage:
    """Returns a message in that state."""
    return LiveMessage(PostSlot("board", 1), channel=5, message=7, state=state)


@pytest.mark.parametrize(("state", "event", "after"), ROWS)
def test_each_event_leads_to_its_state(state: State, event: Signal | Outcome, after: State) -> None:
    message = in_state(state)
    message.handle(event)
    assert message.state is after


def test_the_rows_above_are_the_whole_table() -> None:
    table = {(state, event): after for state, row in TRANSITIONS.items() for event, after in row.items()}
    assert table == {(state, event): after for state, event, after in ROWS}
    assert set(TRANSITIONS) == set(State), "every state has a way out"


@pytest.mark.parametrize("state", State)
def test_an_event_that_cannot_happen_in_a_state_is_an_error(state: State) -> None:
    impossible = [event for event in EVENTS if event not in TRANSITIONS[state]]
    for event in impossible:
        message = in_state(state)
        with pytest.raises(KeyError):
            message.handle(event)
        assert message.state is state


@pytest.mark.parametrize("state", State)
def test_an_equal_fingerprint_spares_a_request_only_if_it_is_known_what_is_shown(state: State) -> None:
    message = in_state(state)
    message.fingerprint = "f"
    assert message.shows("f") == (state in {State.CURRENT, State.STALE})
    assert not message.shows("g")
    message.fingerprint = ""
    assert not message.shows("")
    message.fingerprint, message.pending = "f", True
    assert not message.shows("f")


def test_a_message_is_too_old_after_fifty_five_minutes_by_the_clock_that_posted_it() -> None:
    posted = datetime(2026, 1, 1, tzinfo=UTC)
    message = in_state(State.CURRENT)
    assert not message.is_too_old(posted), "no one knows when it was posted"
    message.posted = posted
    assert not message.is_too_old(posted + EDITABLE_FOR - timedelta(seconds=1))
    assert message.is_too_old(posted + EDITABLE_FOR)
    message.is_at(5, 0, posted)
    assert not message.is_too_old(posted + EDITABLE_FOR)
    assert message.state is State.ABSENT
