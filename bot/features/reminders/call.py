"""One call to a player of a table: what is known of its message, and what it says."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

import discord

from bot.messages.live_message import LiveMessage
from bot.tables.live import LiveTable
from bot.texts import Translator
from storage import MessageRow


@dataclass(eq=False, slots=True)
class Call(LiveMessage):
    """A message that calls a seat to a decision: a public ping, or a private word.

    `about` is the decision's number and the seat, after `late` if the message says that the time is up.
    """

    text: str = ""
    """What it is to say; empty: it stays as it is."""
    old: bool = False
    """Whether a newer call has replaced it."""

    @classmethod
    def of(cls, row: MessageRow) -> Self:
        """The call as the database knows it."""
        call = cls(row.slot, old=row.old)
        call.load(row)
        return call

    def withdraw(self) -> None:
        """It is not shown any more."""
        self.text = ""
        self.cancel_pause()

    @property
    def is_ping(self) -> bool:
        """Whether it is public."""
        return self.slot.kind == "ping"

    @property
    def is_late(self) -> bool:
        """Whether it says that the time is up."""
        return self.about.startswith("late ")

    @property
    def number(self) -> int:
        """The decision."""
        return int(self.about.split()[-2])

    @property
    def seat(self) -> str:
        """The seat that is called."""
        return self.about.split()[-1]


def pings(user: int) -> discord.AllowedMentions:
    """Pings only that user (0: no one)."""
    whom = [discord.Object(user)] if user else []
    return discord.AllowedMentions(users=whom, everyone=False, roles=False, replied_user=False)


def waits(live: LiveTable, said: Translator) -> str:
    """That the table waits, and until when."""
    due = live.facts.due
    until = f"<t:{int(due.timestamp())}:R>" if due is not None else "—"
    return said(
        "The table in <#{channel}> is waiting for you. Deadline: {until}.", channel=live.row.channel, until=until
    )


def is_over(live: LiveTable, call: Call) -> bool:
    """Whether a call is void: its decision is answered; that one was late, once they have answered again."""
    game = live.game
    if game is None or live.row.phase != "running":
        return True
    if not call.is_late:
        return call.number != game.number
    return any(entry.seat == call.seat and entry.number >= call.number for entry in reversed(game.entries))
