"""Estimates the value that a play of any player has for one seat, in points (M50-M52)."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from rules.mafia_city.deck import kind_of
from rules.mafia_city.features import Features

RECRUIT = 0.3
"""The value, beyond this round, of a mobster on the board instead of in the reserve."""


def spent(key: str) -> list[str]:
    """Returns the codes of the cards that a play with this key costs."""
    word, _, rest = key.partition(":")
    if word in ("fists", "hat", "hats"):
        return rest.split(":")[0].split("+")
    return [word]


class Words:
    """The parts of a key that plays cards."""

    __slots__ = ("height", "is_plan", "kind", "spent", "targets", "word")

    def __init__(self, key: str) -> None:
        self.word, *targets = key.split(":")
        self.targets: list[str] = targets
        self.kind = kind_of(self.word)
        self.is_plan = EFFECTS.get(self.kind) is _plan
        """Whether the play moves a mobster: its targets are a location, the mobster's height, and another location."""
        self.spent = spent(key)
        numbers = [int(target) for target in targets if target.isdecimal()]
        self.height = numbers[0] if numbers else 0
        """The height of the target, a mobster; 0 if there is none."""


@lru_cache(maxsize=8_192)
def words_of(key: str) -> Words:
    """Returns the parts of a key; equal calls share one object, because it is only read."""
    return Words(key)


def effect_of(features: Features, author: str, decision: str, key: str, place: float) -> float:
    """Returns the value of the author's play for the seat of the features, in points.

    `place` is the value of one mobster that can be placed.
    """
    if decision in ("jail", "move", "star", "kill", "bullet", "deal"):
        return _decided(features, author, decision, key)
    words = words_of(key)
    effect = EFFECTS.get(words.kind)
    return effect(features, author, words, place) if effect else 0.0


def _for(features: Features, author: str, worth: float) -> float:
    """Converts the value of a play for its author to its value for this seat: negative if the author is an opponent."""
    return worth if author == features.seat else -features.threats[author] * worth


def _decided(features: Features, author: str, decision: str, key: str) -> float:
    """Returns the value of a play of the location phase or of a bullet, whose target is known."""
    match decision:
        case "jail":
            location, height = key.split(":")
            return features.removing(location, int(height))
        case "kill":
            return features.removing(features.view["hitman"], int(key.split(":")[1]))
        case "star":
            return _for(features, author, 1.0)
        case "deal":
            return _for(features, author, 0.8)
        case "bullet":
            return _for(features, author, 0.3)
    return _for(features, author, 0.1)


def _jailed(features: Features, _author: str, words: Words, _place: float) -> float:
    return features.removing(words.targets[0], words.height)


def _theft(features: Features, author: str, words: Words, _place: float) -> float:
    if words.targets[0] == features.seat:
        return -0.45
    return _for(features, author, 0.45) + (0.1 if author == features.seat else 0.0)


def _raid(features: Features, _author: str, words: Words, place: float) -> float:
    """Returns the value of a raid: all mobsters go home and can be placed again."""
    [location] = words.targets
    value = features.gain(location, "")
    for seat in features.stacks[location]:
        value += 0.6 * place if seat == features.seat else -0.6 * place * features.threats[seat]
    return value


def _strings(features: Features, _author: str, words: Words, _place: float) -> float:
    here, there = words.targets
    one, other = features.stacks[here], features.stacks[there]
    return features.gain(here, other[0] + one[1:]) + features.gain(there, one[0] + other[1:])


def _plan(features: Features, _author: str, words: Words, _place: float) -> float:
    origin, height = words.targets[0], words.height
    return features.removing(origin, height) + features.placing(words.targets[2], features.stacks[origin][height - 1])


def _rackets(features: Features, author: str, _words: Words, _place: float) -> float:
    return _for(features, author, 0.85)


def _recall(features: Features, author: str, words: Words, place: float) -> float:
    """Returns the value of taking back one of the author's mobsters, which can be placed again."""
    return features.removing(words.targets[1], words.height) + _for(features, author, 0.9 * place)


def _reinforce(features: Features, author: str, words: Words, _place: float) -> float:
    return features.placing(words.targets[1], author) + _for(features, author, RECRUIT)


EFFECTS: dict[str, Callable[[Features, str, Words, float], float]] = {
    "informer": _jailed,
    "thief": _theft,
    "police_raid": _raid,
    "pulling_strings": _strings,
    "grand_plan": _plan,
    "rackets": _rackets,
    "hat": _recall,
    "hats": _reinforce,
    "complicity": _jailed,
}
