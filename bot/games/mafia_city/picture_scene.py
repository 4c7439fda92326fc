"""The content of a picture of the city, made of public facts only; the alt text has the same source."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.drawing.seats import mark_on
from bot.drawing.sketch import first_alt
from bot.games.context import About, View
from bot.games.facts import TableFacts
from bot.games.mafia_city.names import PHASES
from bot.games.mafia_city.terms import Terms
from bot.texts import Translator
from rules.events import ALL, Event
from rules.mafia_city.table import LOCATIONS

CHOSEN = {"locations": "evaluates", "strategy": "collects"}
"""Phase -> the event that names the location being evaluated."""


@dataclass(frozen=True, slots=True)
class Place:
    """A location: its stack from the bottom up, the prison's cell, and its figures; a mobster is its owner's token.

    `marked`: it has the mark of an evaluated location; `evaluated`: it is being evaluated, or mobsters are
    being taken back from it.
    """

    name: str
    stack: tuple[str, ...]
    cell: tuple[str, ...] = ()
    figures: tuple[str, ...] = ()
    marked: bool = False
    evaluated: bool = False


@dataclass(frozen=True, slots=True)
class Person:
    """One player's public figures; `figures` are the game pieces that the player holds."""

    seat: str
    name: str
    points: int
    crew: int
    reserve: int
    cards: int
    passed: bool
    starts: bool
    turn: bool
    figures: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class City:
    """The content of a picture of the city; the places are in the order: the middle, then the rim clockwise."""

    round: int
    phase: str
    goal: int
    places: tuple[Place, ...]
    people: tuple[Person, ...]
    deck: int
    discard: int
    top: str | None
    open: tuple[str, ...]


def city_of(view: View, facts: TableFacts, *, turn: str | None = None, evaluated: str | None = None) -> City:
    """Returns the content of a picture from the public part of any seat's view, with only the sizes of hands."""
    discard = view["discard"]
    return City(
        view["round"], view["phase"], view["goal"],
        tuple(_place(name, view, facts, name == evaluated) for name in view["city"]),
        tuple(_person(seat, view, facts, turn) for seat in view["players"]),
        view["deck"], len(discard), discard[-1] if discard else None, tuple(view["open"]),
    )  # fmt: skip


def evaluated_now(view: View, about: About, told: Sequence[Event]) -> str | None:
    """Returns the location that is evaluated now or from which mobsters are taken back; None if there is none.

    It follows from the present question (`about`) or from the public events.
    """
    if "location" in about:
        return str(about["location"])
    chosen = CHOSEN.get(view["phase"])
    place = next(
        (event.facts["location"] for event in reversed(told) if event.to == ALL and event.name == chosen), None
    )
    done = (place in view["marked"]) == (view["phase"] == "locations")
    return None if place is None or done else str(place)


def _place(name: str, view: View, facts: TableFacts, evaluated: bool) -> Place:
    at_home = {"police_station": "policeman", "town_hall": "mayor"}.get(name)
    figures = ["hitman"] if view["hitman"] == name else []
    if at_home and view[at_home] is None:
        figures.append(at_home)
    cell = tuple(map(facts.token, view["cell"])) if name == "prison" else ()
    return Place(
        name, tuple(map(facts.token, view["stacks"][name])), cell, tuple(figures), name in view["marked"], evaluated
    )


def _person(seat: str, view: View, facts: TableFacts, turn: str | None) -> Person:
    player = view["players"][seat]
    return Person(
        facts.token(seat), facts.seat(seat).name, player["points"], player["crew"], player["reserve"],
        player["cards"] if "cards" in player else len(player["hand"]),
        player["passed"], view["start"] == seat, turn == seat,
        tuple(figure for figure in ("policeman", "mayor") if view[figure] == seat),
    )  # fmt: skip


# Alt texts


def heading(city: City, words: Translator) -> tuple[str, str, str]:
    """Returns the heading of the picture: round, phase and goal."""
    phase = words(PHASES[city.phase])
    return words("Round {number}", number=city.round), phase, words("goal {goal}", goal=city.goal)


def alt(city: City, t: Translator) -> str:
    """Returns the alt text of the picture, in the longest version that fits."""
    return first_alt(_alt(city, Terms(t), named=named) for named in (True, False))


def _alt(city: City, terms: Terms, *, named: bool) -> str:
    in_order = sorted(city.places, key=lambda place: LOCATIONS.index(place.name))
    sentences = [", ".join(heading(city, terms.t)), terms.t("Stacks from the bottom up")]
    sentences += [_said_place(place, terms) for place in in_order]
    sentences += [_said_person(person, terms.t, named=named) for person in city.people]
    top = terms.t("on top: {card}", card=terms.card(city.top)) if city.top else ""
    sentences.append(
        terms.t("Deck {deck}, discard pile {count}", deck=city.deck, count=city.discard) + (top and f", {top}")
    )
    if city.open:
        sentences.append(terms.t("On the table: {cards}", cards=terms.cards(city.open)))
    if city.places:
        middle, *rim = (terms.numbered(place.name)[0] for place in city.places)
        sentences.append(terms.t("In the middle {middle}, around it clockwise {rim}", middle=middle, rim=" ".join(rim)))
    return ". ".join(sentences) + "."


def _said_place(place: Place, terms: Terms) -> str:
    said = [f"{terms.numbered(place.name)}: {marks(place.stack) or terms.t('empty')}"]
    if place.cell:
        said.append(terms.t("cell: {mobsters}", mobsters=marks(place.cell)))
    said += [terms.t(figure) for figure in place.figures]
    if place.evaluated:
        said.append(terms.t("its turn now"))
    if place.marked:
        said.append(terms.t("evaluated"))
    return ", ".join(said)


def _said_person(person: Person, words: Translator, *, named: bool) -> str:
    said = [f"{mark_on(person.seat)} {person.name}" if named else mark_on(person.seat)]
    said.append(
        words(
            "points {points}, crew {crew}, reserve {reserve}, cards {cards}",
            points=person.points, crew=person.crew, reserve=person.reserve, cards=person.cards,
        )
    )  # fmt: skip
    if person.turn:
        said.append(words("to move"))
    if person.starts:
        said.append(words("starts the round"))
    said += [words(figure) for figure in person.figures]
    if person.passed:
        said.append(words("has passed"))
    return said[0] + ": " + ", ".join(said[1:])


def marks(tokens: Sequence[str]) -> str:
    """Returns mobsters in order as the marks (initials) on their owners' tokens."""
    return " ".join(mark_on(token) for token in tokens)
