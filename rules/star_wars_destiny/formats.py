"""The three formats (F1-F3): what each seat brings to the table, named beforehand or drawn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from rules.decisions import drawn
from rules.star_wars_destiny.cards import BATTLEFIELDS, CARDS
from rules.star_wars_destiny.decks import DRAWN, parts_of, read_deck
from rules.star_wars_destiny.facts import STARTERS, Deck, Printed
from rules.star_wars_destiny.legality import MOST_CHARACTERS, MOST_DICE, MOST_POINTS, may_include, points_of

FORMATS = ("starters", "standard", "random")
LEAST_POINTS = 27
LEAST_CHARACTERS = 2
DICE_CARDS = 12
OTHER_CARDS = 18

Team = tuple[tuple[str, int], ...]


class Brought:
    """The decks of a game by its format; asked for seat by seat, from a on, since later draws look at earlier ones."""

    def __init__(self, options: Mapping[str, str], seats: str) -> None:
        self._format = options.get("format", FORMATS[0])
        self._parts = parts_of(options.get("decks", DRAWN), seats)

    async def deck_of(self, seat: str) -> Deck:
        """That seat's team, battlefield and deck."""
        if self._format == "random":
            return await random_deck(seat)
        if self._format == "standard":
            return read_deck(self._parts[seat])
        if self._parts[seat] == DRAWN:
            self._parts[seat] = await self._drawn_set(seat)
        return STARTERS[self._parts[seat]]

    async def _drawn_set(self, seat: str) -> str:
        """F1: one of those sets that the fewest seats have so far; named ones count from the beginning (Q60)."""
        taken = Counter(self._parts.values())
        fewest = min(taken[name] for name in STARTERS)
        (name,) = await drawn("set", [name for name in STARTERS if taken[name] == fewest], 1, {"of": seat})
        return name


async def random_deck(seat: str) -> Deck:
    """F3: a team, a battlefield, twelve cards with a die and eighteen others by chance."""
    about = {"of": seat}
    (key,) = await drawn("team", tuple(teams()), 1, about)
    team = teams()[key]
    (field,) = await drawn("field", BATTLEFIELDS, 1, about)
    characters = [code for code, _ in team]
    dice = await drawn("dice_cards", twice_each(characters, has_die=True), DICE_CARDS, about)
    others = await drawn("other_cards", twice_each(characters, has_die=False), OTHER_CARDS, about)
    copies = Counter([*dice, *others])
    return Deck(team, field, tuple((code, copies[code]) for code in CARDS if code in copies))


async def shuffled(seat: str, deck: Deck) -> tuple[str, ...]:
    """D70: the deck in the order in which it will be drawn, the top first."""
    return await drawn("deck", deck.codes, None, {"of": seat})


def twice_each(team: Sequence[str], *, has_die: bool) -> list[str]:
    """F3: each legal card with (or without) a die, by set number, twice in a row; Finn widens it (Q63)."""
    legal = (card.code for card in CARDS.values() if card.has_die == has_die and may_include(team, card))
    return [code for code in legal for _ in range(2)]


@cache
def teams() -> Mapping[str, Team]:
    """F3: the legal teams of 27 to 30 points and at least two characters, by their keys, sorted as text."""
    found = {
        team_key(team): team
        for affiliation in ("hero", "villain")
        for team in _teams([card for card in CARDS.values() if card.affiliation == affiliation and card.points], 0)
        if sum(points_of(*item) for item in team) >= LEAST_POINTS and _characters(team) >= LEAST_CHARACTERS
    }
    return {key: found[key] for key in sorted(found)}


def team_key(team: Team) -> str:
    """`finn-1+han_solo-1`: the team's items by set number (Q86)."""
    return "+".join(f"{code}-{number}" for code, number in team)


def _teams(characters: Sequence[Printed], points: int) -> Iterator[Team]:
    """All teams out of these characters that can be had for the points that are left, the empty one too."""
    if not characters:
        yield ()
        return
    first, *rest = characters
    yield from _teams(rest, points)
    for number in range(1, (MOST_DICE if first.unique else MOST_CHARACTERS) + 1):
        spent = points + points_of(first.code, number)
        if spent <= MOST_POINTS:
            yield from (((first.code, number), *others) for others in _teams(rest, spent))


def _characters(team: Team) -> int:
    return sum(1 if CARDS[code].unique else number for code, number in team)
