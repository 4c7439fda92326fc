"""Tests replays: every frame of every game fits Discord's limits from each point of view, and all frames are reached
one after the other.
"""

from __future__ import annotations

import pytest

from bot.features.replay import view as replay_view
from bot.features.replay.view import BY_CHAPTERS, BY_MOVES, EVERYBODY, FROM_OUTSIDE, MAX_STOPS, Place, before, place_of
from bot.games.replay_frames import ReplayFrames
from bot.texts import translator_for
from bot.views.custom_id import parse
from tests.bot.games.every_board import EVERY_LANGUAGE, SMALLEST_AND_LARGEST, facts, finished
from tests.bot.laid_out import LONGEST_ID
from tests.bot.screen import Screen


def shown(kind: str, replay_frames: ReplayFrames, place: Place, language: str = "cs") -> Screen:
    place = place._replace(at=replay_frames.stop(place.at, by_chapters=place.by_chapters))
    seen = place.seen(replay_frames.seats)
    assert seen is not None
    shot = replay_frames.shot(place.at, seen, before(replay_frames, place))
    return Screen(
        replay_view.replay(
            facts(kind, len(replay_frames.seats), phase="over"), replay_frames, shot, place, translator_for(language)
        )
    )


@pytest.mark.tier("test")
@EVERY_LANGUAGE
@SMALLEST_AND_LARGEST
def test_every_frame_fits_into_a_message(kind: str, seats: int, language: str) -> None:
    replay_frames = ReplayFrames(finished(kind, seats, seed=8))
    for at in range(0, len(replay_frames.frames), 17):
        for mode in (BY_CHAPTERS, BY_MOVES):
            for view in (FROM_OUTSIDE, seats, EVERYBODY):
                screen = shown(kind, replay_frames, Place(at, mode, view), language)
                assert len(screen.selects) == 2
                assert len(screen.selects[0]["options"]) <= MAX_STOPS


@pytest.mark.tier("test")
@SMALLEST_AND_LARGEST
def test_one_step_after_the_other_leads_from_the_beginning_to_the_end_and_back(kind: str, seats: int) -> None:
    replay_frames = ReplayFrames(finished(kind, seats, seed=9))
    for mode in (BY_CHAPTERS, BY_MOVES):
        place, walked = Place(0, mode, 1), [0]
        for button in (2, 1):
            while True:
                pressed = shown(kind, replay_frames, place).buttons[button]
                if pressed.get("disabled"):
                    break
                custom = parse(pressed["custom_id"])
                assert custom is not None
                following = place_of(custom)
                assert following is not None
                assert following[1:] == place[1:]
                place = following
                walked.append(place.at)
        there = list(replay_frames.stops(by_chapters=mode == BY_CHAPTERS))
        assert walked == [*there, *there[-2::-1]]


@pytest.mark.parametrize("view", [3, 8, 10, 77])
def test_there_is_no_view_of_a_seat_that_no_one_holds(view: int) -> None:
    assert Place(0, BY_MOVES, view).seen("ab") is None


def test_an_onlooker_s_frame_has_no_hand_and_a_seat_s_has_its_own() -> None:
    kind = "kralovske_rosady"
    replay_frames = ReplayFrames(finished(kind, 2, seed=10))
    outside = shown(kind, replay_frames, Place(4, BY_MOVES)).text
    inside = shown(kind, replay_frames, Place(4, BY_MOVES, 1)).text
    assert f"🔴A <@{LONGEST_ID}>**" not in outside
    assert f"🔴A <@{LONGEST_ID}>**" in inside
    assert "🔵B <@9223372036854775806>**" not in inside
