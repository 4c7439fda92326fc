"""Tests time limits: reminders, one ping, silences, players who are late twice, and time given back after outages."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from bot.tables.wishes import Wishes
from tests.bot.table import Evening
from tests.bot.tables.backend import Backend

THREE = ("Anna", "Bert", "Cyril")


async def on_turn(evening: Evening, **options: Any) -> str:
    await evening.sit_down(**options)
    game = evening.game
    return evening.holder(game.waiting[0])


def due(evening: Evening) -> float:
    assert evening.live.deadline is not None
    return (evening.live.deadline.due - evening.now()).total_seconds()


async def test_the_clock_reminds_then_pings_then_uses_the_silence(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down(game="kralovske_rosady", keep=False)
        game = evening.game
        person = evening.person(evening.holder(game.waiting[0]))
        number, dms = game.number, len(person.dms())
        await evening.pass_time(59)
        assert len(person.dms()) == dms
        await evening.pass_time(1)
        assert len(person.dms()) == dms + 1
        assert evening.world.pings == []
        await evening.pass_time(21)
        assert [user for user, _ in evening.world.pings] == [person.id]
        await evening.pass_time(5)
        assert len(evening.world.pings) == 1
        assert game.number == number
        await evening.pass_time(4)
        assert game.number == number + 1
        assert game.entries[-1].seat == "clock"
        evening.clean()


async def test_short_turns_remind_too(database: Path) -> None:
    async with Backend.opened(database) as backend:
        table = await backend.sit_down(Wishes(turn_seconds=5))
        (waited_for,) = (await backend.live(table)).waited_for
        await backend.pass_time(3)
        assert backend.words == []
        await backend.pass_time(1)
        assert backend.words == [(table, waited_for)]
        assert backend.pings == []
        await backend.pass_time(0.6)
        assert backend.pings == [(table, waited_for)]


async def test_a_player_may_switch_pings_off(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        name = await on_turn(evening)
        await evening.slash(name, "profile")
        panel = evening.private(name)
        await evening.person(name).select(panel, Evening.part(panel, "set_ping"), ["never"])
        await evening.settled()
        await evening.pass_time(85)
        assert evening.world.pings == []
        evening.clean()


async def test_a_player_may_be_pinged_for_each_turn(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.bot.app.people.change(evening.person("Anna").id, ping="always")
        await evening.sit_down(keep=False)
        game = evening.game
        while evening.holder(game.waiting[0]) != "Anna":
            await evening.answer(game.waiting[0], "keep")
        await evening.until(lambda: evening.world.pings)
        assert [user for user, _ in evening.world.pings] == [evening.person("Anna").id]


async def test_an_untimed_table_waits_for_everyone(database: Path) -> None:
    async with Backend.opened(database) as backend:
        table = await backend.sit_down(Wishes(pace="untimed"))
        game = await backend.game(table)
        number = game.number
        assert (await backend.live(table)).deadline is None
        await backend.pass_time(1_000_000)
        assert game.number == number


async def test_late_twice_in_a_row_asks_the_table(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down(keep=False)
        game = evening.game
        late = game.waiting[0]
        for _ in range(12):
            if evening.live.absent:
                break
            if game.waiting[0] == late:
                await evening.pass_time(91)
            else:
                await evening.answer(game.waiting[0], game.decision.silence or "")  # type: ignore[union-attr]
        assert evening.live.absent == late
        assert {"wait", "let_computer", "hand_over", "agree_end"} <= Evening.verbs(evening.board())
        friend = next(name for name in THREE if name != evening.holder(late))
        await evening.press_board(friend, "wait")
        assert evening.live.absent is None
        evening.clean()


async def test_downtime_is_given_back(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await on_turn(evening)
        await evening.pass_time(10)
        before = due(evening)
        await evening.stop()
        evening.clock.advance(10_000)
        await evening.start()
        assert abs(due(evening) - before) < 1
        evening.clean()


async def test_an_outage_of_the_gateway_is_given_back(database: Path) -> None:
    async with Backend.opened(database) as backend:
        table = await backend.sit_down()
        game = await backend.game(table)
        before, number = await backend.seconds_left(table), game.number
        backend.clocks.lost(0)
        await backend.pass_time(500)
        assert game.number == number
        await backend.clocks.found(0)
        assert await backend.seconds_left(table) == before
        await backend.pass_time(91)
        await backend.pass_time(46)
        assert game.number > number


async def test_an_outage_in_which_the_process_dies_is_given_back_too(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await on_turn(evening)
        await evening.pass_time(10)
        before = due(evening)
        evening.bot.app.clocks.lost(0)
        for _ in range(30):
            await evening.pass_time(10)
        await evening.restart()
        assert due(evening) == before
        evening.clean()


async def test_a_table_that_is_not_in_memory_is_reminded_too(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        name = await on_turn(evening)
        dms = len(evening.person(name).dms())
        evening.bot.app.tables.drop(evening.table)
        await evening.pass_time(60)
        assert len(evening.person(name).dms()) == dms + 1
        evening.clean()


async def test_a_window_reminds_no_one(database: Path) -> None:
    async with Backend.opened(database) as backend:
        table = await backend.sit_down(Wishes(window_seconds=3_600))
        await backend.to_window(table)
        await backend.pass_time(3_500)
        assert (backend.words, backend.pings) == ([], [])


async def late_twice(evening: Evening) -> str:
    """Starts a game in which one player misses deadlines until the table is asked about them; returns their name."""
    await evening.sit_down("Bert", "Cyril", "Dora", keep=False)
    game = evening.game
    late = game.waiting[0]
    while evening.live.absent is None:
        if game.waiting[0] == late:
            await evening.pass_time(91)
        else:
            assert game.decision is not None
            await evening.answer(game.waiting[0], game.decision.silence or "pass")
    return evening.holder(late)


async def test_the_others_may_let_the_computer_play_on(database: Path) -> None:
    async with Evening.of("Anna", "Bert", "Cyril", "Dora", database=database) as evening:
        late = await late_twice(evening)
        seat = evening.live.seat_of(evening.person(late).id).seat
        others = [name for name in ("Bert", "Cyril", "Dora") if name != late]
        await evening.press_board(others[0], "let_computer")
        assert evening.live.seat(seat).left is None
        await evening.press_board(others[1], "let_computer")
        assert evening.live.seat(seat).left is not None
        assert evening.live.absent is None
        await evening.press_board(late, "move")
        assert "počítač" in evening.private(late).text
        evening.clean()


async def test_a_seat_handed_over_is_free_for_anyone_who_joins(database: Path) -> None:
    async with Evening.of("Anna", "Bert", "Cyril", "Dora", database=database) as evening:
        late = await late_twice(evening)
        seat = evening.live.seat_of(evening.person(late).id).seat
        for name in ("Bert", "Cyril", "Dora"):
            if name != late:
                await evening.press_board(name, "hand_over")
        await evening.slash("Anna", "game join")
        assert evening.live.seat(seat).user == evening.person("Anna").id
        assert not [seen for seen in evening.person(late).dms() if seen.usable]
        evening.clean()
