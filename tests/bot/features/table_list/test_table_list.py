"""Tests `/tables`: the open tables of a server with *Join* buttons, and a user's own tables."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.emulator.objects import Channel
from bot.emulator.people.outcome import Outcome
from bot.emulator.people.seen import Seen
from bot.emulator.world.acts import add_channel, add_thread, archive
from bot.emulator.world.permissions import bits
from bot.features.table_list import view as list_view
from bot.interactions.component_context import UNKNOWN
from bot.tables.admission import NOT_WELCOME
from bot.tables.live import LiveTable
from bot.texts import translator_for
from rules import GAMES
from storage import GameRow, ListedTable
from tests.bot.refused import CZECH
from tests.bot.screen import Screen
from tests.bot.table import Evening
from tests.emulator.moderation import overwrite
from tests.storage.table import NOON

TWO = ("Anna", "Bert")
THREE = (*TWO, "Cyril")


async def listed(evening: Evening, name: str, *, dm: bool = False) -> Seen:
    """Runs `/tables` on the server, or in the user's direct messages with the bot, and returns the reply."""
    channel = evening.person(name).dm() if dm else evening.world.channel("table-2")
    outcome = await evening.slash(name, "tables", channel)
    assert outcome.message is not None
    return outcome.message


async def join(evening: Evening, name: str, listing: Seen) -> Outcome:
    return await evening.press(name, listing, Evening.part(listing, "join"))


def seated(evening: Evening, name: str) -> bool:
    return any(seat.user == evening.person(name).id for seat in evening.live.seats)


def mention(channel: Channel) -> str:
    return f"<#{channel.id}>"


async def archived(evening: Evening, thread: Channel) -> None:
    """Archives a thread and waits until the bot has removed it from its cache of channels."""
    archive(evening.world, thread)
    await evening.noticed(lambda: evening.bot.get_channel(thread.id) is None)


async def alter(evening: Evening, **columns: object) -> None:
    """Changes the row of the table in the database and loads the table again."""
    app, game = evening.bot.app, evening.table
    async with app.tables.held(game) as live:
        await app.db.transaction(lambda unit: unit.games.set(game, **columns))
        await app.tables.refresh(live)


@pytest.mark.parametrize("locale", ["en-US", "cs"])
async def test_a_user_joins_an_open_table_from_the_list(database: Path, locale: str) -> None:
    async with Evening.of(*TWO, database=database, locale=locale) as evening:
        board = await evening.open("Anna")
        listing = await listed(evening, "Bert")
        assert listing.ephemeral
        assert "Mafia City" in listing.text
        assert evening.person("Anna").mention in listing.text
        where = f"{evening.channel.guild_id}/{evening.channel.id}/{board.id}"
        assert f"https://discord.com/channels/{where}" in listing.text
        await join(evening, "Bert", listing)
        assert seated(evening, "Bert")
        assert mention(evening.channel) in evening.person("Bert").latest(evening.world.channel("table-2")).text
        evening.clean()


async def test_the_list_is_the_only_request_to_discord(database: Path) -> None:
    async with Evening.of(*TWO, database=database) as evening:
        await evening.open(*TWO)
        for dm in (False, True):
            since = len(evening.discord.requests)
            await listed(evening, "Bert", dm=dm)
            assert [one.path.rpartition("/")[2] for one in evening.discord.requests[since:]] == ["callback"]
        evening.clean()


async def test_a_full_table_cannot_be_joined_from_the_list(database: Path) -> None:
    async with Evening.of(*TWO, database=database) as evening:
        await evening.open("Anna", game="star_wars_destiny", option="format=starters")
        for _ in range(GAMES["star_wars_destiny"].seats[-1] - 1):
            await evening.add_computer("Anna")
        assert "join" not in Evening.verbs(await listed(evening, "Bert"))
        evening.clean()


async def test_a_private_table_is_listed_for_invited_people_only(database: Path) -> None:
    async with Evening.of(*TWO, "Cyril", database=database) as evening:
        await evening.open("Anna")
        await alter(evening, access="invited", invited=f"[{evening.person('Bert').id}]")
        assert "🔒" in (await listed(evening, "Bert")).text
        stranger = await listed(evening, "Cyril")
        assert CZECH("No table is open on this server. You can open one.") in stranger.text
        await evening.person("Cyril").forge(stranger, f"kr:{evening.table}:join")
        await evening.settled()
        assert not seated(evening, "Cyril")
        evening.clean()


async def test_a_block_by_the_host_is_refused_like_a_missing_invitation(database: Path) -> None:
    async with Evening.of(*TWO, "Cyril", database=database) as evening:
        await evening.open("Anna")
        before = (await listed(evening, "Bert")).text
        await evening.slash("Anna", "profile", block=evening.person("Bert"))
        listing = await listed(evening, "Bert")
        assert listing.text == before
        outcome = await join(evening, "Bert", listing)
        host = evening.person("Anna").mention
        refusal = CZECH(NOT_WELCOME, host=host)
        assert refusal in outcome.text
        assert not seated(evening, "Bert")
        evening.clean()


async def test_tables_of_a_host_that_the_user_blocks_are_left_out(database: Path) -> None:
    async with Evening.of(*TWO, database=database) as evening:
        await evening.open("Anna")
        await evening.slash("Bert", "profile", block=evening.person("Anna"))
        assert "join" not in Evening.verbs(await listed(evening, "Bert"))
        evening.clean()


async def test_a_table_in_a_hidden_channel_is_neither_listed_nor_joined(database: Path) -> None:
    async with Evening.of(*TWO, "Cyril", database=database) as evening:
        await evening.open("Anna")
        listing = await listed(evening, "Bert")
        for who in (evening.person("Bert").id, evening.person("Cyril").id):
            overwrite(evening.world, evening.channel, who, deny=bits("view_channel"))
        await evening.noticed(lambda: evening.bot.get_channel(evening.channel.id).overwrites)  # type: ignore[union-attr]
        outcome = await join(evening, "Bert", listing)
        assert not seated(evening, "Bert")
        assert CZECH(UNKNOWN) in outcome.text
        assert "join" not in Evening.verbs(await listed(evening, "Cyril"))
        evening.clean()


async def test_a_table_in_a_private_thread_is_listed_only_for_its_players(database: Path) -> None:
    async with Evening.of(*TWO, database=database) as evening:
        thread = add_thread(evening.world, evening.channel, "secret", owner=evening.person("Anna").id, private=True)
        thread.thread_members.append(evening.world.bot.id)
        await evening.slash("Anna", "game new", thread, game="mafia_city")
        assert "Mafia City" in (await listed(evening, "Anna")).text
        assert "Mafia City" not in (await listed(evening, "Bert")).text
        evening.clean()


async def test_a_table_in_an_archived_thread_is_listed_joined_and_fetched_once(database: Path) -> None:
    async with Evening.of(*TWO, "Cyril", database=database) as evening:
        thread = add_thread(evening.world, evening.channel, "slow", owner=evening.person("Anna").id)
        await evening.slash("Anna", "game new", thread, game="mafia_city")
        await archived(evening, thread)
        since = len(evening.discord.requests)
        listings = [await listed(evening, "Bert") for _ in range(2)]
        assert all("Mafia City" in listing.text for listing in listings)
        fetched = [one for one in evening.discord.requests[since:] if one.path.endswith(f"/channels/{thread.id}")]
        assert len(fetched) == 1
        await join(evening, "Bert", listings[0])
        assert seated(evening, "Bert")
        overwrite(evening.world, evening.channel, evening.person("Cyril").id, deny=bits("view_channel"))
        await evening.noticed(lambda: evening.bot.get_channel(evening.channel.id).overwrites)  # type: ignore[union-attr]
        assert "Mafia City" not in (await listed(evening, "Cyril")).text
        evening.clean()


async def test_a_table_in_an_archived_private_thread_stays_hidden(database: Path) -> None:
    async with Evening.of(*TWO, database=database) as evening:
        thread = add_thread(evening.world, evening.channel, "secret", owner=evening.person("Anna").id, private=True)
        thread.thread_members.append(evening.world.bot.id)
        await evening.slash("Anna", "game new", thread, game="mafia_city")
        await archived(evening, thread)
        assert "Mafia City" in (await listed(evening, "Anna")).text
        assert "Mafia City" not in (await listed(evening, "Bert")).text
        evening.clean()


async def test_lobbies_in_archived_threads_count_for_their_channel(database: Path) -> None:
    async with Evening.of(*TWO, database=database) as evening:
        guild = evening.channel.guild_id
        assert guild is not None
        await evening.bot.app.db.servers.change(guild, {"channel_lobbies": 1})
        thread = add_thread(evening.world, evening.channel, "slow", owner=evening.person("Anna").id)
        await evening.slash("Anna", "game new", thread, game="mafia_city")
        await archived(evening, thread)
        outcome = await evening.slash("Bert", "game new", game="mafia_city")
        assert "/stoly" in outcome.text
        assert await evening.bot.app.db.games.in_channel(evening.channel.id) is None
        evening.clean()


async def test_a_table_of_another_server_is_refused(database: Path) -> None:
    async with Evening.of(*TWO, database=database) as evening:
        await evening.open("Anna")
        await alter(evening, guild=1)
        listing = await listed(evening, "Bert")
        assert "Mafia City" not in listing.text
        outcome = await evening.person("Bert").forge(listing, f"kr:{evening.table}:join")
        await evening.settled()
        assert CZECH(UNKNOWN) in outcome.text
        assert not seated(evening, "Bert")


async def test_many_tables_have_pages(database: Path) -> None:
    async with Evening.of("Anna", "Bert", "Cyril", "Dora", database=database) as evening:
        places = [add_channel(evening.world, f"more-{number}") for number in range(list_view.ON_A_PAGE + 1)]
        await evening.noticed(lambda: evening.bot.get_channel(places[-1].id))
        for number, place in enumerate(places):
            await evening.slash(("Anna", "Bert", "Cyril")[number // 3], "game new", place, game="mafia_city")
        listing = await listed(evening, "Dora")
        assert listing.text.count("discord.com") == list_view.ON_A_PAGE
        await evening.press("Dora", listing, Evening.part(listing, "tables"))
        second = evening.person("Dora").latest(evening.world.channel("table-2"))
        assert second.text.count("discord.com") == 1
        assert mention(places[-1]) in second.text
        await evening.person("Dora").forge(second, "kr:0:tables:999:")
        await evening.settled()
        assert mention(places[-1]) in evening.person("Dora").latest(evening.world.channel("table-2")).text
        evening.clean()


async def test_own_tables_are_listed_with_the_users_turn_first_then_by_deadline(database: Path) -> None:
    async with Evening.of(*THREE, database=database, channels=3) as evening:
        app, tables = evening.bot.app, list[LiveTable]()
        for place, pace in (("table-1", "correspondence"), ("table-2", "live")):
            await evening.slash("Anna", "game new", evening.world.channel(place), game="mafia_city", pace=pace)
            for name in THREE[1:]:
                await app.lobby.join(evening.table, evening.person(name).id, name)
            await app.referee.start(evening.table, evening.person("Anna").id)
            while evening.game.decision is not None and evening.game.decision.kind == "mulligan":
                await evening.answer(evening.game.waiting[0], "keep")
            tables.append(evening.live)
        await evening.slash("Anna", "game new", evening.world.channel("table-3"), game="mafia_city")
        for name in THREE:
            user = evening.person(name).id
            ordered = sorted(tables, key=lambda live: (user not in live.waited_for, live.facts.due))
            text = (await listed(evening, name, dm=True)).text
            places = [text.index(f"<#{live.row.channel}>") for live in ordered]
            assert places == sorted(places)
            assert all(f"<t:{int(live.facts.due.timestamp())}:R>" in text for live in tables if live.facts.due)
            assert (CZECH(list_view.GROUPS["lobby"]) in text) == (name == "Anna")
        evening.clean()


def test_tables_for_which_there_is_no_room_are_counted() -> None:
    row = GameRow(
        7, 10**18, "mafia_city", 1, "cs", {}, 90, 8, "live", NOON, 1, id=1, phase="running", started=NOON,
        finished=None, result=None, told=0, paused_at=None, remaining=None,
    )  # fmt: skip
    tables = [ListedTable(row, True, "a", NOON, 3, 0, 10**18, 10**18)] * 60
    text = Screen(list_view.own_tables({"turn": tables}, CZECH, on_server=False)).text
    shown = text.count("discord.com")
    assert 20 <= shown < len(tables)
    assert CZECH.plural("and {n} more table", "and {n} more tables", len(tables) - shown) in text


@pytest.mark.parametrize("dm", [False, True])
async def test_tables_mine_lists_the_own_tables_at_once(database: Path, dm: bool) -> None:
    async with Evening.of(*TWO, "Cyril", database=database, locale="en-US") as evening:
        await evening.open(*TWO)
        for name in (*TWO, "Cyril"):
            place = evening.person(name).dm() if dm else evening.world.channel("table-2")
            outcome = await evening.slash(name, "tables", place, mine=True)
            assert "My tables" in outcome.text
            assert ("Mafia City" in outcome.text) == (name in TWO)
        evening.clean()


async def test_own_tables_after_a_restart_are_the_same(database: Path) -> None:
    async with Evening.of("Anna", "Bert", "Cyril", database=database) as evening:
        await evening.sit_down()
        before = {name: (await listed(evening, name, dm=True)).text for name in ("Anna", "Bert")}
        await evening.restart()
        assert {name: (await listed(evening, name, dm=True)).text for name in before} == before
        assert len(set(before.values())) == 2
        evening.clean()


async def test_the_list_leads_to_the_own_tables_and_back(database: Path) -> None:
    async with Evening.of(*TWO, database=database, locale="en-US") as evening:
        words = translator_for("en")
        listing = await listed(evening, "Bert")
        await evening.press("Bert", listing, Evening.part(listing, "my_tables"))
        place = evening.world.channel("table-2")
        own = evening.person("Bert").latest(place)
        assert words("You sit at no table now.") in own.text
        await evening.press("Bert", own, Evening.part(own, "tables"))
        assert words("No table is open on this server. You can open one.") in evening.person("Bert").latest(place).text
        evening.clean()
