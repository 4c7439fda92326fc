"""Two worlds with a whole bot in each: with other cards of one player, no one else gets another message or a later
one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bot.messages.live_message import LiveMessage, Rendered
from bot.messages.outcomes import Result
from bot.messages.reconciler import Reconciler
from bot.tables.thinkers import Thinkers
from rules import GAMES
from tests.faults.scale import FULL, often, schedule
from tests.secrets.houses import twice
from tests.secrets.onlookers import HOLDER, compare
from tests.secrets.scenes import SCENES, chosen
from tests.secrets.twins import Leak

PACES = ("live", "bank")
"""With a time bank what each seat has left is public too."""
STEPS = often(25, 120)
AT_LEAST = often(10, 20)
"""Acts that are compared."""
EVENINGS = 5
"""The number of evenings until there are enough acts: differences may be revealed by the rules early."""


async def compared(folder: Path, kind: str, names: tuple[object, ...], **how: Any) -> None:
    """Compares evenings with their twins until there are enough acts. Raises Leak if one differs."""
    acts, differ, asked = 0, False, set[str]()
    wanted = {"play", "disguise"} if kind == "kralovske_rosady" and "scene" not in how else set()
    for evening in range(EVENINGS):
        with schedule(*names, *([evening] if evening else ())) as dice:
            (folder / str(evening)).mkdir()
            one, other = await twice(kind, folder / str(evening), dice, STEPS, **how)
            alike = compare(one, other)
        acts, asked = acts + alike, asked.union(one.asked[: alike + 1])
        differ = differ or one.events[HOLDER] != other.events[HOLDER] or "scene" in how
        if acts >= AT_LEAST and differ and asked >= wanted:
            break
    print(f"{names}: {acts} acts compared, {asked} asked of the one whose cards differ")
    assert acts >= AT_LEAST
    assert differ
    assert asked >= wanted


@pytest.mark.parametrize("number", range(often(1, 40)))
@pytest.mark.parametrize("kind", list(GAMES))
async def test_what_a_player_holds_changes_no_message_and_no_moment(tmp_path: Path, kind: str, number: int) -> None:
    pictures = kind == "kralovske_rosady" or number % 5 == 4
    pace = PACES[(number + list(GAMES).index(kind)) % len(PACES)]
    await compared(tmp_path, kind, ("two bots", kind, number), pictures=pictures, pace=pace)


async def test_a_mere_look_that_follows_a_hand_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
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


BESIDE = [(scene, kind) for scene in SCENES if scene != "plain" for kind in GAMES]
SOME = [pair for at, pair in enumerate(BESIDE) if (at - at // len(GAMES)) % len(GAMES) == 0]
"""Each scene once, and each game in turn."""


@pytest.mark.parametrize("number", range(often(1, 12)))
@pytest.mark.parametrize(("scene", "kind"), BESIDE if FULL else SOME)
async def test_nor_does_it_beside_orders_computers_hints_undo_substitutes_or_a_season(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, scene: str, kind: str, number: int
) -> None:
    monkeypatch.setattr(Thinkers, "choose", chosen)
    await compared(tmp_path, kind, (scene, kind, number), scene=scene, pace=PACES[number % len(PACES)])
