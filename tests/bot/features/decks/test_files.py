"""Tests decks from files; a file that contains no deck is refused and changes nothing."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bot.emulator.objects import Upload
from bot.emulator.people.seen import Seen
from bot.features.decks.commands import TOO_LONG
from bot.features.decks.files import MAX_FILE_SIZE, NO_DECK_FILE, text_of
from bot.games.star_wars_destiny.deck_builder import DRAFT
from bot.games.star_wars_destiny.ready_decks import READY_DECKS
from bot.texts import translator_for
from tests.bot.table import Evening

EN = translator_for("en")
LEGAL = next(iter(READY_DECKS.values()))


async def sends(evening: Evening, shown: Seen, content: bytes, name: str) -> Seen:
    """Uploads a file as Anna through a button of a private message; returns the private message that she sees then."""
    opened = await evening.press("Anna", shown, Evening.part(shown, "deck_file"))
    outcome = await evening.person("Anna").submit(opened.modal, {"file": [Upload(0, name, content)]})
    await outcome.done()
    await evening.settled()
    assert not outcome.failed
    return evening.private("Anna")


async def uploads(evening: Evening, content: bytes, name: str = "deck.txt") -> Seen:
    """Uploads a file to Anna's saved decks; returns the private message that she sees then."""
    await evening.slash("Anna", "deck list")
    return await sends(evening, evening.private("Anna"), content, name)


async def decks(evening: Evening) -> list[str]:
    return [deck.part for deck in await evening.bot.app.db.decks.of_user(evening.person("Anna").id)]


async def test_a_text_file_and_a_json_export_are_kept_as_decks(database: Path) -> None:
    async with Evening.of("Anna", database=database, locale="en-US") as evening:
        await uploads(evening, b"\xef\xbb\xbf" + LEGAL.encode())
        assert await decks(evening) == [LEGAL]
        export = [{"name": "Rey", "count": 1, "dice": 2}, {"name": "Finn"}, {"name": "Starship Graveyard"}]
        shown = await uploads(evening, json.dumps(export).encode(), "Deck.JSON")
        assert EN("This deck is not legal yet. It is saved as a draft.") in shown.text
        drafts = [part for part in await decks(evening) if part != LEGAL]
        assert [part.rstrip(" /") for part in drafts] == [f"{DRAFT} rey-2 finn-1 / starship_graveyard"]
        evening.clean()


async def test_a_seat_brings_the_deck_of_a_file_and_no_one_else_learns_of_it(database: Path) -> None:
    async with Evening.of("Anna", "Bert", database=database, locale="en-US") as evening:
        await evening.open("Anna", "Bert", game="star_wars_destiny", option="format=standard")
        await evening.press_board("Anna", "deck")
        before = [seen.text for seen in evening.person("Bert").messages(evening.channel)]
        shown = await sends(evening, evening.private("Anna"), LEGAL.encode(), "deck.txt")
        assert EN("✅ That is your deck for this game.") in shown.text
        live = await evening.bot.app.tables.get(evening.table)
        assert live.seat_of(evening.person("Anna").id).part == LEGAL
        assert len(before) == len(evening.person("Bert").messages(evening.channel))
        assert not any("deck.txt" in seen.text for seen in evening.person("Bert").messages(evening.channel))
        evening.clean()


@pytest.mark.parametrize(
    ("content", "name"),
    [
        (b"\x89PNG\r\n\x1a\n\x00", "deck.txt"),
        (b"\xff\xfeR\x00e\x00y\x00", "deck.txt"),
        (b"Rey\x00Finn", "deck.txt"),
        (b"  \n", "deck.txt"),
        (LEGAL.encode(), "deck.exe"),
        (b"x" * (MAX_FILE_SIZE + 1), "deck.txt"),
    ],
)
async def test_a_file_that_is_not_a_deck_is_refused(database: Path, content: bytes, name: str) -> None:
    async with Evening.of("Anna", database=database, locale="en-US") as evening:
        assert EN(NO_DECK_FILE) in (await uploads(evening, content, name)).text
        assert await decks(evening) == []
        evening.clean()


async def test_a_list_that_is_too_long_is_refused_and_a_hostile_one_is_explained(database: Path) -> None:
    async with Evening.of("Anna", database=database, locale="en-US") as evening:
        assert EN(TOO_LONG) in (await uploads(evening, b"2 Lightsaber\n" * 1_000)).text
        shown = await uploads(evening, b"[" * 3_000, "deck.json")
        assert EN("This deck is not legal:") in shown.text
        assert await decks(evening) == []
        evening.clean()


def test_a_file_is_read_as_text_without_control_characters() -> None:
    assert text_of("Rey\r\n\tFinn – élite".encode()) == "Rey\r\n\tFinn – élite"
    for content in (b"", b"\x1b[31m", b"\xc3\x28", b"a" * (MAX_FILE_SIZE + 1)):
        assert text_of(content) is None
