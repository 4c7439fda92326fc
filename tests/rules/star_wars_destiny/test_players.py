"""Tests the computer players of Star Wars: Destiny: how they plan their dice, and how they guess hidden cards."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

from rules import GAME_AIS
from rules.engine import Game
from rules.players.choosing import Normal
from rules.players.levels import ask
from rules.players.playout import reach
from rules.players.search import Hard
from rules.star_wars_destiny import STAR_WARS_DESTINY
from rules.star_wars_destiny.determinisation import evaluate
from rules.star_wars_destiny.facts import STARTERS
from rules.star_wars_destiny.features import Features

from ..random_play import answer_at_random, new_game
from .table import given, player

AI = GAME_AIS[STAR_WARS_DESTINY.name]


# Worlds


def test_a_starter_sets_deck_is_known_by_its_team() -> None:
    """In every guess of a computer player, each player's hand, deck and discard pile are cards of one starter set."""
    dice, game, checked = Random(5), new_game(STAR_WARS_DESTINY, 2, 5), 0
    while game.decision and checked < 40:
        if game.decision.kind == "action" and not game.decision.about:
            asked = ask(game, game.waiting[0])
            sample = AI.determinise(asked) if AI.determinise else None
            world = sample(dice) if sample else None
            if world:
                checked += 1
                for player in world.table["players"].values():
                    cards = Counter([*player["hand"], *player["deck"], *player["discard"]])
                    assert any(cards <= Counter(starter.codes) for starter in STARTERS.values())
        answer_at_random(game, dice)
    assert checked == 40


def test_an_additional_action_is_searched_from_the_beginning_of_the_turn() -> None:
    """Each Holdout Blaster gives an additional action. What the opponent holds changes nothing."""
    thoughts = []
    for hand in ("dodge", "sith_holocron"):
        table = given(
            a=player("finn rey*2", hand="holdout_blaster holdout_blaster aim", resources=5), b=player("rey", hand=hand)
        )
        game = Game.at(STAR_WARS_DESTINY, table)
        for answers in (1, 2):
            game.answer(game.number, "a", ("play:holdout_blaster:a-finn",))
            asked = ask(game, "a")
            assert (asked.kind, asked.about) == ("action", {"extra": 1})
            assert asked.before is not None
            assert len(asked.before.answers) == answers
            thought = Hard(STAR_WARS_DESTINY, AI, playouts=12).think(asked, Random(1))
            assert (thought.measure, thought.tries[0] > 0) == ("chance", True)
            thoughts.append(thought)
    assert thoughts[:2] == thoughts[2:]


def test_an_action_in_the_turn_of_another_seat_is_not_searched() -> None:
    """Retreat lets the opponent act, who has not begun a turn of their own."""
    table = given(
        a=player("finn", hand="retreat aim", resources=2), b=player("rey", hand="holdout_blaster", resources=2)
    )
    game = Game.at(STAR_WARS_DESTINY, table)
    game.answer(game.number, "a", ("play:retreat",))
    for key in ("play:holdout_blaster:b-rey", ""):
        asked = ask(game, "b")
        assert asked.kind == "action"
        assert asked.about
        assert asked.before is None
        assert Hard(STAR_WARS_DESTINY, AI, playouts=12).think(asked, Random(1)).measure == "points"
        if key:
            game.answer(game.number, "b", (key,))


def test_cards_that_were_drawn_within_the_turn_are_known() -> None:
    """Black Market draws two cards, then asks whether to play an upgrade. The drawn upgrade is among the keys."""
    table = given(
        a=player("finn", supports="black_market", pool="black_market+1=sp", hand="aim", deck="dodge jetpack aim aim",
                 resources=5),
        b=player("rey", hand="dodge"),
    )  # fmt: skip
    game = Game.at(STAR_WARS_DESTINY, table)
    game.answer(game.number, "a", ("resolve:a-black_market+1",))
    asked = ask(game, "a")
    assert asked.kind == "play"
    assert "jetpack:a-finn" in asked.keys
    assert Hard(STAR_WARS_DESTINY, AI, playouts=12).think(asked, Random(1)).measure == "chance"


def test_a_table_on_which_the_seat_would_see_something_else_is_dropped() -> None:
    table = given(a=player("finn rey*2", hand="holdout_blaster aim", resources=5), b=player("rey*2"))
    game = Game.at(STAR_WARS_DESTINY, table)
    game.answer(game.number, "a", ("play:holdout_blaster:a-finn",))
    asked = ask(game, "a")
    sample = AI.determinise(asked) if AI.determinise else None
    world = sample(Random(1)) if sample else None
    assert world
    assert reach(STAR_WARS_DESTINY, world, asked, Random(1)) is not None
    world.table["players"]["b"]["characters"][0]["damage"] = 1
    assert reach(STAR_WARS_DESTINY, world, asked, Random(1)) is None


# Judgement


def chosen(**how: Any) -> str:
    """Returns the key that *normal* chooses for the asked seat at a table that `given` describes."""
    game = Game.at(STAR_WARS_DESTINY, given(**how))
    [key] = Normal(AI).choose(ask(game, game.waiting[0]), Random(1))
    return key


def test_damage_that_brings_down_is_dealt_before_anything_else() -> None:
    key = chosen(
        a=player("rey", pool="rey+1=1md", hand="aim", resources=3), b=player("kylo_ren/10 first_order_stormtrooper")
    )
    assert key == "resolve:a-rey+1:b-kylo_ren"


def test_easy_aims_at_any_enemy_while_normal_brings_one_down() -> None:
    table = given(a=player("rey", pool="rey+1=1md"), b=player("kylo_ren/10 first_order_stormtrooper"))
    game = Game.at(STAR_WARS_DESTINY, table)
    asked = ask(game, game.waiting[0])
    assert AI.quick_policy is not None
    weights = dict(zip(asked.keys, AI.quick_policy(asked), strict=True))
    aimed = [weight for key, weight in weights.items() if key.startswith("resolve:a-rey+1:b-")]
    assert aimed == [max(weights.values())] * 2
    assert Normal(AI).choose(asked, Random(1)) == ("resolve:a-rey+1:b-kylo_ren",)


def test_dice_are_rolled_before_the_battlefield_is_claimed() -> None:
    assert chosen(a=player("rey"), b=player("kylo_ren")) == "activate:a-rey"
    assert chosen(a=player("rey!"), b=player("kylo_ren")) == "claim"


def test_to_bring_down_is_worth_more_than_to_hurt_and_shields_take_from_it() -> None:
    game = new_game(STAR_WARS_DESTINY, 2, 1)
    while game.decision and game.decision.kind != "action":
        game.clock(game.number)
    view = ask(game, "a").view if "a" in game.waiting else game.view("a")
    features = Features(view, "a")
    enemy, own = features.enemies()[0], features.own()[0]
    life = features.life(enemy)
    assert features.hurting(enemy, life + features.shields(enemy)) > features.hurting(enemy, life - 1) + 3
    assert features.hurting(own, 2) < 0 < features.hurting(enemy, 2)
    assert features.shielding(own, 1) > 0 > features.shielding(enemy, 1)


def test_a_player_who_is_out_has_no_chance_and_chances_add_up_to_one() -> None:
    game = new_game(STAR_WARS_DESTINY, 3, 2)
    while game.decision and game.decision.kind != "action":
        game.clock(game.number)
    table = STAR_WARS_DESTINY.table(game.table)
    assert abs(sum(evaluate(table, seat) for seat in "abc") - 1) < 1e-9
    table["players"]["b"]["out"] = True
    assert evaluate(table, "b") == 0
