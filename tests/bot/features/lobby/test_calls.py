"""Tests *Call players*: the host pings the server's role once for each table."""

from __future__ import annotations

from pathlib import Path

from bot.emulator.objects import Role
from bot.emulator.people.outcome import Outcome
from bot.emulator.people.seen import Seen
from bot.tables.hosting import CALLED
from bot.tables.limits import MAX_CALLS
from rules import GAMES
from tests.bot.features.lobby.test_host import set_up
from tests.bot.refused import CZECH
from tests.bot.table import Evening
from tests.emulator import moderation

TWO = ("Anna", "Bert")


async def with_role(evening: Evening) -> Role:
    """Adds a role that hosts may call to the server and its settings, and returns it."""
    guild = next(iter(evening.world.guilds.values()))
    role = moderation.add_role(evening.world, guild, "players", mentionable=True)
    await evening.bot.app.db.servers.change(guild.id, {"call_role": role.id})
    return role


def calls(evening: Evening, role: Role) -> list[Seen]:
    """Returns the messages that ping the role."""
    messages = evening.person("Anna").messages(evening.channel)
    return [seen for seen in messages if seen.data["mention_roles"] == [str(role.id)]]


async def call(evening: Evening, name: str) -> Outcome:
    """Presses *Call players* as a user, by a forged request that also works if the board does not show the button."""
    outcome = await evening.person(name).forge(evening.board(name), f"kr:{evening.table}:call")
    await outcome.done()
    await evening.settled()
    return outcome


async def test_the_host_calls_players_once_for_each_table(database: Path) -> None:
    async with Evening.of(*TWO, database=database) as evening:
        role = await with_role(evening)
        await evening.open("Anna")
        await evening.press_board("Anna", "call")
        (called,) = calls(evening, role)
        assert not called.data["mention_everyone"]
        assert evening.world.pings == []
        assert "Mafia City" in called.text
        assert "call" not in Evening.verbs(evening.board())
        assert CZECH(CALLED) in (
            await call(evening, "Anna")
        ).text  # fmt: skip
        await evening.restart()
        assert "call" not in Evening.verbs(evening.board())
        await call(evening, "Anna")
        assert len(calls(evening, role)) == 1
        evening.clean()


async def test_the_button_is_not_there_without_a_role_or_at_a_private_or_full_table(database: Path) -> None:
    async with Evening.of(*TWO, database=database) as evening:
        await evening.open("Anna", game="star_wars_destiny", option="format=starters")
        assert "call" not in Evening.verbs(evening.board())
        refused = CZECH("This server has no role for calling players. Its managers can set one in `/server`.")
        assert refused in (await call(evening, "Anna")).text
        role = await with_role(evening)
        await set_up(evening, "Anna", access="invited")
        assert "call" not in Evening.verbs(evening.board())
        refused = CZECH("Only invited people may join this table. Let anyone join in *Settings* first.")
        assert refused in (await call(evening, "Anna")).text
        await set_up(evening, "Anna", access="anyone")
        assert "call" in Evening.verbs(evening.board())
        while len(evening.live.seats) < GAMES["star_wars_destiny"].seats[-1]:
            await evening.add_computer("Anna")
        assert "call" not in Evening.verbs(evening.board())
        await call(evening, "Anna")
        assert calls(evening, role) == []
        evening.clean()


async def test_only_the_host_calls_players_and_only_before_the_game(database: Path) -> None:
    async with Evening.of(*TWO, "Cyril", "Dora", database=database) as evening:
        role = await with_role(evening)
        await evening.open(*TWO, "Cyril")
        board = evening.board()
        assert "jen hostitel" in (await call(evening, "Bert")).text
        assert (await call(evening, "Dora")).text
        await evening.press_board("Anna", "start")
        await evening.person("Anna").forge(board, f"kr:{evening.table}:call")
        await evening.settled()
        assert calls(evening, role) == []
        assert not evening.live.row.called


async def test_a_role_that_may_no_longer_be_pinged_leaves_the_call_unused(database: Path) -> None:
    async with Evening.of(*TWO, database=database) as evening:
        role = await with_role(evening)
        await evening.open("Anna")
        guild = next(iter(evening.world.guilds.values()))
        role.mentionable = False
        moderation.change_role(evening.world, guild, role)
        known = evening.bot.get_guild(guild.id)
        assert known is not None
        await evening.noticed(lambda: not known.get_role(role.id).mentionable)  # type: ignore[union-attr]
        assert role.name not in (await call(evening, "Anna")).text
        assert calls(evening, role) == []
        assert not evening.live.row.called
        assert "call" in Evening.verbs(evening.board())


async def test_calls_of_a_host_are_limited_and_the_refusal_says_when_the_next_is_possible(database: Path) -> None:
    async with Evening.of(*TWO, database=database) as evening:
        role = await with_role(evening)
        for at in range(MAX_CALLS + 1):
            await evening.open("Anna")
            outcome = await evening.press_board("Anna", "call")
            if at < MAX_CALLS:
                await evening.press_board("Anna", "leave")
        assert "<t:" in outcome.text
        assert len(calls(evening, role)) == MAX_CALLS
        assert not evening.live.row.called
        evening.clean()
