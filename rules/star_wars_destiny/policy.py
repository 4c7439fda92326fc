"""The policies of the levels *normal* and *easy*: a value for each key, in points of damage.

*normal* plans its dice: which to resolve together with others of the same symbol, which to reroll, which character to
activate while its dice still count, and when to claim because nothing else is worth doing.
"""

from __future__ import annotations

from collections.abc import Callable

from rules.players.question import Question
from rules.star_wars_destiny.facts import side
from rules.star_wars_destiny.features import DAMAGE, Features, average, printed, shares
from rules.star_wars_destiny.foresight import is_idle_action

DECLINES = ("done", "no", "pass")
CARD_IN_HAND = 3.0
"""The gain that a reroll must exceed, because the discarded card could be played instead."""
NOW = 2.0
"""The factor for the value of resolving a die now, because an opponent may turn or remove it later."""
IDLE = -1.0
"""The value of an action without an effect: less than passing."""
CLAIM = 0.55
"""The value of claiming the battlefield: its ability, and the first turn of the next round."""


def policy(asked: Question) -> list[float]:
    """Returns the value of each key, in points of damage, for the level *normal*."""
    features = Features(asked.view, asked.seat)
    rate = KINDS.get(asked.kind)
    return [0.0] * len(asked.keys) if rate is None else rate(asked, features)


def quick_policy(asked: Question) -> list[float]:
    """Returns a value for each key at the level *easy*.

    Actions are valued by kind only: damage and shields first, then activating, other dice, and cards. Other decisions
    are valued as by *normal*.
    """
    if asked.kind != "action":
        return policy(asked)
    features = Features(asked.view, asked.seat)
    return [_first_sight(key, features) for key in asked.keys]


ORDER = {"activate": 5.0, "play": 3.0, "use": 2.0, "claim": 0.5, "pass": 0.3, "reroll": 0.2}


def _first_sight(key: str, features: Features) -> float:
    verb, _, rest = key.partition(":")
    if verb != "resolve":
        return ORDER[verb]
    die, _, target = rest.partition(":")
    if target in features.characters:
        wanted = features.mine(target) == (features.shown(die).symbol == "sh")
        return 7.0 if wanted else -1.0
    return 4.0


# Actions


def _action(asked: Question, features: Features) -> list[float]:
    plan = Plan(features)
    return [IDLE if _is_idle_use(asked, key) else plan.rate(key) for key in asked.keys]


def _is_idle_use(asked: Question, key: str) -> bool:
    """Returns whether the key uses a card in play without an effect: players in simulated games would repeat it."""
    return key.startswith("use:") and is_idle_action(asked.view, asked.seat, key)


class Plan:
    """The values of one seat's dice and ready characters; `rate` computes from them the value of an action."""

    def __init__(self, features: Features) -> None:
        self.features = features
        self.pool: list[str] = [each["die"] for each in features.me["pool"]]
        self.worth = {die: features.die(die) for die in self.pool}
        self.ready = [name for name in features.own() if not features.characters[name][1]["exhausted"]]
        self._reroll: float | None = None

    def rate(self, key: str) -> float:
        """Returns the value of an action, in points of damage."""
        verb, _, rest = key.partition(":")
        match verb:
            case "resolve":
                return NOW * self._resolving(*rest.split(":"))
            case "activate":
                return self._activating(rest)
            case "play":
                return self._playing(rest.split(":"))
            case "reroll":
                return self._rerolling()
            case "use":
                return 1.2
            case "claim":
                return self._claiming()
        return 0.0

    def _resolving(self, die: str, target: str = "") -> float:
        """Returns the value of resolving a die, together with further dice of its symbol.

        More such dice count more, because an opponent may remove one.
        """
        shown = self.features.shown(die)
        others = sum(
            self.features.shown(other).value
            for other in self.pool
            if other != die and self.features.shown(other).symbol == shown.symbol
        )
        price = 0.9 * shown.cost
        if target in self.features.characters:
            at = self.features.hurting if shown.symbol in DAMAGE else self.features.shielding
            return at(target, shown.value + others) - price
        value = self.worth[die] + 0.5 * others
        if shown.symbol == "f":
            return value + 1.0 if self._improvable(die) else 0.05
        if shown.symbol == "sp" and len(self.ready) > 1:
            return value - 0.4
        return value

    def _improvable(self, focus: str) -> bool:
        """Returns whether a focus could turn another die to a much better side."""
        return any(
            max(self.features.worth(each) for each in printed(die).sides) > self.worth[die] + 0.8
            for die in self.pool
            if die != focus
        )  # fmt: skip

    def _activating(self, name: str) -> float:
        if name in self.features.characters:
            _, character = self.features.characters[name]
            dice: float = character["dice"] * self.features.chance(name)
            dice += sum(self.features.chance(each["id"]) for each in character["upgrades"])
            # A character that may soon be defeated should act soon.
            return 1.0 + dice + 2.0 / (1 + self.features.life(name))
        return 0.8 + self.features.chance(name)

    def _playing(self, words: list[str]) -> float:
        card = printed(words[0] if words[0] != "discard" else words[1])
        bearer = next((word for word in words if word in self.features.characters), None)
        if card.type == "event":
            return 0.35 * card.cost - 0.3
        worth = 0.25 * card.cost + average(card) - 0.3
        if bearer is not None:
            worth += 0.6 if bearer in self.ready else -0.2
            worth += min(0.8, 0.08 * self.features.life(bearer))
        if sum(word in self.features.characters or word[1:2] == "-" for word in words) > 1:
            worth -= 2.0
        return worth

    def _rerolling(self) -> float:
        """Returns the expected gain of rerolling all dice that show less than their average, less the discarded card,
        whichever it is."""
        if self._reroll is None:
            gain = sum([max(0.0, self.features.chance(die) - self.worth[die]) for die in self.pool])
            self._reroll = gain - CARD_IN_HAND
        return self._reroll

    def _claiming(self) -> float:
        """Returns the value of claiming, after which the seat only passes: low while other actions are worth more."""
        left = sum(worth for worth in self.worth.values()) + 1.5 * len(self.ready)
        return CLAIM - (0.3 * left if left > 0.5 else 0.0)


# Dice and targets


def _resolve(asked: Question, features: Features) -> list[float]:
    plan = Plan(features)
    return [0.02 if key in DECLINES else plan.rate(f"resolve:{key}") for key in asked.keys]


def _modify(asked: Question, features: Features) -> list[float]:
    """Returns the values of modifiers: 1 for each that the resources still pay for after those before it, else -1."""
    left, weights = int(features.me["resources"]), []
    for key in asked.keys:
        cost = features.shown(key).cost
        weights.append(1.0 if cost <= left else -1.0)
        left -= cost if cost <= left else 0
    return weights


def _turn(asked: Question, features: Features) -> list[float]:
    """Returns the values of turning a die: an own die to its best side, an opponent's to its worst."""
    weights = []
    for key in asked.keys:
        if key in DECLINES:
            weights.append(0.0)
            continue
        die, word = key.split(":")
        sign = 1.0 if features.mine(die) else -1.0
        weights.append(sign * (features.worth(side(word)) - features.die(die)))
    return weights


def _side(asked: Question, features: Features) -> list[float]:
    weights = []
    for key in asked.keys:
        word, _, target = key.partition(":")
        shown = side(word)
        if target in features.characters:
            weights.append(features.hurting(target, shown.value) if shown.symbol in DAMAGE else features.worth(shown))
        else:
            weights.append(features.worth(shown))
    return weights


def _die(asked: Question, features: Features) -> list[float]:
    """Returns the values of choosing each die: high for opponents' dice that show much, own ones that show little."""
    return [
        0.0 if key in DECLINES else features.chance(key) - features.die(key)
        if features.mine(key) else 1.0 + features.die(key)
        for key in asked.keys
    ]  # fmt: skip


def _dice(asked: Question, features: Features) -> list[float]:
    """Returns the values of dice to reroll or remove: own dice below their average, opponents' dice by what they
    show.
    """
    return [
        features.chance(key) - features.die(key) - 0.1 if features.mine(key) else features.die(key) - 0.1
        for key in asked.keys
    ]  # fmt: skip


def _character(asked: Question, features: Features) -> list[float]:
    """Returns the values of characters if the purpose is unknown: opponents' first, then the strongest own ones."""
    weights = []
    for key in asked.keys:
        if key not in features.characters:
            weights.append(0.0)
        elif features.mine(key):
            weights.append(0.5 + 0.1 * features.strength(key) - 0.02 * features.life(key))
        else:
            weights.append(2.0 + features.hurting(key, 2))
    return weights


def _characters(asked: Question, features: Features) -> list[float]:
    return [-1.0 if features.mine(key) else 1.0 for key in asked.keys]


def _piece(asked: Question, features: Features) -> list[float]:
    """Returns the values of harming cards in play: higher for expensive ones of opponents, negative for own ones."""
    return [
        0.0 if key in DECLINES else (-1 if features.mine(key) else 1) * (0.5 + printed(key).cost) for key in asked.keys
    ]  # fmt: skip


def _distribute(asked: Question, features: Features) -> list[float]:
    """Returns the values of splits: damage to opponents' characters, shields for own characters."""
    names = asked.about.get("characters", ())
    weights = []
    for key in asked.keys:
        parts = zip(names, shares(key), strict=False)
        weights.append(
            sum(
                features.shielding(name, share) if features.mine(name) else features.hurting(name, share)
                for name, share in parts
                if share
            )
        )
    return weights


# Cards, seats and the rest


def _hand(asked: Question, features: Features) -> list[float]:
    """Returns the values of discarding each hand card: the more its cost exceeds the resources soon available."""
    means = features.me["resources"] + (2 if asked.kind == "upkeep" else 1)
    return [printed(key).cost - means - 0.5 for key in asked.keys]


def _card(asked: Question, _eyes: Features) -> list[float]:
    return [0.0 if key in DECLINES else 0.5 + printed(key).cost for key in asked.keys]


def _play(asked: Question, features: Features) -> list[float]:
    plan = Plan(features)
    return [0.0 if key in DECLINES else plan.rate(f"play:{key}") for key in asked.keys]


def _seat(asked: Question, features: Features) -> list[float]:
    return [0.0 if key == features.seat else 1.0 for key in asked.keys]


def _battlefield(asked: Question, features: Features) -> list[float]:
    """Returns the values of battlefields: the own one is preferred."""
    return [1.0 if key == features.seat else 0.0 for key in asked.keys]


def _may(asked: Question, _eyes: Features) -> list[float]:
    return [1.0 if key == "yes" else 0.0 for key in asked.keys]


def _amount(asked: Question, _eyes: Features) -> list[float]:
    return [float(key) if key.isdigit() else 0.0 for key in asked.keys]


def _arrange(asked: Question, _eyes: Features) -> list[float]:
    return [printed(key.partition(":")[2]).cost * (1.0 if key.startswith("top") else -1.0) for key in asked.keys]


Rate = Callable[[Question, Features], list[float]]
KINDS: dict[str, Rate] = {
    "action": _action, "resolve": _resolve, "modify": _modify, "turn": _turn, "side": _side, "die": _die,
    "dice": _dice, "character": _character, "characters": _characters, "piece": _piece, "pieces": _piece,
    "distribute": _distribute, "mulligan": _hand, "upkeep": _hand, "card": _card, "cards": _card, "play": _play,
    "opponent": _seat, "player": _seat, "battlefield": _battlefield, "may": _may, "amount": _amount,
    "arrange": _arrange,
}  # fmt: skip
