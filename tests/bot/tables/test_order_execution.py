"""Tests standing orders at the end of a window and for questions out of turn, at a table without Discord."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

import pytest

from bot.tables import order_execution
from bot.tables.live import LiveTable
from bot.tables.presence import Presence
from bot.tables.referee import Referee
from rules import GAMES
from rules.engine import Game
from storage import GameRow, SeatRow, StandingOrder
from tests.rules.star_wars_destiny.table import given as position_of
from tests.rules.star_wars_destiny.table import player

NOW = datetime(2026, 2, 1, tzinfo=UTC)
HANDS = {
    "a": ["informer-fist", "rackets-hat"],
    "b": ["police_chief-hat", "hitman-fist"],
    "c": ["secret_deal-hat", "rackets-hat"],
}


def table(*computers: str) -> LiveTable:
    """Returns a table at which Anna points an informer at Bert's mobster; Bert has the police chief.

    `computers`: the seats that computers hold.
    """
    stacks: dict[str, list[str]] = {
        place: [] for place in ("harbour", "fight_club", "police_station", "private_club", "town_hall")
    }
    position = {
        "game": "mafia_city", "edition": 1, "round": 1, "phase": "action", "start": "a", "goal": 10,
        "city": ["harbour", "prison", "town_hall", "fight_club", "private_club", "police_station", "business_district"],
        "stacks": {"prison": ["b"], "business_district": ["c"], **stacks},
        "cell": [], "hitman": "harbour", "policeman": None, "mayor": None, "marked": [],
        "players": {
            seat: {"points": 0, "crew": crew, "reserve": 4, "passed": False, "hand": HANDS[seat]}
            for seat, crew in (("a", 8), ("b", 7), ("c", 7))
        },
        "open": [], "deck": ["hitman-fist"] * 4, "discard": [],
    }  # fmt: skip
    game = Game.at(GAMES["mafia_city"], position, ["Anna", "Bert", "Cyril"], seed=bytes(32))
    game.answer(game.number, "a", ["informer-fist:prison:1"])
    assert game.decision is not None
    assert game.decision.kind == "react"
    row = GameRow(
        guild=1, channel=2, kind="mafia_city", edition=1, language="cs", options={}, turn_seconds=90,
        window_seconds=20, pace="live", created=NOW, host=1, id=1, phase="running", started=NOW, finished=None,
        result=None, told=0, paused_at=None, remaining=None,
    )  # fmt: skip
    seats = [
        SeatRow(seat, user, name, seat in computers, name, NOW, None, 0)
        for user, (seat, name) in enumerate(zip("abc", ("Anna", "Bert", "Cyril"), strict=True), 1)
    ]
    return LiveTable(row, seats, game=game)


def order(live: LiveTable, **said: str) -> LiveTable:
    live.orders = {seat: StandingOrder(word, live.epoch()) for seat, word in said.items()}
    return live


def settled(live: LiveTable) -> Game:
    game = live.running()
    order_execution.let_act(live, game)
    return game


def test_orders_wait_until_no_one_else_is_waited_for() -> None:
    game = settled(order(table(), b="aimed"))
    assert game.decision is not None
    assert game.decision.kind == "react"
    assert set(game.waiting) == {"b", "c"}
    assert len(game.entries) == 1


def test_cancel_when_it_is_aimed_at_me() -> None:
    live = order(table(), b="aimed", c="pass")
    game = settled(live)
    assert ("b", ("police_chief-hat",)) in [(entry.seat, entry.keys) for entry in game.entries]
    assert game.view()["stacks"]["prison"] == ["b"]


def test_the_same_order_lets_pass_what_is_aimed_at_others() -> None:
    live = order(table(), b="pass", c="aimed")
    game = settled(live)
    assert [entry.keys for entry in game.entries if entry.kind == "react"] == [("pass",), ("pass",)]
    assert game.view()["stacks"]["prison"] == []


def test_standing_orders_are_used_before_the_silence() -> None:
    live = order(table(), b="aimed")
    game = live.running()
    assert order_execution.carry_out_reactions(live, game)
    assert game.entries[-1].keys == ("police_chief-hat",)


def test_computers_are_waited_for_in_windows_like_people() -> None:
    live = order(table("c"), b="pass")
    game = settled(live)
    assert "c" in game.waiting
    assert order_execution.asked_computers(live, game) == ["c"]


# What is asked out of turn


def destiny(asked: str, **how: Any) -> LiveTable:
    """Returns a table at which Anna has activated a character, which Bert's Jango Fett may answer."""
    given = position_of(a=player("rey"), b=player("jango_fett*2"), **how)
    game = Game.at(GAMES["star_wars_destiny"], given, ["Anna", "Bert"], seed=bytes(32))
    live = table()
    live.row = replace(live.row, kind="star_wars_destiny")
    live.seats, live.game = live.seats[:2], game
    game.answer(game.number, "a", ["activate:a-rey"])
    assert game.decision is not None
    assert (game.decision.kind, game.waiting, game.decision.patience) == (asked, ("b",), "window")
    return live


def declining(live: LiveTable, *seats: str) -> LiveTable:
    live.orders = {seat: StandingOrder(order_execution.DECLINE, order_execution.ALWAYS) for seat in seats}
    return live


def test_a_standing_order_declines_questions_out_of_turn() -> None:
    game = settled(declining(destiny("may"), "b"))
    assert game.decision is not None
    assert (game.decision.kind, game.waiting) == ("action", ("b",))
    assert [entry.keys for entry in game.entries if entry.seat == "b"] == [("no",)]


@pytest.mark.parametrize("who", ["a", ""])
def test_without_that_order_it_is_asked(who: str) -> None:
    game = settled(declining(destiny("may"), *who))
    assert game.decision is not None
    assert (game.decision.kind, game.waiting) == ("may", ("b",))


def test_an_order_to_decline_holds_for_the_whole_game_but_not_on_the_own_turn() -> None:
    live = declining(destiny("may"), "a", "b")
    game = settled(live)
    # The turn itself is never declined.
    assert game.decision is not None
    assert game.decision.kind == "action"
    game.answer(game.number, "b", ["activate:b-jango_fett"])
    assert settled(live).decision is not None
    assert order_execution.order_of(live, "b") == order_execution.DECLINE
    live.orders["b"] = StandingOrder("pass", "another phase")
    assert order_execution.order_of(live, "b") == "ask"


def test_no_one_declines_for_a_computer() -> None:
    live = declining(destiny("may"), "b")
    live.seats[1] = replace(live.seats[1], computer=True)
    assert live.game is not None
    assert not order_execution._act(live, live.game)
    assert order_execution.asked_computers(live, live.game) == ["b"]


@pytest.mark.parametrize(("kind", "late"), [("may", []), ("action", ["b"])])
async def test_silence_about_what_may_be_declined_is_no_absence(
    kind: str, late: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    live, missed = destiny("may"), []
    game = live.game
    assert game is not None
    if kind == "action":
        game.answer(game.number, "b", ["no"])
    assert game.decision is not None
    assert (game.decision.kind, game.waiting) == (kind, ("b",))

    async def follow(*_: object) -> None:
        """Stores nothing in the database."""

    async def was_late(_self: object, _live: object, seat: str, *_: object) -> None:
        missed.append(seat)

    monkeypatch.setattr(Referee, "_follow", follow)
    monkeypatch.setattr(Presence, "was_late", was_late)
    bus = SimpleNamespace(table_changed=lambda _live: None)
    referee = Referee(None, None, lambda: NOW, bus, None)  # type: ignore[arg-type]
    await referee._lapse(live, game)
    assert missed == late
