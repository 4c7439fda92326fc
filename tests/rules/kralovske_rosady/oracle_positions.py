"""Random but possible tables in the middle of a game: with columns to be evaluated, or at a turn, with cards that have
an immediate effect.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

from .oracle_columns import CARDS, POINT_CARDS, Json

IMMEDIATE = "explorer murderer storm disguise traitor".split()
MOODS = [
    "mage witch prince squire hermit tom_thumb double double dragon dragon romeo julia beggar disguise witch".split(),
    "prince squire prince squire double".split(),
    "hermit tom_thumb double dragon dragon romeo julia".split(),
    "beggar beggar dragon double disguise".split(),
]
"""Lists of cards: a random column to be evaluated has mostly cards of one list. Only the first has mages and witches,
which remove cards.
"""


def laid(dice: random.Random, phase: str, seats: list[str], round_: int | None = None) -> Json:
    """Returns a random table that `position` must accept; some cards may be out of the game."""
    n = len(seats)
    round_ = round_ or dice.randint(1, 6)
    points = dice.sample(POINT_CARDS, 6 * n)
    missing = (22, 24, 25) if dice.random() < 0.08 else (0, 0, 0, 3, 12)
    pools = {seat: dice.sample(CARDS, 25 - dice.choice(missing)) for seat in seats}
    won: Json = {seat: [] for seat in [*seats, "out"]}
    for point in points[: n * (round_ - 1)]:
        won[dice.choice([*seats, *seats, "out"])].append(point)
    shown, later = points[n * (round_ - 1) : n * round_], points[n * round_ :]
    closed = [dice.random() < 0.12 for _ in range(n)]
    if phase == "play" and all(closed):
        closed[dice.randrange(n)] = False
    columns = [{"point": point, "closed": False, "cards": []} for point in shown]
    for column, shut in zip(columns, closed, strict=True):
        cards = list(_cards(dice, phase, pools, shut=shut))
        column["cards"] = cards
        column["closed"] = any(card["card"] == "storm" and card["up"] for card in cards)
    players = {seat: _player(dice, pools[seat], won[seat]) for seat in seats}
    return {
        "game": "kralovske_rosady", "edition": 1, "round": round_, "phase": phase, "turn": dice.choice(seats),
        "columns": columns, "points_deck": later, "removed_points": won["out"], "players": players,
    }  # fmt: skip


def _cards(dice: random.Random, phase: str, pools: dict[str, list[str]], *, shut: bool) -> Iterator[Json]:
    wanted = IMMEDIATE if phase == "play" else dice.choice(MOODS)
    never = ["storm"]
    if dice.random() < 0.9:
        never += ["musketeers"] if phase == "play" or wanted is MOODS[0] else ["musketeers", "mage", "witch"]
    for _ in range(dice.choice((0, 1, 1, 2, 3, 4, 6, 9))):
        card = _drawn(dice, pools, wanted, never)
        if card is None:
            continue
        yield {**card, "up": True, "tucked": False}
        pool = pools[card["owner"]]
        if card["card"] == "disguise" and pool and dice.random() < 0.7:
            yield {"owner": card["owner"], "card": pool.pop(), "up": False, "tucked": True}
    if shut:
        owner = next((seat for seat in pools if "storm" in pools[seat]), None)
        last = None if owner is None else _drawn(dice, pools, [], ["storm"])
        if owner is not None and last is not None:
            pools[owner].remove("storm")
            yield {"owner": owner, "card": "storm", "up": True, "tucked": False}
            yield {**last, "up": False, "tucked": False}
    elif dice.random() < 0.8:
        last = _drawn(dice, pools, wanted, [])
        if last is not None:
            yield {**last, "up": False, "tucked": False}


def _drawn(
    dice: random.Random,
    pools: dict[str, list[str]],
    wanted: list[str],
    never: list[str],
) -> Json | None:
    """Takes a random card out of the owners' pools and returns it with its owner: most often a wanted one, and never
    one of `never`. Returns None if no card is left.
    """
    owners = [seat for seat in pools if any(card not in never for card in pools[seat])]
    if not owners:
        return None
    owner = dice.choice(owners)
    possible = [card for card in pools[owner] if card not in never]
    liked = [card for card in wanted if card in possible]
    card = dice.choice(liked if liked and dice.random() < 0.65 else possible)
    pools[owner].remove(card)
    return {"owner": owner, "card": card}


def _player(dice: random.Random, pool: list[str], points: list[str]) -> Json:
    hand, rest = pool[: (held := dice.choice((0, 1, 2, 3, 3, 3)))], pool[held:]
    cut = dice.choice((0, 0, 1, len(rest), dice.randint(0, len(rest))))
    return {"hand": hand, "deck": rest[:cut], "discard": rest[cut:], "points": points}


def explorers_everywhere(dice: random.Random, seats: list[str]) -> Json:
    """Returns a random table at a turn with an explorer in hand that can turn other explorers; one to three columns
    are still open (K6).
    """
    n = len(seats)
    points = dice.sample(POINT_CARDS, 6 * n)
    round_ = dice.randint(1, 6)
    turn, *others = dice.sample(seats, n)
    open_now = dice.sample(range(n), min(n - 1, dice.choice((2, 2, 3))))
    columns: list[Json] = []
    for at, point in enumerate(points[:n]):
        storm = {"owner": seats[at], "card": "storm", "up": True, "tucked": False}
        under = {"owner": seats[at], "card": "queen", "up": False, "tucked": False}
        columns.append(
            {"point": point, "closed": at not in open_now, "cards": [] if at in open_now else [storm, under]}
        )
    for at, owner in zip(open_now, others, strict=False):
        above = {"owner": turn, "card": CARDS[3 + at], "up": True, "tucked": False}
        hidden = {"owner": owner, "card": "explorer", "up": False, "tucked": False}
        columns[at]["cards"] = [above, hidden] if dice.random() < 0.5 else [hidden]
    players = {seat: _player(dice, ["julia", "witch", "mage", "beggar"], []) for seat in seats}
    players[turn]["hand"] = ["explorer", "dragon"]
    return {
        "game": "kralovske_rosady", "edition": 1, "round": round_, "phase": "play", "turn": turn, "columns": columns,
        "points_deck": points[n * round_ :], "removed_points": [], "players": players,
    }  # fmt: skip
