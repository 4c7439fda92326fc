"""Tests the board of Královské rošády: columns, hands and ranking."""

from __future__ import annotations

from bot.features.hand import view as hand_view
from bot.features.play import board_view
from bot.features.play import panel_notices as notices_view
from bot.games.kralovske_rosady.cards import CARDS
from bot.games.pre_orders import PreOrders
from bot.texts import LANGUAGES, translator_for
from bot.views.parts import length
from rules import GAMES
from rules.engine import Game
from rules.kralovske_rosady.cards import CARDS as ALL_CARDS
from tests.bot.games import every_board
from tests.bot.games.every_board import NAMES
from tests.bot.games.kralovske_rosady.rosady import CS, FACTS, GAME_UI, KIND, A, B, C, laid_out, line, shown
from tests.bot.screen import Screen, components_of

# The text table


def test_a_column_shows_its_point_card_and_its_cards_from_the_point_card_down() -> None:
    text = shown("art-3 a:queen b:double c:mage?")
    assert (
        line(text, "**1 ")
        == "**1 · 🎨 umění 3** · karty 3/3 ✅ plný: 🔴A Královna 16, 🔵B Dvojník ↓, 🟢C 🎴 lícem dolů"
    )


def test_an_empty_column_says_so() -> None:
    assert line(shown(), "**3 ") == "**3 · 🎨 umění 5** · karty 0/5: prázdný sloupec"


def test_a_tucked_card_is_shown_as_a_back_in_its_place() -> None:
    text = shown("trade-4 b:disguise b:king^ a:queen?")
    assert line(text, "**1 ").endswith("karty 3/4: 🔵B Převlek 0, 🔵B 🎴 (pod Převlekem), 🔴A 🎴 lícem dolů")


def test_a_closed_column_says_so_no_matter_what_its_points() -> None:
    text = shown("farming-5 a:storm c:king? closed")
    assert line(text, "**1 ") == "**1 · 🌾 zemědělství 5** · karty 2/5 🌩️ uzavřený: 🔴A Bouře 9, 🟢C 🎴 lícem dolů"


def test_a_symbol_card_shows_what_it_counts_in_its_column() -> None:
    """K2: a symbol card counts 12 in a column of its own symbol, and 8 in any other."""
    text = shown("art-3 a:troubadour b:merchant", "trade-3 c:merchant a:romeo")
    assert line(text, "**1 ").endswith(": 🔴A Trubadúr 12, 🔵B Kupec 8")
    assert line(text, "**2 ").endswith(": 🟢C Kupec 12, 🔴A Romeo 5/15")


def test_players_are_shown_with_sizes_and_numbers_only() -> None:
    text = shown(
        hands={"a": "king queen", "b": "mage"}, decks={"a": "storm"}, discards={"b": "witch dragon"},
        points={"b": "art-4 trade-3"}, turn="a",
    )  # fmt: skip
    assert line(text, "🔴A") == f"🔴A ● {A}: bodové karty **0** · v ruce 2 · balíček 1 · odhozené 0 · ➡️ na tahu"
    assert line(text, "🔵B") == f"🔵B ■ {B}: bodové karty **2** · v ruce 1 · balíček 0 · odhozené 2"


def test_the_values_of_taken_point_cards_are_called_hidden_until_the_end() -> None:
    view = laid_out(hands={"a": "king"}, points={"b": "art-4 trade-3"}).view(None)
    hidden = "Hodnoty získaných bodových karet zůstávají skryté až do konce."
    assert hidden in GAME_UI.public(GAME_UI.context(FACTS, CS, view))
    assert hidden not in GAME_UI.public(GAME_UI.context(FACTS, CS, {**view, "phase": "over"}))


def test_the_round_is_shown() -> None:
    assert shown(round_number=4).startswith("**Kolo 4 z 6**")


def test_point_cards_that_no_one_took_are_out_of_the_game() -> None:
    view = {**laid_out(hands={"a": "king"}).view(None), "removed_points": ["art-3", "trade-1"]}
    assert "Mimo hru: 🎨 umění 3, 💰 obchod 1" in GAME_UI.public(GAME_UI.context(FACTS, CS, view))


def test_very_long_columns_are_shortened_in_the_middle() -> None:
    cards = [{"owner": seat, "card": card, "up": True, "tucked": False} for card in CARDS for seat in "abcdef"]
    column = {"point": "religion-5", "closed": False, "cards": cards}
    players = {seat: {"cards": 3, "deck": 25, "discard": list(CARDS), "points": 36} for seat in "abcdef"}
    view = {
        "round": 6, "phase": "play", "turn": "f", "columns": [column] * 6, "players": players,
        "removed_points": ["religion-5"] * 30,
    }  # fmt: skip
    text = GAME_UI.public(GAME_UI.context(every_board.facts(KIND, 6), CS, view))
    assert length(text) <= 2500
    assert "… +" in text
    assert line(text, "**6 ").endswith("🟠F Žebrák 4")


def test_a_new_board_is_due_with_each_round_and_its_evaluation() -> None:
    marks = {GAME_UI.epoch({"round": number, "phase": phase}) for number in (1, 2) for phase in ("play", "evaluate")}
    assert len(marks) == 4


def test_boards_of_games_that_differ_in_hidden_cards_are_the_same_to_the_byte() -> None:
    one = laid_out(
        "art-3 a:king b:disguise b:witch^ c:mage?", "trade-3 a:storm b:queen? closed",
        hands={"a": "dragon romeo", "b": "hermit", "c": "julia"}, decks={"b": "prince squire"},
        points={"b": "art-1 farming-2"},
    )  # fmt: skip
    other = laid_out(
        "art-3 a:king b:disguise b:hermit^ c:julia?", "trade-3 a:storm b:prince? closed",
        hands={"a": "beggar double", "b": "squire", "c": "traitor"}, decks={"b": "queen witch"},
        points={"b": "warfare-5 alchemy-4"},
    )  # fmt: skip
    for show in (board_view.board, board_view.closed_board, notices_view.not_asked):
        assert components_of(show(FACTS, one, CS)) == components_of(show(FACTS, other, CS))


# Hands


def test_the_own_hand_names_cards_values_and_effects() -> None:
    game = laid_out(hands={"a": "king alchemist murderer"})
    assert GAME_UI.hand(GAME_UI.context(FACTS, CS, game.view("a"), seat="a")).splitlines() == [
        "👑 **Král** · 20",
        "-# Bez efektu: počítá se jen hodnota.",
        "⚗️ **Alchymista** · 12/8",
        "-# Pod svým symbolem (⚗️ alchymie) má hodnotu 12, jinak 8.",
        "🔪 **Mordýř** · 9½",
        "-# Po otočení odstraní kartu, která ho otočila.",
    ]


def test_no_cards_are_said_to_be_none() -> None:
    assert (
        GAME_UI.hand(GAME_UI.context(FACTS, CS, laid_out(hands={"a": "king"}).view("b"), seat="b"))
        == "Nemáš žádné karty."
    )


def test_no_one_sees_another_hand() -> None:
    game = laid_out(hands={"a": "king"})
    assert GAME_UI.other_hand(GAME_UI.context(FACTS, CS, game.view("b")), "a") is None
    assert hand_view.peek(FACTS, game, "b", "a", CS) is None


def test_the_own_point_cards_and_hidden_cards_are_told_only_to_their_owner() -> None:
    game = laid_out("art-3 b:disguise b:king^ b:mage?", hands={"a": "queen"}, points={"b": "trade-2 art-1"})
    own = GAME_UI.standing(GAME_UI.context(FACTS, CS, game.view("b"), seat="b"))
    assert "Tvoje bodové karty: 💰 obchod 2, 🎨 umění 1. Součet: 3 body" in own
    assert "Lícem dolů: Král – sloupec 1, Mág – sloupec 1" in GAME_UI.own(
        GAME_UI.context(FACTS, CS, game.view("b"), seat="b")
    )
    assert len(GAME_UI.standing(GAME_UI.context(FACTS, CS, game.view("a"), seat="b")).splitlines()) == 1


def test_what_only_the_owner_knows_is_their_point_cards_and_hidden_cards() -> None:
    game = laid_out("art-3 b:disguise b:king^ a:mage?", hands={"a": "queen"}, points={"b": "trade-2 art-1"})
    assert GAME_UI.known(GAME_UI.context(FACTS, CS, game.view("b"), seat="b")).splitlines() == [
        "Tvoje bodové karty: 💰 obchod 2, 🎨 umění 1. Součet: 3 body",
        "Lícem dolů: Král – sloupec 1",
    ]
    assert not GAME_UI.known(GAME_UI.context(FACTS, CS, game.view("c"), seat="c"))


def test_the_discards_of_all_are_listed_beside_the_own_hand() -> None:
    game = laid_out(hands={"a": "queen", "b": "mage"}, discards={"a": "mage king", "c": "tom_thumb"})
    for seat in "ab":
        text = Screen(hand_view.hand(FACTS, game, seat, CS, now=True)).text
        assert "Odhozené 🔴A: Král, Mág\nOdhozené 🟢C: Paleček" in text
        assert "Odhozené 🔵B" not in text


def test_the_discards_of_six_fit_beside_the_own_hand() -> None:
    discards = dict.fromkeys("abcdef", " ".join(ALL_CARDS[:22]))
    columns = ("art-5", "trade-5", "religion-5", "warfare-5", "farming-5", "alchemy-5")
    game = laid_out(*columns, hands=dict.fromkeys("abcdef", " ".join(ALL_CARDS[22:])), discards=discards)
    for language in ("cs", "en", "sk"):
        table, said = every_board.facts(KIND, 6), translator_for(language)
        text = Screen(hand_view.hand(table, game, "f", said, now=True)).text
        assert all(text.count(said(CARDS[card].name)) >= 6 for card in ALL_CARDS[:22])
        assert "…" not in text


def test_the_lasting_hand_names_an_own_card_as_long_as_it_lies_face_down() -> None:
    game = laid_out("art-3 b:king?", hands={"a": "queen", "b": "mage"}, decks={"a": "witch"})
    hidden = "Lícem dolů: Král – sloupec 1"
    assert hidden in Screen(hand_view.hand(FACTS, game, "b", CS)).text
    assert "Lícem dolů" not in Screen(hand_view.hand(FACTS, game, "a", CS)).text
    game.answer(game.number, "a", ["queen:1"])
    assert hidden not in Screen(hand_view.hand(FACTS, game, "b", CS)).text


# What this game does not have


def test_there_are_neither_options_nor_orders_for_windows() -> None:
    assert GAME_UI.setting("goal", "beginners", 3, CS) is None
    assert GAME_UI.get(PreOrders).stays_out("play") is None
    assert not GAME_UI.get(PreOrders).may_stay_out_after("disguise", "pass")
    assert not GAME_UI.get(PreOrders).aimed_at("play", {}, laid_out(hands={"a": "king"}).view(None), "a")
    assert GAME_UI.get(PreOrders).remedy(["pass"]) is None


# The ranking


def test_the_ranking_says_who_doubled_and_who_shares() -> None:
    over = {
        "ranking": [
            {"seat": "b", "points": 29, "doubled": True},
            {"seat": "c", "points": 29, "doubled": False},
            {"seat": "a", "points": 1, "doubled": False},
        ],
        "winners": ["b", "c"],
    }
    assert GAME_UI.ending(GAME_UI.context(FACTS, CS, {}), over).splitlines() == [
        f"1. 🔵B {B}: 29 bodů – zdvojnásobeno",
        f"1. 🟢C {C}: 29 bodů",
        f"3. 🔴A {A}: 1 bod",
        "Při shodě bodů se o vítězství dělí.",
    ]


def test_the_last_board_shows_the_arithmetic() -> None:
    game = laid_out(phase="evaluate", round_number=6, points={"a": "art-4 trade-3", "b": "art-1"})
    text = Screen(board_view.board(every_board.facts(KIND, 3, phase="over"), game, CS)).text
    assert "🔴A: 🎨 umění 4 + 💰 obchod 3 = **7**" in text
    assert "🔵B: 🎨 umění 1 = **1**" in text
    assert "🟢C: žádná bodová karta = **0**" in text


def test_all_players_who_share_a_victory_are_winners() -> None:
    game = laid_out(phase="evaluate", round_number=6, points={"a": "art-4", "b": "trade-4"})
    for said in map(translator_for, LANGUAGES):
        text = Screen(board_view.board(every_board.facts(KIND, 3, phase="over"), game, said)).text
        assert f"🏆 **{said('Winners')}: {A}, {B}**" in text


def test_the_hand_has_no_button_for_windows_which_the_game_does_not_have() -> None:
    game = Game.new(GAMES[KIND], NAMES[:3], seed=bytes(32))
    shown = Screen(hand_view.hand(FACTS, game, "a", CS))
    assert shown.verbs() == ["move"]
