"""Plays, cancels, and cancels of cancels (M60-M64)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from rules.decisions import PASS, Window
from rules.mafia_city import events
from rules.mafia_city.deck import kind_of
from rules.mafia_city.keys import of_kind, pairs
from rules.mafia_city.table import Player, Table

CANCELLED_BY = {
    "informer": "police_chief",
    "thief": "police_chief",
    "police_raid": "police_chief",
    "prison": "police_chief",
    "hitman": "fbi",
    "rackets": "fbi",
    "grand_plan": "fbi",
    "harbour": "fbi",
}
"""M61: card texts and location effects, and the card whose text cancels them."""


@dataclass(slots=True)
class Play:
    """Something that may be cancelled: a card's text or symbol, a location's effect, or a cancel.

    `effect` names a text or a location effect as M61 lists them; None for what is played for its symbol.
    """

    author: str
    decision: str
    key: str
    cards: Sequence[str]
    effect: str | None = None

    @property
    def words(self) -> str:
        """The answer in the record's words, as `about` tells it."""
        return f"{self.author} {self.decision}: {self.key}"

    @property
    def cancelled_by_fists(self) -> bool:
        """M60: two fists cancel what cards do, never a bare location effect."""
        return bool(self.cards)


def card_play(player: Player, decision: str, key: str, card: str) -> Play:
    """A card played for its text."""
    return Play(player.seat, decision, key, (card,), kind_of(card))


def symbol_play(player: Player, decision: str, key: str, *cards: str) -> Play:
    """One or two cards played for their symbol."""
    return Play(player.seat, decision, key, cards)


async def no_effect() -> None:
    """Of plays whose standing alone counts."""


async def perform(
    table: Table, play: Play, effect: Callable[[], Awaitable[None]] = no_effect, mobster: str | None = None
) -> bool:
    """M52, M62, M9: announces a play, lets it be contested, and carries it out if it stands; then it is settled.

    `mobster` is the owner of the play's target, for those who follow without the board.
    """
    table.lay(table.players[play.author], play.cards)
    table.tell(events.plays(play.author, play.decision, play.key, play.cards, mobster))
    chain = [play]
    while cancel := await _reaction(table, chain):
        chain.append(cancel)
    stands = len(chain) % 2 == 1
    table.tell(events.settled(play.author, play.key, stands=stands, contested=len(chain) > 1))
    if stands:
        await effect()
    for link in chain:
        table.settle(link.cards)
    return stands


async def _reaction(table: Table, chain: list[Play]) -> Play | None:
    """M62: first come, first served; the next link of the chain, or None when nobody reacts."""
    play, top = chain[0], chain[-1]
    fists = top.cancelled_by_fists
    remedy = CANCELLED_BY.get(play.effect or "") if len(chain) % 2 == 1 else None
    asked = _asked(table, play, top, remedy)
    if not asked:
        return None

    def offers(seat: str) -> tuple[str, ...]:
        return _reactions(tuple(table.players[seat].hand), fists, None if seat == play.author else remedy)

    about = {"play": play.words, "links": [f"{link.author} {link.key}" for link in chain[1:]]}
    answer = await Window("react", asked, offers, about=about)
    if answer is None:
        return None
    seat, key = answer
    cards = key.removeprefix("fists:").split("+")
    table.lay(table.players[seat], cards)
    table.tell(events.cancels(seat, key, cards, top.author))
    return Play(seat, "react", key, cards)


def _asked(table: Table, play: Play, top: Play, remedy: str | None) -> tuple[str, ...]:
    """Who is asked, by public facts only: who could hold two fists, or one remedy of M61 (M60-M64)."""
    asked: list[str] = []
    for seat, player in table.players.items():
        if seat != top.author:
            cards = len(player.hand)
            if (cards >= 2 and top.cancelled_by_fists) or (cards and remedy and seat != play.author):
                asked.append(seat)
    return tuple(asked)


@lru_cache(8192)
def _reactions(hand: tuple[str, ...], fists: bool, remedy: str | None) -> tuple[str, ...]:
    keys = [PASS]
    if fists:
        keys += [f"fists:{codes}" for codes in pairs(hand, "fist")]
    if remedy:
        keys += of_kind(hand, remedy)
    return tuple(keys)
