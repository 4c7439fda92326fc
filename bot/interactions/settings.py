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
from bot.measuring.digits import plain_number
from bot.messages.reply import ack
from bot.tables import orders
from bot.tables.live import LiveTable, by_computer
from bot.tables.refusals import NotHere, Refused
from bot.texts import LANGUAGES, Words, later, words
from bot.views.custom_id import CustomId
from bot.views.pages import CONFIRMS, PINGS, orders_for
from storage import PersonRow

PLAIN: Final = {"set_language": ("auto", *LANGUAGES), "set_ping": tuple(PINGS), "set_confirm": tuple(CONFIRMS)}
"""Settings that are one of some words, whatever the table."""
NO_SUCH = later("There is no such setting.")


def add(group: app_commands.Group, app: App) -> None:
    """Put this command into the group."""
    _me(group, app)


async def change_setting(app: App, custom: CustomId, user: int, values: list[str], said: Words) -> LayoutView:
    """One setting changed, and the panel as it is then; raises Refused."""
    live = await app.tables.get(custom.game) if custom.game else None
    value = values[0] if values else ""
    if value not in PLAIN.get(custom.verb, (value,)):
        raise Refused(NO_SUCH)
    match custom.verb:
        case "set_language":
            row = await app.people.change(user, language=None if value == "auto" else value)
            said = words(row.language) if row.language else said
            app.background.run(_renew_hands(app, user), "hands in another language")
        case "set_ping":
            await app.people.change(user, ping=value)
        case "set_confirm":
            await app.people.change(user, confirm=value)
        case "set_dms":
            await app.people.change(user, dms=not (await app.people.person(user)).dms)
            await _follow_dms(app, user, live, said)
        case "set_order":
            if live is None or value not in orders_for(live.board):
                raise Refused(NO_SUCH)
            await app.referee.set_order(live.id, user, value)
        case "drop_order":
            await _drop_order(app, live, user, value)
    row = await app.people.person(user)
    return _panel(row, user, await app.tables.get(custom.game) if custom.game else None, said)


async def _renew_hands(app: App, user: int) -> None:
    """Whatever language somebody reads from now on, their hands speak it at once, at every table."""
    for row in await app.store.games_of(user):
        if row.phase == "running":
            live = await app.tables.get(row.id)
            if any(seat.user == user and not by_computer(seat) for seat in live.seats):
                app.hands.renew(live, user)


async def _drop_order(app: App, live: LiveTable | None, user: int, value: str) -> None:
    listed = _orders(live, live.player(user).seat) if live is not None else []
    chosen = plain_number(value)
    if live is None or chosen is None or chosen >= len(listed):
        raise Refused(NO_SUCH)
    await app.in_advance.take_back(live.id, user, listed[chosen][0])


async def _follow_dms(app: App, user: int, live: LiveTable | None, said: Words) -> None:
    await app.hands.forget_refusal(user)
    if live is None:
        return
    if (await app.people.person(user)).dms:
        app.hands.renew(live, user)
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
        orders=[live.board.order_said(topic, standing, said) for topic, standing in _orders(live, seat.seat)],
    )


def _orders(live: LiveTable, seat: str) -> list[tuple[str, str]]:
    """The orders of a seat, beside the one for windows, as they are listed."""
    return list(orders.in_force(live, seat).items())


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
    "drop_order": _set_part,
}
