"""Tests that a vote is executed, once, as soon as it is complete because a player has become absent."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.features.channel_health.service import ChannelHealth
from bot.tables.bus import Bus
from bot.tables.complete_votes import CompleteVotes
from bot.tables.events import TableCalledOff
from bot.tables.refusals import Refused
from bot.tables.voting import DEADLINES_MISSED
from bot.texts import translator_for
from storage import Proposed
from tests.any_answer import any_answer
from tests.bot.table import Evening

EN = translator_for("en")
FOUR = ("Anna", "Bert", "Cyril", "Dora")


async def agree(evening: Evening, what: str, *names: str) -> None:
    for name in names:
        await evening.bot.app.consent.agree(evening.table, evening.person(name).id, what, EN)
    await evening.settled()


async def mark_absent(evening: Evening, letter: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Stores that a player is absent, as if the bot had crashed before it executed the votes."""
    app = evening.bot.app
    with monkeypatch.context() as patch:
        patch.setattr(CompleteVotes, "follow", lambda *_: None)
        async with app.tables.held(evening.table) as live:
            await app.db.seats.set_absences(evening.table, letter, DEADLINES_MISSED)
            await app.tables.publish_change(live)
        await evening.settled()


def called_off(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Returns a list to which the number of each table that its people end is added from now on."""
    ended: list[int] = []
    genuine = Bus.publish

    def noted(bus: Bus, event: object) -> None:
        if isinstance(event, TableCalledOff):
            ended.append(event.row.id)
        genuine(bus, event)  # type: ignore[arg-type]

    monkeypatch.setattr(Bus, "publish", noted)
    return ended


async def misses_deadlines(evening: Evening, letter: str) -> None:
    """Lets a player miss deadlines until they count as absent, or the game is over; others answer at once."""
    live = evening.live
    while not live.row.finished_yet and live.seat(letter).absences < DEADLINES_MISSED:
        game = evening.game
        if letter in game.waiting:
            assert live.deadline is not None
            await evening.pass_time((live.deadline.due - evening.now()).total_seconds())
        else:
            await evening.answer(game.waiting[0], *any_answer(game, game.waiting[0]))
        live = evening.live


async def test_an_end_is_executed_when_the_last_voter_misses_a_second_deadline(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ended = called_off(monkeypatch)
    async with Evening.of(*FOUR, database=database) as evening:
        await evening.sit_down(*FOUR)
        late = evening.game.waiting[0]
        voters = [name for name in FOUR if name != evening.holder(late)][:2]
        await agree(evening, "end", *voters)
        assert (evening.live.facts.votes, evening.live.facts.needed) == ({"end": 2}, {"end": 3})
        await misses_deadlines(evening, late)
        assert (evening.live.row.phase, ended) == ("ended", [evening.table])
        evening.clean()


async def test_a_replacement_is_executed_when_its_player_leaves_the_server(database: Path) -> None:
    async with Evening.of("Anna", "Bert", "Emil", database=database) as evening:
        await evening.open("Anna", "Bert")
        await evening.add_computer("Anna")
        await evening.press_board("Anna", "start")
        app, anna, bert, emil = evening.bot.app, *(evening.person(name).id for name in ("Anna", "Bert", "Emil"))
        letter = evening.live.seat_of(bert).seat
        await app.consent.propose(evening.table, anna, Proposed(letter, emil), EN)
        assert evening.live.free == {}, "Bert must agree, too"
        await app.services.get(ChannelHealth)._ask_about(evening.table, letter, bert)
        await evening.settled()
        assert evening.live.free == {letter: emil}
        evening.clean()


@pytest.mark.parametrize("paused", [False, True])
async def test_a_complete_vote_is_executed_once_after_a_restart(
    paused: bool, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ended = called_off(monkeypatch)
    async with Evening.of(*FOUR, database=database) as evening:
        await evening.sit_down(*FOUR)
        if paused:
            await agree(evening, "pause", "Anna", "Bert", "Cyril")
        await agree(evening, "end", "Anna", "Bert")
        await mark_absent(evening, evening.live.seat_of(evening.person("Dora").id).seat, monkeypatch)
        assert (evening.live.row.phase, evening.live.is_complete("end")) == ("running", True)
        table = evening.table
        await evening.restart()
        assert (evening.live.row.phase, ended) == ("ended", [table])
        await evening.restart()
        assert ended == [table]
        evening.clean()


async def test_a_vote_that_cannot_be_executed_is_not_tried_forever(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried: list[str] = []

    async def refuse(_votes: CompleteVotes, _live: object, what: str, _decided: object) -> None:
        tried.append(what)
        raise Refused(EN("That player already sits at this table. Choose someone else."))

    async with Evening.of(*FOUR, database=database) as evening:
        await evening.sit_down(*FOUR)
        await agree(evening, "end", "Anna", "Bert")
        monkeypatch.setattr(CompleteVotes, "_carry_out", refuse)
        letter = evening.live.seat_of(evening.person("Dora").id).seat
        await evening.bot.app.db.seats.set_absences(evening.table, letter, DEADLINES_MISSED)
        async with evening.bot.app.tables.held(evening.table) as live:
            await evening.bot.app.tables.refresh(live)
            await evening.bot.app.tables.publish_change(live)
        await evening.settled()
        assert (tried, evening.live.row.phase) == (["end"], "running")
        evening.clean()


async def test_a_vote_that_the_absent_player_ends_by_coming_back_is_not_executed(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with Evening.of(*FOUR, database=database) as evening:
        await evening.sit_down(*FOUR)
        late = evening.game.waiting[0]
        await agree(evening, "end", *[name for name in FOUR if name != evening.holder(late)][:2])
        await mark_absent(evening, late, monkeypatch)
        app = evening.bot.app
        async with app.tables.held(evening.table) as live:
            app.services.get(CompleteVotes).follow(live)  # waits for the lock
            await app.referee.presence.is_here(live, late)
        await evening.settled()
        assert evening.live.row.phase == "running"
        evening.clean()
