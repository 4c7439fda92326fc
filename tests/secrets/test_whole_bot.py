"""Tests a whole bot and its twin, in which one player has other cards: no one else gets another or a later message."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bot.messages.live_message import LiveMessage, Rendered
from bot.messages.outcomes import Result
from bot.messages.reconciler import Reconciler
from bot.tables import day_clock
from bot.tables.live import LiveTable
from bot.tables.thinkers import Thinkers
from rules import GAMES
from storage import Schedule
from tests.faults.scale import FULL, often, schedule
from tests.secrets.onlookers import HOLDER, Story, compare
from tests.secrets.scenes import SCENES, chosen
from tests.secrets.twins import Leak
from tests.secrets.watched_games import twice

PACES = ("live", "bank")
"""The paces of the compared games; with a time bank, the time that each seat has left is public too."""
STEPS = often(25, 120)
AT_LEAST = often(10, 20)
"""The minimum number of compared actions."""
BY_DAY = "by the day"
EVENINGS = 5
"""The maximum number of games until there are enough actions."""


async def compared(folder: Path, kind: str, names: tuple[object, ...], **how: Any) -> list[Story]:
    """Plays evenings next to their twins until enough acts were compared; returns the first game of each pair.

    Raises Leak if anyone but the holder sees a difference; fails if `EVENINGS` pairs are not enough.
    """
    acts, windows, differ, asked, stories = 0, 0, False, set[str](), list[Story]()
    wanted = {"play", "disguise"} if kind == "kralovske_rosady" and "scene" not in how else set()
    for evening in range(EVENINGS):
        with schedule(*names, *([evening] if evening else ())) as dice:
            (folder / str(evening)).mkdir()
            one, other = await twice(kind, folder / str(evening), dice, STEPS, **how)
            alike = compare(one, other)
        stories.append(one)
        acts, asked = acts + alike, asked.union(one.asked[: alike + 1])
        windows += sum(map(len, one.windows[: alike + 1]))
        differ = differ or one.events[HOLDER] != other.events[HOLDER] or "scene" in how
        if acts >= AT_LEAST and differ and asked >= wanted:
            break
    compared_so_far = f"{evening + 1} pairs, {acts} acts and {windows} windows compared"
    print(f"{names}: {compared_so_far}, {asked} asked of the one whose cards differ")
    assert acts >= AT_LEAST
    assert differ
    assert asked >= wanted
    return stories


@pytest.mark.parametrize("number", range(often(1, 40)))
@pytest.mark.parametrize("kind", list(GAMES))
async def test_a_players_hand_changes_no_message_and_no_timing(tmp_path: Path, kind: str, number: int) -> None:
    pictures = kind == "kralovske_rosady" or number % 5 == 4
    pace = PACES[(number + list(GAMES).index(kind)) % len(PACES)]
    await compared(tmp_path, kind, ("two bots", kind, number), pictures=pictures, pace=pace)


async def test_a_mere_look_that_depends_on_a_hand_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    change = Reconciler.change

    async def leaks(self: Reconciler, message: LiveMessage, rendered: Rendered) -> Result[Rendered]:
        changed = await change(self, message, rendered)
        if message.slot.kind != "board":
            return changed
        live = next(iter(self._client.app.tables._live.values()))  # type: ignore[attr-defined]  # the bot's own client
        hands = [] if live.game is None else [player.hand for player in live.game.table.players.values()]
        if sum(ord(letter) for hand in hands for card in hand for letter in str(card)) % 2:
            await self._client.http.get_message(message.channel, message.message)
        return changed

    monkeypatch.setattr(Reconciler, "change", leaks)
    with pytest.raises(Leak, match="Discord is asked"):
        await compared(tmp_path, "mafia_city", ("a look",))


async def test_a_hand_moves_no_deadline_at_a_table_by_the_day(tmp_path: Path) -> None:
    windows = 0
    for kind in GAMES:
        (tmp_path / kind).mkdir()
        stories = await compared(tmp_path / kind, kind, (BY_DAY, kind), scene=BY_DAY)
        clocks = [clock for story in stories for clock in story.clocks]
        assert any("away=datetime" in clock for clock in clocks), "someone is away"
        assert any("away=None" in clock for clock in clocks)
        windows += sum(len(closed) for story in stories for closed in story.windows)
    assert windows


async def test_a_deadline_by_the_day_that_follows_a_hand_is_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    genuine = day_clock.schedules

    def leaks(live: LiveTable) -> list[Schedule]:
        asked = live.game.waiting if live.game is not None else ()
        hands = [live.game.table.players[seat].hand for seat in asked] if live.game is not None else []
        odd = sum(ord(letter) for hand in hands for card in hand for letter in str(card)) % 2
        return [] if odd else genuine(live)

    monkeypatch.setattr(day_clock, "schedules", leaks)
    with pytest.raises(Leak, match=r"Čas vyprší|another moment"):
        await compared(tmp_path, "kralovske_rosady", (BY_DAY, "planted"), scene=BY_DAY)


BESIDE = [(scene, kind) for scene in SCENES if scene not in {"plain", BY_DAY} for kind in GAMES]
SOME = [pair for at, pair in enumerate(BESIDE) if (at - at // len(GAMES)) % len(GAMES) == 0]
"""Pairs of scene and game for the quick run: each scene once, and the games in turn."""


@pytest.mark.parametrize("number", range(often(1, 12)))
@pytest.mark.parametrize(("scene", "kind"), BESIDE if FULL else SOME)
async def test_nor_does_it_with_orders_computers_hints_undo_substitutes_or_a_season(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, scene: str, kind: str, number: int
) -> None:
    monkeypatch.setattr(Thinkers, "choose", chosen)
    await compared(tmp_path, kind, (scene, kind, number), scene=scene, pace=PACES[number % len(PACES)])
