"""Tests the text table, hands and figures of Star Wars: Destiny: complete, short enough, and without other hands."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.games.facts import Seat
from bot.texts import LANGUAGES, translator_for
from bot.views.parts import length
from rules.star_wars_destiny.facts import CARDS
from tests.bot.games.every_board import facts
from tests.bot.games.star_wars_destiny.destiny import changed, crowd, games
from tests.bot.games.star_wars_destiny.said import EN, FACTS, GAME_UI, KIND, A, B, laid_out
from tests.rules.star_wars_destiny.table import player


def battle() -> dict[str, Any]:
    game = laid_out(
        a=player("rey*2/3^2! finn/5", upgrades={"rey": "jedi_robes! lightsaber"}, resources=2, hand="block aim aim",
                 pool="rey+1=1md rey+2=1md lightsaber+1=3md1", discard="dodge"),
        b=player("first_order_stormtrooper/2 kylo_ren*2", supports="first_order_tie_fighter!", hand="flank"),
        battlefield="frozen_wastes", controller="b",
    )  # fmt: skip
    return {"own": game.view("a"), "public": game.view(None)}


def test_the_table_says_everything_in_few_lines() -> None:
    assert GAME_UI.public(GAME_UI.context(FACTS, EN, battle()["public"])).splitlines() == [
        "**Round 2 · Action phase** · battlefield Frozen Wastes (🔵B)",
        "",
        f"**🔴A ●** {A} · resources 2 · hand 3, deck 4, discards 1 · ▶️ to move",
        "- **Rey** ★ damage 3/10 · shields 2 · exhausted · Jedi Robes (exhausted), Lightsaber",
        "- **Finn** damage 5/10",
        "🎲 1 melee (Rey) ×2, 3 melee for 1 (Lightsaber)",
        "",
        f"**🔵B ■** {B} · resources 0 · hand 1, deck 4, discards 0",
        "- **First Order Stormtrooper** damage 2/7",
        "- **Kylo Ren** ★ damage 0/11",
        "- supports: First Order TIE Fighter (exhausted)",
    ]


def test_something_is_there_however_much_lies_on_the_table() -> None:
    view = crowd(4)
    everybody = {seat: view["players"]["a"] for seat in "abcd"}
    full = changed(view, "players", to=everybody | {"d": {**view["players"]["a"], "characters": [
        each for _ in range(6) for each in view["players"]["a"]["characters"]]}})  # fmt: skip
    said = GAME_UI.public(GAME_UI.context(facts(KIND, 4), EN, full))
    assert said.startswith("**Round 12 · Action phase**")
    assert length(said) <= 2500
    assert said.endswith("…")


def test_delayed_effects_are_named() -> None:
    view = changed(
        battle()["public"],
        "delayed",
        to=[{"defeat": "a-rey", "by": "b-crime_lord"}],
    )
    view = changed(changed(view, "barred", to=["a-bb_8"]), "limbo", to=["b-aim"])
    assert GAME_UI.public(GAME_UI.context(FACTS, EN, view)).splitlines()[-3:] == [
        "Being played: 🔵B Aim",
        "Defeated at the end of the round: 🔴A Rey (🔵B Crime Lord)",
        "Special used in this round: 🔴A BB-8",
    ]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_fullest_table_fits(seats: int, language: str) -> None:
    text = GAME_UI.public(GAME_UI.context(facts(KIND, seats), translator_for(language), crowd(seats)))
    assert 500 < length(text) <= 2500
    for name in ("Rey", "Finn", "Leia Organa", "Han Solo"):
        assert name in text


def test_long_names_of_people_do_not_break_the_board() -> None:
    table = replace(facts(KIND, 2), seats=(Seat("a", None, "x" * 32), Seat("b", 5, "y")))
    assert "x" * 32 in GAME_UI.public(GAME_UI.context(table, EN, crowd(2)))


def test_a_hand_says_what_each_card_costs_shows_and_does() -> None:
    lines = GAME_UI.hand(GAME_UI.context(FACTS, EN, battle()["own"], seat="a")).splitlines()
    assert lines == [
        "⬜ **Block** · event · gray · neutral · cost 2",
        "-# Every melee die of an opponent is removed.",
        "⬜ **Aim** · event · gray · neutral · cost 1 ×2",
        "-# A die of yours is set to a ranged side.",
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_largest_hands_fit_and_name_every_card(language: str) -> None:
    cards = [card.code for card in CARDS.values() if card.type in ("upgrade", "support", "event")][:40]
    view = changed(battle()["own"], "players", "a", "hand", to=cards)
    text = GAME_UI.hand(GAME_UI.context(FACTS, translator_for(language), view, seat="a"))
    assert length(text) <= 2400
    assert all(CARDS[code].name in text for code in cards)


def test_the_own_figures_are_next_to_the_hand() -> None:
    said = GAME_UI.standing(GAME_UI.context(FACTS, EN, battle()["own"], seat="a"))
    assert "resources 2" in said
    assert "**Finn** damage 5/10" in said
    assert "3 melee for 1 (Lightsaber)" in said


def test_a_player_who_is_out_is_shown_as_out() -> None:
    assert "· out" in GAME_UI.public(GAME_UI.context(facts(KIND, 4), EN, crowd(4)))


def test_the_ending_says_why() -> None:
    ranking = [{"seat": "b", "points": 1, "why": None}, {"seat": "a", "points": 0, "why": "defeated"}]
    said = GAME_UI.ending(GAME_UI.context(FACTS, EN, {}), {"ranking": ranking, "winners": ["b"]})
    assert said.splitlines() == [f"1. 🔵B {B}: last player in the game", f"2. 🔴A {A}: all characters defeated"]


@pytest.mark.parametrize(("language", "reads_as_gone"), [("en", "left"), ("cs", "u stolu"), ("sk", "pri stole")])
def test_the_winner_is_not_said_to_have_left(language: str, reads_as_gone: str) -> None:
    over = {"ranking": [{"seat": "b", "points": 1, "why": None}], "winners": ["b"]}
    said = GAME_UI.ending(GAME_UI.context(FACTS, translator_for(language), {}), over)
    assert reads_as_gone not in said


def test_no_hidden_card_is_in_the_public_text() -> None:
    for game in games(2, seed=9, most=200):
        public, everything = game.view(None), GAME_UI.public(GAME_UI.context(FACTS, EN, game.view(None)))
        assert "hand" not in public["players"]["a"]
        assert GAME_UI.public(GAME_UI.context(FACTS, EN, game.view("b"))) == everything


def test_the_dice_and_effects_of_own_cards_and_the_battlefield_are_told() -> None:
    lines = GAME_UI.known(GAME_UI.context(FACTS, EN, battle()["own"], seat="a")).splitlines()
    assert lines[0] == "Your cards in play, and the battlefield:"
    assert [line for line in lines if "**" in line] == [
        "🟦 **Rey**", "🟨 **Finn**", "🟦 **Jedi Robes**", "🟦 **Lightsaber**", "⬜ **Frozen Wastes**",
    ]  # fmt: skip
    finn = lines[lines.index("🟨 **Finn**") + 1]
    assert "Die: 1 ranged, 2 ranged, 1 melee, 1 shield, 1 resource, blank" in finn
    assert lines[-1] == "-# Claim: Remove one character die from any pool."
