"""Everything that a table of Star Wars: Destiny tells: one function an event, public unless it says otherwise."""

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
    """A team: characters with their number of dice, and the battlefield."""
    written = [{"character": name, "dice": dice} for name, dice in characters]
    return _all("team", seat=seat, characters=written, battlefield=battlefield)


def list_(seat: str, cards: Sequence[str]) -> Event:
    """To its owner alone: the deck that chance has made (F3)."""
    return Event(seat, "list", {"seat": seat, "cards": list(cards)})


def hand(seat: str, cards: Sequence[str]) -> Event:
    """To one seat alone: the hand after dealing and after a mulligan."""
    return Event(seat, "hand", {"seat": seat, "cards": list(cards)})


def chooses_battlefield(seat: str, owner: str, battlefield: str) -> Event:
    """Returns the event for the battlefield that the highest roll has chosen; its owner controls it (D71)."""
    return _all("chooses_battlefield", seat=seat, owner=owner, card=battlefield)


def takes_shields(seat: str, characters: Sequence[tuple[str, int]]) -> Event:
    """D71: for a battlefield that is not used."""
    written = [{"character": name, "count": count} for name, count in characters]
    return _all("takes_shields", seat=seat, characters=written)


def round_begins(number: int, first: str) -> Event:
    """A round and who begins."""
    return _all("round_begins", round=number, first=first)


def turn(seat: str, extra: int) -> Event:
    """A turn (extra 0) or an additional action; `extra` are those still due, this one included."""
    return _all("turn", seat=seat, extra=extra)


def passes(seat: str, why: str) -> Event:
    """A pass: chosen, after having claimed, or with nothing else to do."""
    return _all("passes", seat=seat, why=why)


def claims(seat: str, battlefield: str) -> Event:
    """D101."""
    return _all("claims", seat=seat, card=battlefield)


def phase_ends(phase: str) -> Event:
    """The action phase is over."""
    return _all("phase_ends", phase=phase)


def upkeep(seat: str, discarded: int, drawn: int) -> Event:
    """D74: how many cards went and came."""
    return _all("upkeep", seat=seat, discarded=discarded, drawn=drawn)


def out(seat: str, why: str) -> Event:
    """D103, D104, D204."""
    return _all("out", seat=seat, why=why)


def over(winners: Sequence[str]) -> Event:
    """The game has ended."""
    return _all("over", winners=list(winners))


# Cards


def plays(seat: str, card: str, on: str | None, replaces: str | None, cost: int) -> Event:
    """A card is played; told when its payment is settled."""
    return _all("plays", seat=seat, card=card, on=on, replaces=replaces, cost=cost)


def activates(seat: str, card: str) -> Event:
    """D95."""
    return _all("activates", seat=seat, card=card)


def uses(seat: str, card: str) -> Event:
    """A card's action or the claim ability of the battlefield."""
    return _all("uses", seat=seat, card=card)


def triggers(seat: str, card: str, on: str) -> Event:
    """A triggered ability or keyword does something; `on` is what set it off."""
    return _all("triggers", seat=seat, card=card, on=on)


def discards(seat: str, cards: Sequence[str], place: str) -> Event:
    """Cards of `seat` go to its pile out of hand, deck or play."""
    return Event(ALL, "discards", {"seat": seat, "cards": list(cards), "from": place})


def draws(seat: str, count: int) -> Event:
    """A seat draws cards."""
    return _all("draws", seat=seat, count=count)


def drew(seat: str, cards: Sequence[str]) -> Event:
    """To the drawer alone: which cards."""
    return Event(seat, "drew", {"seat": seat, "cards": list(cards)})


def saw(seat: str, of: str, place: str, cards: Sequence[str]) -> Event:
    """R51, to who looked alone."""
    return Event(seat, "saw", {"of": of, "from": place, "cards": list(cards)})


def shown(seat: str, by: str, cards: Sequence[str]) -> Event:
    """R51, to whose hand was looked at alone: which cards are known now."""
    return Event(seat, "shown", {"by": by, "cards": list(cards)})


def returns(seat: str, card: str, place: str, into: str) -> Event:
    """Returns the event of a card of `seat` that moves from play, limbo or the discard pile into its hand or deck."""
    return Event(ALL, "returns", {"seat": seat, "card": card, "from": place, "into": into})


def exhausts(card: str) -> Event:
    """D117."""
    return _all("exhausts", card=card)


def readies(card: str) -> Event:
    """D117; also a character that comes back into play."""
    return _all("readies", card=card)


def upgrade_moves(card: str, on: str | None) -> Event:
    """Returns the event for an upgrade that moves to another character or becomes a support."""
    return _all("upgrade_moves", card=card, on=on)


def swaps(seat: str, card: str, new: str) -> Event:
    """A card in play and one in hand have changed places."""
    return _all("swaps", seat=seat, card=card, new=new)


def battlefield_changes(seat: str, old: str, new: str) -> Event:
    """The battlefield in use has changed places with an unused one."""
    return _all("battlefield_changes", seat=seat, old=old, new=new)


def holds(card: str, die: str) -> Event:
    """A die is kept on a card."""
    return _all("holds", card=card, die=die)


# Tokens


def resources(seat: str, change: int) -> Event:
    """Resources gained or lost."""
    return _all("resources", seat=seat, change=change)


def damage(character: str, dealt: int, blocked: int, taken: int, by: str) -> Event:
    """D110 to D114; `taken` are the tokens laid."""
    return _all("damage", character=character, dealt=dealt, blocked=blocked, taken=taken, by=by)


def shields(character: str, change: int) -> Event:
    """Shields given or taken off."""
    return _all("shields", character=character, change=change)


def heals(character: str, count: int) -> Event:
    """D195."""
    return _all("heals", character=character, count=count)


def moves_damage(count: int, off: str | None, onto: str) -> Event:
    """D183; from nowhere where a card enters play with damage."""
    return _all("moves_damage", count=count, off=off, onto=onto)


def defeated(character: str) -> Event:
    """D113."""
    return _all("defeated", character=character)


def replaced(character: str, by: str) -> Event:
    """D134: a defeat that never happened."""
    return _all("replaced", character=character, by=by)


# Dice


def rolls(seat: str, dice: Dice) -> Event:
    """Dice rolled into a pool, or for the battlefield."""
    return _all("rolls", seat=seat, dice=[list(pair) for pair in dice])


def rerolls(seat: str, dice: Dice) -> Event:
    """D99: dice rolled again; `seat` is whose pool they lie in."""
    return _all("rerolls", seat=seat, dice=[list(pair) for pair in dice])


def resolves(die: str, side: str, modifiers: Sequence[str], value: int, target: str | None, cost: int) -> Event:
    """D96."""
    return _all("resolves", die=die, side=side, modifiers=list(modifiers), value=value, target=target, cost=cost)


def turns_die(die: str, side: str) -> Event:
    """D186."""
    return _all("turns_die", die=die, side=side)


def removes_die(die: str) -> Event:
    """D188."""
    return _all("removes_die", die=die)


def names(seat: str, what: str) -> Event:
    """Something that is named by a choice: a symbol, a character, a heap of dice."""
    return _all("names", seat=seat, what=what)
