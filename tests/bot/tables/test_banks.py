"""Tests time banks: a reserve per phase in addition to each turn's time, restored completely after an outage."""

from __future__ import annotations

from pathlib import Path

from bot.tables.wishes import Wishes
from tests.bot.table import Evening
from tests.bot.tables.backend import ANNA, Backend

THREE = ("Anna", "Bert", "Cyril")
BANK = "bank"


def due(evening: Evening) -> float:
    assert evening.live.deadline is not None
    return (evening.live.deadline.due - evening.now()).total_seconds()


def bank(evening: Evening, seat: str) -> int:
    banks = evening.live.facts.banks
    assert banks is not None
    return banks[seat]


async def seated(evening: Evening) -> str:
    """Starts a game up to its action phase, and returns the asked seat."""
    await evening.sit_down(pace=BANK)
    return evening.game.waiting[0]


async def kept(backend: Backend, table: int, seat: str) -> int:
    """Returns the seconds in a seat's bank."""
    banks = (await backend.live(table)).facts.banks
    assert banks is not None
    return banks[seat]


async def all_others_place(backend: Backend, table: int, seat: str) -> None:
    """Lets the other seats place mobsters, without time passing, until the seat is asked."""
    game = await backend.game(table)
    while game.waiting[0] != seat:
        await backend.answers(table, game.waiting[0], "place:harbour")


async def test_a_turn_has_its_seconds_and_the_bank(database: Path) -> None:
    async with Backend.opened(database) as backend:
        table = await backend.sit_down(Wishes(pace=BANK))
        seat = (await backend.game(table)).waiting[0]
        assert await backend.seconds_left(table) == 15 + 300
        await backend.pass_time(10)
        await backend.answers(table, seat, "place:harbour")
        assert await kept(backend, table, seat) == 300
        await all_others_place(backend, table, seat)
        await backend.pass_time(75)
        assert await kept(backend, table, seat) == 300
        await backend.answers(table, seat, "place:harbour")
        assert await kept(backend, table, seat) == 240
        assert await backend.seconds_left(table) == 15 + 300, "the next one's own"
        await all_others_place(backend, table, seat)
        assert await backend.seconds_left(table) == 15 + 240


async def test_the_board_shows_everyones_bank(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        seat = await seated(evening)
        await evening.pass_time(75)
        await evening.answer(seat, "place:harbour")
        line = next(line for line in evening.board().text.splitlines() if line.startswith("⏳"))
        assert f"{seat.upper()} 4:00" in line
        assert line.count("5:00") == 2
        assert "15 sekund" in line
        evening.clean()


async def test_an_empty_bank_leaves_each_turn_its_seconds(database: Path) -> None:
    async with Backend.opened(database) as backend:
        table = await backend.sit_down(Wishes(pace=BANK))
        game = await backend.game(table)
        seat = game.waiting[0]
        await backend.pass_time(315)
        assert await backend.seconds_left(table) == 15, "a grace of one move's time"
        await backend.answers(table, seat, "place:harbour")
        assert await kept(backend, table, seat) == 0
        await all_others_place(backend, table, seat)
        assert await backend.seconds_left(table) == 15
        number = game.number
        await backend.pass_time(16)
        assert game.number > number


async def test_in_the_next_phase_the_bank_is_full_again(database: Path) -> None:
    async with Backend.opened(database) as backend:
        table = await backend.sit_down(Wishes(pace=BANK))
        game, live = await backend.game(table), await backend.live(table)
        seat = game.waiting[0]
        await backend.pass_time(115)
        mark = live.epoch()
        await backend.answers(table, seat, "pass")
        assert await kept(backend, table, seat) == 200
        while live.epoch() == mark:
            assert game.decision is not None
            await backend.answers(table, game.waiting[0], game.decision.silence or "pass")
        assert await kept(backend, table, seat) == 300


async def test_pauses_and_outages_use_no_time_of_the_bank(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        seat = await seated(evening)
        await evening.pass_time(25)
        await evening.slash("Anna", "game pause")
        await evening.pass_time(5_000)
        await evening.slash("Anna", "game resume")
        evening.bot.app.clocks.lost(0)
        await evening.pass_time(500)
        await evening.bot.app.clocks.found(0)
        await evening.stop()
        evening.clock.advance(10_000)
        await evening.start()
        assert due(evening) == 290
        await evening.answer(seat, "place:harbour")
        assert bank(evening, seat) == 290
        evening.clean()


async def test_a_bank_is_the_seat_s_and_outlives_restart_and_substitution(database: Path) -> None:
    async with Evening.of("Dora", *THREE, database=database) as evening:
        await evening.sit_down(*THREE, pace=BANK)
        seat = evening.game.waiting[0]
        await evening.pass_time(75)
        await evening.answer(seat, "place:harbour")
        await evening.restart()
        assert bank(evening, seat) == 240
        live = evening.live
        await evening.bot.app.db.vacancies.replace(live.id, seat, evening.person("Dora").id, "Dora", evening.now())
        evening.bot.app.tables.drop(live.id)
        await evening.bot.app.tables.get(live.id)
        assert evening.holder(seat) == "Dora"
        assert bank(evening, seat) == 240
        evening.clean()


async def test_windows_keep_their_time(database: Path) -> None:
    async with Backend.opened(database) as backend:
        table = await backend.sit_down(Wishes(pace=BANK))
        await backend.to_window(table)
        before = (await backend.live(table)).facts.banks
        assert await backend.seconds_left(table) == 8
        await backend.pass_time(7)
        await backend.pass_time(2)
        assert (await backend.live(table)).facts.banks == before


async def test_a_bank_is_an_option_of_its_own_and_comes_along_to_the_rematch(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        lobby = await evening.open(pace="relaxed", bank_seconds=3600)
        assert "1 hodina na fázi a 10 minut na tah" in lobby.text
        await evening.press_board("Anna", "start")
        assert due(evening) == 600 + 3600
        await evening.end("Anna")
        await evening.slash("Anna", "game rematch")
        assert evening.live.row.bank_seconds == 3600
        evening.clean()


async def test_an_untimed_table_has_no_time_banks(database: Path) -> None:
    async with Backend.opened(database) as backend:
        table = await backend.begin(Wishes(pace="untimed", bank_seconds=60))
        live = await backend.live(table)
        assert live.row.bank_seconds is None
        assert live.facts.banks is None
        assert live.deadline is None
        assert live.seat_of(ANNA).seat == "a"
