"""Tests that reasons of computer players are stored with each answer, and shown only after the game."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from bot.features.analysis import service as post_game_analysis
from bot.features.analysis.service import MAX_STOPS, NO_REASONS, TOO_EARLY, Decided, PostGameAnalyses
from bot.games.replay_frames import spread
from bot.tables.refusals import Refused
from bot.tables.thinkers import Choice, Thinkers
from bot.tables.wishes import Wishes
from bot.texts import translator_for
from rules.players.levels import Question, Thought
from storage import Reasons, Weighed
from storage.dsn import Place
from tests.any_answer import any_answer
from tests.bot.tables.backend import ANNA, BERT, Backend

SHORT = Wishes(kind="kralovske_rosady")
WORTHS = (0.55, 0.35, 0.3, 0.25, 0.2)
TRIES = (3, 13, 13, 6, 2)


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.tier("test"))])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Place]:
    """Yields the place of an empty database on each engine."""
    if request.param == "sqlite":
        yield tmp_path / "krupier.sqlite3"
        return
    server = request.getfixturevalue("server")
    dsn = server.fresh()
    yield dsn
    server.drop(dsn)


@pytest.fixture(autouse=True)
def _known_thoughts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Makes computers choose the second of their keys, with figures that the tests know."""

    async def choose(_self: Thinkers, asked: Question, *_: object) -> Choice:
        keys = [(key,) for key in asked.keys[: len(WORTHS)]]
        count = len(keys)
        thought = Thought(keys[min(1, count - 1)], tuple(zip(keys, WORTHS, strict=False)), "chance", TRIES[:count])
        return Choice(thought, "hard")

    monkeypatch.setattr(Thinkers, "choose", choose)


async def people_answer(backend: Backend, table: int, most: int = 10_000) -> None:
    """Lets people answer until the game is over, or `most` times."""
    live, game = await backend.live(table), await backend.game(table)
    for _ in range(most):
        if game.decision is None:
            return
        seat = next(seat for seat in game.waiting if not live.seat(seat).computer)
        await backend.referee.play(table, game.number, live.seat(seat).user, any_answer(game, seat))
        await backend.background.settled()


def seen(backend: Backend) -> PostGameAnalyses:
    return PostGameAnalyses(backend.db, backend.tables)


async def test_the_figures_of_the_decision_are_shown_after_the_end_and_a_restart(place: Place) -> None:
    async with Backend.opened(place) as backend:
        table = await backend.begin(SHORT, people=2, computers=1)
        await people_answer(backend, table, 4)
    async with Backend.opened(place) as backend:
        await backend.referee.settle(table)
        await backend.background.settled()
        await people_answer(backend, table)
        assert (await backend.live(table)).row.phase == "over"
        game = await backend.game(table)
    async with Backend.opened(place) as backend:
        _, thought = await seen(backend).at(table, 0)
        answers = [entry for entry in game.entries if entry.seat == "c"]
        assert 0 < thought.total <= len(answers)
        after = seen(backend)
        for which in range(thought.total):
            _, one = await after.at(table, which)
            decided = one.decided
            assert (decided.asked.seat, decided.which) == ("c", which)
            assert decided.asked.has_choice
            assert tuple(decided.done) == (decided.asked.keys[1],)
            kept = [(key,) for key in decided.asked.keys[:4]]
            assert decided.reasons.weighed == tuple(
                Weighed(key, worth, tries) for key, worth, tries in zip(kept, WORTHS, TRIES, strict=False)
            )


async def test_nothing_is_shown_before_the_end(place: Place) -> None:
    async with Backend.opened(place) as backend:
        table = await backend.begin(SHORT, people=2, computers=1)
        await people_answer(backend, table, 6)
        assert any(entry.seat == "c" for entry in (await backend.game(table)).entries)
        assert await backend.db.record.reasons(table) == []
        with pytest.raises(Refused) as refused:
            await seen(backend).at(table, 0)
        assert refused.value.message == TOO_EARLY


async def test_a_game_that_is_ended_early_shows_the_decisions_made_so_far(place: Place) -> None:
    async with Backend.opened(place) as backend:
        table = await backend.begin(SHORT, people=2, computers=1)
        await people_answer(backend, table, 6)
        for user in (ANNA, BERT):
            await backend.consent.agree(table, user, "end", translator_for("en"))
        _, thought = await seen(backend).at(table, 99)
        assert thought.decided.which == thought.total - 1


async def test_a_game_without_stored_reasons_says_so(place: Place) -> None:
    async with Backend.opened(place) as backend:
        table = await backend.begin(SHORT, people=2)
        await people_answer(backend, table)
        with pytest.raises(Refused) as refused:
            await seen(backend).at(table, 0)
        assert refused.value.message == NO_REASONS


@pytest.mark.parametrize("shown", [0, 1, 2, 57, 97, 98, 99])
def test_the_decision_that_is_shown_is_among_the_stops(shown: int) -> None:
    hundred = [Decided(which, None, (), Reasons(1, "a", "easy", "points")) for which in range(100)]  # type: ignore[arg-type]  # no question is needed
    stops = post_game_analysis._with([hundred[at] for at in spread(range(100), MAX_STOPS)], hundred[shown])
    numbers = [stop.which for stop in stops]
    assert len(numbers) == MAX_STOPS
    assert shown in numbers
    assert (numbers[0], numbers[-1]) == (0, 99)
    assert all(one < other for one, other in pairwise(numbers))
