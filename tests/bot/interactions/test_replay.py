"""/game replay: a finished game seen again as it was, for ever, by those who may; of a running one nothing."""

from __future__ import annotations

from pathlib import Path

from bot.emulator.people.seen import Seen
from tests.bot.played_out import TWO, played_out
from tests.bot.table import Evening

VERBS = {"replay", "replay_jump", "replay_view", "share"}


async def opened(evening: Evening, name: str = "Anna", **options: int) -> Seen:
    await evening.slash(name, "game replay", **options)
    return evening.private(name)


async def test_a_finished_game_is_seen_from_its_beginning_to_its_end(database: Path) -> None:
    async with Evening.of(*TWO, database=database) as evening:
        await played_out(evening)
        seen = await opened(evening)
        assert Evening.verbs(seen) == VERBS
        print(seen.text, [p.custom_id for p in seen.usable])
        for _ in range(40):
            step = [part for part in seen.usable if (part.label or "").startswith("▶")]
            if not step:
                break
            await evening.press("Anna", seen, step[0].custom_id)
            seen = evening.private("Anna")
            print(seen.text)
        evening.clean()
