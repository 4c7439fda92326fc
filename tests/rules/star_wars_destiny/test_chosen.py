"""Tests choices by condition and number, the first question of a step, and which effects are possible."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rules.star_wars_destiny.cards.awakenings.events_blue import half_up
from rules.star_wars_destiny.cards.awakenings.events_red import either_number, is_a
from rules.star_wars_destiny.cards.awakenings.upgrades_blue import shields_on
from rules.star_wars_destiny.cards.awakenings.upgrades_red import is_yours
from rules.star_wars_destiny.effects.card_verbs import activate, play
from rules.star_wars_destiny.effects.choosing import choose, up_to
from rules.star_wars_destiny.effects.clauses import card, no_effect
from rules.star_wars_destiny.effects.conditions import (
    cost_of,
    count,
    first_round,
    shows,
    spot,
    value_of,
)
from rules.star_wars_destiny.effects.control import if_, one_of
from rules.star_wars_destiny.effects.dice_verbs import any_side, remove, reroll, resolve, turn
from rules.star_wars_destiny.effects.hand_verbs import discard, look, on_top_of_deck, to_hand, to_owners_hand
from rules.star_wars_destiny.effects.nodes import Node, Opening, Target, enemy_player
from rules.star_wars_destiny.effects.resource_verbs import gain
from rules.star_wars_destiny.effects.selectors import EVENT, either, enemy, your
from rules.star_wars_destiny.effects.steps import Step
from rules.star_wars_destiny.effects.targets import Top, each, random
from rules.star_wars_destiny.effects.text import Ability
from rules.star_wars_destiny.facts import CARDS

from .doing import Run, done, frame
from .table import player

SPOKEN_OF: list[Callable[[Target], Node]] = [
    lambda one: shows(one, "md"),
    is_yours,
    lambda one: is_a(one, "upgrade"),
    value_of,
    cost_of,
    shields_on,
    count,
    lambda one: half_up(value_of(one)),
    lambda one: either_number(shows(one, "md"), 1, 2),
    lambda one: either_number(first_round(), count(one), 2),
    lambda one: either_number(first_round(), 1, count(one)),
    lambda one: count(one) - count(each(your.die)),
    lambda one: count(each(your.die)) - count(one),
    lambda one: count(one) + count(each(your.die)),
    lambda one: count(each(your.die)) + count(one),
    lambda one: count(one) > count(each(your.die)),
    lambda one: count(each(your.die)) > count(one),
    lambda one: count(one).is_(1),
    lambda one: if_(first_round(), gain(1), else_=gain(count(one))),
    lambda one: choose(your.character, up_to(count(one))),
]


@pytest.mark.parametrize("speaks", SPOKEN_OF)
def test_mentioned_targets_are_chosen(speaks: Callable[[Target], Node]) -> None:
    f = frame(a=player("rey*2", pool="rey+1=1md rey+2=1dc"))
    one = choose(your.die)
    run = Run(speaks(one).settle(f), *["a-rey+2", ["a-rey"]][: 2 if speaks is SPOKEN_OF[-1] else 1])
    assert run.asked[0].kind == "die"
    assert [getattr(thing, "name", "") for thing in one.of(f)] == ["a-rey+2"]


@pytest.mark.parametrize("node", [spot(enemy.character), count(enemy.die)])
def test_an_opponent_who_is_spoken_of_is_asked_for(node: Node) -> None:
    f = frame(c=player("kylo_ren"))
    assert node.first(f) is Opening.OWN
    assert [asked.kind for asked in Run(node.settle(f), "c").asked] == ["opponent"]
    assert f.enemy is f.table.players["c"]


def test_the_first_question_follows_from_the_steps() -> None:
    """`first` returns the kind of an expression's first question: none, a choice of the ability's own player, or
    another one, such as a draw or a question to an opponent.
    """
    f = frame(number=2)
    assert activate(each(your.character)).first(f) is Opening.MAY
    assert activate(choose(your.character)).first(f) is Opening.OWN
    assert reroll(each(your.die)).first(f) is Opening.MAY
    assert turn(choose(your.die), any_side).first(f) is Opening.NOTHING
    assert one_of(gain(1), gain(2)).first(f) is Opening.OWN
    assert one_of(gain(1), gain(2), by=enemy_player).first(f) is Opening.MAY
    assert look(random(enemy.hand)).first(f) is Opening.MAY
    assert look(random(enemy.hand)).first(frame(c=player("rey"))) is Opening.OWN
    offer = one_of(gain(1), gain(2))
    assert if_(first_round(), gain(1), else_=offer).first(f) is Opening.OWN
    assert if_(first_round(), offer, else_=gain(1)).first(f) is Opening.NOTHING
    assert if_(first_round(), offer).first(f) is Opening.NOTHING


def test_an_opponents_choice_does_not_begin_an_optional_part() -> None:
    """A choice that an opponent makes is not a first question of the ability's own player; D203: with several
    opponents, the player first chooses one of them.
    """
    f = frame(b=player("finn", pool="finn+1=1rd"))
    assert resolve(choose(enemy.die), by=enemy_player).first(f) is Opening.MAY
    dice = choose(your.die, by=enemy_player)
    assert dice.first(frame(a=player("rey", pool="rey+1=1md"), c=player("kylo_ren"))) is Opening.OWN


def test_a_card_that_is_named_asks_only_where_an_upgrade_goes() -> None:
    named = play(each(your.discards))
    assert named.first(frame(a=player("rey", discard="outpost", resources=9))) is Opening.MAY
    assert named.first(frame(a=player("rey", discard="datapad", resources=9))) is Opening.OWN


def test_a_card_can_be_played_from_the_pile_with_an_empty_hand_and_for_its_price() -> None:
    """A card in the discard pile (Comlink) is played for its price of 2 although the hand is empty; afterwards nothing
    can be played.
    """
    f = frame(a=player("rey", discard="comlink", resources=3))
    from_pile = play(your.discards)
    assert from_pile.able(f)
    assert done(from_pile, f)
    assert ([upgrade.code for upgrade in f.you.upgrades], f.you.resources) == (["comlink"], 1)
    assert not from_pile.able(f)


def test_d203_no_one_is_asked_which_opponent_if_none_has_what_could_be_chosen() -> None:
    target = choose(enemy.die)
    step = remove(target)
    assert Ability(step)
    assert target.role.direct
    assert step.first(frame(c=player("kylo_ren"))) is Opening.NOTHING


@pytest.mark.parametrize(
    ("verb", "answer"), [(remove, "c-kylo_ren+1"), (lambda target: turn(target, any_side), "c-kylo_ren+1:blank")]
)
def test_d203_whose_die_was_chosen_is_the_opponent_who_is_meant(verb: Callable[[choose], Step], answer: str) -> None:
    f = frame(b=player("finn", pool="finn+1=1rd"), c=player("kylo_ren", pool="kylo_ren+1=1md"))
    Run(Ability(verb(choose(enemy.die))).use(f), answer)
    assert f.enemy is f.table.players["c"]


def test_d203_the_opponent_who_is_to_choose_is_named_first_and_is_asked() -> None:
    f = frame(a=player("rey*2", pool="rey+1=1md rey+2=1dc"), c=player("kylo_ren"))
    one = choose(your.die, by=enemy_player)
    run = Run(one.settle(f), "c", "a-rey+2")
    assert [(asked.kind, *asked.waiting) for asked in run.asked] == [("opponent", "a"), ("die", "c")]


def test_choices_among_all_players_begin_with_the_opponents() -> None:
    """Seat b chooses: the characters of b's opponents come first, clockwise (c, a), and b's own last."""
    f = frame(c=player("kylo_ren"))
    f.enemy = f.table.players["b"]
    found = choose(either.character, by=enemy_player).candidates(f)
    assert [getattr(thing, "name", "") for thing in found] == ["c-kylo_ren", "a-rey", "b-finn"]


def test_r49_a_hidden_card_is_asked_for_though_none_fits() -> None:
    """A choice among the events in an opponent's hand is asked even if there is none; otherwise everyone would notice
    that.
    """
    f = frame(b=player("finn", hand="datapad"))
    one = choose(enemy.hand.is_a(EVENT), up_to(1))
    assert [asked.kind for asked in Run(one.settle(f), []).asked] == ["cards"]
    assert choose(each(enemy.hand)).hidden_cards(f)


def test_a_card_is_written_once() -> None:
    with pytest.raises(ValueError, match=r"^rey is written twice$"):
        card(CARDS["rey"], no_effect, test="")


def test_numbers_are_added_and_one_of_two_is_taken_as_the_condition_says() -> None:
    f = frame(a=player("rey*2", pool="rey+1=1md"))
    assert (count(each(your.die)) + count(each(either.character))).get(f) == 3
    assert [either_number(first_round(), 1, 2).get(frame(number=number)) for number in (1, 2)] == [1, 2]


def test_if_it_could_do_something_follows_from_what_would_be_done() -> None:
    f = frame(number=2)
    assert not if_(first_round(), gain(1)).able(f)
    assert if_(first_round(), gain(0), else_=gain(1)).able(f)
    assert not if_(first_round(), gain(1), else_=gain(0)).able(f)


def test_a_number_below_nothing_is_nothing() -> None:
    f = frame()
    assert (count(each(your.die)) - count(each(your.character))).get(f) == 0


@pytest.mark.parametrize(("verb", "into"), [(to_hand, "hand"), (on_top_of_deck, "deck")])
def test_a_returning_card_is_announced_with_both_of_its_places(verb: Callable[[Target], Node], into: str) -> None:
    f = frame(a=player("rey", discard="aim"))
    assert done(verb(choose(your.discards)), f)  # type: ignore[arg-type]  # a step
    told = f.table.told[-1]
    assert (told.name, told.facts) == ("returns", {"seat": "a", "card": "aim", "from": "discard", "into": into})


def test_everyone_is_told_that_a_card_is_discarded_from_a_deck() -> None:
    f = frame(a=player("rey", deck="aim"), b=player("finn", deck=""))
    top = Top(1)
    assert done(discard(top), f)
    told = f.table.told[-1]
    assert (told.name, told.facts) == ("discards", {"seat": "a", "cards": ["aim"], "from": "deck"})


def test_to_its_owners_hand_any_upgrade_may_come() -> None:
    """R41: the upgrade returns to its owner; a single one is returned without a question."""
    f = frame(b=player("finn", upgrades={"finn": "datapad"}))
    assert done(to_owners_hand(choose(enemy.upgrade)), f)
    assert f.table.players["b"].hand == ["datapad"]
