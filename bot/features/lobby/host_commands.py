"""The lobby's buttons for its host (settings, invite, remove), and *Invite to my table* in the menu of a user."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final

import discord
from discord import ui

from bot import views
from bot.background import Background
from bot.features.hand.service import Hands
from bot.features.lobby import guest_view, host_view
from bot.features.reminders.service import PING_NEVER
from bot.features.server.service import REMOVED, ServerLog, ServerRules
from bot.interactions.component_context import NO_GUEST, ComponentContext
from bot.interactions.handlers import menu, modal, press
from bot.interactions.resolvers import Resolver
from bot.messages.api import SILENT, Client, Interaction, post, shown
from bot.messages.outcomes import Outcome, safe_call
from bot.messages.reply import Replies, ack
from bot.permissions import NEEDED, lacking
from bot.tables import day_clock
from bot.tables.hosting import Hosting
from bot.tables.limits import Limits, TooSoon
from bot.tables.live import LiveTable
from bot.tables.people import People
from bot.tables.referee import Now
from bot.tables.refusals import CANNOT_WRITE, Listed, Refused
from bot.texts import N_, translator_for
from storage import Database
from storage.breaks import away_until

NO_LOBBY: Final = N_("You host no open table here. Open one with `/game new` in a channel of this server.")
SEVERAL: Final = N_("You host several open tables: {channels}. Invite people in the channel of one of them.")
Send = Callable[[LiveTable, ui.LayoutView, discord.AllowedMentions], Awaitable[None]]
"""A function that posts an invitation to a table, with its pings."""


@dataclass(frozen=True)
class HostHandlers:
    """Handlers of the lobby's buttons for its host, and of *Invite to my table* in the menu of a user."""

    people: People
    hosting: Hosting
    hands: Hands
    background: Background
    rules: ServerRules
    server_log: ServerLog
    limits: Limits
    db: Database
    now: Now
    client: Client
    replies: Replies
    resolver: Resolver

    @press("settings")
    async def _settings_button(self, press: ComponentContext) -> None:
        live = await press.table_here()
        await self.hosting.check(live, press.user)
        await press.ask(host_view.settings_form(live.facts, press.words))

    @modal("set_up")
    async def _settings_form(self, press: ComponentContext) -> None:
        await press.ack()
        kind = (await press.table_here()).row.kind
        picked = {name: press.selected(name) for name in host_view.fields_of(kind, press.words)}
        wished = host_view.settings_of(picked, press.ticked(host_view.HINTS), kind, press.words)
        shown = None if press.custom.number is None else bool(press.custom.number)
        await self.hosting.change(press.custom.game, press.user, wished, shown)

    @press("guests")
    async def _guests_button(self, press: ComponentContext) -> None:
        live = await press.table_here()
        await self.hosting.check(live, press.user)
        await press.ask(guest_view.guest_form(live.facts, press.words))

    @modal("set_up_guests")
    async def _guests_form(self, press: ComponentContext) -> None:
        await press.ack()
        await press.table_here()
        wished = guest_view.guest_settings(*map(press.selected, guest_view.FIELDS))
        await self.hosting.change_guests(press.custom.game, press.user, wished)

    @press("invite")
    async def _invite_select(self, press: ComponentContext) -> None:
        await press.ack()
        await press.table_here()

        async def send(_live: LiveTable, view: ui.LayoutView, only: discord.AllowedMentions) -> None:
            await press.interaction.followup.send(view=shown(view), allowed_mentions=only)

        await self._invite(press.custom.game, press.user, press.member, send)

    @menu(N_("Invite to my table"))
    async def _invite_user(self, interaction: discord.Interaction, person: discord.User) -> None:
        await ack(interaction)
        game = await self._own_lobby(interaction)
        if person.bot or not isinstance(person, discord.Member):
            raise Refused(NO_GUEST)

        async def send(live: LiveTable, view: ui.LayoutView, only: discord.AllowedMentions) -> None:
            await post(self.client, live.row.channel, view, mentions=only)

        live = await self._invite(game, interaction.user.id, person.id, send)
        said = await self.resolver.words_for(interaction)
        text = said(
            "You have invited {player} to your table in {channel}.",
            player=f"<@{person.id}>", channel=f"<#{live.row.channel}>",
        )  # fmt: skip
        await self.replies.reply(interaction, views.say(text))

    async def _own_lobby(self, interaction: Interaction) -> int:
        """Returns the number of the user's own lobby in this channel, or of their only one on this server; raises
        Refused if there is none or it is not clear which."""
        rows = await self.db.games.lobbies_of(interaction.user.id) if interaction.guild_id is not None else []
        lobbies = {row.channel: row.id for row in rows if row.guild == interaction.guild_id}
        if not lobbies:
            raise Refused(NO_LOBBY)
        here = lobbies.get(interaction.channel_id or 0)
        if here is None and len(lobbies) > 1:
            raise Refused(SEVERAL, channels=", ".join(f"<#{channel}>" for channel in lobbies))
        return here or next(iter(lobbies.values()))

    async def _invite(self, game: int, host: int, guest: int, send: Send) -> LiveTable:
        """Invites a user to a lobby and returns the table; takes the invitation back if it cannot be sent.

        Raises Refused, and what Discord raises if the bot does not lack a permission.
        """
        async with self.limits.invitation(host):
            live = await self.hosting.invite(game, host, guest)
            text = translator_for(live.row.language)(
                "{player}, {host} invites you to this table. Press Join in the lobby.",
                player=f"<@{guest}>", host=f"<@{host}>",
            )  # fmt: skip
            only = SILENT
            if await self._may_ping(live, guest):
                users = [discord.Object(guest)]
                only = discord.AllowedMentions(users=users, everyone=False, roles=False, replied_user=False)
            sent = await safe_call(send(live, views.say(text), only))
            if sent.was_answered and not sent.ok:
                await self.hosting.take_back_invitation(live.id, guest)
            if sent.outcome is Outcome.FORBIDDEN:
                needed = Listed(lacking(self.client, live.row.channel) or NEEDED.values())
                raise Refused(CANNOT_WRITE, channel=live.row.channel, permissions=needed)
            sent.unwrap()
        return live

    async def _may_ping(self, live: LiveTable, guest: int) -> bool:
        """Returns whether an invitation pings the guest: not in the server's quiet hours, a break of the guest or
        against their settings, nor if someone at the table is in a blocked pair with them.
        """
        now = self.now()
        if (await self.people.person(guest)).ping == PING_NEVER or away_until(
            now, [await self.db.schedules.get(guest)]
        ):
            return False
        if (await self.db.blocks.apart(guest)).among({live.row.host, *(seat.user for seat in live.people())}):
            return False
        return await day_clock.server_quiet_until(self.db, live.row.guild, now) is None

    @press("call")
    async def _call_button(self, press: ComponentContext) -> None:
        live = await press.table_here()
        await self.hosting.check(live, press.user)
        role = await self.rules.role_to_call(press.interaction)
        if quiet := await day_clock.server_quiet_until(self.db, live.row.guild, self.now()):
            raise TooSoon(N_("This server has quiet hours now. You can call players {when}."), quiet)
        await press.ack()
        async with self.limits.call(press.user):
            live = await self.hosting.call(press.custom.game, press.user)
            only = discord.AllowedMentions(roles=[role], everyone=False, users=False, replied_user=False)
            view = host_view.call(live.facts, role.mention, translator_for(live.row.language))
            sent = await safe_call(press.interaction.followup.send(view=shown(view), allowed_mentions=only))
            if sent.was_answered and not sent.ok:
                await self.hosting.take_back_call(live.id)
            sent.unwrap()

    @press("remove")
    async def _remove_button(self, press: ComponentContext) -> None:
        live = await press.table_here()
        await self.hosting.check(live, press.user)
        await press.show(host_view.removal(live.facts, press.words))

    @press("remove_sure")
    async def _remove_select(self, press: ComponentContext) -> None:
        live, guest = await press.table_here(), press.chosen_user
        await self.hosting.remove(live.id, press.user, guest)
        self.server_log.note(live.row, REMOVED, user=f"<@{press.user}>", player=f"<@{guest}>")
        await press.say(press.words("<@{player}> no longer sits at this table.", player=guest))
        said = await self.people.words_for(guest, live.row.language)
        text = said("The host has removed you from the table.")
        self.background.run(self.hands.retire(live.id, guest, text), f"the farewell to a player of table {live.id}")
