"""Tests the command `check`, which replays stored games of every kind and names the line that does not fit."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from rules import GAMES
from rules.description import Rules
from rules.engine import Game
from storage import Database, Entry, NewGame
from storage.__main__ import main
from storage.dsn import Dsn, Place
from storage.replay import record_of
from tests.storage.table import ANNA, NOON, SEED, named, open_lobby, raw, rechain

KINDS = pytest.mark.parametrize("rules", GAMES.values(), ids=GAMES.keys())


async def play(path: Place, rules: Rules, *, answers: int = 6, channel: int = 5) -> Game:
    """Stores a running game with this number of answers and returns it; each answer is the first key of the first
    asked seat.
    """
    async with Database.opened(path) as db:
        game = await db.tables.open(_table(rules, channel), SEED)
        for seat in range(rules.seats[0]):
            await db.seats.add(game, ANNA + seat, f"Player {seat}")
        names = [row.name for row in await db.seats.of(game)]
        running = Game.new(rules, names, game_id=str(game), seed=SEED)
        await db.tables.start(game, rules.edition, NOON, options=running.head.options)
        for _ in range(answers):
            seat_asked = running.waiting[0]
            running.answer(running.number, seat_asked, [next(iter(running.keys(seat_asked)))])
        await db.record.append(game, [Entry.of(entry, NOON) for entry in running.entries])
    return running


def _table(rules: Rules, channel: int) -> NewGame:
    return NewGame(
        guild=None,
        channel=channel,
        kind=rules.name,
        edition=rules.edition,
        language="cs",
        options={},
        turn_seconds=None,
        window_seconds=None,
        pace="untimed",
        created=NOON,
        host=ANNA,
    )


@KINDS
def test_a_game_as_it_was_played_replays(rules: Rules, path: Place, capsys: pytest.CaptureFixture[str]) -> None:
    running = asyncio.run(play(path, rules))
    assert main(["check", "--database", named(path)]) == 0
    assert capsys.readouterr().out.splitlines() == [
        f"game 1 ({rules.name} {rules.edition}, channel 5): replays, {len(running.entries)} entries",
        "1 unfinished game, 0 that do not replay",
    ]


@KINDS
def test_the_stored_record_is_the_rules_record(rules: Rules, path: Place) -> None:
    running = asyncio.run(play(path, rules))

    async def stored() -> list[str]:
        async with Database.opened(path) as db:
            return record_of(await db.games.get(1), await db.seats.of(1), await db.record.entries(1), SEED).lines()

    assert asyncio.run(stored()) == running.record().lines()


@KINDS
def test_a_game_that_does_not_replay_is_named_with_its_line(
    rules: Rules, path: Place, capsys: pytest.CaptureFixture[str]
) -> None:
    running = asyncio.run(play(path, rules))
    last = running.entries[-1]
    spoil(path, number=last.number, kind="hopscotch")
    lines = running.record().lines()
    assert main(["check", "--database", named(path)]) == 1
    report, summary = capsys.readouterr().out.splitlines()
    assert report.startswith(f"game 1 ({rules.name} {rules.edition}, channel 5): does not replay: line {len(lines)}: ")
    assert "expected" in report
    assert "hopscotch" in report.partition("found")[2]
    assert summary == "1 unfinished game, 1 that does not replay"


def spoil(path: Place, number: int, kind: str) -> None:
    """Changes the kind of an entry in the database and its hash chain, as if it had been played by other rules. Deletes
    the trigger that forbids this.
    """
    with raw(path) as db:
        db.execute("DROP TRIGGER entries_never_change" + (" ON entries" if isinstance(path, Dsn) else ""))
        assert db.execute("UPDATE entries SET kind = ? WHERE number = ?", (kind, number)).rowcount == 1
    rechain(path)


def test_lobbies_and_unknown_games_are_told_apart(path: Place, capsys: pytest.CaptureFixture[str]) -> None:
    async def tables() -> None:
        async with Database.opened(path) as db:
            await db.tables.open(_table(GAMES["mafia_city"], 1), SEED)
            await db.tables.start(await open_lobby(db, channel=2), 1, NOON)
            over = await open_lobby(db, channel=3)
            await db.tables.finish(over, "ended", None, NOON)
            await open_lobby(db, channel=4)

    asyncio.run(tables())
    assert main(["check", "--database", named(path)]) == 1
    lobby, unknown, waiting, summary = capsys.readouterr().out.splitlines()
    edition = GAMES["mafia_city"].edition
    assert lobby == f"game 1 (mafia_city {edition}, channel 1): lobby, nothing to replay"
    assert unknown.startswith("game 2 (some_game 1, channel 2): does not replay: line 2: expected one of the games ")
    assert unknown.endswith("found some_game")
    assert waiting.startswith("game 4 (some_game 1, channel 4): does not replay: expected one of the games ")
    assert summary == "3 unfinished games, 2 that do not replay"


@KINDS
def test_rules_that_fail_over_a_game_are_a_finding(
    rules: Rules, path: Place, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    asyncio.run(play(path, rules))

    def defect(*_: object) -> None:
        raise ZeroDivisionError("a correction gone wrong")

    monkeypatch.setattr(Game, "replay", defect)
    assert main(["check", "--database", named(path)]) == 1
    assert "does not replay: the rules fail over it (ZeroDivisionError)" in (capsys.readouterr().out)


async def _garbled(path: Path, sql: str) -> None:
    """Stores a lobby (game 1) and a running game (game 2), and then damages a row with this statement."""
    async with Database.opened(path) as db:
        await db.tables.open(_table(GAMES["mafia_city"], 1), SEED)
        await db.seats.add(1, ANNA, "Anna", joined=NOON)
    await play(path, GAMES["mafia_city"], channel=2)
    with raw(path) as connection:
        connection.execute("DROP TRIGGER IF EXISTS entries_never_change")
        connection.execute("PRAGMA ignore_check_constraints = ON")
        connection.execute(sql)


@pytest.mark.parametrize(
    ("sql", "code", "hit", "word"),
    [
        ("UPDATE seats SET joined = '2o25' WHERE game = 1", 1, 1, "its rows are garbled (ValueError)"),
        ("UPDATE seats SET left_at = '2o25' WHERE game = 2", 1, 2, "its rows are garbled (ValueError)"),
        ("UPDATE games SET kind = 'mafia_citx' WHERE id = 1", 1, 1, "expected one of the games"),
        ("UPDATE games SET phase = 'lobbx' WHERE id = 1", 2, 1, "its phase is none"),
        ("UPDATE games SET pace = CAST(x'B5' AS TEXT) WHERE id = 1", 1, 1, "its row, or the data stored with it"),
        ("UPDATE entries SET keys = CAST(x'B5' AS TEXT) WHERE game = 2 AND sequence = 3", 1, 2, "entry 4 of "),
        ("UPDATE seats SET name = CAST(x'B5' AS TEXT) WHERE game = 2", 1, 2, "its seats cannot be read"),
    ],
)
def test_any_damage_to_a_table_is_named_and_the_other_table_passes(
    tmp_path: Path, sql: str, code: int, hit: int, word: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "games"
    asyncio.run(_garbled(path, sql))
    assert main(["check", "--database", str(path)]) == code
    lines = capsys.readouterr().out.splitlines()[:2]
    assert [line.split()[1] for line in lines] == ["1", "2"]
    assert word in lines[hit - 1]
    assert "lobby" in lines[0] if hit == 2 else "replays, " in lines[1]
