"""Tests the delays of computer players: they reveal nothing about hands, and follow the public clock."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from pathlib import Path
from random import Random

import pytest

from bot.tables.thinkers import Choice, Thinkers
from bot.tables.wishes import Wishes
from bot.texts import translator_for
from rules.decisions import PASS, Window
from rules.players.levels import Question
from tests.bot.table import Evening
from tests.bot.tables.backend import ANNA, BERT, Backend, thoughtless

EN = translator_for("en")
COULD_REACT = bytes([1]) * 32
"""The seed of a game in whose first window the computer that answers first has two fists."""


@pytest.fixture(autouse=True)
def _simple(monkeypatch: pytest.MonkeyPatch) -> None:
    """Makes computers keep every first hand and pass if that is allowed."""

    async def choose(_self: Thinkers, asked: Question, *_: object) -> Choice:
        return thoughtless(next(key for key in ("keep", PASS, *asked.keys) if key in asked.keys))

    monkeypatch.setattr(Thinkers, "choose", choose)


def calm(backend: Backend, seed: int = 1) -> None:
    backend.referee.computers.instant_computers = False
    backend.referee.computers.dice = Random(seed)


async def to_the_computer(backend: Backend, table: int) -> int:
    """Lets users keep their hands until a computer is asked; returns the decision's number."""
    live, game = await backend.live(table), await backend.game(table)
    while not live.seat(game.waiting[0]).computer:
        await backend.answers(table, game.waiting[0], "keep")
    return game.number


async def moment(backend: Backend, table: int, longest: float, step: float = 0.05) -> float:
    """Lets time pass in steps until the pending decision is answered; returns the seconds; fails after `longest`."""
    game = await backend.game(table)
    number, begun = game.number, backend.moment
    while game.number == number:
        assert (backend.moment - begun).total_seconds() < longest
        await backend.pass_time(step)
    return (backend.moment - begun).total_seconds()


@pytest.mark.parametrize(
    ("pace", "level", "least", "most"),
    [
        ("live", "normal", 1.0, 3.05), ("live", "hard", 1.5, 3.05), ("live", "expert", 3.0, 3.05),
        ("bank", "normal", 0.16, 0.55), ("bank", "hard", 1.5, 1.55), ("bank", "expert", 3.0, 3.05),
    ],
)  # fmt: skip
async def test_a_computer_that_searches_longer_answers_later(
    database: Path, pace: str, level: str, least: float, most: float
) -> None:
    """Also if a turn has only 15 seconds (`bank`), so that a search is not cut short."""
    async with Backend.opened(database) as backend:
        calm(backend)
        table = await backend.open(Wishes(pace=pace), people=2)
        await backend.lobby.add_computer(table, ANNA, level)
        await backend.referee.start(table, ANNA)
        await to_the_computer(backend, table)
        assert least <= await moment(backend, table, 3.1) <= most


@pytest.mark.parametrize(
    ("pace", "least", "most"), [("live", 1, 3), ("untimed", 1, 3), ("correspondence", 100, 300)]
)  # fmt: skip
async def test_on_its_turn_a_computer_takes_a_while(database: Path, pace: str, least: float, most: float) -> None:
    async with Backend.opened(database) as backend:
        calm(backend)
        seen = set()
        for number in range(4):
            table = await backend.open(Wishes(pace=pace), people=2, channel=500 + number)
            await backend.lobby.add_computer(table, ANNA)
            await backend.referee.start(table, ANNA)
            await to_the_computer(backend, table)
            step = most / 100
            seen.add(took := await moment(backend, table, most + 2 * step, step))
            assert least <= took <= most + step
        assert len(seen) > 1


@pytest.mark.parametrize("pace", ["live", "untimed", "correspondence"])
async def test_against_one_person_computers_answer_within_about_a_second_at_every_pace(
    database: Path, pace: str
) -> None:
    async with Backend.opened(database) as backend:
        calm(backend)
        table = await backend.open(Wishes(pace=pace), people=1)
        for _ in range(2):
            await backend.lobby.add_computer(table, ANNA)
        await backend.referee.start(table, ANNA)
        await to_the_computer(backend, table)
        assert 0.6 <= await moment(backend, table, 1.3) <= 1.25


async def test_against_one_person_windows_without_the_person_are_over_soon(database: Path) -> None:
    async with Backend.opened(database) as backend:
        calm(backend)
        table = await backend.begin(people=1, computers=2)
        live, game = await backend.live(table), await backend.game(table)
        (seat,) = (one.seat for one in live.people())
        for _ in range(200):
            if isinstance(game.decision, Window) and seat not in game.waiting:
                break
            if seat in game.waiting:
                keys = game.keys(seat)
                card = next((key for key in keys if key.partition("-")[0] in ("informer", "thief")), None)
                await backend.answers(table, seat, card or next(key for key in ("keep", PASS, *keys) if key in keys))
            else:
                await backend.pass_time(0.1)
        assert len(game.waiting) == 2
        assert await moment(backend, table, 0.4) <= 0.35


async def test_a_person_is_not_held_up_by_the_thinking_of_a_computer(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    thought = asyncio.Event()

    async def choose(_self: Thinkers, asked: Question, *_: object) -> Choice:
        await thought.wait()
        return thoughtless("keep")

    monkeypatch.setattr(Thinkers, "choose", choose)
    async with Backend.opened(database) as backend:
        calm(backend)
        table = await backend.open(people=2)
        await backend.lobby.add_computer(table, ANNA)
        await asyncio.wait_for(backend.referee.start(table, ANNA), 5)
        thought.set()


async def in_a_window(backend: Backend, table: int) -> None:
    """Answers for people, and lets time pass for computers, until a window is open."""
    live, game = await backend.live(table), await backend.game(table)
    for _ in range(200):
        assert game.decision is not None
        if isinstance(game.decision, Window):
            return
        seat = game.waiting[0]
        if live.seat(seat).computer:
            await backend.pass_time(4)
            continue
        keys = game.keys(seat)
        card = next((key for key in keys if key.partition("-")[0] in ("informer", "thief", "grand_plan")), None)
        await backend.answers(table, seat, card or next(key for key in ("keep", "pass", *keys) if key in keys))
    raise AssertionError("no window was opened")


async def test_computers_answer_a_window_at_different_moments_and_people_are_waited_for(
    database: Path,
) -> None:
    async with Backend.opened(database) as backend:
        calm(backend)
        table = await backend.begin(Wishes(pace="live"), people=2, computers=2)
        await in_a_window(backend, table)
        live, game = await backend.live(table), await backend.game(table)
        number, begun = game.number, backend.moment
        computers = [seat for seat in game.waiting if live.seat(seat).computer]
        moments = {}
        assert len(computers) == 2
        while left := [seat for seat in game.waiting if live.seat(seat).computer and game.number == number]:
            await backend.pass_time(0.05)
            for seat in left:
                if seat not in game.waiting or game.number != number:
                    moments[seat] = (backend.moment - begun).total_seconds()
        assert all(0.8 <= took <= 2.05 for took in moments.values())
        assert len(set(moments.values())) == 2
        if game.number == number:
            (person,) = game.waiting
            await backend.answers(table, person, PASS)
        assert game.number > number


async def test_a_computers_hand_and_thinking_time_do_not_change_its_delay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In two games with different hands and thinking times but the same random numbers for delays, computers answer
    after the same delays.
    """
    seen, hands = [], []
    for world, pause in ((bytes(32), 0.0), (bytes(range(32)), 0.003)):

        async def choose(_self: Thinkers, asked: Question, *_: object, pause: float = pause) -> Choice:
            hands.append((pause, str(asked.view["players"][asked.seat].get("hand"))))
            await asyncio.sleep(pause)
            return thoughtless(next(key for key in ("keep", PASS, *asked.keys) if key in asked.keys))

        monkeypatch.setattr(Thinkers, "choose", choose)
        async with Backend.opened(tmp_path / f"{pause}.sqlite3", world) as backend:
            calm(backend, 7)
            table = await backend.begin(Wishes(pace="live"), people=1, computers=2)
            moments = []
            for _ in range(2):
                await to_the_computer(backend, table)
                moments.append(round(await moment(backend, table, 4), 3))
            seen.append(moments)
    assert seen[0] == seen[1]
    assert len({hand for _, hand in hands}) > 2


async def test_a_pause_holds_a_computer_up_until_after_it(database: Path) -> None:
    async with Backend.opened(database) as backend:
        calm(backend)
        table = await backend.begin(Wishes(pace="live"), people=2, computers=1)
        number = await to_the_computer(backend, table)
        game = await backend.game(table)
        for user in (ANNA, BERT):
            await backend.consent.agree(table, user, "pause", EN)
        await backend.pass_time(600)
        assert game.number == number
        for user in (ANNA, BERT):
            await backend.consent.agree(table, user, "resume", EN)
        assert await moment(backend, table, 4) > 0


async def test_after_a_restart_the_moment_is_drawn_again(database: Path) -> None:
    async with Backend.opened(database) as backend:
        calm(backend)
        table = await backend.begin(Wishes(pace="live"), people=2, computers=1)
        number = await to_the_computer(backend, table)
    async with Backend.opened(database) as backend:
        calm(backend)
        assert (await backend.game(table)).number == number
        await backend.referee.settle(table)
        assert await moment(backend, table, 4) >= 1


async def test_with_little_time_left_a_computer_is_in_time(database: Path) -> None:
    async with Backend.opened(database) as backend:
        calm(backend)
        table = await backend.begin(Wishes(pace="live"), people=2, computers=1)
        number = await to_the_computer(backend, table)
        live = await backend.live(table)
        assert live.deadline is not None
        left = live.deadline.due - backend.moment
    async with Backend.opened(database) as backend:
        calm(backend)
        backend.moment += left - timedelta(seconds=0.5)
        await backend.referee.settle(table)
        game = await backend.game(table)
        await backend.pass_time(0.45)
        assert game.number > number
        assert "clock" not in {entry.seat for entry in game.entries}


async def test_anyone_who_takes_the_seat_back_answers_for_themselves(database: Path) -> None:
    async with Backend.opened(database) as backend:
        calm(backend)
        table = await backend.begin(Wishes(pace="live"), people=3)
        game, live = await backend.game(table), await backend.live(table)
        user = live.seat(game.waiting[0]).user
        number = game.number
        await backend.lobby.leave_running(table, user)
        await backend.lobby.join(table, user, "Anna")
        await backend.pass_time(10)
        assert game.number == number


async def first_word(
    database: Path, monkeypatch: pytest.MonkeyPatch, seed: bytes, *, reacts: bool
) -> tuple[float, str]:
    """Returns the seconds until a computer gives the first answer in a window, and the key of that answer.

    `reacts`: computers answer with their last key in windows; otherwise they pass.
    """

    async def choose(_self: Thinkers, asked: Question, *_: object) -> Choice:
        if asked.shape == "window":
            return thoughtless(asked.keys[-1] if reacts else PASS)
        return thoughtless(next(key for key in ("keep", PASS, *asked.keys) if key in asked.keys))

    monkeypatch.setattr(Thinkers, "choose", choose)
    async with Backend.opened(database, seed) as backend:
        calm(backend, 11)
        table = await backend.begin(Wishes(pace="live"), people=2, computers=2)
        await in_a_window(backend, table)
        game, begun = await backend.game(table), backend.moment
        before = len(game.entries)
        while len(game.entries) == before:
            await backend.pass_time(0.05)
        return round((backend.moment - begun).total_seconds(), 3), game.entries[before].keys[0]


async def test_whether_a_computer_can_react_or_only_pass_moves_no_moment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    passed = await first_word(tmp_path / "passes", monkeypatch, COULD_REACT, reacts=False)
    reacted = await first_word(tmp_path / "reacts", monkeypatch, COULD_REACT, reacts=True)
    assert passed[1] == PASS
    assert reacted[1] != PASS
    assert passed[0] == reacted[0]


async def test_computers_take_their_time_and_stand_still_while_discord_is_unreachable(database: Path) -> None:
    async with Evening.of("Anna", database=database, pictures=False) as evening:
        evening.instant_computers = False
        await evening.restart()
        await evening.open()
        for level in ("easy", "hard"):
            await evening.add_computer("Anna", level)
        await evening.press_board("Anna", "start")
        game, clocks = evening.game, evening.bot.app.clocks
        while not evening.live.seat(game.waiting[0]).computer:
            await evening.answer(game.waiting[0], next(iter(game.keys(game.waiting[0]))))
        number = game.number
        await evening.pass_time(0.5)
        assert game.number == number
        clocks.lost(0)
        await evening.pass_time(10)
        assert game.number == number
        await clocks.found(0)
        await evening.pass_time(3)
        assert game.number > number
        evening.clean()
