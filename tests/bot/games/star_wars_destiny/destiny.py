"""Builds tables of Star Wars: Destiny for tests of its pictures: a plain one, a crowded one and random games."""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from bot.drawing import Sketch
from bot.games.facts import Seat, TableFacts
from bot.games.star_wars_destiny.names import DestinyContext
from bot.games.star_wars_destiny.picture import TablePictures
from bot.texts import translator_for
from rules import GAMES
from rules.decisions import Several
from rules.engine import Game
from tests.bot.games.pictures import milliseconds
from tests.bot.laid_out import facts
from tests.rules.star_wars_destiny.table import player, position

PICTURES = TablePictures()

KIND = "star_wars_destiny"
NAMES = ("Anna", "Bert", "Cyril", "Dora")
LONG_NAMES = (
    "Maximilián Dlouhovlasý z Hradce Králové",
    "Řehořka Žluťoučká-Koňová",
    "Wwwwwwwwwwwwwwwwwwwwwwwwwwwwwwww",
    "Ď",
)
UPGRADES = "dl_44_heavy_blaster_pistol luke_skywalkers_lightsaber prized_possession"
SUPPORTS = "millennium_falcon backup_muscle underworld_connections first_order_tie_fighter bb_8"
View = Mapping[str, Any]


def sitting(count: int, names: tuple[str, ...] = NAMES) -> TableFacts:
    """Returns the facts of a running table with that many people."""
    seats = tuple(Seat("abcd"[at], at + 1, names[at]) for at in range(count))
    return replace(facts(2), kind=KIND, options={}, seats=seats)


def games(count: int, seed: int, form: str = "random", most: int = 20_000) -> Iterator[Game]:
    """Plays a random game; yields the same game object before each decision, at most `most` times, and at its end."""
    dice = random.Random(seed)
    game = Game.new(GAMES[KIND], NAMES[:count], options={"format": form}, seed=bytes([seed]) * 32)
    for _ in range(most):
        yield game
        decision = game.decision
        if decision is None:
            return
        seat = dice.choice(game.waiting)
        keys = list(game.keys(seat))
        if isinstance(decision, Several):
            game.answer(
                game.number, seat, dice.sample(keys, dice.randint(decision.least, min(decision.most, len(keys))))
            )
        else:
            game.answer(game.number, seat, [dice.choice(keys)])


def battle(**hidden: str) -> Any:
    """Returns a table of two starter teams in their third round; `hidden` sets a's hand and b's deck."""
    return position(
        a=player(
            "rey*2/3^2! finn/5", upgrades={"rey": "jedi_robes! lightsaber"}, resources=2, discard="aim",
            hand=hidden.get("hand", "block dodge"), pool="rey+1=1md rey+2=+2md jedi_robes+1=1f lightsaber+1=3md1",
        ),
        b=player(
            "first_order_stormtrooper/2! kylo_ren*2^1", supports="first_order_tie_fighter!", resources=3, hand="flank",
            pool="first_order_stormtrooper+1=blank kylo_ren+1=sp", deck=hidden.get("deck", "aim dodge"),
        ),
        battlefield="starship_graveyard", controller="b", number=3,
    )  # fmt: skip


def changed(view: View, *path: str | int, to: Any) -> View:
    """Returns a copy of the view in which the member at `path` is replaced."""
    twin = copy.deepcopy(dict(view))
    inner: Any = twin
    for step in path[:-1]:
        inner = inner[step]
    inner[path[-1]] = to
    return twin


def crowd(count: int) -> View:
    """Returns the view of a table of `count` players that is as full as possible.

    Two of them have four characters with three upgrades each, supports and 21 dice; the third has one character; the
    fourth is out.
    """
    full = {
        "resources": 42, "cards": 11, "deck": 25, "discard": ["aim"] * 12, "out": False,
        "characters": [_character("a", code, 3) for code in ("rey", "finn", "leia_organa", "han_solo")],
        "supports": [
            {"id": f"b-{code}", "exhausted": at % 2 == 0, "damage": at} for at, code in enumerate(SUPPORTS.split())
        ],
        "defeated": [{"id": f"a-first_order_stormtrooper-{at}", "dice": 1} for at in range(2, 7)],
        "pool": [
            *({"die": f"a-{code}+{at}", "side": "+2rd1"} for code in ("rey", "finn", "leia_organa") for at in (1, 2)),
            *({"die": f"a-dl_44_heavy_blaster_pistol-{at}+1", "side": "xrd"} for at in range(2, 17)),
        ],
    }  # fmt: skip
    small = full | {"characters": [_character("c", "darth_vader", 0)], "supports": [], "pool": [], "defeated": []}
    gone = small | {"characters": [], "out": True}
    return {
        "game": KIND, "edition": 1, "round": 12, "phase": "action", "turn": "a", "passes": 0, "claimed": "b",
        "battlefield": {"card": "starship_graveyard", "owner": "a", "controller": "b"}, "unused": {},
        "delayed": [{"defeat": "a-rey", "by": "b-crime_lord"}], "barred": [],
        "limbo": ["a-close_quarters_assault", "b-disturbance_in_the_force"],
        "players": dict(zip("abcd"[:count], [full, full, small, gone][:count], strict=True)),
    }  # fmt: skip


def _character(seat: str, code: str, worn: int) -> dict[str, Any]:
    upgrades = [
        {"id": f"b-{each}-9", "exhausted": True, "holds": "b-kylo_ren+1" if each == "prized_possession" else None}
        for each in UPGRADES.split()[:worn]
    ]
    return {
        "id": f"{seat}-{code}", "dice": 2, "damage": 9, "shields": 3, "exhausted": code == "rey", "upgrades": upgrades,
    }  # fmt: skip


def board(view: View, count: int = 2, language: str = "en", names: tuple[str, ...] = NAMES, **how: Any) -> Sketch:
    """Returns the sketch of the public board for a view."""
    return PICTURES.board(DestinyContext(sitting(count, names), translator_for(language), view), **how)


def crowd_milliseconds() -> float:
    """Returns the milliseconds for the board of two players with 42 dice, for `make bench` (target: 60)."""
    return milliseconds(board(crowd(2)))
