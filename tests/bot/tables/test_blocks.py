"""Tests that a table never seats or invites a user who is in a blocked pair with a person there."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from bot.tables.admission import NOT_WELCOME, OWN_BLOCK
from bot.tables.hosting import Hosting
from bot.tables.refusals import CANNOT_INVITE, Refused, explained
from bot.tables.wishes import Place
from bot.texts import translator_for
from storage import Proposed
from tests.bot.tables.backend import ANNA, BERT, CYRIL, DORA, Backend

ENGLISH = translator_for("en")


async def propose(backend: Backend, table: int, user: int, seat: str, newcomer: int, *, manager: bool = False) -> str:
    return await backend.consent.propose(table, user, Proposed(seat, newcomer), ENGLISH, manager=manager)


PAIRS = pytest.mark.parametrize("pair", [(BERT, CYRIL), (CYRIL, BERT), (ANNA, CYRIL), (CYRIL, ANNA)])
"""Pairs of users in which the first one blocks the second one: Cyril, who has no seat, and Bert, who is seated, or
Anna, the table's host.
"""


@pytest.mark.parametrize("pair", [(BERT, CYRIL), (CYRIL, BERT), (CYRIL, ANNA)])
async def test_an_invitation_of_someone_separated_by_a_block_looks_like_any_other(
    database: Path, pair: tuple[int, int]
) -> None:
    async with Backend.opened(database) as backend:
        hosting = Hosting(backend.db, backend.tables, backend.referee, backend.now, backend.bus)
        table = await backend.open(people=2)
        await backend.db.blocks.add(*pair)
        await hosting.invite(table, ANNA, CYRIL)
        await hosting.invite(table, ANNA, DORA)
        assert (await backend.live(table)).row.invited == (CYRIL, DORA)
        with pytest.raises(Refused):
            await backend.lobby.join(table, CYRIL, "Cyril")
        await backend.lobby.join(table, DORA, "Dora")


async def test_a_host_who_invites_someone_they_block_is_warned(database: Path) -> None:
    async with Backend.opened(database) as backend:
        hosting = Hosting(backend.db, backend.tables, backend.referee, backend.now, backend.bus)
        table = await backend.open(people=2)
        await backend.db.blocks.add(ANNA, CYRIL)
        with pytest.raises(Refused, match="You have blocked"):
            await hosting.invite(table, ANNA, CYRIL)
        assert (await backend.live(table)).row.invited == ()


@PAIRS
async def test_no_one_joins_a_table_with_a_person_separated_by_a_block(database: Path, pair: tuple[int, int]) -> None:
    async with Backend.opened(database) as backend:
        table = await backend.open(people=2)
        await backend.db.blocks.add(*pair)
        with pytest.raises(Refused, match=OWN_BLOCK if pair[0] == CYRIL else NOT_WELCOME):
            await backend.lobby.join(table, CYRIL, "Cyril")
        assert [seat.user for seat in (await backend.live(table)).seats] == [ANNA, BERT]
        await backend.db.blocks.remove(*pair)
        await backend.lobby.join(table, CYRIL, "Cyril")


async def test_a_block_and_a_missing_invitation_are_refused_in_the_same_words(database: Path) -> None:
    async with Backend.opened(database) as backend:
        table = await backend.open(people=2)
        await backend.db.blocks.add(BERT, DORA)
        await backend.db.tables.change_lobby(table, replace((await backend.live(table)).row, access="invited"))
        await backend.tables.refresh(await backend.live(table))
        said = []
        for user in (CYRIL, DORA):
            with pytest.raises(Refused) as refused:
                await backend.lobby.join(table, user, "X")
            said.append(explained(refused.value, ENGLISH))
        assert said[0] == said[1]


async def test_a_full_table_is_full_for_a_blocked_user_too(database: Path) -> None:
    async with Backend.opened(database) as backend:
        table = await backend.open(people=2)
        for _ in range(3):
            await backend.lobby.add_computer(table, ANNA)
        await backend.db.blocks.add(ANNA, CYRIL)
        with pytest.raises(Refused, match="The table is full"):
            await backend.lobby.join(table, CYRIL, "Cyril")


@pytest.mark.parametrize("pair", [(CYRIL, DORA), (DORA, CYRIL)])
async def test_a_seat_that_is_free_for_anyone_is_not_taken_by_a_user_separated_by_a_block(
    database: Path, pair: tuple[int, int]
) -> None:
    async with Backend.opened(database) as backend:
        table = await backend.begin()
        seat = (await backend.live(table)).seat_of(BERT).seat
        await propose(backend, table, CYRIL, seat, DORA, manager=True)
        await backend.consent.agree(table, ANNA, "replace", ENGLISH, number=(await backend.live(table)).proposals)
        await backend.db.blocks.add(*pair)
        with pytest.raises(Refused, match=OWN_BLOCK if pair[0] == DORA else NOT_WELCOME):
            await backend.lobby.join(table, DORA, "Dora")
        assert (await backend.live(table)).seat(seat).user == BERT


@pytest.mark.parametrize(
    ("pair", "seated"),
    [
        ((BERT, CYRIL), [ANNA, BERT]),
        ((CYRIL, BERT), [ANNA, BERT]),
        ((BERT, ANNA), [ANNA, CYRIL]),
        ((CYRIL, ANNA), [ANNA, BERT]),
    ],
)
async def test_a_rematch_leaves_out_the_later_one_of_a_blocked_pair_and_never_the_host(
    database: Path, pair: tuple[int, int], seated: list[int]
) -> None:
    async with Backend.opened(database) as backend:
        table = await backend.begin()
        await backend.consent.agree(table, ANNA, "end", ENGLISH, manager=True)
        await backend.db.blocks.add(*pair)
        again = await backend.lobby.open_again(Place(None, 500, ANNA, "Anna", "en"), await backend.db.games.get(table))
        assert [seat.user for seat in again.seats] == seated


async def test_a_rematch_of_a_later_seat_leaves_out_users_its_host_blocks(database: Path) -> None:
    async with Backend.opened(database) as backend:
        table = await backend.begin()
        await backend.consent.agree(table, ANNA, "end", ENGLISH, manager=True)
        await backend.db.blocks.add(CYRIL, ANNA)
        again = await backend.lobby.open_again(
            Place(None, 500, CYRIL, "Cyril", "en"), await backend.db.games.get(table)
        )
        assert [seat.user for seat in again.seats] == [BERT, CYRIL]


@pytest.mark.parametrize("pair", [(CYRIL, DORA), (DORA, CYRIL), (ANNA, DORA)])
async def test_a_replacement_separated_by_a_block_cannot_be_proposed(database: Path, pair: tuple[int, int]) -> None:
    async with Backend.opened(database) as backend:
        table = await backend.begin()
        seat = (await backend.live(table)).seat_of(BERT).seat
        await backend.db.blocks.add(*pair)
        with pytest.raises(Refused, match=CANNOT_INVITE):
            await propose(backend, table, BERT, seat, DORA)
        live = await backend.live(table)
        assert (live.proposed, live.free) == (None, {})


async def test_a_seat_of_the_host_is_not_offered_to_a_user_the_host_blocks(database: Path) -> None:
    async with Backend.opened(database) as backend:
        table = await backend.begin()
        seat = (await backend.live(table)).seat_of(ANNA).seat
        await backend.db.blocks.add(ANNA, DORA)
        with pytest.raises(Refused, match=CANNOT_INVITE):
            await propose(backend, table, BERT, seat, DORA)


async def test_a_block_that_only_concerns_the_replaced_player_does_not_matter(database: Path) -> None:
    async with Backend.opened(database) as backend:
        table = await backend.begin()
        seat = (await backend.live(table)).seat_of(BERT).seat
        await backend.db.blocks.add(BERT, DORA)
        await propose(backend, table, CYRIL, seat, DORA)
        assert (await backend.live(table)).proposed == Proposed(seat, DORA)


async def test_a_block_made_during_the_vote_keeps_the_seat_from_being_freed(database: Path) -> None:
    async with Backend.opened(database) as backend:
        table = await backend.begin()
        seat = (await backend.live(table)).seat_of(BERT).seat
        await propose(backend, table, ANNA, seat, DORA)
        await backend.db.blocks.add(DORA, CYRIL)
        number = (await backend.live(table)).proposals
        with pytest.raises(Refused, match=CANNOT_INVITE):
            await backend.consent.agree(table, CYRIL, "replace", ENGLISH, number=number)
        live = await backend.live(table)
        assert live.seat(seat).left is None
        assert live.free == {}


@pytest.mark.parametrize("pair", [(DORA, BERT), (BERT, DORA)])
async def test_a_player_does_not_return_to_a_table_with_a_person_separated_by_a_block(
    database: Path, pair: tuple[int, int]
) -> None:
    async with Backend.opened(database) as backend:
        table = await backend.begin()
        seat = (await backend.live(table)).seat_of(CYRIL).seat
        await backend.lobby.leave_running(table, BERT)
        await propose(backend, table, ANNA, seat, DORA, manager=True)
        number = (await backend.live(table)).proposals
        await backend.consent.agree(table, CYRIL, "replace", ENGLISH, number=number)
        await backend.lobby.join(table, DORA, "Dora")
        await backend.db.blocks.add(*pair)
        with pytest.raises(Refused, match=OWN_BLOCK if pair[0] == BERT else NOT_WELCOME):
            await backend.lobby.join(table, BERT, "Bert")
        await backend.db.blocks.remove(*pair)
        await backend.lobby.join(table, BERT, "Bert")


async def test_a_later_block_takes_no_seat_away(database: Path) -> None:
    async with Backend.opened(database) as backend:
        table = await backend.begin()
        await backend.pass_time(1)
        await backend.lobby.leave_running(table, BERT)
        await backend.db.blocks.add(CYRIL, BERT)
        await backend.db.blocks.add(BERT, ANNA)
        await backend.lobby.join(table, BERT, "Bert")
        assert (await backend.live(table)).seat_of(BERT).left is None
