"""The events of Star Wars: Destiny, one function for each. Those that are not public say who is told."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rules.events import ALL, Event

Dice = Sequence[tuple[str, str]]
"""Dice with the sides that they show."""


def _all(name: str, **facts: Any) -> Event:
    return Event(ALL, name, facts)


# The course of the game


def team(seat: str, characters: Sequence[tuple[str, int]], battlefield: str) -> Event:
    """Returns the event that shows a team: its characters with their number of dice, and its battlefield."""
    written = [{"character": name, "dice": dice} for name, dice in characters]
    return _all("team", seat=seat, characters=written, battlefield=battlefield)


def list_(seat: str, cards: Sequence[str]) -> Event:
    """Returns the event that tells only a seat the deck that was drawn for it (F3)."""
    return Event(seat, "list", {"seat": seat, "cards": list(cards)})


def hand(seat: str, cards: Sequence[str]) -> Event:
    """Returns the event that tells only a seat its hand, after dealing and after a mulligan."""
    return Event(seat, "hand", {"seat": seat, "cards": list(cards)})


def chooses_battlefield(seat: str, owner: str, battlefield: str) -> Event:
    """Returns the event for the battlefield that the highest roll has chosen; its owner controls it (D71)."""
    return _all("chooses_battlefield", seat=seat, owner=owner, card=battlefield)


def takes_shields(seat: str, characters: Sequence[tuple[str, int]]) -> Event:
    """Returns the event that a player, whose battlefield is not used, gives shields to their characters (D71)."""
    written = [{"character": name, "count": count} for name, count in characters]
    return _all("takes_shields", seat=seat, characters=written)


def round_begins(number: int, first: str) -> Event:
    """Returns the event for the beginning of a round; `first` is the seat that begins."""
    return _all("round_begins", round=number, first=first)


def turn(seat: str, extra: int) -> Event:
    """Returns the event for a turn (`extra` is 0) or for an additional action, with the number that are still due."""
    return _all("turn", seat=seat, extra=extra)


def passes(seat: str, why: str) -> Event:
    """Returns the event for a pass; `why`: `chosen`, `claimed` before, or `nothing` else to do."""
    return _all("passes", seat=seat, why=why)


def claims(seat: str, battlefield: str) -> Event:
    """Returns the event for a player who claims the battlefield (D101)."""
    return _all("claims", seat=seat, card=battlefield)


def phase_ends(phase: str) -> Event:
    """Returns the event for the end of the action phase."""
    return _all("phase_ends", phase=phase)


def upkeep(seat: str, discarded: int, drawn: int) -> Event:
    """Returns the event for the number of cards that a player discarded and drew in the upkeep (D74)."""
    return _all("upkeep", seat=seat, discarded=discarded, drawn=drawn)


def out(seat: str, why: str) -> Event:
    """Returns the event for a player who is out of the game (D103, D104, D204)."""
    return _all("out", seat=seat, why=why)


def over(winners: Sequence[str]) -> Event:
    """Returns the event for the end of the game, with the seats that have won."""
    return _all("over", winners=list(winners))


# Cards


def plays(seat: str, card: str, on: str | None, replaces: str | None, cost: int) -> Event:
    """Returns the event for a card that is played, when its price has been paid."""
    return _all("plays", seat=seat, card=card, on=on, replaces=replaces, cost=cost)


def activates(seat: str, card: str) -> Event:
    """Returns the event for a card that is activated (D95)."""
    return _all("activates", seat=seat, card=card)


def uses(seat: str, card: str) -> Event:
    """Returns the event for the use of a card's action or of the battlefield's claim ability."""
    return _all("uses", seat=seat, card=card)


def triggers(seat: str, card: str, on: str) -> Event:
    """Returns the event for a triggered ability or keyword that takes effect; `on` is what triggered it."""
    return _all("triggers", seat=seat, card=card, on=on)


def discards(seat: str, cards: Sequence[str], place: str) -> Event:
    """Returns the event for cards of `seat` that go to its discard pile from `place`: hand, deck or play."""
    return Event(ALL, "discards", {"seat": seat, "cards": list(cards), "from": place})


def draws(seat: str, count: int) -> Event:
    """Returns the event for the number of cards that a player draws."""
    return _all("draws", seat=seat, count=count)


def drew(seat: str, cards: Sequence[str]) -> Event:
    """Returns the event that tells only the player which cards they drew."""
    return Event(seat, "drew", {"seat": seat, "cards": list(cards)})


def saw(seat: str, of: str, place: str, cards: Sequence[str]) -> Event:
    """Returns the event that tells only the player who looked which cards they saw (R51)."""
    return Event(seat, "saw", {"of": of, "from": place, "cards": list(cards)})


def shown(seat: str, by: str, cards: Sequence[str]) -> Event:
    """Returns the event that tells only the owner of a hand which of its cards an opponent saw (R51)."""
    return Event(seat, "shown", {"by": by, "cards": list(cards)})


def returns(seat: str, card: str, place: str, into: str) -> Event:
    """Returns the event for a card of `seat` that moves from play, limbo or the discard pile into its hand or deck."""
    return Event(ALL, "returns", {"seat": seat, "card": card, "from": place, "into": into})


def exhausts(card: str) -> Event:
    """Returns the event for a card that is exhausted (D117)."""
    return _all("exhausts", card=card)


def readies(card: str) -> Event:
    """Returns the event for a card that becomes ready or a character that returns to play (D117)."""
    return _all("readies", card=card)


def upgrade_moves(card: str, on: str | None) -> Event:
    """Returns the event for an upgrade that moves to another character or becomes a support."""
    return _all("upgrade_moves", card=card, on=on)


def swaps(seat: str, card: str, new: str) -> Event:
    """Returns the event for a card in play and one in hand that change places."""
    return _all("swaps", seat=seat, card=card, new=new)


def battlefield_changes(seat: str, old: str, new: str) -> Event:
    """Returns the event for the battlefield in use changing places with an unused one."""
    return _all("battlefield_changes", seat=seat, old=old, new=new)


def holds(card: str, die: str) -> Event:
    """Returns the event for a die that is kept on a card."""
    return _all("holds", card=card, die=die)


# Tokens


def resources(seat: str, change: int) -> Event:
    """Returns the event for resources gained or lost by a player; `change` is negative for a loss."""
    return _all("resources", seat=seat, change=change)


def damage(character: str, dealt: int, blocked: int, taken: int, by: str) -> Event:
    """Returns the event for damage to a character; `taken` is the number of damage tokens placed (D110 to D114)."""
    return _all("damage", character=character, dealt=dealt, blocked=blocked, taken=taken, by=by)


def shields(character: str, change: int) -> Event:
    """Returns the event for shields that a character gains or loses; `change` is negative for a loss."""
    return _all("shields", character=character, change=change)


def heals(character: str, count: int) -> Event:
    """Returns the event for damage tokens removed from a character (D195)."""
    return _all("heals", character=character, count=count)


def moves_damage(count: int, off: str | None, onto: str) -> Event:
    """Returns the event for damage that moves; `off` is None if a card enters play with damage (D183)."""
    return _all("moves_damage", count=count, off=off, onto=onto)


def defeated(character: str) -> Event:
    """Returns the event for a defeated character (D113)."""
    return _all("defeated", character=character)


def replaced(character: str, by: str) -> Event:
    """Returns the event for a defeat that another effect replaces (D134)."""
    return _all("replaced", character=character, by=by)


# Dice


def rolls(seat: str, dice: Dice) -> Event:
    """Returns the event for dice that are rolled into a pool or for the choice of the battlefield."""
    return _all("rolls", seat=seat, dice=[list(pair) for pair in dice])


def rerolls(seat: str, dice: Dice) -> Event:
    """Returns the event for dice that are rerolled in the pool of `seat` (D99)."""
    return _all("rerolls", seat=seat, dice=[list(pair) for pair in dice])


def resolves(die: str, side: str, modifiers: Sequence[str], value: int, target: str | None, cost: int) -> Event:
    """Returns the event for a die that is resolved, with the modifiers used, its value, target and paid cost (D96)."""
    return _all("resolves", die=die, side=side, modifiers=list(modifiers), value=value, target=target, cost=cost)


def turns_die(die: str, side: str) -> Event:
    """Returns the event for a die that is turned to another side (D186)."""
    return _all("turns_die", die=die, side=side)


def removes_die(die: str) -> Event:
    """Returns the event for a die that is removed from its pool (D188)."""
    return _all("removes_die", die=die)


def names(seat: str, what: str) -> Event:
    """Returns the event for something that a player names: a symbol, a character, a group of dice."""
    return _all("names", seat=seat, what=what)
