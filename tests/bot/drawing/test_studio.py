"""Tests the studio: it draws each picture once, outside the event loop, gives up in time, and raises nothing."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from dataclasses import replace

import pytest
from PIL import Image

from bot.drawing import Picture, Sketch, Studio
from bot.drawing.studio import MAX_CONCURRENT

SECRET = "police_chief-hat"


class Easel:
    """A painter that counts its calls and can be made to wait or fail."""

    def __init__(self) -> None:
        self.painted: list[str] = []
        self.threads: set[threading.Thread] = set()
        self.may_paint = threading.Event()
        self.may_paint.set()
        self.wrong: Callable[[], Exception] | None = None

    def __call__(self, scene: str, _language: str) -> Image.Image:
        assert self.may_paint.wait(10)
        self.painted.append(scene)
        self.threads.add(threading.current_thread())
        if self.wrong:
            raise self.wrong()
        return Image.new("RGB", (30, 30), (len(scene), 9, 9))

    def sketch(self, scene: str, kind: str = "board", language: str = "cs") -> Sketch:
        return Sketch("game", kind, language, scene, f"alt of {scene}", self)


@pytest.fixture
def easel() -> Easel:
    return Easel()


async def test_identical_views_are_not_drawn_twice(easel: Easel) -> None:
    studio = Studio()
    first = await studio.picture(easel.sketch("city"))
    assert first is not None
    assert first.alt == "alt of city"
    assert await studio.picture(easel.sketch("city")) is first
    assert easel.painted == ["city"]


async def test_simultaneous_requests_get_the_same_picture(easel: Easel) -> None:
    studio = Studio()
    drawn = await asyncio.gather(*(studio.picture(easel.sketch("city")) for _ in range(5)))
    assert len({id(picture) for picture in drawn}) == 1
    assert drawn[0] is not None
    assert easel.painted == ["city"]


async def test_another_language_or_scene_is_another_picture(easel: Easel) -> None:
    studio = Studio()
    for sketch in (easel.sketch("city"), easel.sketch("city", language="en"), easel.sketch("town")):
        assert await studio.picture(sketch) is not None
    assert easel.painted == ["city", "city", "town"]


async def test_the_oldest_picture_leaves_the_cache(easel: Easel) -> None:
    studio = Studio(kept=2)
    for scene in ("one", "two", "one", "three", "one", "two"):
        await studio.picture(easel.sketch(scene))
    assert easel.painted == ["one", "two", "three", "two"]


async def test_drawing_is_not_done_in_the_loops_thread(easel: Easel) -> None:
    await Studio().picture(easel.sketch("city"))
    assert threading.current_thread() not in easel.threads
    assert all(thread.daemon for thread in easel.threads)


async def test_a_slow_picture_is_left_out_and_kept_for_later(easel: Easel) -> None:
    studio = Studio(patience=0)
    easel.may_paint.clear()
    assert await studio.picture(easel.sketch("city")) is None
    easel.may_paint.set()
    studio.patience = 10
    picture = await studio.picture(easel.sketch("city"))
    assert picture is not None
    assert easel.painted == ["city"]


async def test_with_everything_stuck_nothing_more_is_begun(easel: Easel) -> None:
    studio = Studio(patience=0)
    easel.may_paint.clear()
    for number in range(40):
        assert await studio.picture(easel.sketch(f"city {number}")) is None
    easel.may_paint.set()
    studio.patience = 10
    assert await studio.picture(easel.sketch("city 31")) is not None
    assert await studio.picture(easel.sketch("city 39")) is not None
    assert easel.painted == [f"city {number}" for number in range(32)] + ["city 39"] or set(easel.painted) == {
        *(f"city {number}" for number in range(32)), "city 39",
    }  # fmt: skip


async def test_a_failing_picture_is_left_out_and_logged_once(
    easel: Easel, caplog: pytest.LogCaptureFixture
) -> None:  # fmt: skip
    studio = Studio()
    easel.wrong = lambda: KeyError(SECRET)
    for scene in ("one", "two", "two"):
        assert await studio.picture(easel.sketch(scene)) is None
    assert await studio.picture(easel.sketch("one", kind="hand")) is None
    assert [record.getMessage() for record in caplog.records] == [
        "cannot draw pictures (game, board): KeyError; only the text is shown",
        "cannot draw pictures (game, hand): KeyError; only the text is shown",
    ]
    assert SECRET not in caplog.text


async def test_after_a_failure_it_draws_again(easel: Easel) -> None:
    studio = Studio()
    easel.wrong = lambda: ValueError("no")
    assert await studio.picture(easel.sketch("city")) is None
    easel.wrong = None
    assert await studio.picture(easel.sketch("city")) is not None


async def test_a_cancelled_request_does_not_cancel_the_picture_for_others(easel: Easel) -> None:
    studio = Studio(patience=10)
    easel.may_paint.clear()
    hasty = asyncio.create_task(studio.picture(easel.sketch("city")))
    patient = asyncio.create_task(studio.picture(easel.sketch("city")))
    await asyncio.sleep(0)
    hasty.cancel()
    easel.may_paint.set()
    assert await patient is not None
    with pytest.raises(asyncio.CancelledError):
        await hasty


async def test_only_what_is_drawn_is_ready(easel: Easel) -> None:
    studio = Studio()
    assert studio.ready(easel.sketch("city")) is None
    picture = await studio.picture(easel.sketch("city"))
    assert studio.ready(easel.sketch("city")) is picture
    assert studio.ready(easel.sketch("town")) is None


async def test_a_closed_studio_keeps_no_one_waiting(easel: Easel) -> None:
    studio = Studio(patience=10)
    easel.may_paint.clear()
    waiting = asyncio.create_task(studio.picture(easel.sketch("city")))
    await asyncio.sleep(0)
    await studio.close()
    assert await waiting is None
    easel.may_paint.set()


async def test_a_picture_that_no_one_waits_for_any_more_is_not_drawn(easel: Easel) -> None:
    studio, wanted = Studio(patience=10), True
    easel.may_paint.clear()
    busy = [asyncio.create_task(studio.picture(easel.sketch(f"city {number}"))) for number in range(MAX_CONCURRENT)]
    dropped = asyncio.create_task(studio.picture(easel.sketch("town"), lambda: wanted))
    by_one = asyncio.create_task(studio.picture(easel.sketch("harbour"), lambda: wanted))
    by_another = asyncio.create_task(studio.picture(easel.sketch("harbour")))
    await asyncio.sleep(0)
    wanted = False
    easel.may_paint.set()
    assert await dropped is None
    assert await by_one is await by_another is not None
    await asyncio.gather(*busy)
    assert "town" not in easel.painted
    wanted = True
    assert await studio.picture(easel.sketch("town"), lambda: wanted) is not None


async def test_a_board_waits_for_at_most_one_private_picture(easel: Easel) -> None:
    studio, order = Studio(), list[str]()
    drawing = asyncio.Event()

    async def draw(sketch: Sketch) -> Picture:
        order.append(sketch.scene)
        if sketch.owner:
            await drawing.wait()
        return Picture(b"", sketch.alt)

    studio.draw = draw
    hands = [
        asyncio.create_task(studio.picture(replace(easel.sketch(f"hand {at}"), owner=str(at)))) for at in range(4)
    ]  # fmt: skip
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert await studio.picture(easel.sketch("board")) is not None
    assert order == ["hand 0", "board"]
    drawing.set()
    await asyncio.gather(*hands)
    assert sorted(order) == ["board", "hand 0", "hand 1", "hand 2", "hand 3"]


async def test_who_waits_only_a_moment_goes_without_the_picture(easel: Easel) -> None:
    studio = Studio()
    easel.may_paint.clear()
    assert await studio.picture(easel.sketch("hand"), patience=0.0) is None
    easel.may_paint.set()
    assert await studio.picture(easel.sketch("hand")) is not None
    assert easel.painted == ["hand"]
