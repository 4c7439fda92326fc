"""The command `/profile`: a user's own settings, notifications and schedule, and the standing orders of their seat."""

from __future__ import annotations

from collections.abc import AsyncIterator, Container, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from typing import Final

import discord
from discord.ui import LayoutView

from bot import views
from bot.background import Background
from bot.features.hand.service import Hands
from bot.features.lobby.guest_view import reliability_lines
from bot.features.orders.service import StandingOrders
from bot.features.orders.view import orders_for
from bot.features.profile import view as profile_view
from bot.features.profile.schedule import Typed, schedule_of
from bot.features.profile.schedule_view import DAYS_OFF, HOLIDAYS, QUIET, ZONE, in_words, schedule_form
from bot.features.profile.view import CONFIRMS, PINGS, SeatSettings, language_names, order_mark
from bot.games import GAME_UIS
from bot.games.pre_orders import PreOrders
from bot.interactions.component_context import UNKNOWN, ComponentContext
from bot.interactions.handlers import command, menu, modal, option, press
from bot.interactions.resolvers import Resolver
from bot.messages.reply import Replies, ack
from bot.tables import order_execution
from bot.tables.live import LiveTable
from bot.tables.people import People
from bot.tables.referee import Now, Referee
from bot.tables.refusals import EXPECTED_ERRORS, Refused
from bot.tables.registry import Tables
from bot.tables.table_data import by_computer
from bot.texts import N_, Translator, translator_for
from bot.views.custom_id import NO_GAME, CustomId
from storage import Database, PersonRow

NO_SUCH = N_("There is no such setting.")
OUTDATED: Final = N_("This panel was out of date, so nothing has changed. It shows your present settings now.")
ON_A_SERVER: Final = N_("Notifications belong to a server. Type `/profile` in one of its channels.")


@dataclass(frozen=True)
class SettingsHandlers:
    """Handlers of the command `/profile` and of its components."""

    db: Database
    tables: Tables
    people: People
    referee: Referee
    standing_orders: StandingOrders
    replies: Replies
    hands: Hands
    background: Background
    resolver: Resolver
    now: Now

    @command(N_("/profile"), N_("My settings"), formerly=N_("/game me"))
    @option(N_("option block"), N_("Never seats you with this person, who is not notified"))
    @option(N_("option unblock"), N_("Ends your block of this person"))
    async def _me(
        self,
        interaction: discord.Interaction,
        block: discord.User | None = None,
        unblock: discord.User | None = None,
    ) -> None:
        user, said = interaction.user.id, await self.resolver.words_for(interaction)
        shared = "" if block is None else await self._block(user, block, said)
        if unblock is not None:
            await self.db.blocks.remove(user, unblock.id)
        row = await self.people.person(user)
        try:
            live = await self.resolver.own_table(interaction)
        except EXPECTED_ERRORS:  # Without a table, or with one that cannot be loaded, the user's own settings remain.
            live = None
        lines = [*([shared] if shared else []), *await self._lines(user, said)]
        await self.replies.reply(interaction, _panel(row, user, live, said, await self.db.blocks.of(user), lines))

    @menu(N_("Block"))
    async def _block_user(self, interaction: discord.Interaction, person: discord.User) -> None:
        said = await self.resolver.words_for(interaction)
        shared = await self._block(interaction.user.id, person, said)
        text = said(
            "I never seat {player} with you, and do not notify them. `/profile` lists your blocks and ends them.",
            player=f"<@{person.id}>",
        )
        await self.replies.reply(interaction, views.say(f"{text}\n{shared}".rstrip()))

    async def _block(self, user: int, person: discord.User | discord.Member, said: Translator) -> str:
        """Keeps a person away from the user's tables, without notifying them; raises Refused.

        Returns a sentence about the tables and tournaments in which both play already; empty if there are none.
        """
        if person.id == user or person.bot:
            raise Refused(N_("You can block other people, but neither yourself nor a bot."))
        await self.db.blocks.add(user, person.id)
        if not (shared := await self.db.listings.shared(user, person.id)):
            return ""
        return said(
            "⚠️ You already play together in {channels}, and the block does not end that. You can leave with "
            "`/game leave` or `/league drop`.", channels=", ".join(f"<#{channel}>" for channel in shared),
        )  # fmt: skip

    async def change_setting(self, custom: CustomId, user: int, values: list[str], said: Translator) -> LayoutView:
        """Changes one setting and returns the updated panel; raises Refused.

        An outdated panel that does not say what its user wants changes nothing; the updated one says so.
        """
        value, outdated = values[0] if values else "", False
        if value not in _values(custom.verb, value):
            raise Refused(NO_SUCH)
        match custom.verb:
            case "set_language":
                row = await self.people.change(user, language=None if value == "auto" else value)
                said = translator_for(row.language) if row.language else said
                self.background.run(self._renew_hands(user), "updating hands after a change of language")
            case "set_ping":
                await self.people.change(user, ping=value)
            case "set_confirm":
                await self.people.change(user, confirm=value)
            case "set_words" | "set_explains" | "set_dms":
                # The buttons of older panels carry no wish, only that something is to change.
                outdated = custom.number not in (0, 1)
                if not outdated:
                    await self._switch(custom.verb, user, said, on=bool(custom.number))
            case "set_order":
                live = await self._table(custom)
                if value not in orders_for(live.game_ui):
                    raise Refused(NO_SUCH)
                await self.referee.set_order(live.id, user, value)
            case "drop_order":
                outdated = not await self._drop_order(await self._table(custom), user, value)
        return await self._updated(custom, user, [f"⚠️ {said(OUTDATED)}"] if outdated else [], said)

    async def _updated(self, custom: CustomId, user: int, notes: Sequence[str], said: Translator) -> LayoutView:
        """Returns the panel with the user's present settings and these notes."""
        row, blocked = await self.people.person(user), await self.db.blocks.of(user)
        lines = [*notes, *await self._lines(user, said)]
        try:
            return _panel(row, user, await self._table(custom), said, blocked, lines)
        except EXPECTED_ERRORS:  # The user's own settings do not need the table.
            return _panel(row, user, None, said, blocked, lines)

    async def _table(self, custom: CustomId) -> LiveTable:
        """Returns the table of a panel; raises Refused if it has none."""
        if custom.game == NO_GAME:
            raise Refused(NO_SUCH)
        return await self.tables.get(custom.game)

    async def _switch(self, verb: str, user: int, said: Translator, *, on: bool) -> None:
        """Turns one of the user's settings on or off: explanations, text instead of pictures (`set_words`) or DMs."""
        if verb == "set_explains":
            await self.people.change(user, explains=on)
        elif verb == "set_words":
            await self.people.change(user, words=on)
            self.background.run(self._renew_hands(user), "updating hands after pictures were turned on or off")
        else:
            await self.people.change(user, dms=on)
            await self.hands.forget_refusal(user)
            text = said("Your direct messages are off. `/game hand` shows your hand.")
            follow = self._renew_hands(user) if on else self._retire_hands(user, text)
            self.background.run(follow, "updating hands after direct messages were turned on or off")

    async def _lines(self, user: int, said: Translator) -> list[str]:
        """Returns further lines of the profile: the user's schedule and reliability."""
        schedule, reliability = await self.db.schedules.get(user), await self.db.reliability.of(user)
        return [in_words(schedule, self.now(), said), *reliability_lines(reliability, said)]

    async def _renew_hands(self, user: int) -> None:
        """Requests an update of the user's hands at all running tables after a change of settings."""
        for row in await self.db.games.of_user(user):
            if row.phase != "running":
                continue
            with suppress(*EXPECTED_ERRORS):  # The other tables are shown even if one cannot be loaded.
                live = await self.tables.get(row.id)
                if any(seat.user == user and not by_computer(seat) for seat in live.seats):
                    self.hands.renew(live, user)

    async def _retire_hands(self, user: int, text: str) -> None:
        """Replaces the user's hands at all unfinished tables by a text, also at tables that cannot be loaded."""
        for row in await self.db.games.of_user(user):
            if not row.finished_yet and not (await self.people.person(user)).dms:
                await self.hands.retire(row.id, user, text)
                if not self.tables.owns(row.guild):
                    self.hands.leave(row.id)
                    await self.db.engine.notify_changed(row.id)

    async def _drop_order(self, live: LiveTable, user: int, value: str) -> bool:
        """Cancels the standing order with this mark; returns False if the user's seat has no such order any more."""
        listed = {order_mark(*order): order[0] for order in _orders(live, live.player(user).seat)}
        if value not in listed:
            return False
        await self.standing_orders.take_back(live.id, user, listed[value])
        return True

    # Buttons

    @press("set_language", "set_dms", "set_words", "set_explains", "set_ping", "set_confirm", "set_order", "drop_order")
    async def _set_part(self, press: ComponentContext) -> None:
        await ack(press.interaction)
        view = await self.change_setting(press.custom, press.user, press.values, press.words)
        await press.show(view)

    @press("notify")
    async def _notify_button(self, press: ComponentContext) -> None:
        chosen = await self.db.subscriptions.of(press.user, _guild(press))
        await press.show(profile_view.subscriptions(chosen, press.words))

    @press("set_notify")
    async def _notify_select(self, press: ComponentContext) -> None:
        guild, kinds = _guild(press), set(press.values)
        if not kinds <= GAME_UIS.keys():
            raise Refused(UNKNOWN)
        await press.ack()
        await self.db.subscriptions.set(press.user, guild, sorted(kinds))
        await press.show(profile_view.subscriptions(kinds, press.words))

    @press("schedule")
    async def _schedule_button(self, press: ComponentContext) -> None:
        await press.ask(schedule_form(await self.db.schedules.get(press.user), self.now(), press.words))

    @modal("set_schedule")
    async def _schedule_form(self, press: ComponentContext) -> None:
        await press.ack()
        typed = Typed(press.typed(ZONE), press.typed(QUIET), press.picked(DAYS_OFF), press.typed(HOLIDAYS))
        dues = [due async for due in self._running_deadlines(press.user)]
        present = await self.db.schedules.get(press.user)
        schedule = schedule_of(typed, present, self.now(), max(dues, default=None))
        await self.db.schedules.set(press.user, schedule)
        note = press.words("It applies from the next decision on. A clock that runs already is not changed.")
        await press.say(f"🌙 {in_words(schedule, self.now(), press.words)}\n{note}")

    async def _running_deadlines(self, user: int) -> AsyncIterator[datetime]:
        """Yields the deadlines of the decisions in which this user is asked, at running tables by the day."""
        for row in await self.db.games.of_user(user):
            if row.phase != "running" or not row.by_day or row.paused_at is not None:
                continue
            try:
                live = await self.tables.get(row.id)
            except EXPECTED_ERRORS:
                continue
            asked = live.game.decision.seats if live.game is not None and live.game.decision is not None else ()
            own = (seat.seat for seat in live.seats if seat.user == user and not by_computer(seat))
            if live.deadline is not None and any(seat in asked for seat in own):
                yield live.deadline.due


def _guild(press: ComponentContext) -> int:
    if press.interaction.guild_id is None:
        raise Refused(ON_A_SERVER)
    return press.interaction.guild_id


def _values(verb: str, value: str) -> Container[str]:
    """Returns the valid values of a setting; for settings that depend on the table, any value."""
    match verb:
        case "set_language":
            return language_names()
        case "set_ping":
            return PINGS
        case "set_confirm":
            return CONFIRMS
    return (value,)


def _panel(
    row: PersonRow, user: int, live: LiveTable | None, said: Translator, blocked: Sequence[int], lines: Sequence[str]
) -> LayoutView:  # fmt: skip
    """Returns the panel with a user's settings. Callers read the table last, so that its state is the committed one."""
    seat = _seat_settings(live, user, said) if live is not None and live.row.phase == "running" else None
    return profile_view.settings(row, said, seat=seat, blocked=blocked, lines=lines)


def _seat_settings(live: LiveTable, user: int, said: Translator) -> SeatSettings | None:
    """Returns the settings of the user's seat; None if the user does not play."""
    seat = next((seat.seat for seat in live.seats if seat.user == user and not by_computer(seat)), None)
    if seat is None:
        return None
    say = live.game_ui.get(PreOrders).order_said
    orders = {order_mark(*order): say(*order, said) for order in _orders(live, seat)}
    order, stays_out = order_execution.order_of(live, seat), live.out.get(seat) == live.epoch()
    return SeatSettings(live.id, live.row.kind, order, stays_out, orders)


def _orders(live: LiveTable, seat: str) -> list[tuple[str, str]]:
    """Returns the standing orders of a seat as pairs of a topic and an order, except the order for windows."""
    return list(order_execution.in_force(live, seat).items())
