"""`make screenshots`: the table as it really looks, for README, from a game that people of the demo have begun."""

from __future__ import annotations

import asyncio
import contextlib
import sys
import tempfile
from pathlib import Path

from playwright.async_api import ViewportSize, expect

from bot.local.demo import Players
from tests.page.house import CHROMIUM, PHONE, House, Scheme, house

DOCS = Path(__file__).parents[2] / "docs"
DESK: ViewportSize = {"width": 1280, "height": 1000}
PICTURES: dict[str, tuple[ViewportSize, Scheme, str]] = {
    "table.png": (DESK, "light", "channel"),
    "table-dark.png": (DESK, "dark", "channel"),
    "table-phone.png": (PHONE, "dark", "channel"),
    "hand-phone.png": (PHONE, "light", "dm"),
}
DECISIONS = 14


async def begun(at: House) -> Players:
    """A game some moves old, in which it is somebody's turn."""
    players = Players(at.world, at.world.channel("table-1"), 0.0, seed=3)
    playing = asyncio.create_task(players.play())

    def somebodys_turn() -> bool:
        board = players.board
        return len(players.answered) > DECISIONS and board is not None and len(board.usable) == 2

    with contextlib.suppress(TimeoutError):
        await at.world.until(somebodys_turn, 60.0)
    playing.cancel()
    await asyncio.wait({playing})
    return players


async def take() -> None:
    """Play a little, then look at the table as whoever is to move sees it."""
    DOCS.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        async with house(Path(folder)) as at:
            for person in at.world.people:
                person.locale = "en-US"
            await at.bot_is_ready()
            first = await at.window()
            await first.page.screenshot(path=DOCS / "new-table.png")
            await first.page.context.close()
            players = await begun(at)
            asked = players.asked()
            who = asked[0] if asked else players.people[0]
            for name, (size, scheme, view) in PICTURES.items():
                window = await at.window(f"/as/{who.user.name}", size=size, scheme=scheme)
                await expect(window.page.locator("#guide")).to_contain_text("Waiting for")
                if view == "dm":
                    await window.page.get_by_role("button", name="Direct messages").click()
                elif name == "table.png":
                    await window.press(window.board, "My move")
                    await expect(window.panel).to_be_visible()
                await window.page.screenshot(path=DOCS / name)
                await window.page.context.close()


def main() -> int:
    """Take the pictures; says what is missing where they cannot be taken."""
    if CHROMIUM is None:
        sys.stderr.write("No Chromium on the PATH: install it (apt-get install chromium) to take the pictures.\n")
        return 1
    asyncio.run(take())
    return 0


if __name__ == "__main__":
    sys.exit(main())
