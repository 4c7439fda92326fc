"""Tests users with hostile names in each game: no pings, no broken texts, no refusals by Discord."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from bot.emulator.people import crowd
from bot.texts.isolation import FIRST_STRONG_ISOLATE, POP_ISOLATE, isolated
from bot.views.parts import clip, length
from rules import GAMES
from tests.faults import forging
from tests.faults.busy_evening import BusyEvening
from tests.faults.hostile import SHORT, all_said, harmless, isolates
from tests.faults.scale import often, schedule

ANSWERS = often(12, 400)
A_FEW = 6
"""The number of answers after which players are mentioned by name."""
FROM_THE_RIGHT = ("שרה לוי", "أحمد", "Anna שרה 7", "ש" * 40, "\u202eCyril")
"""Names from right to left; the last one has only a control character, which is removed."""


@pytest.mark.parametrize("number", range(often(1, 8)))
@pytest.mark.parametrize("kind", GAMES)
async def test_hostile_names_in_every_message(database: Path, kind: str, number: int) -> None:
    with schedule("hostile names", kind, number) as dice:
        names = dice.sample(SHORT, max(2, GAMES[kind].seats[0]))
        async with BusyEvening.of(*names, database=database, seed=dice.randbytes(32), pictures=number == 0) as evening:
            assert isinstance(evening, BusyEvening)
            evening.tables = {}
            for person in crowd.people(evening.world):
                person.locale = dice.choice(("cs", "en-GB", "de"))
            await evening.open(*names, game=kind, pace="untimed")
            await evening.press_board(names[0], "start")
            await evening.lend(evening.here, ANSWERS, dice)
            await _everything_is_opened(evening, names, dice)
            for text in all_said(evening):
                harmless(text)
            assert evening.world.pings == []
            evening.clean()


@pytest.mark.parametrize("kind", GAMES)
async def test_names_from_the_right_turn_no_sentence_round(database: Path, kind: str) -> None:
    names = [name[:32] for name in FROM_THE_RIGHT[: max(3, GAMES[kind].seats[0])]]
    with schedule("from the right", kind) as dice:
        async with BusyEvening.of(*names, database=database, seed=dice.randbytes(32), pictures=True) as evening:
            assert isinstance(evening, BusyEvening)
            evening.tables = {}
            await evening.open(*names, game=kind, pace="untimed")
            await evening.press_board(names[0], "start")
            said: list[str] = []
            for answers in (A_FEW, ANSWERS - A_FEW):
                await evening.lend(evening.here, answers, dice)
                await _everything_is_opened(evening, names, dice)
                offered = await evening.person(names[1]).autocomplete(evening.channel, "game peek", "player", "")
                said += [*all_said(evening), *(name for name, _ in offered.choices)]
            for text in said:
                assert isolates(text), text
            for name in names:
                assert any(isolated(name) in text for text in said), name
            assert evening.world.pings == []
            evening.clean()


@pytest.mark.parametrize("name", FROM_THE_RIGHT[:-1])
def test_a_name_from_the_right_is_isolated_once(name: str) -> None:
    assert isolated(name) == f"\u2068{name}\u2069" == isolated(isolated(name))


@pytest.mark.parametrize("name", ["Anna", "Žluťoučký kůň", "李小龙", "🤖 7", "x·y"])
def test_any_other_name_stays_as_it_is(name: str) -> None:
    assert isolated(name) == name


@pytest.mark.parametrize("most", range(8, 60))
def test_a_shortened_text_ends_its_isolates_and_keeps_the_limit(most: int) -> None:
    shown = clip(f"Anna, {isolated('שרה לוי')}, Bert, {isolated('أحمد')} and many others who all play", most)
    assert length(shown) <= most
    assert shown.count(FIRST_STRONG_ISOLATE) == shown.count(POP_ISOLATE)
    assert not shown.endswith(FIRST_STRONG_ISOLATE + POP_ISOLATE + "…")


async def _everything_is_opened(evening: BusyEvening, names: list[str], dice: Random) -> None:
    for name in names:
        for verb in sorted({"move", "hand", "log"} & evening.verbs(evening.board(name))):
            await evening.press_board(name, verb)
        await evening.slash(name, "game peek", player=dice.choice("ab"))
        await evening.person(name).autocomplete(
            evening.channel, "game peek", "player", dice.choice(forging.HOSTILE[:30])
        )
        await evening.slash(name, "learn rules", topic=dice.choice(forging.HOSTILE[:30]))
    await evening.slash(names[0], "league open", game=evening.live.row.kind, name=dice.choice(names))
    await evening.slash(names[-1], "game replace", player=dice.choice(names))
