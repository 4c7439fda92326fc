"""An independent model of Mafia City's decisions, from the specification and the public table only."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from typing import Any

Json = dict[str, Any]

LOCATIONS = (
    "prison",
    "harbour",
    "fight_club",
    "police_station",
    "business_district",
    "private_club",
    "town_hall",
)
DECK = {
    "hitman-fist": 5,
    "complicity-fist": 5,
    "police_chief-hat": 5,
    "fbi-bullet": 5,
    "police_raid-star": 5,
    "informer-fist": 2,
    "informer-star": 2,
    "thief-fist": 2,
    "thief-hat": 2,
    "pulling_strings-fist": 2,
    "pulling_strings-bullet": 2,
    "rackets-fist": 2,
    "rackets-hat": 2,
    "grand_plan-hat": 2,
    "grand_plan-star": 2,
    "secret_deal-hat": 2,
    "secret_deal-bullet": 2,
}
CANONICAL = tuple(DECK)
WHOLE_DECK = [code for code, copies in DECK.items() for _ in range(copies)]
MOBSTERS = {3: 12, 4: 11, 5: 11}
RESERVE = {3: 4, 4: 4, 5: 5}
BEGINNERS = {3: 10, 4: 8, 5: 7}

CHIEF, FBI = "police_chief-hat", "fbi-bullet"
MATCHING = {
    "informer": CHIEF,
    "thief": CHIEF,
    "police_raid": CHIEF,
    "hitman": FBI,
    "rackets": FBI,
    "grand_plan": FBI,
}

# kind: shape, secret, patience
KINDS = {
    "start": ("draw", False, None),
    "city": ("draw", False, None),
    "deck": ("draw", False, None),
    "reshuffle": ("draw", False, None),
    "steal": ("draw", False, None),
    "mulligan": ("choice", False, "turn"),
    "turn": ("choice", True, "turn"),
    "bullet": ("choice", True, "turn"),
    "react": ("window", True, "window"),
    "complicity": ("choice", True, "turn"),
    "rackets": ("choice", True, "turn"),
    "evaluate": ("choice", False, "turn"),
    "deal": ("window", True, "window"),
    "jail": ("choice", False, "turn"),
    "move": ("choice", False, "turn"),
    "kill": ("choice", True, "turn"),
    "discard": ("choice", True, "turn"),
    "star": ("choice", True, "turn"),
    "collect": ("choice", False, "turn"),
    "call": ("choice", False, "turn"),
    "retrieve": ("several", False, "turn"),
}
NOTHING_DONE = {
    "mulligan": "keep",
    "turn": "pass",
    "bullet": "stay",
    "react": "pass",
    "complicity": "pass",
    "deal": "pass",
    "jail": "decline",
    "move": "stay",
    "kill": "decline",
    "star": "decline",
    "retrieve": "-",
}
PHASE_TWO_AND_THREE = ("deal", "jail", "move", "kill", "discard", "star", "call", "retrieve")


def kind_of(code: str) -> str:
    return code.split("-", maxsplit=1)[0]


def symbol_of(code: str) -> str:
    return code.split("-")[1]


def around(table: Json, first: str) -> list[str]:
    """Returns the seats clockwise, beginning with the given one."""
    seats = list(table["players"])
    at = seats.index(first)
    return seats[at:] + seats[:at]


def neighbours(city: list[str], place: str) -> list[str]:
    """M3: returns the neighbours; the middle (named first) touches all six, a rim hex the middle and two others."""
    middle, rim = city[0], city[1:]
    if place == middle:
        near = rim
    else:
        at = rim.index(place)
        near = [middle, rim[at - 1], rim[(at + 1) % 6]]
    return [location for location in LOCATIONS if location in near]


def mobsters(table: Json, *owners: str) -> list[str]:
    """Returns every mobster in a stack as `location:height`, in number order, optionally only these owners'."""
    return [
        f"{place}:{height}"
        for place in LOCATIONS
        for height, owner in enumerate(table["stacks"][place], start=1)
        if not owners or owner in owners
    ]


def hand_of(table: Json, seat: str) -> list[str]:
    return list(table["players"][seat]["hand"])


def different(cards: list[str]) -> list[str]:
    return list(dict.fromkeys(cards))


def pairs(cards: list[str]) -> list[str]:
    """Returns every different `CODE+CODE` that these cards allow, in canonical order."""
    return different([f"{one}+{two}" for one, two in combinations(sorted(cards, key=CANONICAL.index), 2)])


def with_symbol(cards: list[str], symbol: str) -> list[str]:
    return [code for code in cards if symbol_of(code) == symbol]


def of_kind(cards: list[str], kind: str) -> list[str]:
    return [code for code in different(cards) if kind_of(code) == kind]


def turn_keys(table: Json, seat: str) -> list[str]:
    """Returns all keys of an active seat (M10)."""
    me = table["players"][seat]
    hand = me["hand"]
    keys = [f"place:{place}" for place in LOCATIONS] if me["crew"] else []
    keys += [f"{code}:{mobster}" for code in of_kind(hand, "informer") for mobster in mobsters(table)]
    robbed = [other for other in table["players"] if other != seat and table["players"][other]["hand"]]
    keys += [f"{code}:{victim}" for code in of_kind(hand, "thief") for victim in robbed]
    raided = [place for place in LOCATIONS if table["stacks"][place].count(seat) >= 2]
    keys += [f"{code}:{place}" for code in of_kind(hand, "police_raid") for place in raided]
    manned = [place for place in LOCATIONS if table["stacks"][place]]
    for code in of_kind(hand, "pulling_strings"):
        keys += [f"{code}:{one}:{two}" for one, two in combinations(manned, 2)]
    for code in of_kind(hand, "grand_plan"):
        for mobster in mobsters(table):
            keys += [f"{code}:{mobster}:{to}" for to in LOCATIONS if to != mobster.split(":")[0]]
    keys += of_kind(hand, "rackets")
    hats = with_symbol(hand, "hat")
    keys += [f"hat:{code}:{mobster}" for code in different(hats) for mobster in mobsters(table, seat)]
    if me["reserve"]:
        keys += [f"hats:{pair}:{place}" for pair in pairs(hats) for place in LOCATIONS]
    return [*keys, *(f"wait:{code}" for code in different(hand)), "pass"]


def matching_card(play: str) -> str | None:
    """M61: returns the reaction card whose text answers this play (`SEAT kind: key`), if there is one."""
    _, kind, key = play.split(" ", 2)
    if kind == "jail:":
        return CHIEF
    if kind == "move:":
        return FBI
    if kind in ("turn:", "kill:"):
        return MATCHING.get(kind_of(key.split(":")[0]))
    return None


def reactions(table: Json, about: Json) -> dict[str, list[str]]:
    """Returns the seats that a react window asks, each with its keys (M60-M64)."""
    play, links = about["play"], about["links"]
    author, kind = play.split(" ")[0], play.split(" ")[1]
    top = links[-1].split(" ")[0] if links else author
    fists_help = bool(links) or kind not in ("jail:", "move:")
    answer = matching_card(play) if len(links) % 2 == 0 else None
    asked = {}
    for seat, player in table["players"].items():
        hand = player["hand"]
        by_fists = fists_help and len(hand) >= 2
        by_text = answer is not None and bool(hand) and seat != author
        if seat == top or not (by_fists or by_text):
            continue
        asked[seat] = ["pass"]
        if fists_help:
            asked[seat] += [f"fists:{pair}" for pair in pairs(with_symbol(hand, "fist"))]
        if by_text and answer in hand:
            asked[seat].append(str(answer))
    return asked


def third_parties(table: Json, about: Json) -> list[str]:
    """M70, M73: returns the seats whose mobsters the owner of a jailed mobster may take along by complicity."""
    return [seat for seat in table["players"] if seat not in (about["mobster"], about["by"])]


def unmarked(table: Json) -> list[str]:
    return [place for place in LOCATIONS if place not in table["marked"]]


Offer = Callable[[Json, str, Json], list[str]]
OFFERS: dict[str, Offer] = {
    "mulligan": lambda _table, _seat, _about: ["keep", "redraw"],
    "turn": lambda table, seat, _about: turn_keys(table, seat),
    "bullet": lambda table, seat, _about: ["stay", *different(with_symbol(hand_of(table, seat), "bullet"))],
    "complicity": lambda table, seat, about: [
        "pass",
        *(
            f"{code}:{mobster}"
            for code in of_kind(hand_of(table, seat), "complicity")
            for mobster in mobsters(table, *third_parties(table, about))
        ),
    ],
    "evaluate": lambda table, _seat, _about: unmarked(table),
    "deal": lambda table, seat, _about: ["pass", *of_kind(hand_of(table, seat), "secret_deal")],
    "jail": lambda table, _seat, _about: ["decline", *mobsters(table)],
    "move": lambda table, _seat, _about: ["stay", *neighbours(table["city"], table["hitman"])],
    "kill": lambda table, seat, _about: [
        "decline",
        *(
            f"{code}:{height}"
            for code in of_kind(hand_of(table, seat), "hitman")
            for height, _ in enumerate(table["stacks"][table["hitman"]], start=1)
        ),
    ],
    "discard": lambda table, seat, _about: different(hand_of(table, seat)),
    "star": lambda table, seat, _about: ["decline", *different(with_symbol(hand_of(table, seat), "star"))],
    "collect": lambda table, _seat, _about: [place for place in LOCATIONS if place in table["marked"]],
    "retrieve": lambda table, seat, about: [
        one for one in mobsters(table, seat) if one.startswith(f"{about['location']}:")
    ],
    "react": lambda table, seat, about: reactions(table, about)[seat],
}


def expected_keys(kind: str, seat: str, table: Json, about: Json) -> list[str] | None:
    """Returns a seat's keys for a decision; None if the table does not determine them."""
    return OFFERS[kind](table, seat, about) if kind in OFFERS else None


def expected_seats(kind: str, table: Json, about: Json) -> list[str] | None:
    """Returns the seats that a decision asks when it opens; None if the table does not tell it."""
    if kind == "react":
        return list(reactions(table, about))
    if kind == "deal":
        return [seat for seat, player in table["players"].items() if player["hand"]]
    if kind in ("evaluate", "collect", "call"):
        return [table["mayor"]]
    return None


def expected_silence(kind: str, keys: list[str], table: Json, seat: str) -> str | None:
    """Returns the answer that counts if there is no answer in time."""
    if kind in NOTHING_DONE:
        return NOTHING_DONE[kind]
    if kind in ("rackets", "discard"):
        return str(table["players"][seat]["hand"][-1])
    if kind in ("evaluate", "collect"):
        return next(place for place in LOCATIONS if place in keys)
    if kind == "call":
        return next(other for other in around(table, table["start"]) if other in keys)
    return None


def seen_by(table: Json, seat: str | None) -> Json:
    """Returns a seat's view: other hands and the deck are numbers, but the policeman's holder sees every hand."""
    players = {}
    for other, player in table["players"].items():
        if seat is not None and (seat in (other, table["policeman"])):
            players[other] = player
        else:
            public = {name: value for name, value in player.items() if name != "hand"}
            players[other] = {**public, "cards": len(player["hand"])}
    return {**table, "players": players, "deck": len(table["deck"])}
