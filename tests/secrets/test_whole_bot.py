"""Two worlds, a whole bot in each: whatever one player holds, nobody else is sent anything else, or later."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.tables.workers import Workers
from rules import GAMES
from tests.faults.scale import FULL, often, schedule
from tests.secrets.houses import HOLDER, compare, twice
from tests.secrets.scenes import SCENES, chosen

PACES = ("live", "bank")
"""With a time bank what each seat has left is public too."""
STEPS = often(25, 120)


@pytest.mark.parametrize("number", range(often(1, 40)))
@pytest.mark.parametrize("kind", list(GAMES))
async def test_what_a_player_holds_changes_no_message_and_no_moment(tmp_path: Path, kind: str, number: int) -> None:
    with schedule("two bots", kind, number) as dice:
        pictures = kind == "kralovske_rosady" or number % 5 == 4
        pace = PACES[(number + list(GAMES).index(kind)) % len(PACES)]
        one, other = await twice(kind, tmp_path, dice, STEPS, pictures=pictures, pace=pace)
    compared = compare(one, other)
    print(f"{kind} {number}: {compared} acts compared")
    assert compared >= 3
    assert one.events[HOLDER] != other.events[HOLDER]


BESIDE = [(scene, kind) for scene in SCENES if scene != "plain" for kind in GAMES]
SOME = [pair for at, pair in enumerate(BESIDE) if (at - at // len(GAMES)) % len(GAMES) == 0]
"""Each scene once, and each game in turn."""


@pytest.mark.parametrize("number", range(often(1, 12)))
@pytest.mark.parametrize(("scene", "kind"), BESIDE if FULL else SOME)
async def test_nor_does_it_beside_orders_computers_hints_undo_substitutes_or_a_season(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, scene: str, kind: str, number: int
) -> None:
    monkeypatch.setattr(Workers, "choose", chosen)
    with schedule(scene, kind, number) as dice:
        one, other = await twice(kind, tmp_path, dice, STEPS, scene=scene, pace=PACES[number % len(PACES)])
    compared = compare(one, other)
    print(f"{scene}, {kind} {number}: {compared} acts compared")
    assert compared >= 3
