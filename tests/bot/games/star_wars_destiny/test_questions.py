"""Tests the texts of Star Wars: Destiny for decisions: questions, labels, summaries, and answers without Confirm."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

from bot.drawing.signs import Sign
from bot.games import context
from bot.games.batch_moves import BatchMoves
from bot.games.confirmation import COSTLY, confirms
from bot.games.context import END
from bot.games.star_wars_destiny.cards import facts_line, sentence
from bot.games.tutorial import Tutorial
from bot.texts import LANGUAGES, translator_for
from rules.decisions import Several
from rules.engine import Game
from rules.star_wars_destiny.cards import TEXTS
from rules.star_wars_destiny.effects.control import Either
from rules.star_wars_destiny.harm import harming_kinds
from tests.bot.games import every_board
from tests.bot.games.star_wars_destiny.destiny import games
from tests.bot.games.star_wars_destiny.said import (
    CS,
    EN,
    FACTS,
    GAME_UI,
    KIND,
    answered,
    asked,
    label,
    laid_out,
    summary,
)
from tests.rules.star_wars_destiny.table import player

KINDS = {
    "mulligan", "battlefield", "distribute", "action", "resolve", "modify", "turn", "side", "die", "dice", "character",
    "characters", "piece", "pieces", "card", "cards", "play", "may", "either", "amount", "opponent", "player",
    "symbol", "arrange", "split", "group", "order", "upkeep",
}  # fmt: skip
FIGHT: dict[str, Any] = {
    "a": player("rey*2 finn", upgrades={"rey": "jedi_robes", "finn": "force_training"},
                hand="lightsaber aim aim", resources=3,
                pool="rey+1=1md rey+2=1md jedi_robes+1=1f force_training+1=+2md"),
    "b": player("first_order_stormtrooper/2 kylo_ren*2^1", hand="flank", resources=1, pool="kylo_ren+1=sp"),
}  # fmt: skip


def test_every_kind_of_decision_of_the_contract_has_a_question() -> None:
    assert set(GAME_UI.questions) == KINDS


@pytest.mark.tier("test")
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_question_of_random_games_names_neither_a_rule_s_number_nor_an_id(seats: int, language: str) -> None:
    said, table = translator_for(language), every_board.facts(KIND, seats)
    for game in games(seats, seed=seats + 5, most=500):
        if (decision := game.decision) is None:
            continue
        (seat,) = game.waiting
        for text in (
            GAME_UI.questions[decision.kind].prompt(
                GAME_UI.context(table, said, game.view(seat), about=decision.about)
            ),
            GAME_UI.questions[decision.kind].waiting_for(
                GAME_UI.context(table, said, game.view(None), about=decision.about)
            ),
        ):
            assert not re.search(r"\b[DR]\d+", text), text
            assert not re.search(r"\b[a-d]-[a-z]|\{", text), text
            assert len(text) <= 900
        keys = list(game.keys(seat))[:12]
        for key in keys:
            sums = GAME_UI.summary(
                GAME_UI.context(table, said, game.view(seat), about=decision.about), decision.kind, (key,)
            )
            assert sums
            assert not re.search(r"\b[a-d]-[a-z]|\{", sums), sums
        if decision.kind == "either":
            labels = [
                GAME_UI.option(GAME_UI.context(table, said, game.view(seat), about=decision.about), "either", (key,))
                for key in keys
            ]
            assert not [found.text for found in labels if found.text.isdigit()]
        if isinstance(decision, Several):
            assert GAME_UI.summary(
                GAME_UI.context(table, said, game.view(seat), about=decision.about), decision.kind, keys
            )


def test_a_turn_is_asked_for() -> None:
    assert asked(laid_out(**FIGHT)) == ("Your turn: do one action, or pass.", "")


def test_a_card_that_asks_is_named() -> None:
    game = answered(laid_out(turn="b", **FIGHT), "resolve:b-kylo_ren+1")
    question, waiting = asked(game)
    assert question == "🔵B Kylo Ren: which character?"
    assert waiting == "choose a character (🔵B Kylo Ren)"


def test_a_card_that_asks_for_a_character_says_what_it_does() -> None:
    ctx = GAME_UI.context(FACTS, EN, laid_out(**FIGHT).view("a"), about={"source": "a-take_cover"})
    assert GAME_UI.questions["character"].facts(ctx) == sentence("take_cover", EN) != ""
    of_a_die = replace(ctx, about={"source": "a-rey+1"})
    assert GAME_UI.questions["character"].facts(of_a_die) == ""


def test_modifiers_are_asked_for_with_the_die_and_its_target() -> None:
    game = answered(laid_out(**FIGHT), "resolve:a-rey+1:b-kylo_ren")
    assert game.decision is not None
    ctx = GAME_UI.context(FACTS, EN, game.view("a"), about=game.decision.about)
    assert asked(game)[0] == "Which modifiers do you add?"
    assert GAME_UI.questions["modify"].facts(ctx) == "1 melee (🔴A Rey) → 🔵B Kylo Ren"
    assert label(game, "a-force_training+1").text == "+2 melee (Force Training)"
    assert summary(game, "a-force_training+1") == "You add: +2 melee (Force Training)."
    assert summary(game) == "You add no modifier."


@pytest.mark.parametrize(
    ("path", "text"),
    [
        (("activate",), "Activate"),
        (("activate", "a-finn"), "Finn"),
        (("play", "lightsaber"), "Lightsaber (cost 3)"),
        (("play", "lightsaber", "a-rey"), "Rey"),
        (("play", "lightsaber", "a-rey", END), "Without replacing"),
        (("play", "lightsaber", "a-rey", "a-jedi_robes"), "In place of Jedi Robes"),
        (("resolve", "a-rey+1"), "1 melee (Rey)"),
        (("resolve", "a-rey+1", "b-kylo_ren"), "🔵B Kylo Ren"),
        (("reroll", "aim"), "Aim (cost 1)"),
        (("reroll",), "Discard to reroll"),
        (("claim",), "Claim the battlefield"),
        (("pass",), "Pass this turn"),
    ],
)
def test_labels_name_the_choices_of_a_turn(path: tuple[str, ...], text: str) -> None:
    assert label(laid_out(**FIGHT), *path).text == text


@pytest.mark.parametrize(
    ("path", "emoji", "name"),
    [
        (("activate",), "🎲", "die"),
        (("claim",), "🚩", "battlefield"),
        (("echo_base",), "🚩", "battlefield"),
        (("resolve", "a-rey+1"), "⚔️", "side_md"),
        (("play", "lightsaber"), "🟦", "card_blue"),
    ],
)
def test_labels_have_the_drawn_signs_of_the_pictures(path: tuple[str, ...], emoji: str, name: str) -> None:
    sign = label(laid_out(**FIGHT), *path).emoji
    assert isinstance(sign, Sign)
    assert (str(sign), sign.label) == (emoji, name)


def test_a_card_in_play_has_its_owners_colour_once() -> None:
    """Another player's card has its colour in the label; an own card has it as the button's emoji."""
    other = label(laid_out(**FIGHT), "resolve", "a-rey+1", "b-kylo_ren")
    own = label(laid_out(**FIGHT), "activate", "a-finn")
    assert (other.text, other.emoji) == ("🔵B Kylo Ren", None)
    assert (own.text, own.emoji) == ("Finn", "🔴")


def test_a_target_says_its_damage_and_shields() -> None:
    assert label(laid_out(**FIGHT), "resolve", "a-rey+1", "b-kylo_ren").description == "damage 0/11 · shields 1"
    assert label(laid_out(**FIGHT), "resolve", "a-rey+1", "b-first_order_stormtrooper").description == "damage 2/7"


@pytest.mark.parametrize(
    ("key", "text"),
    [
        ("activate:a-finn", "You activate Finn and roll its dice."),
        ("play:lightsaber:a-rey", "You play Lightsaber → Rey. Cost 3; your resources: 3 → 0."),
        (
            "play:lightsaber:a-rey:a-jedi_robes",
            "You play Lightsaber → Rey, in place of Jedi Robes. Cost 1 (3, less 2 for the replaced card); "
            "your resources: 3 → 2.",
        ),
        ("resolve:a-rey+1:b-kylo_ren", "You resolve: 1 melee (Rey) → 🔵B Kylo Ren."),
        ("reroll:aim", "You discard Aim; then you choose which dice to reroll."),
        ("pass", "You pass."),
    ],
)
def test_summaries_describe_the_choices_of_a_turn(key: str, text: str) -> None:
    game = laid_out(**FIGHT)
    assert key in game.keys("a")
    assert summary(game, key) == text


def test_claiming_reads_as_czech() -> None:
    said = GAME_UI.summary(GAME_UI.context(FACTS, CS, laid_out(**FIGHT).view("a")), "action", ("claim",))
    assert said == (
        "Obsazuješ bojiště Echo Base, další tahy v tomto kole vynecháváš. Můžeš uplatnit jeho vlastnost: Přidej 1 štít "
        "některé postavě."
    )


def test_claiming_says_what_the_ability_of_the_battlefield_does() -> None:
    assert summary(laid_out(**FIGHT), "claim") == (
        "You claim Echo Base and pass for the rest of the round. You may use its ability: A character of your choice "
        "gets 1 shield."
    )


def test_the_discard_for_the_only_die_says_that_it_is_rerolled_at_once() -> None:
    one = laid_out(a=player("rey", hand="aim", pool="rey+1=blank"), b=player("kylo_ren"))
    assert summary(one, "reroll:aim") == "You discard Aim to reroll the die of Rey (now: blank)."


def test_the_button_against_an_additional_action_says_that_there_is_none() -> None:
    game = answered(
        laid_out(a=player("rey", hand="lightsaber", resources=3), b=player("kylo_ren")), "play:lightsaber:a-rey"
    )
    assert asked(game)[0] == "Additional action: take it, or continue without it."
    assert label(game, "pass").text == "No additional action"
    assert summary(game, "pass") == "You take no more additional actions."


def test_an_exhausted_target_is_called_exhausted() -> None:
    game = answered(laid_out(a=player("rey", pool="rey+1=1md"), b=player("kylo_ren")), "pass", "activate:b-kylo_ren")
    assert label(game, "resolve", "a-rey+1", "b-kylo_ren").description == "damage 0/11 · exhausted"


def test_dice_of_one_card_that_show_the_same_are_offered_once() -> None:
    game = laid_out(**FIGHT)
    offered = GAME_UI.get(BatchMoves).offered(list(game.keys("a")), lambda: game.view("a"))
    assert "resolve:a-rey+1:b-kylo_ren" in offered
    assert "resolve:a-rey+2:b-kylo_ren" in game.keys("a")
    assert "resolve:a-rey+2:b-kylo_ren" not in offered
    assert "resolve:a-jedi_robes+1" in offered


def test_offers_of_a_card_are_named() -> None:
    game = laid_out(
        a=player("luke_skywalker", upgrades={"luke_skywalker": "luke_skywalkers_lightsaber"},
                 pool="luke_skywalkers_lightsaber+1=sp"),
        b=player("kylo_ren"),
    )  # fmt: skip
    answered(game, "resolve:a-luke_skywalkers_lightsaber+1")
    assert [label(game, key).text for key in game.keys("a")] == ["2 shields", "2 unblockable damage"]


def test_a_split_names_all_characters_with_their_shares() -> None:
    game = laid_out(a=player("rey finn", hand="dug_in", resources=3), b=player("kylo_ren"), controller="a")
    answered(game, "play:dug_in")
    assert label(game, "3").text == "Rey 3, Finn 0"
    assert label(game, "1").text == "Rey 1, Finn 2"
    assert summary(game, "1:2") == "You choose: Rey 1, Finn 2."


def test_a_partial_share_says_how_much_is_left_for_which_character() -> None:
    game = laid_out(a=player("poe_dameron rey finn", hand="dug_in", resources=3), b=player("kylo_ren"), controller="a")
    answered(game, "play:dug_in")
    assert label(game, "1").text == "Poe Dameron 1; 2 left for Rey, Finn"
    assert label(game, "1", "2").text == "Poe Dameron 1, Rey 2, Finn 0"
    assert label(game, "1", "0").text == "Poe Dameron 1, Rey 0, Finn 2"
    equal = laid_out(a=player("rebel_trooper rebel_trooper", hand="dug_in", resources=3), b=player("kylo_ren"))
    answered(equal, "play:dug_in")
    assert label(equal, "1").text == "Rebel Trooper 1, Rebel Trooper 2: 2"


def test_numbers_say_what_is_counted() -> None:
    damage = laid_out(a=player("rey/3 finn", hand="draw_attention", resources=3), b=player("kylo_ren"))
    answered(damage, "play:draw_attention")
    while damage.decision is not None and damage.decision.kind == "character":
        answered(damage, next(iter(damage.keys("a"))))
    assert [label(damage, key).text for key in damage.keys("a")] == ["Move nothing", "Move 1 damage", "Move 2 damage"]
    shields = laid_out(a=player("rey^2 finn", hand="riposte", resources=3), b=player("kylo_ren"))
    answered(shields, "play:riposte", "a-rey")
    assert [label(shields, key).text for key in shields.keys("a")] == [
        "Remove none", "Remove 1 shield", "Remove 2 shields",
    ]  # fmt: skip


def test_every_number_in_random_games_has_a_unit() -> None:
    for seed in range(1, 20):
        for game in games(2 + seed % 3, seed=seed):
            decision = game.decision
            if decision is None or decision.kind not in ("amount", "distribute"):
                continue
            (seat,) = game.waiting
            table = every_board.facts(KIND, 2 + seed % 3)
            for key in game.keys(seat):
                for at in range(len(key.split(":"))):
                    path = tuple(key.split(":")[: at + 1])
                    found = GAME_UI.option(
                        GAME_UI.context(table, EN, game.view(seat), about=decision.about), decision.kind, path
                    )
                    assert not found.text.isdigit(), (decision, found)


def test_the_summary_of_a_play_warns_if_everyone_sees_that_it_does_nothing() -> None:
    table: dict[str, Any] = {"a": player("rey", hand="block", resources=2), "b": player("kylo_ren")}
    warned = summary(laid_out(**table), "play:block")
    assert warned == ("You play Block. Cost 2; your resources: 2 → 0. ⚠️ At the moment, this has no effect.")
    armed = {**table, "b": player("kylo_ren", pool="kylo_ren+1=1md")}
    assert "⚠️" not in summary(laid_out(**armed), "play:block")


def test_a_card_that_lets_another_be_played_has_its_share_of_the_price() -> None:
    team, other = "general_veers rey", player("kylo_ren")
    hand = laid_out(a=player(team, hand="f_11d_rifle", resources=3), b=other, battlefield="imperial_armory")
    pile = laid_out(a=player(team, hand="rearm", discard="f_11d_rifle", resources=3), b=other)
    for game in (answered(hand, "claim"), answered(pile, "play:rearm")):
        assert summary(game, "f_11d_rifle:a-rey") == (
            "You play F-11D Rifle → Rey. Cost 1 (2, less 1 as the card says); your resources: 3 → 2."
        )


def test_the_share_of_a_price_that_other_cards_pay_is_shown() -> None:
    game = laid_out(
        a=player("rey", supports="it_binds_all_things", hand="force_training", resources=1), b=player("kylo_ren")
    )
    assert summary(game, "play:force_training:a-rey") == (
        "You play Force Training → Rey. Cost 2; your resources: 1 → 0, and cards in play pay 1."
    )


def test_x_says_what_it_stands_for() -> None:
    game = laid_out(
        a=player("rey", supports="launch_bay", pool="launch_bay+1=xrd", hand="aim block"), b=player("kylo_ren")
    )
    assert label(game, "resolve", "a-launch_bay+1").text == "X ranged, X = cards in hand (Launch Bay)"
    assert "X ranged, X = cards in hand (Launch Bay)" in GAME_UI.public(GAME_UI.context(FACTS, EN, game.view(None)))
    assert [code for code, text in TEXTS.items() if text.x_says] == ["launch_bay"]
    assert any("X = cards in hand" in line for line in facts_line("launch_bay", EN))


def ways(game: Game) -> list[tuple[str, ...]]:
    return [tuple(key.split(":")) for key in game.keys("a")]


def test_beginners_are_told_to_activate_only_if_someone_can_be() -> None:
    ready, used = laid_out(**FIGHT), laid_out(a=player("rey! finn!", hand="aim", resources=3), b=player("kylo_ren"))
    hints = [
        GAME_UI.get(Tutorial).lead("action", GAME_UI.questions["action"], ways(game), EN) for game in (ready, used)
    ]
    assert hints[0].startswith("First activate a character")
    assert hints[1].startswith("Nothing can be activated now")


def test_only_answers_that_cost_cards_or_the_round_need_a_confirm() -> None:
    for key in ("activate:a-finn", "pass", "resolve:a-rey+1:b-kylo_ren"):
        assert GAME_UI.direct("action", tuple(key.split(":")))
    for key in ("play:lightsaber:a-rey", "reroll:aim", "claim", "use:a-bb_8"):
        assert not GAME_UI.direct("action", tuple(key.split(":")))
    assert GAME_UI.direct("character", ("b-rey",))
    assert not GAME_UI.direct("card", ("aim",))


def test_formats_are_said() -> None:
    assert GAME_UI.setting("format", "starters", 2, EN) == "Format: the two starter sets"
    assert GAME_UI.setting("decks", "drawn", 2, EN) is None


def test_the_cards_whose_offers_are_named_are_those_that_let_choose() -> None:
    asking = {
        code
        for code, text in TEXTS.items()
        for ability in (text.special, text.action, text.event, text.claim, *text.triggers)
        if ability is not None and any(isinstance(node, Either) for node in ability.step.walk(set()))
    }
    assert {code for code, text in TEXTS.items() if text.words.offers} == asking


def harming(game: Game, seat: str = "a") -> dict[str, bool]:
    """Returns the present keys of the seat, with whether each harms its own piece."""
    assert game.decision is not None
    ctx = context(FACTS, EN, game, seat)
    return {key: GAME_UI.harms_own(ctx, game.decision.kind, tuple(key.split(":"))) for key in game.keys(seat)}


CHOICE: dict[str, Any] = {
    "a": player("rey", hand="use_the_force", resources=1, pool="rey+1=1md"),
    "b": player("kylo_ren", pool="kylo_ren+1=1r"),
}


def test_a_claim_that_removes_a_die_warns_of_the_own_ones() -> None:
    game = answered(laid_out(**CHOICE, battlefield="frozen_wastes"), "claim")
    assert harming(game) == {"a-rey+1": True, "b-kylo_ren+1": False, "done": False}
    ctx = context(FACTS, EN, game, "a")
    assert [confirms(GAME_UI, COSTLY, ctx, "die", [key]) for key in ("a-rey+1", "b-kylo_ren+1", "done")] == [
        True, False, False,
    ]  # fmt: skip


@pytest.mark.parametrize(("code", "kind"), [
    ("frozen_wastes", "die"), ("lightsaber", "character"), ("crime_lord", "character"), ("flame_thrower", "characters"),
    ("at_st", "piece"), ("disarm", "piece"), ("backup_muscle", "character"), ("intimidate", "character"),
])  # fmt: skip
def test_a_card_that_harms_what_its_player_chooses_warns(code: str, kind: str) -> None:
    assert kind in harming_kinds(code)


@pytest.mark.parametrize("code", [
    "echo_base", "field_medic", "jabba_the_hutt", "strategic_planning", "unpredictable", "luke_skywalkers_lightsaber",
    "force_training", "commanding_presence",
])  # fmt: skip
def test_a_card_that_may_help_what_its_player_chooses_does_not_warn(code: str) -> None:
    assert not harming_kinds(code)


def test_only_turning_an_own_die_to_a_blank_harms_it() -> None:
    game = answered(laid_out(**CHOICE), "play:use_the_force")
    harmed = [key for key, harms in harming(game).items() if harms]
    assert harmed == ["a-rey+1:blank"]
    assert "b-kylo_ren+1:blank" in game.keys("a")
