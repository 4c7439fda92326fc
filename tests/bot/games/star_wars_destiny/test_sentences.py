"""Tests the sentences of Star Wars: Destiny, mostly in English: each event, and merged events."""

from __future__ import annotations

import re
from typing import Any

import pytest

from bot.games import log
from bot.games.batch_moves import BatchMoves
from bot.texts import Translator
from rules.events import ALL, Event, from_spoken
from rules.star_wars_destiny import events
from rules.star_wars_destiny.facts import CARDS
from tests.bot.games.star_wars_destiny.destiny import games
from tests.bot.games.star_wars_destiny.said import CS, EN, FACTS, GAME_UI, SK, A, B
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
        f"{B} gives shields for the unused battlefield: Kylo Ren 2.",
    ),
    (events.round_begins(2, "b"), f"**Round 2** – {B} starts."),
    (events.turn("a", 0), None),
    (events.turn("a", 1), f"{A} may take an additional action."),
    (events.passes("a", "chosen"), f"{A} passes this turn."),
    (events.passes("a", "nothing"), f"{A} has nothing to do and passes."),
    (events.passes("a", "claimed"), None),
    (events.claims("a", "echo_base"), f"{A} claims the battlefield Echo Base."),
    (events.phase_ends("action"), "The action phase ends."),
    (events.upkeep("a", 1, 2), f"{A} discards 1 card. {A} draws 2 cards."),
    (events.upkeep("a", 0, 0), None),
    (events.out("a", "defeated"), f"{A} is out: no character is left."),
    (events.out("a", "cards"), f"{A} is out: no card is left in hand or deck."),
    (events.over(["b"]), f"{B} wins the game."),
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
    (events.returns("a", "aim", "discard", "hand"), f"{A} takes back to the hand: Aim."),
    (events.returns("a", "aim", "discard", "deck"), f"{A} puts back into the deck: Aim."),
    (events.exhausts("a-rey"), "🔴A Rey is exhausted."),
    (events.readies("b-first_order_stormtrooper-2"), "🔵B First Order Stormtrooper 2 is ready again."),
    (events.upgrade_moves("a-lightsaber", "a-finn"), "🔴A Lightsaber moves → 🔴A Finn."),
    (events.upgrade_moves("a-one_with_the_force", None), "🔴A One With The Force becomes a support."),
    (
        events.swaps("a", "a-sith_holocron", "a-mind_probe"),
        f"{A} exchanges Sith Holocron for Mind Probe from hand.",
    ),
    (
        events.battlefield_changes("a", "echo_base", "frozen_wastes"),
        f"{A} changes the battlefield: Echo Base → Frozen Wastes.",
    ),
    (events.holds("a-prized_possession", "b-rey+1"), "🔴A Prized Possession holds the die of 🔵B Rey."),
    (events.resources("a", 2), f"{A} gets 2 resources."),
    (events.resources("a", -1), f"{A} loses 1 resource."),
    (events.damage("b-rey", 3, 1, 2, "a-riposte"), "🔴A Riposte → 🔵B Rey: 2 damage (blocked 1)."),
    (events.damage("b-rey", 2, 2, 0, "a-riposte"), "🔴A Riposte → 🔵B Rey: 2 damage, all blocked."),
    (events.shields("a-rey", 2), "🔴A Rey gets 2 shields."),
    (events.shields("a-rey", -1), "🔴A Rey loses 1 shield."),
    (events.heals("a-rey", 2), "🔴A Rey heals 2 damage."),
    (events.moves_damage(1, "a-rey", "a-finn"), "🔴A Rey passes 1 damage on → 🔴A Finn."),
    (events.moves_damage(3, None, "a-backup_muscle"), "🔴A Backup Muscle enters play with 3 damage."),
    (events.defeated("a-rey"), "💀 🔴A Rey is defeated."),
    (events.replaced("a-rey", "a-second_chance"), "🔴A Rey is not defeated, thanks to 🔴A Second Chance."),
    (
        events.rolls("a", [("a-rey+1", "1md"), ("a-rey+2", "1md"), ("a-finn+1", "blank")]),
        f"{A} rolls 1 melee (Rey) ×2, a blank (Finn).",
    ),
    (
        events.rerolls("a", [("a-rey+1", "+2md"), ("a-finn+1", "blank"), ("a-rey+2", "1md")]),
        "🔴A Rey rerolls: +2 melee, 1 melee; 🔴A Finn rerolls: a blank.",
    ),
    (
        events.resolves("a-rey+1", "1md", ["a-rey+2"], 3, "b-kylo_ren", 0),
        "🔴A Rey resolves 1 melee with 🔴A Rey = 3 → 🔵B Kylo Ren.",
    ),
    (events.resolves("a-launch_bay+1", "xrd", [], 4, "b-rey", 0), "🔴A Launch Bay resolves X ranged = 4 → 🔵B Rey."),
    (events.turns_die("a-finn+1", "2rd1"), "🔴A Finn turns to 2 ranged for 1."),
    (events.removes_die("a-finn+1"), "🔴A Finn leaves the pool."),
    (events.names("a", "b-rey"), f"{A} names 🔵B Rey."),
]


@pytest.mark.parametrize(("event", "expected"), SENTENCES, ids=[event.name for event, _ in SENTENCES])
def test_every_event_becomes_a_sentence(event: Event, expected: str | None) -> None:
    assert GAME_UI.sentence(GAME_UI.context(FACTS, EN), event) == expected


OWN: list[tuple[Event, str | None]] = [
    (events.chooses_battlefield("a", "b", "echo_base"),
     "You roll highest and decide: the battlefield is Echo Base (🔵B)."),
    (events.takes_shields("a", [("a-rey", 2)]), "You give shields for the unused battlefield: Rey 2."),
    (events.turn("a", 1), "You may take an additional action."),
    (events.passes("a", "chosen"), "You pass."),
    (events.passes("a", "nothing"), "You have nothing to do and pass."),
    (events.claims("a", "echo_base"), "You claim the battlefield Echo Base."),
    (events.plays("a", "aim", None, None, 1), "You play Aim (cost 1)."),
    (events.activates("a", "a-rey"), "You activate Rey."),
    (events.uses("a", "a-rey"), "You use Rey."),
    (events.discards("a", ["aim"], "hand"), "You discard: Aim."),
    (events.discards("a", ["aim"], "deck"), "You discard from your deck: Aim."),
    (events.draws("a", 2), None),
    (events.returns("a", "aim", "discard", "hand"), "You take back to your hand: Aim."),
    (events.returns("a", "aim", "discard", "deck"), "You put back into your deck: Aim."),
    (events.swaps("a", "a-rey", "a-finn"), "You exchange Rey for Finn from hand."),
    (events.battlefield_changes("a", "echo_base", "frozen_wastes"),
     "You change the battlefield: Echo Base → Frozen Wastes."),
    (events.resources("a", 1), "You get 1 resource."),
    (events.resources("a", -2), "You lose 2 resources."),
    (events.rolls("a", [("a-rey+1", "1md")]), "You roll 1 melee (Rey)."),
    (events.names("a", "b-rey"), "You name 🔵B Rey."),
]  # fmt: skip


@pytest.mark.parametrize(("event", "expected"), OWN, ids=[event.name for event, _ in OWN])
def test_a_player_reads_own_moves_in_the_second_person(event: Event, expected: str | None) -> None:
    assert GAME_UI.sentence(GAME_UI.context(FACTS, EN, seat="a"), event) == expected
    assert GAME_UI.sentence(GAME_UI.context(FACTS, EN, seat="b"), event) == GAME_UI.sentence(
        GAME_UI.context(FACTS, EN), event
    )


def test_no_event_is_left_out_here() -> None:
    assert {event.name for event, _ in SENTENCES} == set(GAME_UI.sentences)


def told(*happened: Event) -> list[str]:
    return [
        said
        for event in GAME_UI.get(BatchMoves).joined(happened)
        if (said := GAME_UI.sentence(GAME_UI.context(FACTS, EN), event))
    ]


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
        "🔴A Rey resolves 1 melee with 🔴A Rey = 3 → 🔵B Kylo Ren: 1 damage (blocked 2); "
        "🔴A Lightsaber 3 melee for 1 → 🔵B Kylo Ren: 3 damage."
    ]


def test_what_was_paid_is_not_told_apart_from_what_it_was_paid_for() -> None:
    assert told(events.resources("a", -2), events.plays("a", "jedi_robes", "a-rey", None, 2)) == [
        f"{A} plays Jedi Robes → Rey (cost 2)."
    ]
    assert told(events.resources("b", -2), events.plays("a", "jedi_robes", "a-rey", None, 2))[0] == (
        f"{B} loses 2 resources."
    )


def test_disrupt_and_discard_say_what_was_lost() -> None:
    assert told(events.resolves("a-finn+1", "1dr", [], 1, "b", 0), events.resources("b", -1)) == [
        f"🔴A Finn resolves 1 disrupt → {B}: resources -1."
    ]
    assert told(events.resolves("a-finn+1", "1dc", [], 1, "b", 0), events.discards("b", ["aim"], "hand")) == [
        f"🔴A Finn resolves 1 discard → {B}: discarded Aim."
    ]


def test_a_discard_is_told_with_its_reroll_and_the_upkeep_in_one_sentence() -> None:
    assert told(events.discards("a", ["aim"], "hand"), events.rerolls("a", [("a-rey+1", "1md")])) == [
        f"{A} discards Aim and rerolls: 1 melee (Rey)."
    ]
    upkeep = (events.discards("a", ["aim"], "hand"), events.draws("a", 2), events.upkeep("a", 1, 2))
    assert told(*upkeep) == [f"{A} discards Aim and draws 2 cards."]
    assert told(events.draws("b", 1), events.upkeep("b", 0, 1)) == [f"{B} draws 1 card."]
    assert told(*upkeep, events.draws("b", 1), events.upkeep("b", 0, 1)) == [
        f"{A} discards Aim and draws 2 cards. {B} draws 1 card."
    ]


def test_an_upkeep_without_its_discard_and_draw_has_the_numbers_of_cards() -> None:
    assert told(events.upkeep("a", 0, 4)) == [f"{A} discards nothing and draws 4 cards."]
    assert told(events.upkeep("a", 0, 1)) == [f"{A} discards nothing and draws 1 card."]
    assert told(events.upkeep("a", 2, 0)) == [f"{A} discards 2 cards."]
    assert told(events.discards("a", ["aim"], "hand"), events.upkeep("a", 1, 0)) == [f"{A} discards: Aim."]


def test_a_draw_in_the_upkeep_is_one_event_with_the_number_of_cards() -> None:
    drew = events.drew("a", ["aim", "the_best_defense"])
    upkeep = (events.discards("a", ["aim"], "hand"), events.draws("a", 2), drew, events.upkeep("a", 1, 2))
    assert told(*upkeep) == [f"{A} discards Aim and draws 2 cards.", "You draw: Aim, The Best Defense..."]
    assert told(*upkeep[1:]) == [f"{A} draws 2 cards.", "You draw: Aim, The Best Defense..."]


def test_a_die_that_leaves_its_pool_says_what_it_showed_last() -> None:
    rolled = events.rolls("b", [("b-rey+1", "1md"), ("b-rey+2", "1md"), ("b-finn+1", "blank")])
    gone = [events.removes_die(f"b-{die}") for die in ("rey+1", "rey+2", "finn+1")]
    assert told(rolled, gone[0])[1] == "🔵B Rey (1 melee) leaves the pool."
    assert told(rolled, events.rerolls("b", [("b-rey+1", "sp")]), gone[0])[2] == "🔵B Rey (special) leaves the pool."
    assert told(rolled, events.turns_die("b-rey+1", "2md"), gone[0])[2] == "🔵B Rey (2 melee) leaves the pool."
    assert told(rolled, *gone)[1] == "🔵B Rey (1 melee) ×2, 🔵B Finn (blank) leave the pool."
    assert [
        GAME_UI.sentence(GAME_UI.context(FACTS, EN), event)
        for event in GAME_UI.get(BatchMoves).joined(gone[:1], [rolled])
    ] == ["🔵B Rey (1 melee) leaves the pool."]


def test_an_event_says_what_it_is_aimed_at_or_that_it_has_no_effect() -> None:
    block = events.plays("a", "block", None, None, 1)
    assert told(block, events.removes_die("b-rey+1"))[0] == f"{A} plays Block → 🔵B Rey (cost 1)."
    nothing = f"{A} plays Block (cost 1), with no effect."
    assert told(block, events.turn("b", 0))[0] == nothing
    assert told(block)[0] == f"{A} plays Block (cost 1).", "it may still do something"
    assert told(block, events.triggers("b", "b-jango_fett", "x"))[0] == f"{A} plays Block (cost 1)."
    ambush = events.plays("a", "daring_escape", None, None, 1)
    assert told(ambush, events.turn("a", 1))[0].endswith("with no effect.")
    assert not told(events.plays("a", "tactical_mastery", None, None, 2), events.turn("a", 2))[0].endswith("no effect.")
    assert not told(events.plays("a", "probe", None, None, 0), events.turn("b", 0))[0].endswith("no effect.")
    paid = told(
        events.plays("a", "the_best_defense", None, None, 1), events.damage("a-rey", 3, 0, 3, "a-the_best_defense")
    )
    assert paid[0] == f"{A} plays The Best Defense... (cost 1)."


def test_a_card_that_is_used_for_nothing_says_so() -> None:
    used, spent = events.uses("a", "a-awakening"), events.exhausts("a-awakening")
    nothing = [f"{A} uses Awakening, with no effect."]
    assert told(used, events.turn("b", 0)) == nothing
    assert told(used, spent, events.turn("b", 0)) == nothing
    assert told(used, spent, events.resources("a", 1))[0] == f"{A} uses Awakening."


def test_of_what_came_to_nothing_nothing_has_changed() -> None:
    checked = 0
    for seed in range(1, 16):
        before, since = None, 0
        for game in games(2 + seed % 3, seed=seed):
            if game.decision is not None and game.decision.kind != "action":
                continue
            now = {seat: figures(player) for seat, player in game.view()["players"].items()}
            told = game.told[since:]
            done = [event for event in GAME_UI.get(BatchMoves).joined(event for event in told if event.to == ALL)]
            actions = [event for event in done if event.name in ("plays", "activates", "uses", "claims", "resolves")]
            ended = any(event.name == "phase_ends" for event in done)
            if before is not None and not ended and len(actions) == 1 and actions[0].facts.get("idle"):
                checked += 1
                assert now == before, told
                assert [event for event in told if event.to != ALL] == []
            before, since = now, len(game.told)
    assert checked > 80


def figures(player: Any) -> Any:
    """Returns what a card's effect can change of a player, without what is paid for the card: characters, supports,
    dice and the deck.
    """
    characters = [{**each, "upgrades": [worn["id"] for worn in each["upgrades"]]} for each in player["characters"]]
    supports = [(each["id"], each["damage"]) for each in player["supports"]]
    return characters, supports, player["pool"], player["deck"]


ACTORS = re.compile(
    r"(💀 )?(\*\*[^*]+\*\* – )?(Postava )?(<@\d+>|[🔴🔵🟢🟡][A-D] )|"
    r"(The action phase|Akční fáze|Akčná fáza) |" + "|".join(re.escape(card.name) for card in CARDS.values())
)
"""The possible beginnings of a sentence: a player, a card with its owner's colour, a battlefield, a phase."""


@pytest.mark.parametrize("words", [EN, CS, SK], ids=["en", "cs", "sk"])
def test_every_public_sentence_begins_with_its_actor(words: Translator) -> None:
    said = [GAME_UI.sentence(GAME_UI.context(FACTS, words), event) for event, _ in SENTENCES if event.to == ALL]
    for seed in (1, 2, 3):
        *_, game = games(2, seed=seed, most=1500)
        said += log.log(FACTS, game, words)
    assert [line for line in said if line and not ACTORS.match(line)] == []


def test_other_players_and_other_audiences_are_kept_apart() -> None:
    assert len(told(events.activates("a", "a-rey"), events.rolls("b", [("b-rey+1", "1md")]))) == 2
    assert len(told(events.discards("a", ["aim"], "deck"), events.draws("a", 1))) == 2
    assert len(told(events.draws("a", 1), events.drew("a", ["aim"]))) == 2


def test_the_contracts_first_round_reads_as_a_story() -> None:
    public = [from_spoken(each) for each in played().told if each["to"] == ALL]
    lines = told(*public)
    assert f"{A} plays Jedi Robes → Rey (cost 2)." in lines
    assert f"{A} activates Rey and rolls 1 melee, +2 melee, 1 focus (Jedi Robes)." in lines
    assert "🔴A Rey resolves 1 melee with 🔴A Rey = 3 → 🔵B Kylo Ren: 1 damage (blocked 2)." in lines
    assert "🔵B Kylo Ren resolves 2 melee for 1 → 🔴A Rey: 2 damage, all blocked." in lines
    assert f"{B} discards Flank and rerolls: 1 resource (First Order Stormtrooper)." in lines
    assert "The action phase ends. Resources: 🔴A +2, 🔵B +2." in lines


@pytest.mark.parametrize("words", [EN, CS, SK], ids=["en", "cs", "sk"])
def test_no_id_of_a_card_is_in_any_sentence_of_random_games(words: Translator) -> None:
    for seed in (1, 2):
        *_, game = games(2, seed=seed, most=1500)
        lines = log.log(FACTS, game, words)
        assert lines
        assert not [line for line in lines if re.search(r"_|\{|\b[a-d]-[a-z]", line)]
