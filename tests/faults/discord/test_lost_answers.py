"""Tests rate limits of every kind, 500/502/504, lost answers and cut connections: nothing is sent twice."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from bot.emulator.limits import RESET, SILENT
from bot.emulator.people import crowd
from bot.emulator.world.events import Event
from bot.views import custom_id
from rules import GAMES
from tests.bot.table import Evening
from tests.faults.discord.conftest import SHORT
from tests.faults.judge import Ledger, goes_on, shown
from tests.faults.onlooker import Onlooker
from tests.faults.scale import often, schedule

ROUTES = (
    "POST /channels/{channel_id}/messages",
    "PATCH /channels/{channel_id}/messages/{message_id}",
    "PATCH /webhooks/{webhook_id}/{webhook_token}/messages",
    "POST /webhooks/{webhook_id}/{webhook_token}",
    "POST /interactions/",
    "",
)
KINDS = ("user", "shared", "global", "500", "502", "504", "after 500", "after 502", "after 504", "reset", "after reset")
UNANSWERED = {"reset": RESET, "silent": SILENT}
MAX_INVALID = 100
INVALID = {401, 403, 404, 429}


def something_fails(evening: Evening, kind: str, route: str, times: int = 1) -> None:
    """Makes the next `times` requests to a route fail with this fault."""
    faults, after = evening.world.faults, kind.startswith("after ")
    if kind in {"user", "shared", "global"}:
        faults.demand(429, route, times=times, retry_after=0.5, everywhere=kind == "global", scope=kind)
    else:
        name = kind.removeprefix("after ")
        status = UNANSWERED[name] if name in UNANSWERED else int(name)
        faults.demand(status, route, times=times, after=after)


def no_message_twice(evening: Evening, table: int) -> None:
    """Checks that the channel has at most one board with buttons, and each user at most one hand of the table."""
    for person in crowd.people(evening.world):
        public = [seen for seen in person.messages(evening.channel) if seen.by_bot and not seen.ephemeral]
        boards = [seen.id for seen in public if Evening.of_a_game(seen)]
        assert len(boards) <= 1, f"{len(boards)} boards can be pressed"
        hands = [seen.id for seen in person.dms() if f":{table}:" in " ".join(Evening.of_a_game(seen))]
        assert len(hands) <= 1, f"{person.name} has {len(hands)} hands"


class Course:
    """A listener that records public messages which ask an earlier decision than one before, and counts nonces of
    messages.
    """

    def __init__(self, evening: Evening) -> None:
        self.latest = 0
        self.backwards: list[tuple[int, int]] = []
        self.nonces: Counter[str] = Counter()
        self._channel = evening.channel.id
        evening.world.listen(self._heard)

    def _heard(self, event: Event) -> None:
        if event.channel_id != self._channel or event.only_for is not None or not event.name.startswith("MESSAGE_"):
            return
        if event.name == "MESSAGE_CREATE" and event.data.get("nonce"):
            self.nonces[str(event.data["nonce"])] += 1
        numbers = [one.number for one in _meant(event.data.get("components") or []) if one.number is not None]
        if numbers and max(numbers) < self.latest:
            self.backwards.append((self.latest, max(numbers)))
        self.latest = max([self.latest, *numbers])


def _meant(parts: list[dict[str, object]]) -> list[custom_id.CustomId]:
    found = []
    for part in parts:
        one = custom_id.parse(str(part.get("custom_id") or ""))
        found += [one] if one is not None else []
        inner = part.get("components")
        found += _meant(inner) if isinstance(inner, list) else []
    return found


async def some_turns(evening: Evening, dice: Random, ledger: Ledger, turns: int) -> None:
    """Gives that many answers and presses buttons while random requests fail."""
    names = [person.name for person in crowd.people(evening.world)]
    for _ in range(turns):
        if evening.live.row.phase != "running":
            return
        something_fails(evening, dice.choice(KINDS), dice.choice(ROUTES), dice.randint(1, 3))
        if dice.random() < 0.4:
            board, name = evening.board(), dice.choice(names)
            if verbs := Evening.verbs(board) & {"hand", "move", "log"}:
                part = Evening.part(board, dice.choice(sorted(verbs)))
                await evening.person(name).press(board, part)
        await goes_on(evening.bot.app, evening.table, dice, ledger, 1)
        if dice.random() < 0.5:
            await evening.settled()
        if dice.random() < 0.1:
            await evening.person(names[0]).slash(evening.channel, "game board")


async def quiet(evening: Evening) -> None:
    """Waits until the bot sends no more requests, so that its replies to commands are complete, too."""
    still, asked = 0, -1
    while still < 15:
        await evening.settled()
        await asyncio.sleep(SHORT)
        still, asked = (still + 1 if asked == len(evening.discord.requests) else 0), len(evening.discord.requests)


@pytest.mark.parametrize("kind", GAMES)
async def test_no_matter_what_gets_lost_nothing_is_posted_twice_and_order_is_kept(
    kind: str, database: Path, hurried: Callable[[], float], caplog: pytest.LogCaptureFixture
) -> None:
    names = ("Anna", "Bert", "Cyril")[: max(2, GAMES[kind].seats[0])]
    for round_ in range(often(2, 40)):
        path = database.with_name(f"{round_}.sqlite3")
        with schedule("lost", kind, round_) as dice:
            async with Evening.of(*names, database=path, pictures=False) as evening:
                await evening.open(game=kind)
                await evening.press_board("Anna", "start")
                onlooker, course, ledger = Onlooker(evening.world, evening.channel, path), Course(evening), Ledger()
                for _ in range(often(3, 8)):
                    await some_turns(evening, dice, ledger, 5)
                    evening.world.faults.coming.clear()
                    await goes_on(evening.bot.app, evening.table, dice, ledger, 1)
                    await quiet(evening)
                    await shown(evening, ledger)
                    no_message_twice(evening, evening.table)
                assert onlooker.too_early == []
                assert course.backwards == []
                assert set(course.nonces.values()) <= {1}
                invalid = [one.status for one in evening.discord.requests if one.status in INVALID]
                assert len(invalid) <= MAX_INVALID, Counter(invalid)
                assert [one.getMessage() for one in caplog.records if one.levelno >= logging.ERROR] == []


@pytest.mark.parametrize("fault", ["after 502", "after reset"])
async def test_a_board_that_was_posted_without_an_answer_is_posted_once(
    fault: str, database: Path, hurried: Callable[[], float]
) -> None:
    async with Evening.of("Anna", "Bert", "Cyril", database=database) as evening:
        old = await evening.sit_down()
        something_fails(evening, fault, ROUTES[0], times=7)
        await evening.slash("Bert", "game board")
        evening.world.faults.coming.clear()
        await goes_on(evening.bot.app, evening.table, Random(1), Ledger(), 1)
        await evening.settled()
        assert evening.board().id != old.id
        posted = [seen for seen in evening.person("Anna").messages(evening.channel) if seen.id > old.id]
        assert len([seen for seen in posted if seen.by_bot and not seen.ephemeral]) == 1
        no_message_twice(evening, evening.table)
        await shown(evening)


@pytest.mark.parametrize("fault", ["after 502", "after reset"])
async def test_a_command_whose_answer_was_lost_is_answered_once(
    fault: str, database: Path, hurried: Callable[[], float], caplog: pytest.LogCaptureFixture
) -> None:
    async with Evening.of("Anna", "Bert", "Cyril", database=database) as evening:
        something_fails(evening, fault, "POST /interactions/")
        await evening.open()
        public = [seen for seen in evening.person("Bert").messages(evening.channel) if seen.by_bot]
        assert len([seen for seen in public if not seen.ephemeral]) == 1
        something_fails(evening, fault, "POST /interactions/")
        await evening.press_board("Anna", "start")
        something_fails(evening, fault, "POST /interactions/")
        await evening.press_board("Bert", "hand")
        assert [seen.id for seen in evening.person("Bert").messages(evening.channel) if seen.ephemeral]
        assert not [one for one in caplog.records if one.levelno >= logging.ERROR]
        await shown(evening)
