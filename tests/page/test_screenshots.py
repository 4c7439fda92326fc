"""Tests the pictures in docs/: both sizes of each state, small files, and alt texts in README."""

from __future__ import annotations

import io
import re
from base64 import b64encode
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageSequence, ImageStat

from tests.bot.table import Evening
from tests.page.local_table import browsing
from tests.page.scenes import View, unseen
from tests.page.screenshots import DESK, DOCS, PHONE, STORIES, TURN, decode_images, frames_of_a_turn, keep

STATES = {
    "lobby", "strategy", "action", "locations", "window", "hand", "panel-act", "panel-confirm", "rules",
    "end", "rosady", "destiny", "destiny-hand", "destiny-panel", "destiny-done", "destiny-end",
    "curtain", "evaluation", "replay", "league",
}  # fmt: skip
LARGEST = 4 * 1024 * 1024
LARGEST_ANIMATION = 1_500_000
MAX_DIFFERENCE = 4
"""The maximum mean difference (of 255) of a picture and its frame; the animation has fewer colours."""


def test_each_state_is_there_on_a_desk_and_on_a_phone() -> None:
    files = sorted(DOCS.glob("*.png"))
    assert {file.stem for file in files} == STATES | {f"{name}-phone" for name in STATES}
    assert sum(file.stat().st_size for file in files) < LARGEST
    for file in files:
        size = PHONE if file.stem.endswith("-phone") else DESK
        with Image.open(file) as picture:
            assert picture.size == (size["width"], size["height"])


async def test_the_stories_still_come_by_every_state(tmp_path: Path) -> None:
    shown: list[str] = []
    for seed, story in STORIES.items():
        async with unseen(tmp_path, seed) as evening:

            async def look(name: str, who: str, view: View, evening: Evening = evening) -> None:
                await evening.settled()
                shown.append(name)

            await story(evening, look)
    assert sorted(shown) == sorted(STATES)


@pytest.mark.parametrize("readme", ["README.md", "README.cs.md", "README.sk.md"])
def test_readme_shows_the_animated_turn_with_words_for_it(readme: str) -> None:
    text = (DOCS.parent / readme).read_text()
    [(alt, source)] = re.findall(r"!\[([^]]*)\]\((docs/[^)]+)\)", text)
    assert source == "docs/turn.gif"
    assert len(alt) > 20


def test_the_animation_shows_the_current_pictures_of_a_turn() -> None:
    file = DOCS / "turn.gif"
    assert file.stat().st_size < LARGEST_ANIMATION
    with Image.open(file) as animation:
        shown = [frame.convert("RGB") for frame in ImageSequence.Iterator(animation)]
    assert len(shown) == len(TURN)
    for frame, picture in zip(shown, frames_of_a_turn(), strict=True):
        assert max(ImageStat.Stat(ImageChops.difference(frame, picture)).mean) < MAX_DIFFERENCE


def test_a_picture_is_written_when_one_sees_that_it_changed(tmp_path: Path) -> None:
    file = tmp_path / "shot.png"
    keep(shot("#336699"), file)
    before = file.read_bytes()
    keep(shot("#336797"), file)
    assert file.read_bytes() == before
    keep(shot("#339966"), file)
    with Image.open(file) as picture:
        assert picture.convert("RGB").getpixel((0, 0)) == (0x33, 0x99, 0x66)


@pytest.mark.browser
async def test_an_image_that_cannot_be_decoded_yet_is_tried_again() -> None:
    async with browsing() as browser:
        page = await browser.new_page()
        await page.set_content(f'<img src="data:image/png;base64,{b64encode(shot("#336699")).decode()}">')
        await page.evaluate("""() => {
            const decode = HTMLImageElement.prototype.decode;
            window.tries = 0;
            HTMLImageElement.prototype.decode = function () {
                const early = new DOMException("The source image cannot be decoded.", "EncodingError");
                return ++window.tries < 3 ? Promise.reject(early) : decode.call(this);
            };
        }""")
        await decode_images(page)
        assert await page.evaluate("window.tries") == 3


def shot(colour: str) -> bytes:
    """Returns a picture of a window in one colour, with a black line."""
    drawn = io.BytesIO()
    picture = Image.new("RGB", (30, 20), colour)
    picture.paste("black", (0, 10, 30, 11))
    picture.save(drawn, "PNG")
    return drawn.getvalue()
