"""Tests computer players at a table without Discord: outside the table's lock, by the referee, with interruptions."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.tables import computers
from bot.tables.refusals import Paused
from bot.tables.thinkers import Choice, Thinkers
from bot.tables.wishes import Wishes
from bot.texts import translator_for
from rules import GAMES
from rules.decisions import PASS, Window
from rules.engine import Game
from rules.players.levels import Question, ask, silent
from storage.errors import DatabaseBusy
from tests.any_answer import any_answer
from tests.bot.tables.backend import ANNA, BERT, Backend, thoughtless

EN = translator_for("en")
KEPT = ("keep",)


class Thinking:
    """A computer that thinks until the test lets it go on; it keeps every hand and passes if it can."""

    def __init__(self) -> None:
        self.asked: list[Question] = []
        self.begun = asyncio.Event()
        self.may_answer = asyncio.Event()

    async def __call__(self, asked: Question) -> tuple[str, ...]:
        self.asked.append(asked)
        self.begun.set()
        await asyncio.wait_for(self.may_answer.wait(), 20)
        return next((key,) for key in ("keep", PASS, *asked.keys) if key in asked.keys)


def plays_by(monkeypatch: pytest.MonkeyPatch, choice: Callable[[Question], Awaitable[tuple[str, ...]]]) -> None:
    async def choose(_self: Thinkers, asked: Question, *_: object) -> Choice:
        return thoughtless(*await choice(asked))

    monkeypatch.setattr(Thinkers, "choose", choose)


async def to_the_computer(backend: Backend, table: int) -> None:
    """Lets users keep their hands until a computer is asked."""
    live, game = await backend.live(table), await backend.game(table)
    while not live.seat(game.waiting[0]).computer:
        await backend.referee.play(table, game.number, live.seat(game.waiting[0]).user, KEPT)


@pytest.fixture
async def thinking(monkeypatch: pytest.MonkeyPatch) -> Thinking:
    found = Thinking()
    plays_by(monkeypatch, found)
    return found


async def test_a_computer_thinks_off_the_lock(database: Path, thinking: Thinking) -> None:
    async with Backend.opened(database) as backend:
        table = await backend.open(people=2)
        await backend.lobby.add_computer(table, ANNA)
        await backend.referee.start(table, ANNA)
        await to_the_computer(backend, table)
        await thinking.begun.wait()
        assert backend.tables.peek(table) is not None
        async with asyncio.timeout(5), backend.tables.held(table) as live:
            assert live.running().waiting[0] == thinking.asked[0].seat
        thinking.may_answer.set()
        await backend.background.settled()
        game = await backend.game(table)
        assert (thinking.asked[0].seat, KEPT) in [(entry.seat, entry.keys) for entry in game.entries]


async def test_a_computers_answer_that_comes_too_late_is_dropped(database: Path, thinking: Thinking) -> None:
    async with Backend.opened(database) as backend:
        table = await backend.open(people=2)
        await backend.lobby.add_computer(table, ANNA)
        await backend.referee.start(table, ANNA)
        await to_the_computer(backend, table)
        await thinking.begun.wait()
        game = await backend.game(table)
        number, seat = game.number, game.waiting[0]
        backend.moment += (await backend.live(table)).deadline.due - backend.moment  # type: ignore[union-attr]
        assert await backend.referee.clock(table, number)
        assert game.number > number
        thinking.may_answer.set()
        await backend.background.settled()
        assert [(entry.seat, entry.keys) for entry in game.entries if entry.number == number] == [("clock", ())]
        assert (await backend.live(table)).seat(seat).absences == 0


async def test_a_pause_holds_computers_up_and_the_game_goes_on_after_it(database: Path, thinking: Thinking) -> None:
    async with Backend.opened(database) as backend:
        table = await backend.open(people=2)
        await backend.lobby.add_computer(table, ANNA)
        await backend.referee.start(table, ANNA)
        await to_the_computer(backend, table)
        await thinking.begun.wait()
        game = await backend.game(table)
        number = game.number
        for user in (ANNA, BERT):
            await backend.consent.agree(table, user, "pause", EN)
        thinking.may_answer.set()
        await backend.background.settled()
        assert game.number == number
        with pytest.raises(Paused):
            (await backend.live(table)).playing()
        for user in (ANNA, BERT):
            await backend.consent.agree(table, user, "resume", EN)
        await backend.background.settled()
        assert (await backend.game(table)).number > number


async def test_a_computer_that_a_crash_has_interrupted_goes_on_after_the_restart(
    database: Path, thinking: Thinking
) -> None:
    async with Backend.opened(database) as backend:
        table = await backend.open(people=2)
        await backend.lobby.add_computer(table, ANNA)
        await backend.referee.start(table, ANNA)
        await to_the_computer(backend, table)
        await thinking.begun.wait()
        number = (await backend.game(table)).number
        await backend.background.close(patience=0)
        thinking.may_answer.set()
    async with Backend.opened(database) as backend:
        assert (await backend.game(table)).number == number
        await backend.referee.settle(table)
        await backend.background.settled()
        game = await backend.game(table)
        assert game.number > number
        assert not (await backend.live(table)).seat(game.waiting[0]).computer


async def test_computers_try_again_if_the_database_fails_them(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(computers, "FIRST_BACKOFF", 0.0)
    async with Backend.opened(database) as backend:
        append, refused = backend.db.record.append, 0

        async def busy(game: int, entries: Any, **named: Any) -> None:
            nonlocal refused
            live = backend.tables._live.get(game)
            by_a_computer = [
                entry for entry in entries if live and entry.seat in "abc" and live.seat(entry.seat).computer
            ]
            if by_a_computer and refused < 3:
                refused += 1
                raise DatabaseBusy("the file")
            await append(game, entries, **named)

        monkeypatch.setattr(backend.db.record, "append", busy)
        table = await backend.begin(people=1, computers=2)
        game = await backend.game(table)
        assert refused == 3
        assert not (await backend.live(table)).seat(game.waiting[0]).computer


async def foolish(_asked: Question) -> tuple[str, ...]:
    """Returns an answer that no question offers."""
    return ("secret-card",)


async def test_a_computer_that_fails_stops_no_game_and_names_no_card_in_the_log(
    database: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    plays_by(monkeypatch, foolish)
    async with Backend.opened(database) as backend:
        dice, windows = Random(3), 0
        table = await backend.begin(Wishes("mafia_city", pace="live"), people=2, computers=2)
        game = await backend.game(table)
        for _ in range(100):
            if game.decision is None or windows > 2:
                break
            if isinstance(game.decision, Window):
                windows += 1
                number = game.number
                await backend.pass_time(21)
                assert game.number > number
                continue
            seat = game.waiting[0]
            assert not (await backend.live(table)).seat(seat).computer
            await backend.answers(table, seat, *choose_of(game, seat, dice))
        assert windows > 2
        assert "a computer" in caplog.text
        assert "secret-card" not in caplog.text


@pytest.mark.tier("test")
def test_to_be_silent_is_allowed_everywhere() -> None:
    for kind in GAMES:
        game = Game.new(GAMES[kind], ["x"] * 3, seed=bytes(32), game_id="1")
        for _ in range(300):
            if game.decision is None:
                break
            game.answer(game.number, game.waiting[0], silent(ask(game, game.waiting[0])))


def choose_of(game: Any, seat: str, dice: Random) -> tuple[str, ...]:
    """Returns an answer for a person: a pass in a window, and otherwise what an easy computer would answer."""
    if isinstance(game.decision, Window):
        return (PASS,)
    return any_answer(game, seat, dice)
