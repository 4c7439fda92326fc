"""The policies of computer players: the value of each key in points, for *normal* and for *easy*."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from rules.decisions import PASS
from rules.mafia_city.control import NO_CONTROL_ON_TIE
from rules.mafia_city.deck import kind_of
from rules.mafia_city.features import BEGINNER, CAREFUL, EFFECT, Features, Stack
from rules.mafia_city.plays import effect_of, spent, words_of
from rules.players.question import Question

STANDS: Final = 0.8
"""The assumed probability that a play is not cancelled."""
CREW = 0.42
"""The value of the first mobster that is taken back to the crew."""
CREW_FALLS = 0.03
"""The decrease of that value for each further mobster."""


def policy(asked: Question) -> list[float]:
    """Returns the value of each key by a model of all that the seat sees, for the level *normal*."""
    return _weights(asked, Features(asked.view, asked.seat, CAREFUL))


def quick_policy(asked: Question) -> list[float]:
    """Returns the value of each key by the current control of locations, ignoring opponents' gains, for *easy*."""
    return _weights(asked, Features(asked.view, asked.seat, BEGINNER))


def _weights(asked: Question, features: Features) -> list[float]:
    return KINDS.get(asked.kind, _alike)(asked, features)


def _alike(asked: Question, _features: Features) -> list[float]:
    return [0.0] * len(asked.keys)


def _mulligan(asked: Question, features: Features) -> list[float]:
    worth = features.cost(features.hand)
    return [worth if key == "keep" else 0.66 * features.temper.keep for key in asked.keys]


# The action phase


def _turn(asked: Question, features: Features) -> list[float]:
    crew, places = features.me["crew"], features.best_place()
    weights: list[float] = []
    # The keys of a plan name each mobster with all targets one after the other.
    last, last_height, removed, placings = "", 0, 0.0, features.placings(features.seat)
    for key in asked.keys:
        words = words_of(key)
        word = words.word
        if words.is_plan:
            origin, height = words.targets[0], words.height
            if height != last_height or origin != last:
                last, last_height = origin, height
                removed = features.removing(origin, height)
                placings = features.placings(features.stacks[origin][height - 1])
            weights.append(STANDS * (removed + placings[words.targets[2]]) - features.keep(word))
        elif word == "place":
            weights.append(features.placing(words.targets[0]))
        elif word == PASS:
            weights.append(-1.0 if crew else 0.03)
        elif word == "wait":
            weights.append(-0.05 - features.keep(words.targets[0]))
        else:
            effect = effect_of(features, features.seat, "turn", key, places)
            weights.append(STANDS * effect - features.cost(words.spent))
    return weights


def _bullet(asked: Question, features: Features) -> list[float]:
    hope = features.best_place() if features.me["crew"] else -0.1
    return [0.0 if key == "stay" else STANDS * hope - features.keep(key) for key in asked.keys]


def _react(asked: Question, features: Features) -> list[float]:
    """Returns the values of cancels: the benefit of stopping the play, or of saving it, less the value of the cards."""
    if len(asked.keys) == 1:
        return [0.0]
    words, links = asked.about["play"], asked.about["links"]
    author, decision, key = words.split(" ")
    effect = effect_of(features, author, decision.rstrip(":"), key, 0.5)
    benefit = -effect if len(links) % 2 == 0 else effect
    return [0.0 if key == PASS else STANDS * benefit - features.cost(spent(key)) for key in asked.keys]


def _complicity(asked: Question, features: Features) -> list[float]:
    return [0.0 if key == PASS else _removed(features, key) - features.cost(spent(key)) for key in asked.keys]


def _removed(features: Features, key: str) -> float:
    location, height = key.split(":")[-2:]
    return features.removing(location, int(height))


def _thrown(asked: Question, features: Features) -> list[float]:
    return [-features.keep(card) for card in asked.keys]


# The location phase


def _evaluate(asked: Question, features: Features) -> list[float]:
    """Returns the values of evaluating each location next; highest where this seat will probably get a good effect."""
    return [features.now(location) * EFFECT[location] for location in asked.keys]


def _deal(asked: Question, features: Features) -> list[float]:
    """Returns the values of deals: a deal is worth the change of the location's controller."""
    if len(asked.keys) == 1:
        return [0.0]
    location, deals = asked.about["location"], asked.about["deals"]
    gains = []
    for more in (0, 1):
        counted = {**deals, features.seat: deals.get(features.seat, 0) + more}
        controller = _controller(features, location, counted)
        sign = 0.0 if controller is None else 1.0 if controller == features.seat else -features.threats[controller]
        gains.append(sign * (features.stake(location, controller) if controller else 0.0))
    gain = gains[1] - gains[0]
    return [0.0 if key == PASS else STANDS * gain - features.keep(key) for key in asked.keys]


def _controller(features: Features, location: str, deals: dict[str, int]) -> str | None:
    """Returns the seat that controls the location with these deals (M21, M22); None if a tie gives no control."""
    stack = features.stacks[location]
    counts = {seat: stack.count(seat) + deals.get(seat, 0) for seat in features.view["players"]}
    most = max(counts.values())
    leading = [seat for seat, count in counts.items() if count == most]
    if len(leading) > 1 and location in NO_CONTROL_ON_TIE:
        return None
    return next((seat for seat in stack if seat in leading), leading[0])


def _jail(asked: Question, features: Features) -> list[float]:
    return [0.0 if key == "decline" else _removed(features, key) for key in asked.keys]


def _move(asked: Question, features: Features) -> list[float]:
    """Returns the values of the hitman's moves: to a useful killing if there is a card for it, otherwise equal."""
    armed = any(kind_of(card) == "hitman" for card in features.hand)
    keys = [features.view["hitman"] if key == "stay" else key for key in asked.keys]
    return [_best_killing(features, location) if armed else 0.0 for location in keys]


def _best_killing(features: Features, location: str) -> float:
    heights = range(1, len(features.stacks[location]) + 1)
    return max((_killed(features, location, height) for height in heights), default=0.0)


def _killed(features: Features, location: str, height: int) -> float:
    """Returns the value of killing a mobster: more than that of removing it, because the reserve is hard to leave."""
    owner = features.stacks[location][height - 1]
    lost = -0.4 if owner == features.seat else 0.4 * features.threats[owner]
    return features.removing(location, height) + lost


def _kill(asked: Question, features: Features) -> list[float]:
    place = features.view["hitman"]
    return [
        0.0 if key == "decline"
        else STANDS * _killed(features, place, int(key.split(":")[1])) - features.cost(spent(key))
        for key in asked.keys
    ]  # fmt: skip


def _star(asked: Question, features: Features) -> list[float]:
    return [0.0 if key == "decline" else 1.2 - features.keep(key) for key in asked.keys]


# The strategy phase


def _retrieve(asked: Question, features: Features) -> list[float]:
    """Returns 1 for each mobster to take back and -1 for the others.

    These are the topmost ones, in the number with which the rest of the stack and the crew are worth most.
    """
    location = asked.about["location"]
    stack, own = features.stacks[location], len(asked.keys)
    crew = features.me["crew"]
    worth = [features.now(location)]
    for taken in range(1, own + 1):
        stack = _without_topmost(stack, features.seat)
        flexible = sum(max(0.1, CREW - CREW_FALLS * (crew + each)) for each in range(taken))
        worth.append(features.at(location, stack) + flexible)
    best = worth.index(max(worth))
    return [1.0 if at >= own - best else -1.0 for at in range(own)]


def _without_topmost(stack: Stack, seat: str) -> Stack:
    at = stack.rindex(seat)
    return stack[:at] + stack[at + 1 :]


KINDS: dict[str, Callable[[Question, Features], list[float]]] = {
    "mulligan": _mulligan,
    "turn": _turn,
    "bullet": _bullet,
    "react": _react,
    "complicity": _complicity,
    "rackets": _thrown,
    "discard": _thrown,
    "evaluate": _evaluate,
    "deal": _deal,
    "jail": _jail,
    "move": _move,
    "kill": _kill,
    "star": _star,
    "retrieve": _retrieve,
}
