"""Tests tables whose game starts by itself when all seats are taken."""

from __future__ import annotations

from pathlib import Path

from bot.tables.auto_start import AutoStart
from rules import GAMES
from tests.bot.features.lobby.test_host import set_up
from tests.bot.refused import CZECH
from tests.bot.table import Evening

NOTE = CZECH("The game starts by itself when all seats are taken.")
FIVE = ("Anna", "Bert", "Cyril", "Dora", "Emil")


async def test_a_full_table_starts_by_itself_only_if_its_host_wants_that(database: Path) -> None:
    seats = GAMES["mafia_city"].seats[-1]
    async with Evening.of(*FIVE, database=database) as evening:
        await evening.open("Anna", "Bert")
        while len(evening.live.seats) < seats:
            await evening.add_computer("Anna")
        assert evening.live.row.started is None
        await evening.press_board("Anna", "nocomputer")
        await set_up(evening, "Anna", hints=["full"])
        assert NOTE in evening.board().text
        assert (evening.live.row.starts_full, evening.live.row.hints) == (True, False)
        await evening.restart()
        await evening.press_board("Cyril", "join")
        assert evening.live.row.started is not None
        evening.clean()


async def test_a_table_with_free_seats_waits_for_its_host(database: Path) -> None:
    async with Evening.of(*FIVE, database=database) as evening:
        await evening.open("Anna", "Bert")
        await set_up(evening, "Anna", hints=["on", "full"])
        await evening.press_board("Cyril", "join")
        assert len(evening.live.seats) in GAMES["mafia_city"].seats
        assert evening.live.row.phase == "lobby"
        await set_up(evening, "Anna", hints=[])
        assert NOTE not in evening.board().text
        assert (evening.live.row.starts_full, evening.live.row.hints) == (False, False)
        evening.clean()


async def test_a_full_table_waits_for_decks_and_starts_with_the_last_one(database: Path) -> None:
    async with Evening.of("Anna", "Bert", "Cyril", database=database) as evening:
        await evening.open("Anna", game="star_wars_destiny", option="format=standard")
        await set_up(evening, "Anna", hints=["full"])
        await evening.press_board("Bert", "join")
        while len(evening.live.seats) < GAMES["star_wars_destiny"].seats[-1]:
            await evening.add_computer("Anna")
        assert evening.live.row.phase == "lobby"
        evening.clean()


async def test_a_full_lobby_is_checked_again_when_its_start_has_got_the_lock(database: Path) -> None:
    async with Evening.of(*FIVE, database=database) as evening:
        await evening.open(*FIVE[: GAMES["mafia_city"].seats[-1]])
        app, game = evening.bot.app, evening.table
        async with app.tables.held(game) as live:
            await app.db.transaction(lambda unit: unit.games.set(game, starts_full=True))
            await app.tables.refresh(live)
            app.services.get(AutoStart).follow(live)  # waits for the lock
            await app.db.seats.remove(game, evening.person("Bert").id)
            await app.tables.refresh(live)
        await evening.settled()
        assert evening.live.row.phase == "lobby"
        evening.clean()


async def test_a_rematch_starts_by_itself_when_the_missing_player_sits_down(database: Path) -> None:
    async with Evening.of(*FIVE, "Fero", database=database, pictures=False) as evening:
        await evening.open(*FIVE[:-1])
        await set_up(evening, "Anna", hints=["full"])
        await evening.press_board("Anna", "start")
        await evening.end("Anna")
        await evening.press_board("Anna", "rematch")
        assert NOTE in evening.board().text
        assert evening.live.row.started is None
        await evening.press_board("Fero", "join")
        assert evening.live.row.started is not None
        evening.clean()


async def test_a_rematch_that_is_full_at_once_waits_for_its_host(database: Path) -> None:
    async with Evening.of(*FIVE, database=database, pictures=False) as evening:
        await evening.open(*FIVE[:-1])
        await set_up(evening, "Anna", hints=["full"])
        await evening.press_board("Emil", "join")
        assert evening.live.row.phase == "running"
        await evening.end("Anna")
        await evening.press_board("Anna", "rematch")
        await evening.settled()
        assert len(evening.live.seats) == len(FIVE)
        assert (evening.live.row.phase, evening.live.row.starts_full) == ("lobby", False)
        evening.clean()


async def test_only_the_host_sets_it_and_an_unknown_tick_changes_nothing(database: Path) -> None:
    async with Evening.of(*FIVE, database=database) as evening:
        await evening.open("Anna", "Bert")
        board, anna = evening.board("Anna"), evening.person("Anna")
        opened = await anna.press(board, Evening.part(board, "settings"))
        assert opened.modal is not None
        for row in opened.modal.data["components"]:
            if row["component"]["custom_id"] == "hints":
                row["component"]["options"].append({"label": "x", "value": "x"})
                row["component"]["max_values"] = 3
        await anna.submit(opened.modal, {"hints": ["x"]})
        await evening.settled()
        assert not evening.live.row.starts_full
        refused = await evening.person("Bert").press(board, Evening.part(board, "settings"))
        assert "jen hostitel" in refused.text
