"""What of each game is hidden from an onlooker, said once more and apart from the program: it is exchanged for other
things of the same number; and which events bring something hidden to light by the rules."""

from __future__ import annotations

from collections.abc import Callable, Collection
from random import Random
from typing import Any, NamedTuple

from rules.engine import Event, Game
from rules.star_wars_destiny.facts import CARDS as DESTINY_CARDS

Viewer = str | None
PLAYABLE = tuple(code for code, card in DESTINY_CARDS.items() if card.type in ("event", "upgrade", "support"))


class Hidden(NamedTuple):
    """One game's secrets."""

    moments: Collection[str]
    """The kinds of decisions at which everything hidden lies on the table, none of it in the middle of an effect."""
    exchange: Callable[[Game, Viewer, Random], None]
    """Other hidden cards for all but the viewer and whoever is asked (whose answers are listed already)."""
    reveals: Callable[[Game, Event, Viewer], bool]
    """Whether an event tells this viewer, by the rules, something of what was exchanged."""
    shown: Callable[[Game, Viewer], bool]
    """Whether the table now shows this viewer, by the rules, something of what was exchanged."""


def _others(game: Game, viewer: Viewer) -> list[Any]:
    """Everybody whose cards may be exchanged."""
    asked = game.decision.seats if game.decision is not None and game.decision.shape != "window" else ()
    return [player for seat, player in game.table.players.items() if seat != viewer and seat not in asked]


def _dealt_again(piles: list[list[str]], dice: Random) -> None:
    """The same cards in other places."""
    cards = [card for pile in piles for card in pile]
    dice.shuffle(cards)
    for pile in piles:
        pile[:] = [cards.pop() for _ in pile]


def _drawn_by(event: Event, viewer: Viewer) -> bool:
    return event.to == viewer and event.name == "drew"


# Mafia City: hands and the deck; the policeman's holder sees every hand (M24.4)


def _mafia_city(game: Game, viewer: Viewer, dice: Random) -> None:
    table = game.table
    police = viewer is not None and viewer == table.policeman
    hands = [] if police else [player.hand for player in _others(game, viewer)]
    _dealt_again([*hands, table.deck], dice)


def _mafia_city_reveals(game: Game, event: Event, viewer: Viewer) -> bool:
    if event.name == "mulligan":
        return bool(event.facts.get("cards"))
    if event.name == "draws":
        return viewer is not None and viewer == game.table.policeman
    return _drawn_by(event, viewer) or (event.name == "stolen" and event.to == viewer)


def _mafia_city_shown(game: Game, viewer: Viewer) -> bool:
    return viewer is not None and game.table.policeman == viewer


# Královské rošády: hands, decks, what lies face down, the points of later rounds


def _rosady(game: Game, viewer: Viewer, dice: Random) -> None:
    table = game.table
    for player in _others(game, viewer):
        lying = [card for column in table.columns for card in column.cards if card.owner == player.seat and not card.up]
        names = [card.name for card in lying]
        _dealt_again([player.hand, player.deck, names], dice)
        for card, name in zip(lying, names, strict=True):
            card.name = name
    dice.shuffle(table.points_deck)


def _rosady_reveals(game: Game, event: Event, viewer: Viewer) -> bool:
    return event.name in ("turned", "revealed", "round_ends", "round_begins", "murdered") or _drawn_by(event, viewer)


# Star Wars: Destiny: hands, decks, the lists that were brought


def _destiny(game: Game, viewer: Viewer, dice: Random) -> None:
    for player in game.table.players.values():
        player.deck[:] = [dice.choice(PLAYABLE) for _ in player.deck]
    for player in _others(game, viewer):
        player.hand[:] = [card if dice.random() < 0.4 else dice.choice(PLAYABLE) for card in player.hand]
        player.cards = tuple(dice.choice(PLAYABLE) for _ in player.cards)


def _destiny_reveals(game: Game, event: Event, viewer: Viewer) -> bool:
    if event.name in ("saw", "shown"):
        return True
    return (event.name == "discards" and event.facts["from"] != "play") or _drawn_by(event, viewer)


def _nothing(game: Game, viewer: Viewer) -> bool:
    return False


HIDDEN = {
    "mafia_city": Hidden(
        ("mulligan", "turn", "bullet", "react", "evaluate", "jail", "move", "kill", "star", "deal", "collect"),
        _mafia_city, _mafia_city_reveals, _mafia_city_shown,
    ),
    "kralovske_rosady": Hidden(("play",), _rosady, _rosady_reveals, _nothing),
    "star_wars_destiny": Hidden(("action",), _destiny, _destiny_reveals, _nothing),
}  # fmt: skip
