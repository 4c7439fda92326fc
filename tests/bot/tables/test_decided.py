"""Tests that decisions of the table are carried out completely or not at all, also after a crash."""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path
from typing import Final, NamedTuple

import pytest

from bot.tables.order_execution import ALWAYS, DECLINE
from bot.tables.refusals import Refused
from bot.tables.voting import DEADLINES_MISSED, votes_about_the_absent
from bot.texts import translator_for
from storage import Proposed, TableState
from tests.bot.features.undo.test_service import in_action, turn, user
from tests.bot.tables.backend import ANNA, BERT, CYRIL, DORA, Backend
from tests.faults.failpoints import Killed
from tests.faults.killed_backend import Doomed

EN = translator_for("en")
EMIL: Final = 1005
"""A user without a seat."""
Ready = Callable[[Backend], Awaitable[int]]
Press = Callable[[Backend, int], Awaitable[object]]


class DecidingPress(NamedTuple):
    """A press that changes a table, and the function that prepares the table at which it is pressed."""

    ready: Ready
    press: Press


class Left(NamedTuple):
    """The stored state of a table and the number of answers in its record, as a process leaves them."""

    state: TableState
    answers: int


# The tables


async def playing(backend: Backend, *, computers: int = 0, asked: int = ANNA) -> int:
    """Starts a game of Anna, Bert and Cyril, plays until the user `asked` is active, and returns its table."""
    table = await in_action(backend, computers=computers)
    for _ in range(10):
        if (await backend.game(table)).waiting[0] == await seat(backend, table, asked):
            return table
        await turn(backend, table)
    raise AssertionError("someone is never asked")


async def bert_is_asked(backend: Backend) -> int:
    return await playing(backend, asked=BERT)


async def seat(backend: Backend, table: int, who: int) -> str:
    return (await backend.live(table)).seat_of(who).seat


def about_to(what: str) -> Ready:
    """Returns a function that prepares a table at which Anna has agreed to `what` and one more vote is needed."""

    async def ready(backend: Backend) -> int:
        table = await playing(backend)
        if what == "resume":
            await backend.consent.agree(table, ANNA, "pause", EN, manager=True)
        await backend.consent.agree(table, ANNA, what, EN)
        return table

    return ready


def about_the_absent(what: str | None) -> Ready:
    """Returns a function that prepares a table at which Cyril is absent and Anna has agreed to `what`.

    None: she has agreed to an easy computer in his seat.
    """

    async def ready(backend: Backend) -> int:
        table = await playing(backend)
        letter = await seat(backend, table, CYRIL)
        await backend.db.seats.set_absences(table, letter, DEADLINES_MISSED)
        await backend.db.consents.set_departed(table, CYRIL)
        await backend.tables.refresh(await backend.live(table))
        await backend.consent.agree(table, ANNA, what or "let_computer_easy", EN)
        return table

    return ready


def proposed(newcomer: int | None, level: str | None = None, *, of: int = CYRIL) -> Ready:
    """Returns a function that prepares a table at which Anna has proposed a substitute or a computer for a seat.

    `newcomer`: the substitute, or None for a computer of that level; `of`: the holder of the seat, Cyril by default.
    """

    async def ready(backend: Backend) -> int:
        table = await playing(backend, computers=1 if of < 0 else 0)
        await backend.consent.propose(table, ANNA, Proposed(await seat(backend, table, of), newcomer, level), EN)
        return table

    return ready


async def offered_to_dora(backend: Backend) -> int:
    table = await proposed(DORA)(backend)
    await propose_again(backend, table)
    return table


async def offered_to_anyone(backend: Backend) -> int:
    table = await about_the_absent("hand_over")(backend)
    await backend.consent.agree(table, BERT, "hand_over", EN)
    return table


async def late_once(backend: Backend) -> int:
    table = await playing(backend)
    await backend.db.seats.set_absences(table, await seat(backend, table, CYRIL), 1)
    return table


async def in_a_lobby(backend: Backend) -> int:
    table = await backend.open(people=3)
    await backend.lobby.add_computer(table, ANNA)
    return table


async def alone_in_a_lobby(backend: Backend) -> int:
    table = await backend.open(people=1)
    await backend.lobby.add_computer(table, ANNA)
    return table


async def alone_in_a_game(backend: Backend) -> int:
    return await in_action(backend, people=1, computers=2)


async def about_to_be_taken_back(backend: Backend, *, agreed: bool = True) -> int:
    """Prepares a table at which Anna and both others have moved, and returns its number.

    `agreed`: Anna has asked to undo her move, one of the others has agreed, and the last one is still asked. Otherwise
    no one has asked for anything. The others have orders to stay out of the phase, and Anna has one to decline.
    """
    table = await playing(backend)
    first, second, third = [await turn(backend, table) for _ in range(3)]
    live = await backend.live(table)
    for letter in (second, third):
        await backend.db.orders.set_staying_out(table, letter, live.epoch())
    await backend.db.orders.set(table, first, DECLINE, ALWAYS)
    await backend.tables.refresh(live)
    if agreed:
        await backend.undos.ask(table, await user(backend, table, first), EN)
        await backend.undos.agree(table, await user(backend, table, second), (await backend.game(table)).number, EN)
    return table


async def just_moved(backend: Backend) -> int:
    """Prepares a table at which Anna has just moved and may undo that at once, and returns its number.

    She has orders to stay out of the phase and to decline everything out of turn.
    """
    table = await playing(backend)
    first = await turn(backend, table)
    live = await backend.live(table)
    await backend.db.orders.set(table, first, DECLINE, ALWAYS)
    await backend.db.orders.set_staying_out(table, first, live.epoch())
    await backend.tables.refresh(live)
    return table


# The presses


def agrees(what: str, **named: bool) -> Press:
    async def press(backend: Backend, table: int) -> object:
        number = (await backend.live(table)).proposals if what == "replace" else None
        return await backend.consent.agree(table, BERT, what, EN, number=number, **named)

    return press


async def propose_again(backend: Backend, table: int) -> object:
    """Repeats the current proposal as Bert, which counts as his consent."""
    wanted = (await backend.live(table)).proposed
    assert wanted is not None
    return await backend.consent.propose(table, BERT, wanted, EN)


def proposes(newcomer: int | None, level: str | None = None, *, manager: bool = False) -> Press:
    async def press(backend: Backend, table: int) -> object:
        letter = await seat(backend, table, CYRIL)
        return await backend.consent.propose(table, BERT, Proposed(letter, newcomer, level), EN, manager=manager)

    return press


async def takes_back(backend: Backend, table: int) -> object:
    number = (await backend.live(table)).proposals
    if ANNA not in (await backend.live(table)).votes.get("replace", ()):
        return None
    return await backend.consent.agree(table, ANNA, "replace", EN, number=number, by_button=True)


async def waits(backend: Backend, table: int) -> object:
    return await backend.consent.wait(table, ANNA, EN)


def joins(who: int) -> Press:
    return lambda backend, table: backend.lobby.join(table, who, f"P{who}")


def gets_up(who: int) -> Press:
    return lambda backend, table: backend.lobby.leave(table, who)


def leaves(who: int) -> Press:
    return lambda backend, table: backend.lobby.leave_running(table, who)


async def agrees_to_the_undo(backend: Backend, table: int) -> object:
    asked = (await backend.live(table)).undoing
    assert asked is not None
    (last,) = asked.needed - asked.agreed
    return await backend.undos.agree(table, await user(backend, table, last), asked.number, EN)


async def refuses_the_undo(backend: Backend, table: int) -> object:
    asked = (await backend.live(table)).undoing
    assert asked is not None
    return await backend.undos.refuse(table, await user(backend, table, asked.seat), asked.number, EN)


async def asks_back(backend: Backend, table: int) -> object:
    return await backend.undos.ask(table, ANNA, EN)


async def to_be_asked_back(backend: Backend) -> int:
    return await about_to_be_taken_back(backend, agreed=False)


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
    """Prepares a table in a database file, stops its process, and returns the table's number."""
    async with Backend.opened(file) as backend:
        table = await ready(backend)
        await backend.background.settled()
    return table


class Lives:
    """Makes a press on a new copy of one prepared table, if asked dying at a given write, and starts the next process
    on what is stored then.
    """

    def __init__(self, file: Path, table: int) -> None:
        self._file = file
        self._table = table
        self._copies = count()

    @asynccontextmanager
    async def after(
        self, press: Press | None = None, dies_at: int | None = None
    ) -> AsyncIterator[tuple[Backend, bool]]:
        """Makes a press on a new copy of the table, starts the process that follows, and yields that process.

        `dies_at`: the number of the write at which the pressed process dies. Also yields whether it died.
        """
        copy = self._file.with_name(f"{self._file.name}-{next(self._copies)}")
        shutil.copy(self._file, copy)
        doomed = Doomed(copy)
        died = press is not None and await self._dies(doomed, press, dies_at)
        try:
            yield await doomed.start(), died
        finally:
            await doomed.stop()

    async def left(self, backend: Backend) -> Left:
        """Returns what is stored of the table: its state, and the number of answers in its record."""
        return Left(await backend.db.tables.state(self._table), await backend.db.record.length(self._table))

    async def _dies(self, doomed: Doomed, press: Press, at: int | None) -> bool:
        backend, met = await doomed.start(), count()
        await backend.live(self._table)
        doomed.gate.die = lambda _point: next(met) == at
        try:
            await press(backend, self._table)
            await backend.background.settled()
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
    async with lives.after() as (backend, _):
        before = await lives.left(backend)
    async with lives.after(press.press) as (backend, _):
        after = await lives.left(backend)
    assert before != after
    met = set[bool]()
    for at in count():
        async with lives.after(press.press, at) as (backend, died):
            left = await lives.left(backend)
            done = left == after
            assert done or left == before
            if not done:
                await press.press(backend, table)
                await backend.background.settled()
                assert await lives.left(backend) == after, "the next press does it"
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
        async with lives.after(joins(who), at) as (backend, died):
            seats = (await backend.live(table)).seats
            if any(one.user == who and one.left is None for one in seats):
                sat_down += died
                for third in {DORA, EMIL, CYRIL} - {who}:
                    with pytest.raises(Refused):
                        await backend.lobby.join(table, third, f"P{third}")
                assert (await backend.live(table)).seats == seats
        if not died:
            break
    assert sat_down
