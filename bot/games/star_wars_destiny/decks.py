"""The decks that players bring: starter sets, random decks, ready-made decks, and their own as a code or list."""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from bot.games.loadout import BadPart, Loadout, Offer, Options
from bot.games.star_wars_destiny.deck_builder import Draft, draft_of, is_draft, missing, written
from bot.games.star_wars_destiny.deck_faults import said
from bot.games.star_wars_destiny.deck_files import listed
from bot.games.star_wars_destiny.ready_decks import READY_DECKS
from bot.texts import N_, Translator, cited
from rules.draws import Draw
from rules.engine import Game
from rules.star_wars_destiny.decks import DRAWN, deck_code, read_deck
from rules.star_wars_destiny.facts import CARDS, STARTERS, Deck
from rules.star_wars_destiny.faults import BadDeck
from rules.star_wars_destiny.formats import FORMATS, random_deck
from rules.star_wars_destiny.legality import DECK_SIZE, MAX_POINTS, points_of
from rules.star_wars_destiny.lists import BadList, read_pasted, read_unfinished

EXAMPLE: Final = N_("One card per line, for example: Rey (elite), Finn, Starship Graveyard, 2 Lightsaber …")
BY_CHANCE: Final = "random"
SETS: Final = {"rey": N_("Rey's starter set"), "kylo": N_("Kylo Ren's starter set")}
GROUPS: Final = (
    ("upgrade", N_("Upgrades: {n}")),
    ("support", N_("Supports: {n}")),
    ("event", N_("Events: {n}")),
)
NOT_HERE: Final = {
    "starters": (N_("This table uses the two starter sets. You cannot bring your own deck."), "F1"),
    "standard": (N_("At this table, each player brings a team, a battlefield and a deck of 30 cards."), "F2"),
    "random": (N_("This table uses random decks."), "F3"),
}


class Decks(Loadout):
    """The loadouts of this game, in the option `decks`: for each seat `drawn`, a starter set's key or a deck code."""

    @property
    def option(self) -> str:
        return "decks"

    def offered(self, options: Options, words: Translator) -> Sequence[Offer]:
        match _format(options):
            case "starters":
                sets = (Offer(key, words(title)) for key, title in SETS.items())
                return [Offer(DRAWN, words("A random starter set")), *sets]
            case "standard":
                ready = (Offer(key, self.title(code, words)) for key, code in READY_DECKS.items())
                return [Offer(BY_CHANCE, words("A random team and deck")), *ready]
        return []

    def part(self, key: str, options: Options) -> str | None:
        if _format(options) == "starters":
            return key if key == DRAWN or key in STARTERS else None
        return made_by_chance() if key == BY_CHANCE else READY_DECKS.get(key)

    def default(self, options: Options) -> str | None:
        return None if _format(options) == "standard" else DRAWN

    def for_computers(self, options: Options) -> Sequence[str]:
        return tuple(READY_DECKS.values()) if _format(options) == "standard" else (DRAWN,)

    def takes_lists(self, options: Options) -> bool:
        return _format(options) == "standard"

    def read(self, text: str, words: Translator) -> str:
        try:
            return deck_code(read_pasted(text))
        except (BadDeck, BadList) as bad:
            raise BadPart(said(bad, words)) from None

    def listed(self, text: str) -> str:
        return listed(text)

    def draft(self, text: str) -> str | None:
        try:
            deck = read_unfinished(text)
        except (BadDeck, BadList):
            return None
        part = written(Draft(dict(deck.team), deck.field, dict(deck.cards)))
        return part if is_draft(part) else None

    @property
    def example(self) -> str:
        return EXAMPLE

    def check(self, part: str, options: Options, words: Translator) -> None:
        format_ = _format(options)
        if is_draft(part):
            raise BadPart(missing(draft_of(part), words))
        if format_ == "standard" and part != DRAWN and part not in STARTERS:
            self.read(part, words)
        elif format_ == "standard" or not (part == DRAWN or (format_ == "starters" and part in STARTERS)):
            message, rule = NOT_HERE[format_]
            raise BadPart([cited(words(message), rule)])

    def joined(self, parts: Sequence[str]) -> str:
        return " | ".join(parts)

    def title(self, part: str, words: Translator) -> str:
        if part in SETS:
            return words(SETS[part])
        if is_draft(part):
            draft = draft_of(part)
            team, cards = _team(draft.team.items(), words) or "–", sum(draft.cards.values())
            return words("Draft: {team} · {cards} of {most} cards", team=team, cards=cards, most=DECK_SIZE)
        deck = _deck(part)
        return words("random") if deck is None else _team(deck.team, words)

    def described(self, part: str, words: Translator) -> str:
        if is_draft(part):
            draft = draft_of(part)
            deck: Deck | None = Deck(tuple(draft.team.items()), draft.field, tuple(draft.cards.items()))
        else:
            deck = STARTERS.get(part) or _deck(part)
        return "" if deck is None else described(deck, words)

    def code(self, part: str) -> str | None:
        deck = _deck(part)
        return None if deck is None else deck_code(deck)

    def described_in_game(self, game: Game, seat: str, words: Translator) -> str:
        return described(starting_deck(game, seat), words)


def described(deck: Deck, words: Translator) -> str:
    """Returns the contents of a deck as text: team, battlefield and cards, with a line for each type."""
    points = sum(points_of(code, number) for code, number in deck.team)
    lines = [
        words(
            "Team ({points} of {most} points): {team}",
            points=points,
            most=MAX_POINTS,
            team=_team(deck.team, words) or "–",
        ),
        words("Battlefield: {card}", card=CARDS[deck.field].name if deck.field else "–"),
    ]
    for kind, heading in GROUPS:
        cards = [(code, copies) for code, copies in deck.cards if CARDS[code].type == kind]
        if cards:
            names = ", ".join(
                f"{copies}× {CARDS[code].name}" if copies > 1 else CARDS[code].name for code, copies in cards
            )
            lines.append(f"**{words(heading, n=sum(copies for _, copies in cards))}** · {names}")
    return "\n".join(lines)


def starting_deck(game: Game, seat: str) -> Deck:
    """Returns the deck with which a seat began, from the game's events and its shuffled cards."""
    told = next(event.facts for event in game.told if event.name == "team" and event.facts["seat"] == seat)
    team: Counter[str] = Counter()
    for character in told["characters"]:
        code = character["character"].split("-")[1]
        team[code] += character["dice"] if CARDS[code].unique else 1
    shuffled = [entry.keys for entry in game.entries if entry.kind == "deck"][game.seats.index(seat)]
    cards = Counter(shuffled)
    by_number = [(code, cards[code]) for code in CARDS if code in cards]
    return Deck(tuple((code, team[code]) for code in CARDS if code in team), told["battlefield"], tuple(by_number))


def made_by_chance() -> str:
    """Returns the code of a deck made at random (F3), with the random numbers of the operating system."""
    making, dice = random_deck("a"), secrets.SystemRandom()
    answer: tuple[str, ...] | None = None
    while True:
        try:
            asked = making.send(answer)
        except StopIteration as made:
            return deck_code(made.value)
        assert isinstance(asked, Draw)  # noqa: S101 - nothing but chance makes a deck
        answer = tuple(dice.sample(asked.options, asked.count))


def _format(options: Options) -> str:
    return options.get("format", FORMATS[0])


def _deck(part: str) -> Deck | None:
    """Returns the deck of a deck code; None if the part is not a deck code, or one that is not legal."""
    if part == DRAWN or part in STARTERS:
        return None
    try:
        return read_deck(part)
    except BadDeck:
        return None


def _team(team: Iterable[tuple[str, int]], words: Translator) -> str:
    return ", ".join(_character(code, number, words) for code, number in team)


def _character(code: str, number: int, words: Translator) -> str:
    card = CARDS[code]
    if number == 1:
        return card.name
    return words("elite {card}", card=card.name) if card.unique else f"{number}× {card.name}"
