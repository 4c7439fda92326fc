"""Tests that decisions of the table are carried out completely or not at all, also after a crash."""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path
from typing import Final, NamedTuple

import pytest

from bot.tables.live import LATE_TOO_OFTEN, votes_about_the_absent
from bot.tables.order_execution import ALWAYS, DECLINE
from bot.tables.refusals import Refused
from bot.texts import translator_for
from storage import Proposed, TableState
from tests.bot.features.undo.test_service import in_action, turn, user
from tests.bot.tables.room import ANNA, BERT, CYRIL, DORA, Room
from tests.faults.failpoints import Killed
from tests.faults.killed_room import Doomed

EN = translator_for("en")
EMIL: Final = 1005
"""A user without a seat."""
Ready = Callable[[Room], Awaitable[int]]
Press = Callable[[Room, int], Awaitable[object]]


class DecidingPress(NamedTuple):
    """A press that completes a decision, and the table at which it is pressed."""

    ready: Ready
    press: Press


class Left(NamedTuple):
    """Everything that a process leaves behind at a table."""

    state: TableState
    answers: int


# The tables


async def playing(room: Room, *, computers: int = 0, asked: int = ANNA) -> int:
    """Starts a game of Anna, Bert and Cyril, in which no computer has anything to do yet."""
    table = await in_action(room, computers=computers)
    for _ in range(10):
        if (await room.game(table)).waiting[0] == await seat(room, table, asked):
            return table
        await turn(room, table)
    raise AssertionError("someone is never asked")


async def bert_is_asked(room: Room) -> int:
    return await playing(room, asked=BERT)


async def seat(room: Room, table: int, who: int) -> str:
    return (await room.live(table)).seat_of(who).seat


def about_to(what: str) -> Ready:
    """Returns a table at which Anna has agreed to something and one more vote is needed."""

    async def ready(room: Room) -> int:
        table = await playing(room)
        if what == "resume":
            await room.consent.agree(table, ANNA, "pause", EN, manager=True)
        await room.consent.agree(table, ANNA, what, EN)
        return table

    return ready


def about_the_absent(what: str | None) -> Ready:
    """Returns a table at which Cyril is absent and Anna has agreed to something."""

    async def ready(room: Room) -> int:
        table = await playing(room)
        letter = await seat(room, table, CYRIL)
        await room.db.seats.set_absences(table, letter, LATE_TOO_OFTEN)
        await room.db.consents.set_departed(table, CYRIL)
        await room.tables.refresh(await room.live(table))
        await room.consent.agree(table, ANNA, what or "let_computer_easy", EN)
        return table

    return ready


def proposed(newcomer: int | None, level: str | None = None, *, of: int = CYRIL) -> Ready:
    """Returns a table at which Anna has proposed a substitute or a computer for Cyril."""

    async def ready(room: Room) -> int:
        table = await playing(room, computers=1 if of < 0 else 0)
        await room.consent.propose(table, ANNA, Proposed(await seat(room, table, of), newcomer, level), EN)
        return table

    return ready


async def offered_to_dora(room: Room) -> int:
    table = await proposed(DORA)(room)
    await propose_again(room, table)
    return table


async def offered_to_anyone(room: Room) -> int:
    table = await about_the_absent("hand_over")(room)
    await room.consent.agree(table, BERT, "hand_over", EN)
    return table


async def late_once(room: Room) -> int:
    table = await playing(room)
    await room.db.seats.set_absences(table, await seat(room, table, CYRIL), 1)
    return table


async def in_a_lobby(room: Room) -> int:
    table = await room.open(people=3)
    await room.lobby.add_computer(table, ANNA)
    return table


async def alone_in_a_lobby(room: Room) -> int:
    table = await room.open(people=1)
    await room.lobby.add_computer(table, ANNA)
    return table


async def alone_in_a_game(room: Room) -> int:
    return await in_action(room, people=1, computers=2)


async def about_to_be_taken_back(room: Room, *, agreed: bool = True) -> int:
    """Returns a table at which Anna asks to undo a move, one player has agreed and one is asked.

    Both others stay out of the phase, and she declines everything.
    """
    table = await playing(room)
    first, second, third = [await turn(room, table) for _ in range(3)]
    live = await room.live(table)
    for letter in (second, third):
        await room.db.orders.set_staying_out(table, letter, live.epoch())
    await room.db.orders.set(table, first, DECLINE, ALWAYS)
    await room.tables.refresh(live)
    if agreed:
        await room.undos.ask(table, await user(room, table, first), EN)
        await room.undos.agree(table, await user(room, table, second), (await room.game(table)).number, EN)
    return table


async def just_moved(room: Room) -> int:
    """Returns a table at which Anna may undo her move at once and declines everything out of turn."""
    table = await playing(room)
    first = await turn(room, table)
    live = await room.live(table)
    await room.db.orders.set(table, first, DECLINE, ALWAYS)
    await room.db.orders.set_staying_out(table, first, live.epoch())
    await room.tables.refresh(live)
    return table


# The presses


def agrees(what: str, **named: bool) -> Press:
    async def press(room: Room, table: int) -> object:
        number = (await room.live(table)).proposals if what == "replace" else None
        return await room.consent.agree(table, BERT, what, EN, number=number, **named)

    return press


async def propose_again(room: Room, table: int) -> object:
    """Proposes the same again, which is a consent."""
    wanted = (await room.live(table)).proposed
    assert wanted is not None
    return await room.consent.propose(table, BERT, wanted, EN)


def proposes(newcomer: int | None, level: str | None = None, *, manager: bool = False) -> Press:
    async def press(room: Room, table: int) -> object:
        letter = await seat(room, table, CYRIL)
        return await room.consent.propose(table, BERT, Proposed(letter, newcomer, level), EN, manager=manager)

    return press


async def takes_back(room: Room, table: int) -> object:
    number = (await room.live(table)).proposals
    if ANNA not in (await room.live(table)).votes.get("replace", ()):
        return None
    return await room.consent.agree(table, ANNA, "replace", EN, number=number, by_button=True)


async def waits(room: Room, table: int) -> object:
    return await room.consent.wait(table, ANNA, EN)


def joins(who: int) -> Press:
    return lambda room, table: room.lobby.join(table, who, f"P{who}")


def gets_up(who: int) -> Press:
    return lambda room, table: room.lobby.leave(table, who)


def leaves(who: int) -> Press:
    return lambda room, table: room.lobby.leave_running(table, who)


async def agrees_to_the_undo(room: Room, table: int) -> object:
    asked = (await room.live(table)).undoing
    assert asked is not None
    (last,) = asked.needed - asked.agreed
    return await room.undos.agree(table, await user(room, table, last), asked.number, EN)


async def refuses_the_undo(room: Room, table: int) -> object:
    asked = (await room.live(table)).undoing
    assert asked is not None
    return await room.undos.refuse(table, await user(room, table, asked.seat), asked.number, EN)


async def asks_back(room: Room, table: int) -> object:
    return await room.undos.ask(table, ANNA, EN)


async def to_be_asked_back(room: Room) -> int:
    return await about_to_be_taken_back(room, agreed=False)


PRESSES: Final = {
    "pause": DecidingPress(about_to("pause"), agrees("pause")),
    "resume": DecidingPress(about_to("resume"), agrees("resume")),
    "end": DecidingPress(about_to("end"), agrees("end")),
    "propose": DecidingPress(playing, proposes(DORA)),
    "propose another": DecidingPress(proposed(DORA), proposes(EMIL)),
    "propose as the manager": DecidingPress(playing, proposes(DORA, manager=True)),
    "propose another as the manager": DecidingPress(proposed(DORA), proposes(None, manager=True)),
    "take the only consent back": DecidingPress(proposed(DORA), takes_back),
    "replace by a person": DecidingPress(proposed(DORA), agrees("replace")),
    "replace by a person who is proposed again": DecidingPress(proposed(DORA), propose_again),
    "replace by a computer": DecidingPress(proposed(None, "hard"), agrees("replace")),
    "replace by a computer of another level": DecidingPress(proposed(None, "easy", of=-1), agrees("replace")),
    "replace a computer by a person": DecidingPress(proposed(DORA, of=-1), agrees("replace")),
    "replace whom an offer waits for": DecidingPress(offered_to_dora, proposes(None, "hard", manager=True)),
    **{what: DecidingPress(about_the_absent(what), agrees(what)) for what in votes_about_the_absent()},
    "wait": DecidingPress(about_the_absent(None), waits),
    "leave running": DecidingPress(late_once, leaves(CYRIL)),
    "leave running as the host": DecidingPress(bert_is_asked, leaves(ANNA)),
    "leave running as the last": DecidingPress(alone_in_a_game, leaves(ANNA)),
    "leave a lobby": DecidingPress(in_a_lobby, gets_up(BERT)),
    "leave a lobby as the host": DecidingPress(in_a_lobby, gets_up(ANNA)),
    "leave a lobby as the last": DecidingPress(alone_in_a_lobby, gets_up(ANNA)),
    "join as a substitute": DecidingPress(offered_to_dora, joins(DORA)),
    "join as the first to come": DecidingPress(offered_to_anyone, joins(DORA)),
    "come back": DecidingPress(offered_to_anyone, joins(CYRIL)),
    "ask for a move back": DecidingPress(to_be_asked_back, asks_back),
    "agree to an undo": DecidingPress(about_to_be_taken_back, agrees_to_the_undo),
    "refuse an undo": DecidingPress(about_to_be_taken_back, refuses_the_undo),
    "take back at once": DecidingPress(just_moved, asks_back),
}


async def laid(file: Path, ready: Ready) -> int:
    """Returns a table at which nothing is running."""
    async with Room.opened(file) as room:
        table = await ready(room)
        await room.background.settled()
    return table


class Lives:
    """Starts processes at copies of one prepared table, one after the other."""

    def __init__(self, file: Path, table: int) -> None:
        self._file = file
        self._table = table
        self._copies = count()

    @asynccontextmanager
    async def after(self, press: Press | None = None, dies_at: int | None = None) -> AsyncIterator[tuple[Room, bool]]:
        """Starts the process that follows a press, and returns whether the pressed one died."""
        copy = self._file.with_name(f"{self._file.name}-{next(self._copies)}")
        shutil.copy(self._file, copy)
        doomed = Doomed(copy)
        died = press is not None and await self._dies(doomed, press, dies_at)
        try:
            yield await doomed.start(), died
        finally:
            await doomed.stop()

    async def left(self, room: Room) -> Left:
        """Returns the stored state."""
        return Left(await room.db.tables.state(self._table), await room.db.record.length(self._table))

    async def _dies(self, doomed: Doomed, press: Press, at: int | None) -> bool:
        room, met = await doomed.start(), count()
        await room.live(self._table)
        doomed.gate.die = lambda _point: next(met) == at
        try:
            await press(room, self._table)
            await room.background.settled()
        except Killed:
            await doomed.killed()
            return True
        except BaseException:
            await doomed.stop()
            raise
        finally:
            doomed.gate.die = lambda _point: False
        await doomed.stop()
        return False


@pytest.mark.tier("test")
@pytest.mark.parametrize("press", PRESSES.values(), ids=list(PRESSES))
async def test_killed_at_any_write_it_is_done_or_not(tmp_path: Path, press: DecidingPress) -> None:
    table = await laid(tmp_path / "table", press.ready)
    lives = Lives(tmp_path / "table", table)
    async with lives.after() as (room, _):
        before = await lives.left(room)
    async with lives.after(press.press) as (room, _):
        after = await lives.left(room)
    assert before != after
    met = set[bool]()
    for at in count():
        async with lives.after(press.press, at) as (room, died):
            left = await lives.left(room)
            done = left == after
            assert done or left == before
            if not done:
                await press.press(room, table)
                await room.background.settled()
                assert await lives.left(room) == after, "the next press does it"
        if not died:
            break
        met.add(done)
    assert met == {True, False}, "killed before it was done, and after"


@pytest.mark.parametrize(("ready", "who"), [(offered_to_anyone, DORA), (offered_to_anyone, CYRIL)])
async def test_no_one_else_takes_the_seat_of_anyone_who_has_just_sat_down(
    tmp_path: Path, ready: Ready, who: int
) -> None:
    table = await laid(tmp_path / "table", ready)
    lives, sat_down = Lives(tmp_path / "table", table), 0
    for at in count():
        async with lives.after(joins(who), at) as (room, died):
            seats = (await room.live(table)).seats
            if any(one.user == who and one.left is None for one in seats):
                sat_down += died
                for third in {DORA, EMIL, CYRIL} - {who}:
                    with pytest.raises(Refused):
                        await room.lobby.join(table, third, f"P{third}")
                assert (await room.live(table)).seats == seats
        if not died:
            break
    assert sat_down
