"""Plays, cancels, and cancels of cancels (M60-M64)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from rules.decisions import PASS, About, Window
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
"""Card texts and location effects -> the card whose text cancels them (M61)."""


@dataclass(slots=True)
class Play:
    """A play that may be cancelled: a card's text or symbol, a location's effect, or a cancel.

    `effect` names a text or a location effect as M61 lists them; None for a play of a symbol.
    """

    author: str
    decision: str
    key: str
    cards: Sequence[str]
    effect: str | None = None

    @property
    def words(self) -> str:
        """The seat, the kind of decision and the key that made the play, as in the record: `a turn: rackets-hat`."""
        return f"{self.author} {self.decision}: {self.key}"

    @property
    def cancelled_by_fists(self) -> bool:
        """Whether two fists can cancel the play: it is a play of cards, not a location's own effect (M60)."""
        return bool(self.cards)


def card_play(player: Player, decision: str, key: str, card: str) -> Play:
    """Returns the play of a card for its text."""
    return Play(player.seat, decision, key, (card,), kind_of(card))


def symbol_play(player: Player, decision: str, key: str, *cards: str) -> Play:
    """Returns the play of one or two cards for their symbol."""
    return Play(player.seat, decision, key, cards)


async def no_effect() -> None:
    """Does nothing, for plays without an effect of their own."""


async def perform(
    table: Table, play: Play, effect: Callable[[], Awaitable[None]] = no_effect, mobster: str | None = None
) -> bool:
    """Announces a play, lets seats cancel it, and applies it if it is not cancelled; then settles its cards (M9, M52,
    M62).

    Returns whether it was applied. `mobster` is the owner of the play's target, for readers who follow without the
    board.
    """
    table.lay(table.players[play.author], play.cards)
    table.tell(events.plays, play.author, play.decision, play.key, play.cards, mobster)
    chain = [play]
    while asked := _asked(table, chain):
        answer = await Window("react", asked, lambda seat: _reactions(table, chain, seat), lambda: _about(chain))
        if answer is None:
            break
        chain.append(_cancel(table, chain, *answer))
    takes_effect = len(chain) % 2 == 1
    table.tell(events.settled, play.author, play.key, takes_effect, len(chain) > 1)
    if takes_effect:
        await effect()
    for link in chain:
        table.settle(link.cards)
    return takes_effect


def _remedy(chain: Sequence[Play]) -> str | None:
    """Returns the kind of card whose text cancels the play (M61); None if there is none or it is cancelled now."""
    effect = chain[0].effect
    return CANCELLED_BY.get(effect) if effect and len(chain) % 2 == 1 else None


def _asked(table: Table, chain: Sequence[Play]) -> tuple[str, ...]:
    """Returns the seats that are asked whether they cancel the last play or cancel, by public facts only.

    These are the seats that could hold two fists, or one remedy of M61 (M60-M64).
    """
    play, top = chain[0], chain[-1]
    fists, remedy = top.cancelled_by_fists, _remedy(chain)
    asked: list[str] = []
    for seat, player in table.players.items():
        cards = len(player.hand)
        if cards and seat != top.author and ((fists and cards >= 2) or (remedy and seat != play.author)):
            asked.append(seat)
    return tuple(asked)


def _about(chain: Sequence[Play]) -> About:
    return {"play": chain[0].words, "links": [f"{link.author} {link.key}" for link in chain[1:]]}


def _reactions(table: Table, chain: Sequence[Play], seat: str) -> list[str]:
    """Returns the keys of a seat's reaction: `pass`, and each way to cancel the last play or cancel (M60-M64)."""
    hand, remedy = table.players[seat].hand, _remedy(chain)
    keys = [PASS]
    if chain[-1].cancelled_by_fists:
        keys += [f"fists:{codes}" for codes in pairs(hand, "fist")]
    if remedy and seat != chain[0].author:
        keys += of_kind(hand, remedy)
    return keys


def _cancel(table: Table, chain: Sequence[Play], seat: str, key: str) -> Play:
    """Lays a seat's cancelling cards on the table, tells the cancel, and returns it (M62).

    The caller appends it to the chain of the play and its cancels.
    """
    cards = key.removeprefix("fists:").split("+")
    table.lay(table.players[seat], cards)
    table.tell(events.cancels, seat, key, cards, chain[-1].author)
    return Play(seat, "react", key, cards)
