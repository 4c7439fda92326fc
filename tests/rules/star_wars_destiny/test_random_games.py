"""Tests random games in all formats and with two to four players: what must hold at every decision."""

from __future__ import annotations

import random

import pytest

from rules.decisions import Several
from rules.engine import Game
from rules.star_wars_destiny import STAR_WARS_DESTINY
from rules.star_wars_destiny.actions import Action, is_allowed

from ..random_play import NAMES
from .table import Json, cards_of, check, code_of
from .test_properties import mixed

RULES = STAR_WARS_DESTINY
GAMES = [(format_, seats, seed) for format_ in ("starters", "random") for seats in (2, 3, 4) for seed in range(6)]


def answer(game: Game, dice: random.Random) -> None:
    """Gives a random answer, which is rarely a pass so that more happens."""
    decision = game.decision
    assert decision is not None
    (seat,) = game.waiting
    keys = list(game.keys(seat))
    if isinstance(decision, Several):
        chosen = dice.sample(keys, dice.randint(decision.least, decision.most))
    else:
        active = [key for key in keys if key not in ("pass", "claim")]
        chosen = [dice.choice(active if active and dice.random() < 0.93 else keys)]
    game.answer(game.number, seat, chosen)


def opened(format_: str, seats: int, seed: int) -> Game:
    return Game.new(
        RULES, NAMES[:seats], {"format": format_}, game_id=str(seed), seed=random.Random(seed).randbytes(32)
    )  # fmt: skip


def look(game: Game) -> None:
    """Checks the invariants that hold at every question."""
    decision = game.decision
    if decision is None:
        return
    (seat,) = game.waiting
    keys = list(game.keys(seat))
    assert len(keys) == len(set(keys))
    assert all(0 < len(key) <= 80 for key in keys)
    if not isinstance(decision, Several):
        assert decision.silence in keys
    check(RULES.table(game.table))


@pytest.mark.parametrize(("format_", "seats", "seed"), GAMES)
def test_a_random_game_reaches_its_end(format_: str, seats: int, seed: int) -> None:
    """Each owner's cards are conserved, each die is in one place, tokens keep their limits, and the record replays."""
    dice = random.Random(seed)
    game = opened(format_, seats, seed)
    brought = cards_of(RULES.table(game.table))
    while game.decision:
        look(game)
        answer(game, dice)
        table = RULES.table(game.table)
        for seat, cards in cards_of(table).items():
            if not game.table.players[seat].out:
                assert cards == brought[seat]
    again = Game.replay(RULES, game.record())
    assert RULES.table(again.table) == RULES.table(game.table)
    assert again.over == game.over
    assert [event.spoken() for event in again.told] == [event.spoken() for event in game.told]


@pytest.mark.parametrize("seed", range(8))
def test_an_action_is_allowed_exactly_if_it_is_offered(seed: int) -> None:
    """The check of a single key, which a replay uses, agrees with the list of all keys."""
    dice = random.Random(seed)
    game = opened("random", 2, seed)
    seen: list[str] = []
    while game.decision and game.number < 400:
        if isinstance(game.decision, Action):
            (seat,) = game.waiting
            offered = list(game.keys(seat))
            player = game.table.players[seat]
            for key in {*offered, *dice.sample(seen, min(20, len(seen)))}:
                assert is_allowed(game.table, player, key) == (key in offered), key
            seen += offered
        answer(game, dice)


def everything_named(table: Json) -> set[str]:
    """Returns the names of the cards and dice at a table, as keys use them; of each deck only the top three cards."""
    names = {table["battlefield"]["card"]} if table["battlefield"] else set()
    for player in table["players"].values():
        names |= {die["die"] for die in player["pool"]} | {card["id"] for card in player["supports"]}
        names |= {*player["hand"], *player["discard"], *player["deck"][:3]}
        for character in player["characters"]:
            names |= {character["id"], *(upgrade["id"] for upgrade in character["upgrades"])}
    return names


@pytest.mark.parametrize("seed", range(4))
def test_no_action_is_allowed_that_is_not_offered(seed: int) -> None:
    """Tries each verb with one or two names of the table; keys of more than 80 characters are refused."""
    dice = random.Random(seed)
    game = Game.at(RULES, mixed(2, seed), seed=dice.randbytes(32))
    words = ("activate", "play", "resolve", "reroll", "use", "claim", "pass", "", "moves")
    while game.decision and game.number < 60:
        if isinstance(game.decision, Action):
            (seat,) = game.waiting
            player, offered = game.table.players[seat], list(game.keys(seat))
            names = sorted(everything_named(RULES.table(game.table)))
            keys = {f"{word}:{name}" for word in words for name in names} | {*words, "claim:", "pass:", "x" * 81}
            keys |= {f"{key}:{name}" for key in dice.sample(sorted(keys), 40) for name in dice.sample(names, 5)}
            for key in {*offered, *keys}:
                assert is_allowed(game.table, player, key) == (key in offered), key
        answer(game, dice)


@pytest.mark.parametrize("seed", range(6))
def test_a_view_holds_nothing_of_others(seed: int) -> None:
    """Hands, decks and deck lists of other players are shown as numbers or left out."""
    dice = random.Random(seed)
    game = opened("random", 3, seed)
    while game.decision and game.number < 300:
        answer(game, dice)
    for looker in (None, "a", "b"):
        view = RULES.view(game.table, looker)
        for seat, given in view["players"].items():
            assert isinstance(given["deck"], int)
            assert ("hand" in given, "list" in given, "cards" in given) == (
                (True, True, False) if seat == looker else (False, False, True)
            )


def test_names_of_cards_are_read_back() -> None:
    assert code_of("a-first_order_stormtrooper-2") == "first_order_stormtrooper"
