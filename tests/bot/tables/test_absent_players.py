"""Tests votes about absent players: a consent counts only for the seat that was asked about."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.tables.consent import ANOTHER_ABSENT, NOT_FOR_YOURSELF
from bot.tables.refusals import Refused
from bot.tables.voting import DEADLINES_MISSED, votes_about_the_absent
from bot.texts import translator_for
from tests.bot.table import Evening
from tests.bot.tables.backend import ANNA, BERT, CYRIL, DORA, NAMES, Backend

EN = translator_for("en")
EMIL = 1005
"""A user without a seat."""


async def seat(backend: Backend, table: int, user: int) -> str:
    return (await backend.live(table)).seat_of(user).seat


async def place(backend: Backend, table: int, user: int) -> int:
    """Returns the number that the buttons about an absent player contain."""
    live = await backend.live(table)
    return live.seats.index(live.seat_of(user))


async def misses_deadlines(backend: Backend, table: int, user: int, count: int = DEADLINES_MISSED) -> None:
    async with backend.tables.held(table) as live:
        await backend.db.seats.set_absences(table, live.seat_of(user).seat, count)
        await backend.tables.publish_change(live)


async def bert_and_then_anna_are_absent(backend: Backend, what: str) -> int:
    """Prepares a table of four at which Cyril has agreed to `what` about Bert, before Anna's seat came first."""
    table = await backend.sit_down(people=4)
    await misses_deadlines(backend, table, BERT)
    await backend.consent.agree(table, CYRIL, what, EN, by_button=True, number=await place(backend, table, BERT))
    await misses_deadlines(backend, table, ANNA)
    live = await backend.live(table)
    assert live.absent == live.seat_of(ANNA).seat
    return table


@pytest.mark.parametrize("what", votes_about_the_absent())
async def test_a_vote_about_one_absent_player_does_not_count_for_another(database: Path, what: str) -> None:
    async with Backend.opened(database) as backend:
        table = await bert_and_then_anna_are_absent(backend, what)
        assert (await backend.live(table)).facts.votes == {}
        number = await place(backend, table, ANNA)
        said = await backend.consent.agree(table, DORA, what, EN, by_button=True, number=number)
        assert said == EN("You agree. Votes so far: {agreed} of {needed}.", agreed=1, needed=2)
        live = await backend.live(table)
        assert all(one.left is None for one in live.seats)
        assert (live.facts.votes, live.facts.needed) == ({what: 1}, {what: 2})


async def test_the_vote_about_the_other_absent_player_goes_on_afterwards(database: Path) -> None:
    async with Backend.opened(database) as backend:
        table = await bert_and_then_anna_are_absent(backend, "hand_over")
        await backend.consent.wait(table, DORA, EN, await place(backend, table, ANNA))
        live = await backend.live(table)
        assert (live.absent, live.facts.votes) == (live.seat_of(BERT).seat, {"hand_over": 1})
        await backend.consent.agree(table, DORA, "hand_over", EN, number=await place(backend, table, BERT))
        live = await backend.live(table)
        assert [one.user for one in live.seats if one.left is not None] == [BERT]


@pytest.mark.parametrize("number", [True, False])
async def test_a_press_on_a_question_about_another_player_is_refused(database: Path, number: bool) -> None:
    async with Backend.opened(database) as backend:
        table = await bert_and_then_anna_are_absent(backend, "let_computer")
        before = await backend.db.tables.state(table)
        bound = await place(backend, table, BERT) if number else None
        with pytest.raises(Refused) as refused:
            await backend.consent.agree(table, DORA, "let_computer", EN, by_button=True, number=bound)
        assert refused.value.said(EN) == EN(ANOTHER_ABSENT)
        with pytest.raises(Refused):
            await backend.consent.wait(table, DORA, EN, bound)
        assert await backend.db.tables.state(table) == before


async def test_a_button_of_an_older_version_counts_if_no_other_player_was_voted_on(database: Path) -> None:
    async with Backend.opened(database) as backend:
        table = await backend.sit_down(people=3)
        await misses_deadlines(backend, table, BERT)
        for user in (ANNA, CYRIL):
            await backend.consent.agree(table, user, "let_computer", EN, by_button=True)
        live = await backend.live(table)
        assert [one.user for one in live.seats if one.left is not None] == [BERT]


async def test_an_absent_player_cannot_end_the_votes_about_themselves(database: Path) -> None:
    async with Backend.opened(database) as backend:
        table = await backend.sit_down(people=4)
        await misses_deadlines(backend, table, BERT)
        number = await place(backend, table, BERT)
        await backend.consent.agree(table, ANNA, "let_computer", EN, number=number)
        before = await backend.db.tables.state(table)
        with pytest.raises(Refused) as refused:
            await backend.consent.wait(table, BERT, EN, number)
        assert refused.value.said(EN) == EN(NOT_FOR_YOURSELF)
        assert await backend.db.tables.state(table) == before
        await backend.consent.wait(table, ANNA, EN, number)
        live = await backend.live(table)
        assert (live.absent, live.votes) == (None, {})


async def test_an_absent_player_is_back_after_their_next_move(database: Path) -> None:
    async with Backend.opened(database) as backend:
        table = await backend.sit_down(people=4)
        late = (await backend.game(table)).waiting[0]
        user = (await backend.live(table)).seat(late).user
        await misses_deadlines(backend, table, user)
        other = next(one for one in NAMES if one != user)
        await backend.consent.agree(table, other, "hand_over", EN)
        await backend.answers(table, late, "place:prison")
        live = await backend.live(table)
        assert (live.absent, live.votes) == (None, {})


async def test_a_vote_about_a_player_does_not_count_for_their_substitute(database: Path) -> None:
    async with Backend.opened(database) as backend:
        table = await backend.sit_down(people=4)
        letter = await seat(backend, table, BERT)
        await misses_deadlines(backend, table, BERT)
        await backend.consent.agree(table, CYRIL, "let_computer", EN)
        for user in (ANNA, DORA, CYRIL):
            await backend.consent.agree(table, user, "hand_over", EN)
            if (await backend.live(table)).free:
                break
        await backend.lobby.join(table, EMIL, "Emil")
        await misses_deadlines(backend, table, EMIL)
        live = await backend.live(table)
        assert (live.absent, live.facts.votes) == (letter, {})


async def test_the_buttons_about_an_absent_player_name_their_seat(database: Path) -> None:
    async with Evening.of(*NAMES.values(), database=database) as evening:
        await evening.sit_down(*NAMES.values())
        app, table = evening.bot.app, evening.table
        older: dict[str, str] = {}
        for name in ("Bert", "Anna"):
            async with app.tables.held(table) as live:
                letter = live.seat_of(evening.person(name).id).seat
                await app.db.seats.set_absences(table, letter, DEADLINES_MISSED)
                await app.tables.publish_change(live)
            await evening.settled()
            if not older:
                older = {verb: Evening.part(evening.board(), verb) for verb in ("let_computer", "hand_over", "wait")}
        for old in older.values():
            await evening.person("Dora").forge(evening.board("Dora"), old)
            await evening.settled()
            assert "nic se nezměnilo" in evening.private("Dora").text.lower()
        assert (evening.live.absent, evening.live.votes) == (evening.live.seat_of(evening.person("Anna").id).seat, {})
        await evening.press_board("Dora", "let_computer")
        assert "1 z 2" in evening.private("Dora").text
        evening.clean()
