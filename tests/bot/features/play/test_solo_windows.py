"""Tests the board in windows if one person plays against computers: it asks no one who need not answer."""

from __future__ import annotations

from pathlib import Path

from discord import ui

from bot.features.play import board_view
from bot.tables.live import LiveTable
from bot.texts import translator_for
from rules.decisions import PASS, Window
from rules.engine import Game
from tests.bot.tables.backend import ANNA, Backend

EN = translator_for("en")
REACTIONS = ("hitman-fist", "complicity-fist", "police_chief-hat")
"""A hand with which every card of another player can be answered."""


def shown(live: LiveTable, game: Game) -> tuple[str, set[str]]:
    """Returns what the board says about the window, and the labels of its buttons."""
    parts = list(board_view.board(live.facts, game, EN).walk_children())
    text = "\n".join(part.content for part in parts if isinstance(part, ui.TextDisplay))
    labels = {part.label or "" for part in parts if isinstance(part, ui.Button)}
    return text.partition("Can react: ")[2], labels


async def in_a_window(backend: Backend, table: int, *hand: str) -> tuple[LiveTable, Game, str]:
    """Plays until a computer opens a window in which the only person is asked, with these cards in hand."""
    live, game = await backend.live(table), await backend.game(table)
    (seat,) = (one.seat for one in live.people())
    for _ in range(300):
        game.table.players[seat].hand = list(hand)
        if isinstance(game.decision, Window) and seat in game.decision.seats:
            return live, game, seat
        if seat in game.waiting:
            keys = game.keys(seat)
            await backend.answers(table, seat, next(key for key in ("keep", PASS, *keys) if key in keys))
        else:
            await backend.pass_time(0.1)
    raise AssertionError("no window was opened")


async def opened(backend: Backend) -> int:
    backend.referee.computers.instant_computers = False
    return await backend.begin(people=1, computers=2)


async def test_a_person_with_nothing_to_play_is_neither_named_nor_offered_to_react(database: Path) -> None:
    async with Backend.opened(database) as backend:
        live, game, seat = await in_a_window(backend, await opened(backend), "rackets-hat")
        assert seat not in game.waiting
        named, labels = shown(live, game)
        assert named
        assert f"<@{ANNA}>" not in named
        assert not {"React", "Don't react"} & labels
        assert "My move" in labels


async def test_a_person_is_asked_on_the_board_until_they_have_answered(database: Path) -> None:
    async with Backend.opened(database) as backend:
        live, game, seat = await in_a_window(backend, table := await opened(backend), *REACTIONS)
        assert seat in game.waiting
        named, labels = shown(live, game)
        assert f"<@{ANNA}>" in named
        assert {"React", "Don't react"} <= labels
        number = game.number
        await backend.answers(table, seat, PASS)
        assert game.number == number, "computers have not answered yet"
        named, labels = shown(live, game)
        assert f"<@{ANNA}>" not in named
        assert not {"React", "Don't react"} & labels


async def test_among_several_people_the_board_names_everyone_who_was_asked(database: Path) -> None:
    async with Backend.opened(database) as backend:
        table = await backend.sit_down()
        live, game = await backend.live(table), await backend.to_window(table)
        before = shown(live, game)
        await backend.answers(table, game.waiting[0], PASS)
        assert shown(live, game) == before
        assert "React" in before[1]
