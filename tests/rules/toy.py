"""A game for two players (`toy_of`: more) with the kinds of decisions that no real game uses; only tests play it.

In each round, each seat throws away two of four open marbles (`Several` with a minimum), then shows one to three of its
hidden cards (`SecretSeveral`). The option `gifts` is a text with extra cards for each seat at the beginning.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rules.decisions import SecretSeveral, Several
from rules.description import SEATS, FreeText, Play, Result, Rules
from rules.draws import drawn
from rules.errors import BadRequest
from rules.events import ALL, Event, Teller

MARBLES = ("green", "blue", "white", "black")
CARDS = ("one", "two", "three", "four", "five", "six")


@dataclass
class Player:
    """The state of one seat."""

    gifts: list[str]
    marbles: list[str] = field(default_factory=lambda: list(MARBLES))
    hand: list[str] = field(default_factory=list)
    shown: list[str] = field(default_factory=list)


class Table(Teller):
    """The toy's table: all players, and the events so far."""

    def __init__(self, gifts: Sequence[list[str]]) -> None:
        super().__init__()
        self.players = {seat: Player(given) for seat, given in zip(SEATS, gifts, strict=False)}


def check_gifts(text: str, seats: str, options: Mapping[str, str]) -> str:
    """Returns the option `gifts` in its canonical form: a part for each seat, with its cards in the order of CARDS.

    Raises BadRequest for an incorrect number of parts, an unknown card, or more than two cards in a short game.
    """
    parts = [part.split() for part in text.split("|")]
    if len(parts) != len(seats):
        raise BadRequest(f"gifts: there are {len(parts)} parts for {len(seats)} seats")
    for seat, part in zip(seats, parts, strict=True):
        if options["length"] == "short" and len(part) > 2:
            raise BadRequest(f"gifts, seat {seat}: two are enough in a short game")
        for word in part:
            if word not in CARDS:
                raise BadRequest(f"gifts, seat {seat}: nothing is called {word!r}")
    return " | ".join(" ".join(sorted(part, key=CARDS.index)) for part in parts)


def _throws(seat: str, marbles: Sequence[str]) -> Event:
    return Event(ALL, "throws", {"seat": seat, "marbles": list(marbles)})


def _shows(seat: str, cards: Sequence[str]) -> Event:
    return Event(ALL, "shows", {"seat": seat, "cards": list(cards)})


async def play(table: Table, rounds: int) -> Result:
    """Plays the whole game and returns the ranking; the player who shows the most cards wins."""
    for seat, player in table.players.items():
        player.hand = [*player.gifts, *await drawn("deal", CARDS, 4, {"of": seat})]
    for _ in range(rounds):
        for seat, player in table.players.items():
            thrown = await Several("throw", seat, tuple(player.marbles), least=2, most=2)
            player.marbles = [marble for marble in player.marbles if marble not in thrown]
            table.tell(_throws, seat, thrown)
            shown = await SecretSeveral("show", seat, tuple(dict.fromkeys(player.hand)), least=1, most=3)
            player.hand = [card for card in player.hand if card not in shown]
            player.shown += shown
            table.tell(_shows, seat, shown)
            player.marbles, player.hand = [*player.marbles, *thrown], player.hand or list(CARDS[:2])
    ranking = [{"seat": seat, "points": len(player.shown)} for seat, player in table.players.items()]
    ranking.sort(key=lambda rank: -int(str(rank["points"])))
    return {"ranking": ranking, "winners": [ranking[0]["seat"]]}


def start(seats: Sequence[str], options: Mapping[str, str], _edition: int) -> tuple[Table, Play]:
    """Returns a new table and the coroutine that plays on it: three rounds in a long game, otherwise two."""
    table = Table([part.split() for part in options.get("gifts", DEFAULT).split(" | ")])
    return table, play(table, 3 if options.get("length") == "long" else 2)


def everything(table: Table) -> dict[str, Any]:
    """Returns the whole table as a dictionary, including all hidden cards."""
    return {
        "players": {
            seat: {"gifts": one.gifts, "marbles": one.marbles, "hand": one.hand, "shown": one.shown}
            for seat, one in table.players.items()
        }
    }


def view(table: Table, seat: str | None) -> dict[str, Any]:
    """Returns what a seat sees of the table: without other seats' gifts, and with the number of their cards instead of
    their hands.
    """
    whole = everything(table)
    for other, player in whole["players"].items():
        if other != seat:
            player["cards"] = len(player.pop("hand"))
            del player["gifts"]
    return whole


def position(_given: Mapping[str, Any], _names: Sequence[str] | None) -> tuple[Table, Play]:
    """Always raises BadRequest, because the toy game has no positions."""
    raise BadRequest("this game begins at its beginning")


DEFAULT = "one | one"


def toy_of(seats: int) -> Rules:
    """Returns the rules of the toy game for exactly this number of players."""
    gifts = FreeText(" | ".join(["one"] * seats), check_gifts, private=True)
    return Rules(
        name="toy",
        edition=1,
        seats=range(seats, seats + 1),
        options={"length": ("short", "long"), "gifts": gifts},
        installation=(),
        default_options=dict,
        start=start,
        position=position,
        view=view,
        table=everything,
    )


TOY = toy_of(2)
