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
    offers = _offers(table, chain)
    if not offers:
        return None
    about = {"play": chain[0].words, "links": [f"{link.author} {link.key}" for link in chain[1:]]}
    answer = await Window("react", offers, about=about)
    if answer is None:
        return None
    seat, key = answer
    cards = key.removeprefix("fists:").split("+")
    table.lay(table.players[seat], cards)
    table.tell(events.cancels(seat, key, cards, chain[-1].author))
    return Play(seat, "react", key, cards)


def _offers(table: Table, chain: list[Play]) -> dict[str, tuple[str, ...]]:
    """Who is asked, by public facts only, and with which keys (M60-M64)."""
    effect, top = chain[0], chain[-1]
    fists = top.cancelled_by_fists
    standing = len(chain) % 2 == 1
    remedy = CANCELLED_BY.get(effect.effect or "") if standing else None
    offers: dict[str, tuple[str, ...]] = {}
    for seat, player in table.players.items():
        if seat == top.author:
            continue
        cards = len(player.hand)
        own_remedy = remedy if seat != effect.author else None
        if (fists and cards >= 2) or (own_remedy and cards >= 1):
            offers[seat] = _reactions(tuple(player.hand), fists, own_remedy)
    return offers


@lru_cache(8192)
def _reactions(hand: tuple[str, ...], fists: bool, remedy: str | None) -> tuple[str, ...]:
    keys = [PASS]
    if fists:
        keys += [f"fists:{codes}" for codes in pairs(hand, "fist")]
    if remedy:
        keys += of_kind(hand, remedy)
    return tuple(keys)
