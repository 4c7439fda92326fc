"""Specifies the hidden parts of each game, independently of the program, and the events that reveal them.

The tests exchange hidden cards for others of the same number.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from random import Random
from typing import Any, NamedTuple

from rules.engine import Game
from rules.events import ALL, Event
from rules.star_wars_destiny.facts import CARDS as DESTINY_CARDS

Viewer = str | None
PLAYABLE = tuple(code for code, card in DESTINY_CARDS.items() if card.type in ("event", "upgrade", "support"))
SEEN = ("saw", "shown")
"""Names of events that show cards to one viewer; later, others can guess these cards from the viewer's actions."""


class Hidden(NamedTuple):
    """The description of what is secret in one game: its hidden parts, and the events that reveal them."""

    moments: Collection[str]
    """The kinds of decisions at which no effect is pending, so that cards can be exchanged."""
    exchange: Callable[[Game, Viewer, Random], None]
    """Exchanges hidden cards, except those of the viewer and of the asked seat (whose answers are listed already)."""
    opens: Mapping[str, str]
    """The public events that reveal cards by the rules, with the fact that contains them."""
    tells: Mapping[str, str]
    """The events to one seat that reveal cards to it by the rules, with the fact that contains them."""
    by_place: Collection[str]
    """The kinds of decisions with hidden answers: the twin answers with the card in the same place."""
    reveals: Callable[[Game, Event, Viewer], bool]
    """Returns whether an event shows this viewer exchanged cards by the rules."""
    shown: Callable[[Game, Viewer], bool]
    """Returns whether the table now shows this viewer exchanged cards by the rules."""


def lays_open(game: str, here: Event, there: Event) -> bool:
    """Returns whether two events of a game and its twin are the same event, which reveals the cards in which they
    differ.
    """
    hidden = HIDDEN[game]
    fact = (hidden.opens if here.to == ALL else hidden.tells).get(here.name)
    if fact is None or here == there or (here.to, here.name) != (there.to, there.name):
        return False
    meant = (here.to, here.facts.get("seat", here.to), here.facts.get("victim"))
    if here.to != ALL and here.to not in meant[1:]:
        return False
    return here.facts.get("from") != "play" and _but(here, fact) == _but(there, fact)


def first_light(game: str, here: Sequence[Event], there: Sequence[Event]) -> int | None:
    """Returns the index of the first events of a game and its twin that differ because the rules reveal cards."""
    return next((at for at, pair in enumerate(zip(here, there, strict=False)) if lays_open(game, *pair)), None)


def _but(event: Event, fact: str) -> dict[str, Any]:
    """Returns an event's facts, in which the cards are replaced by their owners or by whether there are any."""
    cards = event.facts[fact]
    owners = [card["owner"] for card in cards if isinstance(card, dict)]
    return {**event.facts, fact: owners or bool(cards)}


def _others(game: Game, viewer: Viewer) -> list[Any]:
    """Returns the players whose cards may be exchanged: not the viewer, nor the asked seats except in a window."""
    asked = game.decision.seats if game.decision is not None and game.decision.shape != "window" else ()
    return [player for seat, player in game.table.players.items() if seat != viewer and seat not in asked]


def _dealt_again(piles: list[list[str]], dice: Random) -> None:
    """Shuffles the cards of these piles together and deals them again to the same piles."""
    cards = [card for pile in piles for card in pile]
    dice.shuffle(cards)
    for pile in piles:
        pile[:] = [cards.pop() for _ in pile]


# Mafia City: hands and the deck; the policeman's holder sees every hand (M24.4)


def _mafia_city(game: Game, viewer: Viewer, dice: Random) -> None:
    table = game.table
    police = viewer is not None and viewer == table.policeman
    hands = [] if police else [player.hand for player in _others(game, viewer)]
    _dealt_again([*hands, table.deck], dice)


def _mafia_city_reveals(game: Game, event: Event, viewer: Viewer) -> bool:
    return event.name == "draws" and viewer is not None and viewer == game.table.policeman


def _mafia_city_shown(game: Game, viewer: Viewer) -> bool:
    return viewer is not None and game.table.policeman == viewer


# Královské rošády: hands, decks, what lies face down, the points of later rounds


def _rosady(game: Game, viewer: Viewer, dice: Random) -> None:
    """Exchanges hidden cards of Královské rošády, sometimes without face-down ones, so that the twins stay equal for
    longer.
    """
    table = game.table
    stays = dice.random() < 0.5
    for player in _others(game, viewer):
        lying = [card for column in table.columns for card in column.cards if card.owner == player.seat and not card.up]
        names = [] if stays else [card.name for card in lying]
        _dealt_again([player.hand, player.deck, names], dice)
        for card, name in zip(lying, names, strict=False):
            card.name = name
    if dice.random() < 0.5:
        dice.shuffle(table.points_deck)


# Star Wars: Destiny: hands, decks, the lists that were brought


def _destiny(game: Game, viewer: Viewer, dice: Random) -> None:
    """Exchanges hidden cards of Star Wars: Destiny, sometimes without the decks, so that the twins stay equal for
    longer.
    """
    stay = dice.random() < 0.5
    for player in game.table.players.values():
        player.deck[:] = player.deck if stay else [dice.choice(PLAYABLE) for _ in player.deck]
    for player in _others(game, viewer):
        player.hand[:] = [card if dice.random() < 0.4 else dice.choice(PLAYABLE) for card in player.hand]
        player.cards = tuple(dice.choice(PLAYABLE) for _ in player.cards)


def _never(game: Game, event: Event, viewer: Viewer) -> bool:
    return False


def _nothing(game: Game, viewer: Viewer) -> bool:
    return False


HIDDEN = {
    "mafia_city": Hidden(
        ("mulligan", "turn", "bullet", "react", "evaluate", "jail", "move", "kill", "star", "deal", "collect"),
        _mafia_city,
        {"mulligan": "cards"}, {"drew": "cards", "stolen": "card"}, (),
        _mafia_city_reveals, _mafia_city_shown,
    ),
    "kralovske_rosady": Hidden(
        ("play", "disguise", "betray"),
        _rosady,
        {"turned": "card", "murdered": "card", "revealed": "cards", "round_begins": "points"}, {"drew": "cards"},
        ("play", "disguise"),
        _never, _nothing,
    ),
    "star_wars_destiny": Hidden(
        ("mulligan", "battlefield", "action"),
        _destiny,
        {"discards": "cards"}, dict.fromkeys(("hand", "drew", *SEEN), "cards"),
        ("mulligan",),
        _never, _nothing,
    ),
}  # fmt: skip
