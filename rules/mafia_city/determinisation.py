"""Possible tables that agree with one seat's knowledge, the answers from each to its decision, and their evaluation."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import Any

from rules.mafia_city.deck import in_use, kind_of, symbol_of
from rules.mafia_city.memory import Memory
from rules.mafia_city.passed_windows import PassedWindows
from rules.mafia_city.plays import spent
from rules.players.ai import Dice, Sampler, World
from rules.players.question import Question, plain, standing_events

Script = list[tuple[str, str, tuple[str, ...]]]
Table = dict[str, Any]
DEALS = 12
"""The maximum number of deals of one table's hidden cards until the hands are likely; the last deal counts."""


def determinise(asked: Question) -> Sampler | None:
    """Returns a sampler of possible tables; None for kinds of decisions that cannot be reached from such a table."""
    way = WAYS.get(asked.kind)
    if way is None:
        return None
    asked = asked._replace(told=standing_events(asked.told))
    return partial(_world, asked, Memory(asked.told, asked.seat), PassedWindows(asked), way)


def _world(asked: Question, memory: Memory, windows: PassedWindows, way: Way, dice: Dice) -> World | None:
    table = {**plain(asked.view), "turn": _on_turn(asked)}
    _deal(table, memory, windows, dice)
    script: Script = []
    if not way(asked, table, memory, script) or table["open"]:
        return None
    about = {"location": asked.about["location"]} if asked.kind in ("deal", "retrieve") else {}
    return World(table, script, about)


def _on_turn(asked: Question) -> str | None:
    """Returns the seat whose turn contains the decision; None if the decision is not part of a turn."""
    if asked.kind in ("turn", "bullet"):
        return asked.seat
    if asked.kind != "react":
        return None
    author, decision, _ = asked.about["play"].split(" ")
    return author if decision in ("turn:", "bullet:") else None


# Hidden cards


def _deal(table: Table, memory: Memory, windows: PassedWindows, dice: Dice) -> None:
    """Completes the hidden hands and the deck of a table: cards that the memory knows, then random unseen ones.

    Usually deals again if *normal* would have reacted with one of these hands in a window that its seat let pass.
    """
    pool = Counter(in_use().codes)
    pool.subtract(table["discard"] + table["open"])
    for player in table["players"].values():
        pool.subtract(player.get("hand", ()))
    hidden = {seat: player for seat, player in table["players"].items() if "hand" not in player}
    held = {seat: _known(memory.held.get(seat, []), player["cards"], pool) for seat, player in hidden.items()}
    cards = list((+pool).elements())
    hands: dict[str, list[str]] = {}
    for _ in range(DEALS):
        dice.shuffle(cards)
        dealt = 0
        for seat, player in hidden.items():
            count = player["cards"] - len(held[seat])
            # A known card was stolen. It is one of the newest, and the newest are last.
            hands[seat] = cards[dealt : dealt + count] + held[seat]
            dealt += count
        if dice.random() < windows.weight(hands):
            break
    for seat, player in hidden.items():
        del player["cards"]
        player["hand"] = hands[seat]
    table["deck"] = cards[dealt : dealt + table["deck"]]


def _known(held: list[str], count: int, pool: Counter[str]) -> list[str]:
    known = []
    for card in held[-count:] if count else []:
        if pool[card] > 0:
            pool[card] -= 1
            known.append(card)
    return known


# The way to the decision: answers in the present turn or cycle are taken back and put into the script


Way = Callable[[Question, Table, Memory, Script], bool]


def _at_once(_asked: Question, _table: Table, _memory: Memory, _script: Script) -> bool:
    return True


def _own_turn(asked: Question, table: Table, _memory: Memory, script: Script) -> bool:
    return not table["players"][asked.seat]["passed"] or _bullet(table, asked.seat, script)


def _bullet(table: Table, seat: str, script: Script) -> bool:
    """Takes back the bullet that a passed seat has paid, and adds that answer to the script (M12).

    Returns False if the top card of the discard pile has no bullet.
    """
    if not table["discard"] or symbol_of(table["discard"][-1]) != "bullet":
        return False
    card = table["discard"].pop()
    table["players"][seat]["hand"].append(card)
    script.append(("bullet", seat, (card,)))
    return True


def _reaction(asked: Question, table: Table, memory: Memory, script: Script) -> bool:
    author, decision, key = asked.about["play"].split(" ")
    decision = decision.rstrip(":")
    if decision == "turn" and table["players"][author]["passed"] and not _bullet(table, author, script):
        return False
    if decision not in ("turn", "bullet") and not _cycle(decision, author, table, memory, script):
        return False
    links = [tuple(link.split(" ")) for link in asked.about["links"]]
    plays = [(decision, author, key), *(("react", seat, words) for seat, words in links)]
    for kind, seat, words in plays:
        cards = [] if kind in ("jail", "move") else spent(words)
        for card in cards:
            if card not in table["open"]:
                return False
            table["open"].remove(card)
            table["players"][seat]["hand"].append(card)
        script.append((kind, seat, (words,)))
    return True


PLACES = {"jail": "prison", "move": "harbour", "kill": "harbour", "star": "private_club"}


def _cycle(kind: str, controller: str, table: Table, memory: Memory, script: Script) -> bool:
    """Restarts the evaluation of a location: scripts that the mayor's holder chooses it, if there was a choice.

    For decisions that follow the scoring of its point, takes that point back. Returns False if the location is not
    known or cannot be the current one.
    """
    location = PLACES.get(kind) or memory.location
    if location is None or location in table["marked"] or table["phase"] != "locations":
        return False
    if kind in PLACES:
        table["players"][controller]["points"] -= 1
    if table["mayor"]:
        script.append(("evaluate", table["mayor"], (location,)))
    if len(table["marked"]) == 6:
        script.clear()
    return True


def _own_cycle(asked: Question, table: Table, memory: Memory, script: Script) -> bool:
    return _cycle(asked.kind, asked.seat, table, memory, script)


def _deal_window(asked: Question, table: Table, memory: Memory, script: Script) -> bool:
    memory.location = asked.about["location"]
    if not _cycle("deal", asked.seat, table, memory, script):
        return False
    for seat, count in asked.about["deals"].items():
        for _ in range(count):
            card = next((each for each in reversed(table["discard"]) if kind_of(each) == "secret_deal"), None)
            if card is None:
                return False
            table["discard"].remove(card)
            table["players"][seat]["hand"].append(card)
            script.append(("deal", seat, (card,)))
    return True


def _retrieval(asked: Question, table: Table, _memory: Memory, script: Script) -> bool:
    """Adds to the script that the mayor's holder chooses this location and calls the asked seat; always returns True.

    Each is added only if the holder has a choice. Seats that decided before take nothing back, because the script has
    no answers for them.
    """
    if table["mayor"]:
        if len(table["marked"]) > 1:
            script.append(("collect", table["mayor"], (asked.about["location"],)))
        if len(set(table["stacks"][asked.about["location"]])) > 1:
            script.append(("call", table["mayor"], (asked.seat,)))
    return True


WAYS: dict[str, Way] = {
    "turn": _own_turn,
    "bullet": _at_once,
    "react": _reaction,
    "evaluate": _at_once,
    "deal": _deal_window,
    "jail": _own_cycle,
    "move": _own_cycle,
    "kill": _own_cycle,
    "star": _own_cycle,
    "collect": _at_once,
    "retrieve": _retrieval,
}
