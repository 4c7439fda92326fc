"""Tests windows: all are asked alike, answer privately, and close by answers or time; orders; staying out."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from bot.tables import order_execution
from bot.tables.live import LiveTable
from bot.tables.refusals import Refused
from bot.tables.times import waiting_time
from bot.tables.wishes import Wishes
from rules.decisions import CLOCK, Choice, Window
from storage import StandingOrder
from tests.bot.refused import NO_SEAT, NOTHING_TO_REACT_TO
from tests.bot.table import Evening
from tests.bot.tables.backend import Backend

THREE = ("Anna", "Bert", "Cyril")
SEED = bytes(range(32))


def user_of(live: LiveTable, seat: str) -> int:
    return live.seat(seat).user


async def window(evening: Evening) -> list[str]:
    """Starts a game up to an open window, and returns the names of the asked players."""
    await evening.sit_down()
    await evening.to_window()
    game = evening.game
    return [evening.holder(seat) for seat in game.waiting]


async def test_a_pass_is_acknowledged_privately_and_shows_nothing(database: Path) -> None:
    async with Evening.of(*THREE, database=database, seed=SEED) as evening:
        first, *rest = await window(evening)
        assert rest
        game = evening.game
        number, before = game.number, evening.board().text
        edits = len([one for one in evening.discord.requests if "PATCH" in one.name])
        outcome = await evening.press_board(first, "pass")
        assert outcome.followups[0].ephemeral
        assert game.number == number
        assert evening.board().text == before
        assert len([one for one in evening.discord.requests if "PATCH" in one.name]) == edits
        for name in rest:
            await evening.press_board(name, "pass")
        assert game.number > number
        assert evening.board().text != before
        evening.clean()


async def test_a_pass_that_waits_is_no_answer_if_the_window_ends_in_that_moment(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The record then has the silence of the clock and no answer, so the panel must not confirm one."""
    async with Evening.of(*THREE, database=database, seed=SEED) as evening:
        first, *_ = await window(evening)
        referee, number = evening.bot.app.referee, evening.game.number
        await referee.set_order(evening.live.id, evening.person(first).id, "idle")
        play = referee.play

        async def ended(*args: Any, **options: Any) -> object:
            played = await play(*args, **options)
            evening.clock.advance(60)
            await evening.bot.app.clocks.tick()
            return played

        monkeypatch.setattr(referee, "play", ended)
        outcome = await evening.press_board(first, "pass")
        assert evening.game.number > number
        assert [entry.seat for entry in evening.game.entries if entry.number == number] == [CLOCK]
        assert "✅" not in outcome.text
        assert outcome.message is not None
        evening.clean()


async def test_a_second_pass_and_a_stranger_get_a_friendly_message(database: Path) -> None:
    async with Evening.of(*THREE, "Dora", database=database, seed=SEED) as evening:
        await evening.sit_down(*THREE)
        await evening.to_window()
        game = evening.game
        name = evening.holder(game.waiting[0])
        await evening.press_board(name, "pass")
        again = await evening.press_board(name, "pass")
        assert "nezměnilo" in again.text
        assert "(M60–M64)" in again.text
        stranger = await evening.press_board("Dora", "pass")
        assert NO_SEAT in stranger.text
        assert all(said is not None and said.ephemeral for said in (again.message, stranger.message))
        evening.clean()


async def test_react_opens_a_panel_with_a_pass_for_everyone_who_is_asked(database: Path) -> None:
    async with Evening.of(*THREE, database=database, seed=SEED) as evening:
        for name in await window(evening):
            await evening.press_board(name, "react")
            assert "pass" in Evening.verbs(evening.private(name))
        evening.clean()


async def test_react_outside_a_window_says_so(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down()
        dm = evening.person("Anna").dms()[0]
        outcome = await evening.press("Anna", dm, Evening.part(dm, "react"))
        assert NOTHING_TO_REACT_TO in outcome.text
        evening.clean()


async def test_the_clock_closes_a_window(database: Path) -> None:
    async with Backend.opened(database, SEED) as backend:
        table = await backend.sit_down()
        game = await backend.to_window(table)
        number = game.number
        assert await backend.seconds_left(table) == 8
        await backend.pass_time(7)
        assert game.number == number
        await backend.pass_time(1)
        assert game.number > number
        assert ("clock", "react") in [(entry.seat, entry.kind) for entry in game.entries]


@pytest.mark.parametrize(("pace", "window", "hold"), [("live", 8, 30), ("bank", 8, 30), ("relaxed", 60, 200)])
async def test_hold_on_gives_a_window_more_time_once(database: Path, pace: str, window: int, hold: int) -> None:
    async with Backend.opened(database, SEED) as backend:
        table = await backend.sit_down(Wishes(pace=pace))
        game, live = await backend.to_window(table), await backend.live(table)
        number, (first, second) = game.number, game.waiting
        assert await backend.seconds_left(table) == window
        assert (live.facts.can_hold, live.facts.held) == (True, False)
        await backend.pass_time(2)
        await backend.referee.hold_on(table, number, user_of(live, first))
        assert await backend.seconds_left(table) == hold
        live = await backend.live(table)
        assert (live.facts.can_hold, live.facts.held) == (False, True)
        await backend.pass_time(1)
        with pytest.raises(Refused):
            await backend.referee.hold_on(table, number, user_of(live, second))
        assert await backend.seconds_left(table) == hold - 1
        await backend.pass_time(hold - 2)
        assert game.number == number
        await backend.pass_time(1)
        assert game.number > number


async def test_hold_on_is_for_everyone_who_is_asked_and_for_no_one_else(database: Path) -> None:
    async with Backend.opened(database, SEED) as backend:
        table = await backend.sit_down()
        game, live = await backend.to_window(table), await backend.live(table)
        number, asked = game.number, game.waiting
        (author,) = (seat.seat for seat in live.seats if seat.seat not in asked)
        with pytest.raises(Refused):
            await backend.referee.hold_on(table, number, user_of(live, author))
        with pytest.raises(Refused):
            await backend.referee.hold_on(table, number - 1, user_of(live, asked[0]))
        assert await backend.seconds_left(table) == 8
        await backend.answers(table, asked[0], "pass")
        await backend.referee.hold_on(table, number, user_of(live, asked[0]))
        assert await backend.seconds_left(table) == 30, "who has passed may change nothing but the time"


@pytest.mark.parametrize("hand", [["rackets-hat"], ["hitman-fist", "hitman-fist"]])
async def test_hold_on_is_for_those_who_hold_nothing_to_play_too(database: Path, hand: list[str]) -> None:
    async with Backend.opened(database, SEED) as backend:
        table = await backend.sit_down()
        game, live = await backend.to_window(table), await backend.live(table)
        seat = game.waiting[0]
        game.table.players[seat].hand = hand
        await backend.referee.hold_on(table, game.number, user_of(live, seat))
        assert await backend.seconds_left(table) == 30


async def test_a_window_that_someone_holds_still_closes_when_all_have_passed(database: Path) -> None:
    async with Backend.opened(database, SEED) as backend:
        table = await backend.sit_down()
        game, live = await backend.to_window(table), await backend.live(table)
        number = game.number
        await backend.referee.hold_on(table, number, user_of(live, game.waiting[0]))
        for seat in game.waiting:
            await backend.answers(table, seat, "pass")
        assert game.number > number
        assert not (await backend.live(table)).facts.held


@pytest.mark.parametrize("pace", ["correspondence", "untimed"])
async def test_by_the_day_and_untimed_there_is_nothing_to_hold(database: Path, pace: str) -> None:
    async with Backend.opened(database, SEED) as backend:
        table = await backend.sit_down(Wishes(pace=pace))
        game, live = await backend.to_window(table), await backend.live(table)
        assert not live.facts.can_hold
        with pytest.raises(Refused):
            await backend.referee.hold_on(table, game.number, user_of(live, game.waiting[0]))


async def test_the_player_who_presses_hold_on_is_not_shown(database: Path) -> None:
    async with Evening.of(*THREE, database=database, seed=SEED) as evening:
        first, _second = await window(evening)
        shown = evening.board().text
        outcome = await evening.press_board(first, "hold_on")
        assert outcome.message is not None
        assert outcome.message.ephemeral
        held = evening.board()
        assert "Někdo si vyžádal čas navíc." in held.text
        assert "hold_on" not in evening.verbs(held)
        assert held.text.count(evening.person(first).mention) == shown.count(evening.person(first).mention)
        evening.clean()


async def test_orders_to_pass_wait_for_those_without(database: Path) -> None:
    async with Backend.opened(database, SEED) as backend:
        table = await backend.sit_down()
        game, live = await backend.to_window(table), await backend.live(table)
        first, second = game.waiting
        number = game.number
        await backend.referee.set_order(table, live.seat(first).user, "pass")
        assert game.number == number
        assert [entry for entry in game.entries if entry.number == number] == []
        await backend.answers(table, second, "pass")
        assert game.number > number
        assert [entry.keys for entry in game.entries if entry.number == number] == [("pass",), ("pass",)]


async def test_an_order_holds_only_for_its_phase(database: Path) -> None:
    async with Backend.opened(database) as backend:
        table = await backend.sit_down()
        live = await backend.live(table)
        await backend.referee.set_order(table, live.seat("a").user, "aimed")
        assert order_execution.order_of(live, "a") == "aimed"
        live.orders["a"] = StandingOrder("aimed", "another phase")
        assert order_execution.order_of(live, "a") == "ask"


async def test_after_a_pass_one_stays_out_unless_one_asks_to_be_asked(database: Path) -> None:
    async with Evening.of(*THREE, database=database, seed=SEED) as evening:
        await evening.sit_down()
        game = evening.game
        seat = game.waiting[0]
        name = evening.holder(seat)
        await evening.press_board(name, "move")
        panel = evening.private(name)
        await evening.press(name, panel, Evening.part(panel, "do", "Pas"))
        assert {"stay_out", "keep_asking"} <= Evening.verbs(panel)
        assert evening.live.out == {seat: evening.live.epoch()}
        await evening.press(name, panel, Evening.part(panel, "keep_asking"))
        assert evening.live.out == {}
        evening.clean()


@pytest.mark.parametrize(("seed", "bullet"), [(0, False), (3, True)])
async def test_after_a_pass_a_person_among_computers_is_asked_only_with_a_bullet_in_hand(
    database: Path, seed: int, bullet: bool
) -> None:
    async with Evening.of("Anna", database=database, seed=bytes([seed]) * 32) as evening:
        await evening.open()
        await evening.press_board("Anna", "solo")
        await evening.answer("a", "keep")
        hand = evening.game.view("a")["players"]["a"]["hand"]
        assert any(card.endswith("-bullet") for card in hand) is bullet
        evening.bot.app.referee.computers.instant_computers = False
        await evening.press_board("Anna", "move")
        panel = evening.private("Anna")
        await evening.press("Anna", panel, Evening.part(panel, "do", "Pas"))
        assert evening.live.out == {"a": evening.live.epoch()}
        assert ("stay_out" in Evening.verbs(evening.private("Anna"))) is bullet
        evening.clean()


class Aside(Choice):
    """A choice of a seat that is out of turn."""

    __slots__ = ()
    patience = "window"


@pytest.mark.parametrize(
    ("turn", "window", "seconds"),
    [(90, 8, 30), (20, 8, 30), (600, 60, 200), (None, 8, 8), (None, None, None), (90, 45, 45)],
)
def test_a_question_out_of_turn_lasts_as_long_as_hold_on(
    turn: int | None, window: int | None, seconds: float | None
) -> None:
    row = SimpleNamespace(turn_seconds=turn, window_seconds=window, bank_seconds=None)
    live: Any = SimpleNamespace(solo=False, row=row)
    game: Any = SimpleNamespace(decision=Aside("character", "b", ["a", "done"], "done"))
    assert waiting_time(live, game) == seconds
    game.decision = Window("react", ("b", "c"), lambda _seat: ["pass"])
    assert waiting_time(live, game) == window
