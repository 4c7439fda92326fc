"""One press of a button or select, as its handlers see it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, Protocol

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

UNKNOWN: Final = N_("This button no longer works. `/game board` posts the board again.")

MAX_INDEX_DIGITS: Final = 4
MAX_ID_DIGITS: Final = 20
"""Of Discord's ids."""


class Tokens(Protocol):
    """Interaction tokens through which boards are edited."""

    def lend(self, game: int, interaction: Interaction) -> None:
        """Offers the token of a press on the table's board."""

    def has_handle(self, game: int) -> bool:
        """Returns whether the table's board has a token that works."""


@dataclass
class ComponentContext:
    """One press: the user, the component and the language."""

    interaction: Interaction
    custom: CustomId
    words: Translator
    _tables: Tables
    _tokens: Tokens
    _replies: Replies

    @property
    def user(self) -> int:
        """The user who has pressed."""
        return self.interaction.user.id

    @property
    def value(self) -> str:
        """The chosen value of a select."""
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
        """The path of the chosen option, if the values are paths of indices; raises Refused."""
        return _way(self.value)

    @property
    def ways(self) -> list[tuple[int, ...]]:
        """The same of every option that was chosen, perhaps of none."""
        return [_way(value) for value in self.values]

    @property
    def number(self) -> int:
        """The chosen number, if the values are numbers of rows; raises Refused."""
        return _plain(self.value, parsing.MAX_DIGITS)

    @property
    def values(self) -> list[str]:
        """All that was chosen in a select."""
        data: Any = self.interaction.data
        return [str(value) for value in data.get("values", ())]

    def typed(self, field: str) -> str:
        """Returns the content of a form's field, fit to be stored; empty without such a field."""
        return str(self._field(field).get("value") or "").encode(errors="replace").decode()

    def selected(self, field: str) -> str:
        """The option that was chosen in that select of a form; raises Refused if there is none."""
        values = self._field(field).get("values")
        if not isinstance(values, list) or len(values) != 1:
            raise Refused(UNKNOWN)
        return str(values[0])

    @property
    def chosen_user(self) -> int:
        """The user who was chosen in a select, by id; raises Refused."""
        return _plain(self.value, MAX_ID_DIGITS)

    @property
    def member(self) -> int:
        """The member of this server who was chosen in a select of users; raises Refused for bots and strangers."""
        user = self.chosen_user
        data: Any = self.interaction.data
        resolved: Any = (data or {}).get("resolved") or {}
        if str(user) not in resolved.get("members", {}) or resolved.get("users", {}).get(str(user), {}).get("bot"):
            raise Refused(N_("Choose a person on this server. Bots cannot play; add a computer instead."))
        return user

    def _field(self, field: str) -> Any:
        """A field of a form that was filled in, as it was sent; empty if there is none."""
        data: Any = self.interaction.data
        inner = [row.get("component") or row for row in data.get("components", ())]
        fields = [part for row in inner for part in row.get("components", (row,))]
        return next((part for part in fields if part.get("custom_id") == field), {})

    async def ask(self, form: ui.Modal) -> None:
        """Shows a form as the first response; raises Refused if it is too late for that."""
        await self._replies.ask(self.interaction, form)

    async def ack(self) -> None:
        """Acknowledge; a press on a public message lends its token to the keeper of boards."""
        await ack(self.interaction)
        if self._is_public and self.custom.game:
            self._tokens.lend(self.custom.game, self.interaction)

    @property
    def finished(self) -> int:
        """The number of the table that is over to which a button belongs; those of the last board are of no game."""
        return self.custom.game or self.custom.number or 0

    async def table(self) -> LiveTable:
        """Returns the table, at once if it is in memory; otherwise acknowledges before loading it."""
        live = await self._tables.at_hand(self.custom.game)
        if live is None or (self._is_public and not self._tokens.has_handle(live.id)):
            await self.ack()
            live = await self._tables.get(self.custom.game)
        return live

    async def committed(self) -> LiveTable:
        """Returns the table as it is committed, no matter which task changes it now.

        Acknowledges only if the board needs a token: the result of a press is its response, and a slow one is
        acknowledged in time anyway (`watch`).
        """
        if self._is_public and not self._tokens.has_handle(self.custom.game):
            await self.ack()
        return await self._tables.get(self.custom.game)

    @property
    def on_own_panel(self) -> bool:
        """Whether the press was on a message that only the presser sees."""
        return on_own_panel(self.interaction)

    @property
    def _is_public(self) -> bool:
        return self.interaction.guild_id is not None and not on_own_panel(self.interaction)

    async def say(self, text: str) -> None:
        """A private word."""
        await self._replies.reply(self.interaction, views.say(text))

    async def show(self, view: ui.LayoutView, sketch: Sketch | None = None) -> Sent:
        """A private message, maybe with a picture."""
        return await self._replies.answer(self.interaction, view, sketch, lambda _: self.ack())


def _plain(text: str, longest: int) -> int:
    found = parsing.parse_int(text, longest)
    if found is None:
        raise Refused(UNKNOWN)
    return found


def _way(value: str) -> tuple[int, ...]:
    return tuple(_plain(part, MAX_INDEX_DIGITS) for part in value.split("."))
