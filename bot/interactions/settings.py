"""/game me: a person's own settings, and the orders of the seat they hold at a table."""

from __future__ import annotations

from typing import Final

import discord
from discord import app_commands
from discord.ui import LayoutView

from bot import views
from bot.app import App
from bot.interactions.naming import named
from bot.interactions.press import Press, Verbs
from bot.interactions.which import own_table, words_for
from bot.messages.reply import ack
from bot.tables import orders
from bot.tables.live import LiveTable, by_computer
from bot.tables.refusals import NotHere, Refused
from bot.texts import LANGUAGES, Words, later, words
from bot.views.custom_id import CustomId
from bot.views.pages import CONFIRMS, PINGS, orders_for
from storage import PersonRow

NO_SUCH = later("There is no such setting.")


def add(group: app_commands.Group, app: App) -> None:
    """Put this command into the group."""
    _me(group, app)


async def change_setting(app: App, custom: CustomId, user: int, values: list[str], said: Words) -> LayoutView:
    """One setting changed, and the panel as it is then; raises Refused."""
    live = await app.tables.get(custom.game) if custom.game else None
    value = values[0] if values else ""
    match custom.verb:
        case "set_language":
            if value not in ("auto", *LANGUAGES):
                raise Refused(NO_SUCH)
            row = await app.people.change(user, language=None if value == "auto" else value)
            said = words(row.language) if row.language else said
        case "set_ping":
            if value not in PINGS:
                raise Refused(NO_SUCH)
            await app.people.change(user, ping=value)
        case "set_confirm":
            if value not in CONFIRMS:
                raise Refused(NO_SUCH)
            await app.people.change(user, confirm=value)
        case "set_dms":
            await app.people.change(user, dms=not (await app.people.person(user)).dms)
            await _follow_dms(app, user, live, said)
        case "set_order":
            if live is None or value not in orders_for(live.board):
                raise Refused(NO_SUCH)
            await app.referee.set_order(live.id, user, value)
    row = await app.people.person(user)
    return _panel(row, user, await app.tables.get(custom.game) if custom.game else None, said)


async def _follow_dms(app: App, user: int, live: LiveTable | None, said: Words) -> None:
    app.hands.forget_refusal(user)
    if live is None:
        return
    if (await app.people.person(user)).dms:
        app.hands.changed(live)
    else:
        text = said("You want no direct messages; `/game hand` shows your hand.")
        app.background.run(app.hands.retire(live.id, user, text), "taking back a hand")


def _panel(row: PersonRow, user: int, live: LiveTable | None, said: Words) -> LayoutView:
    """The panel of somebody's settings; the table comes last, for it is shown as it is committed."""
    seat = next((seat for seat in live.seats if seat.user == user and not by_computer(seat)), None) if live else None
    if live is None or seat is None or live.row.phase != "running":
        return views.settings(None, said, language=row.language, dms=row.dms, ping=row.ping, confirm=row.confirm)
    return views.settings(
        live.facts,
        said,
        language=row.language,
        dms=row.dms,
        ping=row.ping,
        confirm=row.confirm,
        order=orders.order_of(live, seat.seat),
        stays_out=live.out.get(seat.seat) == live.mark(),
    )


def _me(group: app_commands.Group, app: App) -> None:
    @group.command(name=named("me", later("/game me")), description=named(later("My settings")))
    async def me(interaction: discord.Interaction) -> None:
        user, said = interaction.user.id, await words_for(app, interaction)
        row = await app.people.person(user)
        try:
            live = await own_table(app, interaction)
        except NotHere:
            live = None
        await app.replies.reply(interaction, _panel(row, user, live, said))


# Buttons


async def _set_part(press: Press) -> None:
    await ack(press.interaction)
    view = await change_setting(press.app, press.custom, press.user, press.values, press.words)
    await press.show(view)


VERBS: Final[Verbs] = {
    "set_language": _set_part,
    "set_dms": _set_part,
    "set_ping": _set_part,
    "set_confirm": _set_part,
    "set_order": _set_part,
}
