"""What a crash may leave half done is remembered: old boards, untold ends, votes; and settings that stand in .env."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from rules import GAMES, install
from storage import OldBoard, Outcome, Store
from storage.__main__ import main
from tests.storage.table import ANNA, CHANNEL, NOON, begin, minutes, named, open_lobby
from tests.storage.test_check import play

DECK = "KRUPIER_MAFIA_CITY_DECK"


async def test_a_newer_board_makes_the_one_before_an_old_one_until_it_is_closed(store: Store) -> None:
    game = await begin(store)
    await store.set_board(game, 500, 9001, NOON)
    assert await store.old_boards(game) == []
    await store.set_board(game, 501, 9002, NOON)
    await store.set_board(game, 501, 9003, NOON)
    assert await store.old_boards(game) == [OldBoard(game, 500, 9001), OldBoard(game, 501, 9002)]
    await store.set_closed(game, 9001)
    assert await store.all_old_boards() == [OldBoard(game, 501, 9002)]


async def test_the_same_board_noted_again_is_not_old(store: Store) -> None:
    game = await begin(store)
    await store.set_board(game, 500, 9001, NOON)
    await store.set_board(game, 500, 9001, NOON + minutes(1))
    assert await store.old_boards(game) == []


async def test_old_boards_outlive_the_game(store: Store) -> None:
    game = await begin(store)
    await store.set_board(game, 500, 9001, NOON)
    await store.set_board(game, 500, 9002, NOON)
    await store.finish_game(game, "ended", None, NOON)
    assert await store.all_old_boards() == [OldBoard(game, 500, 9001)]


async def test_an_end_is_untold_until_it_is_told(store: Store) -> None:
    ended, over, running = await begin(store, 1), await begin(store, 2), await begin(store, 3)
    await store.finish_game(ended, "ended", None, NOON)
    await store.append(over, [], outcome=Outcome("over", "{}", NOON))
    assert await store.untold_ends() == [ended, over]
    await store.set_end_told(ended)
    assert await store.untold_ends() == [over]
    assert (await store.game(running)).phase == "running"


async def test_votes_of_the_lobby_do_not_survive_the_start(store: Store) -> None:
    game = await open_lobby(store)
    await store.set_vote(game, "end", ANNA, True)
    await store.start_game(game, 1, NOON)
    assert (await store.state(game)).votes == {}


async def test_the_latest_game_played_here_is_found_behind_a_lobby(store: Store) -> None:
    assert await store.latest_played_in(CHANNEL) is None
    lobby = await open_lobby(store)
    await store.finish_game(lobby, "ended", None, NOON)
    assert await store.latest_played_in(CHANNEL) is None
    played = await begin(store)
    assert await store.latest_played_in(CHANNEL) is None
    await store.finish_game(played, "ended", None, NOON)
    await open_lobby(store)
    found = await store.latest_played_in(CHANNEL)
    assert found is not None
    assert found.id == played


async def test_time_given_back_and_the_heartbeat_go_together(store: Store) -> None:
    game = await begin(store)
    await store.heartbeat(NOON)
    await store.set_deadline(game, 1, NOON + minutes(2))
    await store.shift_deadlines(minutes(5), NOON + minutes(5))
    assert await store.give_back_downtime(NOON + minutes(6)) == minutes(1)
    row = (await store.state(game)).deadline
    assert row is not None
    assert row.due == NOON + minutes(8)


def test_a_deck_that_stands_in_the_file_alone_is_found(
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
