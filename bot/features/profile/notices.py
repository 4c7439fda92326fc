"""*Notify me* in `/profile`: a user chooses games, and gets direct messages about new tables of them on the server."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from discord import ui

from bot.games import GAME_UIS, Label
from bot.interactions.component_context import UNKNOWN, ComponentContext
from bot.interactions.handlers import press
from bot.tables.refusals import Refused
from bot.texts import N_, Translator
from bot.views.custom_id import NO_GAME, CustomId
from bot.views.parts import choice, message, select
from storage import Database

ON_A_SERVER: Final = N_("Notifications belong to a server. Type `/profile` in one of its channels.")


@dataclass(frozen=True)
class NoticeHandlers:
    """Handlers of the button and the select with which a user subscribes to new tables of games on a server."""

    db: Database

    @press("notify")
    async def _notify_button(self, press: ComponentContext) -> None:
        chosen = await self.db.subscriptions.of(press.user, _guild(press))
        await press.show(subscriptions(chosen, press.words))

    @press("set_notify")
    async def _notify_select(self, press: ComponentContext) -> None:
        guild, kinds = _guild(press), set(press.values)
        if not kinds <= GAME_UIS.keys():
            raise Refused(UNKNOWN)
        await press.ack()
        await self.db.subscriptions.set(press.user, guild, sorted(kinds))
        await press.show(subscriptions(kinds, press.words))


def subscriptions(chosen: Collection[str], words: Translator) -> ui.LayoutView:
    """Returns the message in which a user chooses games on this server."""
    titles = ", ".join(game_ui.title for kind, game_ui in GAME_UIS.items() if kind in chosen)
    now = (
        words("I notify you of new tables of: {games}", games=titles) if titles else words("I notify you of no tables.")
    )
    how = words(
        "You get a direct message when someone opens a table on this server that anyone may join, at most three times "
        "an hour and never in your quiet hours or those of the server."
    )
    options = [choice(Label(game_ui.title), kind, chosen=kind in chosen) for kind, game_ui in GAME_UIS.items()]
    row = select(CustomId(NO_GAME, "set_notify"), words("Notify me"), options, len(options), least=0)
    return message(f"### 🔔 {words('Notify me')}\n{now}", f"-# {how}", rows=[row])


def _guild(press: ComponentContext) -> int:
    if press.interaction.guild_id is None:
        raise Refused(ON_A_SERVER)
    return press.interaction.guild_id
