"""Tests the texts of Královské rošády for decisions: questions, labels, summaries and the panel."""

from __future__ import annotations

import pytest

from bot.drawing.signs import Sign
from bot.features.play.service import keys_of
from bot.games import Label
from bot.views.custom_id import CustomId
from rules.engine import Game
from tests.bot.games import every_board
from tests.bot.games.kralovske_rosady.rosady import CS, EN, FACTS, GAME_UI, laid_out
from tests.bot.screen import leading


def betraying() -> Game:
    game = laid_out("art-3 b:traitor?", "trade-4", "alchemy-1", hands={"a": "king", "b": "queen"})
    game.answer(game.number, "a", ["king:1"])
    return game


def disguising() -> Game:
    game = laid_out("art-3 b:disguise?", hands={"a": "king", "b": "queen mage"})
    game.answer(game.number, "a", ["king:1"])
    return game


@pytest.mark.parametrize(
    ("game", "question", "waiting"),
    [
        (
            laid_out(hands={"a": "king"}),
            "Jsi na tahu: vylož kartu lícem dolů do sloupce.",
            "",
        ),
        (
            disguising(),
            "Tvůj Převlek ve sloupci 1 se otočil. Schováš pod něj kartu?",
            "rozhodne, jestli pod Převlek ve sloupci 1 skryje kartu",
        ),
        (
            betraying(),
            "Zrádce, sloupec 1 (🎨 umění 3): vyměníš bodovou kartu?",
            "rozhodne, jestli Zrádce vymění bodovou kartu sloupce 1 (🎨 umění 3)",
        ),
    ],
    ids=["play", "disguise", "betray"],
)
def test_questions_cite_their_ruling(game: Game, question: str, waiting: str) -> None:
    assert (decision := game.decision) is not None
    (seat,) = game.waiting
    assert (
        GAME_UI.questions[decision.kind].prompt(GAME_UI.context(FACTS, CS, game.view(seat), about=decision.about))
        == question
    )
    assert (
        GAME_UI.questions[decision.kind].waiting_for(GAME_UI.context(FACTS, CS, game.view(None), about=decision.about))
        == waiting
    )


def label(game: Game, *path: str) -> Label:
    assert game.decision is not None
    return GAME_UI.option(GAME_UI.context(FACTS, CS, game.view(game.waiting[0])), game.decision.kind, path)


def test_labels_name_the_choices_of_a_turn() -> None:
    game = laid_out(
        "art-3 a:king b:mage?", "trade-3 c:queen a:witch?", "farming-5 a:storm c:julia? closed", hands={"a": "romeo"}
    )
    assert label(game, "romeo") == Label(
        "Romeo 5/15", "Má hodnotu 5. Pokud je v tomto sloupci i tvoje Julie, má 15.", "💘"
    )
    assert label(game, "romeo", "1") == Label("Sloupec 1 (🎨 umění 3)", "karty 2/3 · otočí kartu 🔵B")
    assert label(game, "romeo", "2") == Label("Sloupec 2 (💰 obchod 3)", "karty 2/3 · otočí tvou kartu: Čarodějnice")


@pytest.mark.parametrize(
    ("card", "emoji", "name"),
    [("swordsman", "⚔️", "symbol_warfare"), ("storm", "🌩️", "storm"), ("disguise", "🎭", "disguise")],
)
def test_cards_whose_sign_is_in_the_picture_show_it_in_labels(card: str, emoji: str, name: str) -> None:
    sign = label(laid_out("art-3", hands={"a": card}), card).emoji
    assert isinstance(sign, Sign)
    assert (str(sign), sign.label) == (emoji, name)


def test_a_full_column_still_takes_cards() -> None:
    game = laid_out("art-2 a:king b:mage?", "trade-3 c:queen a:witch?", hands={"a": "romeo"})
    assert label(game, "romeo", "1").description == "karty 2/2 ✅ plný, lze dál přikládat · otočí kartu 🔵B"
    english = GAME_UI.context(FACTS, EN, game.view("a"), "a")
    assert GAME_UI.option(english, "play", ("romeo", "1")).description == (
        "cards 2/2 ✅ full, cards may still be added · turns over a card of 🔵B"
    )
    assert GAME_UI.option(english, "play", ("romeo", "2")).description == "cards 2/3 · turns over your Witch"


def test_a_face_up_or_tucked_card_is_not_turned() -> None:
    game = laid_out("art-3 a:disguise a:king^", "trade-3 b:queen", hands={"a": "romeo"})
    assert label(game, "romeo", "1").description == "karty 2/3"
    assert label(game, "romeo", "2").description == "karty 1/3"


def test_with_one_open_column_the_card_says_where_it_goes() -> None:
    closed = ["art-3 a:storm b:king? closed", "trade-3 b:storm a:queen? closed", "farming-2"]
    game = laid_out(*closed, hands={"a": "romeo"})
    (select,) = every_board.panel(FACTS, game, "a", (), CS).selects
    assert select["placeholder"].endswith(label(game, "romeo").text)
    assert [option["label"] for option in select["options"]] == [label(game, "romeo", "3").text]


def test_labels_name_the_choices_of_disguise_and_traitor() -> None:
    assert label(disguising(), "pass") == Label("Nic", "Pod Převlek nepřijde žádná karta.", "🚫")
    assert label(disguising(), "mage").text == "Mág 7"
    assert label(betraying(), "stay").text == "Nevyměnit"
    assert label(betraying(), "2") == Label(
        "Sloupec 2 (💰 obchod 4)", "💰 obchod 4 do sloupce 1, 🎨 umění 3 do sloupce 2"
    )


def summary(game: Game, key: str) -> str:
    assert game.decision is not None
    return GAME_UI.summary(GAME_UI.context(FACTS, CS, game.view(game.waiting[0])), game.decision.kind, [key])


def test_a_summary_says_what_an_answer_will_do() -> None:
    game = laid_out("art-3 b:king?", "trade-2", hands={"a": "romeo"})
    assert summary(game, "romeo:2") == "Pokládáš lícem dolů: Romeo – sloupec 2 (💰 obchod 2)."
    assert summary(game, "romeo:1") == "Pokládáš lícem dolů: Romeo – sloupec 1 (🎨 umění 3). Otočí kartu 🔵B."
    assert summary(disguising(), "pass") == "Pod Převlek nic neumisťuješ."
    assert summary(disguising(), "mage") == "Pod Převlek skrytě umisťuješ: Mág."
    assert summary(betraying(), "stay") == "Necháváš bodové karty, kde jsou."
    assert summary(betraying(), "3") == ("Vyměňuješ bodové karty: ⚗️ alchymie 1 do sloupce 1, 🎨 umění 3 do sloupce 3.")


def test_a_card_to_its_column_is_one_choice_in_the_panel() -> None:
    game = laid_out("art-3 b:king?", hands={"a": "romeo mage"})
    first = every_board.panel(FACTS, game, "a", (), CS)
    (select,) = (part for part in first.selects if label(game, "mage").text in part["placeholder"])
    (value,) = (one["value"] for one in select["options"] if one["label"] == label(game, "mage", "1").text)
    press = CustomId(1, "do", game.number, leading(select, value))
    assert keys_of(game, "a", press) == ("mage:1",)


def test_only_moves_that_cost_a_card_need_confirmation() -> None:
    for game, word, verb in (
        (disguising(), "mage", "walk"), (disguising(), "pass", "do"), (betraying(), "stay", "do"),
    ):  # fmt: skip
        assert every_board.panel(FACTS, game, "b", (), CS).press(label(game, word).text).verb == verb
    assert not GAME_UI.direct("disguise", ("mage",))
    assert GAME_UI.direct("betray", ("2",))
    assert not GAME_UI.direct("play", ("mage",))
