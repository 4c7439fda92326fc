"""The events of Mafia City: one function per event, public unless it says otherwise.

Each event contains all facts that are necessary to follow the game without the board. `seat` is the seat that acts or
is meant.
"""

from __future__ import annotations

from collections.abc import Sequence

from rules.events import ALL, Event


def starts(seat: str) -> Event:
    """Returns the event that this seat is the starting player (M1)."""
    return Event(ALL, "starts", {"seat": seat})


def city(places: Sequence[str]) -> Event:
    """Returns the event of the city's layout: the first location is the middle, then the rim clockwise (M3)."""
    return Event(ALL, "city", {"places": list(places)})


def draws(seat: str, count: int) -> Event:
    """Returns the event that a seat draws cards."""
    return Event(ALL, "draws", {"seat": seat, "count": count})


def drew(seat: str, cards: Sequence[str]) -> Event:
    """Returns the event, for the drawing seat only, that it has drawn these cards."""
    return Event(seat, "drew", {"seat": seat, "cards": list(cards)})


def reshuffles(cards: int) -> Event:
    """Returns the event that the discard pile becomes the new deck (M6)."""
    return Event(ALL, "reshuffles", {"cards": cards})


def mulligan(seat: str, cards: Sequence[str]) -> Event:
    """Returns the event that a seat changes both cards of its first hand, or (no cards) keeps them (M7)."""
    return Event(ALL, "mulligan", {"seat": seat, "cards": list(cards)})


def phase(name: str, number: int) -> Event:
    """Returns the event that a phase begins."""
    return Event(ALL, "phase", {"phase": name, "round": number})


def passes(seat: str, forced: bool) -> Event:
    """Returns the event that a seat passes (M10 C); `forced`: it has no mobster and no card (M13)."""
    return Event(ALL, "passes", {"seat": seat, "forced": forced})


def forgoes(seat: str) -> Event:
    """Returns the event that a seat takes no action after it has paid a bullet (M12)."""
    return Event(ALL, "forgoes", {"seat": seat})


def places(seat: str, location: str) -> Event:
    """Returns the event that a seat places a mobster on a location (M10 A)."""
    return Event(ALL, "places", {"seat": seat, "location": location})


def waits(seat: str, card: str) -> Event:
    """Returns the event that a seat waits: it discards a card without an effect (M10 B)."""
    return Event(ALL, "waits", {"seat": seat, "card": card})


def plays(seat: str, decision: str, key: str, cards: Sequence[str], mobster: str | None) -> Event:
    """Returns the event of a play and its target, before any seat decides to cancel it (M52).

    `mobster`: the target's owner.
    """
    return Event(
        ALL, "plays", {"seat": seat, "decision": decision, "key": key, "cards": list(cards), "mobster": mobster}
    )


def cancels(seat: str, key: str, cards: Sequence[str], against: str) -> Event:
    """Returns the event that a seat cancels the play or cancel of the seat `against` (M60, M61)."""
    return Event(ALL, "cancels", {"seat": seat, "key": key, "cards": list(cards), "against": against})


def settled(seat: str, key: str, stands: bool, contested: bool) -> Event:
    """Returns the event that no seat reacts any more to a play (M62).

    `stands`: whether the play takes effect; `contested`: whether a seat has cancelled.
    """
    return Event(ALL, "settled", {"seat": seat, "key": key, "stands": stands, "contested": contested})


def jailed(seat: str, by: str, location: str, height: int) -> Event:
    """Returns the event that a mobster of `seat` goes to the cell."""
    return Event(ALL, "jailed", {"seat": seat, "by": by, "location": location, "height": height})


def steals(seat: str, victim: str) -> Event:
    """Returns the event that a thief has taken a card (M51)."""
    return Event(ALL, "steals", {"seat": seat, "victim": victim})


def finds_nothing(seat: str, victim: str) -> Event:
    """Returns the event that a thief finds no card in the victim's hand (M51)."""
    return Event(ALL, "finds_nothing", {"seat": seat, "victim": victim})


def stolen(to: str, seat: str, victim: str, card: str) -> Event:
    """Returns the event, for the thief and for the victim only, that this card was stolen."""
    return Event(to, "stolen", {"seat": seat, "victim": victim, "card": card})


def raided(location: str, mobsters: Sequence[str], active: Sequence[str]) -> Event:
    """Returns the event that a police raid sends the mobsters home; `active`: seats whose pass ends (M12, M51)."""
    return Event(ALL, "raided", {"location": location, "mobsters": list(mobsters), "active": list(active)})


def swapped(first: str, first_mobster: str, second: str, second_mobster: str) -> Event:
    """Returns the event that the lowest mobsters of two locations have swapped; their owners are at the new places
    (M51)."""
    return Event(
        ALL,
        "swapped",
        {"first": first, "first_mobster": first_mobster, "second": second, "second_mobster": second_mobster},
    )


def moved(seat: str, origin: str, target: str) -> Event:
    """Returns the event that a mobster of `seat` moves from one location to another (M51)."""
    return Event(ALL, "moved", {"seat": seat, "origin": origin, "target": target})


def recalled(seat: str, location: str) -> Event:
    """Returns the event that a hat brings an own mobster back to the crew (M15)."""
    return Event(ALL, "recalled", {"seat": seat, "location": location})


def reinforces(seat: str, location: str) -> Event:
    """Returns the event that two hats bring a mobster from the reserve to a location (M15)."""
    return Event(ALL, "reinforces", {"seat": seat, "location": location})


def discards(seat: str, card: str) -> Event:
    """Returns the event that a seat discards a card after drawing (M24.5, M51)."""
    return Event(ALL, "discards", {"seat": seat, "card": card})


def evaluates(location: str, chosen_by: str | None) -> Event:
    """Returns the event that a location is evaluated; `chosen_by`: the mayor's holder, if there was a choice (M20)."""
    return Event(ALL, "evaluates", {"location": location, "chosen_by": chosen_by})


def controls(location: str, seat: str | None, counts: dict[str, int]) -> Event:
    """Returns the event that a seat (None: no seat) controls the location, with every seat's mobsters and deals there
    (M21, M22).
    """
    present = {seat: count for seat, count in counts.items() if count}
    return Event(ALL, "controls", {"location": location, "seat": seat, "counts": present})


def scores(seat: str, location: str, points: int, extra: bool) -> Event:
    """Returns the event that a seat scores a point; `points` is the new total (M23, M24.6)."""
    return Event(ALL, "scores", {"seat": seat, "location": location, "points": points, "extra": extra})


def released(mobsters: Sequence[str]) -> Event:
    """Returns the event that the cell is emptied (M24.1)."""
    return Event(ALL, "released", {"mobsters": list(mobsters)})


def hitman_moves(seat: str, location: str) -> Event:
    """Returns the event that the hitman moves (M24.2)."""
    return Event(ALL, "hitman_moves", {"seat": seat, "location": location})


def killed(seat: str, by: str, location: str) -> Event:
    """Returns the event that a mobster of `seat` goes to the reserve (M24.2)."""
    return Event(ALL, "killed", {"seat": seat, "by": by, "location": location})


def recruits(seat: str) -> Event:
    """Returns the event that a mobster goes from the reserve to the crew (M24.3)."""
    return Event(ALL, "recruits", {"seat": seat})


def policeman(seat: str | None) -> Event:
    """Returns the event that a seat holds the policeman now; None: it returns to the police station (M24.4)."""
    return Event(ALL, "policeman", {"seat": seat})


def mayor(seat: str | None) -> Event:
    """Returns the event that a seat holds the mayor now; None: it returns to the town hall (M24.7)."""
    return Event(ALL, "mayor", {"seat": seat})


def collects(location: str, chosen_by: str | None) -> Event:
    """Returns the event that mobsters may be taken back from this location next (M30).

    `chosen_by`: the mayor's holder, if there was a choice.
    """
    return Event(ALL, "collects", {"location": location, "chosen_by": chosen_by})


def called(seat: str, location: str) -> Event:
    """Returns the event that the mayor's holder lets this player decide next (M30)."""
    return Event(ALL, "called", {"seat": seat, "location": location})


def retrieves(seat: str, location: str, heights: Sequence[int]) -> Event:
    """Returns the event that a seat takes own mobsters back to the crew, by the heights they had (M31)."""
    return Event(ALL, "retrieves", {"seat": seat, "location": location, "heights": list(heights)})


def token(seat: str) -> Event:
    """Returns the event that the starting token is passed on (M40)."""
    return Event(ALL, "token", {"seat": seat})


def over(winner: str) -> Event:
    """Returns the event that the game has ended, with the seat that has won (M26)."""
    return Event(ALL, "over", {"winner": winner})
