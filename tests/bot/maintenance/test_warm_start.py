"""Tests that sleeping tables cost a start neither replays nor requests, and that the next user finds them unchanged."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from bot.maintenance import warm_start
from bot.maintenance.startup import Startup
from bot.maintenance.warm_start import WarmStart
from bot.tables.live import LiveTable
from tests.bot.table import Evening

THREE = ("Anna", "Bert", "Cyril")
DAY = 86_400.0


async def asleep(evening: Evening, pace: str = "untimed") -> int:
    """Starts a game, restarts the bot once, and stops it; returns the table's number.

    That restart has shown the table, so the next start leaves it asleep.
    """
    await evening.sit_down(pace=pace)
    await evening.pass_time(60)
    await evening.stop()
    await evening.start()
    await evening.pass_time(60)
    table = evening.table
    await evening.stop()
    return table


@pytest.mark.parametrize("pace", ["untimed", "correspondence"])
async def test_a_sleeping_table_is_not_even_read_at_a_start(database: Path, pace: str) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        table = await asleep(evening, pace)
        before = len(evening.discord.counted)
        await evening.start()
        assert not evening.bot.app.tables.remembers(table)
        assert [one for one in evening.discord.counted[before:] if one.method in {"PATCH", "POST", "DELETE"}] == []


async def test_a_table_sleeps_also_with_a_player_who_wants_text_instead_of_pictures(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.bot.app.people.change(evening.person("Anna").id, words=True)
        table = await asleep(evening)
        await evening.start()
        assert not evening.bot.app.tables.remembers(table)


async def test_anyone_who_comes_back_to_it_plays_on_and_no_one_is_called_twice(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        table = await asleep(evening)
        await evening.start()
        app = evening.bot.app
        called: list[int] = []
        turn = app.reminders.turn

        async def counted(live: object) -> None:
            called.append(1)
            await turn(live)  # type: ignore[arg-type]

        app.reminders.turn = counted  # type: ignore[method-assign]
        await evening.slash("Anna", "game pause")
        await evening.settled()
        assert called == []
        assert (await app.tables.get(table)).game is not None


async def test_loading_a_sleeping_table_asks_its_computer_and_calls_no_player_again(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def never(_start: Startup, _row: object) -> None:
        return

    async with Evening.of(*THREE, database=database) as evening:
        await evening.open("Anna", "Bert")
        await evening.add_computer("Anna")
        await evening.press_board("Anna", "start")
        await evening.pass_time(10)
        table = evening.table
        await evening.stop()
        monkeypatch.setattr(Startup, "_wake_table", never)
        await evening.start()
        app = evening.bot.app
        assert not app.tables.remembers(table)
        settled, called = list[int](), list[int]()
        monkeypatch.setattr(app.referee.computers, "ask", lambda live: settled.append(live.id))

        async def turn(live: LiveTable) -> None:
            called.append(live.id)

        monkeypatch.setattr(app.reminders, "turn", turn)
        evening.clock.advance(61)
        await app.clocks.tick()
        await evening.settled()
        assert settled[:1] == [table]
        assert called == []


async def test_a_table_of_the_evening_is_woken(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        table = await asleep(evening, "live")
        await evening.start()
        assert evening.bot.app.tables.remembers(table)


async def test_other_sources_wake_everyone_once(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        table = await asleep(evening)
        monkeypatch.setattr(warm_start, "program", lambda: "another")
        await evening.start()
        assert evening.bot.app.tables.remembers(table)


async def test_other_settings_wake_everyone_once(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        table = await asleep(evening)
        evening.pictures = not evening.pictures
        await evening.start()
        assert evening.bot.app.tables.remembers(table)


def test_everything_that_is_shown_of_a_table_counts_among_the_sources() -> None:
    found = [file for room in warm_start.PACKAGES for file in (warm_start.HOME / room).rglob("*") if file.is_file()]
    # A compiled copy of the rules is made from their sources, which are counted already.
    looks = {file.suffix for file in found if "_compiled" not in file.parts}
    of_the_page, others = {".css", ".html", ".js"}, {".json", ".pyc", ".record", ".so", ".sql"}
    assert looks - of_the_page - others == warm_start.DISPLAY_SUFFIXES


async def test_a_day_without_the_bot_shows_the_new_deadline(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        table = await asleep(evening, "correspondence")
        evening.clock.advance(timedelta(hours=12).total_seconds())
        await evening.start()
        assert evening.bot.app.tables.remembers(table)


async def test_a_move_while_the_start_reads_sleeping_tables_calls_no_player_twice(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        table = await asleep(evening)
        called, found = list[int](), WarmStart.found

        def follow(live: LiveTable) -> list[Any]:
            assert live.game is not None
            called.append(live.game.number)
            return []

        async def moved(self: WarmStart) -> Mapping[int, int]:
            sleeping, app = await found(self), evening.bot.app
            assert list(sleeping) == [table]
            monkeypatch.setattr(app.reminders, "follow", follow)
            live = await app.tables.get(table)
            game = live.game
            assert game is not None
            assert game.decision is not None
            seat = game.waiting[0]
            await app.referee.play(table, game.number, live.seat(seat).user, (game.decision.silence or "pass",))
            return sleeping

        monkeypatch.setattr(WarmStart, "found", moved)
        await evening.start()
        evening.bot.app.bus.table_changed(await evening.bot.app.tables.get(table))
        await evening.settled()
        assert called == [evening.game.number]
