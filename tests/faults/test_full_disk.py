"""Tests a full disk with several tables: every command, button and menu of every user."""

from __future__ import annotations

import logging
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.emulator.people.outcome import Outcome
from bot.emulator.people.seen import USERS, Part, Seen
from tests.bot.table import Evening
from tests.faults import disk
from tests.faults.busy_evening import (
    CUP,
    DESTINY,
    LOBBY,
    MAFIA,
    OVER,
    PEOPLE,
    ROSADY,
    RUNNING,
    BusyEvening,
    looks_round,
    opened,
)
from tests.faults.judge import Ledger, goes_on, shown
from tests.faults.scale import often, schedule
from tests.storage.table import in_file

ROUNDS = often(1, 6)
STEPS = 3
"""The number of levels of panels that are opened."""
WORD = "nemůžu nic uložit"
"""Words of the message that nothing can be stored."""
CHANGES: tuple[tuple[str, str, str, dict[str, Any]], ...] = (
    ("Dora", LOBBY, "game join", {}), ("Anna", LOBBY, "game leave", {}),
    ("Anna", OVER, "game new", {"game": "mafia_city"}),
    ("Anna", MAFIA, "game pause", {}), ("Anna", ROSADY, "game end", {}),
    ("Anna", DESTINY, "game replace", {"player": "Bert"}), ("Dora", ROSADY, "game watch", {}),
    ("Dora", MAFIA, "game watch", {"delay": "5"}), ("Anna", OVER, "game rematch", {}),
    ("Anna", CUP, "league open", {"game": "kralovske_rosady"}), ("Dora", CUP, "league join", {}),
    ("Anna", LOBBY, "league tournament", {"game": "mafia_city"}),
)  # fmt: skip
"""Commands that must be refused on a full disk: (user, channel, command, options)."""
LOOKS: tuple[tuple[str, str, str, dict[str, Any]], ...] = (
    ("Anna", MAFIA, "game hand", {}), ("Bert", ROSADY, "game hand", {}), ("Anna", MAFIA, "record log", {}),
    ("Dora", MAFIA, "learn rules", {}), ("Dora", MAFIA, "learn lesson", {}), ("Anna", MAFIA, "profile", {}),
    ("Anna", MAFIA, "record stats", {}), ("Anna", MAFIA, "deck list", {}), ("Dora", OVER, "record replay", {}),
    ("Dora", OVER, "record verify", {}), ("Dora", OVER, "record export", {}), ("Anna", CUP, "league results", {}),
    ("Anna", CUP, "league games", {}), ("Anna", CUP, "league leaderboard", {}), ("Anna", CUP, "league me", {}),
    ("Anna", CUP, "league close", {}),
)  # fmt: skip
"""Commands that must work on a full disk: (user, channel, command, options)."""
REFUSED = {
    "join", "leave", "computer", "rematch", "unwatch", "set_ping", "set_language", "set_dms", "set_confirm",
    "set_order", "set_words", "invite", "stay_out", "s_join", "s_close", "l_hide", "t_leave", "t_off_sure",
}  # fmt: skip
"""Verbs of buttons and menus that would change something for a user."""
MOVES = {"pick", "do", "pass", "react"}
"""The verbs that the decisions of this game offer."""
LOOKED_AT = {
    "hand", "log", "topic", "replay", "verify", "export", "s_table", "s_games", "t_table",
}  # fmt: skip
"""Verbs of buttons and menus that only show something."""


async def _its_log_begins_again(evening: BusyEvening) -> None:
    """Empties the write-ahead log, plays a few answers and opens all panels, so that every further write makes a file
    longer.
    """
    await in_file(evening.bot.app.db).db.execute_fetchall("PRAGMA wal_checkpoint(TRUNCATE)")
    await evening.lend(ROSADY, 8, Random(1))
    await looks_round(evening)


async def _everything_is_pressed(evening: BusyEvening, name: str) -> tuple[set[str], set[str]]:
    """Presses everything that a user sees; returns the verbs that were refused because of the disk, and the other
    verbs.
    """
    refused, done, tried = set[str](), set[str](), set[str]()

    async def pressed(message: Seen, part: Part) -> None:
        tried.add(part.custom_id)
        outcome = await _pressed(evening, name, message, part)
        (refused if WORD in outcome.text else done).add(part.custom_id.split(":")[2])

    for _ in range(STEPS):
        for message in sorted(evening.seen(name), key=lambda seen: not seen.ephemeral):
            for part in message.usable:
                if part.custom_id not in tried and _stands(evening, name, message, part):
                    await pressed(message, part)
    for at in range(len((await _settings(evening, name)).usable)):
        panel = await _settings(evening, name)
        await pressed(panel, panel.usable[at])
    return refused, done


async def _settings(evening: BusyEvening, name: str) -> Seen:
    panel = (await evening.slash(name, "profile")).message
    assert panel is not None
    return panel


def _stands(evening: BusyEvening, name: str, message: Seen, part: Part) -> bool:
    """Returns whether a component can still be used on a message."""
    now = evening.person(name).message(int(message.data["channel_id"]), message.id)
    return now is not None and part.custom_id in [one.custom_id for one in now.usable]


async def _pressed(evening: BusyEvening, name: str, message: Seen, part: Part) -> Outcome:
    person = evening.person(name)
    if part.type == USERS:
        outcome = await person.select(message, part.custom_id, [str(evening.person("Cyril").id)])
    elif part.options:
        outcome = await person.select(message, part.custom_id, [part.options[-1].value])
    else:
        outcome = await person.press(message, part.custom_id)
    await outcome.done()
    await evening.settled()
    assert not outcome.failed, part.custom_id
    return outcome


async def _asked(evening: BusyEvening, name: str, where: str, command: str, options: dict[str, Any]) -> Outcome:
    evening.here = where
    outcome = await evening.slash(name, command, **options)
    assert not outcome.failed, command
    return outcome


@pytest.mark.parametrize("number", range(ROUNDS))
async def test_a_full_disk_refuses_everything_that_would_change_data_and_shows_the_rest(
    number: int, database: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with schedule("full disk", number) as dice:
        async with opened(database, dice) as evening:
            await _its_log_begins_again(evening)
            before, watched = evening.dump(but=0), _watched(evening)
            with disk.full(database):
                for asked in CHANGES:
                    assert WORD in (await _asked(evening, *asked)).text, asked
                assert _watched(evening) == watched == 1, "whoever is refused is not told of it as if it stood"
                for asked in LOOKS:
                    assert WORD not in (await _asked(evening, *asked)).text, asked
                refused, done = set[str](), set[str]()
                for name in PEOPLE:
                    was_refused, was_done = await _everything_is_pressed(evening, name)
                    refused |= was_refused
                    done |= was_done
            assert evening.dump(but=0) == before
            print(sorted(refused), sorted(done))
            assert refused >= REFUSED
            assert refused & MOVES
            assert done >= LOOKED_AT
            assert not refused & LOOKED_AT
            await evening.pass_time(10)
            await _goes_on(evening, dice)
            tracebacks = [one.getMessage() for one in caplog.records if one.levelno >= logging.ERROR and one.exc_info]
            assert tracebacks == []


async def _goes_on(evening: BusyEvening, dice: Random) -> None:
    """Checks that games and commands work again once there is room on the disk."""
    for where in RUNNING:
        evening.here, ledger = where, Ledger()
        await goes_on(evening.bot.app, evening.table, dice, ledger, 4)
        await shown(evening, ledger)
    for asked in CHANGES:
        if asked[2] not in ("game leave", "game end"):
            assert WORD not in (await _asked(evening, *asked)).text, asked
    assert _watched(evening) == 2


def _watched(evening: BusyEvening) -> int:
    """Returns the number of tables that Dora watches."""
    return len([seen for seen in evening.person("Dora").dms() if "unwatch" in Evening.verbs(seen)])
