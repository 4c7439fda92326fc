"""The one place for time (R20): before, the thing itself, after; and one queue (R22).

A replacement stands in `defeat.py`, the only thing that anything replaces. Playing, activating, dealing damage and
so on call `before` and `after` with what has happened as a `Cause`; no card is known here.
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
    """A triggered ability that waits for its turn, apart from its source (D124)."""

    __slots__ = ("ability", "card", "cause", "player")

    def __init__(self, ability: Triggered, card: Card, cause: Cause) -> None:
        self.ability = ability
        self.card = card
        self.player = card.player
        self.cause = cause

    def frame(self, table: Table) -> Frame:
        """Returns the frame of its text."""
        frame = Frame(table, self.player, self.card.name, self.card)
        frame.cause = self.cause
        frame.event = self.cause.event
        if self.ability.of_enemy:
            frame.enemy = self.cause.player
        if self.ability.discount:
            frame.compelled = lambda: is_needed(table, self.cause, self.card)
        return frame

    def idle(self, table: Table) -> bool:
        """Whether at this moment it could do nothing as far as an onlooker sees."""
        return not self.ability.possible(self.frame(table))

    async def resolve(self, table: Table) -> None:
        """Resolves it when its turn has come; R54: not for a player who is out."""
        if not self.player.out:
            await self.ability.resolve(self.frame(table))


def waiting_for(table: Table, moment: str, causes: Sequence[Cause]) -> list[Waiting]:
    """R21: every ability whose condition is met."""
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
    """D125: resolved at once, ahead of what triggered it, each once."""
    waiting = waiting_for(table, moment, causes)
    if waiting:
        for ability in await in_order(table, waiting, waiting[0].cause.event):
            await ability.resolve(table)


async def after(table: Table, moment: str, causes: Sequence[Cause]) -> None:
    """D126: enters the queue, in the order that R10 settles."""
    await enter(table, waiting_for(table, moment, causes))


async def enter(table: Table, waiting: list[Waiting], event: str | None = None) -> None:
    """The queue gets them in order; `event`: what set them off if it is not what the first of them waited for."""
    if waiting:
        table.queue.extend(await in_order(table, waiting, event or waiting[0].cause.event))


async def work_off(table: Table) -> None:
    """D127: first in, first out; each is finished before the next."""
    queue = table.queue
    while queue:
        await queue.popleft().resolve(table)


# Who could lower a price


def help_for(table: Table, cause: Cause) -> int:
    """Returns the discount that waiting abilities could give on the card that is played."""
    return sum(
        ability.discount
        for card in table.watching["before:played"]
        for ability in TEXTS[card.code].triggered["before:played"]
        if ability.discount and not card.exhausted and card not in cause.asked and ability.meets(card, cause)
    )


def is_needed(table: Table, cause: Cause, card: Card) -> bool:
    """Whether without this card's help the price could not be paid any more."""
    cause.asked.append(card)
    return cause.price - cause.decrease - help_for(table, cause) > cause.player.resources


# Order


async def in_order(table: Table, waiting: list[Waiting], event: str) -> list[Waiting]:
    """Quiet ones first, idle ones last, unasked; the others as R10 says."""
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
    """R10: one player's abilities that player orders, several players' the battlefield's controller."""
    players = {each.player.seat for each in left}
    player = table.players[players.pop()] if len(players) == 1 else table.from_controller()[0]
    names = [each.card.name for each in left]
    about = {"event": event, "abilities": names}
    keys = list(dict.fromkeys(names))
    name = await asking.one(table, "order", player, keys, about)
    return next(each for each in left if each.card.name == name)
