"""Tests the order to place several mobsters, one per turn: what it answers, when it stops, and who learns of it."""

from __future__ import annotations

from contextlib import AbstractAsyncContextManager
from pathlib import Path

import pytest

from bot.emulator.people.seen import Seen
from rules.mafia_city.table import LOCATIONS
from tests.bot.table import Evening

THREE = ("Anna", "Bert", "Cyril")
TITLE, SAID, CANCEL = "Place mobsters, one each turn", "your next mobsters are chosen", "Ask me again"
PLACES = LOCATIONS[:3]


def at_three(database: Path, locale: str = "en-GB") -> AbstractAsyncContextManager[Evening]:
    return Evening.of(*THREE, database=database, locale=locale, seed=bytes(range(32)), pictures=False)


async def orders(evening: Evening, seat: str, *places: int, title: str = TITLE) -> Seen:
    """Opens a seat's panel by *My move*, chooses options in its select with that title, and returns the panel then.

    `places`: the positions of the options in the select, from 0.
    """
    name = evening.holder(seat)
    await evening.press_board(name, "move")
    panel = evening.private(name)
    part = next(part for part in panel.selects if part.placeholder == title)
    await evening.person(name).select(panel, part.custom_id, [part.options[at].value for at in places])
    await evening.settled()
    return evening.private(name)


async def others_place(evening: Evening, seat: str) -> None:
    """Lets the two other seats place a mobster each."""
    for _ in range(2):
        assert evening.game.waiting[0] != seat
        await evening.answer(evening.game.waiting[0], f"place:{LOCATIONS[-1]}")


def placed(evening: Evening, seat: str) -> list[str]:
    """Returns the locations at which a seat has placed mobsters, in the order in which it placed them."""
    turns = (entry for entry in evening.game.entries if entry.seat == seat and entry.kind == "turn")
    return [key.removeprefix("place:") for entry in turns for key in entry.keys]


async def test_one_choice_places_a_mobster_now_and_one_in_each_of_the_next_turns(database: Path) -> None:
    async with at_three(database) as evening:
        await evening.sit_down()
        seat, board = evening.game.waiting[0], evening.board()
        panel = await orders(evening, seat, 0, 1, 2)
        assert placed(evening, seat) == [PLACES[0]]
        assert "✅" in panel.text
        for count in (2, 3):
            await others_place(evening, seat)
            assert placed(evening, seat) == [*PLACES[:count]]
        await others_place(evening, seat)
        assert evening.game.waiting == (seat,), "the order is at its end"
        assert TITLE in [part.placeholder for part in evening.private(evening.holder(seat)).selects]
        for shown in (board, evening.board()):
            assert TITLE not in shown.text
            assert SAID not in shown.text
        evening.clean()


async def test_two_mobsters_can_be_placed_at_one_location(database: Path) -> None:
    async with at_three(database) as evening:
        await evening.sit_down()
        seat = evening.game.waiting[0]
        await orders(evening, seat, 0, len(LOCATIONS))
        await others_place(evening, seat)
        assert placed(evening, seat) == [PLACES[0]] * 2


async def test_the_order_can_be_cancelled_in_the_panel(database: Path) -> None:
    async with at_three(database) as evening:
        await evening.sit_down()
        seat = evening.game.waiting[0]
        name, panel = evening.holder(seat), await orders(evening, seat, 0, 1)
        await evening.press(name, panel, evening.part(panel, "ask_again", CANCEL))
        assert "You will be asked again" in evening.private(name).text
        assert not evening.private(name).usable
        await others_place(evening, seat)
        assert evening.game.waiting == (seat,)
        assert placed(evening, seat) == [PLACES[0]]
        evening.clean()


async def test_the_profile_names_the_order_and_cancels_it(database: Path) -> None:
    async with at_three(database) as evening:
        await evening.sit_down()
        seat = evening.game.waiting[0]
        name = evening.holder(seat)
        await orders(evening, seat, 0, 1)
        outcome = await evening.slash(name, "profile")
        assert outcome.message is not None
        part = next(part for part in outcome.message.selects if "drop_order" in part.custom_id)
        assert [SAID in option.label for option in part.options] == [True]
        await evening.person(name).select(outcome.message, part.custom_id, [part.options[0].value])
        await evening.settled()
        await others_place(evening, seat)
        assert evening.game.waiting == (seat,)


@pytest.mark.parametrize("to", ["another location", "the crew"])
async def test_any_other_move_of_the_seats_mobsters_stops_the_order(database: Path, to: str) -> None:
    async with at_three(database) as evening:
        await evening.sit_down()
        seat, table = evening.game.waiting[0], evening.game.table
        await orders(evening, seat, 0, 1, 2)
        await others_place(evening, seat)
        table.stacks[PLACES[0]].remove(seat)
        if to == "the crew":
            table.players[seat].crew += 1
        else:
            table.stacks[LOCATIONS[4]].append(seat)
        await others_place(evening, seat)
        assert evening.game.waiting == (seat,)
        assert placed(evening, seat) == [*PLACES[:2]]


async def test_the_order_survives_a_restart_and_ends_with_an_undo(database: Path) -> None:
    async with at_three(database) as evening:
        await evening.sit_down()
        seat = evening.game.waiting[0]
        await orders(evening, seat, 0, 1, 2)
        await evening.slash(evening.holder(seat), "game undo")
        assert evening.game.waiting == (seat,)
        await orders(evening, seat, 0, 1, 2)
        await evening.restart()
        await others_place(evening, seat)
        assert len(evening.game.view()["stacks"][PLACES[1]]) == 1
        evening.clean()


@pytest.mark.parametrize("crew", [0, 1])
async def test_it_is_offered_only_for_several_mobsters(database: Path, crew: int) -> None:
    async with at_three(database) as evening:
        await evening.sit_down()
        seat = evening.game.waiting[0]
        evening.game.table.players[seat].crew = crew
        await evening.press_board(evening.holder(seat), "move")
        panel = evening.private(evening.holder(seat))
        assert panel.usable
        assert TITLE not in [part.placeholder for part in panel.selects]


async def test_the_order_is_described_in_czech(database: Path) -> None:
    async with at_three(database, "cs") as evening:
        await evening.sit_down()
        seat = evening.game.waiting[0]
        panel = await orders(evening, seat, 0, 1, title="Pokládat mafiány, jednoho za tah")
        assert "🔔 Zase se mě ptát" in [part.label for part in panel.buttons]
        await others_place(evening, seat)
        assert placed(evening, seat) == [*PLACES[:2]]
        evening.clean()
