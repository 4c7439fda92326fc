"""Tests /record replay with real processes.

Refused for a running game, complete for a finished one, also after a kill.
"""

from __future__ import annotations

import pytest

from bot.emulator.people.seen import Seen
from tests.wire.inn import Inn, Room, answer, refused

pytestmark = pytest.mark.asyncio(loop_scope="module")

EARLY = "after it ends"


def signed(seen: Seen, sign: str) -> str:
    """Returns the button with that emoji."""
    found = [str(part.custom_id) for part in seen.usable if sign in (part.label or "")]
    assert found, [part.label for part in seen.usable]
    return found[0]


async def replayed(room: Room) -> Seen:
    return await answer(await room.stranger.slash(room.channel, "record replay"))


async def test_a_game_is_replayed_after_its_end_and_never_before(inn: Inn) -> None:
    async with inn.room() as room:
        await room.table.open()
        await room.play_on(6)
        number = room.number
        await refused(await room.stranger.slash(room.channel, "record replay"), EARLY)
        for forged in (f"kr:{number}:replay:3:1.1.0", f"kr:{number}:replay:3:1.9.0", f"kr:{number}:share"):
            await refused(await room.stranger.forge(room.table.final, forged), EARLY)
        await room.manager.slash(room.channel, "game end")
        await room.changes(lambda: "Game over" in room.words)
        seen = await replayed(room)
        assert "Chapter 1 of" in seen.text
        assert seen.attachments
        seen = await answer(await room.stranger.press(seen, signed(seen, "Move by move")))
        assert "Move 1 of" in seen.text
        seen = await answer(await room.stranger.press(seen, signed(seen, "▶")))
        assert "Move 2 of" in seen.text
        view = next(part for part in seen.selects if "replay_view" in part.custom_id)
        seen = await answer(await room.stranger.select(seen, view, ["9"]))
        assert all(person.mention in seen.text for person in room.table.people)
        seen = await answer(await room.stranger.press(seen, signed(seen, "⏭")))
        assert "without a winner" in seen.text
        before = len(room.table.watch.messages(room.stranger))
        await (await room.stranger.press(seen, signed(seen, "Share"))).done()
        await room.changes(lambda: len(room.table.watch.messages(room.stranger)) > before)
        (file,) = room.table.watch.messages(room.stranger)[-1].attachments
        assert file["filename"] == "table.gif"
