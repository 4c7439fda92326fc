"""Checks the hands of a table after the faults: what its players are shown is what the record says."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from typing import Final

from bot.emulator import Person
from bot.emulator.objects import Channel
from bot.emulator.people.seen import Seen
from bot.features.hand.service import BEHIND_A_PANEL, QUIET
from bot.features.hand.view import own_cards
from bot.tables.live import LiveTable
from bot.tables.registry import Tables
from bot.texts import translator_for
from bot.texts.languages import LANGUAGES
from storage import Database
from storage.dsn import Place
from storage.rows import SeatRow
from tests.simulation.report import Wrong
from tests.wire.robot import hand_in

LATER: Final = QUIET * BEHIND_A_PANEL + 30.0
"""Virtual seconds after which a hand must be right; an edit may be postponed while its player has a panel open."""
PAUSE: Final = 5.0
"""Virtual seconds between two looks at a hand that is not right yet."""


async def must_be_right(place: Place, table: int, people: Sequence[Person], channel: Channel) -> None:
    """Raises Wrong if, `LATER` seconds after now, a player's hand by direct message or the answer to `/game hand` still
    does not show the cards that the record gives them.
    """
    for person in people:
        until = asyncio.get_running_loop().time() + LATER
        while wrong := await _wrong(place, table, person, channel):
            if asyncio.get_running_loop().time() > until:
                raise Wrong(wrong)
            await asyncio.sleep(PAUSE)


async def _wrong(place: Place, table: int, person: Person, channel: Channel) -> str:
    """Returns a description of a wrong hand of this user; empty if none is wrong or they have no hand."""
    outcome = await (await person.slash(channel, "game hand")).done()
    async with Database.snapshot(place) as db:
        live = await Tables(db).get(table)
        seat = next((seat for seat in live.seats if seat.user == person.id and seat.left is None), None)
        if seat is None or live.row.phase != "running":
            return ""
        letter = await _letter(db, live, person)
    right = set(_cards(live, seat))
    if outcome.message is None or _without_heading(outcome.message) not in right:
        return f"the answer to {person.name}'s command does not show the hand of the record of table {table}"
    if letter is not None and _without_heading(letter) not in right:
        return f"the direct message of {person.name} does not show the hand of the record of table {table}"
    return ""


async def _letter(db: Database, live: LiveTable, person: Person) -> Seen | None:
    """Returns the direct message that shows a user's hand; None if they have none or do not want it any more.

    Also None while a new message is pending: Discord has refused it, and the bot sends no other until the user asks.
    """
    row = next((row for row in await db.messages.of("hand", live.id) if row.slot.user == person.id), None)
    wanted = await db.people.get(person.id)
    if row is None or not row.message or row.pending or (wanted is not None and not wanted.dms):
        return None
    return next((seen for seen in person.dms() if seen.id == row.message), None)


def _cards(live: LiveTable, seat: SeatRow) -> Iterator[str]:
    """Yields the text of a seat's hand without its heading, in each language."""
    for code in LANGUAGES:
        yield own_cards(live.facts, live.running(), seat.seat, translator_for(code)).partition("\n")[2]


def _without_heading(message: Seen) -> str:
    return hand_in(message).partition("\n")[2]
