"""Tests that a press or command from another place, or of someone who has lost a seat, decides and shows nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.emulator.objects import Channel
from bot.emulator.people.seen import Seen
from bot.emulator.world import acts
from bot.interactions.component_context import UNKNOWN
from bot.texts import translator_for
from storage import Proposed
from tests.bot.refused import NO_SEAT
from tests.bot.table import Evening
from tests.emulator import moderation

THREE = ("Anna", "Bert", "Cyril")
EN = translator_for("en")
UNKNOWN_CHANNEL = 10003
"""Discord's code for a channel that was deleted."""


async def server_of(evening: Evening, owner: str) -> Channel:
    """Creates another server of that person, where the bot is too; the person is no member of the table's server."""
    guild = acts.add_guild(evening.world, "Other")
    guild.owner_id = evening.person(owner).id
    channel = acts.add_channel(evening.world, "elsewhere", guild)
    await evening.noticed(lambda: evening.bot.get_channel(channel.id) is not None)
    return channel


async def forged(evening: Evening, name: str, message: Seen, verb: str) -> str:
    """Forges a press of that verb of the table, and returns the text of the response."""
    outcome = await evening.person(name).forge(message, f"kr:{evening.table}:{verb}")
    await outcome.done()
    await evening.settled()
    return outcome.text


async def replaced(evening: Evening, name: str, by: str) -> None:
    """Lets Bert and Cyril vote that someone takes another player's seat, and that person sit down."""
    seat = evening.live.seat_of(evening.person(name).id).seat
    for voter in THREE:
        await evening.slash(voter, "game replace", player=seat, by=evening.person(by))
    await evening.slash(by, "game join")
    assert evening.live.seat(seat).user == evening.person(by).id


@pytest.mark.parametrize("verb", ["agree_pause", "agree_end", "end_sure", "let_computer", "hand_over"])
async def test_a_manager_of_another_server_decides_nothing(database: Path, verb: str) -> None:
    async with Evening.of("Olga", *THREE, "Emil", database=database, locale="en-US") as evening:
        await evening.sit_down(*THREE)
        panel = (await evening.slash("Emil", "help", channel=await server_of(evening, "Emil"))).message
        assert panel is not None
        await forged(evening, "Emil", panel, verb)
        assert evening.live.row.phase == "running"
        assert evening.live.row.paused_at is None
        assert not any(seat.computer or seat.left for seat in evening.live.seats)
        evening.clean()


@pytest.mark.parametrize("verb", ["log", "in_words"])
async def test_nothing_of_a_table_is_shown_in_another_channel(database: Path, verb: str) -> None:
    async with Evening.of("Olga", *THREE, "Emil", database=database, locale="en-US") as evening:
        await evening.sit_down(*THREE)
        panel = (await evening.slash("Emil", "help", channel=await server_of(evening, "Emil"))).message
        assert panel is not None
        assert await forged(evening, "Emil", panel, verb) == EN(UNKNOWN)
        evening.clean()


async def test_a_manager_of_the_tables_channel_still_decides(database: Path) -> None:
    async with Evening.of("Olga", *THREE, database=database, locale="en-US") as evening:
        await evening.sit_down(*THREE)
        await evening.slash("Olga", "game pause")
        assert evening.live.row.paused_at is not None
        evening.clean()


async def test_a_replaced_player_cannot_move_the_table(database: Path) -> None:
    async with Evening.of("Olga", *THREE, "Dora", database=database, locale="en-US") as evening:
        await evening.sit_down(*THREE, "Dora")
        await replaced(evening, "Dora", by="Olga")
        hidden = acts.add_channel(evening.world, "doras-den")
        await evening.noticed(lambda: evening.bot.get_channel(hidden.id) is not None)
        before = evening.live.row.channel
        moderation.delete_channel(evening.world, evening.channel)
        await evening.until(lambda: "resume" in evening.person("Anna").dms()[-1].text)
        await evening.settled()
        await evening.slash("Dora", "game resume", channel=hidden)
        assert evening.live.row.channel == before
        assert {refusal.code for refusal in evening.world.refusals} == {UNKNOWN_CHANNEL}


async def test_a_replaced_player_gets_the_hand_of_the_table_at_which_they_sit(database: Path) -> None:
    async with Evening.of("Olga", *THREE, "Dora", database=database, locale="en-US", channels=3) as evening:
        app, dora = evening.bot.app, evening.person("Dora")
        tables = []
        for host, number, others in (("Dora", 1, ("Anna", "Bert")), ("Bert", 2, ("Anna", "Dora", "Cyril"))):
            await evening.slash(host, "game new", channel=evening.world.channel(f"table-{number}"), game="mafia_city")
            tables.append(evening.table)
            for name in others:
                await app.lobby.join(evening.table, evening.person(name).id, name)
            await app.referee.start(evening.table, evening.person(host).id)
        newer = await app.tables.get(tables[1])
        offered = Proposed(newer.seat_of(dora.id).seat, evening.person("Olga").id)
        for name in ("Anna", "Bert"):
            await app.consent.propose(newer.id, evening.person(name).id, offered, EN)
        await app.lobby.join(newer.id, evening.person("Olga").id, "Olga")
        await evening.settled()
        shown = await evening.slash("Dora", "game hand", channel=evening.world.channel("table-3"))
        assert NO_SEAT not in shown.text
        assert str(evening.world.channel("table-1").id) in shown.text
        evening.clean()


async def test_seats_are_suggested_with_the_marks_of_the_board(database: Path) -> None:
    async with Evening.of("Bert", database=database, pictures=False) as evening:
        await evening.open("Bert")
        await evening.add_computer("Bert", "easy")
        suggested = await evening.person("Bert").autocomplete(evening.channel, "game replace", "player", "")
        names = [name.partition(" ")[0] for name, _ in suggested.choices]
        assert names == [evening.live.facts.initials(seat.seat) for seat in evening.live.seats] == ["A", "B"]
        evening.clean()


async def test_a_suggested_seat_is_meant_although_another_player_has_its_letter_as_name(database: Path) -> None:
    async with Evening.of("Olga", "c", "Bert", "Cyril", database=database, locale="en-US") as evening:
        await evening.sit_down("c", "Bert", "Cyril")
        await evening.slash("Olga", "game replace", player="c")
        assert [seat.seat for seat in evening.live.seats if seat.left is not None] == ["c"]
        evening.clean()
