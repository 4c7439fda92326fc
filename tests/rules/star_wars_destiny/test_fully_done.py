"""Tests that each verb reports whether it was fully done, on which `then` and prices depend (D137, R59)."""

from __future__ import annotations

from typing import Any

import pytest

from rules.star_wars_destiny.cards.awakenings.battlefields import for_each
from rules.star_wars_destiny.cards.awakenings.events_blue import arrange
from rules.star_wars_destiny.cards.awakenings.events_red import goes_under_deck, revive
from rules.star_wars_destiny.cards.awakenings.supports_blue import cheaper
from rules.star_wars_destiny.cards.awakenings.supports_red import unless_enemy_pays, use_claim_ability
from rules.star_wars_destiny.cards.awakenings.supports_yellow import lend_ambush, put_damage
from rules.star_wars_destiny.causes import Cause
from rules.star_wars_destiny.defeat import fall
from rules.star_wars_destiny.effects.card_verbs import (
    activate,
    end_action_phase,
    exhaust,
    may_act,
    play,
    ready,
)
from rules.star_wars_destiny.effects.choosing import any_number, choose, every, up_to
from rules.star_wars_destiny.effects.conditions import cost_of, first_round
from rules.star_wars_destiny.effects.control import (
    if_,
    may,
    one_of,
    pay,
    pick,
    some_of,
    steps,
)
from rules.star_wars_destiny.effects.dice_verbs import (
    any_side,
    remove,
    reroll,
    resolve,
    side,
    stays,
    turn,
)
from rules.star_wars_destiny.effects.hand_verbs import (
    discard,
    draw,
    look,
    mill,
    on_top_of_deck,
    to_hand,
)
from rules.star_wars_destiny.effects.nodes import each_enemy, enemy_player, you
from rules.star_wars_destiny.effects.resource_verbs import gain, lose, spend
from rules.star_wars_destiny.effects.selectors import enemy, your
from rules.star_wars_destiny.effects.targets import Top, each, random, this_die
from rules.star_wars_destiny.effects.token_verbs import (
    defeat,
    heal,
    move_damage,
    unshield,
)

from .doing import Run, done, frame
from .table import player

# Resources


def test_gaining_is_done() -> None:
    f = frame()
    assert done(gain(2), f)
    assert f.you.resources == 2


@pytest.mark.parametrize(("b", "c", "fully"), [(1, 1, True), (3, 1, True), (0, 1, False), (1, 0, False), (0, 0, False)])
def test_everyone_must_lose_all_of_it(b: int, c: int, *, fully: bool) -> None:
    f = frame(b=player("finn", resources=b), c=player("finn", resources=c))
    assert done(lose(1, each_enemy), f) == fully
    assert [other.resources for other in f.table.others(f.you)] == [max(0, b - 1), max(0, c - 1)]


def test_losing_every_resource_is_done_with_none() -> None:
    f = frame(b=player("finn", resources=3))
    assert done(lose(every, enemy_player), f)
    assert f.table.players["b"].resources == 0
    assert done(lose(every, enemy_player), f)


@pytest.mark.parametrize(("has", "fully"), [(1, False), (2, True), (3, True)])
def test_a_price_is_paid_in_full_or_not_at_all(has: int, *, fully: bool) -> None:
    f = frame(a=player("rey", resources=has))
    assert spend(2).able(f) == fully
    assert done(spend(2), f) == fully
    assert f.you.resources == (has - 2 if fully else has)


@pytest.mark.parametrize(("upgrade", "has", "fully"), [("datapad", 1, True), ("datapad", 0, False), ("", 5, False)])
def test_a_price_that_is_a_cards_cost_needs_a_card_that_can_be_afforded(
    upgrade: str, has: int, *, fully: bool
) -> None:  # fmt: skip
    """The price is the cost of an opponent's upgrade; Datapad costs 1."""
    f = frame(a=player("rey", resources=has), b=player("finn", upgrades={"finn": upgrade}))
    step = spend(cost_of(choose(enemy.upgrade)))
    assert step.able(f) == fully
    assert done(step, f) == fully
    assert f.you.resources == (has - 1 if fully else has)


# Cards in play


@pytest.mark.parametrize(("team", "readied", "exhausted"), [("rey", False, True), ("rey!", True, False)])
def test_only_what_is_exhausted_is_readied_and_the_other_way_round(
    team: str, *, readied: bool, exhausted: bool
) -> None:  # fmt: skip
    assert done(ready(each(your.character)), frame(a=player(team))) == readied
    assert done(exhaust(each(your.character)), frame(a=player(team))) == exhausted


@pytest.mark.parametrize(("team", "fully"), [("rey", True), ("rey!", False)])
def test_only_what_is_ready_is_activated(team: str, *, fully: bool) -> None:
    f = frame(a=player(team))
    assert done(activate(each(your.character)), f) == fully
    assert len(f.you.pool) == int(fully)


def test_playing_a_card_is_done_if_one_was_played() -> None:
    f = frame(a=player("rey", hand="comlink aim", resources=2))
    assert done(play(your.hand), f, "comlink:a-rey")
    assert not done(play(your.hand), frame(a=player("rey")))
    f = frame(a=player("rey", hand="comlink"))
    assert not done(play(your.hand), f, "done")


def test_steps_that_change_a_play_need_a_play() -> None:
    for step in (cheaper(1), lend_ambush()):
        f = frame()
        assert not done(step, f)
        f.cause = Cause("played aim", f.you)
        assert done(step, f)
        assert (f.cause.decrease, f.cause.ambush) in ((1, False), (0, True))


@pytest.mark.parametrize(
    ("how", "able"),
    [
        ({}, True),
        ({"claimed": "b"}, True),
        ({"claimed": "a", "turn": "b"}, False),
        ({"phase": "upkeep", "a": player("rey", hand="aim")}, False),
    ],
)
def test_r23_an_additional_action_needs_an_action_phase_that_one_has_not_claimed_in(
    how: dict[str, Any], *, able: bool
) -> None:  # fmt: skip
    f = frame(**how)
    assert may_act(1).able(f) == able
    assert done(may_act(1), f)
    assert f.you.extra == int(able)


def test_a_step_that_cannot_fail_counts_as_done() -> None:
    f = frame()
    assert all(done(step, f) for step in (end_action_phase(), goes_under_deck(), stays()))
    assert f.table.ending
    assert f.goes_under
    assert done(use_claim_ability(), frame(battlefield="echo_base", a=player("rey")), "done")


def test_d134_a_defeat_that_never_happens_is_not_done() -> None:
    assert done(defeat(choose(your.character)), frame(a=player("finn rey")), "a-finn")
    f = frame(a=player("finn rey", upgrades={"finn": "second_chance"}))
    assert not done(defeat(choose(your.character)), f, "a-finn")
    assert not done(defeat(choose(enemy.character.blue)), frame())
    f = frame(a=player("finn rey", defeated="han_solo"))
    gone = next(each for each in f.you.team if not each.in_play)
    assert Run(fall(f.table, [gone])).result is False


# Shields and damage


@pytest.mark.parametrize(("team", "fully"), [("finn", False), ("finn^1", False), ("finn^2", True), ("finn^3", True)])
def test_shields_are_all_taken_off_or_it_is_not_done(team: str, *, fully: bool) -> None:
    f = frame(b=player(team))
    there = int(team.partition("^")[2] or 0)
    step = unshield(2, choose(enemy.character))
    assert step.able(f) == (there > 0)
    assert done(step, f) == fully
    assert f.table.players["b"].characters[0].shields == max(0, there - 2)


def test_the_number_of_removed_shields_is_their_sum() -> None:
    f = frame(b=player("finn^2 rey^1"))
    step = unshield(every, each(enemy.character))
    assert step.removed.get(f) == 0
    assert done(step, f)
    assert step.removed.get(f) == 3


def test_all_shields_of_any_existing_character_are_removed() -> None:
    """Finn is red, so no blue character can be chosen; `each` of none counts as all of them."""
    assert done(unshield(every, choose(enemy.character)), frame())
    assert not done(unshield(every, choose(enemy.character.blue)), frame())
    assert done(unshield(every, each(enemy.character.blue)), frame())


@pytest.mark.parametrize("damage", [0, 1, 3])
def test_only_who_has_damage_can_be_healed(damage: int) -> None:
    f = frame(a=player(f"rey/{damage}"))
    step = heal(2, choose(your.character))
    assert step.able(f) == (damage > 0)
    assert done(step, f) or not damage
    assert f.you.characters[0].damage == max(0, damage - 2)


def test_reviving_is_done_if_someone_had_fallen() -> None:
    f = frame(a=player("rey", defeated="finn"))
    assert done(revive(choose(your.defeated)), f)
    assert len(f.you.characters) == 2
    assert not done(revive(choose(your.defeated)), f)


@pytest.mark.parametrize(
    ("team", "b", "fully"),
    [
        ("rey/1", "finn", False),
        ("rey/2", "finn", True),
        ("rey", "finn", False),
        ("rey rebel_trooper/3", "finn", True),
    ],
)
def test_damage_moves_off_where_it_lies_as_much_as_there_is(team: str, b: str, *, fully: bool) -> None:
    """Q19: a single source of damage is not asked for."""
    f = frame(a=player(team), b=player(b))
    there = sum(card.damage for card in f.you.characters)
    step = move_damage(2, off=choose(your.character), onto=choose(enemy.character))
    assert step.able(f) == (there > 0)
    assert done(step, f) == fully
    assert (sum(card.damage for card in f.you.characters), f.table.players["b"].characters[0].damage) == (
        max(0, there - 2), min(there, 2),
    )  # fmt: skip


def test_one_damage_is_enough_to_move_from_among_several() -> None:
    f = frame(a=player("rey/1 finn/1 leia_organa"))
    run = Run(move_damage(1, off=choose(your.character), onto=choose(enemy.character)).do(f), "a-finn")
    assert run.result is True
    assert list(run.asked[0].keys("a")) == ["a-rey", "a-finn"]


def test_d183_without_a_destination_no_damage_moves() -> None:
    f = frame(a=player("rey/2"))
    for step in (
        move_damage(1, off=choose(your.character), onto=choose(enemy.character.exhausted)),
        move_damage(1, off=each(your.character), onto=choose(enemy.character.exhausted)),
        move_damage(up_to(1), off=each(your.character), onto=each(your.character)),
    ):
        assert not step.able(f)
    assert not done(move_damage(1, off=choose(your.character), onto=choose(enemy.character.exhausted)), f)
    assert not done(move_damage(1, off=each(your.character), onto=choose(enemy.character.exhausted)), f)
    assert f.you.characters[0].damage == 2
    undamaged = frame(b=player("finn/1"))
    assert not move_damage(1, off=each(your.character), onto=choose(enemy.character)).able(undamaged)
    assert move_damage(1, off=each(enemy.character), onto=choose(your.character)).able(undamaged)


def test_damage_laid_on_a_support_adds_up() -> None:
    f = frame(a=player("rey", supports="backup_muscle/1"))
    assert done(put_damage(2, each(your.support)), f)
    assert f.you.supports[0].damage == 3


# Dice


@pytest.mark.parametrize(("pool", "fully"), [("rey+1=1md", False), ("rey+1=1md rey+2=1dc", True), ("", False)])
def test_r59_exactly_two_are_two(pool: str, *, fully: bool) -> None:
    f = frame(a=player("rey*2", pool=pool))
    assert done(remove(choose(your.die, 2)), f) == fully
    assert f.you.pool == []


def test_one_die_must_be_there_and_any_number_need_not() -> None:
    assert not done(remove(choose(your.die)), frame())
    assert done(remove(choose(your.die)), frame(a=player("rey", pool="rey+1=1md")))
    assert done(remove(each(your.die)), frame())


def test_a_die_that_has_left_its_pool_is_not_rerolled() -> None:
    f = frame(a=player("rey", pool="rey+1=1md"))
    f.die = f.you.pool[0]
    assert done(remove(this_die), f)
    assert not done(reroll(this_die), f)


def test_turning_is_done_if_a_die_could_be_turned() -> None:
    f = frame(a=player("rey", pool="rey+1=1md"))
    assert done(pick(chosen := choose(your.die)), f)
    assert not done(turn(chosen, side("sp")), f)
    assert done(turn(chosen, side("md")), f)
    assert done(turn(each(your.die), any_side), frame())
    assert done(turn(choose(your.die, any_number), any_side), frame())


def test_a_die_that_is_turned_is_the_one_that_is_meant_from_then_on() -> None:
    f = frame(a=player("rey", pool="rey+1=1md"))
    meant = choose(your.die)
    assert done(turn(meant, side("md")), f)
    assert [die.name for die in meant.of(f)] == ["a-rey+1"]  # type: ignore[union-attr]  # a die
    f = frame()
    assert not done(turn(meant, side("md")), f)
    assert list(meant.of(f)) == []


def test_any_number_of_dice_are_those_that_were_turned() -> None:
    f = frame(a=player("rey*2", pool="rey+1=1md rey+2=1md"))
    meant = choose(your.die, any_number)
    assert done(turn(meant, any_side), f, "a-rey+2:1dc", "done")
    assert [die.name for die in meant.of(f)] == ["a-rey+2"]  # type: ignore[union-attr]  # a die


def test_resolving_is_done_if_a_die_could_be_resolved() -> None:
    f = frame(a=player("rey", pool="rey+1=1md"))
    assert done(resolve(choose(your.die)), f, "a-rey+1:b-finn")
    meant = choose(your.die)
    assert not done(resolve(meant), f)
    assert list(meant.of(f)) == []
    f = frame(a=player("rey", pool="rey+1=blank"))
    assert done(pick(meant), f)
    assert not done(resolve(meant), f)
    assert len(meant.of(f)) == 1


def test_the_player_who_resolves_is_the_one_who_is_asked() -> None:
    f = frame(b=player("finn", pool="finn+1=1rd"))
    run = Run(resolve(choose(enemy.die), by=enemy_player).do(f), "b-finn+1:a-rey")
    assert [decision.seats for decision in run.asked] == [("b",)]
    assert f.you.characters[0].damage == 1


# Hands and decks


@pytest.mark.parametrize(("hand", "fully"), [("", False), ("aim", True)])
def test_a_look_is_done_if_all_the_cards_were_there(hand: str, *, fully: bool) -> None:
    f = frame(b=player("finn", hand=hand))
    assert done(look(each(enemy.hand)), f) == fully
    assert done(look(random(enemy.hand)), f) == fully
    assert not done(look(random(enemy.hand, 2)), f)


@pytest.mark.parametrize(("deck", "answers"), [("aim", ["top:aim"]), ("aim block", ["bottom:aim", "top:block"])])
def test_each_looked_at_card_is_put_somewhere_which_no_one_else_sees(deck: str, answers: list[str]) -> None:
    f = frame(a=player("rey", deck=deck))
    run = Run(arrange(Top(3)).do(f), "a", *answers)
    assert run.result is True
    assert [decision.kind for decision in run.asked if decision.secret] == ["arrange"] * len(answers)
    assert f.you.deck == deck.split()[::-1]


def test_an_empty_deck_is_not_arranged() -> None:
    assert not done(arrange(Top(3)), frame(a=player("rey", deck=""), b=player("finn", deck="")))


@pytest.mark.parametrize("verb", [to_hand, on_top_of_deck])
def test_a_card_comes_back_from_the_pile(verb: Any) -> None:
    f = frame(a=player("rey", discard="aim"))
    assert done(verb(choose(your.discards)), f)
    assert (f.you.discard, [*f.you.hand, *f.you.deck][0]) == ([], "aim")
    assert not done(verb(choose(your.discards)), f)


def test_only_own_cards_return_to_a_hand() -> None:
    """An upgrade that b owns is on a's character; only its owner could get it back."""
    f = frame(a=player("rey", upgrades={"rey": "b-datapad comlink"}))
    assert done(to_hand(choose(your.upgrade)), f)
    assert f.you.hand == ["comlink"]


def test_a_price_in_cards_is_asked_for_in_secret() -> None:
    f = frame(a=player("rey", hand="aim block"))
    run = Run(discard(choose(your.hand)).do(f), "block")
    assert (run.result, [decision.secret for decision in run.asked]) == (True, [True])


# Steps of steps


def test_an_effect_without_its_price_is_not_done() -> None:
    """R50: a defeat that is replaced does not pay a price."""
    f = frame()
    assert not done(pay(spend(1), gain(2)), f)
    assert f.you.resources == 0
    f = frame(a=player("finn rey", upgrades={"finn": "second_chance"}))
    assert not done(pay(defeat(choose(your.character)), gain(1)), f, "a-finn")
    assert f.you.resources == 0
    assert done(pay(defeat(choose(your.character)), gain(1)), f, "a-rey")
    assert f.you.resources == 1


@pytest.mark.parametrize("answer", ["a-rey+1", "done"])
def test_steps_after_an_optional_part_are_not_optional(answer: str) -> None:
    f = frame(a=player("rey", pool="rey+1=1md"), b=player("finn*2", pool="finn+1=1rd finn+2=1md"))
    run = Run(steps(may(remove(choose(your.die))), remove(choose(enemy.die))).do(f), answer, "b-finn+1")
    assert [list(decision.keys("a")) for decision in run.asked] == [["a-rey+1", "done"], ["b-finn+1", "b-finn+2"]]
    assert [die.name for die in f.table.players["b"].pool] == ["b-finn+2"]


@pytest.mark.parametrize(("deck", "fully"), [("aim block", True), ("aim", False), ("", False)])
def test_fewer_cards_than_said_are_not_all(deck: str, *, fully: bool) -> None:
    f = frame(a=player("rey", deck=deck))
    assert done(draw(2), f) == fully
    assert f.you.hand == deck.split()
    f = frame(a=player("rey", deck=deck))
    assert done(mill(2, you), f) == fully
    assert f.you.discard == deck.split()


def test_of_several_offers_each_must_be_done() -> None:
    """Seat b has nothing to lose, so that option is not done."""
    offers = (lose(1, enemy_player), gain(1), gain(2))
    assert not done(one_of(*offers), frame(), "1")
    assert done(one_of(*offers), frame(), "2")
    assert not done(some_of(2, *offers), frame(), "1", "2")
    assert not done(some_of(2, *offers), frame(), "2", "1")
    assert done(some_of(2, *offers), frame(), "2", "3")


def test_a_false_condition_counts_as_not_done() -> None:
    assert not done(if_(first_round(), gain(1)), frame(number=2))
    assert done(if_(first_round(), gain(1)), frame(number=1))
    f = frame(number=2)
    assert done(if_(first_round(), gain(1), else_=gain(3)), f)
    assert f.you.resources == 3


@pytest.mark.parametrize(("b", "c", "fully"), [(1, 1, True), (0, 1, False), (1, 0, False)])
def test_it_must_be_done_for_each(b: int, c: int, *, fully: bool) -> None:
    f = frame(b=player("finn", resources=b), c=player("finn", resources=c))
    assert done(for_each(each_enemy, lose(1, enemy_player)), f) == fully
    assert [other.resources for other in f.table.others(f.you)] == [0, 0]


@pytest.mark.parametrize(("answer", "fully", "left"), [("yes", False, 0), ("no", True, 1)])
def test_q77_what_an_opponent_pays_for_is_not_done(answer: str, left: int, *, fully: bool) -> None:
    f = frame(b=player("finn", resources=1))
    assert done(unless_enemy_pays(1, enemy_player, gain(1)), f, answer) == fully
    assert (f.you.resources, f.table.players["b"].resources) == (int(fully), left)


def test_q77_no_one_is_asked_to_pay_for_what_would_not_happen() -> None:
    f = frame(b=player("finn", resources=1))
    assert not done(unless_enemy_pays(1, enemy_player, ready(each(your.character))), f)


def test_a_choice_can_be_made_if_there_is_something() -> None:
    assert not pick(choose(your.die)).able(frame())
    assert pick(choose(your.die)).able(frame(a=player("rey", pool="rey+1=1md")))
