"""The board of Královské rošády: columns, hands, questions, labels, the panel, help, ranking."""

from __future__ import annotations

from typing import Any

import pytest

from bot import showing
from bot.asking import keys_of
from bot.boards import BOARDS, Label
from bot.boards.kralovske_rosady.names import CARDS, COLOURS, PICTURES, SYMBOLS
from bot.showing.parts import length
from bot.texts import words
from rules import GAMES
from rules.engine import Game
from rules.kralovske_rosady.cards import CARDS as ALL_CARDS
from tests.bot import every_board
from tests.bot.every_board import NAMES
from tests.bot.screen import Screen, components_of
from tests.rules.kralovske_rosady.table import layout

KIND = "kralovske_rosady"
BOARD = BOARDS[KIND]
CS, EN = words("cs"), words("en")
FACTS = every_board.facts(KIND, 3)
A, B, C = (seat.mention for seat in FACTS.seats)


def laid_out(*columns: str, **how: Any) -> Game:
    """A game that goes on from these columns; empty ones are added up to three."""
    filled = [*columns, *["trade-5", "religion-5", "art-5"][len(columns) :]]
    table = layout(*filled, **how)
    return Game.at(GAMES[KIND], table, NAMES[: len(filled)], game_id="42", seed=bytes(32))


def line(text: str, start: str) -> str:
    return next(line for line in text.splitlines() if line.startswith(start))


def shown(*columns: str, **how: Any) -> str:
    return BOARD.public(laid_out(*columns, **{"hands": {"a": "king"}, **how}).view(None), FACTS, CS)


# The text table


def test_a_column_shows_its_point_card_and_its_cards_from_the_point_card_down() -> None:
    text = shown("art-3 a:queen b:double c:mage?")
    assert line(text, "**1 ") == "**1 · 🎨 umění 3** · karty 3/3 ✅ naplněno: 🔴A Královna, 🔵B Dvojník, 🟢C 🎴"


def test_an_empty_column_says_so() -> None:
    assert line(shown(), "**3 ") == "**3 · 🎨 umění 5** · karty 0/5: prázdno"


def test_a_tucked_card_is_shown_as_a_back_in_its_place() -> None:
    text = shown("trade-4 b:disguise b:king^ a:queen?")
    assert line(text, "**1 ").endswith("karty 3/4: 🔵B Převlek, 🔵B 🎴 (pod převlekem), 🔴A 🎴")


def test_a_closed_column_says_so_whatever_its_points() -> None:
    text = shown("farming-5 a:storm c:king? closed")
    assert line(text, "**1 ") == "**1 · 🌾 zemědělství 5** · karty 2/5 🌩️ uzavřeno: 🔴A Bouře, 🟢C 🎴"


def test_players_are_shown_with_sizes_and_numbers_alone() -> None:
    text = shown(
        hands={"a": "king queen", "b": "mage"}, decks={"a": "storm"}, discards={"b": "witch dragon"},
        points={"b": "art-4 trade-3"}, turn="a",
    )  # fmt: skip
    assert line(text, "🔴A") == f"🔴A {A}: bodové karty **0** · v ruce 2 · balíček 1 · odhozené 0 · ➡️ na tahu"
    assert line(text, "🔵B") == f"🔵B {B}: bodové karty **2** · v ruce 1 · balíček 0 · odhozené 2"


def test_the_round_is_shown() -> None:
    assert shown(round_number=4).startswith("**Kolo 4 z 6**")


def test_point_cards_that_nobody_took_are_out_of_the_game() -> None:
    view = {**laid_out(hands={"a": "king"}).view(None), "removed_points": ["art-3", "trade-1"]}
    assert "Mimo hru: 🎨 umění 3, 💰 obchod 1" in BOARD.public(view, FACTS, CS)


def test_very_long_columns_are_shortened_in_the_middle() -> None:
    cards = [{"owner": seat, "card": card, "up": True, "tucked": False} for card in CARDS for seat in "abcdef"]
    column = {"point": "religion-5", "closed": False, "cards": cards}
    players = {seat: {"cards": 3, "deck": 25, "discard": list(CARDS), "points": 36} for seat in "abcdef"}
    view = {
        "round": 6, "phase": "play", "turn": "f", "columns": [column] * 6, "players": players,
        "removed_points": ["religion-5"] * 30,
    }  # fmt: skip
    text = BOARD.public(view, every_board.facts(KIND, 6), CS)
    assert length(text) <= 2500
    assert "… +" in text
    assert line(text, "**6 ").endswith("🟠F Žebrák")


def test_a_new_board_is_due_with_each_round_and_its_evaluation() -> None:
    marks = {BOARD.phase_mark({"round": number, "phase": phase}) for number in (1, 2) for phase in ("play", "evaluate")}
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
    for show in (showing.board, showing.closed_board, showing.not_asked):
        assert components_of(show(FACTS, one, CS)) == components_of(show(FACTS, other, CS))


# Hands


def test_the_own_hand_names_cards_values_and_effects() -> None:
    game = laid_out(hands={"a": "king alchemist murderer"})
    assert BOARD.hand(game.view("a"), "a", CS).splitlines() == [
        "👑 **Král** · 20",
        "-# Bez efektu: počítá se jen hodnota.",
        "⚗️ **Alchymista** · 12/8",
        "-# Pod svým symbolem (⚗️ alchymie) 12, jinak 8; není to efekt (K2).",
        "🔪 **Mordýř** · 9½",
        "-# Po otočení odstraní kartu, která ho otočila.",
    ]


def test_no_cards_are_said_to_be_none() -> None:
    assert BOARD.hand(laid_out(hands={"a": "king"}).view("b"), "b", CS) == "Nemáš žádné karty."


def test_nobody_sees_another_hand() -> None:
    game = laid_out(hands={"a": "king"})
    assert BOARD.other_hand(game.view("b"), "a", FACTS, CS) is None
    assert showing.peek(FACTS, game, "b", "a", CS) is None


def test_the_own_point_cards_and_hidden_cards_are_told_to_their_owner_alone() -> None:
    game = laid_out("art-3 b:disguise b:king^ b:mage?", hands={"a": "queen"}, points={"b": "trade-2 art-1"})
    own = BOARD.standing(game.view("b"), "b", FACTS, CS)
    assert "Tvoje bodové karty: 💰 obchod 2, 🎨 umění 1" in own
    assert "Lícem dolů: Král – sloupec 1, Mág – sloupec 1" in own
    assert len(BOARD.standing(game.view("a"), "b", FACTS, CS).splitlines()) == 1


def test_the_lasting_hand_does_not_change_when_an_own_card_is_turned() -> None:
    game = laid_out("art-3 b:king?", hands={"a": "queen", "b": "mage"}, decks={"a": "witch"})
    before = components_of(showing.hand(FACTS, game, "b", CS))
    game.answer(game.number, "a", ["queen:1"])
    assert components_of(showing.hand(FACTS, game, "b", CS)) == before


# Questions, labels, summaries


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
            "Jsi na tahu: vylož jednu kartu lícem dolů do otevřeného sloupce; pak dobereš do tří (K13).",
            "vyložit kartu (K13)",
        ),
        (
            disguising(),
            "Tvůj Převlek je otočen, sloupec 1: umístíš pod něj skrytě kartu z ruky? (K5)",
            "Převlek, sloupec 1: umístit pod něj skrytě kartu? (K5)",
        ),
        (
            betraying(),
            "Tvůj Zrádce je otočen, sloupec 1 (🎨 umění 3): vyměníš jeho bodovou kartu za kartu z jiného sloupce? "
            "(K15)",
            "Zrádce, sloupec 1 (🎨 umění 3): vyměnit bodovou kartu? (K15)",
        ),
    ],
    ids=["play", "disguise", "betray"],
)
def test_questions_cite_their_ruling(game: Game, question: str, waiting: str) -> None:
    assert (decision := game.decision) is not None
    (seat,) = game.waiting
    assert BOARD.question(decision.kind, decision.about, game.view(seat), FACTS, CS) == question
    assert BOARD.waiting_for(decision.kind, decision.about, game.view(None), FACTS, CS) == waiting


def label(game: Game, *path: str) -> Label:
    assert game.decision is not None
    return BOARD.option(game.decision.kind, path, game.view(game.waiting[0]), FACTS, CS)


def test_labels_of_a_turn() -> None:
    game = laid_out(
        "art-3 a:king b:mage?", "trade-3 c:queen a:witch?", "farming-5 a:storm c:julia? closed", hands={"a": "romeo"}
    )
    assert label(game, "romeo") == Label("Romeo 5/15", "5; v jednom sloupci s Julií stejné barvy 15 (K14).", "💘")
    assert label(game, "romeo", "1") == Label("Sloupec 1: 🎨 umění 3", "karty 2/3 · otočí 🔵B Bert")
    assert label(game, "romeo", "2") == Label("Sloupec 2: 💰 obchod 3", "karty 2/3 · otočí 🔴A Anna (Čarodějnice)")


def test_a_face_up_or_tucked_card_is_not_turned() -> None:
    game = laid_out("art-3 a:disguise a:king^", "trade-3 b:queen", hands={"a": "romeo"})
    assert label(game, "romeo", "1").description == "karty 2/3"
    assert label(game, "romeo", "2").description == "karty 1/3"


def test_with_one_open_column_the_card_says_where_it_goes() -> None:
    closed = ["art-3 a:storm b:king? closed", "trade-3 b:storm a:queen? closed", "farming-2"]
    assert label(laid_out(*closed, hands={"a": "romeo"}), "romeo").text == "Romeo 5/15 – sloupec 3"


def test_labels_of_disguise_and_traitor() -> None:
    assert label(disguising(), "pass") == Label("Nic", "Pod Převlek nepřijde žádná karta (K5).", "👌")
    assert label(disguising(), "mage").text == "Mág 7"
    assert label(betraying(), "stay").text == "Nevyměnit"
    assert label(betraying(), "2") == Label(
        "Sloupec 2: 💰 obchod 4", "💰 obchod 4 do sloupce 1, 🎨 umění 3 do sloupce 2"
    )


def summary(game: Game, key: str) -> str:
    assert game.decision is not None
    return BOARD.summary(game.decision.kind, [key], game.view(game.waiting[0]), FACTS, CS)


def test_a_summary_says_what_an_answer_will_do() -> None:
    game = laid_out("art-3 b:king?", "trade-2", hands={"a": "romeo"})
    assert summary(game, "romeo:2") == "Pokládáš lícem dolů: Romeo – sloupec 2 (💰 obchod 2)."
    assert summary(game, "romeo:1") == "Pokládáš lícem dolů: Romeo – sloupec 1 (🎨 umění 3). Otočí se 🔵B Bert."
    assert summary(disguising(), "pass") == "Pod Převlek nic neumisťuješ (K5)."
    assert summary(disguising(), "mage") == "Pod Převlek skrytě umisťuješ: Mág (K5)."
    assert summary(betraying(), "stay") == "Necháváš bodové karty, kde jsou (K15)."
    assert summary(betraying(), "3") == (
        "Vyměňuješ bodové karty: ⚗️ alchymie 1 do sloupce 1, 🎨 umění 3 do sloupce 3 (K15)."
    )


def test_card_and_column_are_two_presses_in_the_panel() -> None:
    game = laid_out("art-3 b:king?", hands={"a": "romeo mage"})
    first = every_board.panel(FACTS, game, "a", (), CS)
    assert first.labels() == ["Romeo 5/15", "Mág 7", "Co je co?"]
    columns = every_board.panel(FACTS, game, "a", first.press("Mág 7").path, CS)
    press = columns.press("Sloupec 1: 🎨 umění 3")
    assert press.verb == "do"
    assert keys_of(game, "a", press) == ("mage:1",)


def test_disguise_and_traitor_are_confirmed() -> None:
    for game, text in ((disguising(), "Mág 7"), (betraying(), "Nevyměnit")):
        assert every_board.panel(FACTS, game, "b", (), CS).press(text).verb == "walk"
    assert not BOARD.direct("disguise", ("mage",))
    assert not BOARD.direct("betray", ("2",))
    assert not BOARD.direct("play", ("mage",))


# What this game does not have


def test_there_are_neither_options_nor_orders_for_windows() -> None:
    assert BOARD.setting("goal", "beginners", 3, CS) is None
    assert BOARD.stays_out("play") is None
    assert not BOARD.may_stay_out_after("disguise", "pass")
    assert not BOARD.aimed_at("play", {}, laid_out(hands={"a": "king"}).view(None), "a")
    assert BOARD.remedy(["pass"]) is None


# Help


def test_every_card_symbol_and_phase_has_its_topic() -> None:
    topics = {topic.key for topic in BOARD.topics(CS)}
    general = {"setup", "turn", "columns", "round_end", "evaluation", "ties", "scoring", "secrets", "time"}
    assert topics >= general | {f"card_{card}" for card in ALL_CARDS} | {f"symbol_{symbol}" for symbol in SYMBOLS}


@pytest.mark.parametrize("number", range(1, 16))
def test_every_ruling_that_players_can_meet_is_cited(number: int) -> None:
    cited = " ".join(topic.text for topic in BOARD.topics(CS))
    assert f"(K{number})" in cited or f"K{number}," in cited or f", K{number})" in cited


def test_card_topics_tell_value_effect_and_part_of_the_rulebook() -> None:
    (mage,) = (topic for topic in BOARD.topics(CS) if topic.key == "card_mage")
    assert (mage.group, mage.title) == ("Karty s efektem při vyhodnocování", "🧙 Mág 7")
    assert mage.text.startswith("Hodnota: 7. Při vyhodnocení odstraní karty s hodnotou 10 a víc")
    assert mage.text.endswith("-# Pravidla: Karty s efektem při vyhodnocování")


def test_names_follow_the_deck() -> None:
    assert tuple(CARDS) == ALL_CARDS
    assert set(PICTURES) == set(ALL_CARDS)
    assert len(COLOURS) == 6


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
    assert BOARD.ending({}, over, FACTS, CS).splitlines() == [
        f"1. 🔵B {B}: 29 bodů – všech šest symbolů, zdvojnásobeno (K11)",
        f"1. 🟢C {C}: 29 bodů",
        f"3. 🔴A {A}: 1 bod",
        "Při shodě bodů se o vítězství dělí (K11).",
    ]


def test_the_last_board_shows_the_arithmetic() -> None:
    game = laid_out(phase="evaluate", round_number=6, points={"a": "art-4 trade-3", "b": "art-1"})
    text = Screen(showing.board(every_board.facts(KIND, 3, phase="over"), game, CS)).text
    assert f"🔴A {A}: 🎨4 + 💰3 = **7**" in text
    assert f"🔵B {B}: 🎨1 = **1**" in text
    assert f"🟢C {C}: žádná bodová karta = **0**" in text
