"""Tests properties of random games: cards, dice and tokens are conserved, limits hold, records and positions replay."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from rules.decisions import Several
from rules.engine import Game
from rules.star_wars_destiny import STAR_WARS_DESTINY
from rules.star_wars_destiny.cards import BATTLEFIELDS
from rules.star_wars_destiny.decks import deck_code
from rules.star_wars_destiny.facts import CARDS, Deck
from rules.star_wars_destiny.formats import teams, twice_each

from ..random_play import NAMES
from .table import Json, cards_of, check, code_of

RULES = STAR_WARS_DESTINY
FORMATS = ("starters", "standard", "random")
GAMES = [(format_, seats, seed) for format_ in FORMATS for seats in (2, 3, 4) for seed in range(3)]


def deck(dice: random.Random) -> str:
    """Returns the code of a random legal deck, with any share of cards that have dice."""
    team = dice.choice(list(teams().values()))
    characters = [code for code, _ in team]
    legal = twice_each(characters, has_die=True) + twice_each(characters, has_die=False)
    copies = Counter(dice.sample(legal, 30))
    return deck_code(Deck(team, dice.choice(BATTLEFIELDS), tuple(copies.items())))


def opened(format_: str, seats: int, seed: int) -> Game:
    dice = random.Random(seed)
    options = {"format": format_}
    if format_ == "standard":
        options["decks"] = " | ".join(deck(dice) for _ in range(seats))
    return Game.new(RULES, NAMES[:seats], options, game_id=str(seed), seed=dice.randbytes(32))


def answer(game: Game, dice: random.Random) -> list[str]:
    """Gives and returns a random answer, which is rarely a pass so that more happens."""
    (seat,) = game.waiting
    keys = list(game.keys(seat))
    if isinstance(game.decision, Several):
        chosen = dice.sample(keys, dice.randint(game.decision.least, game.decision.most))
    else:
        active = [key for key in keys if key not in ("pass", "claim", "done", "no")]
        chosen = [dice.choice(active if active and dice.random() < 0.9 else keys)]
    game.answer(game.number, seat, chosen)
    return chosen


# Tokens: what lies on the table changes as it is told, and not otherwise


def tokens(table: Json) -> Counter[str]:
    """Returns the resources of each player, and the damage and shields of each character and support."""
    found: Counter[str] = Counter()
    for seat, player in table["players"].items():
        if not player["out"]:
            found[f"{seat} resources"] = player["resources"]
            for one in (*player["characters"], *player["supports"]):
                found[f"{one['id']} damage"] = one["damage"]
                found[f"{one['id']} shields"] = one.get("shields", 0)
    return found


def changes(told: list[Json]) -> Iterator[tuple[str, int]]:
    """Yields the changes of resources, damage and shields that these events report."""
    for event in told:
        match event["event"]:
            case "resources":
                yield f"{event['seat']} resources", event["change"]
            case "damage":
                yield f"{event['character']} damage", event["taken"]
                yield f"{event['character']} shields", -event["blocked"]
            case "shields":
                yield f"{event['character']} shields", event["change"]
            case "heals":
                yield f"{event['character']} damage", -event["count"]
            case "moves_damage":
                yield f"{event['onto']} damage", event["count"]
                if event["off"]:
                    yield f"{event['off']} damage", -event["count"]


def renewed(told: list[Json]) -> set[str]:
    """Returns the cards (and seats) whose tokens these events reset: cards that fell, entered play, left play or
    changed place, and seats that went out or played a card.
    """
    found: set[str] = set()
    for event in told:
        if event["event"] in ("defeated", "readies", "out", "upgrade_moves"):
            found.add(event.get("character") or event.get("card") or event["seat"])
        if event["event"] in ("plays", "discards", "returns"):
            found |= {str(event["seat"])} if event["event"] == "plays" else set()
            found |= set(event.get("cards", [event.get("card")]))
    return found


def check_tokens(before: Counter[str], after: Counter[str], told: list[Json]) -> None:
    expected = Counter(before)
    for what, change in changes(told):
        expected[what] += change
    gone = renewed(told)
    for what, count in after.items():
        name = what.partition(" ")[0]
        if what in before and name not in gone:
            health = CARDS[code_of(name)].health if what.endswith("damage") else None
            wanted = expected[what] if not health else min(expected[what], health)
            assert count == wanted, (what, before[what], count, told)


def check_limits(table: Json, game: Game) -> None:
    """Checks the limits of D3, D13 and D114: three shields, three upgrades, one copy of a unique card.

    A held die is in no pool. By R54, a player who is out has no cards and is not asked anything.
    """
    lying = [die["die"] for player in table["players"].values() for die in player["pool"]]
    surplus = game.decision is not None and game.decision.about == {"source": "rules"}
    assert not [seat for seat in game.waiting if seat in table["players"] and table["players"][seat]["out"]]
    for player in table["players"].values():
        if player["out"] and table["phase"] != "over":
            assert not [member for member, what in player.items() if what and member not in ("out", "list")]
        unique: Counter[str] = Counter()
        for character in player["characters"]:
            assert character["shields"] <= 3
            assert len(character["upgrades"]) <= (4 if surplus else 3)
            unique[code_of(character["id"])] += 1
            for upgrade in character["upgrades"]:
                unique[code_of(upgrade["id"])] += 1
                assert upgrade["holds"] not in lying
        unique.update(code_of(support["id"]) for support in player["supports"])
        assert not [code for code, count in unique.items() if count > 1 and CARDS[code].unique]


def follow(game: Game, dice: random.Random) -> None:
    """Plays a game to its end at random, checks the invariants after every answer, and at the end replays up to four
    records, of its end and of moments in between.
    """
    table = RULES.table(game.table)
    brought, before, heard = cards_of(table), tokens(table), len(game.told)
    middle: list[tuple[Any, Json]] = []
    while game.decision:
        answer(game, dice)
        table = RULES.table(game.table)
        check(table)
        check_limits(table, game)
        for seat, cards in cards_of(table).items():
            assert game.table.players[seat].out or cards == brought[seat]
        told = [event.spoken() for event in game.told[heard:]]
        after = tokens(table)
        if table["phase"] not in ("setup", "over") and not any(event["event"] == "takes_shields" for event in told):
            check_tokens(before, after, told)
        before, heard = after, len(game.told)
        if dice.random() < 0.02:
            middle.append((game.record(), table))
    middle.append((game.record(), table))
    for record, then in dice.sample(middle, min(4, len(middle))):
        assert RULES.table(Game.replay(RULES, record).table) == then


@pytest.mark.parametrize(("format_", "seats", "seed"), GAMES)
def test_cards_dice_and_tokens_are_conserved_in_a_whole_game(format_: str, seats: int, seed: int) -> None:
    dice = random.Random(seed)
    game = opened(format_, seats, seed)
    follow(game, dice)


# Tables that no format makes: all cards together


def mixed(seats: int, seed: int) -> Json:
    """Returns a random table with characters of both sides and any cards in play, in hands and in decks."""
    dice = random.Random(seed)
    kinds: dict[str, list[str]] = {}
    for code, card in CARDS.items():
        kinds.setdefault(card.type, []).append(code)
    loose = [*kinds["event"], *kinds["event"], *kinds["upgrade"], *kinds["support"]]
    players: Json = {}
    for seat in "abcd"[:seats]:
        free = iter(dice.sample(kinds["upgrade"], 12))
        characters = [
            {
                "id": f"{seat}-{code}", "dice": 2 if CARDS[code].unique and dice.random() < 0.5 else 1,
                "damage": dice.randint(0, CARDS[code].health - 1), "shields": dice.randint(0, 3),
                "upgrades": [{"id": f"{seat}-{next(free)}"} for _ in range(dice.randint(0, 3))],
            }
            for code in sorted(dice.sample(kinds["character"], dice.randint(2, 4)), key=lambda code: CARDS[code].number)
        ]  # fmt: skip
        players[seat] = {
            "resources": dice.randint(0, 6),
            "characters": characters,
            "supports": [{"id": f"{seat}-{code}"} for code in dice.sample(kinds["support"], 4)],
            "hand": dice.choices(loose, k=5),
            "deck": dice.choices(loose, k=15),
            "discard": dice.choices(loose, k=5),
        }
    field, *others = dice.sample(BATTLEFIELDS, seats)
    return {
        "game": RULES.name, "round": 2, "phase": "action", "turn": "a", "players": players,
        "battlefield": {"card": field, "owner": "a", "controller": dice.choice("abcd"[:seats])},
        "unused": dict(zip("bcd", others, strict=False)),
    }  # fmt: skip


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("seed", range(6))
def test_cards_dice_and_tokens_are_conserved_at_a_table_of_all_cards(seats: int, seed: int) -> None:
    dice = random.Random(seed)
    follow(Game.at(RULES, mixed(seats, seed), seed=dice.randbytes(32)), dice)


def beginnings(format_: str, seats: int, seed: int) -> Iterator[Json]:
    """Plays a random game and yields, at about every tenth turn, the table at its beginning as the protocol's JSON."""
    dice = random.Random(seed)
    game = opened(format_, seats, seed)
    while game.decision and game.number < 500:
        table = game.table
        plain = game.decision.kind == "action" and not game.decision.about and not table.limbo
        if plain and table.phase == "action" and dice.random() < 0.1:
            yield RULES.table(table)
        answer(game, dice)


def test_a_position_is_the_table_that_was_given() -> None:
    for table in beginnings("random", 3, 11):
        assert RULES.table(Game.at(RULES, table).table) == table
