"""Plays whole games by the page's buttons: `python -m tests.page.whole_game [GAME] [desk|phone] [SEED]`.

One page plays for everyone: it becomes the player that the guide waits for, by the guide's buttons, opens the private
panel and chooses among its options. It knows labels and roles, but no game and no meaning of a custom_id. It prints the
presses per decision and per round.
"""

from __future__ import annotations

import asyncio
import re
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from playwright.async_api import Locator, ViewportSize, expect

from bot.emulator.people import crowd
from bot.games import GAME_UIS
from rules.engine import Game
from tests.page.local_table import LocalTable, Sitting
from tests.page.scenes import Dealt, dealt
from tests.wire.tables import decisions

SIZES: Mapping[str, ViewportSize] = {
    "desk": {"width": 1280, "height": 800},
    "phone": {"width": 390, "height": 844},
}
SEATS = {"mafia_city": 3, "kralovske_rosady": 3, "star_wars_destiny": 2}
"""The number of players of the shortest games."""
ASIDE = ("What is what?", "How to play", "Back", "My hand", "Keep asking me", "Ask me again", "Give up my seat")
"""Buttons that do not lead to an answer."""
TURN = ("My move", "React", "Don't react")
"""Buttons of a board that lead to an answer."""
USABLE = "button:enabled:not(.plain)"
CALM = 120
"""Milliseconds without a change after which a press counts as done."""
MAX_SECONDS = 900
"""Seconds after which a game is given up."""
STUCK = 60
"""The number of presses without an answer after which something is wrong."""
STILL = """([calm]) => new Promise(resolve => {
    let timer = 0;
    const busy = () => document.querySelector('#channel [aria-busy=true]');
    const watch = new MutationObserver(wait);
    function end() { if (busy()) wait(); else { watch.disconnect(); resolve(); } }
    function wait() { clearTimeout(timer); timer = setTimeout(end, calm); }
    watch.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
    wait();
})"""
"""Waits until the page does not change and no press is pending."""
NAMES = """all => all.map(one => ({
    name: (one.getAttribute('aria-label') ?? one.innerText).trim(),
    list: one.getAttribute('aria-haspopup') === 'listbox', seen: one.offsetParent !== null,
}))"""


@dataclass(slots=True)
class Tally:
    """Counts of one game on the page."""

    presses: int = 0
    """Pressed buttons and used lists, as Discord counts them."""
    switches: int = 0
    """The number of changes of the page's user."""
    idle: int = 0
    """Presses of the board that only got a message."""
    names: list[str] = field(default_factory=list)
    """The labels of what was pressed."""


class Everybody:
    """A robot that plays all seats of a table in one window, by labels and roles."""

    def __init__(self, sitting: Sitting, seed: int, settled: Callable[[], Awaitable[None]]) -> None:
        self.sitting = sitting
        self.page = sitting.page
        self.random = Random(seed)
        self.settled = settled
        self.tally = Tally()
        self.answered: set[str] = set()
        """The names of the players who have answered what the board asks now."""
        self.asked = ""
        self.sees_form: Callable[[], Awaitable[None]] | None = None
        """Is called when a form is open, before it is filled in."""

    # The lobby

    async def open(self, title: str, seats: int) -> None:
        """Opens a table of the game with this title, fills the seats by the guide's buttons, and starts the game."""
        await self.page.locator("#guide").get_by_role("button", name=title).click()
        await self.begin(seats)

    async def begin(self, seats: int) -> None:
        """Fills the seats of the open lobby by the guide's buttons, and starts the game."""
        guide = self.page.locator("#guide")
        for _ in range(seats - 1):
            free = guide.get_by_role("button", name=re.compile("^Seat ")).first
            name = await free.get_attribute("aria-label") or ""
            await free.click()
            await expect(guide.get_by_role("button", name=name, exact=True)).to_have_count(0)
        await guide.get_by_role("button", name="Start").click()
        await expect(guide).to_contain_text("Waiting for")
        await self.still()

    async def still(self) -> None:
        """Waits until the page does not change any more and the bot's work is done."""
        await self.page.evaluate(STILL, [CALM])
        await self.settled()
        await self.page.evaluate(STILL, [CALM])

    # A step

    async def step(self) -> bool:
        """Presses once for a player that the guide waits for; returns False if it waits for no one."""
        waiting = await self.waiting()
        if not waiting:
            return False
        await self.become(waiting)
        panel = self.sitting.panel
        offered = await self.offered(panel)
        if offered:
            await self.choose(panel, offered)
        else:
            await self.turn()
        return True

    async def waiting(self) -> list[str]:
        """Returns the players that the guide waits for and who have not answered; all of them if each has answered."""
        names = [one["name"] for one in await self.page.locator("#guide .chip").evaluate_all(NAMES)]
        asked = await self.asking()
        if asked != self.asked:
            self.asked = asked
            self.answered.clear()
        left = [name for name in names if name not in self.answered]
        if names and not left:
            self.answered.clear()
        return left or names

    async def asking(self) -> str:
        """Returns the text of the newest public message."""
        boards = self.sitting.channel.locator("article:not(.ephemeral)")
        return await boards.last.inner_text() if await boards.count() else ""

    async def become(self, waiting: list[str]) -> None:
        """Switches the page to one of these players, unless it shows one of them already."""
        here = self.page.locator("#guide .chip[aria-pressed=true]")
        if await here.count() and (await here.evaluate_all(NAMES))[0]["name"] in waiting:
            return
        self.tally.switches += 1
        await self.page.locator("#guide").get_by_role("button", name=waiting[0], exact=True).click()
        await expect(self.page.locator("#guide .chip[aria-pressed=true]")).to_have_count(1)
        await self.still()

    async def offered(self, panel: Locator) -> list[dict[str, Any]]:
        """Returns the controls of a private message that lead to an answer."""
        if not await panel.count():
            return []
        usable = [one for one in await self.named(panel) if not one["name"].endswith(ASIDE)]
        stay = [one for one in usable if one["name"].endswith(("Don't ask again", "Use no bullet"))]
        return stay or [one for one in usable if not one["name"].endswith(("My move", "React"))]

    @staticmethod
    async def named(message: Locator) -> list[dict[str, Any]]:
        """Returns the visible controls of a message with their names and indexes."""
        found = await message.locator(USABLE).evaluate_all(NAMES)
        return [{**one, "at": at} for at, one in enumerate(found) if one["seen"]]

    async def turn(self) -> None:
        """Presses a random one of My move, React and Don't react on the board."""
        board = self.sitting.board
        taken = self.random.choice([one for one in await self.named(board) if one["name"].endswith(TURN)])
        await self.press(board.locator(USABLE).nth(taken["at"]), taken["name"])
        if not await self.offered(self.sitting.panel):
            self.tally.idle += 1
            await self.has_answered()

    async def choose(self, panel: Locator, offered: list[dict[str, Any]]) -> None:
        """Presses Confirm if it is offered, otherwise a random one of the offered controls."""
        confirm = [one for one in offered if one["name"].endswith("Confirm")]
        taken = confirm[0] if confirm else self.random.choice(offered)
        part = panel.locator(USABLE).nth(taken["at"])
        if taken["list"]:
            await self.pick(panel, part, taken["name"])
        else:
            await self.press(part, taken["name"])
        if not await self.offered(self.sitting.panel):
            await self.has_answered()

    async def has_answered(self) -> None:
        here = self.page.locator("#guide .chip[aria-pressed=true]")
        if await here.count():
            self.answered.add((await here.evaluate_all(NAMES))[0]["name"])

    async def press(self, part: Locator, name: str) -> None:
        """Presses a control once, waits for the effects, and fills in a form if one opens."""
        self.tally.presses += 1
        self.tally.names.append(name)
        await part.click()
        await self.still()
        if await self.page.get_by_role("dialog").count():
            await self.fill_in(self.page.get_by_role("dialog"))

    async def fill_in(self, form: Locator) -> None:
        """Ticks the first option of each group of a form, and submits it."""
        if self.sees_form:
            await self.sees_form()
        groups = form.locator("fieldset")
        for at in range(await groups.count()):
            await groups.nth(at).locator("input").first.check()
        self.tally.presses += 1 + await groups.count()
        await form.get_by_role("button", name="Submit").click()
        await expect(form).to_have_count(0)
        await self.still()

    async def pick(self, panel: Locator, opener: Locator, name: str) -> None:
        """Opens a list and chooses a random option, or several options and then Done."""
        self.tally.presses += 1
        await opener.click()
        options = panel.get_by_role("listbox").get_by_role("option")
        several = await panel.get_by_role("listbox").get_attribute("aria-multiselectable")
        order = self.random.sample(range(count := await options.count()), count)
        done = panel.locator("button.done:visible")
        for at in order:
            self.tally.names.append(f"{name}: {await options.nth(at).inner_text()}")
            await options.nth(at).click()
            if not several:
                break
            if self.random.random() < 0.5 or at == order[-1]:
                await done.click()
                if not await done.is_visible():
                    break
        await self.still()


async def play(
    at: tuple[LocalTable, Dealt],
    game: str,
    size: str,
    seed: int,
    *,
    most: int | None = None,
    seconds: float = MAX_SECONDS,
) -> tuple[Tally, Game]:
    """Plays a game in one window from the lobby on: to its end, for `most` decisions, or for that many seconds.

    Returns the counts and the game; fails on an error of the page or a refused request.
    """
    ends = time.monotonic() + seconds
    local_table, evening = at
    for person in crowd.people(local_table.world):
        person.locale = "en-US"
    window = await local_table.window("/", size=SIZES[size])
    robot = Everybody(window, seed, evening.settled)
    await robot.open(GAME_UIS[game].title, SEATS[game])
    number, stuck = 0, 0
    while evening.game.decision is not None and time.monotonic() < ends:
        if most is not None and decisions(evening.game.record().lines()) >= most:
            break
        assert await robot.step(), "nobody is waited for"
        stuck = stuck + 1 if evening.game.number == number else 0
        number = evening.game.number
        assert stuck < STUCK, robot.tally.names[-STUCK:]
    assert not window.errors
    assert not window.failed
    assert not local_table.world.refusals
    return robot.tally, evening.game


async def whole(game: str, size: str, seed: int) -> None:
    """Plays a game to its end in a browser and prints its counts of decisions, rounds and presses."""
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        async with dealt(Path(folder), seed) as at:
            tally, played = await play(at, game, size, seed)
    asked, rounds = decisions(played.record().lines()), played.view()["round"]
    sys.stdout.write(
        f"{game}, {size}: {asked} decisions in {rounds} rounds, {tally.presses} presses: "
        f"{tally.presses / asked:.2f} a decision, {tally.presses / rounds:.0f} a round; "
        f"{tally.idle} answered by a word, {tally.switches} changes of seat, {time.monotonic() - began:.0f} s"
        f"{'' if played.over else ' (broken off here)'}\n"
    )


def main(arguments: list[str]) -> None:
    """Plays whole games in a browser: the named games and window sizes, or all of them."""
    games = [each for each in SEATS if each in arguments] or list(SEATS)
    sizes = [each for each in SIZES if each in arguments] or list(SIZES)
    seed = next((int(each) for each in arguments if each.isdigit()), 16)
    for game in games:
        for size in sizes:
            asyncio.run(whole(game, size, seed))


if __name__ == "__main__":
    main(sys.argv[1:])
