"""The events of Mafia City: one function per event, public unless it says otherwise.

Each event carries what a reader needs to follow the game without the board. `seat` is the seat that acts or is meant.
"""

from __future__ import annotations

from collections.abc import Sequence

from rules.events import ALL, Event


def starts(seat: str) -> Event:
    """M1: the starting player."""
    return Event(ALL, "starts", {"seat": seat})


def city(places: Sequence[str]) -> Event:
    """M3: the city; the first location is the middle, then the rim clockwise."""
    return Event(ALL, "city", {"places": list(places)})


def draws(seat: str, count: int) -> Event:
    """A seat draws cards."""
    return Event(ALL, "draws", {"seat": seat, "count": count})


def drew(seat: str, cards: Sequence[str]) -> Event:
    """To the drawing seat only: the cards."""
    return Event(seat, "drew", {"seat": seat, "cards": list(cards)})


def reshuffles(cards: int) -> Event:
    """M6: the discard pile becomes the new deck."""
    return Event(ALL, "reshuffles", {"cards": cards})


def mulligan(seat: str, cards: Sequence[str]) -> Event:
    """M7: both cards are thrown away for new ones, or (no cards) kept."""
    return Event(ALL, "mulligan", {"seat": seat, "cards": list(cards)})


def phase(name: str, number: int) -> Event:
    """A phase begins."""
    return Event(ALL, "phase", {"phase": name, "round": number})


def passes(seat: str, forced: bool) -> Event:
    """M10 C; forced: with no mobster and no card there is nothing else (M13)."""
    return Event(ALL, "passes", {"seat": seat, "forced": forced})


def forgoes(seat: str) -> Event:
    """M12: after a bullet, no action after all."""
    return Event(ALL, "forgoes", {"seat": seat})


def places(seat: str, location: str) -> Event:
    """M10 A."""
    return Event(ALL, "places", {"seat": seat, "location": location})


def waits(seat: str, card: str) -> Event:
    """M10 B: a card is discarded for nothing."""
    return Event(ALL, "waits", {"seat": seat, "card": card})


def plays(seat: str, decision: str, key: str, cards: Sequence[str], mobster: str | None) -> Event:
    """M52: the play and its target, before any seat decides to cancel; `mobster` is the target's owner."""
    return Event(
        ALL, "plays", {"seat": seat, "decision": decision, "key": key, "cards": list(cards), "mobster": mobster}
    )


def cancels(seat: str, key: str, cards: Sequence[str], against: str) -> Event:
    """M60, M61: a cancel is laid against the play or cancel of that seat."""
    return Event(ALL, "cancels", {"seat": seat, "key": key, "cards": list(cards), "against": against})


def settled(seat: str, key: str, stands: bool, contested: bool) -> Event:
    """M62: the result of a play when no seat reacts any more."""
    return Event(ALL, "settled", {"seat": seat, "key": key, "stands": stands, "contested": contested})


def jailed(seat: str, by: str, location: str, height: int) -> Event:
    """A mobster of `seat` goes to the cell."""
    return Event(ALL, "jailed", {"seat": seat, "by": by, "location": location, "height": height})


def steals(seat: str, victim: str) -> Event:
    """M51: a thief has taken a card."""
    return Event(ALL, "steals", {"seat": seat, "victim": victim})


def finds_nothing(seat: str, victim: str) -> Event:
    """M51: the victim has no card left when the thief comes."""
    return Event(ALL, "finds_nothing", {"seat": seat, "victim": victim})


def stolen(to: str, seat: str, victim: str, card: str) -> Event:
    """To the thief and to the victim only: the card."""
    return Event(to, "stolen", {"seat": seat, "victim": victim, "card": card})


def raided(location: str, mobsters: Sequence[str], active: Sequence[str]) -> Event:
    """M51: the mobsters go home; `active` are those whose pass is lifted (M12)."""
    return Event(ALL, "raided", {"location": location, "mobsters": list(mobsters), "active": list(active)})


def swapped(first: str, first_mobster: str, second: str, second_mobster: str) -> Event:
    """M51: the lowest mobsters of two locations have swapped; the owners at their new places."""
    return Event(
        ALL,
        "swapped",
        {"first": first, "first_mobster": first_mobster, "second": second, "second_mobster": second_mobster},
    )


def moved(seat: str, origin: str, target: str) -> Event:
    """M51: a mobster of `seat` goes from one location to another."""
    return Event(ALL, "moved", {"seat": seat, "origin": origin, "target": target})


def recalled(seat: str, location: str) -> Event:
    """M15: a hat brings an own mobster back to the crew."""
    return Event(ALL, "recalled", {"seat": seat, "location": location})


def reinforces(seat: str, location: str) -> Event:
    """M15: two hats bring a mobster from the reserve to a location."""
    return Event(ALL, "reinforces", {"seat": seat, "location": location})


def discards(seat: str, card: str) -> Event:
    """A card is discarded after drawing (M24.5, M51)."""
    return Event(ALL, "discards", {"seat": seat, "card": card})


def evaluates(location: str, chosen_by: str | None) -> Event:
    """M20: the next location; `chosen_by` is the mayor's holder, if it was a choice."""
    return Event(ALL, "evaluates", {"location": location, "chosen_by": chosen_by})


def controls(location: str, seat: str | None, counts: dict[str, int]) -> Event:
    """M21, M22: the controller of the location, and the mobsters, with the deals that count, of every seat that has
    any."""
    present = {seat: count for seat, count in counts.items() if count}
    return Event(ALL, "controls", {"location": location, "seat": seat, "counts": present})


def scores(seat: str, location: str, points: int, extra: bool) -> Event:
    """M23, M24.6: one point more; `points` is the new total."""
    return Event(ALL, "scores", {"seat": seat, "location": location, "points": points, "extra": extra})


def released(mobsters: Sequence[str]) -> Event:
    """M24.1: the cell is emptied."""
    return Event(ALL, "released", {"mobsters": list(mobsters)})


def hitman_moves(seat: str, location: str) -> Event:
    """M24.2: the figure moves."""
    return Event(ALL, "hitman_moves", {"seat": seat, "location": location})


def killed(seat: str, by: str, location: str) -> Event:
    """M24.2: a mobster of `seat` goes to the reserve."""
    return Event(ALL, "killed", {"seat": seat, "by": by, "location": location})


def recruits(seat: str) -> Event:
    """M24.3: a mobster goes from the reserve to the crew."""
    return Event(ALL, "recruits", {"seat": seat})


def policeman(seat: str | None) -> Event:
    """M24.4: who holds the policeman now."""
    return Event(ALL, "policeman", {"seat": seat})


def mayor(seat: str | None) -> Event:
    """M24.7: who holds the mayor now."""
    return Event(ALL, "mayor", {"seat": seat})


def collects(location: str, chosen_by: str | None) -> Event:
    """M30: the next location from which mobsters may be taken back."""
    return Event(ALL, "collects", {"location": location, "chosen_by": chosen_by})


def called(seat: str, location: str) -> Event:
    """M30: the mayor's holder lets this player decide next."""
    return Event(ALL, "called", {"seat": seat, "location": location})


def retrieves(seat: str, location: str, heights: Sequence[int]) -> Event:
    """M31: own mobsters taken back to the crew, by the heights they had."""
    return Event(ALL, "retrieves", {"seat": seat, "location": location, "heights": list(heights)})


def token(seat: str) -> Event:
    """M40: the starting token is passed on."""
    return Event(ALL, "token", {"seat": seat})


def over(winner: str) -> Event:
    """M26."""
    return Event(ALL, "over", {"winner": winner})
