"""The faults of decks. Each has a number, so that a front end can describe it in the reader's language."""

from __future__ import annotations

from enum import IntEnum

from rules.errors import BadRequest


class Fault(IntEnum):
    """The kinds of faults of a deck, in the order in which they are checked; only the first one found is reported."""

    PARTS = 1
    DRAWN = 2
    FORM = 3
    UNKNOWN = 4
    PLACE = 5
    TWICE = 6
    NUMBER = 7
    NO_CHARACTER = 8
    BOTH_SIDES = 9
    POINTS = 10
    SIZE = 11
    AFFILIATION = 12
    COLOUR = 13
    SET = 14


MESSAGES = {
    Fault.PARTS: "there are {found} parts for {needed} seats",
    Fault.DRAWN: "{format} {needs}",
    Fault.FORM: "a deck must have the form TEAM / BATTLEFIELD / CARDS",
    Fault.UNKNOWN: "no card is called '{word}'",
    Fault.PLACE: "{word} cannot be {place}",
    Fault.TWICE: "{word} is named twice",
    Fault.NUMBER: "{word}: the number is {least} to {most}",
    Fault.NO_CHARACTER: "the team has no character",
    Fault.BOTH_SIDES: "heroes and villains in one team",
    Fault.POINTS: "the team costs {points} points, {most} are allowed",
    Fault.SIZE: "a deck must have {needed} cards; this one has {found}",
    Fault.AFFILIATION: "{word} is a {affiliation} card, but the team are {team}",
    Fault.COLOUR: "{word} is {colour}, but no character of the team is",
    Fault.SET: "a part must be {sets}",
}


class BadDeck(BadRequest):
    """The error that a deck cannot be played. `fault`, `word` (the card, if one is meant) and `facts` give the reason.

    `seat` is None if the fault is not that of one seat, or if the deck is checked before anyone has taken a seat.
    """

    def __init__(self, fault: Fault, word: str | None = None, seat: str | None = None, **facts: str | int) -> None:
        start = "" if seat is None else f"decks, seat {seat}: "
        super().__init__(start + MESSAGES[fault].format(word=word, **facts))
        self.fault = fault
        self.word = word
        self.seat = seat
        self.facts = facts

    def at(self, seat: str) -> BadDeck:
        """Returns the same error for the deck of that seat."""
        return BadDeck(self.fault, self.word, seat, **self.facts)
