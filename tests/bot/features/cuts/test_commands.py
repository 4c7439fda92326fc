"""Tests cutting the deck by presses: who may, until when, what the others see, and the proof at the end."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

from bot.emulator.people.outcome import Outcome
from rules.chance import cut_hash
from rules.verify import verify
from tests.bot.played_out import GAME, to_the_end, usable
from tests.bot.refused import CZECH, NO_SEAT
from tests.bot.table import Evening

TWO = ("Anna", "Bert")
RUNNING = CZECH("The game is already running.")
TEXT = "**Rex** <@1> @everyone"


async def form(evening: Evening, name: str) -> Outcome:
    """Presses the button for cutting the deck in the private message about the fair shuffle; returns the outcome."""
    await evening.press_board(name, "shuffle")
    panel = evening.private(name)
    return await evening.person(name).press(panel, Evening.part(panel, "cut"))


async def cut(evening: Evening, name: str, text: str) -> str:
    """Cuts the deck with a text through the form, and returns the private message that the user sees then."""
    opened = await form(evening, name)
    assert opened.modal is not None, opened.text
    await evening.person(name).submit(opened.modal, {"text": text})
    await evening.settled()
    return evening.private(name).text


def cuts(evening: Evening) -> list[str | None]:
    return [seat.cut for seat in evening.live.seats]


async def test_the_host_and_a_player_cut_and_the_others_see_only_that_they_have(database: Path) -> None:
    async with Evening.of(*TWO, "Cyril", database=database) as evening:
        await evening.open(*TWO)
        await evening.press_board("Anna", "shuffle")
        assert evening.live.commitment in evening.private("Anna").text, "the seal is there before anyone can cut"
        assert "my dog" in await cut(evening, "Anna", "my dog")
        assert TEXT in await cut(evening, "Bert", TEXT)
        assert cuts(evening) == ["my dog", TEXT]
        board = evening.board("Cyril").text
        assert board.count(CZECH("has cut the deck")) == 2
        assert evening.live.commitment in board, "the seal is public next to the cuts"
        for name in ("Anna", "Cyril"):
            assert not [seen for seen in evening.person(name).messages(evening.channel) if TEXT in seen.text]
        assert evening.world.pings == []
        evening.clean()


async def test_a_cut_is_changed_and_deleted_in_the_same_form(database: Path) -> None:
    async with Evening.of(*TWO, database=database) as evening:
        await evening.open(*TWO)
        await cut(evening, "Bert", "first")
        again = await form(evening, "Bert")
        assert again.modal is not None
        assert [field.given({}) for field in again.modal.fields] == ["first"]
        await cut(evening, "Bert", "second")
        assert cuts(evening) == [None, "second"]
        await cut(evening, "Bert", " ")
        assert cuts(evening) == [None, None]
        assert CZECH("has cut the deck") not in evening.board().text
        assert evening.live.commitment not in evening.board().text


async def test_a_stranger_is_refused_and_offered_no_button(database: Path) -> None:
    async with Evening.of(*TWO, "Cyril", database=database) as evening:
        await evening.open(*TWO)
        await evening.press_board("Cyril", "shuffle")
        assert "cut" not in Evening.verbs(evening.private("Cyril"))
        await cut(evening, "Anna", "x")
        board = evening.board("Cyril")
        outcome = await evening.person("Cyril").forge(board, f"kr:{evening.table}:cut")
        assert NO_SEAT in outcome.text
        assert cuts(evening) == ["x", None]


async def test_after_the_start_the_form_and_its_button_are_refused(database: Path) -> None:
    async with Evening.of(*TWO, database=database) as evening:
        await evening.open(*TWO, game=GAME)
        opened = await form(evening, "Anna")
        panel = evening.private("Anna")
        assert opened.modal is not None
        await evening.press_board("Bert", "start")
        late = await evening.person("Anna").submit(opened.modal, {"text": "late"})
        await evening.settled()
        assert RUNNING in late.text + evening.private("Anna").text
        outcome = await evening.person("Anna").forge(panel, f"kr:{evening.table}:cut")
        assert RUNNING in outcome.text
        assert cuts(evening) == [None, None]


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("`<@1>`  [x](https://example.org)", "'<@1>' [x](https://example.org)"),
        ("a\u202eb\u200bc\n\td", "abc d"),
        ("x" * 60, "x" * 60),
        ("```\n# big\n```", "''' # big '''"),
        ("שלום", "שלום"),
        ("{player} %s", "{player} %s"),
    ],
)
async def test_any_text_is_taken_as_one_visible_line(database: Path, typed: str, kept: str) -> None:
    async with Evening.of(*TWO, database=database, pictures=False) as evening:
        await evening.open(*TWO)
        assert f"`{kept}`" in await cut(evening, "Anna", typed)
        assert cuts(evening) == [kept, None]
        assert evening.world.pings == []
        evening.clean()


async def test_the_end_shows_the_texts_and_the_exported_record_proves_them(
    database: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    async with Evening.of(*TWO, database=database, pictures=False) as evening:
        await evening.open(*TWO, game=GAME)
        await cut(evening, "Anna", "not this one")
        await cut(evening, "Anna", TEXT)
        await evening.restart()
        assert cuts(evening) == [TEXT, None]
        await evening.press_board("Anna", "start")
        assert TEXT not in evening.board("Bert").text
        assert not [one for one in usable(evening, "Anna") + usable(evening, "Bert") if "Rex" in one]
        await evening.restart()
        game = await to_the_end(evening)
        hashed = cut_hash(str(evening.table), TEXT)
        assert game.head.cuts == (hashed, None)
        last = evening.board("Bert")
        assert f"`{TEXT}`" in last.text
        await evening.press("Bert", last, Evening.part(last, "export"))
        (file,) = evening.private("Bert").attachments
        lines = evening.person("Bert").download(file).decode().splitlines()
        assert f"cuts {hashed} -" in lines
        assert verify(lines).head.cuts == (hashed, None)
        await evening.press("Bert", last, Evening.part(last, "verify"))
        assert "✅" in evening.private("Bert").text
        assert f"`{TEXT}`" in evening.private("Bert").text
        assert evening.world.pings == []
        evening.clean()
    said = [one.getMessage() for one in caplog.records if one.name.startswith(("bot", "storage", "rules"))]
    assert said
    assert not [text for text in said if "Rex" in text]


async def test_after_forgetting_the_record_still_verifies_without_the_text(database: Path) -> None:
    async with Evening.of(*TWO, database=database, pictures=False) as evening:
        await evening.open(*TWO, game=GAME)
        await cut(evening, "Anna", "my dog Rex")
        await evening.press_board("Anna", "start")
        await to_the_end(evening)
        await evening.bot.app.db.privacy.forget(evening.person("Anna").id, evening.now())
        await evening.restart()
        checked = await evening.slash("Bert", "record verify")
        assert "✅" in checked.text
        assert CZECH("{player} cut the deck; the text was deleted.").partition("{player}")[2] in checked.text
        assert "Rex" not in checked.text


async def test_a_game_without_cuts_has_no_line_for_them(database: Path) -> None:
    async with Evening.of(*TWO, database=database, pictures=False) as evening:
        await evening.sit_down(*TWO, game=GAME, keep=False)
        assert not [line for line in evening.game.record().lines() if line.startswith("cuts")]
