"""Two worlds, a whole bot in each: whatever one player holds, nobody else is sent anything else, or later."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules import GAMES
from tests.faults.scale import often, schedule
from tests.secrets.houses import HOLDER, compare, twice

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
