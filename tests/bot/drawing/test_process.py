"""Tests the drawing process.

It draws the same pictures, its failures do not reach the bot, and threads draw if no process can.
"""

from __future__ import annotations

import asyncio
import logging
import os
import pickle
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool

import pytest
from PIL import Image

from bot.drawing import Sketch, process
from bot.drawing.film import Scene, film
from bot.drawing.montage import Owned, montage
from bot.drawing.process import TRIES, DrawingProcess, NotDrawn
from bot.drawing.studio import Studio
from bot.games import GAME_UIS
from bot.games.pictures import Pictures
from bot.processes import pool as processes
from bot.texts import translator_for
from rules.engine import Game
from tests.bot.gallery import content_hash
from tests.bot.games.every_board import WITH_PICTURES, games_with, undecided
from tests.bot.games.pictures import pictured_board

SECRET = "police_chief-hat"


def number_of_the_process(_scene: object, _language: str) -> Image.Image:
    """Returns an image whose width and height encode the ID of the process that draws it."""
    return Image.new("RGB", (os.getpid() % 1000 + 1, os.getpid() // 1000 + 1))


def fails(scene: object, _language: str) -> Image.Image:
    raise KeyError(scene)


def dies(_scene: object, _language: str) -> Image.Image:
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError


def never_ends(_scene: object, _language: str) -> Image.Image:
    while True:
        pass


def of(paint: Callable[[object, str], Image.Image], scene: object = "scene") -> Sketch:
    return Sketch("game", "board", "cs", scene, "alt", paint)


@pytest.fixture
def drawing() -> Iterator[DrawingProcess]:
    beside = DrawingProcess()
    yield beside
    beside.close()


def game_of(kind: str) -> Game:
    *_, game = undecided(kind, 3, 4, 12)
    return game


def hand_of(kind: str, game: Game) -> Sketch:
    hands = (GAME_UIS[kind].get(Pictures).hand(game.view(seat), seat, translator_for("cs")) for seat in game.seats)
    return next(hand for hand in hands if hand is not None)


async def test_every_game_is_drawn_there_as_it_is_here(drawing: DrawingProcess) -> None:
    for kind in games_with(Pictures):
        game = game_of(kind)
        board, hand = pictured_board(kind, game), hand_of(kind, game)
        together = montage(board, [Owned(hand, "a", "Anna")])
        for sketch in (board, hand, together, film([Scene(board, "One"), Scene(together, "Two")], "Film")):
            assert content_hash(await drawing.draw(sketch)) == content_hash(sketch.picture())


@WITH_PICTURES
def test_everything_that_a_game_shows_can_be_sent_to_a_process(kind: str) -> None:
    said, pictures = translator_for("cs"), GAME_UIS[kind].get(Pictures)
    topics = [pictures.topic(topic.key, said) for topic in GAME_UIS[kind].topics(said)]
    told = 0
    for sketch in topics:
        if sketch is not None:
            told += 1
            assert pickle.loads(pickle.dumps(sketch)) == sketch
    assert told


async def test_drawing_happens_in_another_process(drawing: DrawingProcess) -> None:
    sketch = of(number_of_the_process)
    first = await drawing.draw(sketch)
    assert first != sketch.picture()
    assert await drawing.draw(sketch) == first


async def test_only_the_class_of_an_error_is_reported_back(
    drawing: DrawingProcess, caplog: pytest.LogCaptureFixture
) -> None:  # fmt: skip
    with pytest.raises(NotDrawn, match=r"\AKeyError\Z") as failure:
        await drawing.draw(of(fails, SECRET))
    assert SECRET not in str(failure.value.__cause__) + str(failure.value.__context__)
    assert await Studio(drawing.draw).picture(of(fails, SECRET)) is None
    assert [record.getMessage() for record in caplog.records] == [
        "cannot draw pictures (game, board): KeyError; only the text is shown"
    ]


async def test_a_new_process_draws_after_the_drawing_process_died(
    drawing: DrawingProcess, caplog: pytest.LogCaptureFixture
) -> None:  # fmt: skip
    for _ in range(TRIES + 1):
        with pytest.raises(BrokenProcessPool):
            await drawing.draw(of(dies))
    sketch = of(number_of_the_process)
    assert await drawing.draw(sketch) != sketch.picture()
    said = "the process that draws pictures has died (BrokenProcessPool); a new one is begun"
    assert [record.getMessage() for record in caplog.records] == [said] * (TRIES + 1)


async def test_a_drawing_without_end_ends_its_process() -> None:
    beside = DrawingProcess(0.1)
    with pytest.raises(BrokenProcessPool):
        await beside.draw(of(never_ends))
    beside.close()


async def test_threads_draw_if_no_process_can_start(
    monkeypatch: pytest.MonkeyPatch, drawing: DrawingProcess
) -> None:  # fmt: skip
    def refused(*_: object) -> ProcessPoolExecutor:
        raise OSError("no more processes")

    monkeypatch.setattr(processes, "pool", refused)
    sketch = of(number_of_the_process)
    drawing.warm()
    assert content_hash(await drawing.draw(sketch)) == content_hash(sketch.picture())


def ends_at_once(_longest: float) -> None:
    os._exit(1)


async def test_threads_draw_if_every_process_ends_at_its_start(
    monkeypatch: pytest.MonkeyPatch, drawing: DrawingProcess, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(process, "_begin", ends_at_once)
    caplog.set_level(logging.WARNING, process.__name__)
    sketch = of(number_of_the_process)
    for _ in range(TRIES):
        with pytest.raises(BrokenProcessPool):
            await drawing.draw(sketch)
    assert content_hash(await drawing.draw(sketch)) == content_hash(sketch.picture())
    assert "from now on they are drawn in threads" in caplog.records[-1].getMessage()


async def test_a_film_leaves_no_process_behind() -> None:
    passing = DrawingProcess(stays=False)
    sketch = of(number_of_the_process)
    first, second = await asyncio.gather(passing.draw(sketch), passing.draw(sketch))
    assert first == second
    assert await passing.draw(sketch) != first
