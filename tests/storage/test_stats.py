"""Tests standings: they are derived from results and give the same again when they are rebuilt."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest

from rules import GAMES
from rules.description import Rules
from rules.engine import Game
from storage import Database, Entry, Match, NewGame, Outcome, Standing, Tally
from storage.__main__ import main
from storage.dsn import Place
from storage.statistics import standings, standings_of
from tests.storage.table import ANNA, BERT, CYRIL, DANA, NOON, SEED, begin, minutes, named, new_game, open_lobby, raw

ANNA_WINS = {
    "ranking": [
        {"seat": "a", "points": 10, "tie_break": "reserve"},
        {"seat": "c", "points": 10, "tie_break": None},
        {"seat": "b", "points": 7, "tie_break": None},
    ],
    "winners": ["a"],
}
BERT_AND_CYRIL_SHARE = {
    "ranking": [
        {"seat": "b", "points": 29, "doubled": True},
        {"seat": "c", "points": 29, "doubled": False},
        {"seat": "a", "points": 12, "doubled": False},
    ],
    "winners": ["b", "c"],
}


async def finished(db: Database, over: Mapping[str, Any] | None, *, after: float = 1) -> int:
    """Stores a game of Anna, Bert and Cyril (seats a, b, c) that was over with this result (None: no stored result)
    this many minutes after noon; returns its number.
    """
    return await end(db, await begin(db), over, after)


async def end(db: Database, game: int, over: Mapping[str, Any] | None, after: float = 1) -> int:
    await db.record.append(game, [], outcome=Outcome("over", json.dumps(over) if over else None, NOON + minutes(after)))
    return game


# Places


def test_a_tie_break_that_decided_gives_two_places() -> None:
    assert [(one.seat, one.place, one.won) for one in standings(ANNA_WINS)] == [
        ("a", 1, True),
        ("c", 2, False),
        ("b", 3, False),
    ]


def test_a_tie_that_nothing_decided_is_one_place_and_the_next_is_left_out() -> None:
    assert [(one.seat, one.place, one.won) for one in standings(BERT_AND_CYRIL_SHARE)] == [
        ("b", 1, True),
        ("c", 1, True),
        ("a", 3, False),
    ]


def test_three_may_share_the_second_place() -> None:
    ranking = [{"seat": seat, "points": points} for seat, points in (("d", 9), ("a", 4), ("b", 4), ("c", 4), ("e", 1))]
    assert [one.place for one in standings({"ranking": ranking, "winners": ["d"]})] == [1, 2, 2, 2, 5]


@pytest.mark.parametrize("result", [None, "", "no JSON", "[]", "{}", '{"ranking": [{}], "winners": []}'])
def test_a_result_that_tells_no_ranking_tells_no_standings(result: str | None) -> None:
    assert standings_of(result) is None


# What is counted


async def test_games_and_wins_of_anyone_who_held_a_seat_at_the_end(db: Database) -> None:
    await finished(db, ANNA_WINS)
    game = await begin(db)
    await db.vacancies.replace(game, "a", DANA, "Dana", NOON)
    await end(db, game, ANNA_WINS)
    assert await db.statistics.tallies(ANNA) == [Tally(7, "some_game", games=1, wins=1, rated=1)]
    assert await db.statistics.tallies(DANA) == [Tally(7, "some_game", games=1, wins=1, rated=1)]
    assert await db.statistics.tallies(BERT) == [Tally(7, "some_game", games=2, wins=0, rated=2)]


async def test_a_shared_victory_is_a_victory(db: Database) -> None:
    await finished(db, BERT_AND_CYRIL_SHARE)
    assert [tally.wins for user in (ANNA, BERT, CYRIL) for tally in await db.statistics.tallies(user)] == [0, 1, 1]


async def test_a_game_without_a_winner_or_unfinished_does_not_count(db: Database) -> None:
    await db.tables.finish(await begin(db), "ended", None, NOON)
    await begin(db)
    await open_lobby(db, channel=501)
    assert await db.statistics.tallies(ANNA) == []


async def test_a_game_with_a_computer_counts_but_is_not_rated(db: Database) -> None:
    game = await db.tables.open(new_game(), SEED)
    await db.seats.add(game, ANNA, "Anna")
    await db.seats.add_computer(game, "Computer 1")
    await db.seats.add(game, BERT, "Bert")
    await db.tables.start(game, 1, NOON)
    await end(db, game, ANNA_WINS)
    assert await db.statistics.tallies(ANNA) == [Tally(7, "some_game", games=1, wins=1, rated=0)]
    assert await db.statistics.matches("some_game", 7) == []


async def test_a_player_who_left_still_holds_the_seat_at_the_end(db: Database) -> None:
    game = await begin(db)
    await db.vacancies.set_left(game, "b", NOON)
    await end(db, game, ANNA_WINS)
    assert await db.statistics.matches("some_game", 7) == [Match(game, ((ANNA, 1), (BERT, 3), (CYRIL, 2)))]


async def test_matches_come_in_the_order_of_their_ends(db: Database) -> None:
    slow = await begin(db, channel=501)
    quick = await finished(db, BERT_AND_CYRIL_SHARE, after=2)
    await end(db, slow, ANNA_WINS, after=9)
    assert await db.statistics.matches("some_game", 7) == [
        Match(quick, ((ANNA, 3), (BERT, 1), (CYRIL, 1))),
        Match(slow, ((ANNA, 1), (BERT, 3), (CYRIL, 2))),
    ]
    assert [match.game for match in await db.statistics.matches("some_game", 7, skipped=1)] == [slow]


async def test_servers_and_kinds_are_separate(db: Database, path: Place) -> None:
    game = await finished(db, ANNA_WINS)
    with raw(path) as connection:
        connection.execute("UPDATE games SET guild = 8, kind = 'other_game' WHERE id = ?", (game,))
    here = await finished(db, ANNA_WINS)
    assert [match.game for match in await db.statistics.matches("some_game", 7)] == [here]
    assert [match.game for match in await db.statistics.matches("other_game", None)] == [game]
    assert await db.statistics.matches("other_game", 7) == []
    assert [(tally.guild, tally.kind) for tally in await db.statistics.tallies(ANNA)] == [
        (8, "other_game"),
        (7, "some_game"),
    ]


async def test_each_game_is_noted_once_and_new_ones_follow(db: Database) -> None:
    await finished(db, ANNA_WINS)
    assert await db.statistics.note_results() == 1
    assert await db.statistics.note_results() == 0
    await finished(db, ANNA_WINS)
    assert await db.statistics.note_results() == 1


async def test_a_result_about_other_seats_is_left_out_and_hinders_no_one(db: Database) -> None:
    await finished(db, {"ranking": [{"seat": "x", "points": 1}], "winners": ["x"]})
    await finished(db, ANNA_WINS)
    assert await db.statistics.note_results() == 1
    assert await db.statistics.tallies(ANNA) == [Tally(7, "some_game", games=1, wins=1, rated=1)]


# Made again


def rebuild(path: Place, capsys: pytest.CaptureFixture[str]) -> tuple[int, list[str]]:
    code = main(["rebuild-stats", "--database", named(path)])
    return code, capsys.readouterr().out.splitlines()


def tallies(path: Place, *users: int) -> list[Sequence[Tally]]:
    async def read() -> list[Sequence[Tally]]:
        async with Database.opened(path) as db:
            return [await db.statistics.tallies(user) for user in users]

    return asyncio.run(read())


def test_rebuilding_gives_the_same_and_says_how_many(path: Place, capsys: pytest.CaptureFixture[str]) -> None:
    async def play() -> None:
        async with Database.opened(path) as db:
            await finished(db, ANNA_WINS)
            await finished(db, BERT_AND_CYRIL_SHARE)
            await begin(db)

    asyncio.run(play())
    before = tallies(path, ANNA, BERT, CYRIL)
    with raw(path) as connection:
        connection.execute("UPDATE standings SET place = 3, won = 0")
        connection.execute("DELETE FROM standings WHERE game = 2")
    assert rebuild(path, capsys) == (0, ["2 games counted, 0 of them replayed, 0 left out"])
    assert tallies(path, ANNA, BERT, CYRIL) == before
    assert [[tally.wins for tally in user] for user in before] == [[1], [1], [1]]


@pytest.mark.parametrize("rules", GAMES.values(), ids=GAMES.keys())
def test_a_missing_result_is_replayed(rules: Rules, path: Place, capsys: pytest.CaptureFixture[str]) -> None:
    game = asyncio.run(played_to_the_end(path, rules))
    assert game.over is not None
    assert rebuild(path, capsys) == (0, ["1 game counted, 1 of them replayed, 0 left out"])

    async def read() -> list[Match]:
        async with Database.opened(path) as db:
            return await db.statistics.matches(rules.name, 7)

    (match,) = asyncio.run(read())
    by_seat = {one.seat: one.place for one in standings(game.over)}
    assert match.places == tuple((ANNA + at, by_seat[seat]) for at, seat in enumerate(game.seats))


async def played_to_the_end(path: Place, rules: Rules) -> Game:
    """Plays a game to its end, stores it with its complete record but without its result, and returns it."""
    async with Database.opened(path) as db:
        number = await db.tables.open(_table(rules), SEED)
        for at in range(rules.seats[0]):
            await db.seats.add(number, ANNA + at, f"Player {at}")
        names = [row.name for row in await db.seats.of(number)]
        game = Game.new(rules, names, game_id=str(number), seed=SEED)
        await db.tables.start(number, rules.edition, NOON, options=game.head.options)
        while game.decision is not None:
            seat = game.waiting[0]
            game.answer(game.number, seat, [_liveliest(list(game.keys(seat)), game.number)])
        entries = [Entry.of(entry, NOON) for entry in game.entries]
        await db.record.append(number, entries, outcome=Outcome("over", None, NOON))
    return game


def _liveliest(keys: Sequence[str], number: int) -> str:
    """Returns one of the keys that place something or, without any, one of all keys; `number` decides which one."""
    placing = [key for key in keys if key.startswith("place")]
    return (placing or keys)[number % len(placing or keys)]


def _table(rules: Rules) -> NewGame:
    return replace(new_game(), kind=rules.name, edition=rules.edition, options={})


def test_games_that_do_not_replay_are_named_and_left_out(path: Place, capsys: pytest.CaptureFixture[str]) -> None:
    async def play() -> None:
        async with Database.opened(path) as db:
            await finished(db, None)
            await finished(db, ANNA_WINS)
            await finished(db, {"ranking": [{"seat": "x", "points": 1}], "winners": ["x"]})

    asyncio.run(play())
    code, (unknown, strange, summary) = rebuild(path, capsys)
    assert code == 1
    assert unknown.startswith("game 1 (some_game 1, channel 500): does not replay: line 2: ")
    assert strange == "game 3: its result is not about its own seats"
    assert summary == "1 game counted, 0 of them replayed, 2 left out"


def test_a_standing_is_a_value() -> None:
    assert standings(ANNA_WINS)[0] == Standing("a", 1, 10, True)


async def test_rebuilding_waits_until_no_bot_serves_the_database(
    db: Database, path: Place, capsys: pytest.CaptureFixture[str]
) -> None:
    assert await asyncio.to_thread(main, ["rebuild-stats", "--database", named(path)]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert " is in use" in said.err
    await db.close()
    assert await asyncio.to_thread(main, ["rebuild-stats", "--database", named(path)]) == 0
