"""Tests undo after a standing order has answered: the order does not answer again."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.bot.tables.test_standing_orders import at_three, offered, until


@pytest.mark.tier("test")
@pytest.mark.parametrize("label", ["All locations: take no one back", "Every round: take everyone back"])
async def test_a_decision_answered_by_an_order_is_asked_after_an_undo(label: str, database: Path) -> None:
    async with at_three(database) as evening:
        await evening.sit_down()
        await until(evening, "retrieve")
        seat, before = evening.game.waiting[0], evening.game.view()["stacks"]
        name, number = evening.holder(seat), evening.game.number
        panel = await offered(evening, name)
        await evening.press(name, panel, evening.part(panel, "ahead", label))
        await evening.slash(name, "game undo")
        game = evening.game
        assert (game.waiting, game.number, game.view()["stacks"]) == ((seat,), number + 2, before)
        await evening.restart()
        await evening.press_board(name, "move")
        assert evening.game.waiting == (seat,)
        evening.clean()


@pytest.mark.tier("test")
async def test_taking_back_something_else_leaves_an_order_for_the_game_as_it_is(database: Path) -> None:
    async with at_three(database) as evening:
        await evening.sit_down()
        await until(evening, "retrieve")
        seat = evening.game.waiting[0]
        name = evening.holder(seat)
        panel = await offered(evening, name)
        await evening.press(name, panel, evening.part(panel, "ahead", "Every round: take everyone back"))
        await until(evening, "turn", seat)
        place = next(key for key in evening.game.keys(seat) if key.startswith("place:"))
        await evening.answer(seat, place)
        await evening.slash(name, "game undo")
        assert evening.game.waiting == (seat,)
        await until(evening, "retrieve")
        assert evening.game.waiting[0] != seat
        evening.clean()
