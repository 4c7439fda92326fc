"""Decks for tests, and a small game in which every player only brings a deck."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rules.description import FreeText, Play, Result, Rules
from rules.engine import Game
from rules.errors import BadRequest
from rules.events import Teller
from rules.star_wars_destiny.decks import DRAWN, check_decks
from rules.star_wars_destiny.facts import Deck
from rules.star_wars_destiny.formats import FORMATS, Brought, shuffled

TEAM = "rey-2 han_solo-1"
FIELD = "starship_graveyard"
CARDS = (
    "jedi_robes-2 bb_8-2 reys_staff-2 force_throw-2 lightsaber-2 comlink-2 heroism-2 daring_escape-2 "
    "draw_attention-2 negotiate-2 aim-2 block-2 dodge-2 flank-2 take_cover-2"
)
HEROES = f"{TEAM} / {FIELD} / {CARDS}"
"""A legal deck: 26 points of blue and yellow heroes, and fifteen cards, each twice."""

NAMES = ["Anna", "Bert", "Cyril", "Dana"]


class Table(Teller):
    """A table that holds the loadout of each seat and its deck, top card first."""

    def __init__(self) -> None:
        super().__init__()
        self.brought: dict[str, Deck] = {}
        self.decks: dict[str, tuple[str, ...]] = {}


async def bring(table: Table, seats: str, options: Mapping[str, str]) -> Result:
    """Plays this small game: settles and shuffles each seat's deck, with draws, and then ends; seat a wins."""
    brought = Brought(options, seats)
    for seat in seats:
        table.brought[seat] = await brought.deck_of(seat)
    for seat in seats:
        table.decks[seat] = await shuffled(seat, table.brought[seat])
    return {"ranking": [{"seat": seat, "points": 0} for seat in seats], "winners": ["a"]}


def _start(seats: Sequence[str], options: Mapping[str, str], _edition: int) -> tuple[Table, Play]:
    table = Table()
    return table, bring(table, "".join(seats), options)


def _position(_given: Mapping[str, Any], _names: Sequence[str] | None) -> tuple[Table, Play]:
    raise BadRequest("nothing to lay out")


BRINGING = Rules(
    name="bringing",
    edition=1,
    seats=range(2, 5),
    options={"format": FORMATS, "decks": FreeText(DRAWN, check_decks, private=True)},
    installation=(),
    default_options=dict,
    start=_start,
    position=_position,
    view=lambda _table, _seat: {},
    table=lambda _table: {},
)


def loadout(format_: str, decks: str = DRAWN, seats: int = 2, seed: bytes | None = None) -> Game:
    """Returns a game of `BRINGING` with these options; without a seed, a test answers its draws."""
    return Game.new(BRINGING, NAMES[:seats], {"format": format_, "decks": decks}, seed=seed)


def asked(game: Game) -> tuple[str, str]:
    """Returns the kind of the pending draw and the seat that it is for."""
    assert game.decision is not None
    return game.decision.kind, game.decision.about["of"]


def draw(game: Game, *keys: str) -> None:
    """Answers the pending draw with these keys."""
    game.answer(game.number, "chance", keys)
