"""Tests the texts of Mafia City for decisions: questions, labels and summaries."""

from __future__ import annotations

import re
from itertools import chain

import pytest

from bot.drawing.signs import Sign
from bot.games import GAME_UIS, Label
from bot.texts import LANGUAGES, translator_for
from rules.mafia_city.deck import shipped
from tests.bot.laid_out import KIND, facts, laid_out, played

GAME_UI = GAME_UIS[KIND]
CS, EN = translator_for("cs"), translator_for("en")
A, B, C = (seat.mention for seat in facts().seats)


def test_a_window_names_play_author_target_and_links() -> None:
    game = laid_out(
        hands={"a": "informer-star", "b": "police_chief-hat", "c": "hitman-fist complicity-fist"}, harbour="cb"
    )
    game.answer(game.number, "a", ["informer-star:harbour:2"])
    assert game.decision is not None
    first = GAME_UI.questions["react"].waiting_for(
        GAME_UI.context(facts(), CS, game.view(None), about=game.decision.about)
    )
    assert f"{A} hraje kartu Práskač ⭐ Hvězda: mafián hráče {B} (Přístav, výška 2) do Cely." in first
    game.answer(game.number, "b", ["police_chief-hat"])
    then = GAME_UI.questions["react"].facts(GAME_UI.context(facts(), CS, game.view("c"), about=game.decision.about))
    assert f"{B} to ruší kartou Náčelník policie 🎩 Klobouk. Zatím je to zrušeno." in then


@pytest.mark.parametrize(
    "kind", ["mulligan", "turn", "bullet", "rackets", "evaluate", "jail", "move", "discard", "star"]
)
def test_questions_have_no_rule_numbers(kind: str) -> None:
    view = laid_out().view("a")
    for text in (
        GAME_UI.questions[kind].prompt(GAME_UI.context(facts(), CS, view, "a", about={"location": "harbour"})),
        GAME_UI.questions[kind].waiting_for(GAME_UI.context(facts(), CS, view, about={"location": "harbour"})),
    ):
        assert not re.search(r"M\d", text), text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", ["call", "retrieve"])
def test_a_location_is_before_the_question_about_it(kind: str, language: str) -> None:
    """A question about a location begins with its name; at the end it would read as if it were addressed.

    The text for everyone has the name at the end.
    """
    view, said = laid_out(phase="strategy", town_hall="a").view("a"), translator_for(language)
    place = {"cs": "Radnice", "en": "Town hall", "sk": "Radnica"}[language]
    ctx = GAME_UI.context(facts(), said, view, about={"location": "town_hall"})
    assert GAME_UI.questions[kind].prompt(ctx).startswith(f"{place}: ")
    assert GAME_UI.questions[kind].waiting_for(ctx).endswith(f" ({place})")


def test_a_deal_names_the_deals_that_count() -> None:
    view = laid_out(harbour="ab").view(None)
    said = GAME_UI.questions["deal"].waiting_for(
        GAME_UI.context(facts(), CS, view, about={"location": "harbour", "deals": {"b": 2}})
    )
    assert said == ("2 Přístav: 🔴A 🔵B. Tajné dohody: 🔵B +2. Zahrát kartu Tajná dohoda?")


def test_a_turn_asks_only_for_what_is_possible() -> None:
    asked = set()
    for game in chain(played(3, seed=3), played(4, seed=5), played(5, seed=8)):
        if game.decision is None or game.decision.kind != "turn":
            continue
        seat = game.waiting[0]
        keys = {key.partition(":")[0] for key in game.keys(seat)}
        text = GAME_UI.questions["turn"].prompt(GAME_UI.context(facts(len(game.seats)), EN, game.view(seat), seat))
        assert ("place a mobster" in text) is ("place" in keys)
        assert ("play a card" in text) is bool(keys - {"place", "wait", "pass"}), (text, keys)
        assert ("wait" in text) is ("wait" in keys)
        asked.add(text)
    assert len(asked) >= 4


# Labels and summaries


def label(kind: str, *path: str) -> Label:
    game = laid_out(harbour="ab", prison="c")
    return GAME_UI.option(GAME_UI.context(facts(), CS, game.view("a")), kind, path)


def test_labels_name_the_choices_of_a_turn() -> None:
    assert label("turn", "place").text == "Položit mafiána"
    assert label("turn", "place", "harbour") == Label("2 Přístav", "sloupeček: 🔴A 🔵B", "⚓")
    assert label("turn", "informer-star") == Label(
        "Práskač ⭐ Hvězda", "Libovolný mafián z libovolné lokace jde do Cely.", "🐀"
    )
    assert label("turn", "informer-star", "harbour", "2") == Label("Výška 2: B Bert", "navrchu", "🔵")
    assert label("turn", "thief-hat", "c") == Label("C Cyril", "karty: 0", "🟢")
    assert label("turn", "pulling_strings-fist", "harbour").description == "nejníž: 🔴 A Anna"
    assert label("turn", "wait", "fbi-bullet").text == "F.B.I. 💥 Náboj"


@pytest.mark.parametrize(
    ("kind", "path", "emoji", "name"),
    [
        ("turn", ("place",), "📍", "mobster"),
        ("turn", ("place", "harbour"), "⚓", "place_harbour"),
        ("evaluate", ("town_hall",), "🏛️", "place_town_hall"),
        ("turn", ("hat",), "🎩", "symbol_hat"),
        ("turn", ("hats",), "🎩", "symbol_hat"),
        ("react", ("fists",), "✊", "symbol_fist"),
        ("turn", ("informer-star",), "🐀", "card_informer"),
        ("turn", ("hat", "thief-hat"), "🧤", "card_thief"),
        ("react", ("fists", "hitman-fist+informer-fist"), "🔪", "card_hitman"),
    ],
)
def test_labels_have_the_drawn_signs_of_the_pictures(kind: str, path: tuple[str, ...], emoji: str, name: str) -> None:
    sign = label(kind, *path).emoji
    assert isinstance(sign, Sign)
    assert (str(sign), sign.label) == (emoji, name)


def test_a_mobster_s_new_location_leaves_the_emoji_to_its_owner() -> None:
    assert label("turn", "grand_plan-hat", "harbour", "2").emoji == "🔵"
    assert label("turn", "grand_plan-hat", "harbour", "2", "prison").emoji is None


def test_a_card_played_for_its_symbol_says_what_the_symbol_does() -> None:
    assert label("turn", "hat", "thief-hat").description.startswith("Jeden: vlastní mafián zpět")
    assert label("bullet", "fbi-bullet").description.startswith("Na tahu po pasu")
    assert label("star", "informer-star").description.startswith("Když máš kontrolu nad Soukromým klubem")
    assert label("react", "fists", "hitman-fist+informer-fist") == Label(
        "Nájemný vrah ✊ Pěst + Práskač ✊ Pěst",
        "Dvě Pěsti zruší text nebo symbol karty, nikdy efekt lokace.",
        "🔪",
    )


def test_a_grand_plan_names_where_the_mobster_comes_from() -> None:
    target = label("turn", "grand_plan-hat", "harbour", "1", "prison")
    assert target == Label("Kam: 1 Věznice (navrch)", "odkud: 2 Přístav → sloupeček: 🟢C")


def test_the_heights_of_a_killing_are_the_figures_location() -> None:
    assert label("kill", "hitman-fist", "1").text == "Výška 1: A Anna"


def summary(kind: str, *keys: str) -> str:
    game = laid_out(harbour="ab", prison="c")
    return GAME_UI.summary(GAME_UI.context(facts(), CS, game.view("a")), kind, keys)


@pytest.mark.parametrize(
    ("kind", "keys", "expected"),
    [
        ("turn", ["place:harbour"], "Pokládáš mafiána: Přístav."),
        ("turn", ["wait:fbi-bullet"], "Odhazuješ: F.B.I. 💥 Náboj."),
        (
            "turn",
            ["informer-star:harbour:2"],
            f"Hraješ kartu Práskač ⭐ Hvězda: mafián hráče {B} (Přístav, výška 2) do Cely.",
        ),
        ("bullet", ["stay"], "Tentokrát Náboj nepoužiješ."),
        ("react", ["fbi-bullet"], "Rušíš to kartou F.B.I. 💥 Náboj."),
        ("rackets", ["thief-fist"], "Odhazuješ: Zloděj ✊ Pěst."),
        ("evaluate", ["town_hall"], "Vybíráš: 7 Radnice."),
        ("jail", ["prison:1"], f"Využíváš efekt Věznice: mafián hráče {C} (Věznice, výška 1) do Cely."),
        ("call", ["b"], f"Teď je na řadě: {B}."),
        ("retrieve", [], "Nikoho nestahuješ."),
        ("retrieve", ["harbour:1"], "Stahuješ 1 mafiána: Přístav, výška 1."),
    ],
)
def test_a_summary_says_what_an_answer_will_do(kind: str, keys: list[str], expected: str) -> None:
    assert summary(kind, *keys) == expected


def test_only_what_costs_cards_is_confirmed_and_waiting_names_its_card_itself() -> None:
    for kind, key in (
        ("turn", "place:harbour"), ("turn", "pass"), ("turn", "wait:thief-hat"), ("jail", "harbour:1"),
        ("jail", "decline"), ("move", "prison"), ("kill", "decline"), ("retrieve", "harbour:1"), ("call", "b"),
        ("mulligan", "keep"), ("bullet", "stay"), ("react", "pass"), ("deal", "pass"), ("complicity", "pass"),
    ):  # fmt: skip
        assert GAME_UI.direct(kind, tuple(key.split(":"))), key
    for kind, key in (
        ("turn", "place"), ("turn", "informer-star:harbour:1"), ("turn", "hat:thief-hat:harbour:1"),
        ("mulligan", "redraw"), ("bullet", "fbi-bullet"), ("react", "fists:a+b"), ("deal", "secret_deal-hat"),
        ("complicity", "complicity-fist:harbour:1"), ("kill", "hitman-fist:1"), ("star", "informer-star"),
        ("rackets", "thief-hat"), ("discard", "thief-hat"),
    ):  # fmt: skip
        assert not GAME_UI.direct(kind, tuple(key.split(":"))), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_descriptions_fit_beside_their_options(language: str) -> None:
    view = laid_out(harbour="ab").view("a")
    for code in shipped().codes:
        for path in ((code,), ("hat", code), ("wait", code)):
            found = GAME_UI.option(GAME_UI.context(facts(), translator_for(language), view), "turn", path)
            assert len(found.text) <= 80
            assert len(found.description) <= 100, found.description
