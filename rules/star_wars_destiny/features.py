"""The facts on which computer players decide, from what their seat knows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from rules.star_wars_destiny.facts import CARDS, Printed, Side, side

DAMAGE = ("md", "rd")
KNOCKS_OUT = 3.5
"""The value of defeating a character, in points of damage, in addition to the damage and to the character's dice."""


class Features:
    """Facts from one seat's view: who controls which card, the life of characters, the sides of dice."""

    def __init__(self, view: Mapping[str, Any], seat: str) -> None:
        self.view = view
        self.seat = seat
        self.players: Mapping[str, Any] = view["players"]
        self.me: Mapping[str, Any] = self.players[seat]
        self.characters: dict[str, tuple[str, Mapping[str, Any]]] = {
            each["id"]: (owner, each) for owner, player in self.players.items() for each in player["characters"]
        }
        self.pools: dict[str, tuple[str, str]] = {
            each["die"]: (owner, each["side"]) for owner, player in self.players.items() for each in player["pool"]
        }
        self._worth: dict[Side, float] = {}
        self._chance: dict[str, float] = {}
        self._strength: dict[str, float] = {}

    def controller(self, name: str) -> str | None:
        """Returns the seat that controls a card in play, or the seat in whose pool a die is; None for other names."""
        if name in self.characters:
            return self.characters[name][0]
        if name in self.pools:
            return self.pools[name][0]
        for owner, player in self.players.items():
            if any(name == card for card in _pieces(player)):
                return owner
        return None

    def mine(self, name: str) -> bool:
        """Returns whether this seat controls the card or die."""
        return self.controller(name) == self.seat

    def life(self, name: str) -> int:
        """Returns how much more damage, not counting shields, defeats a character."""
        _, character = self.characters[name]
        return printed(name).health - int(character["damage"])

    def shields(self, name: str) -> int:
        """Returns the number of a character's shields."""
        return int(self.characters[name][1]["shields"])

    def shown(self, die: str) -> Side:
        """Returns the side that a die in a pool shows, or a blank."""
        return _read(self.pools[die][1] if die in self.pools else "blank")

    def strength(self, name: str) -> float:
        """Returns the sum of the average values of a character's dice and its upgrades' dice."""
        found = self._strength.get(name)
        if found is None:
            _, character = self.characters[name]
            dice = character["dice"] * average(printed(name))
            found = self._strength[name] = dice + sum(average(printed(each["id"])) for each in character["upgrades"])
        return found

    def enemies(self) -> list[str]:
        """Returns the names of the characters of all other seats."""
        return [name for name, (owner, _) in self.characters.items() if owner != self.seat]

    def own(self) -> list[str]:
        """Returns the names of the characters of this seat."""
        return [name for name, (owner, _) in self.characters.items() if owner == self.seat]

    # Values, in points of damage

    def hurting(self, target: str, amount: float) -> float:
        """Returns the value of damage to a character, in points of damage: higher if it is defeated, negative for an
        own one."""
        if target not in self.characters:
            return 0.0
        left = self.life(target)
        through = max(0.0, amount - self.shields(target))
        worth = 0.6 * min(amount, self.shields(target)) + min(through, left)
        worth += 0.12 * min(through, left) * self.strength(target) / (1 + 0.2 * left)
        if through >= left:
            worth += KNOCKS_OUT + self.strength(target)
        return -worth if self.mine(target) else worth

    def shielding(self, target: str, amount: float) -> float:
        """Returns the value of giving shields to a character, in points of damage; negative for an opponent's.

        At most three shields count, and they count more if the character has little life left.
        """
        if target not in self.characters:
            return 0.0
        worth = min(amount, 3 - self.shields(target)) * (0.55 + 0.15 * self.strength(target) / (1 + self.life(target)))
        return worth if self.mine(target) else -worth

    def worth(self, shown: Side) -> float:
        """Returns the value, in points of damage, of an own die that shows this side."""
        found = self._worth.get(shown)
        if found is None:
            found = self._worth[shown] = self._worth_of(shown)
        return found

    def _worth_of(self, shown: Side) -> float:
        price = 0.9 * shown.cost if shown.cost <= self.me["resources"] else 99.0
        value = float(shown.value or (1.5 if shown.x else 0))
        match shown.symbol:
            case "md" | "rd":
                found = max((self.hurting(name, value) for name in self.enemies()), default=0.0)
            case "sh":
                found = max((self.shielding(name, value) for name in self.own()), default=0.0)
            case "r":
                found = 0.85 * value
            case "f":
                found = 1.1 * value if len(self.me["pool"]) > 1 else 0.4 * value
            case "dr":
                found = 0.7 * min(value, max((self.players[each]["resources"] for each in self.others()), default=0))
            case "dc":
                found = 0.6 * min(value, max((len_hand(self.players[each]) for each in self.others()), default=0))
            case "sp":
                found = 1.6
            case _:
                found = 0.0
        return max(0.0, found - price) * (0.8 if shown.modifier else 1.0)

    def others(self) -> list[str]:
        """Returns all other seats whose players are not out of the game."""
        return [seat for seat, player in self.players.items() if seat != self.seat and not player["out"]]

    def die(self, name: str) -> float:
        """Returns how much the shown side of a die in a pool is worth, in points of damage."""
        return self.worth(self.shown(name))

    def chance(self, name: str) -> float:
        """Returns the average value, in points of damage, of rolling the die of a card; 0 if the card has none."""
        card = printed(name)
        found = self._chance.get(card.code)
        if found is None:
            found = sum(self.worth(each) for each in card.sides) / len(card.sides) if card.sides else 0.0
            self._chance[card.code] = found
        return found


def _pieces(player: Mapping[str, Any]) -> Iterator[str]:
    for support in player["supports"]:
        yield support["id"]
    for character in player["characters"]:
        for upgrade in character["upgrades"]:
            yield upgrade["id"]


def len_hand(player: Mapping[str, Any]) -> int:
    """Returns the number of cards in a hand."""
    return len(player["hand"]) if "hand" in player else int(player["cards"])


@lru_cache(maxsize=4_096)
def printed(name: str) -> Printed:
    """Returns the facts of a card by the name of a card in play (`a-rey-2`), a die (`a-rey+1`) or a hand card
    (`aim-2`)."""
    words = name.partition("+")[0].split("-")
    return CARDS[next(word for word in words if word in CARDS)]


@lru_cache(maxsize=512)
def average(card: Printed) -> float:
    """Returns the average value of the sides of a card's die, regardless of the table; 0 if the card has none."""
    return sum(_general(each) for each in card.sides) / len(card.sides) if card.sides else 0.0


@lru_cache(maxsize=256)
def _read(word: str) -> Side:
    return side(word)


def _general(shown: Side) -> float:
    rates = {"md": 1.1, "rd": 1.1, "sh": 0.7, "f": 1.0, "r": 0.85, "dr": 0.6, "dc": 0.6, "sp": 0.0, "blank": 0.0}
    found = rates[shown.symbol] * shown.value + (1.6 if shown.symbol == "sp" else 0.0) - 0.6 * shown.cost
    return max(0.0, found * (0.75 if shown.modifier else 1.0))


def shares(key: str) -> Sequence[int]:
    """Returns the shares in a key of the decision `distribute`: 2, 0, 1 of `2:0:1`."""
    return [int(share) for share in key.split(":")]
