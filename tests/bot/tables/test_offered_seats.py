"""Tests that a user needs the table's required reliability for a seat that is offered to anyone, and for no other."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from bot.tables.refusals import Refused
from storage import Vacancy
from storage.reliability import Reliability
from tests.bot.tables.backend import ANNA, BERT, DORA, NAMES, Backend


@pytest.mark.parametrize("newcomer", [None, DORA])
async def test_only_a_seat_that_is_offered_to_anyone_requires_reliability(
    database: Path, newcomer: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def unreliable(_user: int) -> Reliability:
        return Reliability(games=20, finished=1)

    async with Backend.opened(database) as backend:
        table = await backend.open()
        await backend.db.tables.change_lobby(table, replace((await backend.live(table)).row, least_share=90))
        await backend.referee.start(table, ANNA)
        live = await backend.live(table)
        seat = live.seat_of(BERT).seat
        async with backend.tables.held(table):
            offered = Vacancy(seat, (), free=True, free_for=newcomer, left=backend.now(), level="normal")
            await backend.db.vacancies.vacate(table, offered, len(live.running().told))
            await backend.tables.refresh(live)
        monkeypatch.setattr(backend.db.reliability, "of", unreliable)
        if newcomer is None:
            with pytest.raises(Refused, match="This table is for players who finish"):
                await backend.lobby.join(table, DORA, NAMES[DORA])
            assert (await backend.live(table)).seat(seat).user == BERT
        else:
            await backend.lobby.join(table, DORA, NAMES[DORA])
            assert (await backend.live(table)).seat(seat).user == DORA
