"""Complete tables that agree with what one seat knows, and an estimate of who will win on such a table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from math import exp
from typing import Any

from rules.players.ai import Dice, Sampler, World
from rules.players.question import Before, Facts, Question, plain
from rules.star_wars_destiny.facts import STARTERS
from rules.star_wars_destiny.features import average, len_hand, printed
from rules.star_wars_destiny.formats import twice_each

Table = dict[str, Any]


def determinise(asked: Question) -> Sampler | None:
    """Returns a sampler of tables that are possible at the beginning of the asked seat's turn, with the answers since
    then; None if the decision is not in that turn.
    """
    before = Before(asked.view, ()) if asked.kind == "action" and not asked.about else asked.before
    if before is None or before.view["turn"] != asked.seat or before.view["limbo"]:
        return None
    words = {name: value for name, value in asked.about.items() if isinstance(value, str)}
    tops = {
        seat: _drawn(seat, player, asked.view["players"][seat]) for seat, player in before.view["players"].items()
    }  # fmt: skip
    return partial(_world, before, tops, words)


def _world(before: Before, tops: Mapping[str, Sequence[str]], words: Facts, dice: Dice) -> World:
    table = plain(before.view)
    for seat, player in table["players"].items():
        _deal(seat, player, tops[seat], dice)
    return World(table, before.answers, words)


def _drawn(seat: str, before: Facts, now: Facts) -> Sequence[str]:
    """Returns the cards that have left a player's deck within the turn and that the asked seat now sees, in order."""
    count = before["deck"] - now["deck"]
    if count <= 0:
        return ()
    came = Counter(_seen(seat, now))
    came.subtract(_seen(seat, before))
    drawn: list[str] = []
    for code in reversed(list(_seen(seat, now))):
        if came[code] > 0:
            came[code] -= 1
            drawn.insert(0, code)
    return drawn[:count]


def _seen(seat: str, player: Facts) -> Iterator[str]:
    """Yields the cards of a player that the view shows: discarded, in a visible hand, or in play."""
    yield from player["discard"]
    yield from player.get("hand", ())
    yield from (name.split("-")[1] for name in _in_play(player) if name.startswith(f"{seat}-"))


def _deal(seat: str, player: Table, drawn: Sequence[str], dice: Dice) -> None:
    """Completes a player's hidden hand and deck in a table, at random from the unseen cards of a likely deck.

    `drawn`: the cards on top of the deck, as far as they are known.
    """
    left = Counter(player["list"] or _likely_list(player)) if "list" in player else Counter(_likely_list(player))
    left.subtract(_seen(seat, player))
    left.subtract(drawn)
    cards = list((+left).elements())
    dice.shuffle(cards)
    if "hand" not in player:
        player["hand"] = [cards.pop() for _ in range(min(player.pop("cards"), len(cards)))]
    player["deck"] = [*drawn, *cards][: player["deck"]]


def _likely_list(player: Table) -> list[str]:
    """Returns the deck of the starter set with this team; for other teams, all cards that they may play."""
    team = [(printed(each["id"]).code, each["dice"]) for each in (*player["characters"], *player["defeated"])]
    for starter in STARTERS.values():
        if sorted(team) == sorted(starter.team):
            return list(starter.codes)
    codes = [code for code, _ in team]
    return [*twice_each(codes, has_die=True), *twice_each(codes, has_die=False)] if codes else []


def _in_play(player: Facts) -> list[str]:
    names = [support["id"] for support in player["supports"]]
    return names + [each["id"] for character in player["characters"] for each in character["upgrades"]]


# Evaluation


def evaluate(table: Facts, seat: str) -> float:
    """Returns the seat's estimated chance to win (0 to 1) at a table at the end of a round."""
    scores = {one: _standing(player) for one, player in table["players"].items()}
    best = max(scores.values())
    weights = {one: exp((score - best) / 5) if score > 0 else 0.0 for one, score in scores.items()}
    return weights[seat] / sum(weights.values())


def _standing(player: Facts) -> float:
    """Returns the value of a player's life, dice, cards and resources; 0 for a player who is out."""
    if player["out"] or not player["characters"]:
        return 0.0
    total: float = 0.45 * player["resources"] + 0.35 * len_hand(player) + 0.02 * len(player["deck"])
    for character in player["characters"]:
        card = printed(character["id"])
        life = card.health - character["damage"] + 0.7 * character["shields"]
        dice = character["dice"] * average(card) + sum(average(printed(each["id"])) for each in character["upgrades"])
        total += 0.55 * life + 1.0 + dice * (1.2 + 0.05 * min(life, 8))
    return total + sum(0.5 + average(printed(each["id"])) for each in player["supports"])
