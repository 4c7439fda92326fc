"""Tests hostile texts in all text inputs: names of decks and seasons, deck lists, and results of an organiser."""

from __future__ import annotations

import logging
import re
from pathlib import Path
from typing import Any

import pytest

from bot.emulator.people.outcome import Outcome
from bot.emulator.people.seen import Seen
from bot.features.tournaments.view import MAX_TYPED
from bot.games.star_wars_destiny.ready_decks import READY_DECKS
from tests.bot.table import Evening
from tests.faults import forging
from tests.faults.busy_evening import CUP, OVER, BusyEvening, opened
from tests.faults.hostile import SHORT, all_said, harmless, misleads
from tests.faults.scale import FULL, schedule

CODE = next(iter(READY_DECKS.values()))
QUOTED = re.compile(r"```\n[a-z0-9_ /-]+\n```|`[^`\n]+`")
"""A deck's own code, and quoted input, in which nothing has a meaning."""
LONG = [word for word in forging.HOSTILE if word.strip() and "\ud83d" not in word and "\x00" not in word]
EACH = 1 if FULL else 8
"""One of this many hostile texts is tried."""


class Typist:
    """A user who types texts into commands and forms.

    A "checked reply" is returned after a check that every text of all messages in the world is harmless.
    """

    def __init__(self, evening: BusyEvening, name: str) -> None:
        self.evening, self.name = evening, name

    async def command(self, command: str, **options: Any) -> Seen:
        """Calls a slash command and returns the checked reply."""
        outcome = await self.evening.slash(self.name, command, **options)
        return self._looked_at(outcome)

    async def press(self, message: Seen, verb: str) -> Outcome:
        """Presses the button of that verb, or chooses the first option of the select; returns the outcome."""
        person, part = self.evening.person(self.name), Evening.part(message, verb)
        if (menu := message.find(part)).options:
            chosen = menu.options[0].value
            return await (await person.select(message, part, chosen)).done()
        return await (await person.press(message, part)).done()

    async def then(self, message: Seen, verb: str) -> Seen:
        """Presses the component of that verb and returns the checked reply."""
        return self._looked_at(await self.press(message, verb))

    async def fill_in(self, opened_by: Outcome, **values: str) -> Seen:
        """Submits the form that a press has opened, and returns the checked reply."""
        outcome = await (await self.evening.person(self.name).submit(opened_by.modal, values)).done()
        await self.evening.settled()
        return self._looked_at(outcome)

    def _looked_at(self, outcome: Outcome) -> Seen:
        assert not outcome.failed
        for text in all_said(self.evening):
            harmless(QUOTED.sub("", text))
            assert [f"{ord(one):x}" for one in text if misleads(one)] == [], text
        came = next(iter([*outcome.followups, outcome.message]))
        assert came is not None
        return came


def some(words: list[str], at: int) -> list[str]:
    """Returns every `EACH`-th of the texts, beginning at another one for each test (`at`)."""
    return words[at % EACH :: EACH]


async def test_decks_with_hostile_names_do_no_harm(database: Path, caplog: pytest.LogCaptureFixture) -> None:
    with schedule("hostile decks") as dice:
        async with opened(database, dice) as evening:
            dora, words, kept = Typist(evening, "Dora"), some(SHORT, 0), 0
            evening.here = OVER
            for at, word in enumerate(words):
                decks = await dora.command("deck list")
                await dora.fill_in(await dora.press(decks, "deck_new"), list=CODE, name=word)
                decks = await dora.command("deck list")
                if "deck_show" not in Evening.verbs(decks):
                    continue
                kept += 1
                deck = await dora.then(decks, "deck_show")
                deck = await dora.fill_in(await dora.press(deck, "deck_rename"), name=words[at - 1])
                decks = await dora.command("deck list")
                deck = await dora.then(decks, "deck_show")
                await dora.then(await dora.then(deck, "deck_remove"), "deck_remove_sure")
            assert kept > len(words) / 2
            _unharmed(evening, caplog)


async def test_hostile_card_lists_are_refused_and_change_nothing(
    database: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with schedule("hostile lists") as dice:
        async with opened(database, dice) as evening:
            evening.here = OVER
            await evening.open("Anna", "Bert", game="star_wars_destiny", option="format=standard")
            evening.tables[OVER] = max(evening.bot.app.tables._live)
            anna, refused = Typist(evening, "Anna"), 0
            for word in some(LONG, 1):
                for text in (word, f"Team\n{word}\nDeck\n2x {word}", f"{CODE}{word}"[:4_000]):
                    await evening.press_board("Anna", "deck")
                    panel = evening.private("Anna")
                    answer = await anna.fill_in(await anna.press(panel, "deck_paste"), list=text[:4_000])
                    refused += "deck_paste" in Evening.verbs(answer)
            assert refused > len(LONG) / EACH
            assert not any(seat.part for seat in evening.live.seats)
            _unharmed(evening, caplog)


async def test_seasons_with_hostile_names_do_no_harm(database: Path, caplog: pytest.LogCaptureFixture) -> None:
    with schedule("hostile seasons") as dice:
        async with opened(database, dice) as evening:
            anna, bert, begun = Typist(evening, "Anna"), Typist(evening, "Bert"), 0
            evening.here = CUP
            for word in some(SHORT, 2):
                outcome = await evening.slash("Anna", "league open", game="kralovske_rosady", name=word)
                if outcome.message is None or "s_join" not in Evening.verbs(outcome.message):
                    continue
                begun += 1
                offered = await evening.person("Bert").autocomplete(evening.channel, "league join", "season", word[:3])
                for name, _ in (*offered.choices, *(await _all_seasons(evening))):
                    harmless(name)
                number = str((await _all_seasons(evening))[0][1])
                await bert.command("league join", season=word)
                for command in ("league results", "league games"):
                    await bert.command(command, season=number)
                await bert.command("league leave", season=number)
                await anna.then(await anna.command("league close", season=number), "s_close")
            assert begun > len(some(SHORT, 2)) / 2
            _unharmed(evening, caplog)


async def _all_seasons(evening: BusyEvening) -> list[tuple[str, object]]:
    return (await evening.person("Bert").autocomplete(evening.channel, "league join", "season", "")).choices


async def test_hostile_corrections_are_refused_and_change_nothing(
    database: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with schedule("hostile results") as dice:
        async with opened(database, dice) as evening:
            anna = Typist(evening, "Anna")
            evening.here = CUP
            before = evening.dump(but=0)
            for word in some(LONG, 0):
                which = await anna.then(evening.board("Anna"), "t_rule")
                await anna.fill_in(await anna.press(which, "t_rule_pick"), places=word[:MAX_TYPED])
            assert evening.dump(but=0) == before, "none of it is a result"
            _unharmed(evening, caplog)


def _unharmed(evening: BusyEvening, caplog: pytest.LogCaptureFixture) -> None:
    assert evening.world.pings == []
    assert [one.getMessage() for one in caplog.records if one.levelno >= logging.ERROR] == []
    evening.clean()
