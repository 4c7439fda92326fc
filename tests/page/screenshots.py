"""`make screenshots`: takes pictures of the real table on a desktop and on a phone, for README and developers."""

from __future__ import annotations

import asyncio
import io
import sys
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from PIL import Image, ImageChops
from playwright.async_api import Page, ViewportSize, expect

from bot.emulator.people import crowd
from tests.page.local_table import CHROMIUM, LocalTable, Scheme
from tests.page.scenes import Dealt, Look, View, dealt, kralovske_rosady, mafia_city, star_wars_destiny

DOCS = Path(__file__).parents[2] / "docs"
DESK: ViewportSize = {"width": 1280, "height": 960}
PHONE: ViewportSize = {"width": 390, "height": 844}
COLOURS, EXACT = 256, 64
"""The number of colours in a file, and how many of them are exact."""
SHADE = 12
"""A difference (of 255) that no one can see."""
TURN = ("action", "panel-act", "panel-confirm", "window")
"""The pictures of one turn: the board, the panel, the move to confirm, the others who may react."""
TURN_SIZE = (960, 720)
SHOWN_FOR = 2500
"""Milliseconds for each picture of the turn."""
DECODED = """
() => Promise.all([...document.images].map(one => { one.loading = "eager"; return one.decode(); }))
    .then(() => true, () => new Promise(next => requestAnimationFrame(() => next(false))))
"""
"""JavaScript that decodes all images of the page; false, after the next frame, if one could not be decoded."""
DECODE_TIMEOUT = 30
"""The seconds within which all images of a page must be decoded."""

Story = Callable[[Dealt, Look], Awaitable[None]]
STORIES: dict[int, Story] = {11: mafia_city, 196: kralovske_rosady, 6: star_wars_destiny}
"""The stories by the seed of their cards."""


class Camera:
    """A camera that takes each picture twice: on a desktop in light mode, on a phone in dark mode."""

    def __init__(self, local_table: LocalTable, evening: Dealt) -> None:
        self.local_table = local_table
        self.evening = evening

    async def look(self, name: str, who: str, view: View) -> None:
        """Writes two pictures of the page as a user sees it who opens it now: desktop (light) and phone (dark)."""
        await self.evening.settled()
        await self._take(f"{name}.png", DESK, who, "light", "newest" if view == "dm" else view)
        await self._take(f"{name}-phone.png", PHONE, who, "dark", view)

    async def _take(self, file: str, size: ViewportSize, who: str, scheme: Scheme, view: View) -> None:
        path = f"/as/{crowd.person(self.local_table.world, who).user.name}"
        window = await self.local_table.window(path, size=size, scheme=scheme, now=self.evening.now(), curtain=True)
        page = window.page
        await expect(page.locator("#channel .log article").first).to_be_attached()
        if view == "dm":
            await page.get_by_role("button", name="Direct messages").click()
        if view == "curtain":
            await page.locator("#people button:not([aria-current])").first.click()
        await decode_images(page)
        if view == "left":
            left = page.locator("#channel .log article:not(.ephemeral)").nth(-2)
            await left.locator(".gallery").evaluate("one => one.scrollIntoView()")
        keep(await settled_picture(page), DOCS / file)
        await page.context.close()


async def decode_images(page: Page) -> None:
    """Waits until all images of the page are decoded; tries again if the page replaces an image while it is decoded."""
    async with asyncio.timeout(DECODE_TIMEOUT):
        while not await page.evaluate(DECODED):
            pass


async def settled_picture(page: Page) -> bytes:
    """Takes pictures of the window until two of them are equal; returns the last one as PNG."""
    before = b""
    while (shot := await page.screenshot(animations="disabled", caret="hide")) != before:
        before = shot
    return shot


def keep(shot: bytes, file: Path) -> None:
    """Writes a picture to a file with few colours, unless the file looks the same already.

    The most common colours are exact, the others approximate.
    """
    with Image.open(io.BytesIO(shot)) as opened:
        picture = opened.convert("RGB")
    counted = sorted(picture.getcolors(picture.width * picture.height) or (), reverse=True)
    colours: list[Any] = [colour for _, colour in counted]
    few = Image.new("P", (1, 1))
    few.putpalette([part for colour in [*colours[:EXACT], *nearest(colours[EXACT:])] for part in colour])
    made = picture.quantize(palette=few, dither=Image.Dither.NONE)
    if not file.exists() or not looks_like(made, file):
        made.save(file, optimize=True)


def frames_of_a_turn() -> list[Image.Image]:
    """Returns the pictures of one turn at the size of the animation, in order."""
    frames = []
    for name in TURN:
        with Image.open(DOCS / f"{name}.png") as picture:
            frames.append(picture.convert("RGB").resize(TURN_SIZE, Image.Resampling.LANCZOS))
    return frames


def animate() -> None:
    """Writes the animation of a turn that README shows, from the pictures in docs/."""
    first, *others = (frame.quantize(COLOURS, dither=Image.Dither.NONE) for frame in frames_of_a_turn())
    first.save(DOCS / "turn.gif", save_all=True, append_images=others, duration=SHOWN_FOR, loop=0, optimize=True)


def looks_like(made: Image.Image, file: Path) -> bool:
    """Returns whether the file shows the same picture; each colour may differ by `SHADE`, as the edges of buttons
    do.
    """
    with Image.open(file) as opened:
        before = opened.convert("RGB")
    if before.size != made.size:
        return False
    return max(ImageChops.difference(before, made.convert("RGB")).tobytes()) <= SHADE


def nearest(colours: list[Any]) -> list[list[int]]:
    """Returns a palette that approximates these colours; it spreads over all of them, also the rare ones."""
    if not colours:
        return []
    row = Image.new("RGB", (len(colours), 1))
    row.putdata(colours)
    parts = row.quantize(COLOURS - EXACT, Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE).getpalette() or []
    return [parts[at : at + 3] for at in range(0, 3 * (COLOURS - EXACT), 3)]


async def take() -> None:
    """Plays all stories and writes their pictures to docs/."""
    DOCS.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        for seed, story in STORIES.items():
            async with dealt(Path(folder), seed) as (local_table, evening):
                for person in crowd.people(local_table.world):
                    person.locale = "en-US"
                await story(evening, Camera(local_table, evening).look)


def main() -> int:
    """Takes the pictures and writes the animation of a turn; without Chromium it prints that and returns 1."""
    if CHROMIUM is None:
        sys.stderr.write("No Chromium on the PATH: install it (apt-get install chromium) to take the pictures.\n")
        return 1
    asyncio.run(take())
    animate()
    return 0


if __name__ == "__main__":
    sys.exit(main())
