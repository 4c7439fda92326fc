"""Tests decks of Star Wars: Destiny as users bring them: the choices of each format, and the messages about faults."""

from __future__ import annotations

import re
from collections.abc import Mapping

import pytest

from bot.games import GAME_UIS
from bot.games.loadout import BadPart, Loadout
from bot.games.star_wars_destiny import decks
from bot.games.star_wars_destiny.deck_faults import said
from bot.games.star_wars_destiny.ready_decks import READY_DECKS
from bot.texts import LANGUAGES, translator_for
from rules.engine import Game
from rules.star_wars_destiny import STAR_WARS_DESTINY
from rules.star_wars_destiny.decks import DRAWN, check_decks, deck_code, read_deck
from rules.star_wars_destiny.facts import CARDS, STARTERS, Deck
from rules.star_wars_destiny.faults import MESSAGES, BadDeck, Fault
from rules.star_wars_destiny.formats import FORMATS, teams
from rules.star_wars_destiny.lists import BadList, Wrong, WrongLine
from tests.rules.star_wars_destiny.brought import CARDS as THIRTY
from tests.rules.star_wars_destiny.brought import FIELD, HEROES, TEAM

EN = translator_for("en")
IN_FORMAT: Mapping[str, Mapping[str, str]] = {name: {"format": name} for name in FORMATS}
STANDARD = IN_FORMAT["standard"]
SEED = bytes(range(32))
LIST = """My heroes
Team:
1x Rey (elite)
Han Solo
== Battlefield ==
AW 174
Upgrades (12)
""" + "\n".join(f"2 {CARDS[word.removesuffix('-2')].name}" for word in THIRTY.split())  # fmt: skip


@pytest.fixture
def loadout() -> Loadout:
    """Returns the game's ability to read and describe decks."""
    found = GAME_UIS["star_wars_destiny"].find(Loadout)
    assert found is not None
    return found


def test_a_list_as_people_write_it_is_the_same_deck_as_its_code(loadout: Loadout) -> None:
    code = deck_code(read_deck(HEROES))
    assert loadout.read(LIST, EN) == loadout.read(HEROES, EN) == code


def test_every_wrong_line_is_named_with_its_number_and_the_nearest_titles(loadout: Loadout) -> None:
    with pytest.raises(BadPart) as bad:
        loadout.read(
            LIST.replace("Han Solo", "Han Sole").replace("2 Jedi Robes", "2 Jedy Robs") + "\n1 `x` @everyone", EN
        )
    first, second, last = bad.value.faults
    assert first == "Line 4: no card is called `Han Sole`. Did you mean: Han Solo"
    assert second == "Line 8: no card is called `Jedy Robs`. Did you mean: Jedi Robes"
    assert last == "Line 23: no card is called `ˋxˋ @everyone`."
    assert "Robes" not in str(bad.value)


@pytest.mark.parametrize("format_", FORMATS)
def test_everything_that_is_offered_can_be_played_at_that_table(loadout: Loadout, format_: str) -> None:
    options = IN_FORMAT[format_]
    offers = loadout.offered(options, EN)
    assert bool(offers) == (format_ != "random")
    assert len({offer.title for offer in offers}) == len(offers)
    parts = [loadout.part(offer.key, options) for offer in offers]
    default = loadout.default(options)
    for part in [*parts, *loadout.for_computers(options), *([] if default is None else [default])]:
        assert part is not None
        loadout.check(part, options, EN)
        text = loadout.joined([part, part])
        canonical = check_decks(text, "ab", options)
        assert canonical in (text, part)
    assert loadout.part("nothing like that", options) is None


@pytest.mark.parametrize(
    ("format_", "part"),
    [("starters", HEROES), ("standard", DRAWN), ("standard", "rey"), ("random", "kylo"), ("random", HEROES)],
)
def test_a_deck_for_another_format_is_refused_with_an_explanation(loadout: Loadout, format_: str, part: str) -> None:
    with pytest.raises(BadPart) as bad:
        loadout.check(part, IN_FORMAT[format_], EN)
    assert "his table" in bad.value.faults[0]


def test_without_a_choice_a_starter_set_is_drawn_except_in_standard(loadout: Loadout) -> None:
    defaults = {name: loadout.default(options) for name, options in IN_FORMAT.items()}
    assert defaults == {"starters": DRAWN, "standard": None, "random": DRAWN}
    assert {name: loadout.takes_lists(options) for name, options in IN_FORMAT.items()} == {
        "starters": False, "standard": True, "random": False,
    }  # fmt: skip


@pytest.mark.parametrize("code", READY_DECKS.values(), ids=list(READY_DECKS))
def test_ready_decks_are_legal_and_canonical(code: str) -> None:
    assert deck_code(read_deck(code)) == code


def test_ready_decks_are_of_both_sides_and_all_colours() -> None:
    teams_ = [[CARDS[code] for code, _ in read_deck(text).team] for text in READY_DECKS.values()]
    assert {card.affiliation for team in teams_ for card in team} == {"hero", "villain"}
    assert {card.colour for team in teams_ for card in team} == {"red", "blue", "yellow"}


def test_a_deck_by_chance_is_one_of_the_format_random_and_another_each_time(loadout: Loadout) -> None:
    made = {loadout.part("random", STANDARD) for _ in range(5)}
    assert len(made) == 5
    for code in made:
        assert code is not None
        deck = read_deck(code)
        assert deck.team in teams().values()
        assert sum(copies for card, copies in deck.cards if CARDS[card].has_die) == 12


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("code", [*READY_DECKS.values(), HEROES])
def test_a_described_deck_names_every_card_and_fits_beside_three_others(
    loadout: Loadout, code: str, language: str
) -> None:
    said = loadout.described(code, translator_for(language))
    deck = read_deck(code)
    for card in (*(card for card, _ in deck.team), deck.field, *(card for card, _ in deck.cards)):
        assert CARDS[card].name in said
    assert not re.search(r": \d+\*\* \d", said), "two numbers are apart"
    assert len(said) <= 1000
    assert len(loadout.code(code) or "") <= 1000
    assert len(loadout.title(code, translator_for(language))) <= 100


def test_the_longest_deck_there_is_fits_too(loadout: Loadout) -> None:
    villains = ["general_grievous", "bala_tik", "nightsister"]
    cards = [
        card for card in CARDS.values() if card.type in ("upgrade", "support", "event") and card.affiliation != "hero"
    ]
    longest = sorted(cards, key=lambda card: -len(card.name))[:30]
    deck = Deck(
        tuple((code, 1) for code in villains), "mos_eisley_spaceport", tuple((card.code, 1) for card in longest)
    )
    for language in LANGUAGES:
        assert len(decks.described(deck, translator_for(language))) <= 1000
    assert len(deck_code(deck)) <= 1000


def test_starter_sets_are_described_and_have_no_code(loadout: Loadout) -> None:
    for name in STARTERS:
        assert CARDS[STARTERS[name].field].name in loadout.described(name, EN)
        assert loadout.code(name) is None
    assert loadout.described(DRAWN, EN) == ""


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({"format": "starters", "decks": "rey | kylo"}, [STARTERS["rey"], STARTERS["kylo"]]),
        (
            {"format": "standard", "decks": f"{READY_DECKS['jango_and_veers']} | {HEROES}"},
            [read_deck(READY_DECKS["jango_and_veers"]), read_deck(HEROES)],
        ),
    ],
)
def test_what_was_brought_is_told_from_the_game(
    options: dict[str, str], expected: list[Deck]
) -> None:  # fmt: skip
    game = Game.new(STAR_WARS_DESTINY, ["Anna", "Bert"], options, seed=SEED)
    assert [decks.starting_deck(game, seat) for seat in "ab"] == expected


def test_what_was_drawn_is_told_from_the_game_too() -> None:
    game = Game.new(STAR_WARS_DESTINY, ["Anna", "Bert", "Cyril"], {"format": "random"}, seed=SEED)
    for seat in "abc":
        deck = decks.starting_deck(game, seat)
        assert read_deck(deck_code(deck)) == deck
        assert list(deck.codes) == list(game.view(seat)["players"][seat]["list"])


def broken(team: str = TEAM, field: str = FIELD, cards: str = THIRTY) -> str:
    return f"{team} / {field} / {cards}"


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("a / b / c / d", "A deck code is TEAM / BATTLEFIELD / CARDS."),
        (broken("reyy-2"), "No card is called `reyy`. Did you mean: Rey"),
        (broken("comlink-2"), "Comlink cannot be in the team. (D60)"),
        (broken(field="comlink"), "Comlink is not a battlefield. (D66)"),
        (broken(cards=THIRTY.replace("aim-2", "finn-2")), "Finn cannot be among the cards of the deck. (D63)"),
        (broken(cards=THIRTY.replace("aim-2", "flank-2")), "Flank is named twice."),
        (broken("rey-3"), "Rey: a team may have 1 to 2 (dice of one character, or copies). (D62)"),
        (broken(cards=THIRTY.replace("aim-2", "aim-3")), "Aim: a deck has 1 or 2 of a card. (D64)"),
        (broken(field="echo_base-2"), "Echo Base: one battlefield is enough. (D66)"),
        (broken(""), "The team has no character. Add one. (D60)"),
        (broken("rey-1 kylo_ren-1"), "A team cannot have both heroes and villains. (D61)"),
        (broken("rey-2 luke_skywalker-2"), "The team costs 32 points. At most 30 are allowed. (D60)"),
        (broken(cards=THIRTY.replace("aim-2", "aim")), "A deck needs 30 cards. This one has 29. (D63)"),
        (
            broken(cards=THIRTY.replace("aim-2", "enrage-2")),
            "Enrage is a villain card, but your team are heroes. (D65)",
        ),
        (broken("rey-2"), "Draw Attention is yellow, but no character in your team is. (D65)"),
    ],
)  # fmt: skip
def test_every_fault_of_a_deck_is_said_with_the_cards_title(loadout: Loadout, text: str, fault: str) -> None:
    with pytest.raises(BadPart) as bad:
        loadout.read(text, EN)
    assert bad.value.faults == (fault,)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("side", ["hero", "villain"])
def test_every_kind_of_fault_has_words_in_every_language(language: str, side: str) -> None:
    numbers: dict[str, int] = {"points": 31, "most": 30, "least": 1, "needed": 30, "found": 29}
    for fault in set(MESSAGES) - {Fault.PARTS, Fault.DRAWN, Fault.SET}:
        bad = BadDeck(fault, "rey", None, place="in the team", affiliation=side, colour="red", team="", **numbers)
        assert said(bad, translator_for(language))[0]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_kind_of_wrong_line_has_words_of_its_own_in_every_language(language: str) -> None:
    told = said(BadList([WrongLine(7, wrong, "Rey", ("Rey",)) for wrong in Wrong]), translator_for(language))
    assert len(set(told)) == len(Wrong)
    assert sum("7" in line for line in told) == len(Wrong) - 1
