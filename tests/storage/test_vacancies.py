"""Tests that decisions about a seat are stored together: its computer, its offer, and the questions they answer."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

import pytest

from storage import Database, NotSeated, Proposed, Vacancy, WrongPhase
from tests.storage.table import ANNA, BERT, CYRIL, DANA, NOON, begin, minutes, new_game, open_lobby

ABSENCE = ("hand_over", "let_computer")


class Seat(NamedTuple):
    """The part of a seat's state that decisions change: name, when its player left, computer level, absences."""

    name: str
    left: datetime | None = None
    level: str = "normal"
    absences: int = 0


async def seats(db: Database, game: int) -> dict[str, Seat]:
    return {row.seat: Seat(row.name, row.left, row.level, row.absences) for row in await db.seats.of(game)}


def votes(**who: int) -> dict[str, frozenset[int]]:
    return {what: frozenset({user}) for what, user in who.items()}


async def asked(db: Database) -> int:
    """Starts a game with open questions and returns its number: Bert (seat b) has two absences and has left the server,
    Dana is proposed for seat c, and Cyril has voted for every decision about an absence and for the end.
    """
    game = await begin(db)
    await db.seats.set_absences(game, "b", 2)
    await db.consents.set_departed(game, BERT)
    await db.consents.propose(game, ANNA, Proposed("c", DANA))
    for what in (*ABSENCE, "end"):
        await db.consents.set_vote(game, what, CYRIL, True)
    return game


async def test_an_absence_that_is_decided_leaves_what_is_proposed(db: Database) -> None:
    game = await asked(db)
    await db.vacancies.vacate(game, Vacancy("b", ABSENCE, left=NOON, level="hard", free=True))
    state = await db.tables.state(game)
    assert (await seats(db, game))["b"] == Seat("Bert", NOON, "hard")
    assert (state.votes, state.offers) == (votes(end=CYRIL, replace=ANNA), {"b": None})
    assert (state.departed, state.proposed) == (frozenset(), Proposed("c", DANA))


async def test_a_substitution_that_is_decided_leaves_who_is_missing(db: Database) -> None:
    game = await asked(db)
    await db.vacancies.vacate(game, Vacancy("c", ("replace",), left=NOON, level="normal", free=True, free_for=DANA))
    state = await db.tables.state(game)
    assert await seats(db, game) == {"a": Seat("Anna"), "b": Seat("Bert", absences=2), "c": Seat("Cyril", NOON)}
    assert (state.votes, state.offers) == (votes(hand_over=CYRIL, let_computer=CYRIL, end=CYRIL), {"c": DANA})
    assert (state.departed, state.proposed, state.proposals) == (frozenset({BERT}), None, 1)


async def test_a_seat_is_offered_to_one_or_to_anyone_who_comes_or_to_no_one_any_more(db: Database) -> None:
    game = await begin(db)
    for seat, free_for in (("b", DANA), ("b", None), ("a", DANA)):
        await db.vacancies.vacate(game, Vacancy(seat, ("replace",), free=True, free_for=free_for))
    assert (await db.tables.state(game)).offers == {"a": DANA, "b": None}
    await db.vacancies.vacate(game, Vacancy("b", ("replace",)))
    assert (await db.tables.state(game)).offers == {"a": DANA}


async def test_a_computer_plays_at_another_level_under_another_name(db: Database) -> None:
    game = await db.tables.open(new_game(), bytes(32))
    await db.seats.add(game, ANNA, "Anna")
    await db.seats.add_computer(game, "Robot (easy)", "easy")
    await db.tables.start(game, 1, NOON)
    await db.vacancies.vacate(game, Vacancy("b", ("replace",), level="hard", name="Robot (hard)"))
    assert (await seats(db, game))["b"] == Seat("Robot (hard)", None, "hard")


async def test_nothing_is_decided_about_a_seat_that_there_is_not(db: Database) -> None:
    game = await asked(db)
    before = await db.tables.state(game)
    with pytest.raises(NotSeated):
        await db.vacancies.vacate(game, Vacancy("x", ABSENCE, left=NOON, free=True))
    with pytest.raises(NotSeated):
        await db.vacancies.reset_absences(game, "x", ABSENCE)
    assert await db.tables.state(game) == before
    lobby = await open_lobby(db, 501)
    with pytest.raises(WrongPhase):
        await db.vacancies.vacate(lobby, Vacancy("a", ABSENCE, free=True))


async def test_anyone_who_is_waited_for_is_counted_again(db: Database) -> None:
    game = await asked(db)
    await db.vacancies.reset_absences(game, "b", ABSENCE)
    state = await db.tables.state(game)
    assert (await seats(db, game))["b"] == Seat("Bert")
    assert (state.votes, state.departed) == (votes(end=CYRIL, replace=ANNA), frozenset())


async def test_anyone_who_is_here_again_changes_no_question(db: Database) -> None:
    game = await asked(db)
    before = (await db.tables.state(game)).votes
    await db.vacancies.reset_absences(game, "b")
    state = await db.tables.state(game)
    assert (state.votes, state.departed, state.seats[1].absences) == (before, frozenset(), 0)


@pytest.mark.parametrize("back", [True, False])
async def test_a_seat_that_someone_has_taken_is_offered_to_no_one_else(db: Database, back: bool) -> None:
    game = await begin(db)
    for seat in "bc":
        await db.vacancies.vacate(game, Vacancy(seat, ABSENCE, left=NOON, free=True))
    if back:
        await db.vacancies.set_left(game, "b", None)
    else:
        await db.vacancies.replace(game, "b", DANA, "Dana", NOON + minutes(1))
    assert (await db.tables.state(game)).offers == {"c": None}
    assert (await seats(db, game))["b"] == Seat("Bert" if back else "Dana")


async def test_anyone_who_leaves_is_missing_no_more_and_hands_the_table_on(db: Database) -> None:
    game = await begin(db)
    await db.seats.set_absences(game, "a", 1)
    await db.vacancies.set_left(game, "a", NOON, host=BERT)
    assert (await seats(db, game))["a"] == Seat("Anna", NOON)
    assert (await db.games.get(game)).host == BERT
    await db.vacancies.set_left(game, "b", NOON)
    assert (await db.games.get(game)).host == BERT


async def test_a_table_is_handed_on_together_with_the_seat_of_its_host(db: Database) -> None:
    game = await begin(db)
    await db.vacancies.vacate(game, Vacancy("a", ABSENCE, left=NOON, free=True, host=BERT))
    assert (await db.games.get(game)).host == BERT
    await db.vacancies.vacate(game, Vacancy("c", ABSENCE, left=NOON))
    assert (await db.games.get(game)).host == BERT
    await db.vacancies.replace(game, "a", DANA, "Dana", NOON + minutes(1))
    assert (await db.games.get(game)).host == BERT
    await db.vacancies.replace(game, "c", 77, "Emil", NOON + minutes(1), host=DANA)
    assert (await db.games.get(game)).host == DANA


async def test_anyone_who_takes_a_seat_starts_without_votes_and_proposals_about_them(db: Database) -> None:
    for proposed in (Proposed("b", None, "hard"), Proposed("c", DANA)):
        game = await begin(db)
        await db.vacancies.vacate(game, Vacancy("b", (), left=NOON, free=True))
        await db.consents.propose(game, ANNA, proposed)
        for what in ("hand_over:b", "hand_over:c", "end"):
            await db.consents.set_vote(game, what, CYRIL, True)
        await db.vacancies.replace(game, "b", DANA, "Dana", NOON + minutes(1))
        state = await db.tables.state(game)
        assert set(state.votes) == {"hand_over:c", "end"}
        assert state.proposed is None
        await db.tables.finish(game, "ended", None, NOON)
