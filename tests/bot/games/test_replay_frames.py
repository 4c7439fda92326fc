"""Tests the frames and the film of a finished game: no event is missing, and each shows what its viewer saw then."""

from __future__ import annotations

import itertools
import random
from typing import Any

import pytest

from bot.drawing import MAX_ALT
from bot.drawing.film import MAX_FILM_BYTES, Scene, film
from bot.games import GAME_UIS, context
from bot.games.pictures import Pictures
from bot.games.replay_frames import MAX_TURNING_POINTS, ReplayFrames, both, spread
from bot.messages.illustrator import caption
from bot.texts import translator_for
from rules import GAMES
from rules.engine import Game
from rules.events import ALL
from tests.bot.games.every_board import (
    EVERY_GAME,
    LETTERS,
    SMALLEST_AND_LARGEST,
    WITH_PICTURES,
    facts,
    finished,
    looked_at,
    played,
)
from tests.bot.laid_out import answer

LONG_GAMES = 12
"""The number of random games among which the longest one is chosen."""


def moments(kind: str, seats: int, seed: int) -> list[tuple[int, dict[str | None, Any]]]:
    """Returns (number of answers, views by seat) before each decision and at the end; seat None is an onlooker."""
    return [
        (len(game.entries), {seat: game.view(seat) for seat in (None, *game.seats)})
        for game in played(kind, seats, seed)
    ]  # fmt: skip


@pytest.mark.tier("test")
@SMALLEST_AND_LARGEST
def test_every_frame_shows_what_everyone_saw_at_that_moment(kind: str, seats: int) -> None:
    saw = dict(moments(kind, seats, seed=3))
    replay_frames = ReplayFrames(finished(kind, seats, seed=3))
    whole = [at for at, frame in enumerate(replay_frames.frames) if frame.told is None]
    assert len(whole) > 5
    for at in {*whole[::7], whole[-1]}:
        shot = replay_frames.shot(at)
        views = saw[shot.frame.entries]
        assert shot.view == views[None]
        for seat in LETTERS[:seats]:
            assert replay_frames.shot(at, seat).view == views[seat]


@pytest.mark.tier("test")
@SMALLEST_AND_LARGEST
def test_the_frames_together_tell_everything_once_and_an_onlooker_nothing_private(kind: str, seats: int) -> None:
    game = finished(kind, seats, seed=4)
    replay_frames = ReplayFrames(game)
    shots = [replay_frames.shot(at) for at in range(len(replay_frames.frames))]
    assert [event for shot in shots for event in shot.events] == [event for event in game.told if event.to == ALL]
    first = LETTERS[0]
    own = [event for at in range(len(replay_frames.frames)) for event in replay_frames.shot(at, first).events]
    assert own == [event for event in game.told if event.to in (ALL, first)]


@EVERY_GAME
def test_chapters_leave_nothing_out(kind: str) -> None:
    game = finished(kind, GAMES[kind].seats[0], seed=5)
    replay_frames = ReplayFrames(game)
    chapters = list(replay_frames.chapters)
    assert chapters[0] == 0
    assert chapters[-1] == len(replay_frames.frames) - 1
    told = [*replay_frames.shot(0).events]
    for before, at in itertools.pairwise(chapters):
        told += replay_frames.shot(at, since=before).events
    assert told == [event for event in game.told if event.to == ALL]


@EVERY_GAME
def test_all_hands_open_knows_what_every_seat_knows(kind: str) -> None:
    seats = GAMES[kind].seats[-1]
    replay_frames = ReplayFrames(finished(kind, seats, seed=6))
    for at in range(0, len(replay_frames.frames), 9):
        view = replay_frames.shot(at, replay_frames.seats).view
        for seat in replay_frames.seats:
            assert view["players"][seat]["hand"] == replay_frames.shot(at, seat).view["players"][seat]["hand"]


def test_two_views_together_hide_only_what_both_hide() -> None:
    one = {"a": {"hand": ["x"]}, "b": {"cards": 2}, "lying": [None, "y"], "points": 1}
    other = {"a": {"cards": 1}, "b": {"hand": ["z"]}, "lying": ["w", None], "points": ["p"]}
    assert both(one, other) == {
        "a": {"hand": ["x"], "cards": 1}, "b": {"cards": 2, "hand": ["z"]}, "lying": ["w", "y"], "points": ["p"],
    }  # fmt: skip


@EVERY_GAME
def test_a_game_that_has_not_ended_is_cut_up_to_where_it_was_ended(kind: str) -> None:
    for most in (1, 2, 30):
        games = list(played(kind, GAMES[kind].seats[0], seed=7, most=most))
        replay_frames = ReplayFrames(games[-1])
        assert replay_frames.shot(len(replay_frames.frames) + 5).view == games[-1].view(None)
        assert replay_frames.shot(-5).frame == replay_frames.frames[0]


def test_a_sequence_is_drawn_from_public_facts_alone() -> None:
    kind, shown = "kralovske_rosady", 0
    dice, table, said = random.Random(2), facts(kind, 2), translator_for("cs")
    game = Game.new(GAMES[kind], ("Anna", "Bert"), game_id="42", seed=bytes(32))
    while game.decision is not None:
        since = len(game.told)
        answer(game, dice)
        told = [event for event in game.told[since:] if event.to == ALL]
        for count in GAME_UIS[kind].get(Pictures).scenes(told):
            sketch = (
                GAME_UIS[kind]
                .get(Pictures)
                .scene(GAME_UIS[kind].context(table, said, looked_at(game).view(None)), told, count)
            )
            assert sketch is not None
            assert len(sketch.alt) <= MAX_ALT
            assert sketch.alt.count("nevyhodnoceno") == len(GAME_UIS[kind].get(Pictures).scenes(told)) - 1 - shown % 2
            shown += 1
    assert shown == 12, "two columns in each of six rounds"


def test_stops_are_spread_evenly_with_both_ends() -> None:
    assert spread(range(5), 25) == [0, 1, 2, 3, 4]
    found = spread(range(1000), 25)
    assert (found[0], found[-1], len(found)) == (0, 999, 25)
    steps = {second - first for first, second in itertools.pairwise(found)}
    assert steps <= {41, 42}


# The film


def longest(kind: str) -> Game:
    seats = GAMES[kind].seats[-1]
    return max((finished(kind, seats, seed) for seed in range(LONG_GAMES)), key=lambda game: len(game.entries))


@pytest.mark.tier("test")
@WITH_PICTURES
def test_the_film_of_the_longest_game_is_small_enough(kind: str) -> None:
    replay_frames, said = ReplayFrames(longest(kind)), translator_for("cs")
    table = facts(kind, len(replay_frames.seats), phase="over")
    points = replay_frames.turning_points()
    assert points[0] == 0
    assert points[-1] == len(replay_frames.frames) - 1
    assert 2 < len(points) <= MAX_TURNING_POINTS
    scenes = []
    for at in points:
        shot = replay_frames.shot(at)
        pictures, ctx = GAME_UIS[kind].get(Pictures), context(table, said, view=shot.view)
        told = shot.frame.told
        sketch = pictures.board(ctx) if told is None else pictures.scene(ctx, shot.together, told)
        assert sketch is not None
        scenes.append(Scene(sketch, caption(shot, table, said)))
    drawn = film(scenes, "A game").picture()
    assert drawn.kind == "gif"
    assert len(drawn.png) < MAX_FILM_BYTES
    assert len(drawn.alt) <= MAX_ALT
    assert drawn.alt.startswith("A game")


def test_a_film_that_is_too_large_is_drawn_smaller(monkeypatch: pytest.MonkeyPatch) -> None:
    kind = "kralovske_rosady"
    game = finished(kind, 2, seed=1)
    sketch = GAME_UIS[kind].get(Pictures).board(context(facts(kind, 2), translator_for("en"), game))
    assert sketch is not None
    scenes = [Scene(sketch, "")] * 2
    large = len(film(scenes, "").picture().png)
    monkeypatch.setattr("bot.drawing.film.MAX_FILM_BYTES", large)
    assert len(film(scenes, "").picture().png) < large
    monkeypatch.setattr("bot.drawing.film.MAX_FILM_BYTES", 10)
    with pytest.raises(ValueError, match="exceeds the size limit"):
        film(scenes, "").picture()
