"""Tests the pictures of the walk-through: one per page, in the reader's language, with alt texts and without delay."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.drawing import MAX_ALT, MAX_BYTES
from bot.emulator.people.seen import Seen
from bot.games import GAME_UIS
from bot.games.pictures import Pictures
from bot.games.tutorial import lessons
from bot.texts import LANGUAGES, translator_for
from tests.bot.gallery import Renderer, alt, image, texts, uploads
from tests.bot.games.every_board import WITH_TUTORIAL
from tests.bot.table import Evening

TWO = ("Anna", "Bert")
AT_ONCE = 10.0
"""Maximum seconds until a page is shown while the drawing of its picture is blocked."""


def pages(kind: str) -> range:
    """Returns the numbers of the walk-through's pages, from zero."""
    return range(len(lessons(GAME_UIS[kind], translator_for("en"))))


def told(kind: str, page: int, language: str) -> str:
    """Returns the alt text of a page's picture."""
    said = translator_for(language)
    sketch = GAME_UIS[kind].get(Pictures).lesson(lessons(GAME_UIS[kind], said)[page].picture, said)
    assert sketch is not None
    return sketch.alt


async def start(evening: Evening, kind: str, name: str = "Bert") -> Seen:
    """Opens a lobby and its walk-through, and returns the message with the picture."""
    await evening.open(*TWO, game=kind)
    await evening.slash(name, "learn rules")
    await turn(evening, evening.private(name), "", name)
    return evening.private(name)


async def turn(evening: Evening, page: Seen, label: str = "Dál", name: str = "Bert") -> None:
    await evening.press(name, page, Evening.part(page, "learn", label))


# What is drawn


@WITH_TUTORIAL
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_has_a_picture_of_its_own_that_is_told_in_words(kind: str, language: str) -> None:
    said, drawn = translator_for(language), set()
    for lesson in lessons(GAME_UIS[kind], said):
        sketch = GAME_UIS[kind].get(Pictures).lesson(lesson.picture, said)
        assert sketch is not None
        picture = sketch.picture()
        assert len(picture.png) <= MAX_BYTES
        assert 20 < len(picture.alt) <= MAX_ALT
        assert not picture.alt.endswith("…")
        drawn.add(sketch.digest)
    assert len(drawn) == len(pages(kind))


@WITH_TUTORIAL
def test_each_language_has_its_own_words_next_to_the_pictures(kind: str) -> None:
    for page in pages(kind):
        assert len({told(kind, page, language) for language in LANGUAGES}) == len(LANGUAGES), page


def test_the_example_of_a_city_agrees_with_the_page_it_illustrates() -> None:
    """The example city keeps M21 (the most mobsters control a location, in a tie the lowest one), M5 (the goal for
    three beginners) and M2 (each player has eight mobsters in all).
    """
    said = told("mafia_city", 0, "cs")
    assert "cíl 10" in said
    assert "1 Věznice: A B" in said
    assert "4 Policejní stanice: B B A, Policista, právě na řadě" in said
    standing = "".join(place.partition(": ")[2].partition(",")[0] for place in said.split(". ") if place[:1].isdigit())
    for letter, crew in (("A", 4), ("B", 4), ("C", 5)):
        assert standing.count(letter) + crew == 8, letter


def test_the_hand_on_the_page_about_cards_has_one_card_for_each_symbol() -> None:
    said = told("mafia_city", 2, "en").casefold()
    assert all(symbol in said for symbol in ("fist", "hat", "bullet", "star"))


# How it is shown


@WITH_TUTORIAL
async def test_every_page_is_shown_with_its_picture_in_the_reader_s_language(database: Path, kind: str) -> None:
    for at, (locale, language, onward) in enumerate((("cs", "cs", "Dál"), ("en-GB", "en", "Next"))):
        async with Evening.of(*TWO, database=database.with_name(f"{at}.sqlite3"), locale=locale) as evening:
            page = await start(evening, kind)
            for number in pages(kind):
                assert alt(page) == told(kind, number, language)
                assert image(evening, page, "Bert").startswith(b"\x89PNG")
                if number < pages(kind)[-1]:
                    await turn(evening, page, onward)
            await turn(evening, page, "Zpět" if language == "cs" else "Back")
            assert alt(page) == told(kind, pages(kind)[-2], language)
            evening.clean()


async def test_a_reader_of_slovak_gets_slovak_pictures(database: Path) -> None:
    async with Evening.of(*TWO, database=database) as evening:
        await evening.bot.app.people.change(evening.person("Bert").id, language="sk")
        page = await start(evening, "mafia_city")
        assert alt(page) == told("mafia_city", 0, "sk")
        evening.clean()


# A drawing that takes long, or fails


async def test_a_page_comes_at_once_and_its_picture_when_it_is_drawn(database: Path, renderer: Renderer) -> None:
    async with Evening.of(*TWO, database=database) as evening:
        await evening.open(*TWO)
        await evening.slash("Bert", "learn rules")
        renderer.may_paint.clear()
        page = evening.private("Bert")
        await evening.person("Bert").press(page, Evening.part(page, "learn"))
        assert "strana 1 z 5" in page.text
        assert alt(page) is None
        renderer.may_paint.set()
        await evening.settled()
        assert alt(page) == told("mafia_city", 0, "cs")
        evening.clean()


async def test_a_picture_that_comes_late_does_not_turn_the_page_back(database: Path, renderer: Renderer) -> None:
    async with Evening.of(*TWO, database=database) as evening:
        renderer.may_paint.clear()
        await evening.open(*TWO)
        await evening.slash("Bert", "learn rules")
        page = evening.private("Bert")
        await evening.person("Bert").press(page, Evening.part(page, "learn"))
        for number in (2, 3):
            outcome = await evening.person("Bert").press(page, Evening.part(page, "learn", "Dál"))
            assert outcome.acknowledged
            await evening.world.until(lambda number=number: f"strana {number} z 5" in page.text, AT_ONCE)  # type: ignore[misc]
            assert alt(page) is None
        since = len(evening.discord.requests)
        renderer.may_paint.set()
        await evening.settled()
        later = [str(one.body) for one in list(evening.discord.requests)[since:]]
        assert len(later) == 1
        assert "strana 3 z 5" in later[0]
        assert "strana 3 z 5" in texts(page)
        assert alt(page) == told("mafia_city", 2, "cs")
        evening.clean()


async def test_with_a_failing_renderer_the_pages_are_read_without_pictures(database: Path, renderer: Renderer) -> None:
    renderer.broken = True
    async with Evening.of(*TWO, database=database) as evening:
        page = await start(evening, "mafia_city")
        for number in (1, 2, 3):
            assert f"strana {number} z 5" in page.text
            assert alt(page) is None
            await turn(evening, page)
        renderer.broken = False
        await turn(evening, page)
        assert alt(page) == told("mafia_city", 4, "cs")
        await turn(evening, page, "Zpět")
        assert alt(page) == told("mafia_city", 3, "cs")
        evening.clean()


async def test_the_pages_read_one_after_the_other_cost_no_request_that_counts(database: Path) -> None:
    async with Evening.of(*TWO, database=database) as evening:
        page = await start(evening, "mafia_city")
        before = len(evening.discord.counted)
        for _ in range(4):
            await turn(evening, page)
        assert len(evening.discord.counted) == before
        evening.clean()


async def test_without_pictures_the_pages_are_only_text(database: Path) -> None:
    async with Evening.of(*TWO, database=database, pictures=False) as evening:
        page = await start(evening, "kralovske_rosady")
        await turn(evening, page)
        assert alt(page) is None
        assert uploads(evening) == []
        evening.clean()
