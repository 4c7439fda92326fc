"""Tests hints: a private button, if the table allows it, that no one else sees and that changes nothing."""

from __future__ import annotations

import asyncio
from contextlib import AbstractAsyncContextManager
from pathlib import Path

import pytest

from bot.emulator.people.outcome import Outcome
from bot.emulator.people.seen import Seen
from bot.features.advice import commands
from bot.tables.live import LiveTable
from bot.tables.thinkers import Choice, Thinkers
from bot.texts import translator_for
from rules.decisions import PASS
from rules.players.levels import Question, Thought
from tests.bot.table import Evening

THREE = ("Anna", "Bert", "Cyril")
EN = translator_for("en")


def table(database: Path, locale: str = "en-GB") -> AbstractAsyncContextManager[Evening]:
    return Evening.of(*THREE, database=database, locale=locale, seed=bytes(32), pictures=False)


async def panel(evening: Evening) -> str:
    """Starts a game that allows hints, opens the panel of the active player, and returns that player's name."""
    await evening.sit_down(hints=True)
    name = evening.holder(evening.game.waiting[0])
    await evening.press_board(name, "move")
    return name


async def ask(evening: Evening, name: str) -> Outcome:
    shown = next(seen for seen in reversed(evening.person(name).messages(evening.channel)) if asks(evening, seen))
    outcome = await evening.person(name).press(shown, evening.part(shown, "hint"))
    await outcome.done()
    await evening.settled()
    return outcome


def asks(evening: Evening, seen: Seen) -> bool:
    return seen.ephemeral and "hint" in evening.verbs(seen)


def told(outcome: Outcome) -> str:
    assert len(outcome.followups) == 1
    return outcome.followups[0].text


def seen_by(evening: Evening, name: str) -> list[str]:
    return [seen.text for seen in evening.person(name).messages(evening.channel)]


async def test_by_default_there_are_no_hints(database: Path) -> None:
    async with table(database) as evening:
        lobby = await evening.open()
        assert "Hints" not in lobby.text
        await evening.press_board("Anna", "start")
        assert "Hints" not in evening.board().text
        await evening.answer(evening.game.waiting[0], "keep")
        name = evening.holder(evening.game.waiting[0])
        await evening.press_board(name, "move")
        assert "hint" not in evening.verbs(evening.private(name))
        evening.clean()


@pytest.mark.parametrize(
    ("locale", "lobby", "board"),
    [("en-GB", "Hints: anyone may ask", "Hints are on"), ("cs", "Rady: každý", "Rady jsou zapnuté")],
)
async def test_anyone_who_sits_down_sees_that_hints_are_allowed(
    database: Path, locale: str, lobby: str, board: str
) -> None:  # fmt: skip
    async with table(database, locale) as evening:
        assert lobby in (await evening.open(hints=True)).text
        await evening.press_board("Anna", "start")
        assert board in evening.board("Cyril").text
        evening.clean()


async def test_a_hint_takes_one_press_and_is_next_to_the_panel(database: Path) -> None:
    async with table(database) as evening:
        name = await panel(evening)
        before = evening.private(name).text
        outcome = await ask(evening, name)
        assert "What would the computer do?" in told(outcome)
        assert "(normal)" in told(outcome)
        assert "You place a mobster" in told(outcome)
        assert "chance to control" in told(outcome)
        assert outcome.followups[0].ephemeral
        assert not outcome.followups[0].usable
        shown = [seen for seen in evening.person(name).messages(evening.channel) if seen.ephemeral and seen.usable]
        assert [seen.text for seen in shown] == [before]
        evening.clean()


async def test_no_one_else_sees_that_someone_asks_and_nothing_moves(
    database: Path, caplog: pytest.LogCaptureFixture
) -> None:  # fmt: skip
    async with table(database) as evening:
        name = await panel(evening)
        others = [other for other in THREE if other != name]
        before = [seen_by(evening, other) for other in others]
        due, number, entries = evening.live.deadline, evening.game.number, len(evening.game.entries)
        caplog.clear()
        await ask(evening, name)
        assert [seen_by(evening, other) for other in others] == before
        assert (evening.live.deadline, evening.game.number, len(evening.game.entries)) == (due, number, entries)
        assert not [record for record in caplog.records if record.name.startswith("bot")]
        evening.clean()


@pytest.mark.parametrize(
    ("language", "heading", "answer"),
    [
        ("cs", "Co by udělal počítač?", "Pokládáš mafiána"),
        ("en", "What would the computer do?", "You place a mobster"),
        ("sk", "Čo by urobil počítač?", "Kladieš mafiána"),
    ],
)
async def test_a_hint_is_in_the_language_of_anyone_who_asks(
    database: Path, language: str, heading: str, answer: str
) -> None:  # fmt: skip
    async with table(database) as evening:
        await evening.sit_down(hints=True)
        name = evening.holder(evening.game.waiting[0])
        await evening.bot.app.people.change(evening.person(name).id, language=language)
        await evening.press_board(name, "move")
        said = told(await ask(evening, name))
        assert heading in said
        assert answer in said
        evening.clean()


async def test_the_same_question_is_thought_about_once_and_answered_the_same(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Question] = []
    consider = Thinkers.consider

    async def counted(self: Thinkers, question: Question, seed: str, *, search: bool) -> Choice | None:
        asked.append(question)
        return await consider(self, question, seed, search=search)

    monkeypatch.setattr(Thinkers, "consider", counted)
    async with table(database) as evening:
        name = await panel(evening)
        assert told(await ask(evening, name)) == told(await ask(evening, name))
        assert [(question.seat, question.number) for question in asked] == [
            (evening.game.waiting[0], evening.game.number)
        ]
        await evening.answer(evening.game.waiting[0], "place:harbour")
        evening.clean()


async def test_a_forged_press_gets_no_hint_if_hints_are_not_allowed(database: Path) -> None:
    async with table(database) as evening:
        await evening.sit_down()
        name = evening.holder(evening.game.waiting[0])
        await evening.press_board(name, "move")
        forged = f"kr:{evening.table}:hint:{evening.game.number}:"
        outcome = await evening.person(name).forge(evening.board(name), forged)
        await outcome.done()
        assert "Hints are off" in outcome.text
        evening.clean()


async def test_a_player_who_is_not_asked_gets_no_advice(database: Path) -> None:
    async with table(database) as evening:
        name = await panel(evening)
        other = next(one for one in THREE if one != name)
        forged = f"kr:{evening.table}:hint:{evening.game.number}:"
        outcome = await evening.person(other).forge(evening.board(other), forged)
        await outcome.done()
        assert "You are not asked now" in outcome.text
        evening.clean()


async def test_a_press_in_an_old_panel_shows_the_present_question(database: Path) -> None:
    async with table(database) as evening:
        name = await panel(evening)
        shown, number = evening.private(name), evening.game.number
        custom = evening.part(shown, "hint")
        await evening.answer(evening.game.waiting[0], "place:harbour")
        outcome = await evening.person(name).forge(shown, custom)
        await outcome.done()
        await evening.settled()
        assert evening.game.number > number
        assert not outcome.followups
        assert "This panel opens by itself when it is your turn." in evening.private(name).text
        evening.clean()


async def test_a_window_that_closes_in_the_meantime_needs_no_advice_any_more(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    goes_on, consider = asyncio.Event(), Thinkers.consider

    async def slow(self: Thinkers, question: Question, seed: str, *, search: bool) -> Choice | None:
        await goes_on.wait()
        return await consider(self, question, seed, search=search)

    async with table(database) as evening:
        await evening.sit_down(hints=True)
        await evening.to_window()
        seat = evening.game.waiting[0]
        name = evening.holder(seat)
        await evening.press_board(name, "react")
        monkeypatch.setattr(Thinkers, "consider", slow)
        shown = evening.private(name)
        outcome = await evening.person(name).press(shown, evening.part(shown, "hint"))
        for other in list(evening.game.waiting):
            await evening.bot.app.referee.play(
                evening.table, evening.game.number, evening.live.seat(other).user, (PASS,)
            )  # fmt: skip
        goes_on.set()
        await outcome.done()
        await evening.settled()
        assert "Ask again at the next one" in told(outcome)
        evening.clean()


@pytest.mark.parametrize("solo", [True, False])
async def test_a_hint_is_searched_for_only_if_no_other_people_are_at_the_table(
    solo: bool, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    searched: list[bool] = []

    async def considered(question: Question, _seed: str, *, search: bool) -> Choice:
        searched.append(search)
        return Choice(Thought((question.keys[0],)), "hard")

    async with table(database) as evening:
        await evening.sit_down(hints=True)
        advisor = commands.Advisor(evening.bot.app.thinkers, evening.bot.app.background)
        monkeypatch.setattr(evening.bot.app.thinkers, "consider", considered)
        monkeypatch.setattr(LiveTable, "solo", solo)
        await advisor.advice(evening.live, evening.game.waiting[0])
        monkeypatch.undo()
    assert searched == [solo]


async def test_in_a_window_a_hint_is_no_answer(database: Path) -> None:
    async with table(database) as evening:
        await evening.sit_down(hints=True)
        await evening.to_window()
        seat, number = evening.game.waiting[0], evening.game.number
        name = evening.holder(seat)
        await evening.press_board(name, "react")
        assert "➡️" in told(await ask(evening, name))
        assert (evening.game.number, evening.game.waiting[0]) == (number, seat)
        evening.clean()


async def test_an_error_while_thinking_gets_a_friendly_message(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def nothing(*_: object, **__: object) -> None:
        return None

    monkeypatch.setattr(Thinkers, "consider", nothing)
    async with table(database) as evening:
        name = await panel(evening)
        assert "has no advice here" in told(await ask(evening, name))
        evening.clean()


async def test_a_paused_game_gives_no_hints(database: Path) -> None:
    async with table(database) as evening:
        name = await panel(evening)
        shown = evening.private(name)
        await evening.slash("Anna", "game pause")
        await evening.slash("Bert", "game pause")
        outcome = await evening.person(name).press(shown, evening.part(shown, "hint"))
        await outcome.done()
        await evening.settled()
        assert not outcome.followups
        assert "paused" in next(
            seen.text for seen in evening.person(name).messages(evening.channel) if seen.id == shown.id
        )
        evening.clean()


async def test_a_rematch_allows_hints_as_before(database: Path) -> None:
    async with table(database) as evening:
        await panel(evening)
        for name in ("Anna", "Bert"):
            await evening.slash(name, "game end")
        await evening.slash("Anna", "game rematch")
        assert evening.live.row.phase == "lobby"
        assert evening.live.row.hints
        evening.clean()
