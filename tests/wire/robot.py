"""A robot player that sees messages and presses buttons; it knows Discord and a few words, but no rules.

It reads public messages, its own private ones and its own DMs, tries what it is offered at random (never what is
marked as dangerous), and stops when the table says that the game is over.
"""

from __future__ import annotations

import contextlib
import random
import re
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field

from bot.emulator import NotVisible, Person
from bot.emulator.people.modals import Modal
from bot.emulator.people.outcome import Outcome
from bot.emulator.people.seen import Part, Seen
from tests.wire.watch import Watch

JOIN = ("join", "připojit", "přidat")
START = ("start", "začít", "zahájit")
MOVE = ("move", "tah")
REACT = ("react", "reag")
PASS = ("pass", "nech", "propust", "necháv")
CONFIRM = ("confirm", "potvr")
BACK = ("back", "zpět", "zpátky")
PLACE = ("place", "put a", "polož", "umíst")
HAND = ("hand", "karty")
MENTION = re.compile(r"<@!?(\d+)>")
RANGE = re.compile(r"(\d+)\s*[-–]\s*(\d+)")
STEPS = 40
"""The maximum number of presses in one visit to a panel."""
IN_THE_DARK = -1
"""Stored instead of the number of kills if the bot does not run when a robot presses."""
OPENS = ("opens by itself", "otevře sám", "otvorí sám")
"""Words of a private message that will show the next question without another press."""
SOON = 1.0
"""Maximum seconds that a robot waits for such a message (`OPENS`) to offer a choice when the board mentions the
player.
"""
ANSWERS = 30.0
"""Seconds after which an acknowledged press counts as never answered: far more than a slow disk needs."""
DULL = 4.0
"""Seconds without public news after which a robot presses at the board again."""


def says(part: Part, words: Sequence[str]) -> bool:
    """Returns whether a component's label, placeholder or custom_id contains one of these words."""
    shown = f"{part.label} {part.placeholder}".casefold()
    name = part.custom_id.casefold()
    return any(word in shown or word in name for word in words)


def pages(part: Part) -> bool:
    """Returns whether a component only turns a page of the log or of the walk-through."""
    return part.custom_id.startswith("kr:0:") or part.custom_id.split(":")[2:3] == ["log"]


@dataclass(slots=True)
class Statistics:
    """Counts and failures of one robot: its presses, and what was wrong with the bot's reactions."""

    presses: int = 0
    failed: int = 0
    """Presses that were not acknowledged, also those while the bot did not run."""
    failures: list[str] = field(default_factory=list)
    """Actions that the bot did not acknowledge in time although it ran."""
    prods: int = 0
    """Effective presses after `DULL` seconds without public news by a player that the board did not mention."""
    looks: int = 0
    """Calls of `/game hand`."""
    opened: int = 0
    """Private messages that offered a choice without another press."""
    silent_changes: list[str] = field(default_factory=list)
    """Hands that changed without a public event."""
    unanswered: list[str] = field(default_factory=list)
    """Presses that were acknowledged but never answered."""


class Power:
    """The state of the bot's process: whether it runs, and how often it was killed."""

    def __init__(self) -> None:
        self.on = True
        self.cuts = 0

    def cut(self) -> None:
        """Records that the bot is about to be killed."""
        self.on = False
        self.cuts += 1


class Robot:
    """A robot player at one table; all its choices follow from its seed."""

    def __init__(self, person: Person, watch: Watch, seed: int, power: Power) -> None:
        self.person = person
        self.watch = watch
        self.random = random.Random(seed)
        self.power = power
        self.done = Statistics()
        self.panel: Seen | None = None
        self.watched: Seen | None = None
        """A private message that promised to open by itself."""
        self.kept: list[Seen] = []
        """Old private messages that the robot has not dismissed."""
        self.used: list[tuple[int, str]] = []
        """The presses so far: message and custom_id."""
        self.cuts = 0
        """The number of cuts of the bot's connection before the last press."""
        self.cards: tuple[int, str] | None = None
        """The number of public changes before the last look at the hand, and the cards that it had."""

    def __repr__(self) -> str:
        return f"<robot {self.person.name}>"

    # --- the lobby ----------------------------------------------------------------------------------

    async def join(self) -> None:
        """Joins the table by the lobby's button; fails if nothing public changes within 10 seconds."""
        since = self.watch.changes
        await self._press_public(JOIN)
        assert await self.watch.news(since, 10.0), "the lobby does not show who has joined"

    async def start(self) -> None:
        """Starts the game by the lobby's button; fails if nothing public changes within 10 seconds."""
        since = self.watch.changes
        await self._press_public(START)
        assert await self.watch.news(since, 10.0), "nothing was posted at the start"

    async def _press_public(self, words: Sequence[str]) -> Outcome:
        # A bot that is late shows first that it thinks.
        await self.person.until(lambda: self._offered(words), 10.0)
        board, wanted = self._offered(words)[0]
        outcome = await self.person.press(board, wanted)
        assert outcome.acknowledged, f"{self} pressed {wanted} in vain"
        return outcome

    def _offered(self, words: Sequence[str]) -> list[tuple[Seen, Part]]:
        """Returns (board, button) for each usable button of the board that has one of these words and is not
        dangerous.
        """
        board = self.watch.board(self.person)
        usable = board.usable if board is not None else []
        return [(board, part) for part in usable if board and says(part, words) and part.style != "danger"]

    # --- the game -----------------------------------------------------------------------------------

    async def play(self, going: Callable[[], bool] = lambda: True) -> None:
        """Acts at the table until the game is over, or `going` returns False; counts presses that were needed without
        news.
        """
        while going() and not self.watch.over(self.person):
            since = self.watch.changes
            if await self.act():
                continue
            if not await self.watch.news(since, DULL):
                board = self.watch.board(self.person)
                named = board is not None and self.named(board)
                found = await self._try_board(eager=True)
                self.done.prods += found and not named and self._in_the_light()

    async def act(self) -> bool:
        """Does one action if possible; returns whether it had an effect."""
        if self.random.random() < 0.02:
            await self.look_at_hand()
        if self.panel is None and await self._has_opened():
            self.panel, self.watched = self.watched, None
        if self.panel is not None:
            return await self._walk()
        if self.random.random() < 0.04 and await self._try_dm():
            return True
        return await self._try_board(eager=self.random.random() < 0.03)

    async def _has_opened(self) -> bool:
        """Returns whether the private message that should open by itself offers a choice now, and counts it if so.

        If the board mentions this player, the robot usually waits for it first, up to `SOON` seconds.
        """
        watched, board = self.watched, self.watch.board(self.person)
        if watched is None or not watched.visible:
            return False
        if not watched.usable and board is not None and self.named(board) and self.random.random() < 0.9:
            with contextlib.suppress(TimeoutError):
                await self.person.until(lambda: watched.usable, SOON)
        self.done.opened += bool(watched.usable)
        return bool(watched.usable)

    async def look_at_hand(self) -> str:
        """Calls `/game hand` and returns the cards, or '' without an answer.

        Records a failure if the cards have changed since the last call without a public event.
        """
        before = self.watch.changes
        outcome = await self._met(self.person.slash(self.watch.channel, "game hand"))
        self.done.looks += 1
        if outcome is not None and outcome.kind == "thinking":
            await self._until_answered(outcome)
        if outcome is None or outcome.message is None or outcome.message.thinking:
            return ""
        cards = hand_in(outcome.message)
        self.person.dismiss(outcome.message)
        if self.cards is not None and self.cards[1] != cards and self.watch.changes == self.cards[0]:
            heard = await self.watch.news(self.cards[0], 10.0)
            if not heard:
                self.done.silent_changes.append(f"{self.cards[1]} -> {cards}")
        self.cards = (before, cards)
        return cards

    async def _try_board(self, *, eager: bool) -> bool:
        board = self.watch.board(self.person)
        if board is None or not (eager or self.named(board)) or self.watch.over(self.person):
            # It may have ended while this robot was elsewhere; further presses begin the next game.
            return False
        parts = [part for part in board.usable if part.type == 2 and part.style != "danger"]
        passing = [part for part in parts if says(part, PASS)]
        moving = [part for part in parts if says(part, MOVE + REACT) and part not in passing]
        self.random.shuffle(moving)
        lets_pass = passing and self.random.random() < 0.85
        order = passing + moving[:1] if lets_pass else moving + passing
        if eager:
            order += [part for part in parts if part not in order]
        return await self._try(board, order)

    async def _try_dm(self) -> bool:
        letters = [letter for letter in self.person.dms() if letter.by_bot and letter.usable]
        if not letters:
            return False
        letter = letters[-1]
        parts = [part for part in letter.usable if part.type == 2 and part.style != "danger"]
        self.random.shuffle(parts)
        return await self._try(letter, parts[:1])

    async def _try(self, message: Seen, parts: Sequence[Part]) -> bool:
        """Presses components of a message one after the other until one opens a panel, which the robot then uses.

        Returns whether one did.
        """
        for part in parts:
            outcome = await self._press(message, part)
            if outcome is None:
                return False
            fresh = await self._answer_to(outcome, message)
            if fresh is not None and fresh.usable and not says(part, HAND):
                self.panel = fresh
                return True
            self._clear(fresh)
        return False

    def named(self, board: Seen) -> bool:
        """Returns whether the last line that mentions players mentions this one."""
        naming = [line for line in board.text.splitlines() if MENTION.search(line)]
        return bool(naming) and str(self.person.id) in MENTION.findall(naming[-1])

    # --- private panels -----------------------------------------------------------------------------

    async def _walk(self) -> bool:
        """Presses through the open panel until it is closed or offers nothing more, at most `STEPS` times.

        Returns False if the panel disappeared before a press.
        """
        for _ in range(STEPS):
            panel = self.panel
            if panel is None or not panel.visible or not panel.usable:
                break
            if all(pages(part) for part in panel.usable) and self.random.random() < 0.5:
                break
            outcome = await self._step(panel)
            if outcome is None:
                return False
            if outcome.failed:
                return True
            self.panel = await self._answer_to(outcome, panel) or panel
        if self.panel is not None and self.panel.visible and any(words in self.panel.text for words in OPENS):
            self.watched = self.panel
        else:
            self._clear(self.panel)
        self.panel = None
        return True

    async def _step(self, panel: Seen) -> Outcome | None:
        parts = [part for part in panel.usable if part.style != "danger"]
        confirm = [part for part in parts if says(part, CONFIRM)]
        if confirm and self.random.random() < 0.95:
            return await self._press(panel, confirm[0])
        part = self.random.choices(parts, [self._appeal(part) for part in parts])[0]
        if part.type == 2:
            return await self._press(panel, part)
        count = self.random.randint(max(part.min_values, 0), min(part.max_values, len(part.options)))
        values = [option.value for option in self.random.sample(part.options, count)]
        return await self._met(self.person.select(panel, part, values))

    @staticmethod
    def _appeal(part: Part) -> float:
        if says(part, BACK):
            return 0.05
        if part.type == 2 and says(part, PASS):
            return 0.5
        return 3.0 if says(part, PLACE) else 1.0

    async def _press(self, message: Seen, part: Part) -> Outcome | None:
        self.used.append((message.id, part.custom_id))
        return await self._met(self.person.press(message, part))

    async def _met(self, act: Awaitable[Outcome]) -> Outcome | None:
        """Performs an action, fills in its form if one opens, and returns the outcome; None if the message was gone.

        Counts a press, and records a failure if the running bot did not acknowledge it.
        """
        self.cuts = self.power.cuts if self.power.on else IN_THE_DARK
        self.done.presses += 1
        try:
            outcome = await act
            if outcome.modal is not None:
                outcome = await self.person.submit(outcome.modal, self._filled(outcome.modal))
        except NotVisible:
            return None
        self.done.failed += outcome.failed
        if outcome.failed and self._in_the_light():
            self.done.failures.append(f"{self}: {outcome.interaction.kind} {outcome.interaction.data}")
        return outcome

    def _in_the_light(self) -> bool:
        """Returns whether the bot has run without interruption since the robot's last press."""
        return self.power.on and self.cuts == self.power.cuts

    def _filled(self, modal: Modal) -> dict[str, str | list[str]]:
        values: dict[str, str | list[str]] = {}
        for one in modal.fields:
            if one.part.options:
                count = self.random.randint(one.part.min_values, one.part.max_values)
                values[one.custom_id] = [option.value for option in self.random.sample(one.part.options, count)]
                continue
            said = RANGE.search(f"{one.label} {one.description} {one.part.placeholder}")
            assert said is not None, f"a text input states its range as a-b: {one.label!r}"
            values[one.custom_id] = str(self.random.randint(int(said[1]), int(said[2])))
        return values

    async def _answer_to(self, outcome: Outcome, pressed: Seen) -> Seen | None:
        """Waits for the private message that answers a press and returns it: a new one, or the updated panel; None if
        there is none.
        """
        if outcome.failed:
            return None
        if outcome.kind in ("deferred", "thinking"):
            await self._until_answered(outcome)
        if outcome.followups:
            return outcome.followups[-1]
        message = outcome.message
        return message if message is not None and (message.ephemeral or message != pressed) else None

    async def _until_answered(self, outcome: Outcome) -> None:
        """Waits up to `ANSWERS` seconds for the private message that follows an acknowledgement; on an own panel this
        is its update.

        Records a failure if none comes although the bot runs.
        """
        public = outcome.message is not None and not outcome.message.ephemeral and not outcome.message.thinking

        def answered() -> bool:
            return bool(outcome.followups) or (not public and outcome.interaction.answers > 0)

        try:
            await self.person.until(answered, ANSWERS)
        except TimeoutError:
            if self._in_the_light():
                self.done.unanswered.append(f"{self}: nothing came after {outcome!r}")

    def _clear(self, message: Seen | None) -> None:
        """Dismisses a private message; up to 20 usable ones are kept at random, so that their old buttons can be tried
        later.
        """
        if message is None or not message.visible or not message.ephemeral:
            return
        if message.usable and self.random.random() < 0.2 and len(self.kept) < 20:
            self.kept.append(message)
            return
        self.person.dismiss(message)


def hand_in(message: Seen) -> str:
    """Returns the first text of the answer to `/game hand`, which names the cards."""
    return next(part.text for part in message.parts if part.type == 10)
