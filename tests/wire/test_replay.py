"""Tests /record replay with real processes.

Refused for a running game, complete for a finished one, also after a kill.
"""

from __future__ import annotations

import pytest

from bot.emulator.people.seen import Seen
from tests.wire.shared_bot import SharedBot, TableServer, answer, refused

pytestmark = pytest.mark.asyncio(loop_scope="module")

EARLY = "after it ends"


def signed(seen: Seen, sign: str) -> str:
    """Returns the custom_id of the usable button whose label contains that emoji; fails if there is none."""
    found = [str(part.custom_id) for part in seen.usable if sign in (part.label or "")]
    assert found, [part.label for part in seen.usable]
    return found[0]


async def replayed(server: TableServer) -> Seen:
    return await answer(await server.stranger.slash(server.channel, "record replay"))


async def test_a_game_is_replayed_after_its_end_and_never_before(shared_bot: SharedBot) -> None:
    async with shared_bot.server() as server:
        await server.table.open()
        await server.play_on(6)
        number = server.number
        await refused(await server.stranger.slash(server.channel, "record replay"), EARLY)
        for forged in (f"kr:{number}:replay:3:1.1.0", f"kr:{number}:replay:3:1.9.0", f"kr:{number}:share"):
            await refused(await server.stranger.forge(server.table.final, forged), EARLY)
        await server.manager.slash(server.channel, "game end")
        await server.changes(lambda: "Game over" in server.words)
        seen = await replayed(server)
        assert "Chapter 1 of" in seen.text
        assert seen.attachments
        seen = await answer(await server.stranger.press(seen, signed(seen, "Move by move")))
        assert "Move 1 of" in seen.text
        seen = await answer(await server.stranger.press(seen, signed(seen, "▶")))
        assert "Move 2 of" in seen.text
        view = next(part for part in seen.selects if "replay_view" in part.custom_id)
        seen = await answer(await server.stranger.select(seen, view, ["9"]))
        assert all(person.mention in seen.text for person in server.table.people)
        seen = await answer(await server.stranger.press(seen, signed(seen, "⏭")))
        assert "without a winner" in seen.text
        before = len(server.table.watch.messages(server.stranger))
        await (await server.stranger.press(seen, signed(seen, "Share"))).done()
        await server.changes(lambda: len(server.table.watch.messages(server.stranger)) > before)
        (file,) = server.table.watch.messages(server.stranger)[-1].attachments
        assert file["filename"] == "table.gif"
