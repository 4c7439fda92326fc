"""Tests that a panel which opens automatically delays nothing that others see, even if Discord is slow.

Two worlds differ in what one seat holds when a window opens: in one of them its panel asks, in the other it says that
there is nothing to play. All requests for that panel are left without a response until everyone else has seen the
window open and close.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from bot.emulator.rest.api import Request
from tests.bot.table import Evening
from tests.secrets.onlookers import Onlooker, pictured

THREE = ("Anna", "Bert", "Cyril")
STRANGER = "Dora"
WINDOW_SECONDS = 8
SOMETHING, NOTHING = ["police_chief-hat", "hitman-fist"], ["rackets-hat", "thief-hat"]


@asynccontextmanager
async def unanswered(evening: Evening, name: str) -> AsyncIterator[list[str]]:
    """Holds back requests for a user's private messages, which are carried out after the block; yields their routes."""
    rest, gate, held = evening.discord.rest, asyncio.Event(), list[str]()
    carry_out, user = rest._carry_out, evening.person(name).id

    async def slowly(request: Any, log: Request, *rest_of: Any) -> Any:
        tokens = {one.token for one in evening.world.interactions.values() if one.user_id == user}
        if tokens & set(log.path.split("/")):
            held.append(log.name)
            await gate.wait()
        return await carry_out(request, log, *rest_of)

    rest._carry_out = slowly  # type: ignore[assignment,method-assign]
    try:
        yield held
    finally:
        gate.set()
        await evening.settled()
        rest._carry_out = carry_out  # type: ignore[method-assign]


def others_see(evening: Evening, holder: str) -> dict[str, Onlooker]:
    """Starts to record what all users except the holder are shown; returns name → record."""
    seen = {name: Onlooker() for name in (*THREE, STRANGER) if name != holder}

    def heard(event: Any) -> None:
        for name, onlooker in seen.items():
            if event.name.startswith("MESSAGE_") and evening.person(name).may_see(event):
                where = "private" if event.only_for else str(event.channel_id == evening.channel.id)
                onlooker.note(where, evening.clock(), event.name, pictured(evening.world, event))

    evening.world.listen(heard)
    return seen


async def a_window(database: Path, hand: list[str]) -> tuple[dict[str, dict[str, list[str]]], list[str], list[str]]:
    """Lets a window open and expire; returns what others see, their requests, and those of the holder."""
    people = (*THREE, STRANGER)
    async with Evening.of(*people, database=database, locale="en-GB", seed=bytes(range(32)), pictures=False) as evening:
        await evening.sit_down(*THREE)
        game, live = evening.game, evening.live
        author = game.waiting[0]
        holder, other = (seat for seat in "abc" if seat != author)
        for seat in (author, other, holder):  # the first press lends its token to the board
            await evening.press_board(evening.holder(seat), "move")
        players, name = game.table.players, evening.holder(holder)
        players[author].hand, players[other].hand, players[holder].hand = ["informer-star"], list(SOMETHING), list(hand)
        await evening.answer(author, "place:harbour")
        while evening.game.waiting[0] != author:
            await evening.answer(evening.game.waiting[0], "place:prison")
        seen, since, number = others_see(evening, name), len(evening.discord.requests), game.number
        async with unanswered(evening, name) as held:
            await evening.bot.app.referee.play(live.id, number, live.seat(author).user, ("informer-star:prison:1",))
            await evening.until(lambda: "pass" in evening.verbs(evening.board()))
            await evening.until(lambda: "pass" in evening.verbs(evening.private(evening.holder(other))))
            evening.clock.advance(WINDOW_SECONDS)
            await evening.bot.app.clocks.tick()
            await evening.until(lambda: "pass" not in evening.verbs(evening.board()))
            shown = {one: dict(onlooker.events) for one, onlooker in seen.items()}
            asked = sorted(one.name for one in list(evening.discord.requests)[since:] if not _of(evening, one, name))
        evening.clean()
    return shown, asked, held


def _of(evening: Evening, request: Request, name: str) -> bool:
    user = evening.person(name).id
    return any(one.token in request.path for one in evening.world.interactions.values() if one.user_id == user)


async def test_a_panel_that_opens_slowly_delays_no_board_and_no_other_panel(tmp_path: Path) -> None:
    worlds = []
    for name, hand in (("something", SOMETHING), ("nothing", NOTHING)):
        (folder := tmp_path / name).mkdir()
        worlds.append(await a_window(folder / "krupier.sqlite3", hand))
    (shown, asked, held), (shown_there, asked_there, held_there) = worlds
    assert shown == shown_there
    assert asked == asked_there
    assert held == held_there != [], "the panel is updated in both worlds"
