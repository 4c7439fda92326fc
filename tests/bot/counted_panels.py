"""Plays whole games through their panels, and records the texts of every panel."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from dataclasses import dataclass

from bot.emulator.people.seen import Part, Seen
from bot.emulator.rest.api import Request
from bot.games.key_tree import offered
from bot.texts import translator_for
from rules.decisions import CHANCE, Several, Window
from rules.engine import Game
from rules.players.levels import Keys
from tests.any_answer import any_answer
from tests.bot.clicks import Clicks, asks_in
from tests.bot.table import Evening

RULE_NUMBER = re.compile(r"\b[MKDR]\d+\b")
BUTTON, SELECT, TEXT = 2, 3, 10
CONTROLS = (BUTTON, SELECT)
LATER, WINDOW = 2.0, 8.0
"""Seconds after which computer players have answered, and after which a window ends by itself."""
MOST = 400
"""The maximum number of answers and waits in `played`, which then leaves the game unfinished."""


@dataclass(frozen=True)
class CountedPanel:
    """One panel as a user saw it: its components, and what kind of question it asked."""

    kind: str
    question: str
    decidable: bool
    """Whether more than one answer was possible."""
    window: bool
    """Whether several seats could react."""
    parts: tuple[Part, ...]

    @property
    def texts(self) -> list[str]:
        """Returns all texts that can be read without opening a select; of a select, its default option or else its
        placeholder.
        """
        return [said for part in self.parts if (said := _said(part))]

    @property
    def options(self) -> list[str]:
        """Returns the label and description of each option in the selects."""
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
        """Returns the labels of the buttons, without emoji."""
        return [str(part.data.get("label") or "") for part in self.parts if part.type == BUTTON]

    @property
    def primary_is_first(self) -> bool:
        """Returns whether no other control is before the primary button; True without such a button."""
        controls = [part.type == BUTTON and part.style == "primary" for part in self.parts if part.type in CONTROLS]
        return not any(controls[1:])


def words_in(text: str) -> int:
    """Counts the words of a text; words without letters and digits do not count."""
    return sum(any(letter.isalnum() for letter in word) for word in text.split())


def percentile(counts: list[int], percent: int) -> int:
    """Returns the number at the given percentile of a list of numbers."""
    return sorted(counts)[len(counts) * percent // 100]


def with_rule_number(texts: Sequence[str]) -> list[str]:
    """Returns the texts that contain a rule number."""
    return [text for text in texts if RULE_NUMBER.search(text)]


class Reader(Clicks):
    """A client that answers for all users by presses, and records the panels that ask them something and every board.

    A panel is recorded only if its texts differ from those of the user's last recorded panel.
    """

    def __init__(self, evening: Evening) -> None:
        super().__init__(evening)
        self.panels: list[CountedPanel] = []
        self.forced: list[str] = []
        """The kinds of the decisions that took a press although only one answer was possible."""
        self.public: list[str] = []
        """The text of the board after each press."""
        self._read: dict[str, str] = {}
        self._board = 0

    async def press(self, seat: str, message: Seen, custom: str, *values: str) -> None:
        await super().press(seat, message, custom, *values)
        game = self.evening.live.game
        self.public.append(self.evening.board().text)
        if game is not None and game.decision is not None:
            for one in self.evening.live.people():
                if one.seat in game.waiting:
                    self._read_panel(game, one.seat)

    async def look(self) -> None:
        """Presses *Log* once on each new board message, as users do sooner or later, and dismisses the reply."""
        evening = self.evening
        if (board := evening.board()).id != self._board:
            self._board, name = board.id, evening.live.people()[0].name
            await evening.press_board(name, "log")
            evening.person(name).dismiss(evening.private(name))

    def _read_panel(self, game: Game, seat: str) -> None:
        evening, decision = self.evening, game.decision
        name = evening.holder(seat)
        asks = [seen for seen in evening.person(name).messages(evening.channel) if asks_in(seen, game.number)]
        if not asks or decision is None:
            return
        live, panel = evening.live, asks[-1]
        ctx = live.game_ui.context(
            live.facts, translator_for(evening.person(name).locale[:2]), game.view(seat), seat, decision.about
        )
        question = live.game_ui.questions[decision.kind].prompt(ctx)
        counted = CountedPanel(
            decision.kind, question, _decidable(game, seat), isinstance(decision, Window), tuple(panel.parts)
        )
        if self._read.get(name) != (shown := "\n".join(counted.texts)):
            self._read[name] = shown
            self.panels.append(counted)


async def played(reader: Reader, seed: int) -> Game:
    """Plays the running game with at most `MOST` answers and waits, and returns it, unfinished if they are not enough.

    People answer like easy computers, by their panels only, and press *Log* on each new board. Computers and questions
    without a choice in a window are answered while time passes.
    """
    evening, dice = reader.evening, random.Random(seed)
    game = evening.game
    for _ in range(MOST):
        people = [seat.seat for seat in evening.live.people() if seat.seat in game.waiting]
        if game.decision is None:
            break
        await reader.look()
        if people and isinstance(game.decision, Window):
            people = [seat for seat in people if _decidable(game, seat)]
        if people:
            reader.forced += [] if _decidable(game, people[0]) else [game.decision.kind]
            await reader.answer(people[0], *_offered(game, people[0], any_answer(game, people[0], dice)))
        else:
            await evening.pass_time(WINDOW if isinstance(game.decision, Window) else LATER)
    return game


def requests_of(evening: Evening) -> list[Request]:
    """Returns the requests for the table and its players' direct messages that count against the global limit."""
    return [one for one in evening.discord.counted if "/channels" in one.path]


def decisions_in(game: Game) -> int:
    """Returns the number of decisions that players, or the clock for them, have answered."""
    return len({entry.number for entry in game.entries if entry.seat != CHANCE})


async def sat_down(evening: Evening, game: str, *people: str, computers: int = 0) -> None:
    """Starts a game with these people and that many easy computers."""
    await evening.open(*people, game=game)
    for _ in range(computers):
        await evening.add_computer(people[0], "easy")
    await evening.press_board(people[0], "start")


def _offered(game: Game, seat: str, keys: Keys) -> Keys:
    """Returns the given answer if the panel offers it, or else the first answer that it offers.

    A panel offers only the first of several equal dice.
    """
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
