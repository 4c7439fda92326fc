"""Tests a bot on Discord that is killed before and after every write and request: acknowledged answers count."""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from random import Random

import pytest

import bot
from bot.features.hand import service
from bot.maintenance import identifies
from storage import seal
from tests.faults.busy_actions import EVENING
from tests.faults.failpoints import Point
from tests.faults.judge import Ledger
from tests.faults.killed_evening import HEARS, SENDS, MortalEvening
from tests.faults.scale import FULL, often, schedule

STORAGE = Path(seal.__file__).parent
BOT = Path(bot.__file__).parent
SHARES = often(1, 4)
EACH = often(1, 5)
"""The number of kills at each failpoint."""
COMMON = 20
LIVES = often(1, 30)
"""The maximum number of deaths in one action, after which it runs undisturbed."""
EVENINGS = often(6, 60)
"""The maximum number of games; two are usually enough."""
WRITES = re.compile(r"(INSERT INTO|(?<!DO )\bUPDATE|DELETE FROM) ([a-z_]+)")
NOT_WHILE_IT_SERVES = {"migrations", "move", "backup", "opening", "engines", "__main__"}
"""Modules whose writes do not belong to a running bot: an operator's commands and the opening."""
OF_NO_GAME = {"servers", "blocks", "oblivion", "erasure", "privacy", "personal_data"}
"""Modules whose writes are one transaction each and belong to no game (test_kills_of_data.py)."""
OF_A_USER = {"lessons", "subscriptions", "schedules", "limited_uses", "puzzles", "explanations"}
"""Modules of what a user does for themselves, which test_kills_of_data.py looks at too."""
OF_AN_OPERATOR = {("DELETE FROM", "standings")}
"""Writes of the operator's command `python -m storage rebuild`."""
OF_COMPUTERS = {("INSERT INTO", "reasons"), ("UPDATE", "reviews")}
"""No computer plays here: reasons are written in the answer's transaction (tests/storage/test_reasons.py), and a review
by one statement in the background (tests/storage/test_reviews.py)."""

MESSAGE = "/channels/{channel_id}/messages/{message_id}"
ASKS = {
    r"\bdelete\(self\._client": f"DELETE {MESSAGE}",
    r"\.create_dm\(": "POST /users/@me/channels",
    r"\.create_thread\(": "POST /channels/{channel_id}/threads",
    r"\.start_thread_with_message\(": f"POST {MESSAGE}/threads",
    r"\.fetch_channel\(": "GET /channels/{channel_id}",
}
"""Pattern of a call of the library → the request that it sends."""
ALWAYS = {
    "POST /channels/{channel_id}/messages", f"PATCH {MESSAGE}", "POST /webhooks/{webhook_id}/{webhook_token}",
    "PATCH /webhooks/{webhook_id}/{webhook_token}/messages/@original",
    "POST /interactions/{webhook_id}/{webhook_token}/callback",
}  # fmt: skip
"""The requests that send and edit messages, which every evening must have."""
ELSEWHERE = {
    ("POST /users/@me/channels", "bot.features.privacy.commands"): "a file for one user; the answer is not stored",
    ("GET /channels/{channel_id}", "bot.features.replay.service"): "of a thread that sleeps, and nothing comes of it",
    (
        "GET /channels/{channel_id}",
        "bot.features.table_list.service",
    ): "only for an archived thread; the answer is not stored",
    (
        "GET /channels/{channel_id}",
        "bot.messages.access",
    ): "only for an archived thread; the answer is not stored",
    (
        "DELETE /channels/{channel_id}/messages/{message_id}",
        "bot.messages.posts",
    ): "of a second DM, only after Discord has forgotten a nonce; nothing is stored",
}
"""Requests that no action of the evening makes, each with the reason."""


def all_writes() -> set[tuple[str, str]]:
    """Returns (kind, database table) of everything that the storage's sources write for games."""
    found = {
        (match[1], match[2])
        for file in STORAGE.glob("*.py")
        if file.stem not in NOT_WHILE_IT_SERVES | OF_NO_GAME
        for match in WRITES.finditer(file.read_text("utf-8"))
    }
    for of in (seal.GAME, seal.TOURNAMENT):
        found |= {("INSERT INTO", of.open), ("INSERT INTO", of.sealed), ("DELETE FROM", of.sealed)}
    return found - OF_AN_OPERATOR - OF_COMPUTERS


def writes_of(points: Iterable[Point]) -> set[tuple[str, str]]:
    return {(match[1], match[2]) for _side, sql in points if (match := WRITES.search(sql))}


def all_asks() -> set[tuple[str, str]]:
    """Returns (route, module) of the bot's requests to Discord that the patterns in `ASKS` find in its sources."""
    found = set()
    for file in BOT.rglob("*.py"):
        module = ".".join(("bot", *file.relative_to(BOT).with_suffix("").parts))
        if not module.startswith("bot.emulator"):
            text = file.read_text("utf-8")
            found |= {(route, module) for word, route in ASKS.items() if re.search(word, text)}
    return found - set(ELSEWHERE)


def asks_of(points: Iterable[Point]) -> set[tuple[str, str]]:
    """Returns (route, module) of the requests among these failpoints."""
    return {
        (route, module) for side, what in points if side == SENDS for route, _by, module in [what.partition(" by ")]
    }


def used(evening: MortalEvening) -> set[str]:
    """Returns the routes that the bot has requested during the evening."""
    return {_bare(f"{one.method} {one.route}") for one in evening.discord.requests}


def _bare(route: str) -> str:
    return re.sub("{.*?}", "{}", route)


def had_all(points: Counter[Point]) -> bool:
    """Returns whether every kind of write and request is among these failpoints."""
    return all_writes() <= writes_of(points) and all_asks() <= asks_of(points)


def spared(_point: Point) -> bool:
    return False


class Hunter:
    """A chooser of the points at which the bot is killed, with a count of the kills at each."""

    def __init__(self) -> None:
        self.met = Counter[Point]()
        self.common = set[Point]()
        """Points that are passed many times; the bot need not be killed there at the first time."""

    def lacking(self, passed: Iterable[Point]) -> dict[Point, int]:
        """Returns the points at which the bot was killed fewer than `EACH` times, with the number of kills."""
        return {point: self.met[point] for point in passed if self.met[point] < EACH}

    def die(self, dice: Random, point: Point) -> bool:
        """Returns whether the bot is killed at this point, and counts the kill."""
        if self.met[point] >= EACH or (point in self.common and dice.random() < 0.3):
            return False
        self.met[point] += 1
        return True


async def an_evening(database: Path, dice: Random, hunter: Hunter, patch: pytest.MonkeyPatch) -> MortalEvening:
    """Runs all actions of an evening, repeats those in which the bot died, and checks everything; returns the
    evening.
    """
    MortalEvening.patch, MortalEvening.ledger, MortalEvening.passed = patch, Ledger(), Counter()
    async with MortalEvening.of(
        "Anna", "Bert", "Cyril", "Dora", database=database, channels=6, pictures=False
    ) as evening:
        assert isinstance(evening, MortalEvening)
        evening.tables, evening.points = {}, []

        def die(point: Point) -> bool:
            return hunter.die(dice, point)

        for act in EVENING:
            try:
                for life in range(LIVES + 1):
                    if await evening.survived(act(evening, dice), die if life < LIVES else spared):
                        break
                    await evening.born_again(die)
            except BaseException as failure:
                failure.add_note(f"{act.__name__}, killed at last {evening.points[-2:]}")
                raise
        await evening.all_is_well()
        return evening


@pytest.mark.parametrize("share", range(SHARES))
def test_a_busy_evening_survives_a_kill_at_every_write_and_request(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, share: int
) -> None:
    monkeypatch.setattr(service, "QUIET", 0.0)
    # Dozens of starts at one moment are no crash loop here, in which each waits longer than the one before.
    monkeypatch.setattr(identifies, "waiting", lambda *_: 0.0)
    hunter, passed, deaths, asked = Hunter(), Counter[Point](), 0, set[str]()
    for at in range(EVENINGS):
        with schedule("busy evening", share, at) as dice, pytest.MonkeyPatch.context() as patch:
            seal.install(seal.new_key() if at % 2 else "")
            folder = tmp_path / str(at)
            folder.mkdir()
            evening = asyncio.run(an_evening(folder / "games", dice, hunter, patch))
            seal.install("")
        passed += evening.passed
        deaths += len(evening.points)
        asked |= used(evening)
        hunter.common = {point for point, times in passed.items() if times >= COMMON}
        if at and (not hunter.lacking(passed) if FULL else had_all(passed)):
            break
    sends = {point for point in passed if point[0] in (SENDS, HEARS)}
    print(len(passed), "points,", len(hunter.met), "of them met,", deaths, "kills,", at + 1, "evenings")
    print(len(sends), "of them sends,", len(sends & set(hunter.met)), "met")
    assert {_bare(route) for route, _module in asks_of(passed)} == asked, "a request went past the gate"
    assert {route for route, _module in asks_of(passed)} >= ALWAYS
    assert all_asks() - asks_of(passed) == set()
    assert all_writes() - writes_of(passed) == set()
    assert deaths == sum(hunter.met.values())
    assert len(hunter.met) > 30
    if FULL:
        assert hunter.lacking(passed) == {}
