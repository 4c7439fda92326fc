"""What a condition or a number speaks of is chosen for it; what would be asked first; what could be done."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rules.star_wars_destiny.effects.card_verbs import activate
from rules.star_wars_destiny.effects.choosing import choose, up_to
from rules.star_wars_destiny.effects.conditions import (
    cost_of,
    count,
    either_number,
    first_round,
    half_up,
    is_a,
    is_yours,
    shields_on,
    shows,
    spot,
    value_of,
)
from rules.star_wars_destiny.effects.control import if_, one_of
from rules.star_wars_destiny.effects.hand_verbs import discard, look, on_top_of_deck, to_hand, to_owners_hand
from rules.star_wars_destiny.effects.nodes import Node, Opening, Target, enemy_player
from rules.star_wars_destiny.effects.resource_verbs import gain
from rules.star_wars_destiny.effects.selectors import enemy, your
from rules.star_wars_destiny.effects.targets import Top, each, random

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
def test_what_is_spoken_of_is_chosen(speaks: Callable[[Target], Node]) -> None:
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


def test_what_is_asked_first_follows_from_what_would_be_done() -> None:
    """An activation asks nothing of its own player: Guardian or the dice come first. What is drawn comes unasked."""
    f = frame(number=2)
    assert activate(each(your.character)).first(f) is Opening.MAY
    assert one_of(gain(1), gain(2)).first(f) is Opening.OWN
    assert one_of(gain(1), gain(2), by=enemy_player).first(f) is Opening.MAY
    assert look(random(enemy.hand)).first(f) is Opening.MAY
    assert look(random(enemy.hand)).first(frame(c=player("rey"))) is Opening.OWN
    offer = one_of(gain(1), gain(2))
    assert if_(first_round(), gain(1), else_=offer).first(f) is Opening.OWN
    assert if_(first_round(), offer, else_=gain(1)).first(f) is Opening.NOTHING
    assert if_(first_round(), offer).first(f) is Opening.NOTHING


def test_if_it_could_do_something_follows_from_what_would_be_done() -> None:
    f = frame(number=2)
    assert not if_(first_round(), gain(1)).able(f)
    assert if_(first_round(), gain(0), else_=gain(1)).able(f)
    assert not if_(first_round(), gain(1), else_=gain(0)).able(f)


def test_a_number_below_nothing_is_nothing() -> None:
    f = frame()
    assert (count(each(your.die)) - count(each(your.character))).get(f) == 0


@pytest.mark.parametrize(("verb", "to"), [(to_hand, "hand"), (on_top_of_deck, "deck")])
def test_everybody_is_told_from_where_a_card_returns_and_to_where(verb: Callable[[Target], Node], to: str) -> None:
    f = frame(a=player("rey", discard="aim"))
    assert done(verb(choose(your.discards)), f)  # type: ignore[arg-type]  # a step
    told = f.table.told[-1]
    assert (told.name, told.facts) == ("returns", {"seat": "a", "card": "aim", "from": "discard", "to": to})


def test_everybody_is_told_that_a_card_is_discarded_from_a_deck() -> None:
    f = frame(a=player("rey", deck="aim"), b=player("finn", deck=""))
    top = Top(1)
    assert done(discard(top), f)
    told = f.table.told[-1]
    assert (told.name, told.facts) == ("discards", {"seat": "a", "cards": ["aim"], "from": "deck"})


def test_to_its_owners_hand_any_upgrade_may_come() -> None:
    """R41; nobody is asked where there is one."""
    f = frame(b=player("finn", upgrades={"finn": "datapad"}))
    assert done(to_owners_hand(choose(enemy.upgrade)), f)
    assert f.table.players["b"].hand == ["datapad"]
