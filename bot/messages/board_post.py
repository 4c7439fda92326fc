"""How a board gets into its message: what is known of that message, what it shall show, the cheapest way there."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from typing import Any, Final, TypeVar

import discord
from discord.ui import LayoutView

from bot import views
from bot.drawing import Picture, Sketch
from bot.messages import wire
from bot.messages.api import (
    SILENT,
    Client,
    Interaction,
    edit,
    files,
    first,
    for_the_picture,
    illustrated,
    is_command,
    message,
    new_nonce,
    picture,
    post,
    shown,
    with_or_without,
)
from bot.messages.looks import Looks
from bot.messages.requests import OLD_EDITS
from bot.tables.live import LiveTable
from bot.texts import words
from storage import BoardRow, OldBoard

log = logging.getLogger(__name__)

Sent = TypeVar("Sent")

UNKNOWN_MESSAGE: Final = 10008
UNKNOWN: Final = "?"
"""After a start nobody knows which picture a board has."""


@dataclass(slots=True)
class Handle:
    """A lent token: the interaction whose original response is a message of the table."""

    interaction: Interaction
    until: datetime


@dataclass(slots=True)
class Keeper:
    """What is known of one table's board."""

    game: int
    known: bool = False
    row: BoardRow | None = None
    mark: str | None = None
    last: Looks | None = None
    """What the board shows now, for sparing edits that change nothing; None where nobody knows."""
    digest: str | None = UNKNOWN
    """Of the picture that the board has; None where it has none."""
    plain: bool = False
    """Pictures were refused there: the text is shown alone."""
    handles: dict[int, Handle] = field(default_factory=dict)
    """Lent tokens by message: the old board is closed by its own while somebody presses the new one already."""
    nonce: str = ""
    """Of a board whose post has failed so far: should it stand all the same, the next try finds it."""
    worn: set[int] = field(default_factory=set)
    """Messages that Discord lets nobody edit any more for a while: they are never tried again."""
    closed: int | None = None
    """The old board that was closed last: whoever still pressed it costs no second edit."""
    unclosed: bool = False
    """An old board has kept its buttons, for Discord was in trouble."""
    wanted: bool = False
    hurried: bool = False
    """One state was passed over, for a newer one came before its picture was begun: the next is shown in any case."""
    afresh: bool = False
    pause: float = 0.0
    """Seconds of the last pause after it had waited for its turn in vain."""
    later: asyncio.TimerHandle | None = None
    """Tries it again."""
    task: asyncio.Task[Any] | None = None
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)


@dataclass(slots=True)
class Face:
    """What a board is to show: the view, and its picture where there is one."""

    view: LayoutView
    sketch: Sketch | None = None
    drawn: Picture | None = None
    _known: dict[str | None, Looks] = field(default_factory=dict)
    """For comparing, by the picture's digest: a message is put into words once."""

    @property
    def digest(self) -> str | None:
        """The picture's."""
        return None if self.drawn is None or self.sketch is None else self.sketch.digest

    def with_picture(self, drawn: Picture | None) -> LayoutView:
        """The whole message with this picture or none: what it leads to, whose turn it is, stands directly below it."""
        return illustrated(self.view, drawn, low=True)

    @property
    def looks(self) -> Looks:
        """For comparing."""
        return self._with(self.digest)

    @property
    def wished(self) -> Looks:
        """As it would look if its picture could be drawn."""
        return self._with(None if self.sketch is None else self.sketch.digest)

    def _with(self, drawn: str | None) -> Looks:
        looks = self._known.get(drawn)
        if looks is None:
            looks = self._known[drawn] = Looks.of(drawn, picture(self.view))
        return looks


def board_of(live: LiveTable) -> LayoutView:
    """The table's public message as it should be now."""
    said, facts = words(live.row.language), live.facts
    if live.row.phase == "lobby":
        return views.lobby(facts, said)
    if live.game is None:
        return views.closed_lobby(facts, said, said("This table was closed before the game began."))
    if live.row.phase == "running":
        return views.board(facts, live.game, said)
    return views.ended(facts, live.game, said)


def closed_board_of(live: LiveTable, *, in_lobby: bool) -> LayoutView:
    """What stays of a message that is no longer the present board."""
    said = words(live.row.language)
    if in_lobby or live.game is None:
        return views.closed_lobby(live.facts, said, said("The table stands in a newer message below."))
    return views.closed_board(live.facts, live.game, said)


class BoardPost:
    """Puts faces into messages; raises what Discord raises."""

    def __init__(self, client: Client, now: Callable[[], datetime]) -> None:
        self._client = client
        self._now = now
        self._keeps = True
        """Whether Discord takes an edit that refers to the file which the message has already."""

    async def post(self, keeper: Keeper, channel: int, face: Face) -> BoardRow:
        """As a new message, which is the board from now on."""
        again, nonce = keeper.nonce, keeper.nonce or new_nonce()
        keeper.nonce = nonce
        try:
            number = await self._as_it_may(
                keeper, face, lambda drawn: post(self._client, channel, face.with_picture(drawn), drawn, nonce=nonce)
            )
            if again:
                # What was posted by an earlier try shows how the table stood then.
                await edit(self._client, channel, number, face.with_picture(face.drawn), face.drawn)
        except discord.HTTPException as error:
            if error.status < 500 and error.status != 429:
                keeper.nonce = ""
            raise
        keeper.nonce = ""
        return BoardRow(channel, number, self._now())

    async def change(self, keeper: Keeper, row: BoardRow, face: Face) -> None:
        """The board shows this; a picture that it has already is not sent again."""
        if face.digest == keeper.digest and (self._keeps or face.drawn is None):
            try:
                await self.edit(keeper, row, face.with_picture(face.drawn), face.drawn, keeps=True)
            except discord.HTTPException as error:
                if face.drawn is None or not for_the_picture(error):
                    raise
                log.warning("a kept picture is refused (code %s): from now on it is sent each time", error.code)
                self._keeps = False
            else:
                return
        await self._as_it_may(keeper, face, lambda drawn: self.edit(keeper, row, face.with_picture(drawn), drawn))

    async def edit(
        self, keeper: Keeper, row: BoardRow | OldBoard, view: LayoutView, drawn: Picture | None, *, keeps: bool = False
    ) -> None:
        """A message of the table shows this: through a lent token where there is one, else at the bot's own cost."""
        try:
            await self._edit(keeper, row, view, drawn, keeps=keeps)
        except discord.HTTPException as error:
            if error.code == OLD_EDITS:
                keeper.worn.add(row.message)
            raise

    async def close(self, keeper: Keeper, old: OldBoard, view: LayoutView) -> None:
        """An old board loses its buttons; one that Discord lets nobody edit any more goes, for they would confuse."""
        if old.message not in keeper.worn:
            try:
                await self.edit(keeper, old, view, None)
            except discord.HTTPException as error:
                if error.code != OLD_EDITS:
                    raise
            else:
                return
        await message(self._client, old.channel, old.message).delete()

    # Inside

    async def _edit(
        self, keeper: Keeper, row: BoardRow | OldBoard, view: LayoutView, drawn: Picture | None, *, keeps: bool
    ) -> None:
        handle = keeper.handles.get(row.message)
        if handle is not None and handle.until > self._now():
            try:
                await wire.edit_original(handle.interaction, shown(view), None if keeps else files(drawn))
            except discord.HTTPException as error:
                log.info("table %s: a lent token no longer serves (%s, code %s)", keeper.game, error.status, error.code)
                keeper.handles.pop(row.message, None)
                if error.code in {OLD_EDITS, UNKNOWN_MESSAGE}:
                    raise
            else:
                return
        await edit(self._client, row.channel, row.message, view, drawn, keeps=keeps)

    @staticmethod
    async def _as_it_may(keeper: Keeper, face: Face, send: Callable[[Picture | None], Awaitable[Sent]]) -> Sent:
        """Sent with its picture; where that is refused, without, and from then on all are."""

        async def sending(drawn: Picture | None) -> Sent:
            sent = await send(drawn)
            if drawn is not face.drawn:
                face.drawn, keeper.plain = None, True
            keeper.digest = face.digest
            return sent

        return await with_or_without(face.drawn, sending)


async def answered(interaction: Interaction, view: LayoutView) -> tuple[int | None, bool]:
    """The public answer (late: behind an acknowledgement), and whether the interaction's token edits it."""
    send = interaction.response.send_message
    respond = partial(send, view=shown(view), allowed_mentions=SILENT)
    if (number := await first(interaction, respond, numbered=True)) is not None:
        return number or None, True
    if is_command(interaction):
        # It fills what was acknowledged: repeated it stands once, a followup could stand twice.
        original = await interaction.edit_original_response(view=shown(view), allowed_mentions=SILENT)
        return original.id, True
    late = await interaction.followup.send(view=shown(view), allowed_mentions=SILENT, wait=True)
    return late.id, False
