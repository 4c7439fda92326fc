"""Tests unfinished work that a crash may leave: old boards, ends not announced, votes; and settings in .env."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from rules import GAMES, install
from storage import Database, Outcome, PostSlot
from storage.__main__ import main
from tests.storage.table import ANNA, CHANNEL, NOON, begin, board, minutes, named, old_board, open_lobby
from tests.storage.test_check import play

DECK = "KRUPIER_MAFIA_CITY_DECK"


async def test_a_newer_board_makes_the_one_before_an_old_one_until_it_is_closed(db: Database) -> None:
    game = await begin(db)
    await db.messages.put(board(game, 500, 9001, NOON), posted=True)
    assert await db.messages.of("board", game, old=True) == []
    await db.messages.put(board(game, 501, 9002, NOON), posted=True)
    await db.messages.put(board(game, 501, 9003, NOON), posted=True)
    assert await db.messages.of("board", game, old=True) == [old_board(game, 500, 9001), old_board(game, 501, 9002)]
    await db.messages.remove_old(PostSlot("board", game), 9001)
    assert await db.messages.of("board", old=True) == [old_board(game, 501, 9002)]


async def test_the_same_board_noted_again_is_not_old(db: Database) -> None:
    game = await begin(db)
    await db.messages.put(board(game, 500, 9001, NOON), posted=True)
    await db.messages.put(board(game, 500, 9001, NOON + minutes(1)), posted=True)
    assert await db.messages.of("board", game, old=True) == []


async def test_a_board_that_was_found_is_an_old_one_unless_it_is_the_present_one(db: Database) -> None:
    game = await begin(db)
    slot = PostSlot("board", game)
    await db.messages.begin(slot, "a nonce")
    await db.messages.note_old(slot, 500, 9001)
    await db.messages.put(board(game, 500, 9002, NOON), posted=True)
    for number in (9001, 9002, 9001):
        await db.messages.note_old(slot, 500, number)
    assert await db.messages.of("board", game, old=True) == [old_board(game, 500, 9001)]
    assert await db.messages.of("board", game) == [board(game, 500, 9002, NOON)]


async def test_old_boards_outlive_the_game(db: Database) -> None:
    game = await begin(db)
    await db.messages.put(board(game, 500, 9001, NOON), posted=True)
    await db.messages.put(board(game, 500, 9002, NOON), posted=True)
    await db.tables.finish(game, "ended", None, NOON)
    assert await db.messages.of("board", old=True) == [old_board(game, 500, 9001)]


async def test_an_end_is_untold_until_it_is_told(db: Database) -> None:
    ended, over, running = await begin(db, 1), await begin(db, 2), await begin(db, 3)
    await db.tables.finish(ended, "ended", None, NOON)
    await db.record.append(over, [], outcome=Outcome("over", "{}", NOON))
    assert await db.archive.untold_ends() == [ended, over]
    await db.archive.set_end_told(ended)
    assert await db.archive.untold_ends() == [over]
    assert (await db.games.get(running)).phase == "running"


async def test_votes_of_the_lobby_do_not_survive_the_start(db: Database) -> None:
    game = await open_lobby(db)
    await db.consents.set_vote(game, "end", ANNA, True)
    await db.tables.start(game, 1, NOON)
    assert (await db.tables.state(game)).votes == {}


async def test_the_latest_game_played_here_is_found_behind_a_lobby(db: Database) -> None:
    assert await db.archive.latest_in(CHANNEL) is None
    lobby = await open_lobby(db)
    await db.tables.finish(lobby, "ended", None, NOON)
    assert await db.archive.latest_in(CHANNEL) is None
    played = await begin(db)
    assert await db.archive.latest_in(CHANNEL) is None
    await db.tables.finish(played, "ended", None, NOON)
    await open_lobby(db)
    found = await db.archive.latest_in(CHANNEL)
    assert found is not None
    assert found.id == played


async def test_time_given_back_and_the_heartbeat_go_together(db: Database) -> None:
    game = await begin(db)
    await db.deadlines.heartbeat(NOON)
    await db.deadlines.set(game, 1, NOON + minutes(2))
    await db.deadlines.shift(minutes(5), NOON + minutes(5))
    assert await db.deadlines.give_back_downtime(NOON + minutes(6)) == minutes(1)
    row = (await db.tables.state(game)).deadline
    assert row is not None
    assert row.due == NOON + minutes(8)


def test_a_deck_that_is_only_in_the_file_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shipped = Path(__file__).parents[2] / "rules" / "mafia_city" / "deck.toml"
    own = tmp_path / "own.toml"
    own.write_text(shipped.read_text("utf-8").replace('name = "', 'name = "our-', 1), "utf-8")
    path = tmp_path / "krupier.sqlite3"
    install({DECK: str(own)})
    asyncio.run(play(path, GAMES["mafia_city"]))
    install({})
    monkeypatch.setenv(DECK, "")
    (tmp_path / ".env").write_text(f"{DECK}={own}\n", "utf-8")
    monkeypatch.chdir(tmp_path)
    assert main(["check", "--database", named(path)]) == 0
    assert "1 unfinished game, 0 that do not replay" in capsys.readouterr().out


def test_a_file_of_settings_that_cannot_be_read_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / ".env").write_bytes(b"\xff\xfe=\xff")
    monkeypatch.chdir(tmp_path)
    assert main(["check", "--database", "none.sqlite3"]) == 2
    assert ".env cannot be read" in capsys.readouterr().err
