"""What a board is to show, and what is known of the message that shows it."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Self

from discord.ui import LayoutView

from bot.drawing import Picture, Sketch
from bot.features.finished_games import view as post_game_view
from bot.features.lobby import view as lobby_view
from bot.features.play import board_view
from bot.features.play.fingerprint import Fingerprint
from bot.messages.api import SILENT, Interaction, first, is_command, picture, shown
from bot.messages.live_message import UNKNOWN, LiveMessage, Rendered
from bot.tables.live import LiveTable
from bot.texts import translator_for
from storage import PostSlot


@dataclass(eq=False, slots=True)
class Board(LiveMessage):
    """The public message of one table."""

    known: bool = False
    """Whether it was read where the message is."""
    deleted: int | None = None
    """The id of the message that was deleted while it was the board."""
    closed: int | None = None
    """The old board that was closed last: whoever still pressed it costs no second edit."""
    unclosed: bool = False
    """An old board has kept its buttons, for Discord was in trouble."""
    hurried: bool = False
    """One state was passed over, for a newer one came before its picture was begun: the next is shown in any case."""
    afresh: bool = False
    task: asyncio.Task[Any] | None = None

    @classmethod
    def of(cls, game: int) -> Self:
        """The board of a table, of which nothing is known yet."""
        return cls(PostSlot("board", game))

    @property
    def game(self) -> int:
        """The table."""
        return self.slot.subject

    def is_lost(self) -> None:
        """Nothing is known of the message any more."""
        self.is_at(self.channel, 0)
        self.tokens, self.about = {}, ""
        self.is_unknown()

    def is_unknown(self) -> None:
        """What the message shows is not known any more."""
        self.fingerprint, self.picture = "", UNKNOWN


@dataclass(slots=True)
class Face:
    """What a board is to show: the view, and its picture where there is one."""

    view: LayoutView
    sketch: Sketch | None = None
    drawn: Picture | None = None
    _known: dict[str | None, Fingerprint] = field(default_factory=dict)
    """For comparing, by the picture's digest: a message is put into words once."""

    @property
    def digest(self) -> str | None:
        """The picture's."""
        return None if self.drawn is None or self.sketch is None else self.sketch.digest

    def rendered(self, *, afresh: bool = False) -> Rendered:
        """For sending: what the picture leads to, whose turn it is, stands directly below it."""
        looks, plain = self.looks.written, self._with(None).written
        return Rendered(self.view, looks, self.drawn, self.digest, plain, low=True, afresh=afresh, retires=False)

    @property
    def looks(self) -> Fingerprint:
        """For comparing."""
        return self._with(self.digest)

    @property
    def wished(self) -> Fingerprint:
        """As it would look if its picture could be drawn."""
        return self._with(None if self.sketch is None else self.sketch.digest)

    def _with(self, drawn: str | None) -> Fingerprint:
        looks = self._known.get(drawn)
        if looks is None:
            looks = self._known[drawn] = Fingerprint.of(drawn, picture(self.view))
        return looks


def board_of(live: LiveTable) -> LayoutView:
    """The table's public message as it should be now."""
    said, facts = translator_for(live.row.language), live.facts
    if live.row.phase == "lobby":
        return lobby_view.lobby(facts, said)
    if live.game is None:
        return lobby_view.closed_lobby(facts, said, said("This table was closed before the game began."))
    if live.row.phase == "running":
        return board_view.board(facts, live.game, said)
    return post_game_view.ended(facts, live.game, said)


def closed_board_of(live: LiveTable, *, in_lobby: bool) -> LayoutView:
    """What stays of a message that is no longer the present board."""
    said = translator_for(live.row.language)
    if in_lobby or live.game is None:
        return lobby_view.closed_lobby(live.facts, said, said("The table is in a newer message below."))
    return board_view.closed_board(live.facts, live.game, said)


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
