"""Leaks: everyone else sees the same in two games that differ only in secrets."""

from __future__ import annotations

import json
import re
from pathlib import Path

from tests.bot.table import Evening

THREE = ("Anna", "Bert", "Cyril")
SEED = bytes(range(32))
EPHEMERAL = 64
ACKNOWLEDGED = '/callback {"type": 6}'


def public(evening: Evening, since: int) -> list[str]:
    """Every request that could show something in the channel, in order, without its number and token."""
    dms = {str(evening.person(name).dm().id) for name in THREE}
    shown = []
    for one in evening.discord.requests[since:]:
        body = one.body or {}
        data = body.get("data", body) or {}
        if any(dm in one.path for dm in dms) or data.get("flags", 0) & EPHEMERAL:
            continue
        text = json.dumps(body, sort_keys=True, default=str)
        shown.append(re.sub(r'"nonce": "[0-9a-f]*"', '"nonce"', f"{one.name} {text}"))
    return shown


async def window_passed(
    evening: Evening, hidden: list[str], *, asks: bool | None = None
) -> tuple[list[str], str]:  # fmt: skip
    """Plays an informer, and the others, who hold these hidden cards, let it pass on the board.

    `asks`: hints are allowed, and whether a player asks for one in the window.
    """
    await evening.sit_down(hints=asks is not None)
    game = evening.game
    author = game.waiting[0]
    await evening.answer(author, "place:harbour")
    for seat in game.seats:
        game.table.players[seat].hand = list(hidden)
    while game.waiting != (author,):
        await evening.answer(game.waiting[0], "place:prison")
    game.table.players[author].hand = ["informer-fist", "thief-hat"]
    since = len(evening.discord.requests)
    await evening.answer(author, "informer-fist:prison:1")
    assert game.decision is not None
    assert game.decision.kind == "react"
    due = evening.live.deadline
    if asks is not None:
        await looks(evening, evening.holder(game.waiting[0]), asks=asks)
    for seat in list(game.waiting):
        await evening.press_board(evening.holder(seat), "pass")
    return public(evening, since), str(due)


async def looks(evening: Evening, name: str, *, asks: bool) -> None:
    """Opens a player's panel, and optionally asks there what the computer would do."""
    await evening.press_board(name, "react")
    panel = evening.private(name)
    if asks:
        await (await evening.person(name).press(panel, evening.part(panel, "hint"))).done()
        await evening.settled()
        assert evening.private(name).id != panel.id


async def test_a_window_looks_the_same_whatever_is_held(database: Path) -> None:
    seen = []
    for at, hidden in enumerate((["police_chief-hat", "hitman-fist"], ["rackets-hat", "secret_deal-hat"])):
        async with Evening.of(*THREE, database=database.with_name(f"{at}.sqlite3"), seed=SEED) as evening:
            seen.append(await window_passed(evening, hidden))
            evening.clean()
    assert len(seen[0][0]) >= 3
    assert seen[0] == seen[1]


async def test_a_window_looks_the_same_with_and_without_a_hint(database: Path) -> None:
    seen, holding = [], (["police_chief-hat", "hitman-fist"], ["rackets-hat", "secret_deal-hat"])
    for at, (hidden, asks) in enumerate([(holding[0], True), (holding[1], True), (holding[0], False)]):
        async with Evening.of(*THREE, database=database.with_name(f"{at}.sqlite3"), seed=SEED) as evening:
            seen.append(await window_passed(evening, hidden, asks=asks))
            evening.clean()
    assert len(seen[0][0]) >= 3
    assert seen[0] == seen[1]
    # Her own press is acknowledged, which no one else sees.
    shown = [([one for one in public if not one.endswith(ACKNOWLEDGED)], due) for public, due in seen]
    assert shown[0] == shown[2]
