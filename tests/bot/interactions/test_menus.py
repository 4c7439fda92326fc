"""Tests the entries in the context menus of users and of messages: who is offered what, and every refusal."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from bot.emulator.errors import Json
from bot.emulator.objects import EPHEMERAL
from bot.emulator.world import interactions
from bot.features.lobby.host_commands import NO_LOBBY, SEVERAL
from bot.features.replay.commands import NEVER_PLAYED
from bot.features.replay.service import TOO_EARLY
from bot.features.statistics.commands import ELSEWHERE
from bot.interactions.component_context import NO_GUEST
from bot.interactions.resolvers import NO_BOARD
from bot.permissions import may
from bot.tables.refusals import CANNOT_WRITE, NotRunning, explained
from bot.texts import LANGUAGES, translator_for
from storage.schedules import Schedule
from tests.bot.features.lobby.test_host import invite
from tests.bot.features.profile.test_blocks import block, make_private, sits
from tests.bot.features.replay.test_commands import opened
from tests.bot.features.spectate.test_service import shown
from tests.bot.played_out import played_out
from tests.bot.refused import CZECH
from tests.bot.table import Evening
from tests.emulator.moderation import allow, forbid

TWO = ("Anna", "Bert")
THREE = ("Anna", "Bert", "Cyril")
ON_A_USER, ON_A_MESSAGE = 2, 3
INVITE, PROFILE, BLOCK, REPLAY, WATCH = "Invite to my table", "Profile", "Block", "Replay", "Watch"
MOST_LETTERS = 32


# What is offered


async def test_everyone_has_the_entries_in_their_language(database: Path) -> None:
    async with Evening.of("Anna", database=database, locale="en-US") as evening:
        anna = evening.person("Anna")
        assert {*anna.menu(evening.channel, ON_A_USER)} == {INVITE, PROFILE, BLOCK}
        assert {*anna.menu(evening.channel, ON_A_MESSAGE)} == {REPLAY, WATCH}
        anna.locale = "cs"
        assert {*anna.menu(evening.channel, ON_A_USER)} == {CZECH(one) for one in (INVITE, PROFILE, BLOCK)}
        assert {*anna.menu(anna.dm(), ON_A_MESSAGE)} == {CZECH(one) for one in (REPLAY, WATCH)}
        evening.clean()


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("entry", [INVITE, PROFILE, BLOCK, REPLAY, WATCH])
def test_entries_are_short_enough_in_every_language(entry: str, code: str) -> None:
    said = translator_for(code)(entry)
    assert 1 <= len(said) <= MOST_LETTERS
    assert (said != entry) is (code != "en")


# Invite to my table


def pinged(evening: Evening, name: str) -> list[str]:
    """Returns the texts of the public messages that ping a user, in the channel of the table."""
    seen = evening.person(name).messages(evening.channel)
    return [one.text for one in seen if not one.ephemeral and one.pings]


async def test_a_host_invites_someone_from_any_channel(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.open("Anna")
        await make_private(evening)
        elsewhere = evening.world.channel("table-2")
        for name, channel in (("Bert", None), ("Cyril", elsewhere)):
            outcome = await evening.choose_on("Anna", INVITE, evening.person(name), channel)
            assert evening.person(name).mention in outcome.text
            assert f"<#{evening.channel.id}>" in outcome.text
            assert outcome.message is not None
            assert outcome.message.ephemeral
            assert len(pinged(evening, name)) == 1
            await evening.press_board(name, "join")
            assert sits(evening, name)
        assert [one for one in evening.person("Bert").messages(elsewhere) if not one.ephemeral] == []
        evening.clean()


async def test_an_invitation_says_and_stores_the_same_as_the_lobbys_own(database: Path) -> None:
    said = []
    for at, by_menu in enumerate((True, False)):
        async with Evening.of(*TWO, database=database.with_name(f"{at}.sqlite3")) as evening:
            await evening.open("Anna")
            bert = evening.person("Bert")
            await (evening.choose_on("Anna", INVITE, bert) if by_menu else invite(evening, "Anna", "Bert"))
            again = await (evening.choose_on("Anna", INVITE, bert) if by_menu else invite(evening, "Anna", "Bert"))
            assert evening.live.row.invited == (bert.id,)
            said.append((pinged(evening, "Bert"), evening.private("Anna").text))
            assert again.message is not None
            evening.clean()
    assert said[0] == said[1]


async def test_an_invitation_that_cannot_be_posted_names_the_permission(database: Path) -> None:
    async with Evening.of(*TWO, database=database) as evening:
        await evening.open("Anna")
        await make_private(evening)
        bert, elsewhere = evening.person("Bert"), evening.world.channel("table-2")
        forbid(evening.world, evening.channel, "send_messages")
        await evening.noticed(lambda: not may(evening.bot, evening.channel.id, "send_messages"))
        for _ in range(2):
            refused = await evening.choose_on("Anna", INVITE, bert, elsewhere)
            permissions = CZECH("Send Messages")
            assert CZECH(CANNOT_WRITE, channel=evening.channel.id, permissions=permissions) in refused.text
            assert evening.live.row.invited == ()
        allow(evening.world, evening.channel, "send_messages")
        await evening.noticed(lambda: may(evening.bot, evening.channel.id, "send_messages"))
        outcome = await evening.choose_on("Anna", INVITE, bert, elsewhere)
        assert bert.mention in outcome.text
        assert len(pinged(evening, "Bert")) == 1
        await evening.press_board("Bert", "join")
        assert sits(evening, "Bert")
        evening.clean()


async def test_the_lobby_of_this_channel_is_meant_or_the_only_one(database: Path) -> None:
    async with Evening.of(*TWO, database=database, channels=3) as evening:
        second, third = (evening.world.channel(f"table-{number}") for number in (2, 3))
        await evening.open("Anna")
        await evening.slash("Anna", "game new", second, game="mafia_city")
        bert, db = evening.person("Bert"), evening.bot.app.db
        refused = await evening.choose_on("Anna", INVITE, bert, third)
        assert refused.text == CZECH(SEVERAL, channels=f"<#{evening.channel.id}>, <#{second.id}>")
        assert [row.invited for row in await db.games.lobbies_of(evening.person("Anna").id)] == [(), ()]
        await evening.choose_on("Anna", INVITE, bert, second)
        assert [row.invited for row in await db.games.lobbies_of(evening.person("Anna").id)] == [(), (bert.id,)]
        evening.clean()


async def test_only_the_host_of_a_lobby_of_this_server_invites(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        anna, bert, cyril = (evening.person(name) for name in THREE)
        assert (await evening.choose_on("Anna", INVITE, bert)).text == CZECH(NO_LOBBY)
        await evening.open("Anna", "Bert", game="kralovske_rosady")
        assert (await evening.choose_on("Bert", INVITE, cyril)).text == CZECH(NO_LOBBY)
        assert (await evening.choose_on("Anna", INVITE, anna, anna.dm())).text == CZECH(NO_LOBBY)
        assert anna.mention in (await evening.choose_on("Anna", INVITE, anna)).text
        assert (await evening.choose_on("Anna", INVITE, evening.world.bot)).text == CZECH(NO_GUEST)
        del next(iter(evening.world.guilds.values())).members[cyril.id]
        assert (await evening.choose_on("Anna", INVITE, cyril)).text == CZECH(NO_GUEST)
        assert evening.live.row.invited == ()
        await evening.press_board("Anna", "start")
        assert (await evening.choose_on("Anna", INVITE, cyril)).text == CZECH(NO_LOBBY)
        evening.clean()


async def test_a_guest_who_blocks_the_host_is_invited_without_a_ping(
    database: Path,
) -> None:
    said = []
    for blocks in (True, False):
        for way in ("menu", "lobby"):
            async with Evening.of(*TWO, database=database.with_name(f"{blocks}{way}.sqlite3")) as evening:
                if blocks:
                    await block(evening, "Bert", "Anna")
                await evening.open("Anna")
                if way == "menu":
                    outcome = await evening.choose_on("Anna", INVITE, evening.person("Bert"))
                else:
                    outcome = await invite(evening, "Anna", "Bert")
                shown = [seen.text for seen in evening.person("Anna").messages(evening.channel)]
                said.append((way, outcome.text, shown, evening.live.row.invited))
                assert bool(pinged(evening, "Bert")) is not blocks
                evening.clean()
    assert said[:2] == said[2:]


async def test_quiet_hours_of_the_server_keep_an_invitation_silent(database: Path) -> None:
    async with Evening.of(*TWO, database=database) as evening:
        await evening.open("Anna")
        hours = f"{evening.now():%H}:00-{(evening.now().hour + 2) % 24:02}:00"
        await evening.bot.app.db.servers.change(evening.channel.guild_id or 0, {"quiet": hours, "zone": "UTC"})
        await evening.choose_on("Anna", INVITE, evening.person("Bert"))
        assert pinged(evening, "Bert") == []
        assert evening.live.row.invited == (evening.person("Bert").id,)
        evening.clean()


# Profile


async def test_a_profile_shows_statistics_and_reliability_and_the_host_sees_no_more(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await played_out(evening)
        await evening.open("Anna", "Bert")
        said = [(await evening.choose_on(name, PROFILE, evening.person("Bert"))).text for name in ("Anna", "Cyril")]
        assert said[0] == said[1]
        assert "Královské rošády: 1 hra" in said[0]
        assert "Spolehlivost (počet posledních her s lidmi: 1): nový hráč" in said[0]
        own = (await evening.choose_on("Bert", PROFILE, evening.person("Bert"))).text
        assert "Spolehlivost (počet posledních her s lidmi: 1): nový hráč" in own
        evening.clean()


async def test_a_hidden_profile_one_of_a_bot_and_one_in_a_dm_are_not_shown(database: Path) -> None:
    async with Evening.of(*TWO, database=database) as evening:
        anna, bert = (evening.person(name) for name in TWO)
        assert (await evening.choose_on("Anna", PROFILE, bert, anna.dm())).text == CZECH(ELSEWHERE)
        assert "Statistika" in (await evening.choose_on("Anna", PROFILE, anna, anna.dm())).text
        bot = await evening.choose_on("Anna", PROFILE, evening.world.bot)
        assert bot.text == CZECH("Bots have no profile. Choose a person.")
        await evening.bot.app.db.people.set_listed(bert.id, False)
        hidden = await evening.choose_on("Anna", PROFILE, bert)
        assert hidden.text == CZECH("This player's statistics are private.")
        assert "Spolehlivost" in (await evening.choose_on("Bert", PROFILE, bert)).text
        del next(iter(evening.world.guilds.values())).members[bert.id]
        await evening.bot.app.db.people.set_listed(bert.id, True)
        assert (await evening.choose_on("Anna", PROFILE, bert)).text == CZECH(ELSEWHERE)
        evening.clean()


async def test_a_profile_does_not_reveal_a_block(database: Path) -> None:
    said = []
    for at, blocks in enumerate((True, False)):
        async with Evening.of(*TWO, database=database.with_name(f"{at}.sqlite3")) as evening:
            if blocks:
                await block(evening, "Bert", "Anna")
            said.append((await evening.choose_on("Anna", PROFILE, evening.person("Bert"))).text)
            evening.clean()
    assert said[0] == said[1]


# Block


def seen_by(evening: Evening, name: str) -> list[tuple[int, str, bool]]:
    """Returns every message that a user sees, in the channel and by DM: its ID, its text, and whether it was edited."""
    person = evening.person(name)
    seen = [*person.messages(evening.channel), *person.dms()]
    return [(one.id, one.text, one.edited) for one in seen]


async def test_a_block_by_the_menu_is_that_of_the_profile_and_no_one_learns_of_it(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.open("Anna", "Bert")
        anna, bert = (evening.person(name) for name in TWO)
        before, since = [seen_by(evening, name) for name in THREE[1:]], len(evening.discord.requests)
        outcome = await evening.choose_on("Anna", BLOCK, bert)
        assert bert.mention in outcome.text
        assert outcome.message is not None
        assert outcome.message.ephemeral
        assert [seen_by(evening, name) for name in THREE[1:]] == before
        (answer,) = evening.discord.requests[since:]
        assert answer.body is not None
        assert answer.body["data"]["flags"] & EPHEMERAL
        assert answer.body["data"]["allowed_mentions"]["parse"] == []
        assert await evening.bot.app.db.blocks.of(anna.id) == [bert.id]
        await evening.slash("Anna", "profile", unblock=bert)
        assert await evening.bot.app.db.blocks.of(anna.id) == []
        evening.clean()


async def test_no_one_blocks_themselves_or_a_bot_by_the_menu(database: Path) -> None:
    async with Evening.of("Anna", database=database) as evening:
        anna = evening.person("Anna")
        for target in (anna, evening.world.bot):
            refused = await evening.choose_on("Anna", BLOCK, target, anna.dm())
            assert refused.text == CZECH("You can block other people, but neither yourself nor a bot.")
        assert await evening.bot.app.db.blocks.of(anna.id) == []
        evening.clean()


# Replay and Watch


async def test_replay_on_the_board_of_a_finished_game_shows_its_replay(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await played_out(evening)
        by_command = await opened(evening, "Cyril")
        (board,) = (one for one in evening.person("Cyril").messages(evening.channel) if "rematch" in evening.verbs(one))
        outcome = await evening.choose_on("Cyril", REPLAY, board)
        assert outcome.message is not None
        assert outcome.message.ephemeral
        assert outcome.message.text == by_command.text
        await evening.restart()
        assert (await evening.choose_on("Cyril", REPLAY, board)).text == by_command.text
        refused = await evening.choose_on("Cyril", WATCH, board)
        assert refused.text == explained(NotRunning("over"), CZECH)
        evening.clean()


async def test_watch_on_a_board_is_that_of_the_command(database: Path) -> None:
    async with Evening.of(*THREE, "Dora", database=database) as evening:
        lobby = await evening.open(*THREE)
        assert (await evening.choose_on("Dora", WATCH, lobby)).text == explained(NotRunning("lobby"), CZECH)
        assert (await evening.choose_on("Dora", REPLAY, lobby)).text == CZECH(TOO_EARLY)
        await evening.press_board("Anna", "start")
        assert (await evening.choose_on("Dora", REPLAY, evening.board("Dora"))).text == CZECH(TOO_EARLY)
        outcome = await evening.choose_on("Dora", WATCH, evening.board("Dora"))
        assert "Sleduješ tento stůl" in outcome.text
        assert evening.verbs(shown(evening)) == {"unwatch"}
        assert [one.user for one in await evening.bot.app.db.spectators.of()] == [evening.person("Dora").id]
        evening.clean()


async def test_a_lobby_that_closed_has_no_replay(database: Path) -> None:
    async with Evening.of("Anna", database=database) as evening:
        lobby = await evening.open("Anna")
        await evening.slash("Anna", "game leave")
        assert (await evening.choose_on("Anna", REPLAY, lobby)).text == CZECH(NEVER_PLAYED)
        evening.clean()


async def test_a_message_that_is_no_board_is_refused(database: Path) -> None:
    async with Evening.of(*TWO, database=database) as evening:
        await evening.sit_down(*TWO, game="kralovske_rosady")
        anna = evening.person("Anna")
        said = anna.say(evening.channel, f"kr:{evening.table}:replay")
        hand = anna.dms()[-1]
        for entry in (REPLAY, WATCH):
            assert (await evening.choose_on("Anna", entry, said)).text == CZECH(NO_BOARD)
            assert (await evening.choose_on("Anna", entry, hand, anna.dm())).text == CZECH(NO_BOARD)
        assert await evening.bot.app.db.spectators.of() == []
        evening.clean()


async def test_the_board_of_an_erased_game_is_no_board(database: Path) -> None:
    async with Evening.of(*TWO, database=database) as evening:
        await played_out(evening)
        board = evening.person("Anna").messages(evening.channel)[-1]
        assert (await evening.choose_on("Anna", REPLAY, board)).text != CZECH(NO_BOARD)
        await erase(evening)
        for entry in (REPLAY, WATCH):
            assert (await evening.choose_on("Anna", entry, board)).text == CZECH(NO_BOARD)
        evening.clean()


async def erase(evening: Evening) -> None:
    """Deletes the game from the database, as happens after the bot was removed from a server."""
    await evening.bot.app.db.erasure.erase(evening.table)


# Forged

UNRESOLVED: Sequence[Json] = (
    {"target_id": "7"}, {"resolved": {}}, {"resolved": {"users": {}, "members": {}, "messages": {}}},
    {"name": "Steal a card"}, {"type": 5 - ON_A_USER}, {"name": "profile"},
)  # fmt: skip
"""Forged changes of an interaction from a context menu: its target is not described, or it is another command.

Discord itself describes the target (a user or a message), so a client cannot forge more.
"""


@pytest.mark.parametrize("forged", UNRESOLVED)
@pytest.mark.parametrize("entry", [INVITE, BLOCK, WATCH])
async def test_a_forged_choice_changes_nothing_and_is_answered(database: Path, entry: str, forged: Json) -> None:
    async with Evening.of(*TWO, database=database) as evening:
        board, (anna, bert) = await evening.open("Anna"), (evening.person(name) for name in TWO)
        before = seen_by(evening, "Bert")
        kind, target = (ON_A_MESSAGE, str(board.id)) if entry == WATCH else (ON_A_USER, str(bert.id))
        data: Json = {"id": "1", "name": entry, "type": kind, "target_id": target} | forged
        sent = interactions.open_interaction(evening.world, anna.id, evening.channel, interactions.COMMAND, data)
        await evening.noticed(lambda: sent.state != "pending")
        await evening.settled()
        assert sent.state == "acknowledged"
        assert evening.private("Anna").text == CZECH("This command has changed. Reload Discord (Ctrl+R) and try again.")
        assert evening.live.row.invited == ()
        assert await evening.bot.app.db.blocks.of(anna.id) == []
        assert await evening.bot.app.db.spectators.of() == []
        assert seen_by(evening, "Bert") == before
        evening.clean()


async def test_an_invitation_does_not_ping_a_guest_who_wants_no_pings_or_has_quiet_hours(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        bert, cyril = evening.person("Bert").id, evening.person("Cyril").id
        await evening.bot.app.people.change(bert, ping="never")
        hour = evening.now().hour
        quiet = f"{hour:02}:00-{(hour + 2) % 24:02}:00"
        await evening.bot.app.db.schedules.set(cyril, Schedule("UTC", quiet))
        await evening.open("Anna")
        for guest in ("Bert", "Cyril"):
            await invite(evening, "Anna", guest)
        assert evening.live.row.invited == (bert, cyril)
        assert evening.world.pings == []
        evening.clean()
