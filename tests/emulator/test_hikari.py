"""Tests the local Discord with hikari, an independent client library that parses payloads by itself."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Final, TypeVar

import hikari
import pytest
from hikari.impl import special_endpoints as build

from bot.emulator import LocalDiscord, Person
from bot.emulator.people import crowd
from bot.emulator.people.outcome import Outcome
from bot.emulator.people.seen import Seen
from bot.emulator.world import acts
from tests.emulator.croupier import picture
from tests.emulator.reconnecting import invalidate

Event = TypeVar("Event", bound=hikari.Event)
COMMAND = hikari.CommandInteractionCreateEvent
PRESS = hikari.ComponentInteractionCreateEvent
SUBMIT = hikari.ModalInteractionCreateEvent
CREATED: Final = hikari.ResponseType.MESSAGE_CREATE
UPDATED: Final = hikari.ResponseType.MESSAGE_UPDATE
LATER: Final = hikari.ResponseType.DEFERRED_MESSAGE_CREATE
PATIENCE = 10.0


@pytest.fixture(autouse=True)
def _comes_back_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Removes hikari's waiting time before it reconnects, in every test."""
    monkeypatch.setattr("hikari.impl.shard._BACKOFF_WINDOW", 0.0)


class Table:
    """Anna and Bert at a table, and a hikari bot that has registered /game new."""

    def __init__(self, served: LocalDiscord, bot: hikari.GatewayBot) -> None:
        self.served = served
        self.world = served.world
        self.bot = bot
        self.here = self.world.channel("table-1")

    @property
    def anna(self) -> Person:
        return crowd.person(self.world, "Anna")

    async def register(self) -> hikari.SlashCommand:
        new = hikari.CommandOption(type=hikari.OptionType.SUB_COMMAND, name="new", description="Open a table")
        game = self.bot.rest.slash_command_builder("game", "A table").add_option(new)
        (made,) = await self.bot.rest.set_application_commands(self.world.app_id, [game])
        assert isinstance(made, hikari.SlashCommand)
        return made

    async def hears(self, kind: type[Event], act: Any) -> tuple[Event, asyncio.Task[Any]]:
        """Starts a user's action; returns the event that the bot gets, and the task of the action, which ends with the
        reply.
        """
        waiting = asyncio.create_task(self.bot.wait_for(kind, timeout=PATIENCE))
        await asyncio.sleep(0)
        done = asyncio.create_task(act)
        return await waiting, done

    async def board(self) -> tuple[hikari.CommandInteraction, Outcome]:
        """Calls /game new as Anna and replies with a board; returns the interaction and its outcome."""
        event, done = await self.hears(COMMAND, self.anna.slash(self.here, "game new"))
        await event.interaction.create_initial_response(CREATED, component=board())
        return event.interaction, await done


@asynccontextmanager
async def table() -> AsyncIterator[Table]:
    world = crowd.with_people("Anna", "Bert")
    async with LocalDiscord(world) as served:
        bot = hikari.GatewayBot(
            served.token, banner=None, logs=None, rest_url=served.api_url, suppress_optimization_warning=True
        )
        await bot.start(check_for_updates=False)
        try:
            at = Table(served, bot)
            await at.register()
            yield at
            assert world.refusals == []
        finally:
            await bot.close()


def board(words: str = "# City") -> build.ContainerComponentBuilder:
    """Returns a Components V2 container with a text, a line, a picture and two buttons."""
    box = build.ContainerComponentBuilder()
    box.add_text_display(words)
    box.add_separator()
    file = hikari.Bytes(picture().fp.read(), "board.png")
    box.add_media_gallery([build.MediaGalleryItemBuilder(media=file)])
    buttons = build.MessageActionRowBuilder()
    buttons.add_interactive_button(hikari.ButtonStyle.PRIMARY, "move", label="My move", emoji="🎲")
    buttons.add_interactive_button(hikari.ButtonStyle.SECONDARY, "bid", label="Bid")
    box.add_component(buttons)
    return box


async def seen(outcome: Outcome) -> Seen:
    assert outcome.message is not None
    return outcome.message


async def test_it_connects_and_sees_who_and_what_there_is() -> None:
    async with table() as at:
        assert hikari.applications.get_token_id(at.served.token) == at.world.app_id
        me = at.bot.get_me()
        assert me is not None
        assert (me.id, me.is_bot) == (at.world.bot.id, True)
        (guild,) = at.bot.cache.get_guilds_view().values()
        assert (guild.name, guild.owner_id) == ("Guild 1", at.anna.id)
        assert [channel.name for channel in guild.get_channels().values()] == ["table-1"]
        application = await at.bot.rest.fetch_application()
        assert (application.id, application.owner.id) == (at.world.app_id, at.anna.id)
        found = await at.bot.rest.fetch_member(guild, at.anna.id)
        assert (found.username, found.get_guild()) == ("anna", guild)
        thread = acts.add_thread(at.world, at.here, "thread")
        fetched = await at.bot.rest.fetch_channel(thread.id)
        assert isinstance(fetched, hikari.GuildThreadChannel)
        assert fetched.member is not None
        assert (fetched.member.thread_id, fetched.member.user_id) == (thread.id, me.id)


async def test_commands_are_registered_with_all_that_discord_fills_in() -> None:
    async with table() as at:
        made = await at.register()
        assert list(made.integration_types) == [hikari.ApplicationIntegrationType.GUILD_INSTALL]
        assert (made.application_id, made.guild_id) == (at.world.app_id, None)
        (known,) = await at.bot.rest.fetch_application_commands(at.world.app_id)
        assert isinstance(known, hikari.SlashCommand)
        assert known.options is not None
        assert [option.name for option in known.options] == ["new"]


async def test_a_command_is_answered_with_a_board_edited_and_deleted() -> None:
    async with table() as at:
        interaction, outcome = await at.board()
        assert (interaction.command_name, interaction.user.id) == ("game", at.anna.id)
        assert interaction.member is not None
        assert interaction.guild_id == at.here.guild_id
        shown = await seen(outcome)
        assert [button.label for button in shown.buttons] == ["🎲 My move", "Bid"]
        assert [file["filename"] for file in shown.attachments] == ["board.png"]
        message = await interaction.fetch_initial_response()
        assert message.attachments == []
        (box,) = message.components
        assert isinstance(box, hikari.ContainerComponent)
        assert (box.accent_color, box.is_spoiler) == (None, False)
        words, line, gallery, _ = box.components
        assert isinstance(words, hikari.TextDisplayComponent)
        assert isinstance(line, hikari.SeparatorComponent)
        assert isinstance(gallery, hikari.MediaGalleryComponent)
        assert (words.content, line.spacing, line.divider) == ("# City", hikari.SpacingType.SMALL, True)
        assert (gallery.items[0].description, gallery.items[0].is_spoiler) == (None, False)
        assert await gallery.items[0].media.read() == picture().fp.read()
        await interaction.edit_initial_response(component=board("# Night"))
        assert shown.text == "# Night"
        await interaction.delete_initial_response()
        assert not shown.visible


async def test_a_press_is_answered_by_an_update_and_a_follow_up() -> None:
    async with table() as at:
        _, outcome = await at.board()
        shown = await seen(outcome)
        event, done = await at.hears(PRESS, at.anna.press(shown, "My move"))
        press = event.interaction
        assert (press.custom_id, press.message.id, press.user.id) == ("move", shown.id, at.anna.id)
        updated = await press.create_initial_response(UPDATED, component=board("# Day"))
        assert isinstance(updated.resource, hikari.interactions.base_interactions.InteractionCallbackResource)
        assert (await done).acknowledged
        assert shown.text == "# Day"
        word = await press.execute("Your hand", flags=hikari.MessageFlag.EPHEMERAL)
        (private,) = (await done).followups
        assert (private.text, private.ephemeral) == ("Your hand", True)
        await press.edit_message(word, "Your empty hand")
        assert private.text == "Your empty hand"
        await press.delete_message(word)
        assert not private.visible
        assert crowd.person(at.world, "Bert").latest(at.here).id == shown.id


async def test_a_press_is_first_acknowledged_and_answered_later() -> None:
    async with table() as at:
        _, outcome = await at.board()
        event, done = await at.hears(PRESS, at.anna.press(await seen(outcome), "My move"))
        told = await event.interaction.create_initial_response(LATER, flags=hikari.MessageFlag.EPHEMERAL)
        assert told.interaction.response_message_loading
        assert (await seen(await done)).thinking
        await event.interaction.edit_initial_response("At last")
        assert (await seen(await done)).text == "At last"


async def test_a_modal_is_opened_and_its_answer_says_what_opened_it() -> None:
    async with table() as at:
        _, outcome = await at.board()
        shown = await seen(outcome)
        event, done = await at.hears(PRESS, at.anna.press(shown, "Bid"))
        press = event.interaction
        row = build.ModalActionRowBuilder().add_text_input("amount", "Points")
        await press.create_modal_response("Your bid", "bid", component=row)
        answer, done = await at.hears(SUBMIT, at.anna.submit((await done).modal, {"amount": "3"}))
        modal = answer.interaction
        ((amount,),) = modal.components
        assert (modal.custom_id, amount.custom_id, amount.value) == ("bid", "amount", "3")
        await modal.create_initial_response(CREATED, "You bid 3")
        assert (await seen(await done)).text == "You bid 3"
        said = (await modal.fetch_initial_response()).interaction_metadata
        assert isinstance(said, hikari.ModalInteractionMetadata)
        opener = said.triggering_interaction_metadata
        assert isinstance(opener, hikari.ComponentInteractionMetadata)
        assert (opener.interaction_id, opener.interacted_message_id) == (press.id, shown.id)


async def test_a_dm_goes_both_ways() -> None:
    async with table() as at:
        channel = await at.bot.rest.create_dm_channel(at.anna.id)
        await channel.send("Your hand")
        assert [message.text for message in at.anna.dms()] == ["Your hand"]

        answer = at.bot.wait_for(hikari.DMMessageCreateEvent, timeout=PATIENCE, predicate=lambda said: said.is_human)
        waiting = asyncio.create_task(answer)
        await asyncio.sleep(0)
        at.anna.say(at.anna.dm(), "Thanks")
        event = await waiting
        assert (event.content, event.author.id) == ("Thanks", at.anna.id)


@pytest.mark.parametrize("lost", ["dropped", "invalid"])
async def test_a_lost_connection_is_resumed_and_nothing_is_missed(lost: str) -> None:
    async with table() as at:
        resumed = asyncio.create_task(at.bot.wait_for(hikari.ShardResumedEvent, timeout=PATIENCE))
        await asyncio.sleep(0)
        if lost == "dropped":
            await at.served.gateway.drop()
        else:
            invalidate(at.served.gateway, resumable=True)
        event, done = await at.hears(COMMAND, at.anna.slash(at.here, "game new"))
        await event.interaction.create_initial_response(CREATED, "Here again")
        assert (await seen(await done)).text == "Here again"
        await resumed
        assert at.served.gateway.sessions.identifies_left == 999
