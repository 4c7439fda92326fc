"""Tests the judge: it accepts a correct game, and finds each kind of error."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from rules import GAMES
from rules.errors import BadRecord
from tests.bot.table import Evening
from tests.bot.tables.backend import Backend
from tests.faults.backends import a_game
from tests.faults.conserved import conserved
from tests.faults.failpoints import taken_away
from tests.faults.judge import Ledger, goes_on, judged, played_to_the_end, shown
from tests.faults.onlooker import Onlooker
from tests.storage.table import raw, rechain


@pytest.mark.parametrize("kind", GAMES)
async def test_a_sound_game_passes_and_is_played_to_its_end(kind: str, database: Path) -> None:
    async with Backend.opened(database) as backend:
        table, ledger = await a_game(backend, kind), Ledger()
        await goes_on(backend, table, Random(kind), ledger, 12)
        await judged(backend.db, table, ledger)
        await played_to_the_end(backend, table, Random(kind), ledger)
        assert len(ledger.answers[table]) > 12


async def test_an_answer_that_was_acknowledged_and_is_lost_is_seen(database: Path) -> None:
    async with Backend.opened(database) as backend:
        table, ledger = await a_game(backend, "mafia_city"), Ledger()
        ledger.answered(table, 999, "a", ("keep",))
        with pytest.raises(AssertionError, match="stands 0 times"):
            await judged(backend.db, table, ledger)


async def test_a_record_that_says_something_else_is_seen(database: Path) -> None:
    async with Backend.opened(database) as backend:
        table, ledger = await a_game(backend, "kralovske_rosady"), Ledger()
        await goes_on(backend, table, Random(1), ledger, 5)
    with raw(database) as db:
        db.execute("DROP TRIGGER entries_never_change")
        db.execute("UPDATE entries SET keys = 'nonsense' WHERE sequence = (SELECT MAX(sequence) FROM entries)")
    rechain(database)
    async with Backend.opened(database) as backend:
        with pytest.raises((BadRecord, AssertionError)):
            await judged(backend.db, table, ledger)


async def test_a_card_that_is_there_twice_is_seen(database: Path) -> None:
    async with Backend.opened(database) as backend:
        game = await backend.game(await a_game(backend, "mafia_city"))
        game.table.players["a"].hand.append(game.table.players["b"].hand[0])
        with pytest.raises(AssertionError):
            conserved(game)


async def test_the_judge_compares_the_channel_with_the_record(database: Path) -> None:
    async with Evening.of("Anna", "Bert", "Cyril", database=database) as evening:
        onlooker = Onlooker(evening.world, evening.channel, database)
        await evening.sit_down()
        ledger = Ledger()
        for at in range(200):
            # Of all public messages only a window's names its decision.
            await goes_on(evening.bot.app, evening.table, Random(at), ledger, 1)
            await shown(evening, ledger)
            if onlooker.seen:
                break
        evening.bot.app.publisher.changed = lambda *_args, **_named: None  # type: ignore[method-assign]
        await goes_on(evening.bot.app, evening.table, Random(4), ledger, 3)
        with pytest.raises(AssertionError, match="does not show"):
            await shown(evening, ledger)
        assert onlooker.seen
        assert onlooker.too_early == []


async def test_a_message_that_tells_of_an_answer_before_it_is_committed_is_seen(database: Path) -> None:
    async with Evening.of("Anna", "Bert", "Cyril", database=database) as evening:
        await evening.sit_down()
        onlooker = Onlooker(evening.world, evening.channel, taken_away(database))
        for at in range(200):
            await goes_on(evening.bot.app, evening.table, Random(at), Ledger(), 1)
            await evening.settled()
            if onlooker.seen:
                break
        assert onlooker.too_early != []
