"""The foreseeable cost of playing a card, and whether it can do anything, as its player can see."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rules.errors import BadRequest
from rules.star_wars_destiny.cards import TEXTS
from rules.star_wars_destiny.effects import card_verbs
from rules.star_wars_destiny.effects.frame import Frame
from rules.star_wars_destiny.facts import CARDS
from rules.star_wars_destiny.outcome import GameOver
from rules.star_wars_destiny.pieces import Player
from rules.star_wars_destiny.playing import play
from rules.star_wars_destiny.position import IN_DECKS, laid_out
from rules.star_wars_destiny.prices import discount
from rules.star_wars_destiny.table import Table

UNSEEN = IN_DECKS[0]
"""Stands for every card that the viewer does not see; only how many there are counts."""


PAID = ("resources", "plays")
"""Events of every play."""


@dataclass(frozen=True, slots=True)
class Prospect:
    """The foreseeable result of a play."""

    price: int
    """What is left to pay after what certainly lowers it."""
    resources: int
    """What the player has."""
    replaced: int
    """What the replaced upgrade takes off (D91)."""
    discount: int
    """What cards in play take off by themselves."""
    granted: int
    """What the card takes off that lets it be played."""
    idle: bool
    """Whether it is an event that can do nothing, as everybody can see."""

    @property
    def helped(self) -> int:
        """Returns the part of the price that other cards must pay, because the resources are not enough."""
        return max(0, self.price - self.resources)


def prospect(view: Mapping[str, Any], seat: str, way: str, source: str = "") -> Prospect | None:
    """Returns what a seat can foresee of playing a card that way, from its own view; None if the table cannot be built.

    `source` is the code of the card that lets it be played, if it is no action.
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


def _granted(source: str, cost: int) -> int:
    """Returns the discount of the card that lets another be played: some of the price, or all."""
    if not source:
        return 0
    text = TEXTS[source]
    abilities = [each for each in (text.special, text.action, text.event, text.claim) if each is not None]
    nodes = [node for each in abilities for node in each.step.walk(set()) if isinstance(node, card_verbs.play)]
    return max(cost if node.free else node.less for node in nodes)


def _is_idle(table: Table, player: Player, code: str) -> bool:
    """Either nothing in it is possible, or it is played on this table and tells nothing, asks and draws nothing."""
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


def _is_possible(table: Table, player: Player, code: str) -> bool:
    text = TEXTS[code]
    frame = Frame(table, player, f"{player.seat}-{code}")
    player.hand.remove(code)
    possible = text.event is not None and text.event.possible(frame)
    player.hand.append(code)
    return possible


def _laid(view: Mapping[str, Any]) -> dict[str, Any]:
    """The view as a table to be laid out, with any cards where they are hidden."""
    return {
        **view, "limbo": [], "players": {seat: _filled(player) for seat, player in view["players"].items()}
    }  # fmt: skip


def _filled(player: Mapping[str, Any]) -> dict[str, Any]:
    hand = player["hand"] if "hand" in player else [UNSEEN] * player["cards"]
    return {**player, "hand": hand, "deck": [UNSEEN] * player["deck"]}
