"""Tests that permanent refusals are not repeated: edits of old messages (30046), and expired tokens."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from bot.emulator.world import messages
from bot.maintenance.closing import APOLOGY
from rules import GAMES
from tests.bot.table import Evening
from tests.faults.judge import Ledger, goes_on, shown
from tests.faults.scale import often, schedule

THREE = ("Anna", "Bert", "Cyril")
PLAIN, LENT = "PATCH /channels/{channel_id}/messages/{message_id}", "PATCH /webhooks/{webhook_id}/{webhook_token}"
FOR_EVER = 10_000


def asked(evening: Evening, *statuses: int) -> Counter[str]:
    """Returns how often each path was answered with one of these statuses."""
    return Counter(one.path for one in evening.discord.requests if one.status in statuses)


def errors(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR]


@pytest.mark.parametrize("lent", [False, True])
async def test_a_worn_board_is_left_for_a_new_one_at_once(
    lent: bool, database: Path, caplog: pytest.LogCaptureFixture, hurried: Callable[[], float]
) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        old, ledger = await evening.sit_down(), Ledger()
        keeper = evening.bot.app.publisher.boards.of(evening.table)
        keeper.tokens.clear()
        if lent:
            await evening.press_board("Anna", "hand")
        before = hurried()
        evening.world.faults.demand(429, LENT if lent else PLAIN, times=FOR_EVER, code=30046, retry_after=3000)
        await goes_on(evening.bot.app, evening.table, Random(1), ledger, 1)
        await evening.settled()
        evening.world.faults.coming.clear()
        assert hurried() == before, "nobody waits until the old message may be edited again"
        assert evening.board().id != old.id
        assert evening.person("Anna").message(evening.channel.id, old.id) is None
        assert sum(asked(evening, 429).values()) == 1
        await goes_on(evening.bot.app, evening.table, Random(2), ledger, 5)
        await shown(evening, ledger)
        assert errors(caplog) == []


@pytest.mark.parametrize("kind", GAMES)
async def test_old_messages_are_refused_at_most_once(
    kind: str, database: Path, monkeypatch: pytest.MonkeyPatch, hurried: Callable[[], float]
) -> None:
    """If Discord allows three edits of an old message within six seconds, each message is refused once at most.

    This holds for boards, hands, notices and watchers' messages.
    """
    monkeypatch.setattr(messages, "OLD", -1.0)
    names = THREE[: max(2, GAMES[kind].seats[0])]
    for round_ in range(often(1, 10)):
        path = database.with_name(f"{round_}.sqlite3")
        with schedule("worn", kind, round_) as dice:
            async with Evening.of(*names, "Dora", database=path, pictures=False) as evening:
                evening.world.limits.old_edits = (3, 6.0)
                ledger = Ledger()
                await evening.open(*names, game=kind)
                await evening.press_board("Anna", "start")
                await evening.slash("Dora", "game watch")
                for _ in range(often(12, 60)):
                    if evening.live.row.phase != "running":
                        break
                    await goes_on(evening.bot.app, evening.table, dice, ledger, 1)
                    await evening.pass_time(dice.choice((0.0, 0.5, 2.0)))
                refused = asked(evening, 429)
                assert refused, "Discord's limit was met"
                assert max(refused.values()) == 1, refused.most_common(3)
                await shown(evening, ledger)


@pytest.mark.parametrize(("status", "code"), [(401, 50027), (404, 10015)])
async def test_an_expired_token_is_met_once(
    status: int, code: int, database: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down()
        ledger = Ledger()
        for name in THREE:
            await evening.press_board(name, "hand")
        evening.world.faults.demand(status, "/webhooks/", times=FOR_EVER, code=code)
        for turn in range(6):
            await goes_on(evening.bot.app, evening.table, Random(turn), ledger, 1)
            await evening.settled()
            for name in THREE:
                board = evening.board(name)
                await evening.person(name).press(board, Evening.part(board, "move"))
                await evening.settled()
        app = evening.bot.app
        await app.closing.finish(evening.live.row, evening.now(), APOLOGY)
        await evening.settled()
        tokens = Counter(path.split("/")[3] for path in asked(evening, status).elements())
        assert tokens, "expired tokens were met"
        assert max(tokens.values()) == 1, tokens
        assert errors(caplog) == []


async def test_a_token_counts_from_when_it_was_given(database: Path) -> None:
    """A press that arrives late brings a token that is already old; after it has expired, the bot does not use it."""
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down(pace="correspondence")
        app = evening.bot.app
        add_token = app.publisher.add_token

        def late(game: int, interaction: object) -> None:
            evening.clock.advance(10 * 60)
            add_token(game, interaction)  # type: ignore[arg-type]

        app.publisher.add_token = late  # type: ignore[method-assign]
        await evening.press_board("Anna", "hand")
        evening.clock.advance(5 * 60)
        await goes_on(app, evening.table, Random(1), Ledger(), 1)
        assert not asked(evening, 401, 404)
        evening.clean()
