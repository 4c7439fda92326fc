"""Tests silences in a record: the seat, and the events that follow."""

from __future__ import annotations

import pytest

from rules import GAMES
from rules.decisions import Window
from rules.engine import Game
from rules.events import ALL, Silence

NAMES = ("Anna", "Bert", "Cyril")


@pytest.mark.parametrize("kind", list(GAMES))
def test_silences_are_known_from_the_record_and_of_windows_nothing_is_said(kind: str) -> None:
    seed = bytes(32)
    game = Game.new(GAMES[kind], NAMES, game_id="7", seed=seed)
    silent = []
    for _ in range(60):
        decision = game.decision
        if decision is None:
            break
        if not isinstance(decision, Window) and decision.patience == "turn":
            silent.append((decision.seats[0], decision.kind))
        game.clock(game.number)
    assert [(one.seat, one.kind) for one in game.silences] == silent
    assert len(silent) > 5
    for one, after in zip(game.silences, game.silences[1:], strict=False):
        assert one.since <= one.until <= after.since
    assert Game.replay(GAMES[kind], game.record(), seed).silences == game.silences


def test_an_answer_is_no_silence_and_a_silence_holds_what_it_brought_about() -> None:
    game = Game.new(GAMES["kralovske_rosady"], NAMES, game_id="7", seed=bytes(32))
    first = game.waiting[0]
    game.answer(game.number, first, [next(iter(game.keys(first)))])
    assert game.silences == []
    second = game.waiting[0]
    game.clock(game.number)
    (one,) = game.silences
    assert one == Silence(second, "play", one.since, one.until)
    told = [event for event in game.told[one.since : one.until] if event.to == ALL]
    assert {event.facts["seat"] for event in told if "seat" in event.facts} >= {second}
