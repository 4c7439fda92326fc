"""Tests undo at a table: at once, or with the consent of the players who have answered since."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from bot.features.undo.service import _in_a_row
from bot.tables import order_execution
from bot.tables.live import LiveTable
from bot.tables.refusals import NO_UNDO, ComputerPlays, NotSeatedHere, Paused, Refused, SeatKept
from bot.tables.thinkers import Choice, Thinkers
from bot.tables.wishes import Wishes
from bot.texts import translator_for
from rules.engine import Game
from rules.errors import StaleNumber
from rules.mafia_city import MAFIA_CITY
from rules.notation import Entry
from rules.players.levels import Question
from rules.undo import UNDO
from storage import Proposed
from storage.check import check
from storage.replay import record_of, replay
from tests.bot.tables.backend import ANNA, BERT, CYRIL, DORA, Backend, thoughtless

EN = translator_for("en")


async def in_action(backend: Backend, *, people: int = 3, computers: int = 0, **wishes: str) -> int:
    """Begins a game of Mafia City, keeps all first hands, and returns the table's number."""
    table = await backend.begin(Wishes(**wishes), people=people, computers=computers)  # type: ignore[arg-type]
    while (game := await backend.game(table)).decision is not None and game.decision.kind == "mulligan":
        await backend.answers(table, game.waiting[0], "keep")
    return table


async def turn(backend: Backend, table: int, key: str = "place:prison") -> str:
    """Answers for the active seat with this key; returns the seat."""
    seat = (await backend.game(table)).waiting[0]
    await backend.answers(table, seat, key)
    return seat


async def user(backend: Backend, table: int, seat: str) -> int:
    return (await backend.live(table)).seat(seat).user


async def undo(backend: Backend, table: int, seat: str) -> str:
    said = await backend.undos.ask(table, await user(backend, table, seat), EN)
    await backend.background.settled()
    return said


def seen(live: LiveTable, game: Game) -> str:
    return json.dumps(
        [game.number, game.rules.table(game.table), [event.spoken() for event in game.told], game.waiting]
    )


async def stored(backend: Backend, table: int) -> Game:
    """Returns the game that results from replaying the stored record."""
    live, seed = await backend.live(table), await backend.db.seeds.get(table)
    return replay(record_of(live.row, live.seats, await backend.db.record.entries(table), seed), seed)


async def test_no_one_else_has_answered_so_it_is_taken_back_at_once(database: Path) -> None:
    async with Backend.opened(database) as backend:
        table = await in_action(backend)
        game, before = await backend.game(table), (await backend.game(table)).number
        state = game.rules.table(game.table)
        seat = await turn(backend, table)
        assert "last move is taken back" in await undo(backend, table, seat)
        game = await backend.game(table)
        assert (game.waiting, game.number) == ((seat,), before + 2)
        assert game.rules.table(game.table) == state
        assert (await backend.db.record.entries(table))[-1].kind == UNDO
        live = await backend.live(table)
        assert seen(live, game) == seen(live, await stored(backend, table))


async def test_the_time_of_the_decision_starts_again(database: Path) -> None:
    async with Backend.opened(database) as backend:
        table = await in_action(backend)
        seat = await turn(backend, table)
        await backend.pass_time(30)
        await undo(backend, table, seat)
        live = await backend.live(table)
        assert live.deadline is not None
        assert live.deadline.number == (await backend.game(table)).number
        assert (live.deadline.due - backend.now()).total_seconds() == live.row.turn_seconds
        await backend.pass_time(live.row.turn_seconds or 0)
        assert (await backend.game(table)).number == live.deadline.number


async def test_old_numbers_are_never_valid_again(database: Path) -> None:
    async with Backend.opened(database) as backend:
        table = await in_action(backend)
        number = (await backend.game(table)).number
        seat = await turn(backend, table)
        await undo(backend, table, seat)
        for old in (number, number + 1):
            with pytest.raises(StaleNumber):
                await backend.referee.play(table, old, await user(backend, table, seat), ("pass",))
        assert backend.referee.played(table, number, seat) is None, "the old button does not say that it was done"
        assert not await backend.referee.clock(table, number)


async def test_all_who_have_answered_since_must_agree(database: Path) -> None:
    async with Backend.opened(database) as backend:
        table = await in_action(backend)
        first, second, third = [await turn(backend, table) for _ in range(3)]
        await undo(backend, table, first)
        live = await backend.live(table)
        number = (await backend.game(table)).number
        assert live.undoing is not None
        assert live.undoing.needed == {second, third}
        assert "1 of 2" in await backend.undos.agree(table, await user(backend, table, second), number, EN)
        assert (await backend.game(table)).number == number
        await backend.undos.agree(table, await user(backend, table, third), number, EN)
        game = await backend.game(table)
        assert (game.waiting, game.number) == ((first,), number + 1)
        assert (await backend.live(table)).undoing is None
        live = await backend.live(table)
        assert seen(live, game) == seen(live, await stored(backend, table))


async def test_one_refusal_is_enough_and_the_asker_may_withdraw(database: Path) -> None:
    async with Backend.opened(database) as backend:
        table = await in_action(backend)
        first, second, third = [await turn(backend, table) for _ in range(3)]
        number = (await backend.game(table)).number
        for seat in (second, third, first):
            await undo(backend, table, first)
            assert "The move counts" in await backend.undos.refuse(table, await user(backend, table, seat), number, EN)
            assert (await backend.live(table)).undoing is None
            with pytest.raises(Refused):
                await backend.undos.agree(table, await user(backend, table, second), number, EN)
        await undo(backend, table, first)
        live = await backend.live(table)
        assert live.undoing is not None
        assert live.undoing.agreed == frozenset(), "who agreed to another proposal has not agreed to this one"


async def test_a_proposal_dies_with_the_next_answer(database: Path) -> None:
    async with Backend.opened(database) as backend:
        table = await in_action(backend)
        first, second, _ = [await turn(backend, table) for _ in range(3)]
        await undo(backend, table, first)
        number = (await backend.game(table)).number
        await turn(backend, table)
        assert (await backend.live(table)).undoing is None
        for answer in (backend.undos.agree, backend.undos.refuse):
            with pytest.raises(Refused):
                await answer(table, await user(backend, table, second), number, EN)


async def test_a_consent_to_an_earlier_question_is_none_to_a_later_one(database: Path) -> None:
    async with Backend.opened(database) as backend:
        table = await in_action(backend)
        first, second, third = [await turn(backend, table) for _ in range(3)]
        await undo(backend, table, first)
        number = (await backend.game(table)).number
        await turn(backend, table)
        await undo(backend, table, third)
        for answer in (backend.undos.agree, backend.undos.refuse):
            with pytest.raises(Refused):
                await answer(table, await user(backend, table, first), number, EN)
        live = await backend.live(table)
        assert live.undoing is not None
        assert (live.undoing.agreed, second != third) == (frozenset(), True)


async def test_players_who_have_not_answered_since_have_no_vote(database: Path) -> None:
    async with Backend.opened(database) as backend:
        table = await in_action(backend)
        first, _ = [await turn(backend, table) for _ in range(2)]
        third = (await backend.game(table)).waiting[0]
        await undo(backend, table, first)
        number = (await backend.game(table)).number
        for answer in (backend.undos.agree, backend.undos.refuse):
            with pytest.raises(Refused):
                await answer(table, await user(backend, table, third), number, EN)
            with pytest.raises(NotSeatedHere):
                await answer(table, DORA, number, EN)
        with pytest.raises(Refused):
            await backend.undos.agree(table, await user(backend, table, first), number, EN)
        with pytest.raises(Refused):
            await backend.undos.ask(table, await user(backend, table, third), EN)


async def test_one_is_asked_at_a_time(database: Path) -> None:
    async with Backend.opened(database) as backend:
        table = await in_action(backend)
        first, second, _ = [await turn(backend, table) for _ in range(3)]
        await undo(backend, table, first)
        with pytest.raises(Refused):
            await undo(backend, table, second)
        await undo(backend, table, first)
        live = await backend.live(table)
        assert live.undoing is not None
        assert live.undoing.seat == first


async def harmless(_self: object, asked: Question, *_: object) -> Choice:
    """Replaces the choice of a computer: keeps the first hand and places a mobster, or else takes the first answer."""
    return thoughtless(next((key for key in asked.keys if key.startswith(("keep", "place:"))), asked.keys[0]))


async def test_computers_agree_to_everything(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Thinkers, "choose", harmless)
    async with Backend.opened(database) as backend:
        table = await in_action(backend, people=1, computers=2)
        seat = await turn(backend, table)
        game, number = await backend.game(table), (await backend.game(table)).number
        assert len(game.retraction(seat).since) == 2
        await undo(backend, table, seat)
        game = await backend.game(table)
        assert (game.waiting, game.number) == ((seat,), number + 1)


async def test_a_seat_given_to_a_computer_is_not_waited_for(database: Path) -> None:
    async with Backend.opened(database) as backend:
        table = await in_action(backend, pace="untimed")
        first, second, third = [await turn(backend, table) for _ in range(3)]
        await undo(backend, table, first)
        number = (await backend.game(table)).number
        await backend.undos.agree(table, await user(backend, table, second), number, EN)
        await backend.lobby.leave_running(table, await user(backend, table, third))
        assert (await backend.live(table)).undoing is None
        game = await backend.game(table)
        assert [entry.seat for entry in game.entries if entry.kind == UNDO] == [first]
        assert game.waiting == (first,)


async def test_staying_out_does_not_pass_again_by_itself(database: Path) -> None:
    async with Backend.opened(database) as backend:
        table = await in_action(backend)
        seat = await turn(backend, table, "pass")
        await backend.referee.stay_out(table, await user(backend, table, seat), True)
        await undo(backend, table, seat)
        game = await backend.game(table)
        assert game.waiting == (seat,)
        assert seat not in (await backend.live(table)).out


async def test_an_order_to_decline_does_not_answer_again_by_itself(database: Path) -> None:
    async with Backend.opened(database) as backend:
        table = await in_action(backend)
        seat = await turn(backend, table)
        await backend.referee.set_order(table, await user(backend, table, seat), order_execution.DECLINE)
        await undo(backend, table, seat)
        assert order_execution.order_of(await backend.live(table), seat) == "ask"


def test_repeated_undos_do_not_reveal_who_passed_in_a_window() -> None:
    """The number of undos in a row is the same whether or not seat c passed in a window before its time was over."""
    taken = [Entry(4, "a", UNDO, ("3",)), Entry(6, "a", UNDO, ("5",)), Entry(7, "a", "kill", ("hitman-fist:1",))]
    closed, after = Entry(8, "clock", "react", ()), Entry(9, "a", "kill", ("decline",))
    counts = set()
    for window in ([closed], [Entry(8, "c", "react", ("pass",)), closed]):
        game: Any = SimpleNamespace(entries=[*taken, *window, after], rules=MAFIA_CITY)
        counts.add(_in_a_row(game, "a"))
    assert counts == {0}


async def test_twice_in_a_row_is_enough(database: Path) -> None:
    """A player who has taken back two moves in a row cannot take back the next one: each undo restarts the clock."""
    async with Backend.opened(database) as backend:
        table = await in_action(backend)
        for _ in range(2):
            seat = await turn(backend, table)
            await undo(backend, table, seat)
        await turn(backend, table)
        with pytest.raises(Refused):
            await undo(backend, table, seat)
        await turn(backend, table)
        await undo(backend, table, (await backend.game(table)).entries[-1].seat)


async def test_a_game_goes_back_so_often_and_no_more(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.features.undo.service.MAX_PER_GAME", 2)
    async with Backend.opened(database) as backend:
        table = await in_action(backend)
        for _ in range(2):
            await undo(backend, table, await turn(backend, table))
            await turn(backend, table)
        with pytest.raises(Refused) as refused:
            await undo(backend, table, await turn(backend, table))
        assert refused.value.facts == {"most": 2}


async def test_a_paused_game_takes_nothing_back_and_forgets_no_proposal(database: Path) -> None:
    async with Backend.opened(database) as backend:
        table = await in_action(backend)
        first, second, third = [await turn(backend, table) for _ in range(3)]
        await undo(backend, table, first)
        number = (await backend.game(table)).number
        for who in (ANNA, BERT):
            await backend.consent.agree(table, who, "pause", EN)
        with pytest.raises(Paused):
            await undo(backend, table, second)
        with pytest.raises(Paused):
            await backend.undos.agree(table, await user(backend, table, second), number, EN)
        for who in (ANNA, BERT):
            await backend.consent.agree(table, who, "resume", EN)
        for seat in (second, third):
            await backend.undos.agree(table, await user(backend, table, seat), number, EN)
        assert (await backend.game(table)).waiting == (first,)


async def test_a_substitute_takes_back_what_the_seat_has_answered(database: Path) -> None:
    async with Backend.opened(database) as backend:
        table = await in_action(backend)
        seat = await turn(backend, table)
        former = await user(backend, table, seat)
        others = [one.user for one in (await backend.live(table)).seats if one.user != former]
        await backend.consent.propose(table, others[0], Proposed(seat, DORA), EN)
        proposals = (await backend.live(table)).proposals
        await backend.consent.agree(table, others[1], "replace", EN, number=proposals)
        with pytest.raises((ComputerPlays, SeatKept)):
            await backend.undos.ask(table, former, EN)
        await backend.lobby.join(table, DORA, "Dora")
        assert "last move is taken back" in await backend.undos.ask(table, DORA, EN)


@pytest.mark.parametrize("agreed", [False, True])
async def test_a_restart_between_proposal_and_consent_loses_nothing(database: Path, agreed: bool) -> None:
    async with Backend.opened(database) as backend:
        table = await in_action(backend)
        first, second, third = [await turn(backend, table) for _ in range(3)]
        await undo(backend, table, first)
        number = (await backend.game(table)).number
        if agreed:
            await backend.undos.agree(table, await user(backend, table, second), number, EN)
    async with Backend.opened(database) as backend:
        live = await backend.live(table)
        assert live.undoing is not None
        assert live.undoing.agreed == ({second} if agreed else set())
        for who in (third,) if agreed else (second, third):
            await backend.undos.agree(table, await user(backend, table, who), number, EN)
        assert (await backend.game(table)).waiting == (first,)
    async with Backend.opened(database) as backend:
        game = await backend.game(table)
        assert (game.waiting, game.number) == ((first,), number + 1)
        assert game.told[-1].name == UNDO
    assert [finding.trouble async for finding in check(database)] == [None]


async def test_the_refusal_says_why_and_changes_nothing(database: Path) -> None:
    async with Backend.opened(database) as backend:
        table = await in_action(backend)
        game = await backend.game(table)
        last = await turn(backend, table, next(key for key in game.keys(game.waiting[0]) if key.startswith("wait:")))
        entries = len(await backend.db.record.entries(table))
        with pytest.raises(Refused) as refused:
            await undo(backend, table, last)
        assert refused.value.message in NO_UNDO.values()
        assert len(await backend.db.record.entries(table)) == entries
        assert CYRIL in {seat.user for seat in (await backend.live(table)).seats}
