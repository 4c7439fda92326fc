"""Tests that every event of Mafia City has a sentence, and that public sentences contain no private facts."""

from __future__ import annotations

import inspect
from typing import Any

import pytest

from bot.games import GAME_UIS
from bot.games.log import sentences
from bot.games.mafia_city.sentences import SENTENCES
from bot.texts import LANGUAGES, translator_for
from rules.events import ALL, Event
from rules.mafia_city import events
from tests.bot.laid_out import KIND, facts, played

GAME_UI = GAME_UIS[KIND]
A, B, C = (seat.mention for seat in facts().seats)


def said(event: Event, language: str = "cs") -> str | None:
    return GAME_UI.sentence(GAME_UI.context(facts(), translator_for(language)), event)


def test_every_event_of_the_rules_has_a_sentence() -> None:
    told = {name for name, made in inspect.getmembers(events, inspect.isfunction) if made.__module__ == events.__name__}
    assert set(SENTENCES) == told - {"_all"}


@pytest.mark.parametrize(
    ("event", "expected"),
    [
        (events.starts("a"), f"{A} začíná."),
        (events.draws("a", 1), f"{A} dobírá 1 kartu."),
        (events.draws("a", 3), f"{A} dobírá 3 karty."),
        (events.drew("a", ["thief-hat", "fbi-bullet"]), "Dobíráš: Zloděj 🎩 Klobouk, F.B.I. 💥 Náboj."),
        (events.reshuffles(5), "Z odhozených karet je nový balíček: 5 karet."),
        (events.mulligan("b", ()), f"{B} si nechává první karty."),
        (
            events.mulligan("b", ("fbi-bullet", "fbi-bullet")),
            f"{B} mění první karty, odhazuje: F.B.I. 💥 Náboj, F.B.I. 💥 Náboj.",
        ),
        (events.phase("action", 2), "**Kolo 2: Akční fáze**"),
        (events.passes("a", forced=False), f"{A} pasuje."),
        (events.passes("a", forced=True), f"{A} nemá mafiána ani kartu a musí pasovat."),
        (events.forgoes("a"), f"{A} se po Náboji vzdává akce."),
        (events.places("a", "harbour"), f"{A} pokládá mafiána: Přístav."),
        (events.waits("a", "fbi-bullet"), f"{A} vyčkává a odhazuje: F.B.I. 💥 Náboj."),
        (
            events.settled("a", "thief-hat:b", stands=True, contested=False),
            "Platí: Zloděj 🎩 Klobouk.",
        ),
        (events.settled("a", "thief-hat:b", stands=False, contested=True), "Zrušeno: Zloděj 🎩 Klobouk."),
        (events.settled("a", "prison:1", stands=True, contested=True), "Přece jen platí: efekt Věznice."),
        (events.settled("a", "harbour", stands=False, contested=True), "Zrušeno: efekt Přístavu."),
        (events.steals("a", "b"), f"{A} bere náhodnou kartu hráče {B}."),
        (
            events.raided("harbour", "aab", ["b"]),
            f"Policejní razie, Přístav. Do ruky se vrací: 🔴A 🔴A 🔵B. Znovu ve hře: {B}.",
        ),
        (events.moved("a", "harbour", "prison"), f"Mafián hráče {A} se přesouvá: Přístav → Věznice."),
        (events.evaluates("prison", None), "Vyhodnocuje se: **1 Věznice**."),
        (events.evaluates("town_hall", "c"), f"{C} (Starosta) vybírá k vyhodnocení: **7 Radnice**."),
        (events.controls("harbour", "a", {"a": 2, "b": 1}), f"Přístav: kontrolu má {A} (🔴A 2, 🔵B 1)."),
        (
            events.controls("fight_club", None, {"a": 1, "b": 1}),
            "Klub rváčů: shoda, nikdo nemá kontrolu (🔴A 1, 🔵B 1).",
        ),
        (events.controls("harbour", None, {}), "Přístav: prázdno, nikdo nemá kontrolu."),
        (events.scores("a", "harbour", 3, extra=False), f"{A} získává bod (celkem 3)."),
        (events.policeman(None), "Policista je na Policejní stanici."),
        (events.mayor("b"), f"{B} bere figurku Starosta."),
        (events.retrieves("a", "harbour", []), f"{A} nikoho nestahuje: Přístav."),
        (events.retrieves("a", "harbour", [1, 3]), f"{A} stahuje 2 mafiány (Přístav, výšky 1, 3)."),
        (events.token("b"), f"{B} dostává žeton začínajícího hráče."),
    ],
)  # fmt: skip
def test_events_become_czech_sentences(event: Event, expected: str) -> None:
    assert said(event) == expected


def plays(decision: str, key: str, mobster: str | None = None) -> Event:
    return events.plays("a", decision, key, (), mobster)


@pytest.mark.parametrize(
    ("event", "expected"),
    [
        (
            plays("turn", "informer-star:harbour:2", "b"),
            f"kartu Práskač ⭐ Hvězda: mafián hráče {B} (Přístav, výška 2) do Cely",
        ),
        (plays("turn", "thief-hat:c"), f"kartu Zloděj 🎩 Klobouk: náhodná karta hráče {C}"),
        (
            plays("turn", "police_raid-star:harbour"),
            "kartu Policejní razie ⭐ Hvězda: všichni mafiáni zpět do ruky, Přístav",
        ),
        (
            plays("turn", "pulling_strings-fist:prison:harbour"),
            "kartu Páky v pozadí ✊ Pěst: spodní mafiáni si vymění místa, Věznice a Přístav",
        ),
        (
            plays("turn", "grand_plan-hat:harbour:1:prison", "b"),
            f"kartu Velký plán 🎩 Klobouk: mafián hráče {B} (Přístav, výška 1) na lokaci Věznice",
        ),
        (plays("turn", "rackets-hat"), "kartu Kšefty 🎩 Klobouk: dobrat tři karty a jednu z nich odhodit"),
        (
            plays("turn", "hat:thief-hat:harbour:1", "a"),
            "Klobouk (Zloděj): vlastní mafián zpět do ruky, Přístav, výška 1",
        ),
        (
            plays("turn", "hats:thief-hat+rackets-hat:harbour"),
            "dva Klobouky (Zloděj + Kšefty): mafián z rezervy na lokaci Přístav",
        ),
        (plays("bullet", "fbi-bullet"), "Náboj (F.B.I.): ještě jedna akce"),
        (plays("deal", "secret_deal-bullet"), "kartu Tajná dohoda 💥 Náboj: o jednoho mafiána víc při určení kontroly"),
        (plays("jail", "harbour:1", "c"), f"efekt Věznice: mafián hráče {C} (Přístav, výška 1) do Cely"),
        (plays("move", "town_hall"), "efekt Přístavu: figurka Nájemný vrah na lokaci Radnice"),
        (plays("kill", "hitman-fist:2", "b"), f"kartu Nájemný vrah ✊ Pěst: mafián hráče {B} (výška 2) do rezervy"),
        (plays("star", "informer-star"), "Hvězdu (Práskač): bod navíc"),
        (
            plays("complicity", "complicity-fist:harbour:1", "c"),
            f"kartu Spoluúčast ✊ Pěst: mafián hráče {C} (Přístav, výška 1) do Cely",
        ),
    ],
)  # fmt: skip
def test_a_play_names_card_and_target(event: Event, expected: str) -> None:
    verb = "využívá" if event.facts["decision"] in ("jail", "move") else "hraje"
    assert said(event) == f"{A} {verb} {expected}."


def test_a_cancel_names_the_player_it_is_against() -> None:
    event = events.cancels("b", "fists:hitman-fist+informer-fist", ["hitman-fist", "informer-fist"], "a")
    assert said(event) == f"{B} dvěma Pěstmi (Nájemný vrah + Práskač) ruší, co zahrál hráč {A}."
    one_card = events.cancels("c", "fbi-bullet", ["fbi-bullet"], "a")
    assert said(one_card) == f"{C} kartou F.B.I. 💥 Náboj ruší, co zahrál hráč {A}."


def test_private_facts_appear_only_in_private_sentences() -> None:
    assert said(events.drew("a", ["fbi-bullet"])) == "Dobíráš: F.B.I. 💥 Náboj."
    stolen = events.stolen("b", "a", "b", "fbi-bullet")
    assert stolen.to == "b"
    assert said(stolen) == f"Zloděj hráče {A} bere hráči {B} kartu F.B.I. 💥 Náboj."
    assert "F.B.I." not in str(said(events.draws("a", 1))) + str(said(events.steals("a", "b")))


def test_a_player_reads_own_moves_in_the_second_person() -> None:
    def read(seat: str, event: Event) -> str | None:
        return GAME_UI.sentence(GAME_UI.context(facts(), translator_for("cs"), seat=seat), event)

    stolen = events.stolen("b", "a", "b", "fbi-bullet")
    assert read("b", stolen) == f"Zloděj hráče {A} ti bere kartu F.B.I. 💥 Náboj."
    assert read("a", stolen) == f"Tvůj Zloděj bere hráči {B} kartu F.B.I. 💥 Náboj."
    assert read("a", events.places("a", "harbour")) == "Pokládáš mafiána: Přístav."
    assert read("b", events.places("a", "harbour")) == f"{A} pokládá mafiána: Přístav."
    assert read("a", events.draws("a", 1)) is None
    assert read("a", events.mulligan("a", [])) == "Necháváš si obě karty."
    assert read("a", events.waits("a", "fbi-bullet")) == "Vyčkáváš a odhazuješ: F.B.I. 💥 Náboj."
    assert read("a", events.retrieves("a", "harbour", [1, 3])) == "Stahuješ 2 mafiány: Přístav, výšky 1, 3."
    assert read("a", events.cancels("a", "fbi-bullet", ["fbi-bullet"], "b")) == "Rušíš to kartou F.B.I. 💥 Náboj."
    assert read("a", events.evaluates("harbour", "a")) == "Vybíráš k vyhodnocení: **2 Přístav**."
    assert read("a", events.evaluates("harbour", None)) == said(events.evaluates("harbour", None))
    assert read("a", events.called("a", "harbour")) == "Přístav: teď jsi na řadě ty."


def test_own_draws_in_a_row_are_one_sentence() -> None:
    drawn = [events.drew("a", [code]) for code in ("thief-hat", "fbi-bullet", "rackets-fist")]
    stolen = events.stolen("a", "a", "b", "hitman-fist")
    assert sentences(facts(), [*drawn, stolen, *drawn[:1]], translator_for("en")) == [
        "You draw: Thief 🎩 Hat, F.B.I. 💥 Bullet, Rackets ✊ Fist.",
        f"{A}'s Thief took Hitman ✊ Fist from {B}.",
        "You draw: Thief 🎩 Hat.",
    ]


@pytest.mark.parametrize(("goal", "points"), [({}, 10), ({"goal": "beginners"}, 10), ({"goal": "advanced"}, 15)])
def test_the_point_that_reaches_the_goal_says_when_the_game_ends(goal: dict[str, str], points: int) -> None:
    """M26: victory is checked after the last location."""
    ctx = GAME_UI.context(facts(options=goal), translator_for("en"))
    for scored in (9, 10, 11, 14, 15, 16):
        said_so = GAME_UI.sentence(ctx, events.scores("a", "harbour", scored, extra=False)) or ""
        assert f"(total: {scored})" in said_so
        assert ("after the last location" in said_so) is (scored == points)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seats", [3, 5])
def test_every_event_of_whole_games_can_be_said(language: str, seats: int) -> None:
    game = list(played(seats, seed=7, most=5000))[-1]
    assert game.over
    for event in game.told:
        sentence = GAME_UI.sentence(GAME_UI.context(facts(seats), translator_for(language)), event)
        assert sentence is None or (sentence and "{" not in sentence)


def test_public_events_say_nothing_that_they_do_not_carry() -> None:
    """A public sentence depends only on the public event and the public facts."""
    event = Event(ALL, "draws", {"seat": "a", "count": 2})
    assert said(event) == f"{A} dobírá 2 karty."


def test_an_event_that_no_one_knows_is_an_error() -> None:
    unknown: dict[str, Any] = {}
    with pytest.raises(KeyError):
        said(Event(ALL, "unheard_of", unknown))
