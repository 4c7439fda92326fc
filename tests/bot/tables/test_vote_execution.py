"""Tests that a vote is executed as soon as it has enough consents, also because a voter left or came back."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.tables.refusals import Refused
from bot.tables.voting import DEADLINES_MISSED
from bot.texts import translator_for
from rules.undo import UNDO
from storage import Proposed, Vacancy
from tests.bot.features.undo.test_service import in_action, turn, user
from tests.bot.tables.backend import ANNA, BERT, CYRIL, DORA, Backend

EN = translator_for("en")
EMIL = 1005
"""A user without a seat."""
MANAGER = 9_999
"""A user without a seat who may manage the channel."""


async def agree(backend: Backend, table: int, what: str, *users: int) -> None:
    for one in users:
        await backend.consent.agree(table, one, what, EN, by_button=True)


async def seat(backend: Backend, table: int, who: int) -> str:
    return (await backend.live(table)).seat_of(who).seat


async def undos(backend: Backend, table: int) -> int:
    """Returns how many moves were taken back."""
    return sum(entry.kind == UNDO for entry in (await backend.game(table)).entries)


async def test_a_vote_that_is_complete_without_a_player_is_executed_when_they_leave(database: Path) -> None:
    async with Backend.opened(database) as backend:
        table = await backend.sit_down(people=4)
        await agree(backend, table, "pause", ANNA, BERT)
        assert (await backend.live(table)).facts.needed == {"pause": 3}
        await backend.lobby.leave_running(table, CYRIL)
        live = await backend.live(table)
        assert live.row.paused_at is not None
        assert live.votes == {}


async def test_a_vote_is_executed_when_the_last_voter_comes_back(database: Path) -> None:
    async with Backend.opened(database) as backend:
        table = await backend.sit_down(people=3)
        await agree(backend, table, "pause", ANNA)
        await backend.lobby.leave_running(table, ANNA)
        await agree(backend, table, "pause", BERT)
        assert (await backend.live(table)).row.paused_at is None
        await backend.lobby.join(table, ANNA, "Anna")
        assert (await backend.live(table)).row.paused_at is not None


async def test_a_replacement_is_executed_when_a_voter_leaves(database: Path) -> None:
    async with Backend.opened(database) as backend:
        table = await backend.sit_down(people=4)
        for one in (ANNA, BERT):
            await backend.consent.propose(table, one, Proposed(await seat(backend, table, DORA), None, "hard"), EN)
        assert (await backend.live(table)).seat_of(DORA).left is None
        await backend.lobby.leave_running(table, CYRIL)
        live = await backend.live(table)
        assert (live.seat_of(DORA).level, live.proposed) == ("hard", None)
        assert live.seat_of(DORA).left is not None


async def test_a_replacement_can_complete_another_vote(database: Path) -> None:
    async with Backend.opened(database) as backend:
        table = await backend.sit_down(people=4)
        await agree(backend, table, "pause", ANNA, BERT)
        proposed = Proposed(await seat(backend, table, DORA), None, "normal")
        await backend.consent.propose(table, MANAGER, proposed, EN, manager=True)
        assert (await backend.live(table)).row.paused_at is not None


async def test_a_lobby_ends_when_all_who_stay_want_that(database: Path) -> None:
    async with Backend.opened(database) as backend:
        table = await backend.open(people=4)
        await agree(backend, table, "end", ANNA, BERT)
        await backend.lobby.leave(table, CYRIL)
        assert (await backend.live(table)).row.phase == "ended"


async def test_a_seat_that_the_only_remaining_voter_offered_is_marked_with_that_user(database: Path) -> None:
    async with Backend.opened(database) as backend:
        table = await backend.sit_down(people=3)
        letter = await seat(backend, table, CYRIL)
        async with backend.tables.held(table) as live:
            await backend.db.seats.set_absences(table, letter, DEADLINES_MISSED)
            await backend.tables.publish_change(live)
        await agree(backend, table, "hand_over", ANNA)
        await backend.lobby.leave_running(table, BERT)
        live = await backend.live(table)
        assert (live.free, live.offered_by) == ({letter: 0}, {letter: ANNA})


async def test_a_seat_whose_removed_holder_was_forgotten_can_be_given_to_a_person(database: Path) -> None:
    async with Backend.opened(database) as backend:
        table = await backend.begin(people=2, computers=1)
        letter = await seat(backend, table, BERT)
        await backend.consent.propose(table, MANAGER, Proposed(letter, None, "normal"), EN, manager=True)
        await backend.consent.propose(table, ANNA, Proposed(letter, CYRIL), EN)
        assert (await backend.live(table)).free == {}, "Bert must agree, too"
        async with backend.tables.alone(table):
            await backend.db.privacy.forget(BERT, backend.now())
        await backend.lobby.seats_changed(table)
        assert (await backend.live(table)).free == {letter: CYRIL}
        await backend.lobby.join(table, CYRIL, "Cyril")
        assert (await backend.live(table)).seat(letter).user == CYRIL


async def test_a_press_after_a_crash_executes_a_complete_vote(database: Path) -> None:
    async with Backend.opened(database) as backend:
        table = await backend.sit_down(people=4)
        await agree(backend, table, "pause", ANNA, BERT)
        async with backend.tables.held(table) as live:
            await backend.db.vacancies.set_left(table, live.seat_of(CYRIL).seat, backend.now())
            await backend.tables.publish_change(live)
        assert (await backend.live(table)).facts.votes == {"pause": 2}
        await agree(backend, table, "pause", ANNA)
        assert (await backend.live(table)).row.paused_at is not None


async def asked_back(backend: Backend) -> tuple[int, list[str]]:
    """Prepares a table at which the first seat has asked to undo its move, and the second has agreed.

    Returns its number and the seats that have moved; the last one has not agreed yet.
    """
    table = await in_action(backend)
    moved = [await turn(backend, table) for _ in range(3)]
    await backend.undos.ask(table, await user(backend, table, moved[0]), EN)
    number = (await backend.game(table)).number
    await backend.undos.agree(table, await user(backend, table, moved[1]), number, EN)
    return table, moved


async def test_a_move_is_taken_back_when_the_only_player_who_has_not_agreed_leaves(database: Path) -> None:
    async with Backend.opened(database) as backend:
        table, moved = await asked_back(backend)
        await backend.lobby.leave_running(table, await user(backend, table, moved[2]))
        assert await undos(backend, table) == 1
        assert (await backend.game(table)).waiting[0] == moved[0]
        assert (await backend.live(table)).undoing is None


async def test_no_move_is_taken_back_for_a_player_who_leaves(database: Path) -> None:
    async with Backend.opened(database) as backend:
        table, moved = await asked_back(backend)
        await backend.lobby.leave_running(table, await user(backend, table, moved[0]))
        await backend.lobby.leave_running(table, await user(backend, table, moved[2]))
        assert await undos(backend, table) == 0


async def test_a_move_of_a_paused_game_is_taken_back_when_it_goes_on(database: Path) -> None:
    async with Backend.opened(database) as backend:
        table, moved = await asked_back(backend)
        await backend.consent.agree(table, MANAGER, "pause", EN, manager=True)
        await backend.lobby.leave_running(table, await user(backend, table, moved[2]))
        assert await undos(backend, table) == 0
        await backend.consent.agree(table, MANAGER, "resume", EN, manager=True)
        assert await undos(backend, table) == 1


# Proposals that have become impossible


async def agree_to_the_proposal(backend: Backend, table: int, who: int) -> None:
    number = (await backend.live(table)).proposals
    await backend.consent.agree(table, who, "replace", EN, number=number, by_button=True)


async def test_a_proposal_of_a_user_who_takes_another_seat_ends(database: Path) -> None:
    async with Backend.opened(database) as backend:
        table = await backend.sit_down(people=4)
        await backend.lobby.leave_running(table, BERT)
        await backend.consent.propose(table, ANNA, Proposed(await seat(backend, table, CYRIL), EMIL), EN)
        async with backend.tables.held(table) as live:
            offered = Vacancy(live.seat_of(BERT).seat, (), free=True)
            await backend.db.vacancies.vacate(table, offered, len(live.running().told))
            await backend.tables.publish_change(live)
        await backend.lobby.join(table, EMIL, "Emil")
        live = await backend.live(table)
        assert (live.proposed, live.votes, live.free) == (None, {}, {})
        with pytest.raises(Refused, match="No one has proposed a replacement"):
            await agree_to_the_proposal(backend, table, DORA)
        assert (await backend.live(table)).seat_of(CYRIL).left is None


async def test_a_proposal_about_a_seat_ends_when_a_substitute_takes_it(database: Path) -> None:
    async with Backend.opened(database) as backend:
        table = await backend.sit_down(people=4)
        letter = await seat(backend, table, BERT)
        await backend.lobby.leave_running(table, BERT)
        await backend.consent.propose(table, MANAGER, Proposed(letter, EMIL), EN, manager=True)
        await backend.consent.propose(table, ANNA, Proposed(letter, None, "hard"), EN)
        await backend.lobby.join(table, EMIL, "Emil")
        live = await backend.live(table)
        assert (live.seat(letter).user, live.proposed, live.votes) == (EMIL, None, {})


async def test_a_proposal_of_a_user_who_already_plays_again_ends(database: Path) -> None:
    async with Backend.opened(database) as backend:
        table = await backend.sit_down(people=4)
        letter = await seat(backend, table, BERT)
        await backend.lobby.leave_running(table, BERT)
        await backend.consent.propose(table, ANNA, Proposed(letter, BERT), EN)
        await backend.lobby.join(table, BERT, "Bert")
        live = await backend.live(table)
        assert (live.proposed, live.votes, live.free) == (None, {}, {})
        with pytest.raises(Refused, match="No one has proposed a replacement"):
            await agree_to_the_proposal(backend, table, CYRIL)
        live = await backend.live(table)
        assert all(one.left is None for one in live.seats)


async def test_the_last_vote_for_a_user_who_is_now_in_a_block_is_refused(database: Path) -> None:
    async with Backend.opened(database) as backend:
        table = await backend.sit_down(people=4)
        await backend.consent.propose(table, ANNA, Proposed(await seat(backend, table, CYRIL), EMIL), EN)
        await backend.db.blocks.add(DORA, EMIL)
        with pytest.raises(Refused):
            await agree_to_the_proposal(backend, table, BERT)
        live = await backend.live(table)
        assert (live.proposed, live.votes, live.free) == (None, {}, {})
        assert live.seat_of(CYRIL).left is None


async def test_an_impossible_proposal_ends_if_it_is_complete_when_a_voter_leaves(database: Path) -> None:
    async with Backend.opened(database) as backend:
        table = await backend.begin(people=4, computers=1)
        computer = next(one.seat for one in (await backend.live(table)).seats if one.computer)
        for who in (ANNA, BERT):
            await backend.consent.propose(table, who, Proposed(computer, EMIL), EN)
        await backend.db.blocks.add(ANNA, EMIL)
        await backend.lobby.leave_running(table, DORA)
        live = await backend.live(table)
        assert live.seat_of(DORA).left is not None
        assert (live.proposed, live.votes, live.free) == (None, {}, {})
