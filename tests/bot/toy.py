"""The front end of the toy game (`tests/rules/toy.py`), in which seats bring gifts, which are some of the cards.

In a short game the choice is optional and has at most two gifts; in a long one it is required.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from typing import Any

import pytest
from PIL import Image

from bot.drawing import Sketch, chart, players
from bot.drawing.mosaic import Mosaic
from bot.drawing.palette import CREAM, EDGE, NIGHT, PANEL, SNOW
from bot.drawing.seats import SEAT_LOOKS
from bot.drawing.tokens import cards, star
from bot.games import GAME_UIS, Context, GameUI, Label, Topic, View
from bot.games.context import Path
from bot.games.game_ui import Question
from bot.games.loadout import BadPart, Loadout, Offer, Options
from bot.games.pictures import Pictures
from bot.texts import Translator
from rules import GAMES
from rules.description import Rules
from rules.engine import Game
from rules.events import Event
from tests.rules.toy import CARDS, toy_of

TWO = ("Anna", "Bert")
SOMETHING = Question("your choice (X1)", "a choice (X1)", "X1", ("course",))
OFFERS = {"first": "one", "chance": "two three"}
FOR_COMPUTERS = ("five", "six")


class Gifts(Loadout):
    """The loadouts of the toy game: lists of gifts, one per line."""

    option = "gifts"

    def offered(self, options: Options, t: Translator) -> Sequence[Offer]:
        return [Offer(key, f"gift {part}") for key, part in OFFERS.items()]

    def part(self, key: str, options: Options) -> str | None:
        return OFFERS.get(key)

    def default(self, options: Options) -> str | None:
        return "one" if options["length"] == "short" else None

    def for_computers(self, options: Options) -> Sequence[str]:
        return FOR_COMPUTERS

    def takes_lists(self, options: Options) -> bool:
        return True

    def read(self, text: str, t: Translator) -> str:
        wrong, found = [], []
        for number, line in enumerate(text.splitlines(), 1):
            if line.strip() in CARDS:
                found.append(line.strip())
            else:
                wrong.append(f"line {number}: no gift {line!r}, perhaps {get_close_matches(line, CARDS)}")
        if wrong:
            raise BadPart(wrong)
        return " ".join(sorted(found, key=CARDS.index))

    def check(self, part: str, options: Options, t: Translator) -> None:
        if options["length"] == "short" and len(part.split()) > 2:
            raise BadPart([f"two gifts are enough, not {part}"])

    def joined(self, parts: Sequence[str]) -> str:
        return " | ".join(parts)

    def title(self, part: str, t: Translator) -> str:
        return f"{len(part.split())} gifts"

    def described(self, part: str, t: Translator) -> str:
        return f"gifts: {part}"

    def code(self, part: str) -> str | None:
        return part.replace(" ", "\n")

    def described_in_game(self, game: Game, seat: str, t: Translator) -> str:
        return f"gifts: {' '.join(game.table.players[seat].gifts)}"


class ToyPictures(Pictures[Context]):
    """The toy's pictures: the boxes of all players, hands of blank cards, and a chart."""

    def board(self, ctx: Context, *, asked: Sequence[str] = (), told: Sequence[Event] = ()) -> Sketch:
        scene = tuple((seat, ctx.facts.seat(seat).name, seat in asked) for seat in ctx.view["players"])
        return Sketch("toy", "board", ctx.t.language, scene, f"The board of {len(scene)}.", _boxes)

    def hand(self, view: View, seat: str, t: Translator, former: Sketch | None = None) -> Sketch:
        scene = (seat, tuple(view["players"][seat]["hand"]))
        return Sketch("toy", "hand", t.language, scene, "A hand.", lambda *_: Image.new("RGB", (500, 90), CREAM))

    def points(self, ctx: Context, told: Sequence[Event]) -> Sketch:
        seats = enumerate(ctx.view["players"])
        lines = tuple(chart.Line(seat, ctx.facts.seat(seat).name, (0, at)) for at, seat in seats)
        scene = chart.Chart(("0", "1"), lines)
        return Sketch("toy", "points", ctx.t.language, scene, chart.alt(scene, "Points"), chart.painted)


class ToyUI(GameUI[Context]):
    """The front end of the toy game: the required methods, gifts as loadouts and, if wanted, pictures."""

    title = "Toy"
    pitch = "Toy – a game for tests"
    minutes = (1, 2)
    questions = dict.fromkeys(("throw", "show"), SOMETHING)

    def __init__(self, rules: Rules, *, pictures: bool = False) -> None:
        self.rules = rules
        self.sentences = dict.fromkeys(("throws", "shows"), _sentence)
        self.abilities = (Gifts(), ToyPictures()) if pictures else (Gifts(),)

    def public(self, ctx: Context) -> str:
        return "marbles of " + ctx.marks(list(ctx.view["players"]))

    def hand(self, ctx: Context) -> str:
        return f"{len(ctx.view['players'][ctx.seat]['hand'])} cards"

    def option(self, ctx: Context, kind: str, path: Path) -> Label:
        return Label(path[-1])

    def topics(self, t: Translator) -> Sequence[Topic]:
        return [Topic("course", "The game", "Course", "Turns go round (X1).")]

    def epoch(self, view: View) -> str:
        return "the game"


def _sentence(ctx: Context, told: Mapping[str, Any]) -> str:
    return f"{ctx.mark(told['seat'])} {ctx.who(told['seat'])} does something."


def _boxes(scene: Any, _language: str) -> Mosaic:
    """Returns the drawing of a box for each player, and of the active player at the top right."""
    figures = (players.Figure(star, 3), players.Figure(cards, 2))
    boxes = [players.Box(seat, name, turn, figures, target=10) for seat, name, turn in scene]
    colours = (NIGHT, PANEL, EDGE, CREAM, SNOW, *(look.colour for look in SEAT_LOOKS))
    palette = b"".join(bytes(colour) for colour in colours).ljust(3 * 256, b"\0")
    mosaic = Mosaic(1080, players.TURN[1] + players.height(boxes), palette)
    players.lay_turn(mosaic, boxes)
    players.lay(mosaic, boxes, players.TURN[1])
    return mosaic


def register(monkeypatch: pytest.MonkeyPatch, seats: int = 2, *, pictures: bool = False) -> None:
    """Registers the toy game and its front end for one test, for exactly that many players."""
    rules = toy_of(seats)
    monkeypatch.setitem(GAMES, "toy", rules)
    monkeypatch.setitem(GAME_UIS, "toy", ToyUI(rules, pictures=pictures))
