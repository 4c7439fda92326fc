"""Orders at a window's end, at a table without Discord."""

from __future__ import annotations

from datetime import UTC, datetime

from bot.tables import orders
from bot.tables.live import LiveTable
from rules import GAMES
from rules.engine import Game
from storage import GameRow, SeatRow, StandingOrder

NOW = datetime(2026, 2, 1, tzinfo=UTC)
HANDS = {
    "a": ["informer-fist", "rackets-hat"],
    "b": ["police_chief-hat", "hitman-fist"],
    "c": ["secret_deal-hat", "rackets-hat"],
}


def table(*computers: str) -> LiveTable:
    """Anna has just pointed an informer at Bert's mobster; Bert holds the police chief."""
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
    return LiveTable(row, seats, "", game)


def order(live: LiveTable, **said: str) -> LiveTable:
    live.orders = {seat: StandingOrder(word, live.mark()) for seat, word in said.items()}
    return live


def settled(live: LiveTable) -> Game:
    game = live.running()
    orders.let_act(live, game)
    return game


def test_orders_wait_until_nobody_else_is_waited_for() -> None:
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


def test_when_time_is_up_orders_come_before_the_silence() -> None:
    live = order(table(), b="aimed")
    game = live.running()
    assert orders.carry_out_reactions(live, game, {})
    assert game.entries[-1].keys == ("police_chief-hat",)


def test_computers_leave_the_first_word_to_people() -> None:
    game = settled(table("c"))
    assert set(game.waiting) == {"b", "c"}
