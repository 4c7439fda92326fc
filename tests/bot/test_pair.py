"""Tests processes that share shards: the one that gets a press answers it, and the table's own one shows it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from datetime import timedelta
from random import Random
from typing import Any

import pytest

from bot.emulator.people.seen import Seen
from bot.features.play.board import Board
from bot.features.play.board_owner import BoardOwner
from bot.features.statistics.service import Statistics
from bot.messages import reconciler
from bot.messages.outcomes import Result
from bot.messages.posts import PostedElsewhere
from bot.tables.limits import MAX_CALLS, MAX_NOTICES, Limits, TooSoon
from bot.tables.live import LiveTable
from storage import Database, Newcomer, PostSlot, engines
from storage.check import check
from storage.errors import DatabaseUnreachable
from storage.messages import Messages
from storage.postgres.engine import PostgresEngine
from storage.record import Record
from tests.bot.failing_store import failing
from tests.bot.pair import Pair
from tests.bot.table import Evening
from tests.bot.tables.test_conflict_retry import allowed
from tests.emulator import moderation
from tests.faults.judge import some_keys
from tests.faults.scale import often
from tests.postgres import Server
from tests.storage.table import NOON, SEED, new_game
from tests.storage.test_stats import ANNA_WINS

THREE = ("Anna", "Bert", "Cyril")


@pytest.fixture
async def pair(server: Server) -> AsyncIterator[Pair]:
    dsn = server.fresh()
    try:
        async with Pair.of(*THREE, dsn=dsn) as pair:
            yield pair
            pair.server.clean()
        assert [finding.trouble async for finding in check(dsn) if finding.trouble] == []
    finally:
        server.drop(dsn)


def shows_nothing(live: LiveTable, *, elsewhere: bool = False) -> None:
    """Does nothing, in place of the display of a process that has died."""


async def begun(pair: Pair, **options: Any) -> tuple[int, str]:
    """Starts a game on the server of shard 1; returns the number of its decision and the text of its board."""
    await pair.server.sit_down(game="mafia_city", **options)
    return pair.server.game.number, pair.server.board().text


def boards(pair: Pair) -> list[Seen]:
    """Returns every public message that has a button of a table."""
    return [seen for seen in pair.server.person("Anna").messages(pair.server.channel) if Evening.of_a_game(seen)]


def public(pair: Pair) -> list[Seen]:
    """Returns every message of the bot in the channel."""
    return [seen for seen in pair.server.person("Anna").messages(pair.server.channel) if seen.by_bot]


async def test_a_press_in_a_dm_shows_on_the_board_of_another_process(pair: Pair) -> None:
    number, before = await begun(pair)
    await pair.press_by_dm(pair.server.holder(pair.server.game.waiting[0]), "move")
    assert pair.direct.bot.app.tables.remembers(pair.server.table)
    await pair.answer_by_dm(*allowed(pair.server.game))
    await pair.comes(lambda: pair.server.board().text != before)
    assert pair.known(pair.server) > number
    assert len(boards(pair)) == 1
    assert pair.direct.table not in pair.direct.bot.app.publisher.boards, "who does not look after it shows no board"
    assert list(pair.direct.bot.app.clocks._armed) == []


async def test_the_clock_of_a_table_follows_what_another_process_has_answered(pair: Pair) -> None:
    await begun(pair, turn_seconds=60)
    await pair.pass_time(40)
    before = pair.alarm(pair.server)
    await pair.answer_by_dm(*allowed(pair.server.game))
    await pair.comes(lambda: pair.alarm(pair.server) != before)
    number, due = pair.alarm(pair.server)
    assert due == pair.server.now() + timedelta(seconds=60)
    length = len(await pair.server.bot.app.db.record.entries(pair.server.table))
    for _ in range(2):  # it may be prolonged once
        await pair.pass_time(100)
    assert len(await pair.server.bot.app.db.record.entries(pair.server.table)) > length, (
        "nobody answers: silence stands"
    )
    assert pair.known(pair.server) > number


async def test_a_panel_in_a_dm_follows_what_is_answered_in_the_server(pair: Pair) -> None:
    await begun(pair)
    first = pair.server.holder(pair.server.game.waiting[0])
    await pair.press_by_dm(first, "move")
    shown = [seen.text for seen in pair.direct.person(first).dms()]
    await pair.server.answer(pair.server.game.waiting[0], *allowed(pair.server.game))
    await pair.comes(lambda: [seen.text for seen in pair.direct.person(first).dms()] != shown)


async def test_a_hint_that_is_lost_is_caught_up(pair: Pair) -> None:
    _, before = await begun(pair)
    await pair.pass_time(5)
    pair.deafen()
    await pair.answer_by_dm(*allowed(pair.server.game))
    assert pair.server.board().text == before
    await pair.pass_time(5)
    await pair.comes(lambda: pair.server.board().text != before)
    assert len(boards(pair)) == 1


async def next_board_dies(pair: Pair, error: BaseException) -> list[int]:
    """Plays to the next phase, while storing the ID of the phase's new board raises an error; returns the IDs of all
    public messages of the bot.
    """
    game = pair.server.game
    mark = pair.server.live.epoch()

    async def fails(*_args: Any) -> None:
        raise error

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Messages, "put", failing(Messages.put, "board", fails))
        while pair.server.live.epoch() == mark:
            await pair.server.answer(game.waiting[0], *allowed(game))
        await pair.server.settled()
    return [seen.id for seen in public(pair)]


async def test_a_table_goes_on_if_a_commit_has_no_answer(pair: Pair, monkeypatch: pytest.MonkeyPatch) -> None:
    number, before = await begun(pair)
    append, asked = Record.append, pair.server.game

    async def loses_the_answer(record: Record, game: int, *args: Any, **named: Any) -> None:
        await append(record, game, *args, **named)
        monkeypatch.undo()
        raise DatabaseUnreachable("a server", "its connection has ended")

    monkeypatch.setattr(Record, "append", loses_the_answer)
    user = pair.server.bot.app.tables._live[pair.table].seat(asked.waiting[0]).user
    table, keys = pair.table, some_keys(asked, asked.waiting[0], Random(1))
    with pytest.raises(DatabaseUnreachable):
        await pair.server.bot.app.referee.play(table, number, user, keys)
    await pair.server.pass_time(4)
    assert pair.known(pair.server) > number
    assert pair.server.board().text != before


async def test_a_board_of_a_killed_worker_is_adopted_by_the_next_one(pair: Pair) -> None:
    await begun(pair)
    table, old = pair.server.table, pair.server.board()
    posted = await next_board_dies(pair, asyncio.CancelledError())
    assert posted[-1] != old.id
    await pair.server.crash()
    pair.direct.bot.app.shards.gain(1)
    await pair.comes(lambda: not pair.direct.person("Anna").message(pair.server.channel.id, old.id).usable)  # type: ignore[union-attr]
    assert [seen.id for seen in public(pair)] == posted
    row = await pair.direct.bot.app.db.messages.get(PostSlot("board", table))
    assert row is not None
    assert row.message == posted[-1] == boards(pair)[-1].id
    await pair.server.start()
    pair.server.bot.app.shards.lose(1)


async def test_a_board_is_adopted_after_the_database_has_died(pair: Pair, caplog: pytest.LogCaptureFixture) -> None:
    await begun(pair)
    table, old = pair.server.table, pair.server.board()
    posted = await next_board_dies(pair, DatabaseUnreachable("the database", "it has died"))
    assert posted[-1] != old.id
    await pair.server.bot.fence()
    await pair.server.stop()
    await pair.server.start()
    await pair.comes(lambda: not pair.server.person("Anna").message(pair.server.channel.id, old.id).usable)  # type: ignore[union-attr]
    assert [seen.id for seen in public(pair)] == posted
    row = await pair.server.bot.app.db.messages.get(PostSlot("board", table))
    assert row is not None
    assert row.message == posted[-1]
    assert "it has died" in caplog.text


async def test_a_board_is_adopted_by_the_same_process_once_the_database_is_back(pair: Pair) -> None:
    await begun(pair)
    old = pair.server.board()
    posted = await next_board_dies(pair, DatabaseUnreachable("the database", "it has died"))
    pair.server.bot.app.publisher.changed(pair.server.table)
    await pair.server.settled()
    assert [seen.id for seen in public(pair)] == posted
    assert [seen.id for seen in boards(pair)] == [posted[-1]] != [old.id]


async def test_the_other_process_shows_a_dead_processs_commits(pair: Pair) -> None:
    _, before = await begun(pair)
    pair.deafen()
    await pair.answer_by_dm(*allowed(pair.server.game))
    await pair.direct.crash()
    await pair.pass_time(5)
    await pair.comes(lambda: pair.server.board().text != before)


async def test_a_takeover_in_a_window_keeps_the_board_and_the_deadline(pair: Pair) -> None:
    await begun(pair, turn_seconds=600, window_seconds=60)
    await pair.server.to_window()
    await pair.pass_time(20)
    table, due = pair.server.table, pair.alarm(pair.server)
    # What it answers last it cannot show any more.
    pair.server.bot.app.bus.table_changed = shows_nothing  # type: ignore[method-assign]
    game = pair.server.game
    await pair.server.bot.app.referee.play(table, game.number, pair.server.live.seat(game.waiting[0]).user, ("pass",))
    before = pair.server.board()
    await pair.server.crash()
    assert list(pair.direct.bot.app.clocks._armed) == []
    pair.direct.bot.app.shards.gain(1)
    await pair.comes(lambda: table in pair.direct.bot.app.clocks._armed)
    assert pair.alarm(pair.direct) == due, "a window lasts as long as it was told"
    assert pair.direct.board().id == before.id
    await pair.pass_time(41)
    await pair.comes(lambda: pair.known(pair.direct) > due[0])
    assert len(boards(pair)) == 1
    await pair.server.start()
    pair.server.bot.app.shards.lose(1)


async def test_a_shard_that_is_lost_is_neither_timed_nor_shown_any_more(pair: Pair) -> None:
    number, before = await begun(pair, turn_seconds=60)
    app = pair.server.bot.app
    app.shards.lose(1)
    assert list(app.clocks._armed) == []
    await pair.pass_time(120)
    assert pair.known(pair.server) == number
    app.publisher.changed(pair.server.table)
    await pair.server.settled()
    await pair.answer_by_dm(*allowed(pair.server.game))
    await pair.pass_time(5)
    assert pair.server.board().text == before
    assert app.publisher.boards == {}
    # As soon as it is back all of it is.
    app.shards.gain(1)
    await pair.comes(lambda: pair.server.board().text != before)
    await pair.comes(lambda: pair.server.table in app.clocks._armed)


async def test_two_that_both_believe_to_own_a_table_post_no_board_twice_and_time_it_once(
    pair: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    await begun(pair, turn_seconds=60)
    pair.direct.bot.app.shards.gain(1)
    await pair.comes(lambda: pair.server.table in pair.direct.bot.app.clocks._armed)
    monkeypatch.setattr(reconciler, "QUICK_PAUSE", 0.0)
    db, claims = pair.server.bot.app.db, list[bool]()
    claim = Messages.claim

    async def claimed(self: Messages, *values: Any) -> bool:
        claims.append(await claim(self, *values))
        return claims[-1]

    monkeypatch.setattr(Messages, "claim", claimed)
    for _ in range(often(20, 200)):
        length, posted = len(await db.record.entries(pair.server.table)), len(public(pair))
        pair.server.clock.advance(61)
        await asyncio.gather(*(worker.bot.app.clocks.tick() for worker in pair.workers))
        for worker in pair.workers:
            await worker.settled()
        new = await db.record.entries(pair.server.table)
        silences = [entry.number for entry in new[length:] if entry.seat == "clock"]
        assert len(silences) == len(set(silences)) <= 1
        assert len(public(pair)) - posted <= 1
        assert len(boards(pair)) == 1
    assert claims.count(True) >= 2, "a phase, and so a board, came after another"
    assert claims.count(False) >= 1, "both wanted to post the same board"
    pair.direct.bot.app.shards.lose(1)
    # Both may take the same call down.
    refusals = pair.server.world.refusals
    refusals[:] = [one for one in refusals if one.status != 404]


async def test_a_deleted_board_is_posted_once_by_two_processes_that_claim_the_table(
    pair: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    await begun(pair, turn_seconds=600)
    pair.direct.bot.app.shards.gain(1)
    await pair.comes(lambda: pair.server.table in pair.direct.bot.app.clocks._armed)
    monkeypatch.setattr(reconciler, "QUICK_PAUSE", 0.0)
    lost, failed = list[int](), BoardOwner.failed

    async def counted(self: BoardOwner, board: Board, result: Result[None]) -> bool:
        if isinstance(result.error, PostedElsewhere):
            lost.append(board.game)
        return await failed(self, board, result)

    monkeypatch.setattr(BoardOwner, "failed", counted)
    for _ in range(often(10, 100)):
        (deleted,) = boards(pair)
        await pair.server.bot.http.delete_message(pair.server.channel.id, deleted.id)
        pair.server.clock.advance(10)
        for worker in pair.workers:
            worker.bot.app.publisher.boards.of(pair.server.table).fingerprint = ""
            worker.bot.app.publisher.changed(pair.server.table)
        for worker in pair.workers:
            await worker.settled()
        assert [one.id for one in boards(pair)] != [deleted.id]
        assert len(boards(pair)) == 1, "nobody, or two have posted it"
    assert lost, "both wanted to post it"
    pair.direct.bot.app.shards.lose(1)
    refusals = pair.server.world.refusals
    refusals[:] = [one for one in refusals if one.code != 10008]


async def test_a_deleted_board_is_posted_again_after_the_clock_was_set_back(
    pair: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    await begun(pair, turn_seconds=600)
    monkeypatch.setattr(reconciler, "QUICK_PAUSE", 0.0)
    (deleted,) = boards(pair)
    await pair.server.bot.http.delete_message(pair.server.channel.id, deleted.id)
    boards_of = pair.server.bot.app.publisher
    now = boards_of._now
    monkeypatch.setattr(boards_of._reconciler, "_now", lambda: now() - timedelta(hours=1))
    boards_of.boards.of(pair.server.table).fingerprint = ""
    boards_of.changed(pair.server.table)
    await pair.server.settled()
    (anew,) = boards(pair)
    assert anew.id != deleted.id
    refusals = pair.server.world.refusals
    refusals[:] = [one for one in refusals if one.code != 10008]


async def test_the_first_board_comes_at_once_however_the_clock_runs(
    pair: Pair, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The first board is posted once, although every reading of the clock differs: a board is identified by the time
    of the previous post, which must be equal in memory and database.
    """
    publisher, ticks = pair.server.bot.app.publisher, iter(range(10**6))
    now = publisher._now
    for place in (publisher, publisher._reconciler):
        monkeypatch.setattr(place, "_now", lambda: now() + timedelta(microseconds=next(ticks)))
    caplog.set_level("INFO")
    await begun(pair)
    assert len(boards(pair)) == 1
    assert "another process posts" not in caplog.text


async def test_settings_that_are_changed_in_a_dm_reach_the_hand_that_another_process_shows(pair: Pair) -> None:
    await begun(pair)
    before = pair.hand("Bert").text
    outcome = await pair.direct.slash("Bert", "profile", pair.direct.person("Bert").dm())
    assert outcome.message is not None
    await pair.direct.person("Bert").select(outcome.message, Evening.part(outcome.message, "set_language"), "sk")
    await pair.comes(lambda: pair.hand("Bert").text != before)
    assert len([seen for seen in pair.direct.person("Bert").dms() if "move" in Evening.verbs(seen)]) == 1


async def test_computers_think_only_in_one_process(pair: Pair) -> None:
    for worker in pair.workers:
        worker.bot.app.referee.computers.instant_computers = False
    await pair.server.open("Anna", "Bert", game="mafia_city")
    await pair.server.add_computer("Anna")
    await pair.server.press_board("Anna", "start")
    for _ in range(12):
        game = pair.server.game
        if pair.server.bot.app.referee.computers._pending:
            break
        await pair.answer_by_dm(*allowed(game))
        await pair.comes(lambda number=game.number: pair.known(pair.server) > number)  # type: ignore[misc]
        assert pair.direct.bot.app.referee.computers._pending == {}
    assert pair.server.bot.app.referee.computers._pending, "a computer is asked, and thinks where its table is"


async def test_the_shell_closes_a_table_in_the_process_that_has_it(pair: Pair) -> None:
    await begun(pair)
    table = pair.server.table
    await engines.ask_to_close(pair.server.database, table)
    pair.server.clock.advance(1)
    await pair.direct.bot.app.clocks.tick()
    await pair.direct.settled()
    assert (await pair.server.bot.app.db.games.get(table)).phase == "running"
    await pair.server.bot.app.clocks.tick()
    await pair.server.settled()
    assert (await pair.server.bot.app.db.games.get(table)).phase == "ended"


async def test_the_only_serving_process_sends_no_notifications(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    dsn, hints = server.fresh(), list[int]()

    async def hint(_db: Database, game: int) -> None:
        hints.append(game)

    monkeypatch.setattr(PostgresEngine, "notify_changed", hint)
    try:
        async with Evening.of(*THREE, database=dsn, pictures=False) as evening:
            await evening.sit_down()
            assert hints == []
            evening.clean()
    finally:
        server.drop(dsn)


async def test_a_server_s_setting_of_one_process_counts_at_once_in_the_other(pair: Pair) -> None:
    guild = pair.server.channel.guild_id
    assert guild is not None
    await pair.server.slash("Anna", "game new", game="mafia_city")
    settings = {"language": "sk", "kind": "kralovske_rosady", "pace": "untimed", "hints": True, "lobbies": 1}
    await pair.direct.bot.app.db.servers.change(guild, settings)
    other = pair.server.world.channel("table-2", pair.server.world.guilds[guild])
    await pair.server.slash("Bert", "game new", other)
    row = await pair.server.bot.app.db.games.in_channel(other.id)
    assert row is not None
    assert (row.language, row.kind, row.pace, row.hints) == ("sk", "kralovske_rosady", "untimed", True)
    await pair.direct.bot.app.db.servers.change(guild, {"openers": "managers"})
    refused = await pair.server.slash("Cyril", "game new", other)
    assert "only people who may manage channels" in refused.text
    await pair.direct.bot.app.db.servers.change(guild, {"openers": "everyone", "threads": True})
    await pair.server.slash("Cyril", "game new", other)
    assert [one for one in pair.server.world.channels.values() if one.parent_id == other.id and one.is_thread]
    refused = await pair.server.slash("Cyril", "game new", other, game="mafia_city")
    assert "Your open lobbies: 1" in refused.text
    await pair.direct.bot.app.db.servers.change(guild, {"puzzle_channel": other.id})
    noon = pair.server.now().replace(hour=12)
    for worker in pair.workers:
        await worker.bot.app.puzzle_posts.look(noon)
    await pair.server.settled()
    assert sum("🧩" in seen.text for seen in pair.server.person("Anna").messages(other)) == 1


async def test_a_server_s_rules_of_one_process_count_at_once_in_the_other(pair: Pair) -> None:
    server, guild = pair.server, pair.server.channel.guild_id
    assert guild is not None
    here, other = server.channel, server.world.channel("table-2", server.world.guilds[guild])
    role = moderation.add_role(server.world, server.world.guilds[guild], "hosts", mentionable=True)

    async def change(**settings: object) -> None:
        await pair.direct.bot.app.db.servers.change(guild, settings)

    await change(channels=(other.id,))
    assert f"<#{other.id}>" in (await server.slash("Bert", "game new", game="mafia_city")).text
    await change(channels=(), openers="role", opener_role=role.id)
    assert f"<@&{role.id}>" in (await server.slash("Bert", "game new", game="mafia_city")).text
    await change(openers="everyone", call_role=role.id, log_channel=other.id, channel_lobbies=1, threads=True)
    await server.slash("Bert", "game new", game="mafia_city")
    (thread,) = (one for one in server.world.channels.values() if one.parent_id == here.id and one.is_thread)
    lobby = next(seen for seen in server.person("Bert").messages(here) if seen.id == thread.id)
    assert "call" in Evening.verbs(lobby)
    await server.until(lambda: server.person("Anna").messages(other))
    assert f"<@{server.person('Bert').id}>" in server.person("Anna").messages(other)[-1].text
    full = await server.slash("Cyril", "game new", game="mafia_city")
    assert len([one for one in server.world.channels.values() if one.is_thread]) == 1, full.text
    hour = server.now().hour
    await change(quiet=f"{hour:02}:00-{(hour + 2) % 24:02}:00", zone="UTC")
    await server.person("Bert").select(lobby, Evening.part(lobby, "invite"), str(server.person("Cyril").id))
    await server.settled()
    assert (await server.bot.app.db.games.in_channel(thread.id)).invited == (server.person("Cyril").id,)  # type: ignore[union-attr]
    assert server.world.pings == []


async def test_a_block_in_a_dm_counts_at_once_in_the_process_of_the_server(pair: Pair) -> None:
    anna, bert = (pair.server.person(name) for name in ("Anna", "Bert"))
    await pair.server.open("Anna", game="mafia_city")
    await pair.direct.bot.app.db.blocks.add(anna.id, bert.id)
    refused = await pair.server.press_board("Bert", "join")
    assert [seat.user for seat in pair.server.live.seats] == [anna.id], refused.text


async def test_a_table_that_another_process_closes_is_in_the_log_of_its_server(pair: Pair) -> None:
    server, bert = pair.server, pair.server.person("Bert")
    other = server.world.channel("table-2", server.world.guilds[server.channel.guild_id or 0])
    await server.open("Bert", host="Bert")
    await pair.direct.bot.app.db.servers.change(server.channel.guild_id or 0, {"log_channel": other.id})
    await pair.direct.slash("Bert", "privacy forget", bert.dm())
    question = bert.dms()[-1]
    await pair.direct.press("Bert", question, Evening.part(question, "forget_me"))
    await pair.direct.settled()
    await server.until(lambda: server.person("Anna").messages(other))
    assert len(server.person("Anna").messages(other)) == 1


async def test_limits_of_an_hour_hold_for_both_processes_and_after_a_restart(pair: Pair) -> None:
    user = pair.server.person("Anna").id
    for at in range(MAX_CALLS):
        async with pair.workers[at % 2].bot.app.services.get(Limits).call(user):
            pass
    await pair.server.crash()
    await pair.server.start()
    for worker in pair.workers:
        limits = worker.bot.app.services.get(Limits)
        with pytest.raises(TooSoon):
            async with limits.call(user):
                pass
    notices = [await pair.workers[at % 2].bot.app.services.get(Limits).notice(user) for at in range(MAX_NOTICES + 2)]
    assert notices == [True] * MAX_NOTICES + [False] * 2


async def test_a_user_who_is_forgotten_in_one_process_leaves_the_memory_of_the_other(pair: Pair) -> None:
    server, bert = pair.server.bot.app, pair.server.person("Bert")
    anna, cyril = (pair.server.person(name).id for name in ("Anna", "Cyril"))
    game = await server.db.tables.open(new_game(), SEED, [
        Newcomer(user, "X", NOON) for user in (anna, bert.id, cyril)
    ])  # fmt: skip
    await server.db.tables.start(game, 1, NOON)
    await server.db.tables.finish(game, "over", json.dumps(ANNA_WINS), NOON)
    await server.db.statistics.up_to_date()
    statistics, people = server.services.get(Statistics), server.people
    assert bert.id in await statistics._ratings.all("some_game", 7)
    await people.is_new(bert.id, "some_game")
    await pair.direct.slash("Bert", "privacy forget", bert.dm())
    question = bert.dms()[-1]
    await pair.direct.press("Bert", question, Evening.part(question, "forget_me"))
    await pair.pass_time(4)
    assert not statistics._ratings._ladders
    assert not people._played
    assert not people._seen
    assert bert.id not in people._rows
    assert bert.id not in await statistics._ratings.all("some_game", 7)
