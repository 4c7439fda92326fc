"""Time: reminders, one ping, silence; who is late twice; pauses and outages give time back."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.bot.table import Evening

THREE = ("Anna", "Bert", "Cyril")


async def on_turn(evening: Evening, **options: Any) -> str:
    await evening.sit_down(**options)
    game = evening.game
    return evening.holder(game.waiting[0])


def due(evening: Evening) -> float:
    assert evening.live.deadline is not None
    return (evening.live.deadline.due - evening.now()).total_seconds()


async def test_a_word_then_a_ping_then_silence(database: Path) -> None:
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


@pytest.mark.parametrize("restarts", [False, True])
async def test_what_calls_somebody_goes_when_the_decision_is_over(database: Path, restarts: bool) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        name = await on_turn(evening)
        dms, public = [seen.id for seen in evening.person(name).dms()], messages(evening)
        await evening.pass_time(61)
        await evening.pass_time(21)
        assert len(evening.person(name).dms()) == len(dms) + 1
        assert len(messages(evening)) == len(public) + 1
        if restarts:
            await evening.restart()
        await evening.answer(evening.game.waiting[0], "pass")
        assert [seen.id for seen in evening.person(name).dms()] == dms
        assert messages(evening) == public
        assert [user for user, _ in evening.world.pings] == [evening.person(name).id]
        evening.clean()


async def test_what_calls_somebody_goes_with_the_game(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        name = await on_turn(evening)
        dms, public = [seen.id for seen in evening.person(name).dms()], messages(evening)
        await evening.pass_time(61)
        await evening.pass_time(21)
        await evening.end("Anna")
        assert [seen.id for seen in evening.person(name).dms()] == dms
        assert messages(evening) == public
        assert await evening.bot.app.store.tables_with_calls() == []
        evening.clean()


async def test_what_a_crash_has_left_of_calls_goes_at_the_next_start(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        name = await on_turn(evening)
        dms, public = [seen.id for seen in evening.person(name).dms()], messages(evening)
        await evening.pass_time(61)
        await evening.pass_time(21)
        evening.bot.app.reminders.went_on = nothing  # type: ignore[method-assign, assignment]
        await evening.answer(evening.game.waiting[0], "pass")
        assert messages(evening) != public
        await evening.restart()
        assert [seen.id for seen in evening.person(name).dms()] == dms
        assert messages(evening) == public
        evening.clean()


async def nothing(_game: int) -> None:
    """What a crash prevents."""


def messages(evening: Evening) -> list[int]:
    """What the bot has said publicly and still stands."""
    public = evening.person("Anna").messages(evening.channel)
    return [seen.id for seen in public if seen.by_bot and not seen.ephemeral]


# Whose time is up


async def test_a_time_out_is_told_as_one_to_everybody_and_to_whom_it_concerns(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        name = await on_turn(evening)
        person = evening.person(name)
        dms = [seen.id for seen in person.dms()]
        for _ in range(2):
            await evening.pass_time(91)
        told = f"Čas vypršel: {person.mention} hlásí pas. V téhle fázi už netáhne (M12)."
        assert told in evening.board().text
        (word,) = [seen for seen in person.dms() if seen.id not in dms]
        assert f"V <#{evening.channel.id}> ti vypršel čas." in word.text
        assert "hlásí pas. V téhle fázi už netáhne (M12)." in word.text
        assert not word.usable
        await evening.restart()
        assert told in evening.board().text
        assert told in (await evening.slash("Anna", "game log")).text
        evening.clean()


async def test_a_chosen_pass_is_no_time_out(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await on_turn(evening)
        await evening.answer(evening.game.waiting[0], "pass")
        assert "hlásí pas" in evening.board().text
        assert "Čas vypršel" not in evening.board().text
        evening.clean()


async def test_the_word_of_a_time_out_goes_when_its_reader_answers_again(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down(game="kralovske_rosady", keep=False)
        game = evening.game
        late = game.waiting[0]
        person = evening.person(evening.holder(late))
        dms = [seen.id for seen in person.dms()]
        await evening.pass_time(91)
        assert [seen.id for seen in person.dms()] != dms
        while True:
            asked = game.waiting[0]
            assert game.decision is not None
            await evening.answer(asked, game.decision.silence or "")
            if asked == late:
                break
            assert [seen.id for seen in person.dms()] != dms
        assert [seen.id for seen in person.dms()] == dms
        evening.clean()


async def test_of_a_window_no_time_out_is_told(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down()
        await evening.to_window()
        letters, number = sum(len(evening.person(name).dms()) for name in THREE), evening.game.number
        await evening.pass_time(21)
        assert [entry.seat for entry in evening.game.entries if entry.number == number] == ["clock"]
        assert "Čas vypršel" not in evening.board().text
        assert sum(len(evening.person(name).dms()) for name in THREE) == letters
        evening.clean()


# Grace


async def test_before_a_silence_that_costs_the_phase_there_is_a_grace_once(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        name = await on_turn(evening)
        game, person = evening.game, evening.person(name)
        number, seat = game.number, game.waiting[0]
        await evening.pass_time(90)
        assert game.number == number
        assert "Čas vypršel, jednou se prodlužuje" in evening.board().text
        assert due(evening) == 45
        assert [user for user, _ in evening.world.pings] == [person.id]
        await evening.pass_time(44)
        assert game.number == number
        await evening.answer(seat, "place:harbour")
        assert "prodlužuje" not in evening.board().text
        while game.waiting[0] != seat:
            await evening.answer(game.waiting[0], "place:harbour")
        number = game.number
        await evening.pass_time(91)
        assert game.number == number + 1, "a second one in the same phase"
        evening.clean()


async def test_a_grace_and_that_it_was_had_outlive_a_restart(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await on_turn(evening)
        number = evening.game.number
        await evening.pass_time(90)
        await evening.restart()
        assert due(evening) == 45
        assert "jednou se prodlužuje" in evening.board().text
        await evening.pass_time(46)
        assert evening.game.number == number + 1
        evening.clean()


async def test_a_grace_depends_on_what_everybody_sees(database: Path) -> None:
    """Who has no mobster left is out of the phase anyway: the hand, which nobody sees, buys no time."""
    async with Evening.of(*THREE, database=database) as evening:
        await on_turn(evening)
        game = evening.game
        game.table.players[game.waiting[0]].crew = 0
        number = game.number
        await evening.pass_time(91)
        assert game.number == number + 1
        evening.clean()


async def test_who_wants_no_ping_gets_the_grace_without_one(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        name = await on_turn(evening)
        await evening.bot.app.people.change(evening.person(name).id, ping="never")
        await evening.pass_time(90)
        assert due(evening) == 45
        assert evening.world.pings == []
        assert "čeká" in evening.person(name).dms()[-1].text
        evening.clean()


async def test_short_turns_remind_too(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        name = await on_turn(evening, turn_seconds=5)
        dms = len(evening.person(name).dms())
        await evening.pass_time(3)
        assert len(evening.person(name).dms()) == dms
        await evening.pass_time(1)
        assert len(evening.person(name).dms()) == dms + 1
        assert evening.world.pings == []
        await evening.pass_time(0.6)
        assert [user for user, _ in evening.world.pings] == [evening.person(name).id]
        evening.clean()


async def test_who_wants_no_pings_gets_none(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        name = await on_turn(evening)
        await evening.slash(name, "game me")
        panel = evening.private(name)
        await evening.person(name).select(panel, Evening.part(panel, "set_ping"), ["never"])
        await evening.settled()
        await evening.pass_time(85)
        assert evening.world.pings == []
        evening.clean()


async def test_who_wants_a_ping_each_time_gets_one_for_each_turn(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.bot.app.people.change(evening.person("Anna").id, ping="always")
        await evening.sit_down(keep=False)
        game = evening.game
        while evening.holder(game.waiting[0]) != "Anna":
            await evening.answer(game.waiting[0], "keep")
        await evening.until(lambda: evening.world.pings)
        assert [user for user, _ in evening.world.pings] == [evening.person("Anna").id]


async def test_an_untimed_table_waits_for_everybody(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await on_turn(evening, pace="untimed")
        game = evening.game
        number = game.number
        assert evening.live.deadline is None
        await evening.pass_time(1_000_000)
        assert game.number == number
        evening.clean()


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
    async with Evening.of(*THREE, database=database) as evening:
        await on_turn(evening)
        game, clocks = evening.game, evening.bot.app.clocks
        before, number = due(evening), game.number
        clocks.lost(0)
        await evening.pass_time(500)
        assert game.number == number
        await clocks.found(0)
        assert due(evening) == before
        await evening.pass_time(91)
        await evening.pass_time(46)
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


async def test_a_window_reminds_nobody(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down(window_seconds=3_600)
        await evening.to_window()
        letters = len(evening.person("Anna").dms()) + len(evening.person("Bert").dms())
        await evening.pass_time(3_500)
        assert evening.world.pings == []
        assert len(evening.person("Anna").dms()) + len(evening.person("Bert").dms()) == letters


async def late_twice(evening: Evening) -> str:
    """A game at whose table somebody is late twice in a row; who."""
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


async def test_a_seat_handed_over_is_free_for_whoever_joins(database: Path) -> None:
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
