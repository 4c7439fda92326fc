"""Where no call stands and nobody wants one, an answer begins no work at all; a call that stands is looked after."""

from __future__ import annotations

from pathlib import Path

from bot.features.reminders.service import PING_EACH_TIME
from storage import MessageRow, PostSlot
from tests.bot.table import Evening

THREE = ("Anna", "Bert", "Cyril")


def begun(evening: Evening) -> list[str]:
    """What an answer would begin now, by the first word of its name."""
    names = []
    for name, work in evening.bot.app.reminders.follow(evening.live):
        names.append(name.split()[0])
        work.close()
    return names


async def asked(evening: Evening) -> int:
    """A game in which somebody is asked, and nothing of it is on its way any more: who that is."""
    await evening.sit_down(*THREE)
    await evening.settled()
    (user,) = evening.live.waited_for
    return user


async def test_nothing_is_begun_where_no_call_stands(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await asked(evening)
        assert begun(evening) == []


async def test_after_a_start_nobody_knows_which_calls_stand(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await asked(evening)
        evening.bot.app.reminders.leave(evening.table)
        assert begun(evening) == ["words"]


async def test_a_call_that_stands_is_looked_after(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        user = await asked(evening)
        about = f"{evening.game.number} {evening.live.seat_of(user).seat}"
        ping = MessageRow(PostSlot("ping", evening.table, user), evening.live.row.channel, 1, about=about)
        await evening.bot.app.db.messages.put(ping)
        evening.bot.app.reminders.leave(evening.table)
        await evening.bot.app.reminders.went_on(evening.table)
        assert begun(evening) == ["words"]


async def test_a_call_on_its_way_is_waited_for(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await asked(evening)
        async with evening.bot.app.reminders._lock(evening.table):
            assert begun(evening) == ["words"]


async def test_whoever_wants_to_be_pinged_each_time_is(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        user = await asked(evening)
        await evening.bot.app.people.change(user, ping=PING_EACH_TIME)
        assert begun(evening) == ["whose"]
        evening.bot.app.people.forget(user)
        assert begun(evening) == ["whose"]
