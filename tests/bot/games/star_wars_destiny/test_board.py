"""The third game's text table, hands and figures: complete, short enough, and nothing of others' hands."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.games.facts import Seat
from bot.texts import LANGUAGES, words
from bot.views.parts import length
from rules.star_wars_destiny.facts import CARDS
from tests.bot.games.every_board import facts
from tests.bot.games.star_wars_destiny.destiny import changed, crowd, games
from tests.bot.games.star_wars_destiny.said import BOARD, EN, FACTS, KIND, A, B, laid_out
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
    assert BOARD.public(battle()["public"], FACTS, EN).splitlines() == [
        "**Round 2 · Action phase** · battlefield Frozen Wastes (🔵B)",
        "",
        f"**🔴A** {A} · resources 2 · hand 3, deck 4, discards 1 · ▶️ on turn",
        "- **Rey** ★ damage 3/10 · shields 2 · exhausted · Jedi Robes (exhausted), Lightsaber",
        "- **Finn** damage 5/10",
        "🎲 1 melee (Rey) ×2, 3 melee for 1 (Lightsaber)",
        "",
        f"**🔵B** {B} · resources 0 · hand 1, deck 4, discards 0",
        "- **First Order Stormtrooper** damage 2/7",
        "- **Kylo Ren** ★ damage 0/11",
        "- supports: First Order TIE Fighter (exhausted)",
    ]


def test_something_stands_there_however_much_lies_on_the_table() -> None:
    view = crowd(4)
    everybody = {seat: view["players"]["a"] for seat in "abcd"}
    full = changed(view, "players", to=everybody | {"d": {**view["players"]["a"], "characters": [
        each for _ in range(6) for each in view["players"]["a"]["characters"]]}})  # fmt: skip
    said = BOARD.public(full, facts(KIND, 4), EN)
    assert said.startswith("**Round 12 · Action phase**")
    assert length(said) <= 2500
    assert said.endswith("…")


def test_what_waits_is_named() -> None:
    view = changed(
        battle()["public"],
        "delayed",
        to=[{"defeat": "a-rey", "by": "b-crime_lord"}],
    )
    view = changed(changed(view, "barred", to=["a-bb_8"]), "limbo", to=["b-aim"])
    assert BOARD.public(view, FACTS, EN).splitlines()[-3:] == [
        "Being played: 🔵B Aim",
        "At the end of the round falls: 🔴A Rey (🔵B Crime Lord)",
        "Special used in this round (D23): 🔴A BB-8",
    ]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_fullest_table_fits(seats: int, language: str) -> None:
    text = BOARD.public(crowd(seats), facts(KIND, seats), words(language))
    assert 500 < length(text) <= 2500
    for name in ("Rey", "Finn", "Leia Organa", "Han Solo"):
        assert name in text


def test_names_of_people_do_not_break_it() -> None:
    table = replace(facts(KIND, 2), seats=(Seat("a", None, "x" * 32), Seat("b", 5, "y")))
    assert "x" * 32 in BOARD.public(crowd(2), table, EN)


def test_a_hand_says_what_each_card_costs_shows_and_does() -> None:
    lines = BOARD.hand(battle()["own"], "a", EN).splitlines()
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
    text = BOARD.hand(view, "a", words(language))
    assert length(text) <= 2400
    assert all(CARDS[code].name in text for code in cards)


def test_the_own_figures_stand_beside_the_hand() -> None:
    said = BOARD.standing(battle()["own"], "a", FACTS, EN)
    assert "resources 2" in said
    assert "**Finn** damage 5/10" in said
    assert "3 melee for 1 (Lightsaber)" in said


def test_who_is_out_is_said_so() -> None:
    assert "· out" in BOARD.public(crowd(4), facts(KIND, 4), EN)


def test_the_ending_says_why() -> None:
    ranking = [{"seat": "b", "points": 1, "why": None}, {"seat": "a", "points": 0, "why": "defeated"}]
    said = BOARD.ending({}, {"ranking": ranking, "winners": ["b"]}, FACTS, EN)
    assert said.splitlines() == [f"1. 🔵B {B}: left at the table", f"2. 🔴A {A}: all characters defeated (D103)"]


def test_no_hidden_card_stands_in_the_public_text() -> None:
    for game in games(2, seed=9, most=200):
        public, everything = game.view(None), BOARD.public(game.view(None), FACTS, EN)
        assert "hand" not in public["players"]["a"]
        assert BOARD.public(game.view("b"), FACTS, EN) == everything
