"""The pictures in docs/: both sizes of each state, small, and shown in README with words."""

from __future__ import annotations

import io
import re
from pathlib import Path

from PIL import Image

from tests.bot.table import Evening
from tests.page.scenes import View, unseen
from tests.page.screenshots import DESK, DOCS, PHONE, STORIES, keep

STATES = {
    "lobby", "strategy", "action", "locations", "window", "hand", "panel-act", "panel-confirm", "rules",
    "end", "rosady", "destiny", "destiny-hand", "destiny-panel", "destiny-done", "destiny-end",
    "curtain", "evaluation", "replay", "league",
}  # fmt: skip
LARGEST = 4 * 1024 * 1024


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


def test_readme_shows_pictures_that_are_there_with_words_for_them() -> None:
    text = (DOCS.parent / "README.md").read_text()
    shown = [*re.findall(r"!\[([^]]*)\]\((docs/[^)]+)\)", text)]
    shown += [(alt, source) for source, alt in re.findall(r'<img src="([^"]+)"[^>]* alt="([^"]*)"', text)]
    assert len(shown) >= 2
    for alt, source in shown:
        assert len(alt) > 20
        assert (DOCS.parent / source).exists()


def test_a_picture_is_written_when_one_sees_that_it_changed(tmp_path: Path) -> None:
    file = tmp_path / "shot.png"
    keep(shot("#336699"), file)
    before = file.read_bytes()
    keep(shot("#336797"), file)
    assert file.read_bytes() == before
    keep(shot("#339966"), file)
    with Image.open(file) as picture:
        assert picture.convert("RGB").getpixel((0, 0)) == (0x33, 0x99, 0x66)


def shot(colour: str) -> bytes:
    """The picture of a window in one colour, with a black line."""
    drawn = io.BytesIO()
    picture = Image.new("RGB", (30, 20), colour)
    picture.paste("black", (0, 10, 30, 11))
    picture.save(drawn, "PNG")
    return drawn.getvalue()
