"""Tests that nothing is shown before it is committed, however long something else delays the display."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from bot.emulator.people.seen import Seen
from tests.bot.table import Evening

THREE = ("Anna", "Bert", "Cyril")
PANEL = {"walk", "pick", "do"}
"""The verbs of the panel of an asked seat."""


@contextmanager
def an_answer_that_is_lost(evening: Evening, waits: str) -> Iterator[None]:
    """Gives an answer that is in memory but fails to be stored, at the moment when user settings are read next.

    `waits`: the method of the user settings whose next call this replaces; fails if it is never called. The table still
    has the answer in memory when that call returns, and loses it right after.
    """
    people, db = evening.bot.app.people, evening.bot.app.db
    genuine: Callable[..., Awaitable[Any]] = getattr(people, waits)
    tried: list[asyncio.Task[None]] = []

    async def meanwhile(*args: Any, **named: Any) -> Any:
        answered, lost = asyncio.Event(), asyncio.Event()

        async def broken(*_args: object, **_named: object) -> None:
            answered.set()
            await lost.wait()
            raise OSError("the disk is full")

        live = evening.live
        game = evening.game
        seat = game.waiting[0]
        setattr(db.record, "append", broken)  # noqa: B010
        play = evening.bot.app.referee.play(live.id, game.number, live.seat(seat).user, (next(iter(game.keys(seat))),))
        tried.append(asyncio.ensure_future(_failing(play)))
        await answered.wait()
        found = await genuine(*args, **named)
        # Continuing without a second look shows what is in memory now.
        asyncio.get_running_loop().call_soon(lost.set)
        setattr(people, waits, genuine)
        return found

    setattr(people, waits, meanwhile)
    yield
    assert tried, "it was not asked"
    assert getattr(people, waits) == genuine


async def _failing(play: Awaitable[object]) -> None:
    with pytest.raises(OSError, match="full"):
        await play


async def step(evening: Evening, name: str, panel: Seen) -> None:
    """Sends a forged press of `walk`, the verb by which panels of older versions led to the first option of their
    question.
    """
    number = Evening.part(panel, "pick").split(":")[3]
    await evening.person(name).forge(panel, f"kr:{evening.table}:walk:{number}:0")
    await evening.settled()


async def on_turn(evening: Evening) -> str:
    await evening.sit_down()
    return evening.holder(evening.game.waiting[0])


async def test_my_move_is_asked_as_it_is_committed(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        name = await on_turn(evening)
        with an_answer_that_is_lost(evening, "is_new"):
            await evening.press_board(name, "move")
        assert Evening.verbs(evening.private(name)) & PANEL


async def test_a_step_of_the_panel_is_shown_as_it_is_committed(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        name = await on_turn(evening)
        await evening.press_board(name, "move")
        panel = evening.private(name)
        with an_answer_that_is_lost(evening, "is_new"):
            await step(evening, name, panel)
        assert Evening.verbs(evening.private(name)) & PANEL


async def test_the_current_decision_is_the_committed_one(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        name = await on_turn(evening)
        await evening.press_board(name, "move")
        panel = evening.private(name)
        game = evening.game
        seat, number = evening.live.seat_of(evening.person(name).id).seat, game.number
        while game.number == number or seat not in game.waiting:
            await evening.answer(game.waiting[0], next(iter(game.keys(game.waiting[0]))))
        with an_answer_that_is_lost(evening, "is_new"):
            await step(evening, name, panel)
        assert Evening.verbs(evening.private(name)) & PANEL


async def test_the_result_of_an_answer_is_shown_as_it_is_committed(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down("Anna", "Bert", game="kralovske_rosady", keep=False)
        name = evening.holder(evening.game.waiting[0])
        await evening.press_board(name, "move")
        panel, table, number = evening.private(name), evening.table, evening.game.number
        with an_answer_that_is_lost(evening, "is_new"):
            await evening.person(name).forge(panel, f"kr:{table}:do:{number}:0.0")
            await evening.settled()
        live = await evening.bot.app.tables.get(table)
        assert live.playing().number == number + 1, "only the answer of the other player was lost"
        assert "✅" in evening.private(name).text
        assert not Evening.verbs(evening.private(name)) & PANEL


async def test_an_open_panel_follows_as_it_is_committed(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        name = await on_turn(evening)
        await evening.press_board(name, "move")
        panels = evening.bot.app.open_panels
        (panel,) = panels._open.values()
        panel.number = 0  # It shows an earlier decision.
        with an_answer_that_is_lost(evening, "is_new"):
            rendered = await panels.render(panel)
        assert rendered is not None
        shown = {
            str(getattr(item, "custom_id", "")).split(":")[2:3][0]
            for item in rendered.view.walk_children()
            if getattr(item, "custom_id", None)
        }
        assert shown & PANEL


async def test_the_log_tells_what_is_committed(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await on_turn(evening)
        before = (await evening.slash("Anna", "record log")).text
        with an_answer_that_is_lost(evening, "words"):
            after = (await evening.slash("Anna", "record log")).text
        assert after == before


async def test_the_settings_show_the_orders_of_what_is_committed(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        name = await on_turn(evening)
        # An order that any answer brings to its end.
        monkeypatch.setattr(type(evening.live.game_ui), "epoch", lambda _board, view: str(view))
        await evening.slash(name, "profile")
        await choose(evening, name, "set_order", "pass")
        with an_answer_that_is_lost(evening, "change"):
            await choose(evening, name, "set_ping", "always")
        order = next(part for part in evening.private(name).selects if "set_order" in part.custom_id)
        assert [option.value for option in order.options if option.default] == ["pass"]


async def choose(evening: Evening, name: str, verb: str, value: str) -> None:
    panel = evening.private(name)
    await evening.person(name).select(panel, Evening.part(panel, verb), [value])
    await evening.settled()
