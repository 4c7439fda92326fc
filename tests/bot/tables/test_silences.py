"""Tests reminders that end with their decision, silences that are shown as such, and the extra time before a costly
silence.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.bot.table import Evening
from tests.bot.tables.backend import Backend

THREE = ("Anna", "Bert", "Cyril")


async def on_turn(evening: Evening) -> str:
    """Starts a game up to its action phase, and returns the name of the asked player."""
    await evening.sit_down()
    return evening.holder(evening.game.waiting[0])


def due(evening: Evening) -> float:
    assert evening.live.deadline is not None
    return (evening.live.deadline.due - evening.now()).total_seconds()


@pytest.mark.parametrize("restarts", [False, True])
async def test_reminders_are_deleted_when_the_decision_is_over(database: Path, restarts: bool) -> None:
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


async def test_a_ping_for_each_turn_goes_with_the_turn(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down()
        public = messages(evening)
        for name in THREE:
            await evening.bot.app.people.change(evening.person(name).id, ping="always")
        for turns in range(1, 5):
            await evening.answer(evening.game.waiting[0], "place:harbour")
            assert len(evening.world.pings) == turns
            assert len(messages(evening)) == len(public) + 1, "one at a time"
        await evening.end("Anna")
        assert messages(evening) == public
        evening.clean()


async def test_reminders_are_deleted_when_the_game_ends(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        name = await on_turn(evening)
        dms, public = [seen.id for seen in evening.person(name).dms()], messages(evening)
        await evening.pass_time(61)
        await evening.pass_time(21)
        await evening.end("Anna")
        assert [seen.id for seen in evening.person(name).dms()] == dms
        assert messages(evening) == public
        assert [await evening.bot.app.db.messages.of(kind, old=None) for kind in ("ping", "word")] == [[], []]
        evening.clean()


async def test_reminders_left_by_a_crash_are_deleted_at_the_next_start(database: Path) -> None:
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
    """Does nothing, in place of a step that a crash prevents."""


def messages(evening: Evening) -> list[int]:
    """Returns the IDs of the bot's public messages that still exist."""
    public = evening.person("Anna").messages(evening.channel)
    return [seen.id for seen in public if seen.by_bot and not seen.ephemeral]


# Whose time is up


async def test_a_time_out_is_reported_as_such_to_everyone_and_to_its_player(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        name = await on_turn(evening)
        person = evening.person(name)
        dms = [seen.id for seen in person.dms()]
        for _ in range(2):
            await evening.pass_time(91)
        told = f"Čas vypršel: {person.mention} pasuje. V této fázi už netáhne."
        assert told in evening.board().text
        (word,) = [seen for seen in person.dms() if seen.id not in dms]
        assert f"V <#{evening.channel.id}> ti vypršel čas." in word.text
        assert "pasuje. V této fázi už netáhne." in word.text
        assert not word.usable
        await evening.restart()
        assert told in evening.board().text
        assert told in (await evening.slash("Anna", "record log")).text
        evening.clean()


async def test_a_chosen_pass_is_no_time_out(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await on_turn(evening)
        await evening.answer(evening.game.waiting[0], "pass")
        assert "pasuje" in evening.board().text
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
        assert "Čas navíc" in evening.board().text
        assert due(evening) == 45
        assert [user for user, _ in evening.world.pings] == [person.id]
        await evening.pass_time(44)
        assert game.number == number
        await evening.answer(seat, "place:harbour")
        assert "Čas navíc" not in evening.board().text
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
        assert "Čas navíc" in evening.board().text
        await evening.pass_time(46)
        assert evening.game.number == number + 1
        evening.clean()


async def test_a_grace_depends_on_what_everyone_sees(database: Path) -> None:
    """A seat without mobsters gets no extra time before its silence, although its secret hand has cards: everyone sees
    that it is out of the phase anyway.
    """
    async with Backend.opened(database) as backend:
        table = await backend.sit_down()
        game = await backend.game(table)
        game.table.players[game.waiting[0]].crew = 0
        number = game.number
        await backend.pass_time(91)
        assert game.number == number + 1


async def test_without_pings_a_player_still_gets_the_extra_time(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        name = await on_turn(evening)
        await evening.bot.app.people.change(evening.person(name).id, ping="never")
        await evening.pass_time(90)
        assert due(evening) == 45
        assert evening.world.pings == []
        assert "čeká" in evening.person(name).dms()[-1].text
        evening.clean()
