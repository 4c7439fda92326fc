"""What happens in the third game, told in English: each event, and those that one sentence tells together."""

from __future__ import annotations

import re

import pytest

from bot.games import log
from bot.texts import Words
from rules.engine import ALL, Event
from rules.star_wars_destiny import events
from tests.bot.games.star_wars_destiny.destiny import games
from tests.bot.games.star_wars_destiny.said import BOARD, CS, EN, FACTS, SK, A, B
from tests.rules.star_wars_destiny.test_first_round import played

SENTENCES = [
    (
        events.team("a", [("a-rey", 2), ("a-finn", 1)], "starship_graveyard"),
        f"{A} brings Rey ★, Finn and the battlefield Starship Graveyard.",
    ),
    (events.list_("a", ["aim", "aim", "block"]), "Your deck: Aim ×2, Block."),
    (events.hand("a", ["aim"]), "Your hand: Aim."),
    (
        events.chooses_battlefield("a", "b", "frozen_wastes"),
        f"{A} rolls highest and decides: the battlefield is Frozen Wastes (🔵B).",
    ),
    (
        events.takes_shields("b", [("b-kylo_ren", 2)]),
        f"{B} gives shields for the battlefield that is not used: Kylo Ren 2.",
    ),
    (events.round_begins(2, "b"), f"**Round 2** – {B} begins."),
    (events.turn("a", 0), None),
    (events.turn("a", 1), f"{A} may take an additional action."),
    (events.passes("a", "chosen"), f"{A} passes this turn."),
    (events.passes("a", "nothing"), f"{A} has nothing to do and passes."),
    (events.passes("a", "claimed"), None),
    (events.claims("a", "echo_base"), f"{A} claims the battlefield Echo Base."),
    (events.phase_ends("action"), "The action phase ends."),
    (events.upkeep("a", 1, 2), f"{A} discards 1 and draws 2."),
    (events.upkeep("a", 0, 0), None),
    (events.out("a", "defeated"), f"{A} is out: no character is left (D103)."),
    (events.out("a", "cards"), f"{A} is out: no card is left in hand and deck (D104)."),
    (events.over(["b"]), f"The game is won: {B}."),
    (events.plays("a", "aim", None, None, 1), f"{A} plays Aim (cost 1)."),
    (
        events.plays("a", "lightsaber", "a-rey", "a-jedi_robes", 1),
        f"{A} plays Lightsaber → Rey (cost 1, in place of Jedi Robes).",
    ),
    (events.activates("a", "a-rey"), f"{A} activates Rey."),
    (events.uses("a", "a-bb_8"), f"{A} uses BB-8."),
    (events.uses("a", "echo_base"), f"{A} uses Echo Base."),
    (events.triggers("b", "b-jango_fett", "activated a-rey"), "🔵B Jango Fett takes effect."),
    (events.discards("a", ["aim"], "hand"), f"{A} discards: Aim."),
    (events.discards("a", ["aim"], "deck"), f"{A} discards from the deck: Aim."),
    (events.discards("a", ["jedi_robes"], "play"), f"{A} discards from play: Jedi Robes."),
    (events.draws("a", 1), f"{A} draws 1 card."),
    (events.drew("a", ["aim", "block"]), "You draw: Aim, Block."),
    (events.saw("a", "b", "hand", ["aim"]), f"You see in the hand of {B}: Aim."),
    (events.saw("a", "b", "deck", []), f"You see in the deck of {B}: no cards."),
    (events.shown("b", "a", ["aim"]), f"{A} sees in your hand: Aim."),
    (events.returns("a", "aim", "discard", "hand"), f"{A} takes back into the hand: Aim."),
    (events.returns("a", "aim", "discard", "deck"), f"{A} puts back into the deck: Aim."),
    (events.exhausts("a-rey"), "Exhausted: 🔴A Rey."),
    (events.readies("b-first_order_stormtrooper-2"), "Readied: 🔵B First Order Stormtrooper 2."),
    (events.upgrade_moves("a-lightsaber", "a-finn"), "🔴A Lightsaber moves → 🔴A Finn."),
    (events.upgrade_moves("a-one_with_the_force", None), "🔴A One With The Force becomes a support."),
    (
        events.swaps("a", "a-sith_holocron", "a-mind_probe"),
        f"{A} exchanges Sith Holocron for Mind Probe of the own hand.",
    ),
    (
        events.battlefield_changes("a", "echo_base", "frozen_wastes"),
        f"{A} changes the battlefield: Echo Base → Frozen Wastes.",
    ),
    (events.holds("a-prized_possession", "b-rey+1"), "🔴A Prized Possession holds the die of 🔵B Rey."),
    (events.resources("a", 2), f"{A} gets 2 resources."),
    (events.resources("a", -1), f"{A} is 1 resource down."),
    (events.damage("b-rey", 3, 1, 2, "a-riposte"), "🔴A Riposte → 🔵B Rey: 2 damage (blocked 1)."),
    (events.damage("b-rey", 2, 2, 0, "a-riposte"), "🔴A Riposte → 🔵B Rey: 2 damage, all blocked."),
    (events.shields("a-rey", 2), "🔴A Rey gets 2 shields."),
    (events.shields("a-rey", -1), "🔴A Rey loses 1 shield."),
    (events.heals("a-rey", 2), "🔴A Rey heals 2 damage."),
    (events.moves_damage(1, "a-rey", "a-finn"), "Damage moves (1): 🔴A Rey → 🔴A Finn."),
    (events.moves_damage(3, None, "a-backup_muscle"), "🔴A Backup Muscle enters play with 3 damage."),
    (events.defeated("a-rey"), "💀 🔴A Rey is defeated."),
    (events.replaced("a-rey", "a-second_chance"), "🔴A Rey is not defeated, thanks to 🔴A Second Chance."),
    (
        events.rolls("a", [("a-rey+1", "1md"), ("a-rey+2", "1md"), ("a-finn+1", "blank")]),
        f"{A} rolls 1 melee (Rey) ×2, blank (Finn).",
    ),
    (events.rerolls("a", [("a-rey+1", "+2md")]), f"Rerolled, {A}: +2 melee (Rey)."),
    (
        events.resolves("a-rey+1", "1md", ["a-rey+2"], 3, "b-kylo_ren", 0),
        "Resolved: 🔴A Rey 1 melee with 🔴A Rey = 3 → 🔵B Kylo Ren.",
    ),
    (events.resolves("a-launch_bay+1", "xrd", [], 4, "b-rey", 0), "Resolved: 🔴A Launch Bay X ranged = 4 → 🔵B Rey."),
    (events.turns_die("a-finn+1", "2rd1"), "Turned: 🔴A Finn → 2 ranged for 1."),
    (events.removes_die("a-finn+1"), "Removed from the pool: the die of 🔴A Finn."),
    (events.names("a", "b-rey"), f"{A} names 🔵B Rey."),
]


@pytest.mark.parametrize(("event", "expected"), SENTENCES, ids=[event.name for event, _ in SENTENCES])
def test_every_event_in_a_sentence(event: Event, expected: str | None) -> None:
    assert BOARD.sentence(event, FACTS, EN) == expected


def test_no_event_is_left_out_here() -> None:
    assert {event.name for event, _ in SENTENCES} == set(BOARD.sentences)


def told(*happened: Event) -> list[str]:
    return [said for event in BOARD.joined(happened) if (said := BOARD.sentence(event, FACTS, EN))]


def test_an_activation_is_told_with_its_roll() -> None:
    rolled = [("a-rey+1", "1md"), ("a-rey+2", "+2md"), ("a-jedi_robes+1", "1f")]
    assert told(events.activates("a", "a-rey"), events.rolls("a", rolled)) == [
        f"{A} activates Rey and rolls 1 melee, +2 melee, 1 focus (Jedi Robes)."
    ]


def test_dice_resolved_together_are_one_sentence_with_what_they_did() -> None:
    happened = (
        events.resolves("a-rey+1", "1md", ["a-rey+2"], 3, "b-kylo_ren", 0),
        events.damage("b-kylo_ren", 3, 2, 1, "a-rey+1"),
        events.resources("a", -1),
        events.resolves("a-lightsaber+1", "3md1", [], 3, "b-kylo_ren", 1),
        events.damage("b-kylo_ren", 3, 0, 3, "a-lightsaber+1"),
    )
    assert told(*happened) == [
        "Resolved: 🔴A Rey 1 melee with 🔴A Rey = 3 → 🔵B Kylo Ren: 1 damage (blocked 2); "
        "🔴A Lightsaber 3 melee for 1 → 🔵B Kylo Ren: 3 damage."
    ]


def test_what_was_paid_is_not_told_apart_from_what_it_was_paid_for() -> None:
    assert told(events.resources("a", -2), events.plays("a", "jedi_robes", "a-rey", None, 2)) == [
        f"{A} plays Jedi Robes → Rey (cost 2)."
    ]
    assert told(events.resources("b", -2), events.plays("a", "jedi_robes", "a-rey", None, 2))[0] == (
        f"{B} is 2 resources down."
    )


def test_disrupt_and_discard_say_what_was_lost() -> None:
    assert told(events.resolves("a-finn+1", "1dr", [], 1, "b", 0), events.resources("b", -1)) == [
        f"Resolved: 🔴A Finn 1 disrupt → {B}: resources -1."
    ]
    assert told(events.resolves("a-finn+1", "1dc", [], 1, "b", 0), events.discards("b", ["aim"], "hand")) == [
        f"Resolved: 🔴A Finn 1 discard → {B}: discarded Aim."
    ]


def test_a_discard_is_told_with_its_reroll_and_the_upkeep_in_one_sentence() -> None:
    assert told(events.discards("a", ["aim"], "hand"), events.rerolls("a", [("a-rey+1", "1md")])) == [
        f"{A} discards Aim and rerolls: 1 melee (Rey)."
    ]
    upkeep = (events.discards("a", ["aim"], "hand"), events.draws("a", 2), events.upkeep("a", 1, 2))
    assert told(*upkeep) == [f"{A} discards Aim and draws 2."]
    assert told(events.draws("b", 1), events.upkeep("b", 0, 1)) == [f"{B} draws 1 card."]


def test_other_players_and_other_audiences_are_kept_apart() -> None:
    assert len(told(events.activates("a", "a-rey"), events.rolls("b", [("b-rey+1", "1md")]))) == 2
    assert len(told(events.discards("a", ["aim"], "deck"), events.draws("a", 1))) == 2
    assert len(told(events.draws("a", 1), events.drew("a", ["aim"]))) == 2


def test_the_contracts_first_round_reads_as_a_story() -> None:
    public = [Event(ALL, each["event"], each) for each in played().told if each["to"] == ALL]
    lines = told(*public)
    assert f"{A} plays Jedi Robes → Rey (cost 2)." in lines
    assert f"{A} activates Rey and rolls 1 melee, +2 melee, 1 focus (Jedi Robes)." in lines
    assert "Resolved: 🔴A Rey 1 melee with 🔴A Rey = 3 → 🔵B Kylo Ren: 1 damage (blocked 2)." in lines
    assert "Resolved: 🔵B Kylo Ren 2 melee for 1 → 🔴A Rey: 2 damage, all blocked." in lines
    assert f"{B} discards Flank and rerolls: 1 resource (First Order Stormtrooper)." in lines
    assert "The action phase ends. Resources: 🔴A +2, 🔵B +2." in lines


@pytest.mark.parametrize("words", [EN, CS, SK], ids=["en", "cs", "sk"])
def test_no_id_of_a_card_stands_in_any_sentence_of_random_games(words: Words) -> None:
    for seed in (1, 2):
        *_, game = games(2, seed=seed, most=1500)
        lines = log.log(FACTS, game, words)
        assert lines
        assert not [line for line in lines if re.search(r"_|\{|\b[a-d]-[a-z]", line)]
