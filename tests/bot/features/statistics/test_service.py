"""Tests ratings: winners rise, ties are equal, and a continued ladder equals one that is computed from the start."""

from __future__ import annotations

from collections.abc import AsyncIterator
from itertools import permutations
from pathlib import Path
from statistics import fmean

import pytest

from bot.features.statistics.service import Ladder, Rating, Ratings
from storage import Database, Match
from tests.storage.table import ANNA, BERT, CYRIL, DANA, begin
from tests.storage.test_stats import ANNA_WINS, BERT_AND_CYRIL_SHARE, end, finished


@pytest.fixture
async def db(tmp_path: Path) -> AsyncIterator[Database]:
    async with Database.opened(tmp_path / "krupier.sqlite3") as opened:
        yield opened


def after(*matches: dict[int, int]) -> Ladder:
    """Returns the ladder after matches, each of which maps users to places."""
    ladder = Ladder()
    ladder.rate(Match(number, tuple(places.items())) for number, places in enumerate(matches, start=1))
    return ladder


def points(ladder: Ladder, *users: int) -> list[int]:
    found = [ladder.of(user) for user in users]
    return [rating.points for rating in found if rating is not None]


def test_no_one_has_a_rating_without_a_game() -> None:
    assert Ladder().of(ANNA) is None
    assert after({ANNA: 1, BERT: 2}).of(CYRIL) is None


def test_the_first_duel_is_the_models_published_example() -> None:
    # openskill: 27.635231 ± 8.065506 and 22.364769 ± 8.065506, forty times.
    ladder = after({ANNA: 1, BERT: 2})
    assert ladder.of(ANNA) == Rating(points=1105, doubt=323, games=1)
    assert ladder.of(BERT) == Rating(points=895, doubt=323, games=1)


def test_the_better_place_has_the_better_rating() -> None:
    winner, second, third, last = points(after({BERT: 3, DANA: 4, ANNA: 1, CYRIL: 2}), ANNA, CYRIL, BERT, DANA)
    assert winner > second > third > last


def test_a_shared_place_is_rated_alike() -> None:
    anna, bert, cyril = points(after({ANNA: 1, BERT: 1, CYRIL: 3}), ANNA, BERT, CYRIL)
    assert anna == bert > cyril


def test_two_who_share_the_victory_are_rated_as_the_average_of_first_and_second() -> None:
    # openskill with the places 1, 2 and 3: 27.869, 25.717 and 21.4137, forty times.
    assert points(after({ANNA: 1, BERT: 1, CYRIL: 3}), ANNA, BERT, CYRIL) == [1072, 1072, 857]


def test_two_who_share_the_last_place_are_rated_as_the_average_of_second_and_third() -> None:
    # (25.717 + 21.4137) / 2 = 23.5655, forty times.
    assert points(after({ANNA: 1, BERT: 2, CYRIL: 2}), ANNA, BERT, CYRIL) == [1115, 943, 943]


def test_after_unequal_games_a_shared_place_is_the_average_of_all_orders() -> None:
    before = {ANNA: 1, BERT: 2, CYRIL: 3}
    orders = [after(before, dict(zip(order, (1, 2, 3), strict=True))) for order in permutations(before)]
    shared = after(before, dict.fromkeys(before, 1))
    for user in before:
        ratings = [rating for order in orders if (rating := order.of(user)) is not None]
        rating = shared.of(user)
        assert rating is not None
        assert rating.points == pytest.approx(fmean(one.points for one in ratings), abs=1)
        assert rating.doubt == pytest.approx(fmean(one.doubt for one in ratings), abs=1)
    assert points(shared, ANNA, BERT, CYRIL) != points(after(before), ANNA, BERT, CYRIL)


def test_equal_players_who_share_a_place_have_the_same_rating_and_doubt() -> None:
    ladder = after({ANNA: 1, BERT: 1, CYRIL: 3})
    assert ladder.of(ANNA) == ladder.of(BERT)


def test_three_who_share_the_victory_are_rated_above_the_fourth() -> None:
    shared, *others, fourth, fifth = points(
        after({ANNA: 1, BERT: 1, CYRIL: 1, DANA: 4, 1005: 5}), ANNA, BERT, CYRIL, DANA, 1005
    )
    assert [shared, shared] == others
    assert shared > 1000 > fourth > fifth


def test_ratings_do_not_change_in_a_tie_of_equals() -> None:
    assert points(after({ANNA: 1, BERT: 1, CYRIL: 1}), ANNA, BERT, CYRIL) == [1000, 1000, 1000]


def test_doubt_shrinks_with_games() -> None:
    first, tenth = after({ANNA: 1, BERT: 2}).of(ANNA), after(*[{ANNA: 1, BERT: 2}] * 10).of(ANNA)
    assert first is not None
    assert tenth is not None
    assert tenth.doubt < first.doubt
    assert tenth.games == 10


async def test_ratings_follow_the_games_in_the_store(db: Database) -> None:
    ratings = Ratings(db)
    assert await ratings.of(ANNA, "some_game", 7) is None
    await finished(db, ANNA_WINS, after=1)
    first = await ratings.of(ANNA, "some_game", 7)
    await finished(db, BERT_AND_CYRIL_SHARE, after=2)
    second = await ratings.of(ANNA, "some_game", 7)
    assert first is not None
    assert second is not None
    assert (first.games, second.games) == (1, 2)
    assert first.points > second.points
    assert second == await Ratings(db).of(ANNA, "some_game", 7)


async def test_a_game_that_ended_earlier_but_came_later_is_put_in_its_place(db: Database) -> None:
    ratings = Ratings(db)
    await finished(db, BERT_AND_CYRIL_SHARE, after=5)
    await ratings.of(ANNA, "some_game", 7)
    await finished(db, ANNA_WINS, after=1)
    for user in (ANNA, BERT, CYRIL):
        assert await ratings.of(user, "some_game", 7) == await Ratings(db).of(user, "some_game", 7)


async def test_nothing_new_changes_nothing(db: Database) -> None:
    ratings = Ratings(db)
    await finished(db, ANNA_WINS)
    assert await ratings.of(ANNA, "some_game", 7) == await ratings.of(ANNA, "some_game", 7)


async def test_servers_and_games_have_their_own_ladders(db: Database) -> None:
    ratings = Ratings(db)
    await finished(db, ANNA_WINS)
    assert await ratings.of(ANNA, "some_game", 8) is None
    assert await ratings.of(ANNA, "other_game", 7) is None
    assert await ratings.of(ANNA, "some_game", None) == await ratings.of(ANNA, "some_game", 7)


async def test_a_game_with_a_computer_is_not_rated(db: Database) -> None:
    game = await begin(db)
    await db.vacancies.replace(game, "c", -1, "Computer 1", (await db.games.get(game)).created, computer=True)
    await end(db, game, ANNA_WINS)
    assert await Ratings(db).of(ANNA, "some_game", 7) is None
    assert [tally.games for tally in await db.statistics.tallies(ANNA)] == [1]
