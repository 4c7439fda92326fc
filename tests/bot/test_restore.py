"""A disk dies, and a copy takes the place of the database, as docs/operations.md says it is done."""

from __future__ import annotations

from pathlib import Path

from storage.backup import backup
from storage.check import check
from tests.bot.table import Evening

THREE = ("Anna", "Bert", "Cyril")


async def test_after_a_restore_the_table_goes_on_from_the_copy(database: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.sqlite3"
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down()
        await evening.answer(evening.game.waiting[0], "place:harbour")
        kept, asked = list(evening.game.entries), evening.game.waiting[0]
        await backup(database, copy)
        await evening.answer(asked, "place:prison")
        lost = evening.board().text
        await evening.stop()
        for file in database.parent.glob(f"{database.name}*"):
            file.rename(tmp_path / f"broken-{file.name}")
        copy.rename(database)
        assert [found.trouble async for found in check(database)] == [None]
        await evening.start()
        assert evening.game.entries == kept
        assert evening.board().text != lost
        await evening.answer(evening.game.waiting[0], "place:harbour")
        assert len(evening.game.entries) == len(kept) + 1
        evening.clean()
