"""Provides the decks that seats bring to a game, named in advance or drawn, by its format (F1-F3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from rules.draws import drawn
from rules.star_wars_destiny.cards import BATTLEFIELDS, CARDS
from rules.star_wars_destiny.decks import DRAWN, parts_of, read_deck
from rules.star_wars_destiny.facts import STARTERS, Deck, Printed
from rules.star_wars_destiny.legality import MAX_CHARACTERS, MAX_DICE, MAX_POINTS, may_include, points_of

FORMATS = ("starters", "standard", "random")
LEAST_POINTS = 27
LEAST_CHARACTERS = 2
DICE_CARDS = 12
OTHER_CARDS = 18

Team = tuple[tuple[str, int], ...]


class Brought:
    """The decks that the seats bring to a game, by its options.

    Ask for them from seat a on, because later draws depend on earlier ones.
    """

    def __init__(self, options: Mapping[str, str], seats: str) -> None:
        self._format = options.get("format", FORMATS[0])
        self._parts = parts_of(options.get("decks", DRAWN), seats)

    async def deck_of(self, seat: str) -> Deck:
        """Returns the seat's team, battlefield and deck, drawn by chance if the format or the option demands it."""
        if self._format == "random":
            return await random_deck(seat)
        if self._format == "standard":
            return read_deck(self._parts[seat])
        if self._parts[seat] == DRAWN:
            self._parts[seat] = await self._drawn_set(seat)
        return STARTERS[self._parts[seat]]

    async def _drawn_set(self, seat: str) -> str:
        """Draws one of the starter sets that the fewest seats have and returns its name.

        Sets that other seats have named count from the beginning (F1, Q60).
        """
        taken = Counter(self._parts.values())
        fewest = min(taken[name] for name in STARTERS)
        (name,) = await drawn("set", [name for name in STARTERS if taken[name] == fewest], 1, {"of": seat})
        return name


async def random_deck(seat: str) -> Deck:
    """Draws and returns a deck: a team, a battlefield, twelve cards with a die and eighteen other cards (F3)."""
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
    """Shuffles a seat's deck by a draw of chance and returns the codes, the top card first (D70)."""
    return await drawn("deck", deck.codes, None, {"of": seat})


def twice_each(team: Sequence[str], *, has_die: bool) -> list[str]:
    """Returns each legal card with (or without) a die, by set number, twice in a row (F3). Finn allows more (Q63)."""
    legal = (card.code for card in CARDS.values() if card.has_die == has_die and may_include(team, card))
    return [code for code in legal for _ in range(2)]


@cache
def teams() -> Mapping[str, Team]:
    """Returns the legal teams of 27 to 30 points and at least two characters by their keys, sorted as text (F3)."""
    found = {
        team_key(team): team
        for affiliation in ("hero", "villain")
        for team in _teams([card for card in CARDS.values() if card.affiliation == affiliation and card.points], 0)
        if sum(points_of(*item) for item in team) >= LEAST_POINTS and _characters(team) >= LEAST_CHARACTERS
    }
    return {key: found[key] for key in sorted(found)}


def team_key(team: Team) -> str:
    """Returns the key of a team, its characters sorted by set number: `finn-1+han_solo-1` (Q86)."""
    return "+".join(f"{code}-{number}" for code, number in team)


def _teams(characters: Sequence[Printed], points: int) -> Iterator[Team]:
    """Yields all teams of these characters, also the empty one, for the points left after `points` are spent."""
    if not characters:
        yield ()
        return
    first, *rest = characters
    yield from _teams(rest, points)
    for number in range(1, (MAX_DICE if first.unique else MAX_CHARACTERS) + 1):
        spent = points + points_of(first.code, number)
        if spent <= MAX_POINTS:
            yield from (((first.code, number), *others) for others in _teams(rest, spent))


def _characters(team: Team) -> int:
    return sum(1 if CARDS[code].unique else number for code, number in team)
