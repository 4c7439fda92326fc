"""Tests that no private message that can still be edited keeps a game's buttons after the game is over."""

from __future__ import annotations

from pathlib import Path

from bot.emulator.people.seen import Seen
from tests.bot.table import Evening

THREE = ("Anna", "Bert", "Cyril")


def usable(evening: Evening, name: str) -> list[str]:
    """Returns the `custom_id` of everything that a user can press in the channel or in their DMs."""
    person = evening.person(name)
    seen = [*person.messages(evening.channel), *person.dms()]
    return [part.custom_id for message in seen for part in message.usable]


def private(evening: Evening, name: str) -> list[Seen]:
    """Returns the user's private messages in the channel that have something to press."""
    return [seen for seen in evening.person(name).messages(evening.channel) if seen.ephemeral and seen.usable]


async def to_an_end(evening: Evening) -> None:
    """Ends the game by the votes of all players."""
    for name in THREE:
        if evening.live.row.phase == "running":
            await evening.slash(name, "game end")
    assert evening.live.row.phase == "ended"


async def test_panels_that_are_open_when_the_game_ends_lose_their_buttons(database: Path) -> None:
    async with Evening.of(*THREE, "Dora", database=database) as evening:
        await evening.sit_down(*THREE)
        first = evening.holder(evening.game.waiting[0])
        other = next(name for name in THREE if name != first)
        for name in THREE:
            await evening.press_board(name, "move")
            await evening.press_board(name, "hand")
        panel = next(one for one in private(evening, first) if "pick" in Evening.verbs(one))
        assert panel.usable
        await evening.slash(other, "game hand")
        await to_an_end(evening)
        for name in (*THREE, "Dora"):
            assert [one for one in usable(evening, name) if not one.startswith("kr:0:")] == []
        evening.clean()


async def test_a_panel_of_another_table_stays_open(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down(*THREE)
        await evening.press_board("Anna", "hand")
        panel = Evening.verbs(evening.private("Anna"))
        assert panel
        second = evening.world.channel("table-2")
        await evening.slash("Anna", "game new", second, game="mafia_city")
        await evening.slash("Anna", "game end", second)
        assert Evening.verbs(evening.private("Anna")) == panel
        evening.clean()


async def test_a_panel_that_can_no_longer_be_edited_is_not_touched(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down(*THREE, pace="untimed")
        await evening.slash("Anna", "game hand")
        assert "move" in Evening.verbs(evening.private("Anna"))
        await evening.pass_time(16 * 60)
        await to_an_end(evening)
        evening.clean()
