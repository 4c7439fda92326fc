"""What a play would change for somebody, whoever makes it (M50-M52)."""

from __future__ import annotations

from collections.abc import Callable

from rules.mafia_city.deck import kind_of
from rules.mafia_city.sight import Sight, Stack

RECRUIT = 0.3
"""What a mobster on the board instead of in the reserve is worth beyond this round."""


def spent(key: str) -> list[str]:
    """The cards that a play costs."""
    word, _, rest = key.partition(":")
    if word in ("fists", "hat", "hats"):
        return rest.split(":")[0].split("+")
    return [word]


def effect_of(sight: Sight, author: str, decision: str, key: str, place: float) -> float:
    """What it would change for the seat that looks; `place` is what a mobster that can be placed is worth."""
    word, *targets = key.split(":")
    if decision in ("jail", "move", "star", "kill", "bullet", "deal"):
        return _decided(sight, author, decision, key)
    kind = kind_of(word)
    effect = EFFECTS.get(kind)
    return effect(sight, author, targets, place) if effect else 0.0


def _for(sight: Sight, author: str, worth: float) -> float:
    """Something that is worth so much to its author."""
    return worth if author == sight.seat else -sight.threats[author] * worth


def _decided(sight: Sight, author: str, decision: str, key: str) -> float:
    """Plays of the location phase, and the bullet."""
    match decision:
        case "jail":
            location, height = key.split(":")
            return sight.removing(location, int(height))
        case "kill":
            return sight.removing(sight.view["hitman"], int(key.split(":")[1]))
        case "star":
            return _for(sight, author, 1.0)
        case "deal":
            return _for(sight, author, 0.8)
        case "bullet":
            return _for(sight, author, 0.3)
    return _for(sight, author, 0.1)


def _jailed(sight: Sight, _author: str, targets: list[str], _place: float) -> float:
    return sight.removing(targets[0], int(targets[1]))


def _theft(sight: Sight, author: str, targets: list[str], _place: float) -> float:
    if targets[0] == sight.seat:
        return -0.45
    return _for(sight, author, 0.45) + (0.1 if author == sight.seat else 0.0)


def _raid(sight: Sight, _author: str, targets: list[str], place: float) -> float:
    """Everybody's mobsters go home and can be placed again."""
    [location] = targets
    value = sight.gain(location, ())
    for seat in sight.stacks[location]:
        value += 0.6 * place if seat == sight.seat else -0.6 * place * sight.threats[seat]
    return value


def _strings(sight: Sight, _author: str, targets: list[str], _place: float) -> float:
    one, other = (sight.stacks[location] for location in targets)
    return sight.gain(targets[0], (other[0], *one[1:])) + sight.gain(targets[1], (one[0], *other[1:]))


def _plan(sight: Sight, _author: str, targets: list[str], _place: float) -> float:
    origin, height, target = targets[0], int(targets[1]), targets[2]
    stack: Stack = sight.stacks[origin]
    return sight.removing(origin, height) + sight.placing(target, stack[height - 1])


def _rackets(sight: Sight, author: str, _targets: list[str], _place: float) -> float:
    return _for(sight, author, 0.85)


def _recall(sight: Sight, author: str, targets: list[str], place: float) -> float:
    """An own mobster can be placed once more."""
    location, height = targets[1], int(targets[2])
    return sight.removing(location, height) + _for(sight, author, 0.9 * place)


def _reinforce(sight: Sight, author: str, targets: list[str], _place: float) -> float:
    return sight.placing(targets[1], author) + _for(sight, author, RECRUIT)


EFFECTS: dict[str, Callable[[Sight, str, list[str], float], float]] = {
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
