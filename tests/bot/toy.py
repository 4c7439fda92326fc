"""The front end of the game that only tests play (`tests/rules/toy.py`): its seats bring gifts, some of the cards.

In a short game nobody has to choose and two gifts are enough; in a long one everybody has to.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from difflib import get_close_matches

import pytest
from discord import app_commands

from bot.games import BOARDS, Board, Label, Topic, View
from bot.games.brings import BadPart, Brings, Offer, Options
from bot.games.facts import TableFacts
from bot.games.protocol import NO_FACTS, About, Path, Question, Sentence
from bot.interactions import lobby
from bot.texts import Words
from rules import GAMES
from rules.description import Rules
from rules.engine import Game
from tests.rules.toy import CARDS, TOY

TWO = ("Anna", "Bert")
SOMETHING = Question("your choice (X1)", "a choice (X1)", "X1", ("course",))
OFFERS = {"first": "one", "chance": "two three"}
FOR_COMPUTERS = ("five", "six")


class Gifts(Brings):
    """Gifts as people write them: one in each line."""

    option = "gifts"

    def offered(self, options: Options, words: Words) -> Sequence[Offer]:
        return [Offer(key, f"gift {part}") for key, part in OFFERS.items()]

    def part(self, key: str, options: Options) -> str | None:
        return OFFERS.get(key)

    def default(self, options: Options) -> str | None:
        return "one" if options["length"] == "short" else None

    def for_computers(self, options: Options) -> Sequence[str]:
        return FOR_COMPUTERS

    def takes_lists(self, options: Options) -> bool:
        return True

    def read(self, text: str, words: Words) -> str:
        wrong, found = [], []
        for number, line in enumerate(text.splitlines(), 1):
            if line.strip() in CARDS:
                found.append(line.strip())
            else:
                wrong.append(f"line {number}: no gift {line!r}, perhaps {get_close_matches(line, CARDS)}")
        if wrong:
            raise BadPart(wrong)
        return " ".join(sorted(found, key=CARDS.index))

    def check(self, part: str, options: Options, words: Words) -> None:
        if options["length"] == "short" and len(part.split()) > 2:
            raise BadPart([f"two gifts are enough, not {part}"])

    def joined(self, parts: Sequence[str]) -> str:
        return " | ".join(parts)

    def title(self, part: str, words: Words) -> str:
        return f"{len(part.split())} gifts"

    def described(self, part: str, words: Words) -> str:
        return f"gifts: {part}"

    def code(self, part: str) -> str | None:
        return part.replace(" ", "\n")

    def brought(self, game: Game, seat: str, words: Words) -> str:
        return f"gifts: {' '.join(game.table.players[seat].gifts)}"


class ToyBoard(Board):
    """What a game must say, and how its gifts are read."""

    brings = Gifts()

    @property
    def rules(self) -> Rules:
        return TOY

    @property
    def questions(self) -> Mapping[str, Question]:
        return dict.fromkeys(("throw", "show"), SOMETHING)

    @property
    def sentences(self) -> Mapping[str, Sentence]:
        return dict.fromkeys(("throws", "shows"), lambda speaker, _told: f"{speaker.who('a')} does something.")

    def title(self, words: Words) -> str:
        return "Toy"

    def public(self, view: View, facts: TableFacts, words: Words) -> str:
        return "marbles"

    def hand(self, view: View, seat: str, words: Words) -> str:
        return f"{len(view['players'][seat]['hand'])} cards"

    def option(
        self, kind: str, path: Path, view: View, facts: TableFacts, words: Words, about: About = NO_FACTS
    ) -> Label:
        return Label(path[-1])

    def topics(self, words: Words) -> Sequence[Topic]:
        return [Topic("course", "The game", "Course", "Turns go round (X1).")]

    def phase_mark(self, view: View) -> str:
        return "the game"


def register(monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on the toy is one of the games that are played here."""
    monkeypatch.setitem(GAMES, "toy", TOY)
    monkeypatch.setitem(BOARDS, "toy", ToyBoard())
    monkeypatch.setattr(lobby, "GAMES", [*lobby.GAMES, app_commands.Choice(name="Toy", value="toy")])
