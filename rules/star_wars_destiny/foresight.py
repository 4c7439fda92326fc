"""The expected price of playing a card, and whether an action can have an effect, from what its player can see."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from rules.errors import BadRequest
from rules.star_wars_destiny.cards import TEXTS
from rules.star_wars_destiny.effects import card_verbs
from rules.star_wars_destiny.effects.frame import Frame
from rules.star_wars_destiny.effects.steps import Pay
from rules.star_wars_destiny.facts import CARDS
from rules.star_wars_destiny.features import printed
from rules.star_wars_destiny.outcome import GameOver
from rules.star_wars_destiny.pieces import Player
from rules.star_wars_destiny.playing import play, ways
from rules.star_wars_destiny.position import IN_DECKS, laid_out
from rules.star_wars_destiny.prices import discount
from rules.star_wars_destiny.table import Table

UNSEEN = IN_DECKS[0]
"""The code of the card that replaces every hidden card. Only the number of hidden cards matters."""


PLAY, USE = "play", "use"
"""The first words of the keys that are checked for an effect."""
PAID = ("resources", "plays")
"""The names of the events that tell the payment for a card and that it is played."""


@dataclass(frozen=True, slots=True)
class Prospect:
    """The expected result of playing a card."""

    price: int
    """The price after the discounts that are certain."""
    resources: int
    """The resources of the player."""
    replaced: int
    """The discount for the replaced upgrade (D91)."""
    discount: int
    """The discount that cards in play give without a question."""
    granted: int
    """The discount of the card that lets it be played."""
    idle: bool
    """Whether the card is an event that can have no effect, as far as its player can see."""

    @property
    def helped(self) -> int:
        """The part of the price that other cards must pay, because the resources are not enough."""
        return max(0, self.price - self.resources)


class Hindrance(NamedTuple):
    """The reason why a card cannot be played: a copy in play (D3), its restriction (D190) or its price."""

    cause: Literal["copy", "restriction", "price"]
    price: int
    """The lowest price, without a replaced upgrade."""


def hindrance(view: Mapping[str, Any], seat: str, code: str, source: str = "") -> Hindrance | None:
    """Returns what prevents a seat from playing a card, from its own view; None if nothing on the table does.

    `source` is the code of the card that lets it be played, if it is not played as an action. Raises
    BadRequest if no table can be built from the view.
    """
    table = laid_out(_laid(view), None)
    player, printed = table.players[seat], CARDS[code]
    granted = _granted(source, printed.cost)
    if ways(table, player, code, less=granted):
        return None
    off = max((discount(table, printed, character) for character in player.characters), default=0)
    price = max(0, printed.cost - granted - off)
    if printed.unique and player.has_copy(code):
        return Hindrance("copy", price)
    cause: Literal["restriction", "price"] = "price" if ways(table, player, code, free=True) else "restriction"
    return Hindrance(cause, price)


def prospect(view: Mapping[str, Any], seat: str, way: str, source: str = "") -> Prospect | None:
    """Returns the expected result of playing a card, from the view of its seat; None if the table cannot be built.

    `source` is the code of the card that lets it be played, if it is not played as an action.
    """
    try:
        table = laid_out(_laid(view), None)
    except BadRequest:
        return None
    player = table.players[seat]
    code, _, where = way.partition(":")
    onto, _, old = where.partition(":")
    printed, granted = CARDS[code], _granted(source, CARDS[code].cost)
    bearer = next((card for card in player.characters if card.name == onto), None)
    replaced = next((card.printed.cost for card in player.upgrades if card.name == old), 0)
    off = discount(table, printed, bearer)
    price = max(0, printed.cost - off - replaced - granted)
    idle = printed.type == "event" and code in player.hand and not source
    return Prospect(price, player.resources, replaced, off, granted, idle and _is_idle(table, player, code))


def is_idle_action(view: Mapping[str, Any], seat: str, key: str) -> bool:
    """Returns whether the key plays an event or uses a card without an effect, as far as the seat can see."""
    verb, _, rest = key.partition(":")
    if verb == PLAY:
        found = prospect(view, seat, rest)
        return found is not None and found.idle
    return verb == USE and _is_idle_use(view, seat, rest)


def _granted(source: str, cost: int) -> int:
    """Returns the discount that the card `source` gives on the card that it lets a player play."""
    if not source:
        return 0
    text = TEXTS[source]
    abilities = [each for each in (text.special, text.action, text.event, text.claim) if each is not None]
    nodes = [node for each in abilities for node in each.step.walk(set()) if isinstance(node, card_verbs.play)]
    return max((cost if node.free else node.less for node in nodes), default=0)


def _is_idle(table: Table, player: Player, code: str) -> bool:
    """Returns whether playing an event has no effect: nothing in it is possible, or a trial has no consequences.

    Such a trial asks and draws nothing, and tells only the play and its payment. The trial changes the table.
    """
    if not _is_possible(table, player, code):
        return True
    playing = play(table, player, code)
    try:
        playing.send(None)
    except StopIteration:
        return all(event.name in PAID for event in table.told)
    except GameOver:
        return False
    playing.close()
    return False


def _is_idle_use(view: Mapping[str, Any], seat: str, name: str) -> bool:
    """Returns whether the action of a card in play ends without asking, drawing or changing anything.

    Otherwise a computer player could use Hidden In Shadow on a shielded bearer for ever (Q7): it stays ready. A card
    whose action has a price always has an effect.
    """
    text = TEXTS[printed(name).code]
    if text.action is None or isinstance(text.action.step, Pay):
        return False
    try:
        table = laid_out(_laid(view), None)
    except BadRequest:
        return False
    player = table.players[seat]
    card = next(card for card in player.in_play if card.name == name)
    using = text.action.use(Frame(table, player, name, card))
    try:
        using.send(None)
    except StopIteration:
        return not table.told
    except GameOver:
        return False
    using.close()
    return False


def _is_possible(table: Table, player: Player, code: str) -> bool:
    text = TEXTS[code]
    frame = Frame(table, player, f"{player.seat}-{code}")
    player.hand.remove(code)
    possible = text.event is not None and text.event.possible(frame)
    player.hand.append(code)
    return possible


def _laid(view: Mapping[str, Any]) -> dict[str, Any]:
    """Builds a full table from a seat's view, with arbitrary cards in place of hidden ones."""
    return {
        **view, "limbo": [], "players": {seat: _filled(player) for seat, player in view["players"].items()}
    }  # fmt: skip


def _filled(player: Mapping[str, Any]) -> dict[str, Any]:
    hand = player["hand"] if "hand" in player else [UNSEEN] * player["cards"]
    return {**player, "hand": hand, "deck": [UNSEEN] * player["deck"]}
