"""Tests quiet hours: of a server for offers of seats, invitations and calls; of a person for notifications."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from bot.emulator.people.seen import Seen
from bot.tables.times import PING
from storage import Schedule
from tests.bot.features.lobby.test_calls import call, calls, with_role
from tests.bot.features.lobby.test_host import invite
from tests.bot.features.profile.test_notices import news, opened, subscribe
from tests.bot.table import Evening

TWO = ("Anna", "Bert")
FOUR = ("Anna", "Bert", "Cyril", "Dora")
TOKYO_AHEAD = timedelta(hours=9)
HOUR = 3_600


def around_now(evening: Evening, ahead: timedelta = timedelta()) -> str:
    """Returns quiet hours that began less than an hour ago and end in one to two hours, in a zone that many hours
    ahead.
    """
    now = evening.now() + ahead
    return f"{now:%H}:00-{now + timedelta(hours=2):%H}:00"


async def quiet(evening: Evening) -> None:
    """Stores quiet hours for the server that have already begun."""
    guild = evening.channel.guild_id or 0
    await evening.bot.app.db.servers.change(guild, {"quiet": around_now(evening), "zone": "UTC"})


def pings(evening: Evening, name: str) -> list[Seen]:
    """Returns the public messages that ping a user."""
    return [seen for seen in evening.person(name).messages(evening.channel) if seen.pings and not seen.ephemeral]


def mentions(evening: Evening, name: str) -> list[Seen]:
    """Returns the last public message if it names a user, whether or not it pings them."""
    last = [seen for seen in evening.person("Anna").messages(evening.channel) if not seen.ephemeral][-1]
    return [last] if evening.person(name).mention in last.text else []


@pytest.mark.parametrize("at_night", [True, False])
async def test_an_offer_of_a_seat_pings_only_outside_the_servers_quiet_hours(database: Path, at_night: bool) -> None:
    async with Evening.of(*FOUR, database=database) as evening:
        await evening.sit_down(*FOUR[:3])
        if at_night:
            await quiet(evening)
        cyril = evening.live.seat_of(evening.person("Cyril").id).seat
        await evening.slash("Anna", "game replace", player=cyril, by=evening.person("Dora"))
        await evening.press_board("Bert", "agree_replace")
        assert mentions(evening, "Dora")
        assert len(pings(evening, "Dora")) == (0 if at_night else 1)
        await evening.slash("Dora", "game join")
        assert evening.live.seat(cyril).user == evening.person("Dora").id
        evening.clean()


@pytest.mark.parametrize("at_night", [True, False])
async def test_an_invitation_pings_only_outside_the_servers_quiet_hours(database: Path, at_night: bool) -> None:
    async with Evening.of(*TWO, database=database) as evening:
        await evening.open("Anna")
        if at_night:
            await quiet(evening)
        await invite(evening, "Anna", "Bert")
        assert mentions(evening, "Bert")
        assert len(pings(evening, "Bert")) == (0 if at_night else 1)
        assert evening.live.row.invited == (evening.person("Bert").id,)
        evening.clean()


async def test_players_are_called_only_outside_the_servers_quiet_hours(database: Path) -> None:
    async with Evening.of(*TWO, database=database) as evening:
        role = await with_role(evening)
        await evening.open("Anna")
        await quiet(evening)
        end = (evening.now() + timedelta(hours=2)).replace(minute=0, second=0, microsecond=0)
        refused = await call(evening, "Anna")
        assert f"<t:{int(end.timestamp())}:R>" in refused.text
        assert calls(evening, role) == []
        await evening.pass_time((end - evening.now()).total_seconds())
        await evening.press_board("Anna", "call")
        assert len(calls(evening, role)) == 1
        evening.clean()


async def test_no_one_is_notified_in_the_quiet_hours_of_the_server(database: Path) -> None:
    async with Evening.of(*TWO, database=database) as evening:
        await subscribe(evening, "Bert", "mafia_city")
        await quiet(evening)
        await opened(evening)
        assert news(evening, "Bert") == []
        await evening.press_board("Anna", "leave")
        await evening.pass_time(2 * HOUR)
        await opened(evening)
        assert len(news(evening, "Bert")) == 1
        evening.clean()


@pytest.mark.parametrize("pace", ["untimed", "correspondence"])
@pytest.mark.parametrize("restarted", [False, True])
async def test_a_ping_in_quiet_hours_comes_once_at_their_end(database: Path, restarted: bool, pace: str) -> None:
    async with Evening.of(*TWO, "Cyril", database=database) as evening:
        for name in (*TWO, "Cyril"):
            await evening.bot.app.people.change(evening.person(name).id, ping="always")
        await quiet(evening)
        await evening.open(*TWO, "Cyril", pace=pace)
        await evening.press_board("Anna", "start")
        asked = [seat.name for seat in evening.live.seats if seat.user in evening.live.waited_for]
        await evening.settled()
        assert [pings(evening, name) for name in asked] == [[] for _ in asked]
        if restarted:
            await evening.restart()
        await evening.pass_time(2 * HOUR)
        assert [len(pings(evening, name)) for name in asked] == [1 for _ in asked]
        if restarted:
            await evening.restart()
        await evening.pass_time(HOUR)
        assert [len(pings(evening, name)) for name in asked] == [1 for _ in asked]
        evening.clean()


@pytest.mark.parametrize("restarted", [False, True])
async def test_a_ping_in_a_persons_break_comes_once_at_its_end(database: Path, restarted: bool) -> None:
    async with Evening.of(*TWO, "Cyril", database=database) as evening:
        for name in (*TWO, "Cyril"):
            user = evening.person(name).id
            await evening.bot.app.people.change(user, ping="always")
            await evening.bot.app.db.schedules.set(user, Schedule("UTC", around_now(evening)))
        await evening.open(*TWO, "Cyril", pace="correspondence")
        await evening.press_board("Anna", "start")
        asked = [seat.name for seat in evening.live.seats if seat.user in evening.live.waited_for]
        await evening.settled()
        assert [pings(evening, name) for name in asked] == [[] for _ in asked]
        if restarted:
            await evening.restart()
        await evening.pass_time(2 * HOUR)
        assert [len(pings(evening, name)) for name in asked] == [1 for _ in asked]
        await evening.restart()
        await evening.pass_time(HOUR)
        assert [len(pings(evening, name)) for name in asked] == [1 for _ in asked]
        evening.clean()


async def test_a_ping_after_an_extended_deadline_is_sent_once_although_the_bot_restarts(database: Path) -> None:
    async with Evening.of(*TWO, "Cyril", database=database) as evening:
        await evening.sit_down(*TWO, "Cyril", pace="relaxed")
        await quiet(evening)
        (user,) = evening.live.waited_for
        name = next(seat.name for seat in evening.live.seats if seat.user == user)
        due = evening.live.deadline
        assert due is not None
        await evening.pass_time((due.due - evening.now()).total_seconds() + 1)
        assert evening.live.deadline.reminded == PING  # type: ignore[union-attr]
        assert pings(evening, name) == []
        await evening.bot.app.db.servers.change(evening.channel.guild_id or 0, {"quiet": None})
        await evening.restart()
        await evening.settled()
        assert len(pings(evening, name)) == 1
        await evening.restart()
        assert len(pings(evening, name)) == 1
        evening.clean()


async def test_a_ping_after_an_extended_deadline_replaces_an_earlier_one_after_quiet_hours(database: Path) -> None:
    async with Evening.of(*TWO, "Cyril", database=database) as evening:
        await evening.sit_down(*TWO, "Cyril", pace="relaxed")
        (user,) = evening.live.waited_for
        name, due = next(seat.name for seat in evening.live.seats if seat.user == user), evening.live.deadline
        assert due is not None
        await evening.pass_time((due.due - evening.now()).total_seconds() - 1)
        (before,) = [ping.id for ping in pings(evening, name)]
        await quiet(evening)
        await evening.pass_time(2)
        assert pings(evening, name) == []
        await evening.bot.app.db.servers.change(evening.channel.guild_id or 0, {"quiet": None})
        await evening.bot.app.reminders.look(evening.now() + timedelta(hours=3))
        await evening.settled()
        (after,) = [ping.id for ping in pings(evening, name)]
        assert after != before
        evening.clean()


async def test_a_postponed_ping_is_dropped_if_the_player_has_answered(database: Path) -> None:
    async with Evening.of(*TWO, "Cyril", database=database) as evening:
        await evening.open(*TWO, "Cyril", pace="untimed")
        await evening.press_board("Anna", "start")
        seat = evening.game.waiting[0]
        user = evening.live.seat(seat).user
        await evening.bot.app.people.change(user, ping="always")
        await quiet(evening)
        await evening.bot.app.reminders.turn(evening.live)
        await evening.answer(seat, "keep")
        name = evening.live.seat(seat).name
        assert user not in evening.live.waited_for
        await evening.pass_time(2 * HOUR)
        assert pings(evening, name) == []
        evening.clean()


async def test_notifications_come_only_outside_the_own_quiet_hours(database: Path) -> None:
    async with Evening.of(*TWO, database=database) as evening:
        await subscribe(evening, "Bert", "mafia_city")
        hours = Schedule("Asia/Tokyo", around_now(evening, TOKYO_AHEAD))
        await evening.bot.app.db.schedules.set(evening.person("Bert").id, hours)
        await opened(evening)
        assert news(evening, "Bert") == []
        await evening.press_board("Anna", "leave")
        await evening.pass_time(2 * HOUR)
        await opened(evening)
        assert len(news(evening, "Bert")) == 1
        evening.clean()


async def test_a_notification_that_fell_into_quiet_hours_counts_for_no_limit(database: Path) -> None:
    async with Evening.of(*TWO, database=database) as evening:
        await subscribe(evening, "Bert", "mafia_city")
        bert = evening.person("Bert").id
        await evening.bot.app.db.schedules.set(bert, Schedule("UTC", around_now(evening)))
        for _ in range(4):
            await opened(evening)
            await evening.press_board("Anna", "leave")
        await evening.bot.app.db.schedules.set(bert, Schedule())
        await opened(evening)
        assert len(news(evening, "Bert")) == 1
        evening.clean()
