"""Tests the board of Mafia City: the text table, hands, help, ranking and standing orders."""

from __future__ import annotations

import re

import pytest

from bot.games import GAME_UIS
from bot.games.mafia_city.cards import CARDS
from bot.games.mafia_city.names import PLACES, SYMBOLS
from bot.games.pre_orders import PreOrders
from bot.texts import LANGUAGES, translator_for
from rules.engine import Game
from tests.bot.laid_out import KIND, facts, laid_out

GAME_UI = GAME_UIS[KIND]
CS, EN = translator_for("cs"), translator_for("en")
A, B, C = (seat.mention for seat in facts().seats)


def table(game: Game, seats: int = 3) -> str:
    return GAME_UI.public(GAME_UI.context(facts(seats), CS, game.view(None)))


def line(text: str, start: str) -> str:
    return next(line for line in text.splitlines() if line.startswith(start))


# The text table


def test_the_city_is_shown_with_stacks_cell_and_figures() -> None:
    shown = table(laid_out(prison="ab", cell="c", harbour="abb", hitman="town_hall", policeman="b"))
    assert line(shown, "**1 ") == "**1 Věznice**: 🔴A 🔵B · Cela: 🟢C"
    assert line(shown, "**2 ") == "**2 Přístav**: 🔴A 🔵B 🔵B"
    assert line(shown, "**4 ") == "**4 Policejní stanice**: prázdno"
    assert line(shown, "**7 ") == "**7 Radnice**: prázdno · 🔪 Nájemný vrah · 🏛️ Starosta"


def test_marked_locations_say_so() -> None:
    assert line(table(laid_out(phase="strategy", harbour="a")), "**2 ").endswith("✅ vyhodnoceno")


def test_the_shape_of_the_city_is_told() -> None:
    assert line(table(laid_out()), "-# ").startswith(
        "-# Uprostřed 2 Přístav; kolem po směru hodinových ručiček 1 Věznice, 7 Radnice"
    )


def test_players_are_shown_with_their_figures() -> None:
    shown = table(laid_out(hands={"a": "thief-hat"}, points={"a": 3}, mayor="a", policeman="b", start="a"))
    assert line(shown, "🔴A") == (
        f"🔴A ● {A}: body **3**/10 · mafiáni v ruce 8, v rezervě 4 · karty 1 · 🚩 začíná kolo · 🏛️ Starosta"
    )
    assert line(shown, "🔵B").endswith("karty 0 · 👮 Policista")


def test_players_who_have_passed_are_shown() -> None:
    game = laid_out()
    game.answer(game.number, "a", ["pass"])
    assert "💤 pas" in line(table(game), "🔴A")


def test_round_phase_goal_and_piles_are_shown() -> None:
    shown = table(laid_out(round_number=4, deck="fbi-bullet", discard="thief-hat fbi-bullet"))
    assert shown.startswith("**Kolo 4 · Akční fáze · cíl 10**")
    assert "Balíček 1 · odhozené karty 2, navrchu: F.B.I. 💥 Náboj" in shown


def test_open_cards_are_shown() -> None:
    game = laid_out(hands={"a": "informer-star", "b": "hitman-fist hitman-fist"}, harbour="b")
    game.answer(game.number, "a", ["informer-star:harbour:1"])
    assert "Na stole: Práskač ⭐ Hvězda" in table(game)


def test_five_players_and_full_stacks_fit() -> None:
    full = "abcde" * 11
    game = laid_out(5, phase="locations", town_hall=full, hands={"a": "fbi-bullet"})
    assert len(table(game, 5).encode("utf-16-le")) / 2 <= 2500


def test_a_new_board_is_due_with_each_phase_and_round() -> None:
    marks = {GAME_UI.epoch({"round": number, "phase": phase}) for number in (1, 2) for phase in ("action", "locations")}
    assert len(marks) == 4


# Hands


def test_the_own_hand_names_cards_types_symbols_and_texts() -> None:
    shown = GAME_UI.hand(
        GAME_UI.context(facts(), CS, laid_out(hands={"a": "informer-star fbi-bullet fbi-bullet"}).view("a"), seat="a")
    )
    assert "**Práskač ⭐ Hvězda** · akce" in shown
    assert "Libovolný mafián z libovolné lokace jde do Cely." in shown
    assert "**F.B.I. 💥 Náboj** ×2 · reakce" in shown


def test_no_cards_are_said_to_be_none() -> None:
    assert GAME_UI.hand(GAME_UI.context(facts(), CS, laid_out().view("a"), seat="a")) == "Nemáš žádné karty."


def test_only_the_policemans_holder_sees_another_hand() -> None:
    game = laid_out(hands={"a": "thief-hat", "b": "fbi-bullet"}, policeman="b")
    seen = GAME_UI.other_hand(GAME_UI.context(facts(), CS, game.view("b")), "a")
    assert seen == f"Karty hráče {A}: Zloděj 🎩 Klobouk. Nech si to pro sebe."
    assert GAME_UI.other_hand(GAME_UI.context(facts(), CS, game.view("a")), "b") is None


def test_the_policemans_holder_is_told_all_other_hands() -> None:
    game = laid_out(hands={"a": "thief-hat", "b": "fbi-bullet"}, policeman="b")
    known = GAME_UI.known(GAME_UI.context(facts(), CS, game.view("b"), seat="b"))
    assert known.splitlines() == [
        "👮 Máš figurku Policista a vidíš všem do karet:",
        f"- {A}: Zloděj 🎩 Klobouk",
        f"- {C}: žádné karty",
    ]
    assert not GAME_UI.known(GAME_UI.context(facts(), CS, game.view("a"), seat="a"))


# Help


@pytest.mark.parametrize(
    ("language", "bar"),
    [("cs", "na obrázku je pod ním černý proužek"), ("en", "a black bar below it"), ("sk", "čierny prúžok")],
)
def test_the_help_on_control_says_how_a_stack_is_read(language: str, bar: str) -> None:
    """The lowest mobster decides a tie: it is the first one in the text and has a bar in the picture."""
    [control] = [topic for topic in GAME_UI.topics(translator_for(language)) if topic.key == "control"]
    assert bar in control.text


@pytest.mark.parametrize("language", LANGUAGES)
def test_help_covers_everything_and_cites_its_rules(language: str) -> None:
    topics = {topic.key: topic for topic in GAME_UI.topics(translator_for(language))}
    phases = {"action", "locations", "strategy", "end"}
    wanted = {f"card_{card}" for card in CARDS} | {f"symbol_{symbol}" for symbol in SYMBOLS} | set(PLACES) | phases
    assert wanted | {"cancelling", "time", "deck"} <= set(topics)
    for topic in topics.values():
        assert re.search(r"M\d+", topic.text), topic.key
        assert len(topic.title) <= 80
        assert len(topic.text) <= 3000
        assert len(topic.key) <= 100


def test_help_says_that_the_deck_is_a_reconstruction() -> None:
    (deck,) = (topic.text for topic in GAME_UI.topics(CS) if topic.key == "deck")
    assert "rekonstrukce" in deck
    assert "Práskač 2× ✊ Pěst 2× ⭐ Hvězda" in deck


# The end


def test_the_ranking_names_the_tie_break() -> None:
    over = {
        "ranking": [
            {"seat": "b", "points": 10, "tie_break": "reserve"},
            {"seat": "a", "points": 10, "tie_break": None},
            {"seat": "c", "points": 1, "tie_break": None},
        ],
        "winners": ["b"],
    }
    assert GAME_UI.ending(GAME_UI.context(facts(), CS, {}), over).splitlines() == [
        f"1. 🔵B {B}: 10 bodů – shoda, rozhoduje: méně mafiánů v rezervě",
        f"2. 🔴A {A}: 10 bodů",
        f"3. 🟢C {C}: 1 bod",
    ]


def test_the_goal_is_said_in_points_if_the_number_of_players_is_known() -> None:
    assert GAME_UI.setting("goal", "advanced", 4, EN) == "Goal: 13 points (advanced)"
    any_number = "Goal: 10 points with 3 players, 8 with 4, 7 with 5 (beginners)"
    assert GAME_UI.setting("goal", "beginners", None, EN) == any_number
    assert GAME_UI.setting("unheard_of", "x", 3, EN) is None


# Standing orders


def aimed(play: str, seat: str, *links: str) -> bool:
    view = laid_out(harbour="ab", prison="bc").view(None)
    return GAME_UI.get(PreOrders).aimed_at("react", {"play": play, "links": list(links)}, view, seat)


@pytest.mark.parametrize(
    ("play", "whom"),
    [
        ("a turn: informer-star:harbour:2", "b"),
        ("a turn: grand_plan-hat:prison:2:harbour", "c"),
        ("a turn: thief-hat:c", "c"),
        ("a turn: police_raid-star:harbour", "b"),
        ("a turn: pulling_strings-fist:prison:harbour", "b"),
        ("a turn: rackets-hat", ""),
        ("a turn: hats:thief-hat+rackets-hat:harbour", ""),
        ("a turn: hat:thief-hat:harbour:1", ""),
        ("a bullet: fbi-bullet", ""),
        ("a jail: harbour:2", "b"),
        ("a move: town_hall", ""),
        ("a kill: hitman-fist:2", "b"),
        ("a complicity: complicity-fist:prison:2", "c"),
        ("a deal: secret_deal-hat", ""),
        ("a star: informer-star", ""),
    ],
)
def test_a_play_names_its_target(play: str, whom: str) -> None:
    assert "".join(seat for seat in "abc" if aimed(play, seat)) == whom


def test_a_cancelled_play_is_aimed_at_its_author_until_it_counts_again() -> None:
    play = "a turn: informer-star:harbour:2"
    assert aimed(play, "a", "c police_chief-hat")
    assert not aimed(play, "b", "c police_chief-hat")
    links = ("c police_chief-hat", "a fists:hitman-fist+thief-fist")
    assert aimed(play, "b", *links)
    assert aimed(play, "c", *links)
    assert not aimed(play, "a", *links)


def test_a_deal_is_aimed_at_no_one() -> None:
    assert not GAME_UI.get(PreOrders).aimed_at(
        "deal", {"location": "harbour", "deals": {}}, laid_out(harbour="ab").view(None), "b"
    )


def test_one_card_is_a_better_remedy_than_two() -> None:
    assert (
        GAME_UI.get(PreOrders).remedy(["pass", "fists:hitman-fist+thief-fist", "police_chief-hat"])
        == "police_chief-hat"
    )
    assert GAME_UI.get(PreOrders).remedy(["pass", "fists:hitman-fist+thief-fist"]) == "fists:hitman-fist+thief-fist"
    assert GAME_UI.get(PreOrders).remedy(["pass"]) is None


def test_staying_out_is_offered_in_turns_and_for_bullets_and_only_after_a_pass() -> None:
    assert GAME_UI.get(PreOrders).stays_out("bullet") == "stay"
    assert GAME_UI.get(PreOrders).stays_out("turn") is None
    assert GAME_UI.get(PreOrders).may_stay_out_after("turn", "pass")
    assert not GAME_UI.get(PreOrders).may_stay_out_after("react", "pass")
    assert not GAME_UI.get(PreOrders).may_stay_out_after("turn", "place:harbour")


def test_only_a_bullet_in_hand_allows_another_action_after_a_pass() -> None:
    view = laid_out(hands={"a": "informer-star", "b": "informer-star fbi-bullet"}).view
    assert not GAME_UI.get(PreOrders).could_act_again(view("a"), "a")
    assert GAME_UI.get(PreOrders).could_act_again(view("b"), "b")
