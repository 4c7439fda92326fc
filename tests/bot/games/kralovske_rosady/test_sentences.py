"""Tests the sentences of Královské rošády in Czech, a few also in Slovak: turns, the evaluation column by column, and
the scoring.
"""

from __future__ import annotations

import pytest

from bot.games import GAME_UIS
from bot.games.kralovske_rosady.names import number
from bot.texts import translator_for
from rules import GAMES
from rules.engine import Game
from rules.events import ALL, Event
from rules.kralovske_rosady import events
from rules.kralovske_rosady.table import Card
from tests.bot.games import every_board
from tests.bot.games.every_board import NAMES
from tests.rules.kralovske_rosady.table import layout

KIND = "kralovske_rosady"
GAME_UI = GAME_UIS[KIND]
FACTS = every_board.facts(KIND, 3)
A, B, C = (seat.mention for seat in FACTS.seats)
CS = translator_for("cs")
HIDDEN = "Karty lícem dolů se teď otáčejí, bez okamžitého efektu."


def said(event: Event) -> str | None:
    return GAME_UI.sentence(GAME_UI.context(FACTS, CS), event)


def test_a_player_reads_own_moves_in_the_second_person() -> None:
    mine = GAME_UI.context(FACTS, CS, seat="a")
    assert GAME_UI.sentence(mine, events.plays("a", 2)) is None, "the event `played` says more"
    assert GAME_UI.sentence(mine, events.plays("b", 2)) == said(events.plays("b", 2))
    assert GAME_UI.sentence(mine, events.tucks_nothing("a", 1)) == "Pod Převlek nic neumisťuješ."
    swapped = "Vyměňuješ bodové karty: sloupec 1 teď 🎨 umění 3, sloupec 2 teď 💰 obchod 4."
    assert GAME_UI.sentence(mine, events.betrays("a", 1, "art-3", 2, "trade-4")) == swapped


@pytest.mark.parametrize(
    ("event", "expected"),
    [
        (events.starts("a"), f"{A} začíná."),
        (
            events.round_begins(2, "b", ["art-3", "trade-5"]),
            f"**Kolo 2** – bodové karty: 1 🎨 umění 3, 2 💰 obchod 5. {B} začíná.",
        ),
        (
            events.round_begins(1, "b", ["art-3", "trade-5"]),
            "**Kolo 1** – bodové karty: 1 🎨 umění 3, 2 💰 obchod 5.",
        ),
        (events.draws("a", 1), None),
        (events.drew("a", ["king", "tom_thumb"]), "Dobíráš: Král, Paleček."),
        (events.reshuffles("a", 22), f"{A} míchá své odhozené karty do nového balíčku: 22 karet."),
        (events.skipped("c"), f"{C} nemá v ruce kartu, tah přechází dál."),
        (events.plays("a", 2), f"🔴A {A} pokládá kartu lícem dolů: sloupec 2."),
        (events.played("a", 2, "mage"), "Tvoje karta lícem dolů: Mág – sloupec 2."),
        (
            events.round_ends(3, "b", filled=True),
            f"**Kolo 3 končí: všechny sloupce jsou plné, poslední tah: {B}.** {HIDDEN}",
        ),
        (
            events.round_ends(3, "b", filled=False),
            f"**Kolo 3 končí: nikdo nemá v ruce kartu, poslední tah: {B}.** {HIDDEN}",
        ),
        (events.turned("b", 1, "king", "a"), "Ve sloupci 1 se otáčí 🔵B Král."),
        (events.explores("b", 3, 1), "🔵B Objevitel se přesouvá, lícem dolů: sloupec 3 → sloupec 1."),
        (
            events.explorer_stays("b", 3, tired=True),
            "🔵B Objevitel se už přesouvat nemůže a zůstává ve sloupci 3, lícem nahoru.",
        ),
        (
            events.explorer_stays("b", 3, tired=False),
            "🔵B Objevitel zůstává ve sloupci 3, lícem nahoru: všechny ostatní jsou uzavřeny.",
        ),
        (
            events.murdered("a", 2, "king", "b"),
            "🔵B Mordýř odstraňuje kartu, která ho otočila: 🔴A Král (sloupec 2).",
        ),
        (events.closed("c", 2), "🟢C Bouře uzavírá sloupec 2."),
        (events.tucks("a", 2), f"{A} skrytě umisťuje kartu pod Převlek: sloupec 2."),
        (events.tucked("a", 2, "king"), "Pod tvým Převlekem ve sloupci 2: Král."),
        (events.tucks_nothing("a", 2), f"{A} pod Převlek nic neumisťuje: sloupec 2."),
        (
            events.betrays("a", 1, "art-5", 3, "trade-1"),
            f"{A} Zrádcem vyměňuje bodové karty: sloupec 1 teď 🎨 umění 5, sloupec 3 teď 💰 obchod 1.",
        ),
        (events.stays_loyal("a", 1), f"{A} Zrádcem nic nevyměňuje: sloupec 1."),
    ],
)
def test_events_of_turns_become_czech_sentences(event: Event, expected: str | None) -> None:
    assert said(event) == expected


@pytest.mark.parametrize(
    ("event", "expected"),
    [
        (
            events.revealed(2, [Card("a", "king"), Card("b", "storm")]),
            "Sloupec 2: otáčí se 🔴A Král, 🔵B Bouře.",
        ),
        (
            events.musketeers(1, ["a", "b"]),
            "Sloupec 1: Mušketýři (🔴A 🔵B) ruší všechny efekty, platí jen hodnoty na kartách.",
        ),
        (
            events.cancel_each_other(1, "mage", ["a", "c"]),
            "Sloupec 1: Mág vícekrát (🔴A 🟢C), efekty se navzájem ruší.",
        ),
        (events.removes("a", 1, "mage", [Card("b", "king")]), "Sloupec 1: 🔴A Mág odstraňuje: 🔵B Král."),
        (events.removes("a", 1, "witch", []), "Sloupec 1: 🔴A Čarodějnice nemá co odstranit."),
        (
            events.prince_and_squire(1, [Card("a", "king"), Card("b", "squire"), Card("b", "prince")], ["b"]),
            "Sloupec 1: 🔴A Král, 🔵B Panoš, 🔵B Princ. Rozhodují Princ a Panoš, 🔵B.",
        ),
        (
            events.prince_and_squire(
                1, [Card(seat, card) for card in ("squire", "prince") for seat in "ba"], ["b", "a"]
            ),
            "Sloupec 1: 🔵B Panoš, 🔴A Panoš, 🔵B Princ, 🔴A Princ. "
            "Prince i Panoše mají 🔵B 🔴A; nejblíž bodové kartě leží 🔵B.",
        ),
        (events.takes("a", 2, "art-3"), "Sloupec 2: 🔴A bere **🎨 umění 3**."),
        (events.takes(None, 2, "art-3"), "Sloupec 2: 🎨 umění 3 nebere nikdo, jde ze hry."),
        (events.over(["b"]), f"{B} má nejvíc bodů a vyhrává."),
        (events.over(["a", "b"]), f"O vítězství se dělí: {A}, {B}."),
    ],
)
def test_events_of_the_evaluation_become_czech_sentences(event: Event, expected: str) -> None:
    assert said(event) == expected


@pytest.mark.parametrize(
    ("event", "expected"),
    [
        (
            events.musketeers(1, ["a"]),
            "Stĺpec 1: Mušketieri (🔴A) rušia všetky efekty, platia len hodnoty na kartách.",
        ),
        (events.revealed(2, [Card("a", "disguise")]), "Stĺpec 2: odkrýva sa 🔴A Prestrojenie."),
        (events.tucks("a", 2), f"{A} vkladá kartu lícom nadol pod Prestrojenie: stĺpec 2."),
        (events.tucked("a", 2, "king"), "Pod tvojím Prestrojením v stĺpci 2: Kráľ."),
    ],
)
def test_events_become_slovak_sentences(event: Event, expected: str) -> None:
    assert GAME_UI.sentence(GAME_UI.context(FACTS, translator_for("sk")), event) == expected


def evaluation_of(cards: str, point: str = "art-1") -> list[str]:
    """Returns the sentences about the first column when a round with these cards ends."""
    table = layout(f"{point} {cards}", "trade-1", "farming-1", phase="evaluate", round_number=6)
    game = Game.at(GAMES[KIND], table, NAMES[:3], game_id="42", seed=bytes(32))
    sentences = [said(event) for event in game.told if event.to == ALL and event.facts.get("column") == 1]
    return [sentence.removeprefix("Sloupec 1: ") for sentence in sentences if sentence]


def test_the_sums_are_told_card_by_card() -> None:
    assert evaluation_of("a:king b:troubadour b:squire c:murderer") == [
        "🔴A Král 20, 🔵B Trubadúr 12, 🔵B Panoš 2, 🟢C Mordýř 9½. Součty: **🔴A 20, 🔵B 14, 🟢C 9½**.",
        "🔴A bere **🎨 umění 1**.",
    ]


def test_dragons_hermits_and_doubles_show_what_they_make_of_a_value() -> None:
    assert evaluation_of("a:hermit b:double b:dragon")[0] == (
        "🔴A Poustevník 12→10→8 (2 další karty), 🔵B Dvojník = Drak 11, 🔵B Drak 11. Součty: **🔴A 8, 🔵B 22**. "
        "Drak (🔵B): každá karta soupeřů o 2 méně."
    )


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        ("a:troubadour b:dragon", "🔴A Trubadúr 12→10, 🔵B Drak 11. Součty: **🔴A 10, 🔵B 11**."),
        ("a:merchant b:dragon", "🔴A Kupec 8→6, 🔵B Drak 11. Součty: **🔴A 6, 🔵B 11**."),
        ("a:squire b:dragon c:dragon", "🔴A Panoš 2→0, 🔵B Drak 11→9, 🟢C Drak 11→9. Součty: **🔴A 0, 🔵B 9, 🟢C 9**."),
        ("a:tom_thumb b:king", "🔴A Paleček 2→5 (1 další karta), 🔵B Král 20. Součty: **🔴A 5, 🔵B 20**."),
        ("a:romeo a:julia", "🔴A Romeo 5→15 (s Julií), 🔴A Julie 14. Součty: **🔴A 29**."),
        ("a:romeo b:julia", "🔴A Romeo 5, 🔵B Julie 14. Součty: **🔴A 5, 🔵B 14**."),
        (
            "a:double b:double b:hermit c:dragon",
            "🔴A Dvojník = Poustevník 9→7, 🔵B Dvojník = Poustevník 9→7, 🔵B Poustevník 12→9→7 (3 další karty), "
            "🟢C Drak 11. Součty: **🔴A 7, 🔵B 14, 🟢C 11**.",
        ),
        (
            "a:king b:double",
            "🔴A Král 20, 🔵B Dvojník – (pod ním není co kopírovat). Součty: **🔴A 20, 🔵B –**.",
        ),
    ],
    ids=lambda words: words if "Součty" not in words else "",
)
def test_every_value_shows_how_it_has_come_about(cards: str, expected: str) -> None:
    told = next(sentence for sentence in evaluation_of(cards) if "Součty" in sentence)
    assert told.startswith(expected)


def test_a_hermit_in_a_crowd_is_worth_nothing_and_no_less() -> None:
    crowd = " ".join(f"b:{card}" for card in ("king", "queen", "julia", "explorer", "storm", "disguise", "traitor"))
    told = evaluation_of(f"a:hermit {crowd} c:king c:queen c:julia c:explorer c:storm c:disguise c:traitor")
    assert told[0].startswith("🔴A Poustevník 12→0 (14 dalších karet), ")


def test_under_musketeers_a_dragon_is_not_said_to_bite() -> None:
    told = evaluation_of("a:king b:dragon c:musketeers c:double")
    assert told[0] == "Mušketýři (🟢C) ruší všechny efekty, platí jen hodnoty na kartách."
    assert told[1] == (
        "🔴A Král 20, 🔵B Drak 11, 🟢C Mušketýři 11, 🟢C Dvojník – (bez hodnoty). Součty: **🔴A 20, 🔵B 11, 🟢C 11**."
    )


def test_a_mage_is_told_before_the_sums() -> None:
    assert evaluation_of("a:king b:mage") == [
        "🔵B Mág odstraňuje: 🔴A Král.",
        "🔵B Mág 7. Součty: **🔵B 7**.",
        "🔵B bere **🎨 umění 1**.",
    ]


def test_every_card_of_a_column_is_told() -> None:
    """The sentences about a column name all its cards, also prince and squire: no board shows the columns after they
    are turned up.
    """
    assert evaluation_of("a:king b:prince c:mage c:witch b:squire?")[1:3] == [
        "🟢C Mág odstraňuje: 🔴A Král, 🔵B Princ.",
        "🟢C Čarodějnice odstraňuje: 🟢C Mág, 🔵B Panoš.",
    ]
    assert evaluation_of("a:king b:prince b:squire")[0] == (
        "🔴A Král, 🔵B Princ, 🔵B Panoš. Rozhodují Princ a Panoš, 🔵B."
    )


def test_a_tie_says_what_decides() -> None:
    assert evaluation_of("a:queen b:queen")[0].endswith("Shoda: rozhoduje karta nejblíž bodové kartě.")


def test_a_beggar_and_its_tie_say_what_decides() -> None:
    told = evaluation_of("a:beggar b:beggar c:king")
    assert told[0].endswith("Žebrák: rozhoduje nejnižší součet. Shoda: rozhoduje karta nejdál od bodové karty.")
    assert told[1] == "🔵B bere **🎨 umění 1**."


def test_a_column_without_a_value_says_so() -> None:
    assert evaluation_of("a:double")[0] == ("🔴A Dvojník – (pod ním není co kopírovat); žádná hodnota, žádný součet.")
    assert evaluation_of("") == ["žádná karta se nepočítá.", "🎨 umění 1 nebere nikdo, jde ze hry."]


SIX = ["art-1", "farming-4", "religion-5", "trade-2", "warfare-2", "alchemy-1"]


@pytest.mark.parametrize(
    ("cards", "six", "points", "expected"),
    [
        # The rulebook's Honza and Iveta, and a plain sum like Radka's.
        (
            ["art-3", "farming-2", "religion-2", "trade-3", "warfare-1", "alchemy-2"],
            ["art-3", "farming-2", "religion-2", "trade-3", "warfare-1", "alchemy-2"],
            26,
            "(🎨 umění 3 + 🌾 zemědělství 2 + ⛪ náboženství 2 + 💰 obchod 3 + ⚔️ vojenství 1 + ⚗️ alchymie 2 = 13) "
            "× 2 = **26**",
        ),
        (
            [*SIX, "art-1"],
            SIX,
            29,
            "(🎨 umění 1 + 🌾 zemědělství 4 + ⛪ náboženství 5 + 💰 obchod 2 + ⚔️ vojenství 2 + ⚗️ alchymie 1 = 15) "
            "× 2 = 30 − 1 karta navíc = **29**",
        ),
        (
            ["art-4", "farming-3", "warfare-4", "alchemy-4"],
            [],
            15,
            "🎨 umění 4 + 🌾 zemědělství 3 + ⚔️ vojenství 4 + ⚗️ alchymie 4 = **15**",
        ),
        (
            # Six symbols of which one is little: 15 × 2 − 4 is not more than 26, so nothing is doubled.
            [
                "alchemy-1",
                "warfare-1",
                "farming-1",
                "trade-3",
                "religion-1",
                "art-5",
                "trade-4",
                "art-4",
                "art-3",
                "farming-3",
            ],
            [],
            26,
            "⚗️ alchymie 1 + ⚔️ vojenství 1 + 🌾 zemědělství 4 (1 + 3) + 💰 obchod 7 (3 + 4) + ⛪ náboženství 1 + "
            "🎨 umění 12 (5 + 4 + 3) = **26**; "
            "zdvojnásobení nedá víc: (15) × 2 = 30 − 4 karty navíc = 26",
        ),
        ([], [], 0, "žádná bodová karta = **0**"),
    ],
)
def test_the_scoring_shows_its_arithmetic(cards: list[str], six: list[str], points: int, expected: str) -> None:
    assert said(events.scores("b", cards, six, points)) == f"🔵B: {expected}"


@pytest.mark.parametrize(
    ("value", "expected"), [(20, "20"), (9.5, "9½"), (7.0, "7"), (0, "0"), (0.5, "½"), (None, "–")]
)
def test_values_are_written_as_they_are_printed(value: float | None, expected: str) -> None:
    assert number(value) == expected


def test_an_event_that_no_one_knows_is_an_error() -> None:
    with pytest.raises(KeyError):
        said(Event(ALL, "unheard_of", {}))
