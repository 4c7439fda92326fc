"""Tests that requests without the library's objects are identical to the library's, byte by byte."""

from __future__ import annotations

import io
import json
from collections.abc import Awaitable, Callable

import discord
import pytest
from discord import ui
from discord.utils import MISSING

from bot.emulator.people import crowd
from bot.messages import wire
from tests.emulator.croupier import lobby, table

Press = discord.Interaction
SILENT = discord.AllowedMentions.none()


def view() -> ui.LayoutView:
    """Returns a view with texts, buttons and a select."""
    shown = ui.LayoutView(timeout=None)
    choice = discord.SelectOption(label="Přístav", value="1")
    shown.add_item(
        ui.Container(ui.TextDisplay("Kdo je <@1>? ↯"), ui.ActionRow(ui.Select(custom_id="s", options=[choice])))
    )
    shown.add_item(ui.ActionRow(ui.Button(label="Join", custom_id="join"), ui.Button(label="On", custom_id="on")))
    shown.stop()
    return shown


def files(*names: str) -> list[discord.File]:
    return [discord.File(io.BytesIO(b"no picture"), name) for name in names]


async def sent(*answers: Callable[[Press], Awaitable[None]]) -> list[tuple[str, str]]:
    """Returns method and route, and the body, of the last request that each of these answers to a press sends."""
    async with table() as (world, server, bot):
        anna, board, found = crowd.person(world, "Anna"), await lobby(world), list[tuple[str, str]]()

        async def panel(asked: Press) -> None:
            await asked.response.send_message(view=view(), ephemeral=True)

        for answer in answers:
            bot.presses["join"] = panel
            message = (await anna.press(board, "join")).message
            assert message is not None
            bot.presses["join"] = answer
            outcome = await anna.press(message, "join")
            assert outcome.acknowledged
            await outcome.done()
            last = server.rest.requests[-1]
            found.append((f"{last.method} {last.route}", json.dumps(last.body)))
        assert world.refusals == []
        return found


@pytest.mark.parametrize("names", [(), ("table.png",), ("table.png", "hand.png")])
async def test_a_pressed_message_is_updated_as_the_library_does_it(names: tuple[str, ...]) -> None:
    async def library(press: Press) -> None:
        await press.response.edit_message(view=view(), attachments=files(*names), allowed_mentions=SILENT)

    async def ours(press: Press) -> None:
        await wire.update_pressed(press, view(), files(*names))
        assert press.response.is_done()
        assert press.response.type is discord.InteractionResponseType.message_update

    one, other = await sent(library, ours)
    assert one == other


@pytest.mark.parametrize("names", [None, (), ("table.png",)])
async def test_a_first_response_is_edited_as_the_library_does_it(names: tuple[str, ...] | None) -> None:
    numbers = list[int]()

    async def library(press: Press) -> None:
        await press.response.defer()
        attachments = MISSING if names is None else files(*names)
        edited = await press.edit_original_response(view=view(), attachments=attachments, allowed_mentions=SILENT)
        assert press.message is not None
        numbers.append(edited.id - press.message.id)

    async def ours(press: Press) -> None:
        await press.response.defer()
        assert press.message is not None
        numbers.append(
            await wire.edit_original(press, view(), None if names is None else files(*names)) - press.message.id
        )

    one, other = await sent(library, ours)
    assert one == other
    assert numbers == [0, 0]


@pytest.mark.parametrize("names", [None, (), ("table.png",)])
async def test_any_message_is_edited_as_the_library_does_it(names: tuple[str, ...] | None) -> None:
    async with table() as (world, server, bot):
        channel = world.channel("table-1")
        board = await bot.get_partial_messageable(channel.id).send(view=view(), allowed_mentions=SILENT)
        attachments = MISSING if names is None else files(*names)
        await board.edit(view=view(), attachments=attachments, allowed_mentions=SILENT)
        await wire.edit_message(bot, channel.id, board.id, view(), None if names is None else files(*names))
        one, other = list(server.rest.requests)[-2:]
        assert (one.method, one.path) == (other.method, other.path)
        assert json.dumps(one.body) == json.dumps(other.body)


async def test_a_press_is_answered_once() -> None:
    refused = list[bool]()

    async def twice(press: Press) -> None:
        await wire.update_pressed(press, view(), [])
        with pytest.raises(discord.InteractionResponded):
            await wire.update_pressed(press, view(), [])
        refused.append(True)

    await sent(twice)
    assert refused == [True]
