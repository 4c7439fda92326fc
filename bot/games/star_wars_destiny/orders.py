"""What a computer thinks of: legal, and not foolish."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from bot.games.protocol import View
from bot.games.star_wars_destiny.names import code_of, is_die, owner_of, owner_of_view, side_of
from rules.star_wars_destiny.facts import CARDS, side
from rules.star_wars_destiny.foresight import prospect

DAMAGE = ("md", "rd")
IDLE = 50
"""An event that would do nothing: rather claim."""
Rates = Callable[[str, View, str], int]
"""How good a key is, in the eyes of that seat."""


def considered(kind: str, keys: Sequence[str], view: View) -> Sequence[str]:
    """The best keys of a choice, of which one is taken by chance; all where nothing speaks for any."""
    me, rates = owner_of_view(view), RATES.get(kind)
    if me is None or rates is None:
        return [key for key in keys if key not in ("done", "no")] or keys
    rated = {key: rates(key, view, me) for key in keys}
    best = max(rated.values())
    return [key for key, rate in rated.items() if rate == best]


def _action(key: str, view: View, me: str) -> int:
    """Damage first, then what brings dice, then the rest of the dice, then cards; to claim at the end."""
    verb, *rest = key.split(":")
    match verb:
        case "resolve":
            return _resolving(rest, view, me)
        case "activate":
            return 500
        case "play":
            return IDLE if _is_idle(rest, view, me) else 300 + _playing(rest)
        case "use":
            return 200
        case "claim":
            return 100
    return 0


def _is_idle(way: Sequence[str], view: View, me: str) -> bool:
    """Whether everybody sees that the event would do nothing."""
    found = prospect(view, me, ":".join(way)) if CARDS[way[0]].type == "event" else None
    return found is not None and found.idle


def _resolving(words: Sequence[str], view: View, me: str) -> int:
    """A die at a target: damage to the enemy who is nearest to falling, shields to the own who is."""
    shown = side(side_of(view, words[0]) or "blank")
    target = words[1] if len(words) > 1 else None
    if shown.symbol in DAMAGE:
        return _at(target, view, me, 700 + shown.value)
    if shown.symbol == "sh":
        return _shielding(target, view, me)
    return {"r": 450, "sp": 430, "f": 420, "dr": 410, "dc": 405}.get(shown.symbol, 0)


def _at(target: str | None, view: View, me: str, rate: int) -> int:
    """To hurt: nobody hurts an own character; the weakest enemy first."""
    if target is None or _controller(target, view) == me:
        return -1
    return rate + 100 - _life(target, view)


def _shielding(target: str | None, view: View, me: str) -> int:
    if target is None or _controller(target, view) != me or _stands(target, view).get("shields", 0) > 2:
        return -1
    return 415 - _life(target, view) // 2


def _playing(words: Sequence[str]) -> int:
    """Dear cards rather than cheap ones, what has a die rather than what has none; nothing is replaced."""
    card = CARDS[next(word for word in words if word in CARDS)]
    replaced = len([word for word in words if word and owner_of(word)]) > 1
    return card.cost * 5 + (20 if card.has_die else 0) - (150 if replaced else 0)


def _resolve(key: str, view: View, me: str) -> int:
    return 0 if key == "done" else _resolving(key.split(":"), view, me)


def _character(key: str, view: View, me: str) -> int:
    """Of an unknown purpose: rather an opponent's weak one, else the own strongest."""
    if key == "done":
        return 0
    if _controller(key, view) == me:
        return 1 + _life(key, view)
    return 200 - _life(key, view)


def _die(key: str, view: View, me: str) -> int:
    """Rather an opponent's, of the highest value; of the own ones the lowest."""
    if key == "done":
        return 0
    value = side(side_of(view, key) or "blank").value
    return 10 - value if _pool_owner(key, view) == me else 20 + value


def _turn(key: str, view: View, me: str) -> int:
    """An own die to its best damage, an opponent's to nothing."""
    if key == "done":
        return 0
    die, word = key.split(":")
    shown = side(word)
    mine = _pool_owner(die, view) == me
    worth = shown.value * 2 + (3 if shown.symbol in DAMAGE else 0) - shown.cost * 2 - (4 if shown.modifier else 0)
    return 50 + worth if mine else 50 - worth


def _opponent(key: str, _view: View, me: str) -> int:
    return 0 if key == me else 1


def _may(key: str, _view: View, _me: str) -> int:
    return 1 if key == "yes" else 0


def _play(key: str, _view: View, _me: str) -> int:
    return 0 if key == "done" else 300 + _playing(key.split(":"))


RATES: Mapping[str, Rates] = {
    "action": _action, "resolve": _resolve, "character": _character, "die": _die, "turn": _turn, "may": _may,
    "opponent": _opponent, "play": _play,
}  # fmt: skip


# Sets


def named(kind: str, keys: Sequence[str], view: View, least: int, most: int) -> Sequence[str] | None:
    """Hands are kept but for what is too dear; modifiers are added; dice that show nothing are rolled again."""
    me = owner_of_view(view)
    if me is None or not keys:
        return None
    chosen = _named(kind, keys, view, me)
    if chosen is None:
        return None
    rest = [key for key in keys if key not in chosen]
    chosen = [*chosen, *rest[: max(0, least - len(chosen))]][:most]
    return [key for key in keys if key in chosen]


def _named(kind: str, keys: Sequence[str], view: View, me: str) -> Sequence[str] | None:
    match kind:
        case "mulligan":
            return [key for key in keys if CARDS[code_of(key)].cost > 3]
        case "upkeep":
            return [key for key in keys if CARDS[code_of(key)].cost > view["players"][me]["resources"] + 1]
        case "modify":
            return _payable(keys, view, me)
        case "dice":
            return _poor(keys, view, me)
        case "characters":
            return [key for key in keys if _controller(key, view) != me]
    return None


def _payable(keys: Sequence[str], view: View, me: str) -> list[str]:
    """As many modifiers as can be paid."""
    left, chosen = view["players"][me]["resources"], []
    for key in keys:
        cost = side(side_of(view, key) or "blank").cost
        if cost <= left:
            left -= cost
            chosen.append(key)
    return chosen


def _poor(keys: Sequence[str], view: View, me: str) -> list[str]:
    """Own dice that show nothing, opponents' that show something."""
    return [
        key
        for key in keys
        if is_die(key) and (_pool_owner(key, view) == me) == (side_of(view, key) in ("blank", None))
    ]  # fmt: skip


# What stands on the table


def _stands(name: str, view: View) -> Mapping[str, int]:
    for player in view["players"].values():
        for character in player["characters"]:
            if character["id"] == name:
                found: Mapping[str, int] = character
                return found
    return {}


def _controller(name: str, view: View) -> str | None:
    return next(
        (seat for seat, player in view["players"].items() for each in player["characters"] if each["id"] == name), None
    )


def _pool_owner(die: str, view: View) -> str | None:
    return next(
        (seat for seat, player in view["players"].items() for each in player["pool"] if each["die"] == die), None
    )


def _life(name: str, view: View) -> int:
    """How much damage it still takes, shields included."""
    stands = _stands(name, view)
    return CARDS[code_of(name)].health - stands.get("damage", 0) + stands.get("shields", 0)
