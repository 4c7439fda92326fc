"""Builds a table of Mafia City from a short description; everything else is as at the beginning of a game."""

from __future__ import annotations

from collections import Counter

from .oracle import BEGINNERS, LOCATIONS, MOBSTERS, RESERVE, WHOLE_DECK, Json

# The middle first, then the rim clockwise.
CITY = "harbour prison town_hall fight_club private_club police_station business_district"


def deal_out(hands: dict[str, str] | None, seats: str) -> dict[str, list[str]]:
    return {seat: (hands or {}).get(seat, "").split() for seat in seats}


def the_rest(gone: list[str]) -> list[str]:
    left = Counter(WHOLE_DECK) - Counter(gone)
    return [code for code in dict.fromkeys(WHOLE_DECK) for _ in range(left[code])]


def layout(
    seats: int = 3,
    *,
    phase: str = "action",
    start: str = "a",
    hands: dict[str, str] | None = None,
    crew: dict[str, int] | None = None,
    reserve: dict[str, int] | None = None,
    points: dict[str, int] | None = None,
    cell: str = "",
    deck: str | None = None,
    discard: str = "",
    round_number: int = 1,
    goal: int | None = None,
    city: str = CITY,
    hitman: str = "harbour",
    policeman: str | None = None,
    mayor: str | None = None,
    **stacks: str,
) -> Json:
    """Returns the table of a position; omitted parts are as at the beginning of a game, and all mobsters add up. A
    stack is a text with the owners of its mobsters from the bottom up, such as `prison="ab"`.
    """
    letters = "abcde"[:seats]
    held = deal_out(hands, letters)
    in_city = "".join(stacks.values()) + cell
    players = {}
    for seat in letters:
        free = MOBSTERS[seats] - in_city.count(seat)
        kept = min((reserve or {}).get(seat, RESERVE[seats]), free)
        if crew is not None and seat in crew:
            kept = free - crew[seat]
        players[seat] = {
            "points": (points or {}).get(seat, 0),
            "crew": free - kept,
            "reserve": kept,
            "passed": False,
            "hand": held[seat],
        }
    used = [code for hand in held.values() for code in hand] + discard.split()
    return {
        "game": "mafia_city",
        "edition": 1,
        "round": round_number,
        "phase": phase,
        "start": start,
        "goal": BEGINNERS[seats] if goal is None else goal,
        "city": city.split(),
        "stacks": {place: list(stacks.get(place, "")) for place in LOCATIONS},
        "cell": list(cell),
        "hitman": hitman,
        "policeman": policeman,
        "mayor": mayor,
        "marked": list(LOCATIONS) if phase == "strategy" else [],
        "players": players,
        "open": [],
        "deck": the_rest(used) if deck is None else deck.split(),
        "discard": discard.split(),
    }
