"""Tests an undo through two kills: between the question and the consent, and right after it."""

from __future__ import annotations

from pathlib import Path

from bot.emulator import LocalDiscord
from bot.emulator.people import crowd
from storage.check import check
from tests.wire.bot_process import BotProcess
from tests.wire.inn import Inn, Room, answer, refused

CONSENT = "Agree to take it back"


async def to_action(room: Room) -> None:
    """Starts a game and lets each player keep the opening hand."""
    await room.table.open()
    for _ in range(3):
        await room.keep(room.turn())


async def killed(room: Room) -> None:
    """Kills the process and starts another one."""
    await room.bot.kill()
    await room.bot.start()


async def test_a_move_is_taken_back_through_two_kills(tmp_path: Path) -> None:
    async with LocalDiscord(crowd.with_people("Owner")) as discord, BotProcess(discord, tmp_path) as bot:
        async with Inn(discord, bot).room() as room:
            await taken_back_through_two_kills(room)
        assert await bot.stop() == 0
        assert [finding.trouble async for finding in check(bot.database)] == [None]


async def taken_back_through_two_kills(room: Room) -> None:
    await to_action(room)
    first = room.turn()
    await room.confirm(first, await room.panel(first), "Pass")
    second = room.turn()
    await room.confirm(second, await room.panel(second), "Pass")
    third = room.turn()
    assert len({first.id, second.id, third.id}) == 3
    stale = await room.panel(third)
    said = await answer(await first.slash(room.channel, "game undo"))
    assert f"<@{second.id}>" in said.text
    await room.changes(lambda: room.table.final.has(CONSENT))
    await killed(room)
    await room.changes(lambda: room.table.final.has(CONSENT))
    assert room.turn() is third, "nothing is taken back yet"
    await refused(await third.press(room.table.final, CONSENT), "consent is not needed")
    await answer(await second.press(room.table.final, CONSENT))
    await killed(room)
    await room.changes(lambda: room.turn() is first and not room.table.final.has(CONSENT))
    assert any(line.startswith("↩️") for line in room.words.splitlines())
    assert stale.selects, "the panel of a decision that is over"
    await answer(await third.select(stale, stale.selects[0], [stale.selects[0].options[0].value]))
    assert room.turn() is first
    await room.confirm(first, await room.panel(first), "Pass")
    assert room.turn() is second
    await room.play_on()
