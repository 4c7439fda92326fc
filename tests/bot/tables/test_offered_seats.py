"""Tests which users may take a seat of a running game that is offered to anyone."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from bot.tables.refusals import Refused
from storage import Vacancy
from storage.reliability import Reliability
from tests.bot.tables.room import ANNA, BERT, DORA, NAMES, Room


@pytest.mark.parametrize("newcomer", [None, DORA])
async def test_only_a_seat_that_is_offered_to_anyone_requires_reliability(
    database: Path, newcomer: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def unreliable(_user: int) -> Reliability:
        return Reliability(games=20, finished=1)

    async with Room.opened(database) as room:
        table = await room.open()
        await room.db.tables.change_lobby(table, replace((await room.live(table)).row, least_share=90))
        await room.referee.start(table, ANNA)
        live = await room.live(table)
        seat = live.seat_of(BERT).seat
        async with room.tables.held(table):
            offered = Vacancy(seat, (), free=True, free_for=newcomer, left=room.now(), level="normal")
            await room.db.vacancies.vacate(table, offered, len(live.running().told))
            await room.tables.refresh(live)
        monkeypatch.setattr(room.db.reliability, "of", unreliable)
        if newcomer is None:
            with pytest.raises(Refused, match="This table is for players who finish"):
                await room.lobby.join(table, DORA, NAMES[DORA])
            assert (await room.live(table)).seat(seat).user == BERT
        else:
            await room.lobby.join(table, DORA, NAMES[DORA])
            assert (await room.live(table)).seat(seat).user == DORA
