"""The check replays stored games of every kind there is, and names the line that no longer fits."""

from __future__ import annotations

import asyncio

import pytest

from rules import GAMES
from rules.engine import Game, Rules
from storage import Entry, NewGame, Store
from storage.__main__ import main
from storage.dsn import Dsn, Place
from storage.replay import record_of
from tests.storage.table import ANNA, NOON, SEED, named, open_lobby, raw, rechain

KINDS = pytest.mark.parametrize("rules", GAMES.values(), ids=GAMES.keys())


async def play(path: Place, rules: Rules, *, answers: int = 12, channel: int = 5) -> Game:
    """A stored game in which whoever is asked first takes the first key, as many times."""
    async with Store.opened(path) as store:
        game = await store.create_game(_table(rules, channel), SEED)
        for seat in range(rules.seats[0]):
            await store.seat(game, ANNA + seat, f"Player {seat}")
        names = [row.name for row in await store.seats(game)]
        running = Game.new(rules, names, game_id=str(game), seed=SEED)
        await store.start_game(game, rules.edition, NOON, options=running.head.options)
        for _ in range(answers):
            seat_asked = running.waiting[0]
            running.answer(running.number, seat_asked, [next(iter(running.keys(seat_asked)))])
        await store.append(game, [Entry.of(entry, NOON) for entry in running.entries])
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
        async with Store.opened(path) as store:
            return record_of(await store.game(1), await store.seats(1), await store.entries(1), SEED).lines()

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
    """What no Krupier does: change the record, as if the rules had been other ones."""
    with raw(path) as db:
        db.execute("DROP TRIGGER entries_never_change" + (" ON entries" if isinstance(path, Dsn) else ""))
        assert db.execute("UPDATE entries SET kind = ? WHERE number = ?", (kind, number)).rowcount == 1
    rechain(path)


def test_lobbies_and_unknown_games_are_told_apart(path: Place, capsys: pytest.CaptureFixture[str]) -> None:
    async def tables() -> None:
        async with Store.opened(path) as store:
            await open_lobby(store, channel=1)
            await store.start_game(await open_lobby(store, channel=2), 1, NOON)
            over = await open_lobby(store, channel=3)
            await store.finish_game(over, "ended", None, NOON)

    asyncio.run(tables())
    assert main(["check", "--database", named(path)]) == 1
    lobby, unknown, summary = capsys.readouterr().out.splitlines()
    assert lobby == "game 1 (some_game 1, channel 1): lobby, nothing to replay"
    assert unknown.startswith("game 2 (some_game 1, channel 2): does not replay: line 2: expected one of the games ")
    assert unknown.endswith("found some_game")
    assert summary == "2 unfinished games, 1 that does not replay"


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
