"""Tests an undo through two kills: between the question and the consent, and right after it."""

from __future__ import annotations

from pathlib import Path

from bot.emulator import LocalDiscord
from bot.emulator.people import crowd
from storage.check import check
from tests.wire.bot_process import BotProcess
from tests.wire.shared_bot import SharedBot, TableServer, answer, refused

CONSENT = "Agree to take it back"


async def to_action(server: TableServer) -> None:
    """Starts a game and lets all three players keep their opening hands."""
    await server.table.open()
    for _ in range(3):
        await server.keep(server.turn())


async def killed(server: TableServer) -> None:
    """Kills the bot's process and starts another one."""
    await server.bot.kill()
    await server.bot.start()


async def test_a_move_is_taken_back_through_two_kills(tmp_path: Path) -> None:
    async with LocalDiscord(crowd.with_people("Owner")) as discord, BotProcess(discord, tmp_path) as bot:
        async with SharedBot(discord, bot).server() as server:
            await taken_back_through_two_kills(server)
        assert await bot.stop() == 0
        assert [finding.trouble async for finding in check(bot.database)] == [None]


async def taken_back_through_two_kills(server: TableServer) -> None:
    await to_action(server)
    first = server.turn()
    await server.confirm(first, await server.panel(first), "Pass")
    second = server.turn()
    await server.confirm(second, await server.panel(second), "Pass")
    third = server.turn()
    assert len({first.id, second.id, third.id}) == 3
    stale = await server.panel(third)
    said = await answer(await first.slash(server.channel, "game undo"))
    assert f"<@{second.id}>" in said.text
    await server.changes(lambda: server.table.final.has(CONSENT))
    await killed(server)
    await server.changes(lambda: server.table.final.has(CONSENT))
    assert server.turn() is third, "nothing is taken back yet"
    await refused(await third.press(server.table.final, CONSENT), "consent is not needed")
    await answer(await second.press(server.table.final, CONSENT))
    await killed(server)
    await server.changes(lambda: server.turn() is first and not server.table.final.has(CONSENT))
    assert any(line.startswith("↩️") for line in server.words.splitlines())
    assert stale.selects, "the panel of a decision that is over"
    await answer(await third.select(stale, stale.selects[0], [stale.selects[0].options[0].value]))
    assert server.turn() is first
    await server.confirm(first, await server.panel(first), "Pass")
    assert server.turn() is second
    await server.play_on()
