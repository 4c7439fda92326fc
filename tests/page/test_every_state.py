"""Tests that the page is accessible and fits its window in every kind of state of whole games, at both widths.

Each game is played to its end. The page plays the first decision of each kind; the others are answered without it.
"""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest
from playwright.async_api import Locator, expect

from bot.emulator.people import crowd
from bot.games import GAME_UIS
from bot.tables.thinker_process import Judged
from bot.tables.thinkers import Thinkers
from rules.engine import Game
from rules.players.choosing import Keys
from rules.players.levels import Question
from rules.players.review import Judgement
from tests.page.inspection import Inspector
from tests.page.local_table import LocalTable, Sitting
from tests.page.scenes import Dealt, dealt
from tests.page.whole_game import SEATS, SIZES, Everybody

pytestmark = pytest.mark.browser

TIMES = 1
"""The number of decisions of each kind that are answered by the page."""
VERBS = """own => [...new Set([...own.querySelectorAll("[data-id^='kr:']")]
    .map(one => one.dataset.id.split(':')[2]))].sort().join(' ')"""
"""Returns the verbs of a panel's custom_ids, as its kind."""


class Tour:
    """Plays a game to its end and inspects the page in every kind of state on the way."""

    def __init__(self, window: Sitting, evening: Dealt, seed: int) -> None:
        self.window = window
        self.evening = evening
        self.robot = Everybody(window, seed, evening.settled)
        self.robot.sees_form = self.sees_form
        self.inspector = Inspector(window.page)
        self.played: Counter[str] = Counter()

    @property
    def kind(self) -> str:
        """Returns the kind of the present decision."""
        return decision.kind if (decision := self.evening.game.decision) else ""

    # The lobby, and what is open next to the game

    async def press(self, where: Locator, name: str) -> None:
        """Presses the button with this label, with or without an emoji, and waits for the effects."""
        label = re.compile(rf"^\W*{re.escape(name)}$")
        await where.locator("button:enabled").filter(has_text=label).click()
        await self.robot.still()

    async def lobby(self, title: str) -> None:
        """Opens the lobby of a game and looks at it."""
        await self.inspector.look("empty page")
        await self.window.page.locator("#guide").get_by_role("button", name=title).click()
        await expect(self.window.board.get_by_role("button", name="Play against computers")).to_be_visible()
        await self.robot.still()
        await self.inspector.look("lobby")

    async def aside(self, where: Locator, name: str, kind: str = "") -> None:
        """Presses a button that shows something in a private message of its own, looks at it and closes it."""
        await self.press(where, name)
        await self.inspector.look(kind or name)
        await self.window.panel.locator("[data-id=dismiss]").click()
        await self.robot.still()

    async def hand(self) -> None:
        """Looks at the direct messages, which a phone shows instead of the channel."""
        views = self.window.page.locator("#views button")
        await self.window.page.set_viewport_size(SIZES["phone"])
        await views.nth(1).click()
        await self.inspector.look("direct messages", tabs=False)
        await self.window.page.set_viewport_size(SIZES["phone"])
        await views.nth(0).click()
        await self.window.page.set_viewport_size(SIZES["desk"])

    async def choose(self, at: int, option: str) -> None:
        """Looks at the panel's list with this index, chooses the first option whose label begins like this."""
        opener = self.window.panel.locator("button.opener").nth(at)
        name = await opener.get_attribute("aria-label")
        await opener.click()
        await self.inspector.look(f"list {name}", tabs=False)
        await self.window.panel.get_by_role("option", name=re.compile(f"^{option}")).first.click()
        done = self.window.panel.locator("button.done:visible")
        if await done.count():
            await done.click()
        await self.robot.still()

    # The game

    async def play(self) -> None:
        """Plays the game to its end."""
        while self.evening.game.decision is not None:
            if self.is_new(self.evening.game):
                self.played[self.kind] += 1
                await self.decide()
            else:
                await self.evening.play_on(self.is_new)
                await self.robot.still()

    def is_new(self, game: Game) -> bool:
        """Returns whether the page has answered too few decisions of the present kind."""
        return game.decision is not None and self.played[game.decision.kind] < TIMES

    async def decide(self) -> None:
        """Answers the present decision for every asked seat by the page, and looks at its board and its panels."""
        number = self.evening.game.number
        while self.evening.game.decision is not None and self.evening.game.number == number:
            await self.robot.become(await self.robot.waiting())
            await self.inspector.look(f"{self.kind}: asked", whole=False)
            await self.robot.step()
            if await self.robot.offered(self.window.panel):
                await self.sees_panel()

    async def sees_panel(self) -> None:
        """Looks at the open panel, at its explanations and at the first of its lists."""
        kind = f"{self.kind}: {await self.window.panel.evaluate(VERBS)}"
        if kind in self.inspector.seen:
            return
        await self.inspector.look(kind, whole=False)
        opener = self.window.panel.locator("button.opener:enabled")
        if await opener.count():
            await opener.first.click()
            await self.inspector.look(f"{self.kind}: list", tabs=False, whole=False)
            await self.window.page.keyboard.press("Escape")
        explanations = f"{self.kind}: What is what?"
        if "explain" in kind.split() and explanations not in self.inspector.seen:
            await self.aside(self.window.panel, "What is what?", explanations)

    async def sees_form(self) -> None:
        await self.inspector.look(f"{self.kind}: form", tabs=False, whole=False)

    # What follows

    async def end(self) -> None:
        """Looks at the end, a review and a replay of the game."""
        await self.robot.still()
        await self.inspector.look("end")
        await self.evening.bot.app.review_jobs.run()
        for name in ("Review", "Replay"):
            await self.aside(self.window.board, name)

    def clean(self) -> None:
        """Fails with everything that is wrong."""
        assert not self.inspector.findings, "\n".join(self.inspector.findings)
        assert not self.window.errors
        # A picture may be gone when the page asks for it, because its message already has a newer one.
        assert not [url for url in self.window.failed if "attachments/" not in url]
        assert not self.window.local_table.world.refusals


async def toured(local_table: LocalTable, evening: Dealt) -> Tour:
    """Opens a window whose people all speak English."""
    for person in crowd.people(local_table.world):
        person.locale = "en-US"
    return Tour(await local_table.window(size=SIZES["desk"]), evening, seed=16)


async def judged(_: Thinkers, asked: Question, done: Keys, __: float) -> Judged:
    """Replaces the judgement by a computer, which takes seconds: each move with a choice costs a tenth of the chance to
    win.
    """
    best = next(((key,) for key in asked.keys if (key,) != done), done)
    return Judged(Judgement(0.5, best, 0.1), 0.0)


@pytest.mark.parametrize("game", SEATS)
async def test_every_kind_of_state_of_a_whole_game_is_accessible_and_fits(
    tmp_path: Path, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Thinkers, "judge", judged)
    async with dealt(tmp_path, 16) as (local_table, evening):
        tour = await toured(local_table, evening)
        await tour.lobby(GAME_UIS[game].title)
        await tour.robot.begin(SEATS[game])
        for name in ("In words", "My hand", "Log"):
            await tour.aside(tour.window.board, name)
        await tour.hand()
        await tour.play()
        await tour.end()
        tour.clean()
        asked = {kind.partition(":")[0] for kind in tour.inspector.seen if ":" in kind}
        assert asked == set(tour.played), "every kind of question is inspected"


async def test_the_deck_builder_is_accessible_and_fits(tmp_path: Path) -> None:
    async with dealt(tmp_path, 16) as (local_table, evening):
        tour = await toured(local_table, evening)
        await tour.lobby("Star Wars: Destiny")
        panel = tour.window.panel
        await tour.aside(tour.window.board, "My deck")
        await evening.slash("Anna", "deck list")
        await tour.robot.still()
        await tour.inspector.look("My decks")
        await tour.press(panel, "Build a deck")
        for page in ("Team", "Battlefield", "Red events"):
            await tour.choose(0, page)
            await tour.inspector.look(page)
            await tour.choose(1, "")
        await tour.press(panel, "Save and close")
        await tour.inspector.look("a saved deck")
        tour.clean()


async def test_a_lesson_is_accessible_and_fits_in_every_step(tmp_path: Path) -> None:
    async with dealt(tmp_path, 16) as (local_table, evening):
        tour = await toured(local_table, evening)
        await tour.press(tour.window.page.locator("#guide"), "Learn")
        await tour.inspector.look("lessons")
        await tour.press(tour.window.panel, "Mafia City")
        while await (skip := tour.window.panel.get_by_role("button", name="Skip this step")).count():
            await tour.inspector.look(await tour.window.panel.evaluate(VERBS))
            await skip.click()
            await tour.robot.still()
        await tour.inspector.look("end of the lesson")
        tour.clean()
