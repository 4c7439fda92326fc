"""Answers given in advance: what is taken back in the whole strategy phase, the mayor's order, what is let pass."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.games.facts import TableFacts
from bot.games.mafia_city.terms import Speaker
from bot.games.protocol import About, View
from bot.games.standing_orders import PASSES, Ahead, Offer
from bot.texts import Words, later
from rules.mafia_city.table import LOCATIONS

RETRIEVE, CALL = "retrieve", "mayor:call"
ALL, NOBODY = "all", "-"
CITY, REVERSE, LAST = "city", "reverse", "last"
SAID = {
    (RETRIEVE, ALL): later("Strategy phase: take everybody back"),
    (RETRIEVE, NOBODY): later("Strategy phase: leave everybody"),
    (RETRIEVE, ""): later("Strategy phase: what is taken back is settled for this round"),
    ("mayor:collect", ""): later("With the mayor: the order of taking back"),
    ("mayor:evaluate", ""): later("With the mayor: the order of the locations"),
    (CALL, ""): later("With the mayor: who decides next"),
    ("pass:react", ""): later("Always let pass: what others play"),
    ("pass:deal", ""): later("Always let pass: secret deals"),
    ("pass:complicity", ""): later("Always let pass: complicity"),
}
"""What an order is, by its topic and what stands (empty: whatever stands)."""


def ahead(kind: str, view: View, seat: str, facts: TableFacts, words: Words) -> Sequence[Ahead]:
    """What can be answered in advance where this is asked."""
    match kind:
        case "retrieve":
            return _take_backs(view, seat, Speaker(words, facts))
        case "collect" | "evaluate":
            return _mayors(f"mayor:{kind}", view, kind == "evaluate", Speaker(words, facts))
        case "call":
            offers = (Offer("clockwise", words("Clockwise")), Offer(LAST, words("Clockwise, I decide last")))
            return (Ahead(CALL, words("For the rest of this phase"), offers),)
        case "react" | "deal" | "complicity":
            always = Offer("pass", words("Always let this pass"), words("Until you say otherwise, also in /game me."))
            return (Ahead(PASSES + kind, "", (always,), lasting=True),)
    return ()


def _take_backs(view: View, seat: str, speaker: Speaker) -> Sequence[Ahead]:
    """M31: all own mobsters wherever it is still to be decided; each counted from the bottom among the own ones."""
    words, stacks = speaker.words, view["stacks"]
    places = [place for place in LOCATIONS if place in view["marked"] and seat in stacks[place]]
    mobsters = [
        Offer(
            f"{place}:{count}",
            words("{place}, height {height}", place=speaker.numbered(place), height=height),
        )
        for place in places
        for count, height in enumerate((at for at, owner in enumerate(stacks[place], 1) if owner == seat), 1)
    ]
    everywhere = (
        Offer(NOBODY, words("Leave everybody everywhere")),
        Offer(ALL, words("Take everybody back everywhere")),
    )
    always = (Offer(ALL, words("Always take everybody back")),)
    return (
        Ahead(RETRIEVE, words("Take these back, in the whole phase"), mobsters, several=True),
        Ahead(RETRIEVE, "", everywhere),
        Ahead(RETRIEVE, "", always, lasting=True),
    )


def _mayors(topic: str, view: View, evaluating: bool, speaker: Speaker) -> Sequence[Ahead]:
    """M20, M30: the order of the locations; as the city stands is from 1 to 7."""
    words, marked = speaker.words, view["marked"]
    left = [place for place in LOCATIONS if (place in marked) != evaluating]
    orders = [Offer(CITY, words("As the city stands")), Offer(REVERSE, words("In reverse order"))]
    if not evaluating:
        orders.append(Offer(f"{CITY} {LAST}", words("As the city stands, I decide last")))
    return (
        Ahead(topic, "", orders),
        Ahead(topic, "", (Offer(CITY, words("Always as the city stands")),), lasting=True),
        Ahead(
            topic, words("These first, then the rest as the city stands"),
            [Offer(place, speaker.numbered(place)) for place in left], several=True,
        ),
    )  # fmt: skip


def ordered(
    kind: str, keys: Sequence[str], about: About, view: View, seat: str, orders: Mapping[str, str]
) -> tuple[str, ...] | None:
    """What the orders of a seat answer, by public facts alone; None where they say nothing."""
    match kind:
        case "retrieve" if RETRIEVE in orders:
            return _taken_back(orders[RETRIEVE], keys, about["location"])
        case "collect" | "evaluate" if f"mayor:{kind}" in orders:
            return (_next_location(orders[f"mayor:{kind}"].split(), keys),)
        case "call" if CALL in orders or "mayor:collect" in orders:
            standing = orders.get(CALL) or orders["mayor:collect"]
            return (_next_player(LAST in standing.split(), keys, view["start"], seat),)
        case "complicity" if PASSES + kind in orders:
            return ("pass",)
    return None


def _taken_back(standing: str, keys: Sequence[str], location: str) -> tuple[str, ...] | None:
    if standing in (ALL, NOBODY):
        return tuple(keys) if standing == ALL else ()
    named = [word.split(":") for word in standing.split()]
    counts = sorted(int(count) for place, count in named if place == location)
    if counts and counts[-1] > len(keys):
        return None
    return tuple(keys[count - 1] for count in counts)


def _next_location(standing: Sequence[str], keys: Sequence[str]) -> str:
    if REVERSE in standing:
        return keys[-1]
    return next((key for key in keys if key in standing), keys[0])


def _next_player(last: bool, keys: Sequence[str], start: str, seat: str) -> str:
    """Clockwise from the starting player."""
    clockwise = sorted(keys, key=lambda key: (key < start, key))
    return next((key for key in clockwise if key != seat), seat) if last else clockwise[0]


def order_said(topic: str, standing: str, words: Words) -> str:
    """An order in words."""
    return words(SAID.get((topic, standing)) or SAID[topic, ""])
