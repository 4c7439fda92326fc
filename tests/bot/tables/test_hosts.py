"""Tests that the host of a running game is someone who plays there."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.tables.voting import DEADLINES_MISSED
from bot.texts import translator_for
from storage import Proposed, Vacancy
from tests.bot.tables.backend import ANNA, BERT, CYRIL, Backend

EN = translator_for("en")
EMIL, MANAGER = 1005, 9_999
"""Users without a seat; the manager may manage the channel."""


@pytest.mark.parametrize("newcomer", [None, EMIL])
async def test_the_host_who_is_replaced_passes_the_table_on(database: Path, newcomer: int | None) -> None:
    async with Backend.opened(database) as backend:
        table = await backend.sit_down(people=3)
        proposed = Proposed((await backend.live(table)).seat_of(ANNA).seat, newcomer)
        for user in (BERT, CYRIL):
            await backend.consent.propose(table, user, proposed, EN)
        live = await backend.live(table)
        assert live.seat_of(ANNA).left is not None
        assert live.row.host == live.people()[0].user != ANNA


async def test_the_host_who_is_absent_passes_the_table_on(database: Path) -> None:
    async with Backend.opened(database) as backend:
        table = await backend.sit_down(people=3)
        async with backend.tables.held(table) as live:
            await backend.db.seats.set_absences(table, live.seat_of(ANNA).seat, DEADLINES_MISSED)
            await backend.tables.publish_change(live)
        for user in (BERT, CYRIL):
            await backend.consent.agree(table, user, "let_computer", EN)
        live = await backend.live(table)
        assert live.row.host == live.people()[0].user != ANNA


async def test_the_host_stays_if_another_player_is_replaced(database: Path) -> None:
    async with Backend.opened(database) as backend:
        table = await backend.sit_down(people=3)
        seat = (await backend.live(table)).seat_of(BERT).seat
        await backend.consent.propose(table, MANAGER, Proposed(seat, None), EN, manager=True)
        await backend.consent.propose(table, ANNA, Proposed(seat, EMIL), EN)
        await backend.consent.propose(table, CYRIL, Proposed(seat, EMIL), EN)
        await backend.lobby.join(table, EMIL, "Emil")
        live = await backend.live(table)
        assert (live.seat(seat).user, live.row.host) == (EMIL, ANNA)


@pytest.mark.parametrize("people", [1, 3])
async def test_a_substitute_of_the_host_leaves_the_table_with_a_host(database: Path, people: int) -> None:
    """Older versions left a replaced host in charge, and the only person at a table has no one to pass it on to."""
    async with Backend.opened(database) as backend:
        table = await backend.begin(people=people, computers=3 - people)
        letter = (await backend.live(table)).seat_of(ANNA).seat
        async with backend.tables.held(table) as live:
            offered = Vacancy(letter, (), left=backend.now(), level="normal", free=True)
            await backend.db.vacancies.vacate(table, offered, len(live.running().told))
            await backend.tables.publish_change(live)
        assert (await backend.live(table)).row.host == ANNA
        await backend.lobby.join(table, EMIL, "Emil")
        live = await backend.live(table)
        assert live.seat(letter).user == EMIL
        assert live.row.host in {seat.user for seat in live.people()}
