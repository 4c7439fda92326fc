"""Tests words instead of pictures: for a whole table, for one user, and where no picture can be sent."""

from __future__ import annotations

from pathlib import Path

from tests.bot.gallery import alt, texts
from tests.bot.table import Evening
from tests.emulator import moderation

THREE = ("Anna", "Bert", "Cyril")


async def test_any_onlooker_reads_the_table_in_words_in_their_own_language(database: Path) -> None:
    async with Evening.of(*THREE, "Dana", database=database) as evening:
        await evening.open(*THREE)
        await evening.press_board("Anna", "start")
        evening.person("Dana").locale = "en-US"
        before = evening.board().text
        said = await evening.board_in_words("Dana")
        assert "## Mafia City" in said
        assert "Waiting for" in said
        assert "Čeká se, až" in await evening.board_in_words("Bert")
        assert not evening.private("Dana").usable
        assert evening.board().text == before
        evening.clean()


async def test_the_host_shows_everyone_the_board_as_text_and_as_a_picture_again(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down()
        await evening.press_board("Anna", "in_words")
        offer = evening.private("Anna")
        await evening.press("Anna", offer, evening.part(offer, "board_words"))
        assert alt(evening.board()) is None
        assert "## Mafia City" in texts(evening.board())
        await evening.restart()
        assert alt(evening.board()) is None
        await evening.answer(evening.game.waiting[0], "place:harbour")
        assert alt(evening.board()) is None
        await evening.press_board("Anna", "board_picture")
        assert alt(evening.board()) is not None
        assert "## Mafia City" not in texts(evening.board())
        evening.clean()


async def test_no_one_but_the_host_changes_how_the_board_looks(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down()
        await evening.press_board("Bert", "in_words")
        assert not evening.private("Bert").usable
        await evening.press_board("Anna", "in_words")
        offer = evening.private("Anna")
        await evening.press("Anna", offer, evening.part(offer, "board_words"))
        await evening.press_board("Bert", "board_picture")
        assert alt(evening.board()) is None
        assert "Bert" not in evening.private("Bert").text or evening.private("Bert").ephemeral
        evening.clean()


async def test_a_user_may_choose_words_instead_of_pictures(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down()
        assert alt(evening.person("Bert").dms()[0]) is not None
        await evening.slash("Bert", "profile")
        settings = evening.private("Bert")
        await evening.press("Bert", settings, evening.part(settings, "set_words"))
        await evening.settled()
        assert alt(evening.person("Bert").dms()[0]) is None
        await evening.press_board("Bert", "hand")
        assert alt(evening.private("Bert")) is None
        await evening.press_board("Anna", "hand")
        assert alt(evening.private("Anna")) is not None
        assert alt(evening.board()) is not None
        await evening.end("Anna")
        await evening.settled()
        await evening.slash("Bert", "game new", game="mafia_city")
        await evening.add_computer("Bert")
        await evening.add_computer("Bert")
        await evening.press_board("Bert", "start")
        assert evening.live.row.words
        assert alt(evening.board()) is None
        evening.clean()


async def test_a_board_whose_picture_is_not_allowed_says_everything_in_words(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down()
        moderation.forbid(evening.world, evening.channel, "attach_files")
        await evening.settled()
        await evening.answer(evening.game.waiting[0], "place:harbour")
        assert alt(evening.board()) is None
        assert "## Mafia City" in texts(evening.board())
        evening.clean()
