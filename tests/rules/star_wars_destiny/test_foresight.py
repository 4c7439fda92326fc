"""Tests predictions for players: the price of a play, and events that would have no effect."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from rules import GAME_AIS, GAMES
from rules.decisions import CHANCE, Several
from rules.engine import Game
from rules.events import ALL
from rules.players.choosing import Easy, Normal
from rules.players.question import Question, ask
from rules.star_wars_destiny.cards import TEXTS
from rules.star_wars_destiny.effects.steps import Pay
from rules.star_wars_destiny.facts import CARDS
from rules.star_wars_destiny.foresight import prospect
from tests.rules.star_wars_destiny.table import laid, player

KIND = "star_wars_destiny"
UNTOUCHED = {"turn", "passes", "round_begins", "over", "phase_ends", "triggers", "plays", "resources"}
"""Events that may follow an event card that does nothing: the next turn, or reactions to its being played."""


def table(**players: dict[str, Any]) -> Game:
    """Returns a game in which seat a is to act."""
    given = {
        "game": KIND, "round": 2, "phase": "action", "turn": "a",
        "battlefield": {"card": "echo_base", "owner": "a", "controller": "a"},
        "players": {seat: laid(seat, each) for seat, each in players.items()},
    }  # fmt: skip
    return Game.at(GAMES[KIND], given, ("Anna", "Bert", "Cyril")[: len(players)], game_id="42")


def test_the_price_is_what_is_paid() -> None:
    game = table(
        a=player("rey*2", upgrades={"rey": "jedi_robes"}, hand="lightsaber", resources=3), b=player("kylo_ren")
    )
    beside, instead = (prospect(game.view("a"), "a", f"lightsaber:a-rey{old}") for old in ("", ":a-jedi_robes"))
    assert beside is not None
    assert instead is not None
    assert (beside.price, beside.replaced, beside.resources, beside.idle) == (3, 0, 3, False)
    assert (instead.price, instead.replaced) == (1, 2)


def test_an_event_without_a_target_is_idle_and_one_with_a_target_is_not() -> None:
    blocked = table(a=player("rey", hand="block", resources=1), b=player("kylo_ren", pool="kylo_ren+1=1md"))
    empty = table(a=player("rey", hand="block", resources=1), b=player("kylo_ren", pool="kylo_ren+1=sp"))
    for game, idle in ((blocked, False), (empty, True)):
        seen = prospect(game.view("a"), "a", "block")
        assert seen is not None
        assert seen.idle is idle


def test_an_event_that_needs_a_missing_die_has_no_effect() -> None:
    """Heroism deals the damage of an opponent's die and removes it, so without such a die it has no effect."""
    for pool, idle in (("", True), ("kylo_ren+1=sp", True), ("kylo_ren+1=2md1", False)):
        game = table(a=player("rey", hand="heroism"), b=player("kylo_ren", pool=pool))
        seen = prospect(game.view("a"), "a", "heroism")
        assert seen is not None
        assert seen.idle is idle, pool


def test_d91_what_cards_take_off_hangs_on_the_bearer() -> None:
    """Padawan: a weapon on her costs 1 less; on another character it has its full price."""
    game = table(a=player("padawan rey", hand="lightsaber", resources=3), b=player("kylo_ren"))
    hers, reys = (prospect(game.view("a"), "a", f"lightsaber:a-{bearer}") for bearer in ("padawan", "rey"))
    assert hers is not None
    assert reys is not None
    assert (hers.price, hers.discount) == (2, 1)
    assert (reys.price, reys.discount) == (3, 0)


@pytest.mark.parametrize(
    ("source", "card", "granted", "price"),
    [
        ("black_market", "lightsaber", 1, 2), ("imperial_armory", "lightsaber", 1, 2),
        ("rearm", "dh_17_blaster_pistol", 1, 0), ("the_force_is_strong", "lightsaber", 3, 0),
        ("millennium_falcon", "negotiate", 1, 0),
    ],
)  # fmt: skip
def test_a_card_that_lets_another_be_played_lowers_its_price(source: str, card: str, granted: int, price: int) -> None:
    game = table(a=player("rey", hand=card, resources=3), b=player("kylo_ren"))
    seen = prospect(game.view("a"), "a", f"{card}:a-rey" if CARDS[card].type == "upgrade" else card, source)
    assert seen is not None
    assert (seen.granted, seen.price) == (granted, price)


def test_a_free_card_shows_no_price() -> None:
    game = table(a=player("rey", hand="probe"), b=player("kylo_ren"))
    seen = prospect(game.view("a"), "a", "probe")
    assert seen is not None
    assert (CARDS["probe"].cost, seen.price, seen.helped) == (0, 0, 0)


def test_an_event_with_a_choice_is_not_idle() -> None:
    """Flank removes one of two dice, which the player chooses."""
    dice = "kylo_ren+1=1md kylo_ren+2=2md1"
    game = table(a=player("rey finn", hand="flank", resources=1), b=player("kylo_ren*2", pool=dice))
    seen = prospect(game.view("a"), "a", "flank")
    assert seen is not None
    assert not seen.idle


@pytest.mark.parametrize(
    ("event", "team", "dice"),
    [
        ("enrage", "kylo_ren/10", ""), ("noble_sacrifice", "kylo_ren", ""),
        ("the_best_defense", "captain_phasma/8", "finn+1=2rd"), ("heroism", "rey/9", "finn+1=2rd"),
    ],
)  # fmt: skip
def test_an_event_that_would_end_the_game_is_not_idle(event: str, team: str, dice: str) -> None:
    """D103: an event that costs the last character's life ends the game, which counts as an effect."""
    game = table(a=player(team, hand=event, resources=3), b=player("finn", pool=dice))
    seen = prospect(game.view("a"), "a", event)
    assert seen is not None
    assert not seen.idle


def test_a_card_that_is_on_its_way_does_not_keep_one_from_looking_ahead() -> None:
    game = table(a=player("rey", hand="lightsaber", resources=3), b=player("kylo_ren"))
    seen = prospect({**game.view("a"), "limbo": ["a-rearm"]}, "a", "lightsaber:a-rey", "rearm")
    assert seen is not None
    assert seen.price == 2


def test_the_price_is_foreseen_while_an_event_lets_one_play() -> None:
    """While Rearm, still in limbo, lets a player choose a card to play, the predicted price includes its discount."""
    game = table(
        a=player("rey", hand="rearm", discard="f_11d_rifle dh_17_blaster_pistol", resources=3),
        b=player("kylo_ren", hand="aim"),
    )
    game.answer(game.number, "a", ["play:rearm"])
    assert game.decision is not None
    assert game.decision.kind == "play"
    seen = prospect(game.view("a"), "a", "f_11d_rifle:a-rey", "rearm")
    assert seen is not None
    assert (seen.price, seen.granted, seen.resources) == (1, 1, 3)


def test_flank_is_idle_if_the_characters_it_means_have_no_dice() -> None:
    """Flank has an effect only if an opponent with fewer ready characters has a die: Bert has fewer than Anna; Cyril
    has not, so his die never counts.
    """
    for pool, idle in (("", True), ("kylo_ren+1=sp", False)):
        game = table(
            a=player("rey finn", hand="flank", resources=1), b=player("kylo_ren", pool=pool),
            c=player("han_solo padawan", pool="han_solo+1=2rd"),
        )  # fmt: skip
        seen = prospect(game.view("a"), "a", "flank")
        assert seen is not None
        assert seen.idle is idle, pool


@pytest.mark.parametrize(("hand", "resources", "idle"), [("", 0, True), ("aim", 0, False), ("", 1, False)])
def test_an_event_whose_choices_are_all_empty_is_idle(hand: str, resources: int, idle: bool) -> None:
    """Abandon All Hope: an opponent without resources and cards loses nothing."""
    game = table(
        a=player("kylo_ren", hand="abandon_all_hope", resources=9), b=player("rey", hand=hand, resources=resources)
    )
    seen = prospect(game.view("a"), "a", "abandon_all_hope")
    assert seen is not None
    assert seen.idle is idle


def test_looking_at_cards_is_something() -> None:
    game = table(a=player("rey", hand="pulling_the_strings", resources=5), b=player("kylo_ren"))
    seen = prospect(game.view("a"), "a", "pulling_the_strings")
    assert seen is not None
    assert not seen.idle


def test_hidden_cards_do_not_matter() -> None:
    games = [
        table(a=player("rey", hand="probe", resources=5), b=player("kylo_ren", hand=hand, deck=deck))
        for hand, deck in (("block", "aim"), ("flank", "dodge"))
    ]
    one, other = (prospect(game.view("a"), "a", "probe") for game in games)
    assert one == other
    assert one is not None
    assert not one.idle


def has_a_price(code: str) -> bool:
    """Returns whether an event has a cost in its text, which may be paid for nothing (Q5)."""
    ability = TEXTS[code].event
    return ability is not None and isinstance(ability.step, Pay)


@pytest.mark.tier("test")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_events_foreseen_as_idle_do_nothing_in_random_games(seats: int) -> None:
    foreseen = 0
    for seed in range(1, 25):
        dice = random.Random(seed)
        game = Game.new(
            GAMES[KIND], ["A", "B", "C", "D"][:seats], options={"format": "random"}, seed=bytes([seed]) * 32
        )
        while (decision := game.decision) is not None:
            seat = dice.choice(game.waiting)
            keys = list(game.keys(seat))
            if isinstance(decision, Several):
                chosen = dice.sample(keys, dice.randint(decision.least, min(decision.most, len(keys))))
            else:
                plays = [key for key in keys if key.startswith("play:") and CARDS[key.split(":")[1]].type == "event"]
                chosen = [dice.choice(plays or keys)]
            expected = None
            if decision.kind == "action" and seat != CHANCE and chosen[0].startswith("play:"):
                expected = prospect(game.view(seat), seat, chosen[0].removeprefix("play:"))
            before = len(game.told)
            game.answer(game.number, seat, chosen)
            if expected is not None and expected.idle and not has_a_price(chosen[0].split(":")[1]):
                foreseen += 1
                told = [event for event in game.told[before:] if event.to == ALL]
                at = next((at for at, event in enumerate(told) if event.name == "plays"), None)
                assert at is None or {event.name for event in told[at + 1 : at + 2]} <= UNTOUCHED, (chosen, told)
    assert foreseen > 40


@pytest.mark.parametrize("level", [Easy, Normal])
def test_computers_do_not_waste_an_event_that_has_no_effect(level: type[Easy] | type[Normal]) -> None:
    """*Easy* and *normal* with a policy that always plays cards play Block only if the opponent has a melee die that it
    would remove.
    """
    computer = level(replace(GAME_AIS[KIND], policy=plays_first, quick_policy=plays_first))
    for pool, useful in (("kylo_ren+1=sp", False), ("kylo_ren+1=1md", True)):
        asked = ask(table(a=player("rey", hand="block", resources=2), b=player("kylo_ren", pool=pool)), "a")
        chosen = {computer.choose(asked, random.Random(seed)) for seed in range(40)}
        assert (("play:block",) in chosen) is useful


def plays_first(asked: Question) -> list[float]:
    """Rates the keys of a question: 1 for those that play a card, 0 for all others. A policy for computer players."""
    return [float(key.startswith("play:")) for key in asked.keys]


@pytest.mark.parametrize("policy", ["policy", "quick_policy"])
@pytest.mark.parametrize(("shields", "useful"), [(0, True), (1, False)])
def test_q7_computers_use_hidden_in_shadow_only_on_a_bearer_without_shields(
    policy: str, shields: int, useful: bool
) -> None:
    """On a shielded bearer it does nothing and stays ready, so a computer that used it would never stop."""
    bearer = f"kylo_ren^{shields}" if shields else "kylo_ren"
    game = table(a=player(bearer, upgrades={"kylo_ren": "hidden_in_shadow"}), b=player("rey"))
    asked = ask(game, "a")
    assert "use:a-hidden_in_shadow" in asked.keys
    computer = Normal(replace(GAME_AIS[KIND], policy=getattr(GAME_AIS[KIND], policy)))
    asked = asked._replace(keys=("use:a-hidden_in_shadow", "pass"))
    assert (computer.choose(asked, random.Random(1)) == ("use:a-hidden_in_shadow",)) is useful


def test_q7_players_in_simulated_games_do_not_use_a_card_without_an_effect() -> None:
    game = table(a=player("kylo_ren^1", upgrades={"kylo_ren": "hidden_in_shadow"}), b=player("rey"))
    asked = ask(game, "a")
    policy = GAME_AIS[KIND].policy
    assert policy is not None
    weights = dict(zip(asked.keys, policy(asked), strict=True))
    assert weights["use:a-hidden_in_shadow"] < weights["pass"]
