"""Tests a seat that answers the same decision in two windows: the second answer gets its own refusal."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.tables.refusals import AnsweredAlready, explained
from bot.texts import translator_for
from rules.errors import AnswerRefused, NotAsked, StaleNumber
from rules.undo import UNDO
from tests.bot.tables.backend import Backend


async def first_asked(backend: Backend) -> tuple[int, str, int, int]:
    """Starts a game; returns the table's number, the seat that is asked first, its user and the decision's number."""
    table = await backend.begin()
    live, game = await backend.live(table), await backend.game(table)
    seat = game.waiting[0]
    return table, seat, live.seat(seat).user, game.number


async def test_the_second_answer_of_a_seat_is_refused_as_answered_already(database: Path) -> None:
    async with Backend.opened(database) as backend:
        table, seat, user, number = await first_asked(backend)
        await backend.answers(table, seat, "keep")
        before = list((await backend.game(table)).entries)
        with pytest.raises(AnsweredAlready) as refused:
            await backend.referee.play(table, number, user, ("draw",))
        assert explained(refused.value, translator_for("en")) == ("You have already answered this in another panel.")
        assert (await backend.game(table)).entries == before


async def test_it_is_refused_in_the_same_way_after_a_restart(database: Path) -> None:
    async with Backend.opened(database) as backend:
        table, seat, user, number = await first_asked(backend)
        await backend.answers(table, seat, "keep")
    async with Backend.opened(database) as backend:
        with pytest.raises(AnsweredAlready):
            await backend.referee.play(table, number, user, ("keep",))


async def test_another_player_learns_nothing_of_who_has_answered(database: Path) -> None:
    async with Backend.opened(database) as backend:
        table, seat, user, number = await first_asked(backend)
        other = next(one.user for one in (await backend.live(table)).seats if one.user != user)
        refusals = []
        for answers in (False, True):
            if answers:
                await backend.answers(table, seat, "keep")
            with pytest.raises((StaleNumber, NotAsked)) as refused:
                await backend.referee.play(table, number, other, ("keep",))
            assert not isinstance(refused.value, AnsweredAlready)
            refusals.append(refused.value)
        assert all(isinstance(one, AnswerRefused) for one in refusals)


async def test_an_answer_that_was_taken_back_does_not_count(database: Path) -> None:
    async with Backend.opened(database) as backend:
        table, seat, user, _ = await first_asked(backend)
        for _ in range(3):
            await backend.answers(table, (await backend.game(table)).waiting[0], "keep")
        game = await backend.game(table)
        seat, number = game.waiting[0], game.number
        user = (await backend.live(table)).seat(seat).user
        await backend.answers(table, seat, "place:harbour")
        await backend.undos.ask(table, user, translator_for("en"))
        assert (await backend.game(table)).entries[-1].kind == UNDO
        with pytest.raises(StaleNumber):
            await backend.referee.play(table, number, user, ("place:prison",))
