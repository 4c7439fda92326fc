"""Tests leaks: two games that differ only in one player's hidden cards look the same to everyone else.

The games begin with a prepared record in the database and continue by presses only, on a driven clock. All messages
and events for others are compared.
"""

from __future__ import annotations

import itertools
import json
import logging
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import timedelta
from itertools import takewhile
from pathlib import Path

import pytest

from bot.emulator import Person
from bot.emulator.people.outcome import Outcome
from bot.emulator.people.seen import Seen
from bot.emulator.world.events import Event
from storage import Database, Deadline, Entry, NewGame
from tests.bot.gallery import content_hash
from tests.bot.table import Evening
from tests.wire.robot import says

TURN, WINDOW = 90, 20
CITY = "prison harbour fight_club police_station business_district private_club town_hall".split()
COPIES = {
    "hitman-fist": 5, "complicity-fist": 5, "police_chief-hat": 5, "fbi-bullet": 5, "police_raid-star": 5,
    "informer-fist": 2, "informer-star": 2, "thief-fist": 2, "thief-hat": 2, "pulling_strings-fist": 2,
    "pulling_strings-bullet": 2, "rackets-fist": 2, "rackets-hat": 2, "grand_plan-hat": 2, "grand_plan-star": 2,
    "secret_deal-hat": 2, "secret_deal-bullet": 2,
}  # fmt: skip
"""The number of copies of each card, as the rules list them."""
ANNA, CYRIL = ("informer-star", "hitman-fist"), ("secret_deal-hat", "rackets-fist")
NOTHING = ("grand_plan-star", "rackets-hat")
HOLDINGS = {
    "cancels both by their text": ("police_chief-hat", "fbi-bullet"),
    "two fists": ("thief-fist", "complicity-fist"),
    "complicity and a bullet": ("complicity-fist", "secret_deal-bullet"),
}
"""Name of a case → the hand of Bert, with which he could react in windows."""
NUMBERS = re.compile(r"\d{17,20}")
"""Discord's ids, which differ on each run because they carry the time at which something was created."""
NONCE = re.compile(r'"nonce": "[^"]*"')
FILES = re.compile(r"attachments/[0-9]+/([0-9]+)/")
"""Addresses of files in a message and its components; the group is the file's id."""
PLACES = ("public", "private", "by DM")
ADDRESSES = re.compile(r'http://127\.0\.0\.1:[0-9]+|hm=[0-9a-f]+|"size": [0-9]+')
"""Parts of the addresses and the lengths of files, which differ on each run; what the files show is compared."""


def deck(hidden: tuple[str, str], instead: tuple[str, str]) -> list[str]:
    """Returns a Mafia City deck from the top: the hands of Anna, Bert and Cyril, the rest, and `instead` at the bottom.

    Bert's hand of two cards is `hidden`.
    """
    used = [*ANNA, *hidden, *CYRIL, *instead]
    rest = [code for code, copies in COPIES.items() for _ in range(copies)]
    for code in used:
        rest.remove(code)
    return [*ANNA, *hidden, *CYRIL, *rest, *instead]


@dataclass
class Onlooker:
    """The messages to one onlooker by channel: every event with its time, ids by order of appearance.

    Pictures are drawn in parallel, so the order of channels within one moment is random.
    """

    who: str
    events: dict[str, list[str]] = field(default_factory=lambda: {place: [] for place in PLACES})
    known: dict[str, dict[str, str]] = field(default_factory=lambda: {place: {} for place in PLACES})

    def note(self, where: str, moment: float, name: str, data: object) -> None:
        """Adds an event to a channel's list as one line of text, in which each id is replaced by its number of
        appearance.
        """
        text = f"{moment:.3f} {name} {json.dumps(data, sort_keys=True, ensure_ascii=False)}"
        text = ADDRESSES.sub("", NONCE.sub('"nonce": ""', text))
        known = self.known[where]
        text = NUMBERS.sub(lambda found: known.setdefault(found[0], f"#{len(known)}"), text)
        self.events[where].append(text)


class Scene:
    """A table of Anna, Bert and Cyril in the middle of a game, which a test continues by presses.

    Records all events for each onlooker; only Bert's cards differ between two runs.
    """

    def __init__(self, evening: Evening) -> None:
        self.evening = evening
        self.seen = {name: Onlooker(name) for name in ("Anna", "Bert", "Cyril", "Dora")}
        self.channel = evening.channel.id
        evening.world.listen(self._heard)

    def _heard(self, event: Event) -> None:
        if not event.name.startswith("MESSAGE_"):
            return
        files = self.evening.world.files
        shown = dict.fromkeys(FILES.findall(json.dumps(event.data)))
        pictures = [content_hash(files[int(number)]) for number in shown]
        for name, seen in self.seen.items():
            person = self.evening.person(name)
            if person.may_see(event):
                where = "private" if event.only_for else "public" if event.channel_id == self.channel else "by DM"
                seen.note(where, self.evening.clock(), event.name, {**event.data, "pictures": pictures})

    async def prepare(self, cards: list[str]) -> None:
        """Stops the bot, stores a game that has just been dealt from these cards, and starts the bot again."""
        evening = self.evening
        await evening.stop()
        world, now = evening.world, evening.now()
        people = [evening.person(name) for name in ("Anna", "Bert", "Cyril")]
        db = await Database.open(evening.database)
        game = await db.tables.open(
            NewGame(
                guild=next(iter(world.guilds)), channel=evening.channel.id, kind="mafia_city", edition=1, language="en",
                options={"goal": "beginners"}, turn_seconds=TURN, window_seconds=WINDOW, pace="live", created=now,
                host=people[0].id,
            ),
            bytes(range(32)),
        )  # fmt: skip
        for person in people:
            await db.seats.add(game, person.id, person.name, joined=now)
        await db.tables.start(game, 1, now, options={"goal": "beginners"})
        draws = [("start", ["a"]), ("city", CITY), ("deck", cards)]
        entries = [Entry(at, "chance", kind, tuple(keys), now) for at, (kind, keys) in enumerate(draws, start=1)]
        await db.record.append(game, entries, deadline=Deadline(4, now + timedelta(seconds=TURN)))
        await db.close()
        await evening.start()

    # --- acts ---------------------------------------------------------------------------------------

    async def choose(self, name: str, *labels: str) -> None:
        """Presses My move as this player, then the components with these labels, and Confirm if it is offered."""
        evening = self.evening
        outcome = await self._press(name, evening.board(name), "My move")
        left = list(labels)
        while left:
            panel = _panel(outcome)
            said, button = max(
                ((len(_said(part.label, left)), part.custom_id) for part in panel.buttons), default=(0, "")
            )
            if said:
                del left[:said]
                outcome = await self._press(name, panel, button)
            else:
                outcome = await self._select(name, panel, left)
        panel = _panel(outcome)
        confirm = [part for part in panel.usable if says(part, ("confirm",))]
        if confirm:
            await self._press(name, panel, confirm[0].custom_id)

    async def let_pass(self, *names: str) -> None:
        """Presses "Don't react" on the board for each of these players."""
        for name in names:
            await self._press(name, self.evening.board(name), "Don't react")

    async def wait(self, seconds: float) -> None:
        """Moves the clock on by that many seconds without any act."""
        await self.evening.pass_time(seconds)

    async def _press(self, name: str, message: Seen, label: str) -> Outcome:
        return await self._settled(self._person(name).press(message, label))

    async def _select(self, name: str, panel: Seen, labels: list[str]) -> Outcome:
        """Selects the option that matches most of the first labels, and removes these labels from the list; returns the
        outcome.
        """
        found = [
            (len(said), part, one.value)
            for part in panel.selects
            for one in part.options
            if (said := _said(f"{part.placeholder} {one.label}", labels)) and said[-1] in one.label
        ]
        assert found, (labels, panel.text, panel.usable, [part.options for part in panel.selects])
        count, select, value = max(found, key=lambda one: one[0])
        del labels[:count]
        return await self._settled(self._person(name).select(panel, select, [value]))

    async def _settled(self, act: Awaitable[Outcome]) -> Outcome:
        outcome = await act
        assert outcome.acknowledged
        await self.evening.settled()
        self.evening.clock.advance(1.0)
        return outcome

    def _person(self, name: str) -> Person:
        return self.evening.person(name)


def _said(text: str, labels: list[str]) -> list[str]:
    """Returns the first labels of the list that the text contains, up to the first one that it does not contain."""
    return list(takewhile(lambda label: label in text, labels))


def _panel(outcome: Outcome) -> Seen:
    if outcome.followups:
        return outcome.followups[-1]
    assert outcome.message is not None
    return outcome.message


# --- courses: the same acts with any cards of Bert -------------------------------------------------------


async def everybody_passes(scene: Scene, *names: str) -> None:
    """Closes a window: each of these players passes."""
    await scene.let_pass(*names)


async def no_one_answers(scene: Scene, *names: str) -> None:
    """Closes a window by waiting until its time is up; Bert, who could react, has opened his panel."""
    await scene._press("Bert", scene.evening.board("Bert"), "React")
    await scene.wait(WINDOW)


async def orders_stand(scene: Scene, *names: str) -> None:
    """Closes a window: Bert sets the standing order to pass in this phase, and the other players pass themselves."""
    outcome = await scene._settled(scene._person("Bert").slash(scene.evening.channel, "profile"))
    panel = _panel(outcome)
    order = next(select for select in panel.selects if any(option.value == "pass" for option in select.options))
    await scene._settled(scene._person("Bert").select(panel, order, ["pass"]))
    await scene.let_pass(*(name for name in names if name != "Bert"))


Course = Callable[..., Awaitable[None]]
Story = dict[str, list[str]]
"""The messages to a user, by channel."""


async def play(scene: Scene, window: Course) -> None:
    """Plays a round in which Bert is asked in every situation and never plays a card; `window` is the way windows
    close.
    """
    for name in ("Anna", "Bert", "Cyril"):
        await scene.choose(name, "Keep")
    for name, place in (("Anna", "Prison"), ("Bert", "Prison"), ("Cyril", "Harbour")):
        await scene.choose(name, "Place a mobster", place)
    await scene.choose("Anna", "Informer", "Prison", "eight 2")
    await window(scene, "Bert", "Cyril")
    await scene.wait(TURN)  # complicity: Bert's silence
    await scene.choose("Bert", "Place a mobster", "Harbour")
    for name in ("Cyril", "Anna", "Bert"):
        await scene.choose(name, "Pass")
    await window(scene, "Anna", "Bert", "Cyril")  # secret deals at the prison
    await scene.choose("Anna", "Harbour", "eight 2")  # Anna jails Bert's mobster
    await window(scene, "Bert", "Cyril")
    await scene.wait(TURN)  # complicity: Bert's silence
    await window(scene, "Anna", "Bert", "Cyril")  # secret deals at the harbour
    await scene.choose("Cyril", "Prison")  # Cyril moves the hitman
    await window(scene, "Anna", "Bert")
    await to_the_next_round(scene)


async def to_the_next_round(scene: Scene) -> None:
    """Moves the clock on until the board shows round 2; fails after 60 steps."""
    for _ in range(60):
        if "Round 2" in scene.evening.board("Anna").text:
            return
        await scene.wait(WINDOW + 1)
    raise AssertionError(scene.evening.board("Anna").text)


class Log(logging.Handler):
    """A log handler that collects every message of bot, rules and storage, at every level."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Records a line, without numbers that differ from run to run."""
        if record.name.split(".")[0] in ("bot", "rules", "storage"):
            self.lines.append(f"{record.levelname} {record.name} {NUMBERS.sub('#', record.getMessage())}")


async def course(database: Path, cards: list[str], window: Course) -> tuple[dict[str, Story], list[str]]:
    """Plays one game with this deck; returns the events for each onlooker, and the lines of the log."""
    log, root = Log(), logging.getLogger("bot")
    before = root.level
    root.addHandler(log)
    root.setLevel(logging.DEBUG)
    try:
        async with Evening.of("Anna", "Bert", "Cyril", "Dora", database=database, locale="en-US") as evening:
            scene = Scene(evening)
            await scene.prepare(cards)
            await play(scene, window)
            evening.clean()
    finally:
        root.removeHandler(log)
        root.setLevel(before)
    return {name: seen.events for name, seen in scene.seen.items()}, log.lines


@pytest.mark.parametrize("window", [everybody_passes, no_one_answers, orders_stand])
@pytest.mark.parametrize("holding", HOLDINGS.values(), ids=HOLDINGS)
async def test_a_players_hand_is_shown_nowhere_else(tmp_path: Path, window: Course, holding: tuple[str, str]) -> None:
    seen, logged = await course(tmp_path / "one.sqlite3", deck(holding, NOTHING), window)
    others, logged_there = await course(tmp_path / "other.sqlite3", deck(NOTHING, holding), window)
    assert seen.pop("Bert") != others.pop("Bert")
    for name, events in seen.items():
        assert len(events["public"]) > 20, name
        for place in PLACES:
            assert difference(events[place], others[name][place]) == "", (name, place)
    assert difference(logged, logged_there) == ""


def difference(one: list[str], other: list[str]) -> str:
    """Returns a text with the first difference of two lists of events; empty if there is none."""
    for at, (here, there) in enumerate(itertools.zip_longest(one, other, fillvalue="(the end)")):
        if here != there:
            place = next((n for n, (a, b) in enumerate(zip(here, there, strict=False)) if a != b), 0)
            return f"{at}: …{here[max(0, place - 80) : place + 160]}\nnot …{there[max(0, place - 80) : place + 160]}"
    return ""
