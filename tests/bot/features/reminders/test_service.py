"""Tests reminders: an answer starts no task unless someone wants a reminder, and a reminder's message shows the newest
state.
"""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from bot.features.reminders.service import PING_EACH_TIME
from bot.messages import api, reconciler
from storage import Deadline, MessageRow, PostSlot
from tests.bot.table import Evening

THREE = ("Anna", "Bert", "Cyril")


def begun(evening: Evening) -> list[str]:
    """Returns the tasks that an answer would start now, by the first word of their names."""
    names = []
    for name, work in evening.bot.app.reminders.follow(evening.live):
        names.append(name.split()[0])
        work.close()
    return names


async def asked(evening: Evening) -> int:
    """Starts a game, waits until the bot has nothing left to do, and returns the ID of the user who is asked."""
    await evening.sit_down(*THREE)
    await evening.settled()
    (user,) = evening.live.waited_for
    return user


async def test_nothing_is_started_at_a_table_without_reminders(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await asked(evening)
        assert begun(evening) == []


async def test_after_a_start_open_reminders_are_read_again(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await asked(evening)
        evening.bot.app.reminders.leave(evening.table)
        assert begun(evening) == ["deleting"]


async def test_an_open_reminder_is_kept_up_to_date(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        user = await asked(evening)
        about = f"{evening.game.number} {evening.live.seat_of(user).seat}"
        ping = MessageRow(PostSlot("ping", evening.table, user), evening.live.row.channel, 1, about=about)
        await evening.bot.app.db.messages.put(ping)
        evening.bot.app.reminders.leave(evening.table)
        await evening.bot.app.reminders.went_on(evening.table)
        assert begun(evening) == ["deleting"]


async def test_a_call_on_its_way_is_waited_for(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await asked(evening)
        async with evening.bot.app.reminders._locks.of(evening.table):
            assert begun(evening) == ["deleting"]


async def test_a_user_who_wants_to_be_pinged_each_time_is_pinged_each_time(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        user = await asked(evening)
        await evening.bot.app.people.change(user, ping=PING_EACH_TIME)
        assert begun(evening) == ["notifying"]
        evening.bot.app.people.forget(user)
        assert begun(evening) == ["notifying"]


async def words(evening: Evening) -> list[str]:
    """Returns the texts of the direct messages to the asked player, without the first one, which is the hand."""
    (user,) = evening.live.waited_for
    name = next(name for name in THREE if evening.person(name).id == user)
    return [seen.text for seen in evening.person(name).dms()[1:]]


async def test_a_word_says_the_newest_in_the_message_that_is_there(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        user = await asked(evening)
        await evening.bot.app.reminders.word(evening.table, user)
        first = await words(evening)
        evening.clock.advance(1)
        evening.live.deadline = Deadline(evening.game.number, evening.now() + timedelta(hours=1))
        await evening.bot.app.reminders.word(evening.table, user)
        (second,) = await words(evening)
        assert [second] != first
        evening.clean()


async def test_a_word_that_is_too_old_to_be_edited_is_posted_again_and_the_old_one_deleted(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        user = await asked(evening)
        app = evening.bot.app
        await app.reminders.word(evening.table, user)
        (old,) = await app.db.messages.of("word", evening.table)
        evening.clock.advance(56 * 60)
        await app.reminders.word(evening.table, user)
        assert len(await words(evening)) == 1
        (new,) = await app.db.messages.of("word", evening.table, old=None)
        assert new.message != old.message
        evening.clean()


@pytest.mark.parametrize("answered", [False, True])
async def test_a_lost_word_follows_later_unless_the_player_has_answered(
    database: Path, monkeypatch: pytest.MonkeyPatch, answered: bool
) -> None:
    monkeypatch.setattr(api, "PAUSES", ())
    monkeypatch.setattr(reconciler, "FIRST_PAUSE", 0.01)
    async with Evening.of(*THREE, database=database) as evening:
        user = await asked(evening)
        evening.world.faults.demand(503, on="POST /channels/{channel_id}/messages", times=6)
        await evening.bot.app.reminders.word(evening.table, user)
        assert await words(evening) == []
        (call,) = await evening.bot.app.reminders._known(evening.table)
        assert call.later is not None
        evening.world.faults.coming.clear()
        if answered:
            await evening.answer(evening.game.waiting[0], "place:harbour")
            assert call.later is None
        else:
            await evening.noticed(lambda: call.message)
            assert len(await words(evening)) == 1
