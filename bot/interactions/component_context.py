"""The context of a press or a submitted form, which is passed to its handler."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, Protocol

import discord
from discord import ui

from bot import views
from bot.drawing import Sketch
from bot.measuring import parsing
from bot.messages.api import Interaction
from bot.messages.panels import Sent
from bot.messages.reply import Replies, ack, on_own_panel
from bot.tables.live import LiveTable
from bot.tables.refusals import Refused
from bot.tables.registry import Tables
from bot.texts import N_, Translator
from bot.views.custom_id import CustomId
from storage.settings import MAX_ID_DIGITS

UNKNOWN: Final = N_("This button no longer works. `/game board` posts the board again.")

NO_GUEST: Final = N_("Choose a person on this server. Bots cannot play; add a computer instead.")

MAX_INDEX_DIGITS: Final = 4


class Tokens(Protocol):
    """The interface that collects interaction tokens by which boards can be edited."""

    def add_token(self, game: int, interaction: Interaction) -> None:
        """Stores the token of a press on the table's board."""

    def has_token(self, game: int) -> bool:
        """Returns whether there is a valid token for the table's board."""


@dataclass
class ComponentContext:
    """The context of one press or form: the interaction, its custom_id and the user's language."""

    interaction: Interaction
    custom: CustomId
    words: Translator
    _tables: Tables
    _tokens: Tokens
    _replies: Replies

    @property
    def user(self) -> int:
        """The ID of the user who pressed."""
        return self.interaction.user.id

    @property
    def value(self) -> str:
        """The chosen value of a select; raises Refused if there is none."""
        values = self.values
        if not values:
            raise Refused(UNKNOWN)
        return values[0]

    @property
    def index(self) -> int:
        """The index of the chosen option, if the values are indices; raises Refused."""
        return _plain(self.value, MAX_INDEX_DIGITS)

    @property
    def way(self) -> tuple[int, ...]:
        """The path of the chosen option, if the values are paths of indices such as `1.0.2`; raises Refused."""
        return _way(self.value)

    @property
    def ways(self) -> list[tuple[int, ...]]:
        """The paths of all chosen options; raises Refused."""
        return [_way(value) for value in self.values]

    @property
    def number(self) -> int:
        """The chosen number, if the values are row numbers; raises Refused."""
        return _plain(self.value, parsing.MAX_DIGITS)

    @property
    def values(self) -> list[str]:
        """All chosen values of a select."""
        data: Any = self.interaction.data
        return [str(value) for value in data.get("values", ())]

    def typed(self, field: str) -> str:
        """Returns the content of a form's text field as valid Unicode; empty if the form does not have the field."""
        return str(self._field(field).get("value") or "").encode(errors="replace").decode()

    def selected(self, field: str) -> str:
        """Returns the option that was chosen in a form's select or radio group; raises Refused if there is none."""
        values = self.ticked(field)
        if len(values) != 1:
            raise Refused(UNKNOWN)
        return values[0]

    def ticked(self, field: str) -> list[str]:
        """Returns what was chosen in a form's group of checkboxes or radio buttons; empty without the group."""
        found = self._field(field)
        values = found.get("values") or [found.get("value")]
        return [str(value) for value in values if isinstance(value, str)] if isinstance(values, list) else []

    def picked(self, field: str) -> list[str]:
        """Returns everything that was chosen in that select of a form, perhaps nothing; raises Refused without it."""
        values = self._field(field).get("values")
        if not isinstance(values, list):
            raise Refused(UNKNOWN)
        return [str(value) for value in values]

    def attachment(self, field: str) -> discord.Attachment | None:
        """Returns the only file that was uploaded in that field of a form, if there is one."""
        data: Any = self.interaction.data
        files, chosen = (data.get("resolved") or {}).get("attachments") or {}, self._field(field).get("values")
        if not isinstance(chosen, list) or len(chosen) != 1 or str(chosen[0]) not in files:
            return None
        return discord.Attachment(data=files[str(chosen[0])], state=self.interaction._state)

    @property
    def chosen_user(self) -> int:
        """The ID of the user who was chosen in a select; raises Refused."""
        return _plain(self.value, MAX_ID_DIGITS)

    @property
    def member(self) -> int:
        """The ID of the chosen server member; raises Refused for bots and users who are not members."""
        user = self.chosen_user
        data: Any = self.interaction.data
        resolved: Any = (data or {}).get("resolved") or {}
        if str(user) not in resolved.get("members", {}) or resolved.get("users", {}).get(str(user), {}).get("bot"):
            raise Refused(NO_GUEST)
        return user

    def _field(self, field: str) -> Any:
        """Returns a submitted field of a form as Discord sent it; empty if there is none."""
        data: Any = self.interaction.data
        inner = [row.get("component") or row for row in data.get("components", ())]
        fields = [part for row in inner for part in row.get("components", (row,))]
        return next((part for part in fields if part.get("custom_id") == field), {})

    async def table_here(self) -> LiveTable:
        """Returns the table of the component; raises Refused if it was pressed in the channel of another table."""
        return self._checked(await self._tables.get(self.custom.game))

    async def board_here(self) -> LiveTable:
        """Returns the table whose board shows this to everyone, like `table`; raises Refused in another channel.

        A custom_id can be forged, and not everyone may see the table's channel.
        """
        return self._checked(await self.table())

    def _checked(self, live: LiveTable) -> LiveTable:
        if not live.row.is_in(self.interaction.channel_id):
            raise Refused(UNKNOWN)
        return live

    async def ask(self, form: ui.Modal) -> None:
        """Shows a form as the first response; raises Refused if it is too late for that."""
        await self._replies.ask(self.interaction, form)

    async def ack(self) -> None:
        """Acknowledges the interaction. If the pressed message is public, stores the token for edits of the board."""
        await ack(self.interaction)
        if self._is_public and self.custom.game:
            self._tokens.add_token(self.custom.game, self.interaction)

    @property
    def finished(self) -> int:
        """The number of the finished table that a button belongs to, which may be in either number of the custom_id."""
        return self.custom.game or self.custom.number or 0

    async def table(self) -> LiveTable:
        """Returns the table of the component, at once if it is in memory; otherwise acknowledges before loading it.

        Also acknowledges a press on a public message if that gives the board a token that it lacks.
        """
        live = await self._tables.at_hand(self.custom.game)
        if live is None or (self._is_public and not self._tokens.has_token(live.id)):
            await self.ack()
            live = await self._tables.get(self.custom.game)
        return live

    async def committed(self) -> LiveTable:
        """Returns the committed table, after any change in progress.

        Acknowledges only if the board needs a token: the result of a press is its response, and a slow one is
        acknowledged in time anyway (`watch`).
        """
        if self._is_public and not self._tokens.has_token(self.custom.game):
            await self.ack()
        return await self._tables.get(self.custom.game)

    @property
    def on_own_panel(self) -> bool:
        """Whether the press was on a message that only the presser sees."""
        return on_own_panel(self.interaction)

    @property
    def _is_public(self) -> bool:
        """Whether the press was on a message that everyone sees."""
        return self.interaction.guild_id is not None and not on_own_panel(self.interaction)

    async def say(self, text: str) -> None:
        """Shows the user this text: in the panel on which they pressed, otherwise in a new private message."""
        await self._replies.reply(self.interaction, views.say(text))

    async def show(self, view: ui.LayoutView, sketch: Sketch | None = None) -> Sent:
        """Shows the user this view, with its picture, in the pressed panel, otherwise in a new private message."""
        return await self._replies.answer(self.interaction, view, sketch, lambda _: self.ack())

    async def show_panel(self, view: ui.LayoutView, hand: Sketch | None, table: int) -> Sent:
        """Shows the user's panel of a table, with the picture of their hand, where they pressed or in a new message."""
        return await self._replies.panel(self.interaction, view, hand, table)


def _plain(text: str, longest: int) -> int:
    found = parsing.parse_int(text, longest)
    if found is None:
        raise Refused(UNKNOWN)
    return found


def _way(value: str) -> tuple[int, ...]:
    return tuple(_plain(part, MAX_INDEX_DIGITS) for part in value.split("."))
