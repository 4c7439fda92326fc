"""Concludes from the windows that seats let pass that they probably lack hands with which *normal* would react."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rules.mafia_city.cancelling import CANCELLED_BY
from rules.mafia_city.deck import kind_of, symbol_of
from rules.mafia_city.features import BEARS, KEEP, PAIR, Features
from rules.mafia_city.plays import effect_of
from rules.mafia_city.policy import STANDS
from rules.mafia_city.table import LOCATIONS
from rules.players.question import Facts, Question

SURPRISE = 0.25
"""The weight of a hand with which *normal* would have reacted in a window that its seat let pass."""
SURPRISES = 2
"""The maximum number of such windows that count for one hand."""


class Passed:
    """A window that a seat let pass: what it could have reacted with, and the benefit of that in points."""

    def __init__(self, remedy: str | None, fists: bool, benefit: float) -> None:
        self.remedy = remedy
        self.fists = fists
        self.benefit = benefit
        self.new = 0
        """The number of cards that the seat has got since then."""

    def surprises(self, hand: Sequence[str]) -> bool:
        """Returns whether *normal* would have reacted with the older cards of this hand."""
        old = hand[: max(0, len(hand) - self.new)]
        is_pair = sum([symbol_of(card) == "fist" for card in old]) == 2
        if any(kind_of(card) == self.remedy and _worth(card, is_pair) < self.benefit for card in old):
            return True
        fists = sorted([_worth(card, is_pair) for card in old if symbol_of(card) == "fist"])
        return self.fists and len(fists) >= 2 and fists[0] + fists[1] < self.benefit


def _worth(card: str, is_pair: bool) -> float:
    """Returns the value of a card in hand to *normal*; `is_pair`: exactly two cards in that hand have a fist."""
    pair = PAIR if is_pair and symbol_of(card) == "fist" else 0.0
    return KEEP[kind_of(card)] + BEARS[symbol_of(card)] + pair


class PassedWindows:
    """The windows that each other seat let pass, from all events that one seat was told and that no undo took back.

    It follows the board from the beginning, because the benefit of a reaction depends on it. A game that began at a
    given table may have no windows here, because no event describes that table.
    """

    def __init__(self, asked: Question) -> None:
        self.passed: dict[str, list[Passed]] = {seat: [] for seat in asked.view["players"] if seat != asked.seat}
        self._points = dict.fromkeys(asked.view["players"], 0)
        self._stacks: dict[str, list[str]] = {location: [] for location in LOCATIONS}
        self._now = ""
        self._marked: list[str] = []
        self._evaluated: list[str] = []
        self._hitman = "harbour"
        self._play: Facts = {}
        self._links: list[str] = []
        followed = self._follow(asked.told) and self._stacks == asked.view["stacks"]
        for seat, windows in self.passed.items():
            # At a window that is left out, the seat held none of its present cards.
            held = asked.view["players"][seat].get("cards", 0)
            self.passed[seat] = [window for window in windows if window.new < held] if followed else []

    def _follow(self, told: Sequence[Facts]) -> bool:
        """Follows the board through all events; returns False if an event does not fit it."""
        try:
            for event in told:
                hear = getattr(self, f"_{event['event']}", None)
                if hear is not None:
                    hear(event)
        except IndexError:
            return False
        return True

    @property
    def board(self) -> Facts:
        """The followed board, with the names that a view uses."""
        return {"stacks": self._stacks, "hitman": self._hitman, "points": self._points}

    def weight(self, hands: Mapping[str, Sequence[str]]) -> float:
        """Returns how likely the windows make these hands: 1 if *normal* would have reacted with none of them."""
        weight = 1.0
        for seat, hand in hands.items():
            surprises = sum([window.surprises(hand) for window in self.passed[seat]])
            weight *= float(SURPRISE ** min(surprises, SURPRISES))
        return weight

    # Windows

    def _plays(self, event: Facts) -> None:
        self._play, self._links = event, []

    def _cancels(self, event: Facts) -> None:
        self._links.append(event["seat"])

    def _settled(self, _event: Facts) -> None:
        """Adds the last window of the play. Each seat that could react let it pass."""
        play, last = self._play, [self._play["seat"], *self._links][-1]
        fists = bool(play["cards"] or self._links)
        against = len(self._links) % 2 == 0
        remedy = _remedy(play) if against else None
        for seat, windows in self.passed.items():
            if seat == last or not (fists or remedy):
                continue
            effect = effect_of(self._features(seat), play["seat"], play["decision"], play["key"], 0.5)
            benefit = STANDS * (-effect if against else effect)
            if benefit > 0:
                windows.append(Passed(remedy if seat != play["seat"] else None, fists, benefit))

    def _features(self, seat: str) -> Features:
        players: dict[str, Any] = {one: {"points": points, "hand": []} for one, points in self._points.items()}
        view = {"players": players, "stacks": self._stacks, "phase": self._now, "marked": self._marked,
                "hitman": self._hitman}  # fmt: skip
        return Features(view, seat)

    # Hands

    def _draws(self, event: Facts) -> None:
        self._gets(event["seat"], event["count"])

    def _steals(self, event: Facts) -> None:
        self._gets(event["seat"], 1)

    def _gets(self, seat: str, count: int) -> None:
        for window in self.passed.get(seat, ()):
            window.new += count

    # The board

    def _phase(self, event: Facts) -> None:
        self._now, self._marked, self._evaluated = event["phase"], [], []

    def _evaluates(self, event: Facts) -> None:
        self._marked = self._evaluated
        self._evaluated = [*self._evaluated, event["location"]]

    def _scores(self, event: Facts) -> None:
        self._points[event["seat"]] = event["points"]

    def _places(self, event: Facts) -> None:
        self._stacks[event["location"]].append(event["seat"])

    def _reinforces(self, event: Facts) -> None:
        self._places(event)

    def _jailed(self, event: Facts) -> None:
        self._take(event["location"], event["height"])

    def _killed(self, event: Facts) -> None:
        self._take(event["location"], int(str(self._play["key"]).split(":")[1]))

    def _recalled(self, event: Facts) -> None:
        self._take(event["location"], int(str(self._play["key"]).split(":")[3]))

    def _moved(self, event: Facts) -> None:
        self._take(event["origin"], int(str(self._play["key"]).split(":")[2]))
        self._stacks[event["target"]].append(event["seat"])

    def _take(self, location: str, height: int) -> None:
        del self._stacks[location][height - 1 : height]

    def _raided(self, event: Facts) -> None:
        self._stacks[event["location"]] = []

    def _swapped(self, event: Facts) -> None:
        for place in ("first", "second"):
            self._stacks[event[place]][:1] = [event[f"{place}_mobster"]]

    def _hitman_moves(self, event: Facts) -> None:
        self._hitman = event["location"]

    def _retrieves(self, event: Facts) -> None:
        for height in sorted(event["heights"], reverse=True):
            self._take(event["location"], height)


def _remedy(play: Facts) -> str | None:
    word = str(play["key"]).partition(":")[0]
    if play["decision"] in ("jail", "move"):
        return CANCELLED_BY["prison" if play["decision"] == "jail" else "harbour"]
    if play["decision"] in ("star", "bullet") or word in ("hat", "hats"):
        return None
    return CANCELLED_BY.get(kind_of(word))
