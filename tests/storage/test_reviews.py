"""Tests reviews of finished games and games for practice: who gets a review, when it is stored, and what counts."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from storage import ChannelBusy, Database, Newcomer, ReviewedMove
from tests.storage.table import ANNA, BERT, NOON, SEED, answer, begin, minutes, new_game, open_lobby

MOVES = [ReviewedMove(3, 0.25, ("place:1", "pass"), 0.125), ReviewedMove(9, 0.5, (), 0.0)]
RESULT = json.dumps({"ranking": [{"seat": "a", "points": 3}, {"seat": "b", "points": 1}], "winners": ["a"]})


async def finished(db: Database, channel: int = 500) -> int:
    game = await begin(db, channel)
    await db.tables.finish(game, "over", RESULT, NOON)
    return game


async def wanted(db: Database) -> list[tuple[int, str]]:
    """Returns the games and seats whose review still has to be computed."""
    return [(one.game, one.seat) for one in await db.reviews.pending()]


async def test_the_end_of_a_game_asks_for_a_review_of_each_person(db: Database) -> None:
    game = await finished(db)
    assert await wanted(db) == [(game, "a"), (game, "b"), (game, "c")]
    assert [one.guild for one in await db.reviews.pending()] == [7, 7, 7]


async def test_a_computer_and_a_lobby_get_no_review(db: Database) -> None:
    lobby = await open_lobby(db)
    await db.tables.finish(lobby, "ended", None, NOON)
    game = await db.tables.open(new_game(501), SEED, [Newcomer(ANNA, "Anna"), Newcomer(None, "Computer")])
    await db.tables.start(game, 1, NOON)
    await db.tables.finish(game, "ended", None, NOON)
    assert await wanted(db) == [(game, "a")]


async def test_a_running_game_has_no_review(db: Database) -> None:
    game = await begin(db)
    assert await wanted(db) == []
    assert not await db.reviews.is_pending(game, "a")
    assert not await db.reviews.put(game, "a", MOVES)


async def test_a_stored_review_is_read_back_and_never_changes(db: Database) -> None:
    game = await finished(db)
    assert await db.reviews.of(game, "a") is None
    assert await db.reviews.is_pending(game, "a")
    assert await db.reviews.put(game, "a", MOVES)
    assert not await db.reviews.put(game, "a", [])
    assert await db.reviews.of(game, "a") == MOVES
    assert await wanted(db) == [(game, "b"), (game, "c")]


async def test_a_review_without_decisions_is_computed_too(db: Database) -> None:
    game = await finished(db)
    await db.reviews.put(game, "a", [])
    assert await db.reviews.of(game, "a") == []
    assert not await db.reviews.is_pending(game, "a")


async def test_reviews_disappear_with_their_game(db: Database) -> None:
    game = await finished(db)
    await db.reviews.put(game, "a", MOVES)
    await db.erasure.erase(game)
    assert await db.reviews.of(game, "a") is None
    assert await wanted(db) == []


async def test_a_forgotten_user_leaves_no_review(db: Database) -> None:
    game = await finished(db)
    await db.reviews.put(game, "a", MOVES)
    assert [row["game"] for row in (await db.privacy.export(ANNA))["reviews"]] == [game]
    await db.privacy.forget(ANNA, NOON)
    assert await db.reviews.of(game, "a") is None
    assert await wanted(db) == [(game, "b"), (game, "c")]


# Practice


async def practise(db: Database, source: int, channel: int = 500) -> int:
    """Starts a practice game of Anna against a computer that continues a finished game after its first two answers;
    returns its number.
    """
    new = replace(new_game(channel), practice_of=source, edition=1)
    people = [Newcomer(ANNA, "Anna", NOON), Newcomer(None, "Computer")]
    return await db.tables.practise(new, SEED, people, [answer(1, "a", "x"), answer(2, "b", "y")], 5)


async def test_practice_with_a_friend_is_neither_reviewed_nor_counted_as_reliable(db: Database) -> None:
    source = await finished(db)
    before, asked_for = await db.reliability.of(ANNA), await wanted(db)
    new = replace(new_game(500), practice_of=source, edition=1)
    people = [Newcomer(ANNA, "Anna", NOON), Newcomer(BERT, "Bert", NOON)]
    practice = await db.tables.practise(new, SEED, people, [answer(1, "a", "x"), answer(2, "b", "y")], 5)
    await db.tables.finish(practice, "over", RESULT, NOON + minutes(5))
    assert await wanted(db) == asked_for
    assert await db.reliability.of(ANNA) == before


async def test_practice_is_a_running_game_with_the_first_answers_of_another(db: Database) -> None:
    source = await finished(db)
    game = await practise(db, source)
    row = await db.games.get(game)
    assert (row.phase, row.told, row.practice_of, row.edition) == ("running", 5, source, 1)
    assert [entry.keys for entry in await db.record.entries(game)] == [("x",), ("y",)]
    assert [seat.seat for seat in await db.seats.of(game)] == ["a", "b"]


async def test_practice_needs_a_free_channel(db: Database) -> None:
    source = await finished(db)
    await begin(db)
    with pytest.raises(ChannelBusy):
        await practise(db, source)
    assert len(await db.games.all()) == 2


async def test_practice_counts_for_nothing(db: Database) -> None:
    people = [Newcomer(ANNA, "Anna", NOON), Newcomer(BERT, "Bert", NOON)]
    source = await db.tables.open(new_game(), SEED, people)
    await db.tables.start(source, 1, NOON)
    await db.tables.finish(source, "over", RESULT, NOON)
    practice = await practise(db, source)
    await db.tables.finish(practice, "over", RESULT, NOON + minutes(5))
    await db.statistics.up_to_date()
    assert [tally.games for tally in await db.statistics.tallies(ANNA)] == [1]
    assert await db.archive.with_a_winner() == [source]
