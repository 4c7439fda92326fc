"""Helpers for tests that hold for any game with a front end: facts, random play, an onlooker, presses."""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, cast

import pytest

from bot.features.play import panel_base, panel_view
from bot.features.play.service import keys_of
from bot.games import GAME_UIS
from bot.games.facts import Seat, TableFacts
from bot.games.pictures import Pictures
from bot.games.reasons import Reasons
from bot.games.tutorial import Tutorial
from bot.texts import LANGUAGES, Translator
from bot.views.custom_id import CustomId
from rules import GAME_AIS, GAMES
from rules.decisions import Decision
from rules.description import SEATS
from rules.engine import Game
from rules.events import ALL
from tests.bot import laid_out
from tests.bot.laid_out import LONGEST_ID, answer
from tests.bot.screen import Part, Screen, leading, meaning

NAMES = ("Anna", "Bert", "Cyril", "Dora", "Emil", "Franz", "Gita", "Hugo")
LETTERS = SEATS
WHOLE = 10_000
NO_HELP = panel_base.Help()


def games_with(ability: type[Any]) -> list[str]:
    """Returns the games whose front end has an ability; `test_abilities.py` says which ones must be among them."""
    return [kind for kind, ui in GAME_UIS.items() if ui.find(ability)]


EVERY_GAME = pytest.mark.parametrize("kind", list(GAME_UIS))
WITH_PICTURES = pytest.mark.parametrize("kind", games_with(Pictures))
WITH_TUTORIAL = pytest.mark.parametrize("kind", games_with(Tutorial))
WITH_REASONS = pytest.mark.parametrize("kind", games_with(Reasons))
WITH_WORLDS = pytest.mark.parametrize("kind", [kind for kind in GAME_UIS if kind in GAME_AIS])
"""The games whose computer players guess the cards that they do not see."""
EVERY_SIZE = pytest.mark.parametrize(
    ("kind", "seats"), [(kind, seats) for kind in GAME_UIS for seats in GAMES[kind].seats]
)
SMALLEST_AND_LARGEST = pytest.mark.parametrize(
    ("kind", "seats"), [(kind, seats) for kind in GAME_UIS for seats in (GAMES[kind].seats[0], GAMES[kind].seats[-1])]
)
EVERY_LANGUAGE = pytest.mark.parametrize("language", LANGUAGES)


def facts(kind: str, seats: int, **how: Any) -> TableFacts:
    """Returns the facts of a running table of that game with that many users, whose IDs have the maximum length."""
    sitting = tuple(Seat(LETTERS[at], LONGEST_ID - at, NAMES[at]) for at in range(seats))
    return replace(laid_out.facts(), kind=kind, options={}, seats=sitting, **how)


def played(kind: str, seats: int, seed: int, most: int = WHOLE) -> Iterator[Game]:
    """Plays a random game; yields the same game object before each of its decisions, at most `most` times, and at its
    end.
    """
    dice = random.Random(seed)
    game = Game.new(GAMES[kind], NAMES[:seats], game_id="42", seed=bytes([seed % 256]) * 32)
    for _ in range(most):
        yield game
        if game.decision is None:
            return
        answer(game, dice)


def undecided(kind: str, seats: int, seed: int, most: int = WHOLE) -> Iterator[Game]:
    """Plays a random game; yields the same game object before each of its decisions, at most `most` times."""
    return (game for game in played(kind, seats, seed, most) if game.decision is not None)


def finished(kind: str, seats: int, seed: int) -> Game:
    """Plays a random game to its end and returns it."""
    for game in played(kind, seats, seed):
        last = game
    assert last.over
    return last


class Onlooker:
    """A game as an onlooker sees it: everything that is not public is missing or raises an error."""

    def __init__(self, game: Game) -> None:
        self.number, self.over, self.seats = game.number, game.over, game.seats
        self.told = self.standing = [event for event in game.told if event.to == ALL]
        self.silences = [
            which._replace(since=_public(game, which.since), until=_public(game, which.until))
            for which in game.silences
        ]
        self.decision = game.decision and sealed(game.decision)
        self._view = game.view(None)

    def view(self, seat: str | None = None) -> Any:
        assert seat is None
        return self._view


def _public(game: Game, count: int) -> int:
    """Returns how many of the first `count` events of a game are public."""
    return sum(event.to == ALL for event in game.told[:count])


def looked_at(game: Game) -> Game:
    """Returns a substitute of the game that has its public facts only."""
    return cast("Game", Onlooker(game))


def sealed(decision: Decision) -> Decision:
    """Returns a copy of a decision whose keys and silence cannot be read: that raises AssertionError."""

    def secret(*_: object) -> None:
        raise AssertionError("the keys of a decision are secret")

    without = {"__slots__": (), "keys": secret, "accept": secret, "silence": property(secret)}
    twin = copy.copy(decision)
    twin.__class__ = type("Sealed", (type(decision),), without)
    return twin


# What can be pressed in a panel


def panel(
    table: TableFacts, game: Game, seat: str, path: tuple[int, ...], words: Translator, help_: panel_base.Help = NO_HELP
) -> Screen:
    return Screen(panel_view.panel(table, game, seat, path, words, help_=help_))


def panels(
    table: TableFacts, game: Game, seat: str, words: Translator, wide: int = 3, help_: panel_base.Help = NO_HELP
) -> Iterator[Screen]:
    """Yields a seat's panel and the panels behind the first `wide` options of each."""
    waiting: list[tuple[int, ...]] = [()]
    while waiting:
        path = waiting.pop()
        shown = panel(table, game, seat, path, words, help_)
        yield shown
        deeper = [press.path for press in presses(shown) if press.verb == "walk" and len(press.path) > len(path)]
        waiting += deeper[:wide]


def presses(shown: Screen) -> list[CustomId]:
    """Returns the presses that lead on to an answer from a panel: of buttons, and of options and sets of selects.

    Leaves out explanations, looks ahead and looks at hands, and selects with other verbs than `pick` and `chosen`.
    """
    found = [press for press in map(meaning, shown.buttons) if press.verb not in ("explain", "ahead", "peek")]
    for select in shown.selects:
        head = meaning(select)
        if head.verb == "pick":
            found += [
                head._replace(verb="walk", path=leading(select, o["value"]), chosen=None) for o in select["options"]
            ]
        if head.verb == "chosen":
            found += [head._replace(verb="walk", chosen=some) for some in _sets(select, head)]
    return found


def _sets(select: Part, head: CustomId) -> Iterator[int]:
    """Yields the smallest and the largest set that can be chosen in a select, as bit masks of keys.

    Each set includes the keys that are chosen on other pages of the same question.
    """
    numbers = [int(option["value"]) for option in select["options"]]
    beside = (head.chosen or 0) & ~sum(1 << number for number in numbers)
    for count in (select["min_values"], select["max_values"]):
        yield beside | sum(1 << number for number in numbers[:count])


def clicked(table: TableFacts, game: Game, seat: str, dice: random.Random, words: Translator) -> tuple[str, ...]:
    """Makes random presses in a seat's panel until one gives an answer, and returns its keys; the game is unchanged."""
    path: tuple[int, ...] = ()
    shown = panel(table, game, seat, path, words)
    for _ in range(10):
        onwards = [press for press in presses(shown) if press.verb != "walk" or _leads_on(press, path)]
        press = dice.choice(onwards)
        if press.verb in ("do", "pass"):
            keys = keys_of(game, seat, press)
            assert keys is not None
            return keys
        path = press.path
        shown = Screen(panel_view.panel(table, game, seat, path, words, chosen=press.chosen))
    raise AssertionError("the panel leads nowhere")


def _leads_on(press: CustomId, path: tuple[int, ...]) -> bool:
    return press.chosen is not None or len(press.path) > len(path)
