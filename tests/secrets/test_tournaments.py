"""Tests a tournament and its twin, in which one player has other cards.

No one else sees a difference in a table, round, result or time.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.features.tournaments.tournament_message import TournamentMessages
from bot.tables.live import LiveTable
from rules import GAMES
from tests.faults.scale import FULL, often, schedule
from tests.secrets.onlookers import HOLDER, compare
from tests.secrets.twins import Leak
from tests.secrets.watched_tournaments import twice

STEPS = often(14, 60)
AT_LEAST = 3
"""The minimum number of answers at the table whose cards differ."""
QUICK = "kralovske_rosady"


@pytest.mark.parametrize("number", range(often(1, 10)))
@pytest.mark.parametrize("kind", list(GAMES))
async def test_a_players_hand_does_not_change_a_tournament(tmp_path: Path, kind: str, number: int) -> None:
    with schedule("tournament", kind, number) as dice:
        one, other, answered = await twice(
            kind, tmp_path, dice, STEPS, whole=FULL or kind == QUICK, pictures=FULL and number % 5 == 4
        )
        assert one.acts == other.acts
        assert compare(one, other) == len(one.seen) - 1
        print(f"{kind} {number}: {len(one.acts)} acts compared, {answered} answers at the table where cards differ")
        assert len(one.acts) >= 2 * STEPS
        assert answered >= AT_LEAST
        assert one.events[HOLDER] != other.events[HOLDER]


async def test_a_tournament_that_follows_hands_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    changed = TournamentMessages.changed

    def leaks(self: TournamentMessages, live: LiveTable) -> None:
        if live.game is not None and live.row.phase == "running":
            hands = [player.hand for player in live.game.table.players.values()]
            if sum(len(str(card)) for hand in hands for card in hand) % 2:
                self._phases.pop(live.id, None)
        changed(self, live)

    monkeypatch.setattr(TournamentMessages, "changed", leaks)
    with schedule("tournament", QUICK, "planted") as dice:
        one, other, _ = await twice(QUICK, tmp_path, dice, STEPS, whole=False, pictures=False)
        with pytest.raises(Leak, match="table-1"):
            compare(one, other)
