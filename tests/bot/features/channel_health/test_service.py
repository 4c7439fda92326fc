"""Tests tables whose channel the bot cannot use, and players who have left the server.

The time of such a table stops, someone who can help is notified, and the game resumes.
"""

from __future__ import annotations

import asyncio
from datetime import timedelta
from pathlib import Path

from bot.emulator.objects import Channel
from bot.emulator.world import acts
from bot.features.server.service import ELSEWHERE
from bot.tables.voting import DEADLINES_MISSED
from tests.bot.refused import CZECH, NO_TABLE
from tests.bot.table import PATIENCE, Evening
from tests.emulator import moderation

THREE = ("Anna", "Bert", "Cyril")
DAY = 86_400


async def in_a_thread(evening: Evening) -> Channel:
    """Starts a game of three in a new thread of the channel and returns the thread."""
    thread = acts.add_thread(evening.world, evening.channel, "evening", owner=evening.person("Anna").id)
    await evening.slash("Anna", "game new", channel=thread, game="mafia_city")
    for name in ("Bert", "Cyril"):
        await evening.slash(name, "game join", channel=thread)
    await evening.slash("Anna", "game start", channel=thread)
    return thread


def rest(evening: Evening) -> float:
    """Returns the seconds until the deadline of the present decision."""
    assert evening.live.deadline is not None
    return (evening.live.deadline.due - evening.now()).total_seconds()


def looks_after(evening: Evening) -> list[int]:
    """Returns a list that gets a server's ID each time the bot has finished checking that server's channels."""
    channel_health, finished = evening.bot.app.channel_health, list[int]()
    looks = channel_health.server

    async def counted(number: int) -> None:
        await looks(number)
        finished.append(number)

    channel_health.server = counted  # type: ignore[method-assign, assignment]
    return finished


async def stands_still(evening: Evening, expected: bool) -> None:
    """Waits until the bot has paused the table because of its channel (`expected`), or has resumed it (not
    `expected`).
    """

    def noticed() -> bool:
        live = evening.bot.app.tables.peek(evening.table)
        return live is not None and live.in_trouble is expected

    await evening.noticed(noticed)


async def move(evening: Evening) -> None:
    game = evening.game
    assert game.decision is not None
    await evening.answer(game.waiting[0], game.decision.silence or "pass")


async def test_a_permission_that_comes_back_lets_the_game_go_on_with_its_time(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down(pace="correspondence")
        moderation.forbid(evening.world, evening.channel, "view_channel")
        await move(evening)
        left = rest(evening)
        assert evening.live.in_trouble
        await evening.pass_time(3 * DAY)
        moderation.allow(evening.world, evening.channel, "view_channel")
        await stands_still(evening, False)
        await evening.settled()
        assert rest(evening) == left
        assert "move" in Evening.verbs(evening.board())


async def test_anyone_who_can_mend_it_is_notified_once(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down()
        before = len(evening.person("Anna").dms())
        moderation.forbid(evening.world, evening.channel, "view_channel")
        await move(evening)
        for _ in range(3):
            evening.bot.app.publisher.changed(evening.live.id)
            await evening.settled()
        words = [letter.text for letter in evening.person("Anna").dms()[before:]]
        assert len(words) == 1
        assert "Zobrazit kanál (View Channel)" in words[0]


async def test_if_the_host_takes_no_dms_the_next_player_is_notified(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down()
        evening.person("Anna").close_dms()
        moderation.forbid(evening.world, evening.channel, "view_channel")
        await move(evening)
        told = [name for name in ("Bert", "Cyril") if "View Channel" in evening.person(name).dms()[-1].text]
        assert len(told) == 1


async def test_a_table_whose_channel_is_gone_moves_where_a_player_resumes_it(database: Path) -> None:
    async with Evening.of(*THREE, "Dora", database=database) as evening:
        await evening.sit_down(*THREE)
        hand = (await evening.slash("Bert", "game hand")).text
        left, here = rest(evening), evening.channel.id
        other = evening.world.channel("table-2")
        moderation.delete_channel(evening.world, evening.channel)
        await evening.until(lambda: "pokračovat" in evening.person("Anna").dms()[-1].text)
        await evening.settled()
        await evening.pass_time(5_000)
        assert NO_TABLE in (await evening.slash("Dora", "game resume", channel=other)).text
        await evening.slash("Bert", "game resume", channel=other)
        assert evening.live.row.channel == other.id
        assert evening.live.row.paused_at is None
        assert rest(evening) == left
        assert any(
            part.custom_id.endswith(":move") for seen in evening.person("Cyril").messages(other) for part in seen.usable
        )
        there = hand.replace(f"<#{here}>", f"<#{other.id}>")
        assert (await evening.slash("Bert", "game hand", channel=other)).text == there != hand


async def test_the_lobby_of_a_deleted_channel_is_called_off(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.open()
        table = evening.table
        moderation.delete_channel(evening.world, evening.channel)
        async with asyncio.timeout(PATIENCE):
            while (await evening.bot.app.db.games.get(table)).phase != "ended":
                await evening.settled()


async def test_an_archived_thread_is_opened_by_the_next_board(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        thread = await in_a_thread(evening)
        acts.archive(evening.world, thread)
        await move(evening)
        assert not thread.archived
        assert evening.live.row.paused_at is None
        assert any(seen.usable for seen in evening.person("Anna").messages(thread) if not seen.ephemeral)


async def test_a_locked_thread_pauses_until_it_is_opened(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        thread = await in_a_thread(evening)
        left = rest(evening)
        acts.archive(evening.world, thread, locked=True)
        await stands_still(evening, True)
        await evening.until(lambda: "zamčené" in evening.person("Anna").dms()[-1].text)
        await evening.pass_time(5_000)
        acts.archive(evening.world, thread, archived=False)
        await stands_still(evening, False)
        await evening.settled()
        assert rest(evening) == left


async def test_sent_away_and_invited_back_the_bot_goes_on_with_the_same_hands(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down()
        hand, left = (await evening.slash("Bert", "game hand")).text, rest(evening)
        guild = next(iter(evening.world.guilds.values()))
        moderation.leave(evening.world, guild, evening.world.bot.id)
        await stands_still(evening, True)
        await evening.pass_time(5_000)
        acts.invite_bot(evening.world, guild)
        await stands_still(evening, False)
        await evening.settled()
        assert rest(evening) == left
        assert (await evening.slash("Bert", "game hand")).text == hand
        assert "move" in Evening.verbs(evening.board())


async def test_sent_away_and_invited_back_at_once_it_goes_on(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down()
        guild = next(iter(evening.world.guilds.values()))
        looks = looks_after(evening)
        moderation.leave(evening.world, guild, evening.world.bot.id)
        acts.invite_bot(evening.world, guild)
        await evening.noticed(lambda: len(looks) == 2)
        await evening.settled()
        assert evening.live.row.paused_at is None


async def test_a_table_continues_at_the_start_if_its_channel_was_repaired_before(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down()
        moderation.forbid(evening.world, evening.channel, "view_channel")
        await move(evening)
        assert evening.live.in_trouble
        await evening.stop()
        moderation.allow(evening.world, evening.channel, "view_channel")
        await evening.start()
        await stands_still(evening, False)
        await evening.settled()
        assert "move" in Evening.verbs(evening.board())


async def test_a_pause_of_the_table_is_not_lifted_by_the_bot(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down()
        await evening.slash("Anna", "game pause")
        moderation.forbid(evening.world, evening.channel, "send_messages")
        moderation.allow(evening.world, evening.channel, "send_messages")
        await evening.bot.app.channel_health.mended()
        assert evening.live.row.paused_at is not None


async def test_about_a_player_who_left_the_server_the_table_is_asked(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down()
        game = evening.game
        seat = game.waiting[0]
        gone = evening.person(evening.holder(seat))
        moderation.leave(evening.world, next(iter(evening.world.guilds.values())), gone.id)
        for _ in range(2):
            await evening.pass_time(91)
        assert evening.live.seat(seat).absences == DEADLINES_MISSED
        viewer = next(name for name in THREE if name != gone.name)
        assert f"<@{gone.id}> už na tomto serveru není" in evening.board(viewer).text
        assert {"wait", "let_computer", "hand_over"} <= Evening.verbs(evening.board(viewer))


async def test_one_missed_deadline_does_not_make_a_player_absent(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down()
        await evening.pass_time(91)
        assert evening.live.absent is None
        evening.clean()


async def test_an_untimed_table_finds_out_within_a_day(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down(pace="untimed")
        game = evening.game
        gone = evening.person(evening.holder(game.waiting[0]))
        moderation.leave(evening.world, next(iter(evening.world.guilds.values())), gone.id)
        await evening.pass_time(timedelta(hours=25).total_seconds())
        assert evening.live.absent == game.waiting[0]


async def test_a_table_moves_only_to_a_channel_in_which_tables_are_allowed(database: Path) -> None:
    async with Evening.of(*THREE, "Dora", database=database) as evening:
        await evening.sit_down(*THREE)
        gone, other = evening.channel.id, evening.world.channel("table-2")
        allowed = acts.add_channel(evening.world, "allowed")
        moderation.delete_channel(evening.world, evening.channel)
        await evening.until(lambda: "pokračovat" in evening.person("Anna").dms()[-1].text)
        await evening.settled()
        await evening.bot.app.db.servers.change(other.guild_id or 0, {"channels": (allowed.id,)})
        refused = await evening.slash("Bert", "game resume", channel=other)
        assert CZECH(ELSEWHERE, channels=f"<#{allowed.id}>") in refused.text
        assert evening.live.row.channel == gone
        await evening.slash("Bert", "game resume", channel=allowed)
        assert evening.live.row.channel == allowed.id
