"""Tests the deck builder: every step is saved, and no one else sees the panel."""

from __future__ import annotations

from pathlib import Path

from bot.emulator.people.seen import Part, Seen
from bot.games.star_wars_destiny.deck_builder import DRAFT
from bot.games.star_wars_destiny.deck_faults import FAULTS
from bot.games.star_wars_destiny.ready_decks import READY_DECKS
from bot.interactions.component_context import UNKNOWN
from bot.tables.refusals import explained
from bot.texts import translator_for
from rules.star_wars_destiny.facts import CARDS
from rules.star_wars_destiny.faults import Fault
from rules.star_wars_destiny.legality import DECK_SIZE
from storage import DeckRow, UnknownDeck
from storage.decks import MAX_DECKS
from tests.bot.table import Evening

KIND = "star_wars_destiny"
EN = translator_for("en")
MIXED = EN(FAULTS[Fault.BOTH_SIDES][0])


def size(found: int) -> str:
    """Returns the text that says that a deck of that many cards has the wrong size."""
    return EN(FAULTS[Fault.SIZE][0], needed=DECK_SIZE, found=found)


async def started(evening: Evening) -> Seen:
    """Starts a new deck of Anna's in the builder and returns the panel with its first page."""
    await evening.slash("Anna", "deck list")
    shown = evening.private("Anna")
    await evening.press("Anna", shown, Evening.part(shown, "deck_start"))
    return evening.private("Anna")


def select(shown: Seen, verb: str) -> Part:
    return shown.find(Evening.part(shown, verb))


async def choose(evening: Evening, verb: str, *labels: str, name: str = "Anna") -> Seen:
    shown = evening.private(name)
    await evening.person(name).select(shown, select(shown, verb), labels)
    await evening.settled()
    return evening.private(name)


def chosen(shown: Seen, verb: str) -> list[str]:
    return [option.label for option in select(shown, verb).options if option.default]


async def only(evening: Evening, name: str = "Anna") -> DeckRow:
    (deck,) = await evening.bot.app.db.decks.of_user(evening.person(name).id)
    return deck


async def test_a_deck_is_built_page_by_page_and_saved_at_every_step(database: Path) -> None:
    async with Evening.of("Anna", "Bert", database=database, locale="en-US") as evening:
        shown = await started(evening)
        assert EN(FAULTS[Fault.NO_CHARACTER][0]) in shown.text
        assert chosen(shown, "build_page") == ["Team (0)"]
        shown = await choose(evening, "build_cards", "Rey", "Finn")
        assert chosen(shown, "build_cards") == ["Rey", "Finn"] or set(chosen(shown, "build_cards")) == {"Rey", "Finn"}
        elite = next(one for one in select(shown, "build_counts").options if one.label == "2× Rey")
        assert elite.description == "elite: two dice"
        shown = await choose(evening, "build_counts", "2× Rey")
        points = CARDS["rey"].points[1] + CARDS["finn"].points[0]
        assert f"({points} of 30 points)" in shown.text
        assert (await only(evening)).part.startswith(DRAFT)
        assert "rey-2" in (await only(evening)).part
        await evening.restart()
        shown = await choose(evening, "build_page", "Blue upgrades (0)")
        shown = await choose(evening, "build_cards", "Lightsaber")
        assert size(1) in shown.text
        assert chosen(shown, "build_page") == ["Blue upgrades (1)"]
        shown = await choose(evening, "build_counts", "2× Lightsaber")
        assert size(2) in shown.text
        await evening.press("Anna", shown, Evening.part(shown, "deck_keep"))
        kept = evening.private("Anna").text
        assert "Lightsaber" in kept
        assert EN("This deck is not legal yet. It is saved as a draft.") in kept
        assert size(2) in kept
        evening.clean()


async def test_the_builder_refuses_illegal_cards_with_the_reason_and_takes_the_others(database: Path) -> None:
    async with Evening.of("Anna", database=database, locale="en-US") as evening:
        await started(evening)
        await choose(evening, "build_cards", "Rey")
        shown = await choose(evening, "build_cards", "Rey", "Kylo Ren", "Finn")
        assert set(chosen(shown, "build_cards")) == {"Rey", "Finn"}
        assert f"⚠️ {MIXED}" in shown.text
        options = {option.label: option.description for option in select(shown, "build_cards").options}
        assert options["Kylo Ren"].startswith(f"✗ {MIXED}")
        evening.clean()


async def test_a_deck_that_is_complete_is_legal_and_a_draft_cannot_be_played(database: Path) -> None:
    async with Evening.of("Anna", "Bert", database=database, locale="en-US") as evening:
        anna, whole = evening.person("Anna").id, next(iter(READY_DECKS.values()))
        deck = await evening.bot.app.db.decks.save(anna, KIND, "Mine", whole)
        await evening.slash("Anna", "deck list")
        await evening.person("Anna").select(
            evening.private("Anna"), select(evening.private("Anna"), "deck_show"), "Mine"
        )
        await evening.settled()
        shown = evening.private("Anna")
        await evening.press("Anna", shown, Evening.part(shown, "deck_build"))
        assert EN("✅ The deck is legal.") in evening.private("Anna").text
        full = next(
            one.label for one in select(evening.private("Anna"), "build_page").options
            if "events" in one.label and not one.label.endswith("(0)")
        )  # fmt: skip
        await choose(evening, "build_page", full)
        await choose(evening, "build_cards")
        assert (await only(evening)).part.startswith(DRAFT)
        await evening.open(game=KIND, option="format=standard")
        await evening.press_board("Anna", "deck")
        panel = evening.private("Anna")
        await evening.person("Anna").select(panel, select(panel, "deck_saved"), str(deck.id))
        await evening.settled()
        assert size(30 - 4).partition("26")[0] in evening.private("Anna").text
        assert evening.live.seats[0].part is None
        evening.clean()


async def test_no_one_builds_on_another_ones_deck_and_forged_places_are_refused(database: Path) -> None:
    async with Evening.of("Anna", "Bert", database=database, locale="en-US") as evening:
        shown = await started(evening)
        before = await only(evening)
        for custom_id in (
            f"kr:0:deck_build:{before.id}:",
            f"kr:0:build_cards:{before.id}:0",
            f"kr:0:build_page:{before.id}:",
        ):
            await evening.slash("Bert", "deck list")
            await evening.person("Bert").forge(evening.private("Bert"), custom_id, component_type=3, values=["0"])
            await evening.settled()
            assert explained(UnknownDeck(), EN) in evening.private("Bert").text
        for custom_id, value in (
            (f"kr:0:build_cards:{before.id}:99", "0"), (f"kr:0:build_cards:{before.id}:", "0"),
            (f"kr:0:build_cards:{before.id}:0.0", "0"), (f"kr:0:build_cards:{before.id}:0", "x"),
            (f"kr:0:build_page:{before.id}:", "99"), ("kr:0:deck_start:99:", "0"), ("kr:0:deck_start:0:", "0"),
        ):  # fmt: skip
            await evening.person("Anna").forge(shown, custom_id, component_type=3, values=[value])
            await evening.settled()
            assert EN(UNKNOWN) in evening.private("Anna").text, custom_id
        for custom_id, value in (
            (f"kr:0:build_cards:{before.id}:0", "99"),
            (f"kr:0:build_counts:{before.id}:0", "0.9"),
        ):
            await evening.person("Anna").forge(shown, custom_id, component_type=3, values=[value])
            await evening.settled()
        assert await only(evening) == before


async def test_no_component_of_the_builder_names_a_card(database: Path) -> None:
    async with Evening.of("Anna", database=database, locale="en-US") as evening:
        await started(evening)
        shown = await choose(evening, "build_cards", "Rey")
        for part in shown.usable:
            told = [part.custom_id, *(option.value for option in part.options)]
            assert not [text for text in told if any(code in text for code in CARDS)]


async def test_the_number_of_decks_is_limited(database: Path) -> None:
    async with Evening.of("Anna", database=database, locale="en-US") as evening:
        anna = evening.person("Anna").id
        for number in range(MAX_DECKS):
            await evening.bot.app.db.decks.save(anna, KIND, f"Deck {number}", next(iter(READY_DECKS.values())))
        shown = await started(evening)
        assert str(MAX_DECKS) in shown.text
        assert len(await evening.bot.app.db.decks.of_user(anna)) == MAX_DECKS


async def test_new_decks_have_names_of_their_own(database: Path) -> None:
    async with Evening.of("Anna", database=database, locale="en-US") as evening:
        for _ in range(3):
            await started(evening)
        names = [deck.name for deck in await evening.bot.app.db.decks.of_user(evening.person("Anna").id)]
        assert names == ["New deck", "New deck (2)", "New deck (3)"]
        evening.clean()


async def pasted(evening: Evening, text: str, name: str) -> Seen:
    await evening.slash("Anna", "deck list")
    shown = evening.private("Anna")
    opened = await evening.press("Anna", shown, Evening.part(shown, "deck_new"))
    outcome = await evening.person("Anna").submit(opened.modal, {"list": text, "name": name})
    await outcome.done()
    await evening.settled()
    return evening.private("Anna")


async def test_a_nearly_legal_pasted_list_becomes_a_draft_that_says_what_is_missing(database: Path) -> None:
    async with Evening.of("Anna", database=database, locale="en-US") as evening:
        shown = await pasted(evening, "Rey (elite)\nFinn\nStarship Graveyard\n2 Lightsaber", "Jedi")
        assert EN("This deck is not legal yet. It is saved as a draft.") in shown.text
        assert size(2) in shown.text
        deck = await only(evening)
        assert (deck.name, deck.part) == ("Jedi", f"{DRAFT} rey-2 finn-1 / starship_graveyard / lightsaber-2")
        shown = await pasted(evening, deck.part.removeprefix(DRAFT), "Jedi")
        assert "Jedi (2)" in shown.text
        evening.clean()


async def test_a_list_that_cannot_be_read_is_no_draft(database: Path) -> None:
    async with Evening.of("Anna", database=database, locale="en-US") as evening:
        for text in (
            "Rey\nNo such card\nStarship Graveyard",
            "Rey",
            "rey-9 / starship_graveyard / lightsaber",
            "a / b / c",
        ):
            await pasted(evening, text, "Jedi")
        assert await evening.bot.app.db.decks.of_user(evening.person("Anna").id) == []
        evening.clean()


async def test_the_form_shows_how_a_list_is_written(database: Path) -> None:
    async with Evening.of("Anna", database=database, locale="en-US") as evening:
        await evening.slash("Anna", "deck list")
        shown = evening.private("Anna")
        opened = await evening.press("Anna", shown, Evening.part(shown, "deck_new"))
        assert opened.modal is not None
        assert "Starship Graveyard" in opened.modal.text
        evening.clean()
