"""Inspects an open page in each kind of state once, at the width of a desktop and of a phone.

A state is fine if axe-core finds no accessibility problem, nothing scrolls sideways, the newest board's picture is wide
enough, and its move button is a few Tab presses away.
"""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Mapping
from typing import Final

from playwright.async_api import Locator, Page

from tests.page.test_glance import DRAWN, LEAST_ON_A_DESK, LEAST_ON_A_PHONE, MAX_TABS
from tests.page.test_seating import violations
from tests.page.whole_game import SIZES

LEAST: Final[Mapping[str, int]] = {"desk": LEAST_ON_A_DESK, "phone": LEAST_ON_A_PHONE}
"""The minimum width in pixels of a board's picture by the name of the window's size."""
SIDEWAYS = """() => [...document.querySelectorAll('html, body, #top, #guide, #options, .log, .own, dialog, .foot')]
    .filter(one => one.checkVisibility() && one.scrollWidth > one.clientWidth)
    .map(one => `${one.tagName} ${one.id || one.className}: ${one.scrollWidth} > ${one.clientWidth}`)"""
"""Returns the parts of the page whose content is wider than themselves."""
MOVE: Final = re.compile(r"^\W*(My move|React)$")
"""Matches the labels of a board's buttons that begin an answer."""


class Inspector:
    """Looks at one window in many states and collects what is wrong there."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.seen: set[str] = set()
        """The kinds of states at which the page has been inspected."""
        self.findings: list[str] = []

    async def look(self, kind: str, *, tabs: bool = True, whole: bool = True) -> None:
        """Inspects the page at both sizes, unless it has been inspected in a state of this kind.

        `tabs`: counts Tab presses; this closes an open list, and is impossible while a dialog is open. `whole`: axe
        runs at both sizes, not only on the phone; it takes more than half of the time.
        """
        if kind in self.seen:
            return
        self.seen.add(kind)
        for name, size in SIZES.items():
            await self.page.set_viewport_size(size)
            await self.page.evaluate(DRAWN)
            self.findings += [f"{kind}, {name}: {found}" async for found in self.found(name, tabs, whole)]
        await self.page.set_viewport_size(SIZES["desk"])

    async def found(self, name: str, tabs: bool, whole: bool) -> AsyncIterator[str]:
        """Yields everything that is wrong with the page at its present size, which has that name."""
        for problem in await violations(self.page) if whole or name == "phone" else ():
            yield f"axe {problem}"
        for part in await self.page.evaluate(SIDEWAYS):
            yield f"wider than its place: {part}"
        picture = self.page.locator("#channel article.board .gallery img").last
        box = await picture.bounding_box() if await picture.count() else None
        if box is not None and round(box["width"]) < LEAST[name]:
            yield f"the board's picture has only {box['width']} px"
        if tabs and (far := await self.far()):
            yield f"{far} needs more than {MAX_TABS} Tab presses"

    @property
    def moves(self) -> Locator:
        """Returns the buttons of the newest board that begin an answer."""
        board = self.page.locator("#channel .public article.board").last
        return board.locator("button:enabled").filter(has_text=MOVE)

    async def far(self) -> str:
        """Returns the label of a move button that needs too many Tab presses from the top of the page."""
        if not await self.moves.count():
            return ""
        log = self.page.locator("#channel .log")
        place = await log.evaluate("log => log.scrollTop")
        left = set(await self.moves.all_inner_texts())
        await self.page.locator("#skip").focus()
        for _ in range(MAX_TABS):
            await self.page.keyboard.press("Tab")
            left.discard(await self.page.evaluate("document.activeElement?.innerText"))
        await log.evaluate("(log, place) => { log.scrollTop = place; }", place)
        return min(left, default="")
