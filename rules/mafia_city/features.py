"""Features of the city for computer players: the probable controllers, and the value of control for each seat."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from math import exp
from typing import Any, Final, NamedTuple

from rules.mafia_city.control import NO_CONTROL_ON_TIE
from rules.mafia_city.deck import kind_of, symbol_of
from rules.mafia_city.table import LOCATIONS

Stack = str
"""The letters of the seats whose mobsters are at a location, from the lowest one upwards."""
View = Mapping[str, Any]

EFFECT = {
    "prison": 0.25, "harbour": 0.1, "fight_club": 0.2, "police_station": 0.1, "business_district": 0.5,
    "private_club": 0.2, "town_hall": 0.3,
}  # fmt: skip
"""The value of a location's effect in addition to its point (M24), in points."""
KEEP = {
    "hitman": 0.15, "complicity": 0.15, "police_chief": 0.25, "fbi": 0.25, "police_raid": 0.15, "informer": 0.2,
    "thief": 0.2, "pulling_strings": 0.2, "rackets": 0.3, "grand_plan": 0.2, "secret_deal": 0.3,
}  # fmt: skip
BEARS = {"fist": 0.08, "hat": 0.08, "bullet": 0.02, "star": 0.2}
"""The value of a card in hand, in points: that of its kind (`KEEP`) plus that of its symbol (`BEARS`)."""
PAIR: Final = 0.12
"""The additional value of each of two fists in hand, because two cancel (M60)."""


class Temper(NamedTuple):
    """The weights by which one level of computer players rates the city."""

    sharp: float
    """The weight of a lead of one mobster while mobsters are still placed."""
    void: float
    """The number of mobsters that another player may still bring to a location with only one player's mobsters."""
    threat: float
    """The weight of other players' gains."""
    keep: float
    """The weight of keeping cards in hand."""


CAREFUL = Temper(sharp=1.3, void=0.9, threat=0.7, keep=1.0)
BEGINNER = Temper(sharp=5.0, void=0.2, threat=0.0, keep=0.3)
STAKES: Final[dict[str, float]] = {location: 1 + EFFECT[location] for location in LOCATIONS}
"""The value of controlling each location when it is evaluated."""
SETTLED: Final = 5.0
"""The weight of a lead when no player places mobsters any more."""
NEXT_ROUND: Final = 0.25
"""The remaining value of a location that is already evaluated, for the next round."""


@lru_cache(maxsize=50_000)
def hold(stack: Stack, decides: bool, sharp: float, void: float) -> dict[str, float]:
    """Returns the chance of each seat to control a stack; `decides`: whether the lowest mobster breaks a tie (M21).

    `sharp` and `void` are weights of `Temper`.
    """
    order = list(dict.fromkeys(stack))
    weights = {
        seat: exp(sharp * (stack.count(seat) + (0.5 * (1 - at / len(order)) if decides else 0.0)))
        for at, seat in enumerate(order)
    }
    whole = sum(weights.values()) + (exp(sharp * void) if void else 0.0)
    return {seat: weight / whole for seat, weight in weights.items()}


class StackValues:
    """The value of stacks for one seat, as long as the points of all players and the purpose of its hand are the same.

    Most stacks do not change from one turn to the next, so their values are kept.
    """

    __slots__ = ("_seat", "_sharp", "_values", "_void", "stakes", "threats")

    def __init__(self, view: View, seat: str, temper: Temper, *, star: bool, hitman: bool) -> None:
        self._seat = seat
        placing = view["phase"] != "locations"
        self._sharp = temper.sharp if placing else SETTLED
        self._void = temper.void if placing else 0.0
        self.threats = _threats(view, seat, temper)
        """The weight of a point for each other player, which is higher for players with more points."""
        self.stakes = STAKES.copy()
        """The value of each location for this seat, which is higher if its hand suits the effect."""
        if star:
            self.stakes["private_club"] += 0.7
        if hitman:
            self.stakes["harbour"] += 0.3
        self._values: dict[str, dict[Stack, float]] = {location: {"": 0.0} for location in LOCATIONS}

    def at(self, location: str, stack: Stack) -> float:
        """Returns the value for this seat of a given stack at a location; negative if another seat would control it."""
        values = self._values[location]
        found = values.get(stack)
        if found is None:
            if len(values) > STACKS_KEPT:
                values.clear()
            found = values[stack] = self._at(location, stack)
        return found

    def _at(self, location: str, stack: Stack) -> float:
        if not stack:
            return 0.0
        held = hold(stack, location not in NO_CONTROL_ON_TIE, self._sharp, self._void)
        stake, value = STAKES[location], 0.0
        for seat, chance in held.items():
            if seat == self._seat:
                value += chance * self.stakes[location]
            else:
                value += chance * stake * -self.threats[seat]
        return value


def _threats(view: View, seat: str, temper: Temper) -> dict[str, float]:
    players = view["players"]
    weights = {other: exp(0.35 * player["points"]) for other, player in players.items() if other != seat}
    whole = sum(weights.values())
    return {other: temper.threat * weight / whole for other, weight in weights.items()}


STACK_VALUES_KEPT = 128
STACKS_KEPT = 500
"""The numbers of `StackValues`, and of stacks of each location, whose values are kept."""
_STACK_VALUES: Final[dict[tuple[Any, ...], StackValues]] = {}


def _stack_values(view: View, seat: str, temper: Temper, hand: list[str]) -> StackValues:
    """Returns the values of stacks for a seat; equal calls share one object."""
    star = "star" in [symbol_of(card) for card in hand]
    hitman = "hitman" in [kind_of(card) for card in hand]
    points = tuple([player["points"] for player in view["players"].values()])
    key = (seat, star, hitman, view["phase"] != "locations", points, temper)
    found = _STACK_VALUES.get(key)
    if found is None:
        if len(_STACK_VALUES) >= STACK_VALUES_KEPT:
            _STACK_VALUES.clear()
        found = _STACK_VALUES[key] = StackValues(view, seat, temper, star=star, hitman=hitman)
    return found


class Features:
    """The values, in points, of places, cards and moves that a computer player computes from the view of its seat."""

    def __init__(self, view: View, seat: str, temper: Temper = CAREFUL) -> None:
        self.view = view
        self.seat = seat
        self.temper = temper
        self.me = view["players"][seat]
        self.hand: list[str] = self.me["hand"]
        self.stacks: dict[str, Stack] = {place: "".join(stack) for place, stack in view["stacks"].items()}
        self._stack_values = _stack_values(view, seat, temper, self.hand)
        self.threats = self._stack_values.threats
        self._marked: Sequence[str] = view["marked"] if view["phase"] == "locations" else ()
        self._placings: dict[str, dict[str, float]] = {}
        self._removals: dict[str, dict[int, float]] = {}
        self._kept: dict[str, float] = {}

    def stake(self, location: str, seat: str) -> float:
        """Returns the value for a seat to control a location when it is evaluated."""
        return self._stack_values.stakes[location] if seat == self.seat else STAKES[location]

    def at(self, location: str, stack: Stack) -> float:
        """Returns the value for this seat of a given stack at a location; negative if another seat would control it."""
        value = self._stack_values.at(location, stack)
        return value * NEXT_ROUND if location in self._marked else value

    def now(self, location: str) -> float:
        """Returns the value of a location's present stack for this seat."""
        return self.at(location, self.stacks[location])

    def gain(self, location: str, stack: Stack) -> float:
        """Returns the gain of replacing a location's stack by the given one."""
        return self.at(location, stack) - self.now(location)

    def placing(self, location: str, seat: str | None = None) -> float:
        """Returns the gain for this seat if a mobster of `seat` (by default its own) is put on top of a location."""
        return self.placings(seat or self.seat)[location]

    def placings(self, owner: str) -> dict[str, float]:
        """Returns, for each location, the gain for this seat if a mobster of `owner` is put on top of it."""
        gains = self._placings.get(owner)
        if gains is None:
            gains = {}
            for location, stack in self.stacks.items():
                gains[location] = self.gain(location, stack + owner)
            self._placings[owner] = gains
        return gains

    def removing(self, location: str, height: int) -> float:
        """Returns the gain for this seat if the mobster at that height of a location is removed."""
        gains = self._removals.get(location)
        if gains is None:
            gains = self._removals[location] = {}
        found = gains.get(height)
        if found is None:
            stack = self.stacks[location]
            found = gains[height] = self.gain(location, stack[: height - 1] + stack[height:])
        return found

    def best_place(self) -> float:
        """Returns the highest gain of placing one more own mobster at any location."""
        return max(list(self.placings(self.seat).values()))

    def keep(self, card: str) -> float:
        """Returns the value of a card in hand; one of two fists is worth more, because two cancel (M60)."""
        found = self._kept.get(card)
        if found is None:
            found = self._kept[card] = self._keep(card)
        return found

    def _keep(self, card: str) -> float:
        worth = KEEP[kind_of(card)] + BEARS[symbol_of(card)]
        if symbol_of(card) == "fist" and sum(symbol_of(other) == "fist" for other in self.hand) == 2:
            worth += PAIR
        return worth * self.temper.keep

    def cost(self, cards: Iterable[str]) -> float:
        """Returns the sum of the values of these cards in hand, which is the cost of playing them."""
        total = 0.0
        for card in cards:
            total += self.keep(card)
        return total
