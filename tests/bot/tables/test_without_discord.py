"""Tests a table with a database but without Discord: lobby, game, clock, consent, end."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.tables.refusals import Refused
from bot.tables.wishes import Wishes
from bot.texts import translator_for
from rules import GAMES
from rules.decisions import NOTHING, Window
from storage import Proposed
from tests.bot.tables.backend import ANNA, BERT, CYRIL, DORA, Backend
from tests.storage.table import file_of

EN = translator_for("en")


@pytest.mark.parametrize("kind", GAMES)
async def test_a_whole_game_is_played_and_kept(database: Path, kind: str) -> None:
    async with Backend.opened(database) as backend:
        table = await backend.begin(Wishes(kind), people=GAMES[kind].seats[0])
        game = await backend.game(table)
        while game.decision is not None:
            seat = game.waiting[0]
            keys = list(game.keys(seat))
            key = "pass" if isinstance(game.decision, Window) else next(
                (key for key in keys if key != game.decision.silence), game.decision.silence
            )  # fmt: skip
            await backend.answers(table, seat, *(() if key in (None, NOTHING) else (key,)))
        live = await backend.live(table)
        assert live.row.phase == "over"
        assert live.seed == bytes(32).hex()
        assert backend.told[-1] == (table, "over")
        assert len(await backend.db.record.entries(table)) == len(game.entries)


async def test_after_the_reminder_the_clock_uses_the_silence(database: Path) -> None:
    async with Backend.opened(database) as backend:
        table = await backend.begin()
        game, live = await backend.game(table), await backend.live(table)
        number, (waited_for,) = game.number, live.waited_for
        await backend.pass_time(60)
        assert backend.words == [(table, waited_for)]
        await backend.pass_time(21)
        assert backend.pings == [(table, waited_for)]
        await backend.pass_time(9)
        assert game.number > number
        assert game.entries[-1].seat == "clock"
        assert [one for one, _ in backend.late] == [table]


async def test_another_room_over_the_same_store_goes_on(database: Path) -> None:
    async with Backend.opened(database) as backend:
        table = await backend.begin()
        game = await backend.game(table)
        await backend.answers(table, game.waiting[0], "keep")
        record, asked = game.record().lines(), game.number
    async with Backend.opened(database) as backend:
        game = await backend.game(table)
        assert (game.record().lines(), game.number) == (record, asked)
        await backend.answers(table, game.waiting[0], "keep")


async def test_a_table_pauses_hands_over_and_ends_by_consent(database: Path) -> None:
    async with Backend.opened(database) as backend:
        table = await backend.begin()
        await backend.consent.propose(table, BERT, Proposed("c", DORA), EN)
        number = (await backend.live(table)).proposals
        await backend.consent.agree(table, ANNA, "replace", EN, number=number)
        assert backend.invited == [("c", DORA)]
        with pytest.raises(Refused):
            await backend.lobby.join(table, CYRIL, "Cyril")
        await backend.lobby.join(table, DORA, "Dora")
        assert (await backend.live(table)).seat("c").user == DORA
        for user in (ANNA, DORA):
            await backend.consent.agree(table, user, "end", EN)
        assert backend.told[-1] == (table, "ended")


async def test_options_are_those_of_the_game_and_no_others(database: Path) -> None:
    async with Backend.opened(database) as backend:
        table = await backend.open(Wishes("mafia_city", {"goal": "advanced"}))
        assert (await backend.live(table)).row.options["goal"] == "advanced"
    for kind, options in (("kralovske_rosady", {"goal": "advanced"}), ("mafia_city", {"colour": "red"})):
        async with Backend.opened(database.with_name(kind)) as backend:
            with pytest.raises(Refused) as refused:
                await backend.open(Wishes(kind, options))
            assert refused.value.said(EN) == f"This game has no option {next(iter(options))}."
            assert await backend.db.games.unfinished() == []


async def test_reading_a_table_again_is_one_question_to_the_database(database: Path) -> None:
    async with Backend.opened(database) as backend:
        table = await backend.begin(people=4)
        await backend.consent.propose(table, BERT, Proposed("c", None, "hard"), EN)
        asked: list[str] = []
        async with backend.tables.held(table) as live:
            await file_of(backend.db).set_trace_callback(asked.append)
            await backend.tables.refresh(live)
            assert len([one for one in asked if not one.startswith("--")]) == 1
        assert live.proposed == ("c", None, "hard")
