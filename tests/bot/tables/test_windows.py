"""Windows: asked alike, answered privately, closed by all or by the clock; standing orders; staying out."""

from __future__ import annotations

from pathlib import Path

from bot.tables import orders
from storage import StandingOrder
from tests.bot.refused import NO_SEAT, NOTHING_TO_REACT_TO
from tests.bot.table import Evening

THREE = ("Anna", "Bert", "Cyril")
SEED = bytes(range(32))


async def window(evening: Evening) -> list[str]:
    """A game with an open window; who is asked."""
    await evening.sit_down()
    await evening.to_window()
    game = evening.game
    return [evening.holder(seat) for seat in game.waiting]


async def test_a_pass_is_acknowledged_privately_and_shows_nothing(database: Path) -> None:
    async with Evening.of(*THREE, database=database, seed=SEED) as evening:
        first, *rest = await window(evening)
        assert rest
        game = evening.game
        number, before = game.number, evening.board().text
        edits = len([one for one in evening.discord.requests if "PATCH" in one.name])
        outcome = await evening.press_board(first, "pass")
        assert outcome.followups[0].ephemeral
        assert game.number == number
        assert evening.board().text == before
        assert len([one for one in evening.discord.requests if "PATCH" in one.name]) == edits
        for name in rest:
            await evening.press_board(name, "pass")
        assert game.number > number
        assert evening.board().text != before
        evening.clean()


async def test_a_second_pass_and_a_stranger_are_told_kindly(database: Path) -> None:
    async with Evening.of(*THREE, "Dora", database=database, seed=SEED) as evening:
        await evening.sit_down(*THREE)
        await evening.to_window()
        game = evening.game
        name = evening.holder(game.waiting[0])
        await evening.press_board(name, "pass")
        again = await evening.press_board(name, "pass")
        assert "nezměnilo" in again.text
        assert "(M60–M64)" in again.text
        stranger = await evening.press_board("Dora", "pass")
        assert NO_SEAT in stranger.text
        assert all(said is not None and said.ephemeral for said in (again.message, stranger.message))
        evening.clean()


async def test_react_opens_a_panel_with_a_pass_for_everybody_who_is_asked(database: Path) -> None:
    async with Evening.of(*THREE, database=database, seed=SEED) as evening:
        for name in await window(evening):
            await evening.press_board(name, "react")
            assert "pass" in Evening.verbs(evening.private(name))
        evening.clean()


async def test_react_outside_a_window_says_so(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down()
        dm = evening.person("Anna").dms()[0]
        outcome = await evening.press("Anna", dm, Evening.part(dm, "react"))
        assert NOTHING_TO_REACT_TO in outcome.text
        evening.clean()


async def test_the_clock_closes_a_window(database: Path) -> None:
    async with Evening.of(*THREE, database=database, seed=SEED) as evening:
        await window(evening)
        game = evening.game
        number = game.number
        assert evening.live.deadline is not None
        assert (evening.live.deadline.due - evening.now()).total_seconds() == 20
        await evening.pass_time(19)
        assert game.number == number
        await evening.pass_time(1)
        assert game.number > number
        assert ("clock", "react") in [(entry.seat, entry.kind) for entry in game.entries]
        evening.clean()


async def test_orders_to_pass_wait_for_those_without(database: Path) -> None:
    async with Evening.of(*THREE, database=database, seed=SEED) as evening:
        first, second = await window(evening)
        game, referee = evening.game, evening.bot.app.referee
        number = game.number
        await referee.set_order(evening.live.id, evening.person(first).id, "pass")
        assert game.number == number
        assert [entry for entry in game.entries if entry.number == number] == []
        await evening.press_board(second, "pass")
        assert game.number > number
        assert [entry.keys for entry in game.entries if entry.number == number] == [("pass",), ("pass",)]
        evening.clean()


async def test_an_order_holds_for_its_phase_alone(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down()
        live = evening.live
        await evening.bot.app.referee.set_order(live.id, live.seat("a").user, "aimed")
        assert orders.order_of(live, "a") == "aimed"
        live.orders["a"] = StandingOrder("aimed", "another phase")
        assert orders.order_of(live, "a") == "ask"


async def test_after_a_pass_one_stays_out_unless_one_asks_to_be_asked(database: Path) -> None:
    async with Evening.of(*THREE, database=database, seed=SEED) as evening:
        await evening.sit_down()
        game = evening.game
        seat = game.waiting[0]
        name = evening.holder(seat)
        await evening.press_board(name, "move")
        panel = evening.private(name)
        await evening.press(name, panel, Evening.part(panel, "do", "Pas"))
        assert {"stay_out", "keep_asking"} <= Evening.verbs(panel)
        assert evening.live.out == {seat: evening.live.mark()}
        await evening.press(name, panel, Evening.part(panel, "keep_asking"))
        assert evening.live.out == {}
        evening.clean()
