"""Whole games played through their panels, and what every panel had on it."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from dataclasses import dataclass

from bot.emulator.people.seen import Part, Seen
from bot.games.key_tree import offered
from bot.texts import translator_for
from rules.decisions import Several
from rules.engine import Game
from rules.players.levels import Keys
from tests.bot.fingers import Fingers
from tests.bot.table import Evening
from tests.lent import lent

RULE_NUMBER = re.compile(r"\b[MKDR]\d+\b")
BUTTON, SELECT, TEXT = 2, 3, 10
LATER = 2.0
"""Seconds after which computer players have answered."""
MOST = 400
"""Decisions after which a game that goes on is left."""


@dataclass(frozen=True)
class CountedPanel:
    """The texts of one panel when it asked a question."""

    kind: str
    question: str
    decidable: bool
    """Whether more than one answer was possible."""
    parts: tuple[Part, ...]

    @property
    def texts(self) -> list[str]:
        """Everything to read before a select is opened."""
        return [said for part in self.parts if (said := _said(part))]

    @property
    def options(self) -> list[str]:
        """Everything to read in the selects."""
        return [f"{one.label} {one.description}" for part in self.parts for one in part.options]

    @property
    def words(self) -> int:
        """Returns the number of words before a select is opened."""
        return sum(words_in(text) for text in self.texts)

    @property
    def placeholders(self) -> list[str]:
        """Returns the placeholders of the selects."""
        return [part.placeholder for part in self.parts if part.type == SELECT]

    @property
    def labels(self) -> list[str]:
        """The labels of the buttons, without emoji."""
        return [str(part.data.get("label") or "") for part in self.parts if part.type == BUTTON]


def words_in(text: str) -> int:
    """Counts the words of a text; signs alone are none."""
    return sum(any(letter.isalnum() for letter in word) for word in text.split())


def percentile(counts: list[int], percent: int) -> int:
    """Returns the percentile of the counts."""
    return sorted(counts)[len(counts) * percent // 100]


def with_rule_number(texts: Sequence[str]) -> list[str]:
    """The texts that name a rule by its number."""
    return [text for text in texts if RULE_NUMBER.search(text)]


class Reader(Fingers):
    """Fingers of people who read every panel that asks them something."""

    def __init__(self, evening: Evening) -> None:
        super().__init__(evening)
        self.panels: list[CountedPanel] = []
        self.public: list[str] = []
        """Every text of the board."""
        self._read: dict[str, str] = {}

    async def press(self, seat: str, message: Seen, custom: str, *values: str) -> None:
        await super().press(seat, message, custom, *values)
        game = self.evening.live.game
        self.public.append(self.evening.board().text)
        if game is not None and game.decision is not None:
            for one in self.evening.live.people():
                if one.seat in game.waiting:
                    self._read_panel(game, one.seat)

    def _read_panel(self, game: Game, seat: str) -> None:
        evening, decision = self.evening, game.decision
        name = evening.holder(seat)
        private = [seen for seen in evening.person(name).messages(evening.channel) if seen.ephemeral and seen.usable]
        if not private or decision is None:
            return
        live, panel = evening.live, private[-1]
        ctx = live.game_ui.context(
            live.facts, translator_for(evening.person(name).locale[:2]), game.view(seat), seat, decision.about
        )
        question = live.game_ui.questions[decision.kind].prompt(ctx)
        counted = CountedPanel(decision.kind, question, _decidable(game, seat), tuple(panel.parts))
        if self._read.get(name) != (shown := "\n".join(counted.texts)):
            self._read[name] = shown
            self.panels.append(counted)


async def played(reader: Reader, seed: int) -> Game:
    """Plays the game that has begun to its end: everyone plays like an easy computer, by the panels alone."""
    evening, dice = reader.evening, random.Random(seed)
    game = evening.game
    for _ in range(MOST):
        people = [seat.seat for seat in evening.live.people() if seat.seat in game.waiting]
        if game.decision is None:
            break
        if people:
            await reader.answer(people[0], *_offered(game, people[0], lent(game, people[0], dice)))
        else:
            await evening.pass_time(LATER)
    return game


async def sat_down(evening: Evening, game: str, *people: str, computers: int = 0) -> None:
    """Starts a game with these people and that many easy computers."""
    await evening.open(*people, game=game)
    for _ in range(computers):
        await evening.add_computer(people[0], "easy")
    await evening.press_board(people[0], "start")


def _offered(game: Game, seat: str, keys: Keys) -> Keys:
    """An answer that a panel offers: of equal dice it offers the first."""
    if isinstance(game.decision, Several) or keys[0] in (listed := offered(game, seat)):
        return keys
    return (listed[0],)


def _decidable(game: Game, seat: str) -> bool:
    decision, count = game.decision, len(game.keys(seat))
    return count > (decision.least if isinstance(decision, Several) else 1)


def _said(part: Part) -> str:
    if part.type == TEXT:
        return part.text
    if part.type == SELECT:
        return next((option.label for option in part.options if option.default), part.placeholder)
    return part.label if part.type == BUTTON else ""
