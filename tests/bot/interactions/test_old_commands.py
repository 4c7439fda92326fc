"""Tests the old names of commands: each one works for one more version, and says in every case what it is called now.

The names are those of the handlers, so that no test leaves one out.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import pytest

from bot.emulator.people.commands import called
from bot.emulator.world import interactions
from bot.gateway.features import HANDLERS
from bot.gateway.router import ELSEWHERE
from bot.interactions.handlers import command, marked
from tests.bot.gateway.test_router import GUILD, PRIVATE_CHANNEL, elsewhere
from tests.bot.refused import CZECH, NO_TABLE
from tests.bot.table import Evening

TWO = ("Anna", "Bert")
OLD: dict[str, str] = {
    it.formerly.removeprefix("/"): it.path.removeprefix("/")
    for kind in HANDLERS
    for _, it in marked(kind, command)
    if it.formerly is not None
}
"""The old path of each renamed command -> its present path; empty if a button replaced it."""
OPTIONS: dict[str, dict[str, Any]] = {"game peek": {"player": "Bert"}}
"""The options that a command must have."""
WITHOUT_A_TABLE = {"game log", "game export", "game verify", "game replay", "game reveal", "game decks", "game peek"}
"""The old commands that show something of a channel's table, so that they are refused without one."""
CHANGED = CZECH("This command has changed. Reload Discord (Ctrl+R) and try again.")


def note_of(evening: Evening, old: str) -> str:
    """Returns the line that an old command must show to Anna, with the present name that Discord offers her."""
    if not OLD[old]:
        return "-# Teď je to tlačítko v tvém panelu: stiskni *Můj tah* nebo *Moje karty*."
    offered = {one.path: one.name for one in evening.person("Anna").commands(evening.channel)}
    return f"-# Tento příkaz je teď `/{offered[OLD[old]]}`."


def notes_in(evening: Evening, note: str) -> int:
    """Returns how many private messages to Anna have this line."""
    texts = [seen.text for seen in evening.person("Anna").messages(evening.channel) if seen.ephemeral]
    return sum(note in text.splitlines() for text in texts)


async def answered(evening: Evening, old: str) -> None:
    """Calls an old command as Anna, and checks that it is answered and that a message of its own names the new one."""
    note = note_of(evening, old)
    outcome = await evening.slash("Anna", old, **OPTIONS.get(old, {}))
    assert outcome.text, old
    assert note not in outcome.text, f"{old} was refused"
    await evening.noticed(lambda: evening.private("Anna").text == note)
    assert notes_in(evening, note) == 1, old


async def refusal_of(evening: Evening, old: str) -> str:
    """Calls an old command as Anna and returns its answer, once exactly one further message names the present one."""
    note = note_of(evening, old)
    before = notes_in(evening, note)
    outcome = await evening.slash("Anna", old, **OPTIONS.get(old, {}))
    await evening.noticed(lambda: notes_in(evening, note) > before)
    assert notes_in(evening, note) == before + 1, old
    return outcome.text


async def test_an_old_command_answers_and_then_names_the_new_one(database: Path) -> None:
    async with Evening.of(*TWO, database=database) as evening:
        await evening.sit_down(*TWO, keep=False, game="star_wars_destiny")
        await evening.end("Anna")
        for old in sorted(OLD.keys() - OPTIONS):
            await answered(evening, old)
        evening.clean()


async def test_an_old_command_that_is_a_button_now_answers_and_then_says_so(database: Path) -> None:
    async with Evening.of(*TWO, "Cyril", database=database) as evening:
        await evening.sit_down()
        evening.game.table.policeman = evening.live.seat_of(evening.person("Anna").id).seat
        await answered(evening, "game peek")
        evening.clean()


async def test_an_old_command_without_a_table_names_the_new_one(database: Path) -> None:
    async with Evening.of(*TWO, database=database) as evening:
        answers = {old: await refusal_of(evening, old) for old in OLD}
        assert {old for old, text in answers.items() if NO_TABLE in text} == WITHOUT_A_TABLE
        evening.clean()


async def test_an_old_command_in_a_lobby_names_the_new_one(database: Path) -> None:
    async with Evening.of(*TWO, database=database) as evening:
        await evening.open("Bert", game="mafia_city")
        for old in OLD:
            await refusal_of(evening, old)
        evening.clean()


async def test_an_old_command_of_a_person_without_a_seat_names_the_new_one(database: Path) -> None:
    async with Evening.of("Anna", "Bert", "Cyril", "Dora", database=database) as evening:
        await evening.sit_down("Bert", "Cyril", "Dora")
        for old in OLD:
            await refusal_of(evening, old)
        evening.clean()


@pytest.mark.parametrize("context", [GUILD, PRIVATE_CHANNEL])
async def test_an_old_command_outside_of_the_bot_s_servers_names_the_new_one(database: Path, context: int) -> None:
    async with Evening.of(*TWO, database=database) as evening:
        with elsewhere(evening, context):
            for old in OLD:
                assert CZECH(ELSEWHERE) in await refusal_of(evening, old)
        evening.clean()


async def test_an_old_command_with_unknown_options_names_the_new_one(database: Path) -> None:
    async with Evening.of(*TWO, database=database) as evening:
        anna = evening.person("Anna")
        for old in OLD:
            data = called(evening.world, anna.user, evening.channel, old, OPTIONS.get(old, {}))
            data["options"][0]["options"] = [{"name": "unknown", "type": 3, "value": "x"}]
            sent = interactions.open_interaction(evening.world, anna.id, evening.channel, interactions.COMMAND, data)
            assert sent is not None
            await evening.noticed(partial(notes_in, evening, note_of(evening, old)))
            assert CHANGED in evening.private("Anna").text
        evening.clean()
