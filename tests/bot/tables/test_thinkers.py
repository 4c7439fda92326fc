"""Tests how computers think: outside the event loop, in processes without a game, with a time limit."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import time
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

import rules
from bot.tables import thinker_process, thinkers
from bot.tables.thinkers import Choice, Thinkers
from rules import GAMES
from rules.engine import Game
from rules.players.choosing import Player
from rules.players.levels import LEVELS, Question, Thought, allowed, ask, player, silent

HOUR = 3600.0
SHIPPED = Path(rules.__file__).parent / "mafia_city" / "deck.toml"


def asked_of(kind: str = "mafia_city", decision: str = "turn") -> Question:
    """Returns the first question of that kind of decision in a new game, which easy computers play up to it."""
    game = Game.new(GAMES[kind], ["Anna", "Bert", "Cyril"][: max(3, GAMES[kind].seats[0])], seed=bytes(32))
    dice = Random(1)
    while game.decision is not None and game.decision.kind != decision:
        seat = game.waiting[0]
        game.answer(game.number, seat, player(kind, "easy").choose(ask(game, seat), dice))
    return ask(game, game.waiting[0])


@pytest.mark.parametrize("level", LEVELS)
async def test_every_level_answers_what_is_allowed(level: str) -> None:
    question, thinking = asked_of(), Thinkers(size=1)
    try:
        assert allowed(question, (await thinking.choose(question, level, HOUR)).keys)
    finally:
        thinking.close()


async def test_a_search_does_not_run_in_this_process() -> None:
    thinking = Thinkers(size=1)
    before = {child.pid for child in multiprocessing.active_children()}
    try:
        question = asked_of()
        search = asyncio.create_task(thinking.choose(question, "hard", HOUR))
        turns = 0
        while not search.done():
            await asyncio.sleep(0)
            turns += 1
        assert turns > 100
        assert {child.pid for child in multiprocessing.active_children()} - before != set()
    finally:
        thinking.close()


async def test_a_computer_that_thinks_too_long_plays_the_easy_move(monkeypatch: pytest.MonkeyPatch) -> None:
    levels: list[str] = []

    def noted(asked: Question, level: str, *_: object) -> Thought:
        levels.append(level)
        return Thought((asked.keys[0],))

    monkeypatch.setattr(thinker_process, "think", noted)
    thinking = Thinkers(size=1)
    question = asked_of()
    monkeypatch.setattr(thinking, "_present_pool", _Never)
    assert (await thinking.choose(question, "hard", 0.0)).keys == (question.keys[0],)
    assert levels == ["easy"]


async def test_while_all_workers_are_busy_the_easy_move_is_played(monkeypatch: pytest.MonkeyPatch) -> None:
    pool = _Never()
    thinking = Thinkers(size=1)
    monkeypatch.setattr(thinking, "_present_pool", lambda: pool)
    question = asked_of()
    first = asyncio.create_task(thinking.choose(question, "hard", HOUR))
    await asyncio.wait_for(pool.asked.wait(), HOUR)
    assert allowed(question, (await thinking.choose(question, "hard", 0.01)).keys)
    assert not first.done()
    # Its place in the queue is given up.
    assert [work.cancelled() for work in pool.begun] == [False, True]
    first.cancel()


async def test_one_card_to_take_or_leave_is_also_searched_in_a_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    """In this process, the search would have no time limit, and its duration would show what the seat holds."""
    pool = _Never()
    thinking = Thinkers(size=1)
    monkeypatch.setattr(thinking, "_present_pool", lambda: pool)
    question = asked_of(decision="retrieve")
    question = question._replace(keys=question.keys[:1], least=0, most=1)
    choice = await thinking.choose(question, "hard", 0.01)
    assert allowed(question, choice.keys)
    assert (len(pool.begun), choice.level) == (1, "easy")


async def test_a_search_ends_with_what_it_has_found_when_its_time_is_over() -> None:
    question = asked_of()
    begun = time.process_time()
    assert allowed(question, thinker_process.search(question, "hard", time.monotonic()).keys)
    at_once = time.process_time() - begun
    begun = time.process_time()
    assert allowed(question, thinker_process.search(question, "hard", time.monotonic() + HOUR).keys)
    assert at_once < time.process_time() - begun


async def test_the_more_searches_wait_the_shorter_is_each() -> None:
    spent = {}
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        for waiting in (1, 8):
            spent[waiting] = pool.apply(searched_beside, (asked_of(), waiting))
    assert spent[8] < spent[1]
    assert spent[8] < 2 * LEVELS["hard"].seconds / 8


def searched_beside(question: Question, waiting: int) -> float:
    """Returns the CPU seconds of a search of many playouts while that many searches are unfinished."""
    thinker_process._here.searches = SimpleNamespace(value=waiting)
    begun = time.process_time()
    thought = player(
        question.game, "hard", 10**6, thinker_process._late(time.monotonic() + HOUR, LEVELS["hard"].seconds)
    ).think(question, Random(1))
    assert thought.measure == "chance"
    return time.process_time() - begun


def test_of_the_time_until_its_moment_a_search_takes_no_more_than_its_share(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = SimpleNamespace(now=100.0)
    monkeypatch.setattr(thinker_process, "time", SimpleNamespace(monotonic=lambda: clock.now, process_time=lambda: 0.0))
    monkeypatch.setattr(thinker_process._here, "searches", waiting := SimpleNamespace(value=4))
    late = thinker_process._late(102.0, HOUR)
    for now, asked_for, expected in ((100.4, 4, False), (100.6, 4, True), (100.6, 2, False), (101.9, 1, False)):
        clock.now, waiting.value = now, asked_for
        assert late() is expected
    clock.now = 102.1
    assert late()


async def test_workers_see_how_many_searches_are_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    thinking, never = Thinkers(size=1), _Never()
    try:
        assert await asyncio.wrap_future(thinking._present_pool().submit(share_here)) == 1
        real = thinking._present_pool
        monkeypatch.setattr(thinking, "_present_pool", lambda: never)
        searches = [asyncio.create_task(thinking.choose(asked_of(), "hard", HOUR)) for _ in range(3)]
        await asyncio.wait_for(never.asked.wait(), HOUR)
        assert await asyncio.wrap_future(real().submit(share_here)) == 1 / 3
        for search in searches:
            search.cancel()
        await asyncio.wait(searches)
        assert await asyncio.wrap_future(real().submit(share_here)) == 1
    finally:
        thinking.close()


def share_here() -> float:
    return thinker_process._here.share()


async def test_the_easy_move_is_played_if_no_process_can_start(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object, **__: object) -> None:
        raise OSError("no semaphores here")

    monkeypatch.setattr(thinkers, "ProcessPoolExecutor", refused)
    question, thinking = asked_of(), Thinkers(size=1)
    thinking.warm()
    assert allowed(question, (await thinking.choose(question, "hard", HOUR)).keys)


async def test_a_worker_knows_what_the_operator_has_set(tmp_path: Path) -> None:
    ours = tmp_path / "deck.toml"
    ours.write_text(SHIPPED.read_text(encoding="utf-8").replace('"reconstruction"', '"ours"'), encoding="utf-8")
    settings = {"KRUPIER_MAFIA_CITY_DECK": str(ours)}
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn"), thinker_process.begin, (settings,)) as pool:
        assert pool.submit(default_deck).result() == "ours"
    assert default_deck() != "ours"


def default_deck() -> str:
    return str(GAMES["mafia_city"].default_options().get("deck"))


async def test_a_worker_that_is_killed_is_replaced() -> None:
    thinking = Thinkers(size=1)
    question = asked_of()
    try:
        assert allowed(question, (await thinking.choose(question, "hard", HOUR)).keys)
        for child in multiprocessing.active_children():
            assert child.pid is not None
            os.kill(child.pid, signal.SIGKILL)
        for _ in range(2):
            assert allowed(question, (await thinking.choose(question, "hard", HOUR)).keys)
    finally:
        thinking.close()


@pytest.mark.parametrize("wrong", ["raises", "forbidden"])
async def test_the_answer_is_allowed_no_matter_what_goes_wrong_while_thinking(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, wrong: str
) -> None:
    class Mad:
        def think(self, asked: Question, _dice: object) -> Thought:
            if wrong == "raises":
                raise ValueError(str(asked.view))
            return Thought(("what nobody offers",))

    monkeypatch.setattr(thinker_process, "player", lambda *_: Mad())
    question, thinking = asked_of(), Thinkers(size=1)
    assert allowed(question, (await thinking.choose(question, "normal")).keys)
    assert "mafia_city" in caplog.text
    hand = question.view["players"][question.seat]["hand"]
    assert hand
    for card in hand:
        assert card not in caplog.text


class _Never:
    """A process pool that accepts every task and finishes none."""

    def __init__(self) -> None:
        self.begun: list[Future[Thought]] = []
        self.asked = asyncio.Event()

    def submit(self, *_: object) -> Future[Thought]:
        work: Future[Thought] = Future()
        self.begun.append(work)
        self.asked.set()
        return work


# Reviews


async def test_a_finished_game_is_judged_in_a_worker() -> None:
    question, thinking = asked_of("kralovske_rosady", "play"), Thinkers(size=1)
    try:
        judged = await thinking.judge(question, (question.keys[0],), HOUR)
        assert judged.judgement is not None
        assert allowed(question, judged.judgement.best)
        assert judged.seconds > 0
        assert not judged.interrupted
    finally:
        thinking.close()


async def test_a_judgement_waits_until_no_search_for_a_running_game_is_unfinished(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pool, thinking, question = _Never(), Thinkers(size=1), asked_of()
    monkeypatch.setattr(thinking, "_present_pool", lambda: pool)
    search = asyncio.create_task(thinking.choose(question, "hard", HOUR))
    await asyncio.wait_for(pool.asked.wait(), HOUR)
    judging = asyncio.create_task(thinking.judge(question, (question.keys[0],), HOUR))
    await asyncio.sleep(0)
    assert len(pool.begun) == 1
    pool.asked.clear()
    pool.begun[0].set_result(Thought((question.keys[0],)))
    await search
    await asyncio.wait_for(pool.asked.wait(), HOUR)
    assert len(pool.begun) == 2
    judging.cancel()


def test_a_judgement_ends_as_soon_as_a_search_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    question = asked_of("kralovske_rosady", "play")
    monkeypatch.setattr(thinker_process._here, "searches", SimpleNamespace(value=1))
    judged = thinker_process.judge_answer(question, (question.keys[0],), HOUR)
    assert (judged.judgement, judged.interrupted) == (None, True)


def test_a_judgement_ends_when_its_time_is_used_up() -> None:
    question = asked_of("kralovske_rosady", "play")
    judged = thinker_process.judge_answer(question, (question.keys[0],), 0.0)
    assert (judged.judgement, judged.interrupted) == (None, False)


def test_a_judgement_that_fails_logs_no_card(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    def mad(asked: Question, *_: object) -> None:
        raise ValueError(str(asked.view))

    monkeypatch.setattr(thinker_process, "judge", mad)
    question = asked_of()
    assert thinker_process.judge_answer(question, (question.keys[0],), HOUR).judgement is None
    assert "ValueError" in caplog.text
    assert all(card not in caplog.text for card in question.view["players"][question.seat]["hand"])


def test_a_level_that_fails_plays_like_normal(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails_unless_normal(game: str, level: str, **settings: Any) -> Player:
        if level != "normal":
            raise ValueError(level)
        return player(game, level, **settings)

    question = asked_of("kralovske_rosady", "play")
    monkeypatch.setattr(thinker_process, "player", fails_unless_normal)
    assert thinker_process.think(question, "expert").measure == "points"
    monkeypatch.setattr(thinker_process, "player", None)
    assert thinker_process.think(question, "expert").keys == silent(question)


# What they weighed


@pytest.mark.parametrize("level", LEVELS)
async def test_a_choice_names_its_level_and_what_was_weighed(level: str) -> None:
    question, thinking = asked_of(), Thinkers(size=1)
    try:
        thought, named = await thinking.choose(question, level, HOUR)
        assert named == level
        assert thought.measure == ("chance" if LEVELS[level].searches else "points")
        assert thought.keys in [keys for keys, _ in thought.weighed]
        assert len(thought.tries) == (len(thought.weighed) if LEVELS[level].searches else 0)
        assert all(count > 0 for count in thought.tries)
    finally:
        thinking.close()


async def test_an_easy_move_that_stands_in_for_a_hard_one_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    thinking = Thinkers(size=1)
    monkeypatch.setattr(thinking, "_present_pool", _Never)
    assert (await thinking.choose(asked_of(), "hard", 0.01)).level == "easy"


async def test_a_hint_is_that_of_a_search_in_its_own_process(monkeypatch: pytest.MonkeyPatch) -> None:
    question, thinking = asked_of(), Thinkers(size=1)
    monkeypatch.setattr(thinkers, "ADVICE_TIMEOUT", HOUR)
    try:
        found = await _considered(thinking, question)
        assert found.level == "hard"
        assert found.thought.measure == "chance"
        assert allowed(question, found.keys)
        assert thinking._pool is None
    finally:
        thinking.close()


async def _considered(thinking: Thinkers, question: Question) -> Choice:
    found = await thinking.consider(question, "seed", search=True)
    assert found is not None
    return found


async def test_instant_computers_give_hints_of_the_middle_level() -> None:
    question, thinking = asked_of(), Thinkers(size=1, instant=True)
    found = await _considered(thinking, question)
    assert found.level == "normal"
    assert allowed(question, found.keys)
    assert thinking._advisers is None
    assert found == await thinking.consider(question, "seed", search=True)


async def test_a_hint_whose_search_takes_too_long_is_of_the_middle_level(monkeypatch: pytest.MonkeyPatch) -> None:
    question, thinking = asked_of(), Thinkers(size=1)
    monkeypatch.setattr(thinking, "_present_advisers", _Never)
    monkeypatch.setattr(thinkers, "ADVICE_TIMEOUT", 0.01)
    assert (await _considered(thinking, question)).level == "normal"


async def test_a_hint_does_not_need_a_process(monkeypatch: pytest.MonkeyPatch) -> None:
    question, thinking = asked_of(), Thinkers(size=1)

    def cannot() -> None:
        raise OSError

    monkeypatch.setattr(thinking, "_present_advisers", cannot)
    assert (await _considered(thinking, question)).level == "normal"


async def test_a_broken_process_of_computers_does_not_end_that_of_hints(monkeypatch: pytest.MonkeyPatch) -> None:
    thinking, advisers = Thinkers(size=1), _Never()
    monkeypatch.setattr(thinking, "_advisers", advisers)

    def cannot() -> None:
        raise OSError

    monkeypatch.setattr(thinking, "_present_pool", cannot)
    thinking.warm()
    assert vars(thinking)["_advisers"] is advisers


def test_a_search_for_a_hint_ends_after_its_cpu_time(monkeypatch: pytest.MonkeyPatch) -> None:
    question = asked_of()
    monkeypatch.setattr(thinker_process, "ADVICE_SECONDS", -1.0)
    thought = thinker_process.search_for_hint(question, "seed")
    assert thought is not None
    assert thought.measure == "points"


async def test_a_hint_that_fails_says_nothing_and_logs_no_card(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    class Mad:
        def think(self, asked: Question, _dice: object) -> None:
            raise ValueError(str(asked.view))

    monkeypatch.setattr(thinker_process, "player", lambda *_: Mad())
    question = asked_of()
    assert await Thinkers(size=1, instant=True).consider(question, "seed", search=True) is None
    for card in question.view["players"][question.seat]["hand"]:
        assert card not in caplog.text


# Workers that are ready before they are needed


async def test_workers_that_are_warmed_have_begun_before_the_first_search() -> None:
    before = {child.pid for child in multiprocessing.active_children()}
    thinking = Thinkers(size=2)
    try:
        thinking.warm()
        thinking.warm()
        begun = {child.pid for child in multiprocessing.active_children()} - before
        assert len(begun) == 2
        question = asked_of()
        assert allowed(question, (await thinking.choose(question, "hard", HOUR)).keys)
        assert {child.pid for child in multiprocessing.active_children()} - before == begun
    finally:
        thinking.close()


@pytest.mark.parametrize(("level", "seconds"), [("hard", 1.5), ("expert", 3.0)])
def test_a_search_ends_after_the_cpu_time_of_its_level(
    level: str, seconds: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    used = SimpleNamespace(seconds=10.0)
    monkeypatch.setattr(
        thinker_process, "time", SimpleNamespace(monotonic=lambda: 0.0, process_time=lambda: used.seconds)
    )
    stopped: list[bool] = []

    def thought(_asked: Question, _level: str, late: Callable[[], bool]) -> Thought:
        for spent in (seconds - 0.01, seconds + 0.01):
            used.seconds = 10.0 + spent
            stopped.append(late())
        return Thought(("keep",))

    monkeypatch.setattr(thinker_process, "think", thought)
    thinker_process.search(asked_of(), level, HOUR)
    assert stopped == [False, True]
