"""Starts games with the two starter sets of Star Wars: Destiny."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from bot.emulator.people.seen import Seen
from tests.bot.table import Evening

GAME = "star_wars_destiny"
OPENS = "opens by itself"
SEED = bytes(range(32))


@asynccontextmanager
async def begun(
    database: Path, *names: str, pace: str = "relaxed", of: type[Evening] = Evening
) -> AsyncIterator[Evening]:  # fmt: skip
    """Yields an evening with a game of starter sets in its first action phase; the set-up is answered without
    buttons.
    """
    everybody = names or ("Anna", "Bert")
    async with of.of(*everybody, database=database, locale="en-GB", seed=SEED, pictures=False) as evening:
        await evening.open(*everybody, game=GAME, pace=pace)
        await evening.press_board("Anna", "start")
        while kind(evening) != "action":
            await silently(evening)
        yield evening


def kind(evening: Evening) -> str:
    decision = evening.game.decision
    assert decision is not None
    return decision.kind


async def silently(evening: Evening) -> None:
    """Answers for the asked seat with the answer that counts as silence."""
    game = evening.game
    assert game.decision is not None
    silence = game.decision.silence
    keys = () if silence in (None, "-") else tuple(silence.split())
    await evening.answer(game.waiting[0], *keys)


def on_turn(evening: Evening) -> str:
    return evening.holder(evening.game.waiting[0])


def other(evening: Evening) -> str:
    return next(name for name in ("Anna", "Bert") if name != on_turn(evening))


async def opened(evening: Evening, name: str) -> Seen:
    """Presses *My move* as that user and returns the panel."""
    await evening.press_board(name, "move")
    return evening.private(name)


async def activates(evening: Evening, name: str) -> Seen:
    """Presses *My move* and activates the first character that is offered; returns the panel after that."""
    panel = await opened(evening, name)
    pick = next(part for part in panel.usable if part.custom_id.split(":")[2] == "pick")
    assert "Activate" in pick.placeholder
    await evening.person(name).select(panel, pick.custom_id, [pick.options[0].value])
    await evening.settled()
    return evening.private(name)


def private(evening: Evening, name: str) -> list[Seen]:
    return [seen for seen in evening.person(name).messages(evening.channel) if seen.ephemeral]
