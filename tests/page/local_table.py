"""Opens a table in a browser as `make run` does, and the windows of its users."""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, nullcontext
from datetime import datetime
from pathlib import Path
from typing import Any, Literal

from playwright.async_api import (
    Browser,
    BrowserContext,
    Locator,
    Page,
    ViewportSize,
    async_playwright,
    expect,
)

from bot.emulator import LocalDiscord
from bot.emulator.objects import Message
from bot.emulator.page.site import Site
from bot.emulator.people import crowd
from bot.emulator.world import messages
from bot.emulator.world.messages import NewMessage
from bot.emulator.world.world import World
from bot.local.plan import Plan
from bot.local.play import cover, table, woken
from tests.emulator.croupier import Croupier, running

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
"""The path of the installed Chromium or Chrome; None if there is none."""
SWITCHES = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars"]
WIDE: ViewportSize = {"width": 1280, "height": 800}
PHONE: ViewportSize = {"width": 390, "height": 780}
Scheme = Literal["light", "dark"]
PATIENCE = 30_000
"""Milliseconds that the browser waits for an expected state."""
SECONDS_OF_A_START = 90.0
"""Seconds that a bot may take to start or to acknowledge, because a browser and other tests share the machine."""

expect.set_options(timeout=PATIENCE)


class LocalTable:
    """The local Discord with its page, and a browser in which windows are opened."""

    def __init__(self, world: World, site: Site, browser: Browser) -> None:
        self.world = world
        self.site = site
        self.browser = browser
        self.contexts: list[BrowserContext] = []

    @property
    def root(self) -> str:
        """Returns the address of the page, without a path."""
        return self.world.cdn

    async def window(
        self,
        path: str = "/",
        *,
        size: ViewportSize = WIDE,
        scheme: Scheme = "light",
        wait: bool = True,
        now: datetime | None = None,
        locale: str = "en-US",
        curtain: bool = False,
    ) -> Sitting:
        """Opens a new window on the page without stored data; waits until the bot is there (`wait`).

        `now` fixes the window's clock. Unless `curtain`, the curtain between users is turned off.
        """
        context = await self.browser.new_context(
            viewport=size,
            color_scheme=scheme,
            locale=locale,
            timezone_id="Europe/Prague",
            bypass_csp=True,
            reduced_motion="reduce",
        )
        self.contexts.append(context)
        if not curtain:
            await context.add_init_script(
                "localStorage.getItem('page curtain') ?? localStorage.setItem('page curtain', 'off')"
            )
        page = await context.new_page()
        page.set_default_timeout(PATIENCE)
        if now is not None:
            await page.clock.set_fixed_time(now)
        sitting = Sitting(self, page)
        await page.goto(self.root + path)
        if wait:
            await expect(page.locator("#presence.up")).to_be_visible()
        return sitting

    def posts(self, body: dict[str, Any], only_for: str = "", channel: str = "table-1") -> Message:
        """Posts a message as the bot, either a public one or one for a single user; returns it."""
        reader = crowd.person(self.world, only_for).id if only_for else None
        new = NewMessage(self.world.channel(channel), self.world.bot.id, body, (), reader)
        return messages.write(self.world, new)


class Sitting:
    """One browser window on the table: its parts, its user's actions, and what the page has received."""

    def __init__(self, local_table: LocalTable, page: Page) -> None:
        self.local_table = local_table
        self.page = page
        self.heard: list[str] = []
        self.errors: list[str] = []
        self.failed: list[str] = []
        """Requests of the page that failed; the browser's console shows them as errors."""
        page.on("response", lambda told: self.failed.append(told.url) if told.status >= 400 else None)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("websocket", lambda ws: ws.on("framereceived", lambda text: self.heard.append(str(text))))

    @property
    def channel(self) -> Locator:
        """Returns the element with the channel's messages."""
        return self.page.locator("#channel .log")

    @property
    def dm(self) -> Locator:
        """Returns the element with the direct messages."""
        return self.page.locator("#dm .log")

    @property
    def board(self) -> Locator:
        """Returns the newest public message that has an enabled button."""
        return self.channel.locator("article:not(.ephemeral):has(button:enabled)").last

    @property
    def panel(self) -> Locator:
        """Returns the newest private message in the channel."""
        return self.channel.locator(".own article").last

    async def press(self, where: Locator, name: str) -> None:
        """Presses the button of exactly that name within an element."""
        await where.get_by_role("button", name=name, exact=True).click()

    async def type_command(self, text: str) -> None:
        """Types a text into the channel's input line without sending it."""
        line = self.page.locator("#channel").get_by_role("combobox")
        await line.click()
        await line.press_sequentially(text)


@asynccontextmanager
async def local_table(
    folder: Path, plan: Plan | None = None, world: World | None = None, *program: str
) -> AsyncIterator[LocalTable]:
    """Starts the page with the real bot (or another program) in its own process and a browser, until the block ends."""
    plan = plan or Plan(port=0, database=folder / "table.sqlite3")
    world = world or woken(plan.state)
    world.limits.acknowledge = SECONDS_OF_A_START
    site = Site(world, everybody=plan.everybody, cover=cover)
    async with table(plan, world, site, *program), browsing() as browser:
        await world.until(lambda: world.bot_is_up, SECONDS_OF_A_START)
        yield LocalTable(world, site, browser)


@asynccontextmanager
async def small_local_table(bot: Croupier | None = None) -> AsyncIterator[LocalTable]:
    """Starts a page with a small discord.py bot in this process, or without a bot, and a browser, until the block
    ends.
    """
    world = crowd.with_people("Anna", "Bert", "Olga", channels=2)
    world.limits.acknowledge = SECONDS_OF_A_START
    site = Site(world)
    async with (
        LocalDiscord(world, also=site.add_routes) as served,
        browsing() as browser,
        running(served, bot) if bot else nullcontext(),
    ):
        yield LocalTable(world, site, browser)


@asynccontextmanager
async def browsing() -> AsyncIterator[Browser]:
    """Starts a Chromium without a visible window for a block."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=SWITCHES)
        try:
            yield browser
        finally:
            await browser.close()
