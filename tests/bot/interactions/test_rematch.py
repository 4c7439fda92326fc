"""Tests the rematch: the same players under the same settings."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tests.bot.played_out import GAME, TWO, ended_without_a_winner, played_out, to_the_end
from tests.bot.refused import BUSY, NO_SEAT, NO_TABLE, NOT_YET
from tests.bot.table import Evening


async def test_a_rematch_seats_the_same_people_under_the_same_settings(database: Path) -> None:
    async with Evening.of(*TWO, database=database) as evening:
        await evening.sit_down("Bert", "Anna", game=GAME, keep=False, pace="relaxed", turn_seconds=45, language="en")
        former = (await to_the_end(evening)).head
        finished = evening.live
        outcome = await evening.slash("Anna", "game rematch")
        assert outcome.kind == "message"
        assert outcome.message is not None
        assert not outcome.message.ephemeral
        assert Evening.verbs(outcome.message) == {
            "join",
            "start",
            "settings",
            "guests",
            "learn",
            "shuffle",
            "remove",
            "leave",
            "invite",
            "computer",
        }
        again = evening.live
        assert again.id != finished.id
        assert [seat.name for seat in again.seats] == ["Bert", "Anna"]
        assert again.row.host == evening.person("Anna").id
        for setting in ("kind", "options", "pace", "turn_seconds", "window_seconds", "language", "channel", "guild"):
            assert getattr(again.row, setting) == getattr(finished.row, setting)
        assert again.commitment not in (former.commitment, "")
        await evening.press_board("Bert", "start")
        assert evening.live.row.phase == "running"
        evening.clean()


async def test_a_rematch_is_opened_by_its_button(database: Path) -> None:
    async with Evening.of(*TWO, database=database) as evening:
        await played_out(evening)
        private = await evening.slash("Bert", "record verify")
        assert private.message is not None
        outcome = await evening.press("Bert", private.message, "Odveta")
        assert evening.live.row.phase == "lobby"
        assert outcome.message is not None
        assert not outcome.message.ephemeral
        await evening.press_board("Anna", "shuffle")
        assert evening.live.commitment in evening.private("Anna").text
        await evening.press_board("Anna", "leave")
        assert [seat.name for seat in evening.live.seats] == ["Bert"]
        evening.clean()


async def test_everyone_is_notified_of_the_seat_that_waits(database: Path) -> None:
    async with Evening.of(*TWO, database=database) as evening:
        await played_out(evening)
        before = len(evening.person("Bert").dms())
        await evening.slash("Anna", "game rematch")
        await evening.until(lambda: len(evening.person("Bert").dms()) == before + 1)
        assert f"<#{evening.channel.id}>" in evening.person("Bert").dms()[-1].text
        evening.clean()


async def test_computers_come_again_and_anyone_who_left_does_not(database: Path) -> None:
    async with Evening.of(*TWO, "Cyril", database=database) as evening:
        await evening.open("Anna", "Bert", "Cyril", game=GAME)
        await evening.add_computer("Anna", "hard")
        await evening.press_board("Anna", "start")
        live = evening.live
        await evening.bot.app.lobby.leave_running(live.id, evening.person("Cyril").id)
        await evening.end("Anna")
        await evening.slash("Bert", "game rematch")
        assert [(seat.name, seat.computer and seat.level) for seat in evening.live.seats] == [
            ("Anna", False),
            ("Bert", False),
            ("Počítač 1", "hard"),
        ]
        evening.clean()


async def test_a_busy_channel_refuses_a_rematch_privately(database: Path) -> None:
    async with Evening.of(*TWO, "Cyril", database=database) as evening:
        await played_out(evening)
        hand = await evening.slash("Anna", "game hand")
        assert hand.message is not None
        await evening.slash("Cyril", "game new", game="mafia_city")
        refused = await evening.press("Anna", hand.message, Evening.part(hand.message, "rematch"))
        assert BUSY in evening.private("Anna").text
        assert not refused.failed
        command = await evening.slash("Bert", "game rematch")
        assert command.message is not None
        assert command.message.ephemeral
        assert len(await evening.bot.app.db.games.unfinished()) == 1
        evening.clean()


async def test_two_who_want_a_rematch_at_once_get_one(database: Path) -> None:
    async with Evening.of(*TWO, database=database) as evening:
        await played_out(evening)
        both = await asyncio.gather(*(evening.slash(name, "game rematch") for name in TWO))
        assert sorted(outcome.message.ephemeral for outcome in both if outcome.message) == [False, True]
        assert len(await evening.bot.app.db.games.unfinished()) == 1
        evening.clean()


async def test_a_last_hand_is_not_shown_into_the_next_game(database: Path) -> None:
    async with Evening.of(*TWO, database=database) as evening:
        await ended_without_a_winner(evening)
        hand = await evening.slash("Anna", "game hand")
        assert hand.message is not None
        await evening.slash("Bert", "game rematch")
        await evening.press_board("Bert", "start")
        assert evening.live.row.phase == "running"
        await evening.press("Anna", hand.message, Evening.part(hand.message, "reveal"))
        assert NOT_YET in evening.private("Anna").text
        public = [seen for seen in evening.person("Bert").messages(evening.channel) if not seen.ephemeral]
        assert not any("ukazuje" in seen.text for seen in public)
        evening.clean()


async def test_next_to_a_lobby_the_last_game_can_still_be_checked_and_shown(database: Path) -> None:
    async with Evening.of(*TWO, "Cyril", database=database) as evening:
        await played_out(evening)
        commitment = evening.live.commitment
        await evening.slash("Anna", "game rematch")
        assert commitment in (await evening.slash("Bert", "record verify")).text
        assert "ukazuje" in (await evening.slash("Bert", "record reveal")).text
        assert commitment in (await evening.slash("Cyril", "record verify")).text
        exported = await evening.slash("Cyril", "record export")
        assert [seen for seen in (exported.message, *exported.followups) if seen and seen.attachments]
        evening.clean()


async def test_while_a_game_runs_there_the_one_before_stays_where_it_is(database: Path) -> None:
    async with Evening.of(*TWO, "Cyril", database=database) as evening:
        await played_out(evening)
        await evening.slash("Anna", "game rematch")
        await evening.press_board("Anna", "start")
        assert NOT_YET in (await evening.slash("Cyril", "record verify")).text
        evening.clean()


async def test_only_who_sat_there_opens_a_rematch(database: Path) -> None:
    async with Evening.of(*TWO, "Cyril", database=database) as evening:
        await played_out(evening)
        assert NO_SEAT in (await evening.slash("Cyril", "game rematch")).text
        verified = await evening.slash("Cyril", "record verify")
        assert verified.message is not None
        assert not verified.message.usable
        assert await evening.bot.app.db.games.unfinished() == []
        evening.clean()


async def test_a_rematch_is_opened_where_the_game_was_played(database: Path) -> None:
    async with Evening.of(*TWO, database=database) as evening:
        await played_out(evening)
        hand = await evening.slash("Anna", "game hand", evening.person("Anna").dm())
        assert "poslední karty" in hand.text
        assert hand.message is not None
        assert not hand.message.usable
        elsewhere = evening.world.channel("table-2")
        assert NO_TABLE in (await evening.slash("Anna", "game rematch", elsewhere)).text
        other = await evening.slash("Anna", "game new", elsewhere, game="mafia_city")
        assert other.message is not None
        await evening.person("Anna").forge(other.message, f"kr:{1}:rematch")
        await evening.settled()
        assert len(await evening.bot.app.db.games.unfinished()) == 1
        evening.clean()
