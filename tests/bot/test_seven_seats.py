"""Tests a toy game with seven seats, more than any real game has: it is drawn and shown."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from bot.drawing import Studio
from bot.drawing.seats import emoji_of
from bot.drawing.sketch import Sketch
from bot.drawing.tokens import player_disc
from bot.features.finished_games import view as post_game_view
from bot.features.lobby import view as lobby_view
from bot.features.play import board_view
from bot.features.replay import view as replay_view
from bot.games.log import log
from bot.games.replay_frames import ReplayFrames
from bot.messages.illustrator import Illustrator
from bot.tables.live import LiveTable
from bot.texts import translator_for
from rules.engine import Game
from tests.bot.gallery import alt
from tests.bot.games.every_board import NAMES, facts, played
from tests.bot.games.pictures import Sheet
from tests.bot.screen import Screen
from tests.bot.table import Evening
from tests.bot.toy import register

LETTERS = "abcdefg"
MARKS = [f"{emoji_of(seat)}{seat.upper()}" for seat in LETTERS]
EN = translator_for("en")


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    register(monkeypatch, len(LETTERS), pictures=True)


def whole_game() -> Game:
    *_, game = played("toy", len(LETTERS), 1)
    assert game.over
    return game


def lacking(view: object) -> list[str]:
    """Returns the marks of the seats that a message does not show."""
    text = Screen(view).text  # type: ignore[arg-type]  # any view
    return [mark for mark in MARKS if mark not in text]


def test_every_message_marks_all_seven_seats() -> None:
    game, over = next(played("toy", len(LETTERS), 1)), whole_game()
    table = replace(facts("toy", len(LETTERS)), options={"length": "short"})
    assert lacking(lobby_view.lobby(replace(table, phase="lobby"), EN)) == []
    assert lacking(board_view.board(table, game, EN)) == []
    assert lacking(board_view.board(replace(table, banks=dict.fromkeys(LETTERS, 75)), game, EN)) == []
    assert lacking(replay_view.film(table, EN)) == []
    assert [mark for mark in MARKS if mark not in "\n".join(log(table, over, EN))] == []
    assert lacking(post_game_view.ended(replace(table, phase="over"), over, EN)) == []


def drawn(sketch: Sketch | None, sheet: Sheet, size: int) -> list[str]:
    """Draws a picture and returns the seats whose discs of that size are on it."""
    assert sketch is not None
    sheet.pieces.clear()
    assert sketch.picture().png
    return [seat for seat in LETTERS if sheet.boxes_of([player_disc(seat, size)])]


def test_every_picture_shows_all_seven_seats(monkeypatch: pytest.MonkeyPatch) -> None:
    """Board, points and replay of a game with seven seats show the disc of each seat, and draw nothing outside."""
    illustrator, sheet = Illustrator(Studio()), Sheet.watched(monkeypatch)
    table, game, over = facts("toy", len(LETTERS)), next(played("toy", len(LETTERS), 1)), whole_game()
    row = SimpleNamespace(phase="running", kind="toy", language="en")
    for shown, size in ((game, 66), (over, 58), (over, 52)):
        live = cast("LiveTable", SimpleNamespace(game=shown, facts=table, row=row))
        assert drawn(illustrator.board(live), sheet, size) == list(LETTERS)
    replay_frames = ReplayFrames(over)
    assert drawn(illustrator.replayed(replay_frames.shot(1, LETTERS), table, EN), sheet, 54) == list(LETTERS)


async def test_seven_people_play(database: Path) -> None:
    people = NAMES[: len(LETTERS)]
    async with Evening.of(*people, database=database, locale="en-US") as evening:
        lobby = await evening.open(*people, game="toy")
        assert [mark for mark in MARKS if mark not in lobby.text] == []
        await evening.press_board(people[0], "start")
        said = await evening.board_in_words(people[0])
        assert [mark for mark in MARKS if mark not in said] == []
        assert alt(evening.board()) == "The board of 7."
        for seat in LETTERS:
            assert evening.game.waiting == (seat,)
            await evening.answer(seat, *list(evening.game.keys(seat))[:2])
            await evening.answer(seat, next(iter(evening.game.keys(seat))))
        assert f"{MARKS[-1]} <@{evening.person(people[-1]).id}> does something." in evening.board().text
