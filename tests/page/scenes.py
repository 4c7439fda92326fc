"""Plays evenings to the states that `make screenshots` shows, with the same cards, moves and times in every run."""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from random import Random
from typing import Literal

from bot.emulator import Limits, LocalDiscord, World
from bot.emulator.page.site import Site
from bot.emulator.people import crowd
from bot.features.play.panel_base import runs_of
from bot.local.play import CHANNELS, PEOPLE
from bot.texts import translator_for
from rules.engine import Game
from tests.any_answer import any_answer
from tests.bot.table import Evening
from tests.emulator.driven_clock import DrivenClock
from tests.page.local_table import LocalTable, browsing

View = Literal["newest", "board", "dm", "left", "curtain"]
"""The part of the table that a phone shows.

The newest lines, the board with its buttons, the DMs, the last closed board, or the curtain.
"""
Look = Callable[[str, str, View], Awaitable[None]]
"""Takes the picture with that name, as that user sees the table."""
NOON = 1_790_000_000.0
"""The Unix time in seconds at which the evening begins, in September 2026."""
READING = 4
"""Seconds after which the next part of a sequence is shown."""


class Dealt(Evening):
    """An evening whose cards and moves are the same in every run."""

    dice = Random(7)

    @property
    def asked(self) -> str:
        """Returns the name of the first asked player."""
        return self.holder(self.game.waiting[0])

    async def play_on(self, until: Callable[[Game], bool] = lambda _: False) -> None:
        """Plays for all seats as easy computers would, seven seconds per answer, until the condition is true or the
        game is over.
        """
        while (game := self.game).decision is not None and not until(game):
            seat = game.waiting[0]
            # A move takes some seconds, as people's do.
            self.clock.advance(7)
            await self.answer(seat, *any_answer(game, seat, self.dice))

    async def press_panel(self, name: str, label: str) -> None:
        """Presses the first button with this label on a user's newest private message."""
        panel = self.private(name)
        part = next(part for part in panel.usable if label in (part.label or ""))
        await self.press(name, panel, str(part.custom_id))

    async def quiet(self, name: str) -> None:
        """Updates a user's hand by DM at once, as the bot does after a while without presses."""
        self.bot.app.hands.renew(self.live, self.person(name).id)
        await self.settled()

    async def choose(self, name: str, verb: str, place: int) -> None:
        """Chooses the option at index `place` of the select with that verb on a user's newest private message."""
        panel = self.private(name)
        part = next(part for part in panel.selects if part.custom_id.split(":")[2] == verb)
        await self.person(name).select(panel, part.custom_id, [part.options[place].value])
        await self.settled()


@contextlib.asynccontextmanager
async def dealt(folder: Path, seed: int) -> AsyncIterator[tuple[LocalTable, Dealt]]:
    """Starts a bot with the users of `make run` in this process, its page and a browser; yields the page and the
    evening.
    """
    clock = DrivenClock(NOON)
    world = _people(clock)
    site = Site(world)
    async with (
        LocalDiscord(world, also=site.add_routes) as discord,
        browsing() as browser,
        _begun(world, discord, clock, folder, seed) as evening,
    ):
        yield LocalTable(world, site, browser), evening


@contextlib.asynccontextmanager
async def unseen(folder: Path, seed: int) -> AsyncIterator[Dealt]:
    """Starts a bot with the users of `make run` in this process, without a page and a browser; yields the evening."""
    clock = DrivenClock(NOON)
    world = _people(clock)
    async with LocalDiscord(world) as discord, _begun(world, discord, clock, folder, seed) as evening:
        yield evening


def _people(clock: DrivenClock) -> World:
    return crowd.with_people(*PEOPLE, channels=CHANNELS, limits=Limits.generous(), clock=clock)


@contextlib.asynccontextmanager
async def _begun(
    world: World, discord: LocalDiscord, clock: DrivenClock, folder: Path, seed: int
) -> AsyncIterator[Dealt]:
    evening = Dealt(world, discord, clock, folder / f"{seed}.sqlite3")
    evening.seed, evening.dice = bytes([seed]) * 32, Random(seed)
    await evening.start()
    try:
        yield evening
    finally:
        await evening.stop()


def at(number: int, phase: str, kind: str = "") -> Callable[[Game], bool]:
    """Returns a condition that is true at a decision of that kind (or any) in that phase of round `number`."""

    def holds(game: Game) -> bool:
        view = game.view()
        assert game.decision is not None
        return bool((view["round"], view["phase"]) == (number, phase)) and kind in ("", game.decision.kind)

    return holds


def much_to_do(game: Game) -> bool:
    """Returns whether a player of Mafia City may move a mobster by a card, and do a lot more, late in the first
    round.
    """
    verbs = {key.partition(":")[0] for key in game.keys(game.waiting[0])}
    return game.number >= 16 and at(1, "action", "turn")(game) and len(verbs) >= 6 and "grand_plan-hat" in verbs


async def mafia_city(evening: Dealt, look: Look) -> None:
    """Plays Mafia City from the lobby to the end and has pictures taken of every phase, a panel, a window, a hand, the
    rules.
    """
    await evening.open("Anna", "Bert", "Cyril")
    await look("lobby", "Anna", "newest")
    await evening.press_board("Anna", "start")
    await evening.play_on(much_to_do)
    await look("action", "Olga", "board")
    await steps(evening, evening.asked, look)
    await evening.play_on(at(1, "action", "react"))
    await look("window", evening.asked, "newest")
    await evening.play_on(at(1, "locations"))
    await look("locations", evening.asked, "board")
    await evening.play_on(at(2, "strategy"))
    await look("strategy", evening.asked, "board")
    await evening.slash("Olga", "learn rules", topic="card_thief")
    await look("rules", "Olga", "newest")
    await evening.play_on()
    await look("end", "Anna", "newest")


async def steps(evening: Dealt, name: str, look: Look) -> None:
    """Makes a whole move as this player by buttons, after opening the hand, and has pictures taken of each step."""
    await evening.press_board(name, "hand")
    await evening.quiet(name)
    await look("hand", name, "dm")
    await evening.press_panel(name, "My move")
    await look("panel-act", name, "newest")
    panel = evening.private(name)
    card = next(part for part in panel.selects if "Grand plan" in part.placeholder)
    mobster, target = card.options[0], card.options[-1]
    await evening.person(name).select(panel, card.custom_id, [mobster.value, target.value])
    await evening.settled()
    await look("panel-confirm", name, "newest")
    await evening.press(name, evening.private(name), evening.part(evening.private(name), "do"))


def full_columns(game: Game) -> bool:
    """Returns whether, in Královské rošády, nearly all columns are full and a turned card asks its owner."""
    assert game.decision is not None
    laid = sum(len(column["cards"]) for column in game.view()["columns"])
    return game.decision.kind == "betray" and laid > 30


async def kralovske_rosady(evening: Dealt, look: Look) -> None:
    """Plays Královské rošády with four players in a season, and has pictures taken in and after an evaluation and at
    the end.
    """
    names = ("Anna", "Bert", "Cyril", "Dana")
    opened = await evening.slash("Anna", "league open", game="kralovske_rosady", name="Autumn")
    assert opened.message is not None
    for name in names:
        await evening.press(name, opened.message, evening.part(opened.message, "s_join"))
    await evening.open(*names, game="kralovske_rosady")
    await evening.press_board("Anna", "start")
    await evening.play_on(full_columns)
    await look("rosady", evening.asked, "board")
    await look("curtain", evening.asked, "curtain")
    number = evening.game.view()["round"]
    await evening.play_on(lambda game: game.view()["round"] > number)
    await evening.pass_time(READING)
    await look("evaluation", "Olga", "left")
    await evening.play_on()
    for _ in names:
        await evening.pass_time(READING)
    await seen_again(evening, look)
    await evening.slash("Olga", "league results")
    await look("league", "Olga", "newest")


async def seen_again(evening: Dealt, look: Look) -> None:
    """Opens the replay of the finished game with all hands, in the middle of its last chapter, and has a picture
    taken.
    """
    await evening.slash("Olga", "record replay")
    await evening.choose("Olga", "replay_view", -1)
    await evening.choose("Olga", "replay_jump", -4)
    await look("replay", "Olga", "newest")


def dice_everywhere(game: Game) -> bool:
    """Returns whether a player has the action in Star Wars: Destiny, with dice and upgrades on the table.

    It is round 2 or later, both pools have at least two dice, and at least three offered resolutions have one target.
    """
    view = game.view()
    pools = [len(player["pool"]) for player in view["players"].values()]
    shown = Counter(
        key.rpartition(":")[2] for key in game.keys(game.waiting[0]) if key.startswith("resolve") and key.count(":") > 1
    )
    upgraded = any(each["upgrades"] for player in view["players"].values() for each in player["characters"])
    action = game.decision is not None and game.decision.kind == "action"
    return action and view["round"] > 1 and min(pools) >= 2 and upgraded and max(shown.values(), default=0) > 2


def by_one_confirm(evening: Dealt) -> bool:
    """Returns whether the asked player can resolve several dice at once."""
    return bool(runs_of(evening.live.facts, evening.game, evening.game.waiting[0], translator_for("en")))


async def star_wars_destiny(evening: Dealt, look: Look) -> None:
    """Plays Star Wars: Destiny with the starter sets, and has pictures taken of the board, a hand, the panel and the
    end.
    """
    await evening.open("Anna", "Bert", game="star_wars_destiny")
    await evening.press_board("Anna", "start")
    await evening.play_on(lambda game: dice_everywhere(game) and by_one_confirm(evening))
    name = evening.asked
    await look("destiny", "Olga", "board")
    await evening.quiet(name)
    await look("destiny-hand", name, "dm")
    await evening.press_board(name, "move")
    await look("destiny-panel", name, "newest")
    panel = evening.private(name)
    (run, *_) = (part for part in panel.usable if part.custom_id.split(":")[2] == "run")
    await evening.person(name).select(panel, run.custom_id, [run.options[0].value])
    await evening.settled()
    await look("destiny-done", name, "newest")
    await evening.play_on()
    await look("destiny-end", "Anna", "newest")
