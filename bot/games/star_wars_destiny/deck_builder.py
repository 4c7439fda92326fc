"""The deck builder: first the team, then the battlefield, then the cards by type and colour."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from bot.games.deck_builder import Card, DeckBuilder, Page
from bot.games.star_wars_destiny.cards import AFFILIATIONS
from bot.games.star_wars_destiny.cards import sentence as text_of
from bot.games.star_wars_destiny.deck_faults import said, sentence
from bot.games.star_wars_destiny.names import COLOUR_NAMES
from bot.games.star_wars_destiny.options import MAX_DESCRIPTION, short
from bot.texts import N_, Translator
from rules.star_wars_destiny.decks import deck_code, read_deck
from rules.star_wars_destiny.facts import CARDS, Deck, Printed
from rules.star_wars_destiny.faults import BadDeck, Fault
from rules.star_wars_destiny.legality import (
    DECK_SIZE,
    DECK_TYPES,
    MAX_CHARACTERS,
    MAX_COPIES,
    MAX_DICE,
    MAX_POINTS,
    SIDES,
    fits_affiliation,
    may_include,
    points_of,
)

DRAFT: Final = "draft:"
"""The prefix of a stored draft, by which it differs from a deck code."""
COLOURS: Final = ("red", "blue", "yellow", "gray")
PAGES: Final = (("character", ""), ("battlefield", ""), *((kind, colour) for kind in DECK_TYPES for colour in COLOURS))
"""The type and colour (empty: all) of the cards on each page."""
TITLES: Final = {
    ("character", ""): N_("Team"),
    ("battlefield", ""): N_("Battlefield"),
    ("upgrade", "red"): N_("Red upgrades"),
    ("upgrade", "blue"): N_("Blue upgrades"),
    ("upgrade", "yellow"): N_("Yellow upgrades"),
    ("upgrade", "gray"): N_("Grey upgrades"),
    ("support", "red"): N_("Red supports"),
    ("support", "blue"): N_("Blue supports"),
    ("support", "yellow"): N_("Yellow supports"),
    ("support", "gray"): N_("Grey supports"),
    ("event", "red"): N_("Red events"),
    ("event", "blue"): N_("Blue events"),
    ("event", "yellow"): N_("Yellow events"),
    ("event", "gray"): N_("Grey events"),
}


class Draft(NamedTuple):
    """A deck, perhaps unfinished: the cards chosen so far with the number of each (of a unique character: its dice)."""

    team: Mapping[str, int]
    field: str
    """The battlefield; empty: not chosen yet."""
    cards: Mapping[str, int]

    @property
    def counts(self) -> Mapping[str, int]:
        """The number of each card by its code, characters and battlefield included."""
        return {**self.team, **({self.field: 1} if self.field else {}), **self.cards}


class DestinyDeckBuilder(DeckBuilder):
    """The deck builder for the standard format."""

    offered = True

    def empty(self) -> str:
        return written(Draft({}, "", {}))

    def pages(self, part: str, t: Translator) -> Sequence[Page]:
        counts = draft_of(part).counts
        return [
            Page(t(TITLES[page]), sum(counts.get(card.code, 0) for card in _cards_of(at)))
            for at, page in enumerate(PAGES)
        ]

    def cards(self, part: str, page: int, t: Translator) -> Sequence[Card]:
        draft = draft_of(part)
        elite = t("elite: two dice")
        return [
            Card(
                card.name, _described(card, t), draft.counts.get(card.code, 0), _most(card),
                _why_not(draft, card, t), elite if card.type == "character" and card.unique else "",
            )
            for card in _cards_of(page)
        ]  # fmt: skip

    def chosen(self, part: str, page: int, places: Collection[int]) -> str:
        draft = draft_of(part)
        for at, card in enumerate(_cards_of(page)):
            now = draft.counts.get(card.code, 0)
            draft = _with(draft, card, max(now, 1) if at in places and (now or _may_have(draft, card)) else 0)
        return written(draft)

    def counted(self, part: str, page: int, counts: Collection[tuple[int, int]]) -> str:
        draft, wished = draft_of(part), dict(sorted(counts))
        for at, card in enumerate(_cards_of(page)):
            if card.code in draft.counts:
                draft = _with(draft, card, min(wished.get(at, 1), _most(card)))
        return written(draft)

    def missing(self, part: str, t: Translator) -> Sequence[str]:
        draft = draft_of(part)
        return _with_field(draft, t, [sentence(bad, t) for bad in _faults(draft)])


def is_draft(part: str) -> bool:
    """Returns whether a stored deck is a draft, which is not legal yet."""
    return part.startswith(DRAFT)


def missing(draft: Draft, t: Translator) -> list[str]:
    """Returns the errors that keep a draft from being legal, as sentences with the numbers of their rules."""
    return _with_field(draft, t, [line for bad in _faults(draft) for line in said(bad, t)])


def draft_of(part: str) -> Draft:
    """Returns the cards of a stored deck, whether draft or legal; an empty draft if it can no longer be read."""
    if is_draft(part):
        team, field, cards = (section.split() for section in part.removeprefix(DRAFT).split("/"))
        return Draft(dict(map(_item, team)), field[0] if field else "", dict(map(_item, cards)))
    try:
        deck = read_deck(part)
    except BadDeck:
        return Draft({}, "", {})
    return Draft(dict(deck.team), deck.field, dict(deck.cards))


def written(draft: Draft) -> str:
    """Returns a draft in the form in which it is stored: its deck code if it is legal, else DRAFT and its cards."""
    if draft.field and not any(_faults(draft)):
        return deck_code(Deck(tuple(draft.team.items()), draft.field, tuple(draft.cards.items())))
    team, cards = (" ".join(f"{code}-{n}" for code, n in some.items()) for some in (draft.team, draft.cards))
    return f"{DRAFT} {team} / {draft.field} / {cards}"


def _item(word: str) -> tuple[str, int]:
    code, _, number = word.rpartition("-")
    return code, int(number)


def _cards_of(page: int) -> list[Printed]:
    """Returns the cards of a page in the order of their numbers in the set."""
    kind, colour = PAGES[page]
    return [card for card in CARDS.values() if card.type == kind and colour in {"", card.colour}]


def _most(card: Printed) -> int:
    if card.type == "character":
        return MAX_DICE if card.unique else MAX_CHARACTERS
    return 1 if card.type == "battlefield" else MAX_COPIES


def _with(draft: Draft, card: Printed, number: int) -> Draft:
    """Returns the draft with that number of copies of a card; a battlefield replaces the previous one."""
    if card.type == "battlefield":
        return draft._replace(field=card.code if number else "" if draft.field == card.code else draft.field)
    changed = {**(draft.team if card.type == "character" else draft.cards), card.code: number}
    kept = {code: changed[code] for code in CARDS if changed.get(code)}
    return draft._replace(team=kept) if card.type == "character" else draft._replace(cards=kept)


def _may_have(draft: Draft, card: Printed) -> bool:
    return next(_objections(draft, card), None) is None


def _why_not(draft: Draft, card: Printed, t: Translator) -> str:
    bad = next(_objections(draft, card), None)
    return "" if bad is None else sentence(bad, t)


def _objections(draft: Draft, card: Printed) -> Iterator[BadDeck]:
    """Yields the reasons why the draft's team may not have a card."""
    team = tuple(draft.team)
    if card.type == "character" and team and card.affiliation != CARDS[team[0]].affiliation:
        yield BadDeck(Fault.BOTH_SIDES)
    if card.type in DECK_TYPES and not team:
        yield BadDeck(Fault.NO_CHARACTER)
    elif card.type in DECK_TYPES and not may_include(team, card):
        if not fits_affiliation(team, card):
            sides = SIDES[CARDS[team[0]].affiliation]
            yield BadDeck(Fault.AFFILIATION, card.code, affiliation=card.affiliation, team=sides)
        yield BadDeck(Fault.COLOUR, card.code, colour=card.colour)


def _faults(draft: Draft) -> Iterator[BadDeck]:
    """Yields the errors of a draft, except a missing battlefield."""
    if not draft.team:
        yield BadDeck(Fault.NO_CHARACTER)
    if len({CARDS[code].affiliation for code in draft.team}) > 1:
        yield BadDeck(Fault.BOTH_SIDES)
    points = sum(points_of(code, number) for code, number in draft.team.items())
    if points > MAX_POINTS:
        yield BadDeck(Fault.POINTS, points=points, most=MAX_POINTS)
    if (count := sum(draft.cards.values())) != DECK_SIZE:
        yield BadDeck(Fault.SIZE, needed=DECK_SIZE, found=count)
    if draft.team:
        for code in draft.cards:
            if (bad := next(_objections(draft, CARDS[code]), None)) is not None:
                yield bad


def _with_field(draft: Draft, t: Translator, faults: list[str]) -> list[str]:
    """Returns the errors of a draft as sentences, with the missing battlefield as the last one."""
    return faults if draft.field else [*faults, t("Choose a battlefield.")]


def _described(card: Printed, t: Translator) -> str:
    """Returns the line below a card in the deck builder: its points or cost, colour and affiliation, and its text."""
    parts = [t(COLOUR_NAMES[card.colour]), t(AFFILIATIONS[card.affiliation])]
    if card.type == "character":
        costs = "/".join(str(points_of(card.code, number)) for number in range(1, len(card.points) + 1))
        parts.insert(0, t("{points} points", points=costs))
    elif card.type == "battlefield":
        parts = []
    else:
        parts.insert(0, t("cost {cost}", cost=card.cost))
    return short(" · ".join([*parts, *filter(None, [text_of(card.code, t)])]), MAX_DESCRIPTION)
