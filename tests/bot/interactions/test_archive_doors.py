"""Tests who may open a finished game in the server's archive, also if its channel is an archived thread."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.emulator.world import acts
from bot.features.replay.service import NO_SUCH_GAME
from tests.bot.features.seasons.test_commands import opened
from tests.bot.played_out import TWO, played_out
from tests.bot.refused import CZECH
from tests.bot.table import Evening
from tests.emulator import moderation

UNKNOWN_TABLE = CZECH("That table does not exist any more. Open one with `/game new`.")


async def test_a_record_of_a_channel_that_is_closed_to_someone_is_not_handed_out_to_them(database: Path) -> None:
    async with Evening.of(*TWO, "Cyril", database=database, pictures=False) as evening:
        await opened(evening, *TWO)
        await played_out(evening, *TWO)
        elsewhere, number = evening.world.channel("table-2"), evening.table
        moderation.forbid(evening.world, evening.channel, "view_channel", who=evening.person("Cyril").id)
        refused = await evening.slash("Cyril", "record export", elsewhere, number=number)
        assert UNKNOWN_TABLE in refused.text
        assert not any(seen.attachments for seen in (refused.message, *refused.followups) if seen)
        own = await evening.slash("Anna", "record export", elsewhere, number=number)
        assert any(seen.attachments for seen in (own.message, *own.followups) if seen)


@pytest.mark.parametrize("private", [False, True])
async def test_a_thread_that_sleeps_keeps_its_games_for_anyone_who_may_see_it(
    private: bool, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with Evening.of(*TWO, "Cyril", database=database, pictures=False) as evening:
        parent = evening.channel
        await opened(evening, *TWO)
        thread = acts.add_thread(evening.world, parent, "Round 1, table 1", private=private)
        for name in TWO:
            thread.thread_members.append(evening.person(name).id)
        monkeypatch.setattr(Evening, "channel", property(lambda _evening: thread))
        await played_out(evening, *TWO)
        number = evening.table
        acts.archive(evening.world, thread)
        await evening.noticed(lambda: evening.bot.get_channel(thread.id) is None)
        seen = await evening.slash("Cyril", "record replay", channel=parent, number=number)
        record = await evening.slash("Cyril", "record export", parent, number=number)
        if private:
            assert CZECH(NO_SUCH_GAME) in seen.text
            assert UNKNOWN_TABLE in record.text
            return
        assert "Kapitola 1" in seen.text
        assert any(one.attachments for one in (record.message, *record.followups) if one)
        moderation.forbid(evening.world, parent, "view_channel", who=evening.person("Cyril").id)
        await evening.settled()
        elsewhere = evening.world.channel("table-2")
        refused = await evening.slash("Cyril", "record replay", channel=elsewhere, number=number)
        assert CZECH(NO_SUCH_GAME) in refused.text
        evening.clean()
