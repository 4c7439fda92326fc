"""The timing of triggered abilities: "before", the occurrence, "after" (R20), and the queue of waiting abilities (R22).

Playing, activating, dealing damage and so on call `before` and `after` with a `Cause`. This module knows no card.
Effects that replace a defeat are in `defeat.py`; nothing else is ever replaced.
"""

from __future__ import annotations

from collections.abc import Sequence

from rules.star_wars_destiny import asking
from rules.star_wars_destiny.causes import Cause
from rules.star_wars_destiny.effects.frame import Frame
from rules.star_wars_destiny.effects.text import TEXTS, Triggered
from rules.star_wars_destiny.pieces import Card
from rules.star_wars_destiny.table import Table


class Waiting:
    """A triggered ability that waits for its turn. It happens even if its card has left play (D124)."""

    __slots__ = ("ability", "card", "cause", "player")

    def __init__(self, ability: Triggered, card: Card, cause: Cause) -> None:
        self.ability = ability
        self.card = card
        self.player = card.player
        self.cause = cause

    def frame(self, table: Table) -> Frame:
        """Creates the frame in which the ability is carried out, with its cause and, if it names one, its opponent."""
        frame = Frame(table, self.player, self.card.name, self.card)
        frame.cause = self.cause
        frame.event = self.cause.event
        if self.ability.of_enemy:
            frame.enemy = self.cause.player
        if self.ability.discount:
            frame.compelled = lambda: is_needed(table, self.cause, self.card)
        return frame

    def idle(self, table: Table) -> bool:
        """Returns whether the ability could do nothing now, as far as an onlooker can see."""
        return not self.ability.possible(self.frame(table))

    async def resolve(self, table: Table) -> None:
        """Carries out the ability, unless its player is out (R54)."""
        if not self.player.out:
            await self.ability.resolve(self.frame(table))


def waiting_for(table: Table, moment: str, causes: Sequence[Cause]) -> list[Waiting]:
    """Returns every ability of cards in play that these causes trigger at a moment, such as `before:played` (R21)."""
    cards = table.watching.get(moment)
    if not cards:
        return []
    return [
        Waiting(ability, card, cause)
        for cause in causes
        for card in cards
        for ability in TEXTS[card.code].triggered[moment]
        if not card.player.out and ability.meets(card, cause)
    ]


async def before(table: Table, moment: str, causes: Sequence[Cause]) -> None:
    """Carries out all "before" abilities that the causes trigger, immediately and each once (D125)."""
    waiting = waiting_for(table, moment, causes)
    if waiting:
        for ability in await in_order(table, waiting, waiting[0].cause.event):
            await ability.resolve(table)


async def after(table: Table, moment: str, causes: Sequence[Cause]) -> None:
    """Puts all "after" abilities that the causes trigger into the queue, in the order of R10 (D126)."""
    await enter(table, waiting_for(table, moment, causes))


async def enter(table: Table, waiting: list[Waiting], event: str | None = None) -> None:
    """Adds abilities to the end of the queue, in the order of R10.

    `event`: the text of what triggered them, which a question about their order shows; None: that of the first one.
    """
    if waiting:
        table.queue.extend(await in_order(table, waiting, event or waiting[0].cause.event))


async def work_off(table: Table) -> None:
    """Carries out all abilities of the queue, first in, first out; each ends before the next begins (D127)."""
    queue = table.queue
    while queue:
        await queue.popleft().resolve(table)


# Who could lower a price


def help_for(table: Table, cause: Cause) -> int:
    """Returns the discount that abilities which have not been asked yet could give on the card that is played."""
    return sum(
        ability.discount
        for card in table.watching["before:played"]
        for ability in TEXTS[card.code].triggered["before:played"]
        if ability.discount and not card.exhausted and card not in cause.asked and ability.meets(card, cause)
    )


def is_needed(table: Table, cause: Cause, card: Card) -> bool:
    """Returns whether the price could not be paid without this card's discount; adds the card to `cause.asked`."""
    cause.asked.append(card)
    return cause.price - cause.decrease - help_for(table, cause) > cause.player.resources


# Order


async def in_order(table: Table, waiting: list[Waiting], event: str) -> list[Waiting]:
    """Returns abilities in the order in which they happen: quiet ones first, idle ones last, others as players choose.

    Players are asked by R10, if abilities of different cards are left.
    """
    if len(waiting) == 1:
        return waiting
    waiting = sorted(waiting, key=_name)
    quiet = [each for each in waiting if each.ability.quiet]
    others = [each for each in waiting if not each.ability.quiet]
    idle = [each for each in others if each.idle(table)]
    left = [each for each in others if each not in idle]
    ordered: list[Waiting] = []
    while len({(each.player.seat, each.card.code) for each in left}) > 1:
        ordered.append(await _next(table, left, event))
        left.remove(ordered[-1])
    return quiet + ordered + left + idle


def _name(waiting: Waiting) -> str:
    return waiting.card.name


async def _next(table: Table, left: list[Waiting], event: str) -> Waiting:
    """Asks for the next ability: its player if all belong to one player, else the battlefield's controller (R10)."""
    players = {each.player.seat for each in left}
    player = table.players[players.pop()] if len(players) == 1 else table.from_controller()[0]
    names = [each.card.name for each in left]
    about = {"event": event, "abilities": names}
    keys = list(dict.fromkeys(names))
    name = await asking.ask_one(table, "order", player, keys, about)
    return next(each for each in left if each.card.name == name)
