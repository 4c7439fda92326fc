"""Tests a restart on the same database: hands, clocks and every visible button continue to work."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.gateway.client import Krupier
from bot.maintenance.startup import Startup
from storage import GameRow
from storage.errors import StoreClosed
from tests.bot.table import Evening

THREE = ("Anna", "Bert", "Cyril")


async def test_every_visible_button_works_after_a_restart(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down()
        game = evening.game
        name, entries = evening.holder(game.waiting[0]), list(game.entries)
        await evening.press_board(name, "move")
        panel, board = evening.private(name), evening.board()
        hand = (await evening.slash(name, "game hand")).text
        await evening.restart()
        assert (await evening.slash(name, "game hand")).text == hand
        assert evening.board().id == board.id
        assert evening.game.entries == entries
        await evening.person(name).select(panel, panel.selects[0].custom_id, [panel.selects[0].options[0].value])
        await evening.settled()
        assert len(evening.game.entries) == len(entries) + 1
        await evening.press_board(name, "hand")
        evening.clean()


async def test_a_lobby_goes_on_after_a_restart(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.open("Anna", "Bert")
        await evening.restart()
        await evening.press_board("Cyril", "join")
        await evening.press_board("Anna", "start")
        assert evening.live.row.phase == "running"
        evening.clean()


async def test_tables_with_the_next_deadline_are_loaded_first(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """At a start, tables are loaded in the order of their deadlines, those without a deadline last.

    A computer is asked when its table is loaded; after hundreds of other tables it would be too late.
    """
    woken: list[int] = []
    genuine = Startup._wake_table

    async def noted(app: Startup, row: GameRow) -> None:
        woken.append(row.id)
        await genuine(app, row)

    monkeypatch.setattr(Startup, "_wake_table", noted)
    async with Evening.of(*THREE, database=database, channels=3) as evening:
        tables = []
        for at, pace in enumerate(("correspondence", "untimed", "live"), 1):
            channel = evening.world.channel(f"table-{at}")
            await evening.slash("Anna", "game new", channel, game="kralovske_rosady", pace=pace)
            await evening.slash("Bert", "game join", channel)
            await evening.slash("Anna", "game start", channel)
            tables.append(evening.table)
        await evening.restart()
        assert woken == [tables[2], tables[0], tables[1]]
        evening.clean()


async def test_events_lost_in_a_crash_are_shown_after_the_restart(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down()
        game = evening.game
        app = evening.bot.app
        app.publisher.changed = lambda *_args, **_named: None  # type: ignore[method-assign]
        await evening.answer(game.waiting[0], "place:harbour")
        stack = f"2 Přístav: {game.entries[-1].seat.upper()}"
        before = evening.board().text
        await evening.restart()
        assert evening.board().text != before
        assert stack in evening.board().text
        evening.clean()


async def test_commands_are_registered_only_if_they_differ(database: Path) -> None:
    async with Evening.of("Anna", database=database) as evening:
        assert [one.name for one in evening.discord.requests if "PUT" in one.name]
        count = len([one for one in evening.discord.requests if "PUT" in one.name])
        await evening.restart()
        assert len([one for one in evening.discord.requests if "PUT" in one.name]) == count
        evening.clean()


async def test_commands_may_be_registered_in_one_server(database: Path) -> None:
    async with Evening.of("Anna", database=database) as evening:
        evening.guilds = tuple(evening.world.guilds)
        await evening.restart()
        assert evening.world.commands[None] == {}
        assert evening.world.commands[evening.guilds[0]]
        count = len([one for one in evening.discord.requests if "PUT" in one.name])
        await evening.restart()
        assert len([one for one in evening.discord.requests if "PUT" in one.name]) == count
        assert evening.person("Anna").commands(evening.channel, "ga")
        evening.clean()


async def test_a_start_that_a_crash_has_cut_in_two_is_made_whole(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.open()
        app, table = evening.bot.app, evening.live.id
        await app.db.tables.start(table, 1, evening.now(), options={"goal": "beginners"})
        await evening.restart()
        game = evening.game
        stored = await evening.bot.app.db.record.entries(table)
        assert len(stored) == len(game.entries) > 0
        assert evening.live.deadline is not None
        evening.clean()


async def test_time_runs_again_as_soon_as_presses_arrive(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down()

        async def never_called(_self: Krupier) -> None:
            """Does nothing, in place of the handler that discord.py calls seconds after the first presses arrive."""

        monkeypatch.setattr(Krupier, "on_ready", never_called)
        await evening.restart()
        await evening.noticed(lambda: not evening.bot.app.clocks.cut_off)
        evening.clean()


async def test_an_end_that_a_crash_has_swallowed_is_shown_after_the_restart(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down()
        await evening.end_untold("Anna")
        assert "move" in Evening.verbs(evening.board())
        await evening.restart()
        await evening.until(lambda: "Konec hry" in evening.board().text)
        await evening.settled()
        assert not Evening.of_a_game(evening.board())
        assert not evening.person("Bert").dms()[0].usable
        evening.clean()


async def test_an_old_button_of_a_finished_game_is_answered_and_taken_down(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down()
        board, app = evening.board(), evening.bot.app
        keep, app.publisher.changed = app.publisher.changed, lambda *_args, **_named: None  # type: ignore[method-assign]
        await evening.end("Anna")
        app.publisher.changed = keep  # type: ignore[method-assign]
        outcome = await evening.press("Bert", board, Evening.part(board, "move"))
        assert not outcome.failed
        assert "skončila" in evening.private("Bert").text
        assert not Evening.of_a_game(evening.board())
        evening.clean()


async def test_a_lost_connection_is_taken_up_again(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down()
        clocks, cut = evening.bot.app.clocks, []
        lost = clocks.lost

        def lost_for_a_minute(shard: int) -> None:
            lost(shard)
            evening.clock.advance(60)
            cut.append(shard)

        clocks.lost = lost_for_a_minute  # type: ignore[method-assign]
        await evening.discord.gateway.drop(4000, resumable=True)
        await evening.noticed(lambda: cut and not clocks.cut_off)
        assert evening.live.deadline is not None
        assert (evening.live.deadline.due - evening.now()).total_seconds() == 90
        await evening.press_board("Anna", "hand")
        evening.clean()


async def test_events_that_come_while_it_stops_are_let_go(
    database: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def too_late(_shard: int) -> None:
        raise StoreClosed

    async with Evening.of("Anna", database=database) as evening:
        bot = evening.bot
        guild = bot.guilds[0]
        await evening.stop()
        monkeypatch.setattr(bot.clocks, "found", too_late)
        with caplog.at_level("INFO", "bot"):
            bot.dispatch("guild_available", guild)
            bot.dispatch("shard_resumed", 0)
            await evening.noticed(lambda: "on_shard_resumed" in caplog.text)
        assert [one for one in caplog.records if one.levelname == "ERROR"] == []
