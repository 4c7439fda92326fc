"""Tests one user against computers: no clock runs, no question with only one answer is asked, and computers do not
delay.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from bot.tables import order_execution
from bot.tables.wishes import Wishes
from bot.texts import translator_for
from rules.decisions import Window
from storage import Proposed
from tests.any_answer import any_answer
from tests.bot.tables.backend import ANNA, BERT, Backend

DICE = Random(5)
EN = translator_for("en")
KINDS = ("mafia_city", "kralovske_rosady")


@pytest.mark.parametrize("pace", ["live", "bank", "relaxed", "correspondence"])
async def test_no_clock_runs_if_one_person_plays_against_computers(database: Path, pace: str) -> None:
    async with Backend.opened(database) as backend:
        table = await backend.begin(Wishes("mafia_city", pace=pace), people=1, computers=2)
        live = await backend.live(table)
        assert live.deadline is None
        assert (live.facts.due, live.facts.banks) == (None, None)
        await backend.pass_time(100_000)
        assert (await backend.live(table)).seat_of(ANNA).absences == 0


@pytest.mark.tier("test")
@pytest.mark.parametrize("kind", KINDS)
async def test_one_person_is_never_asked_what_has_only_one_answer(database: Path, kind: str) -> None:
    async with Backend.opened(database) as backend:
        asked = 0
        table = await backend.begin(Wishes(kind), people=1, computers=2)
        game, (seat,) = await backend.game(table), [one.seat for one in (await backend.live(table)).people()]
        while game.decision is not None and asked < 200:
            assert seat in game.waiting, "computers answer at once"
            if isinstance(game.decision, Window):
                assert len(game.keys(seat)) > 1
            assert order_execution.only_answer(await backend.live(table), game) is None
            await backend.answers(table, seat, *any_answer(game, seat, DICE))
            asked += 1
        assert asked > 20


async def test_with_a_second_person_the_pace_applies_from_the_next_decision(database: Path) -> None:
    async with Backend.opened(database) as backend:
        table = await backend.begin(Wishes("mafia_city", pace="live"), people=2, computers=1)
        assert (await backend.live(table)).deadline is not None
        await backend.lobby.leave_running(table, BERT)
        assert (await backend.live(table)).deadline is None
        await backend.lobby.join(table, BERT, "Bert")
        live, game = await backend.live(table), await backend.game(table)
        assert live.deadline is None, "this decision was asked without a clock"
        await backend.answers(table, game.waiting[0], *any_answer(game, game.waiting[0], DICE))
        live, game = await backend.live(table), await backend.game(table)
        assert live.deadline is not None
        assert live.deadline.number == game.number


async def test_among_several_people_a_window_waits_for_those_who_hold_nothing_too(database: Path) -> None:
    async with Backend.opened(database) as backend:
        table = await backend.sit_down()
        live, game = await backend.live(table), await backend.to_window(table)
        number = game.number
        for seat in game.waiting:
            game.table.players[seat].hand = ["rackets-hat"]
            assert list(game.keys(seat)) == ["pass"]
        await backend.referee.settle(table)
        assert (game.number, order_execution.only_answer(live, game)) == (number, None)
        assert await backend.seconds_left(table) == 8


async def test_someone_who_has_left_and_may_come_back_still_counts(database: Path) -> None:
    async with Backend.opened(database) as backend:
        table = await backend.begin(Wishes("mafia_city"), people=2, computers=1)
        await backend.lobby.leave_running(table, BERT)
        live = await backend.live(table)
        assert live.solo
        assert live.facts.only_person == ""


async def test_who_plays_with_computers_is_the_only_person(database: Path) -> None:
    async with Backend.opened(database) as backend:
        live = await backend.live(await backend.begin(Wishes("mafia_city"), people=1, computers=2))
        assert live.facts.only_person == live.seat_of(ANNA).seat


async def test_hints_that_no_one_chose_end_when_a_second_person_sits_down(database: Path) -> None:
    async with Backend.opened(database) as backend:
        table = await backend.begin(Wishes("mafia_city"), people=1, computers=2)
        assert (await backend.live(table)).facts.hints
        seat = next(one.seat for one in (await backend.live(table)).seats if one.computer)
        await backend.consent.propose(table, ANNA, Proposed(seat, BERT), EN)
        await backend.lobby.join(table, BERT, "Bert")
        live = await backend.live(table)
        assert len(live.people()) == 2
        assert not live.facts.hints
