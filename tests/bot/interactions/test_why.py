"""Why did the computer do that? After the end, for whoever may see the game again, weighed by its seat's question."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bot.emulator.people.seen import Seen
from bot.tables.workers import Workers
from rules.players.levels import Question, Thought
from tests.bot.played_out import GAME, played_out
from tests.bot.table import Evening


@asynccontextmanager
async def finished(database: Path, level: str = "normal", locale: str = "en-GB") -> AsyncIterator[Evening]:
    """A short game of Anna, Bert and a computer, played to its end."""
    async with Evening.of("Anna", "Bert", database=database, locale=locale, seed=bytes(32), pictures=False) as evening:
        await evening.open("Anna", "Bert", game=GAME)
        await evening.add_computer("Anna", level)
        await evening.press_board("Anna", "start")
        await to_the_end(evening)
        yield evening


async def opened(evening: Evening, name: str = "Bert") -> Seen:
    await evening.press_board(name, "why")
    return evening.private(name)


def computers_choices(evening: Evening) -> list[tuple[str, ...]]:
    (seat,) = [one.seat for one in evening.live.seats if one.computer]
    return [entry.keys for entry in evening.game.entries if entry.seat == seat]


async def test_the_last_board_tells_of_each_decision_what_was_weighed(database: Path) -> None:
    async with finished(database) as evening:
        shown = await opened(evening)
        assert "what the computers thought" in shown.text
        assert "Decision 1 of " in shown.text
        assert "computer (normal)" in shown.text
        assert "What it weighed, the best first:" in shown.text
        assert "1. " in shown.text
        assert "Now it would rather choose" not in shown.text
        decisions = int(shown.text.partition("Decision 1 of ")[2].split("**")[0])
        assert 5 < decisions <= len(computers_choices(evening))
        following = next(part for part in shown.usable if (part.label or "").startswith("▶"))
        await evening.press("Bert", shown, following.custom_id)
        assert f"Decision 2 of {decisions}" in evening.private("Bert").text
        await evening.person("Bert").select(shown, evening.part(shown, "why_jump"), [str(decisions - 1)])
        await evening.settled()
        assert f"Decision {decisions} of {decisions}" in evening.private("Bert").text
        evening.clean()


async def test_the_computer_thinks_with_the_question_of_its_seat_at_that_moment(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Question] = []
    consider = Workers.consider

    async def noted(self: Workers, question: Question, seed: str, level: str = "") -> tuple[Thought, str] | None:
        asked.append(question)
        return await consider(self, question, seed, level)

    monkeypatch.setattr(Workers, "consider", noted)
    async with finished(database) as evening:
        shown = await opened(evening)
        await evening.press("Bert", shown, evening.part(shown, "why", "▶"))
        (seat,) = [one.seat for one in evening.live.seats if one.computer]
        assert [question.seat for question in asked] == [seat, seat]
        assert asked[0].number < asked[1].number
        for question in asked:
            others = [one for one in question.view["players"] if one != seat]
            assert all("hand" not in question.view["players"][other] for other in others)
            done = next(e for e in evening.game.entries if (e.number, e.seat) == (question.number, seat))
            assert set(done.keys) <= set(question.keys)
        evening.clean()


async def test_the_replay_leads_to_what_the_computer_did_last(database: Path) -> None:
    async with finished(database) as evening:
        await evening.slash("Anna", "game replay")
        replay = evening.private("Anna")
        button = evening.part(replay, "why_then")
        await evening.press("Anna", replay, button)
        beside = evening.private("Anna")
        assert beside.id != replay.id
        assert "Decision 1 of" in beside.text
        last = next(part for part in replay.usable if (part.label or "").startswith("⏭"))
        await evening.press("Anna", replay, last.custom_id)
        await evening.press("Anna", replay, evening.part(replay, "why_then"))
        said = evening.private("Anna").text.partition("Decision ")[2].split("**")[0]
        assert len(set(said.split(" of "))) == 1
        evening.clean()


@pytest.mark.parametrize(
    ("locale", "heading"), [("cs", "co si počítače myslely"), ("en-GB", "what the computers thought")]
)
async def test_it_is_told_in_the_language_of_whoever_asks(database: Path, locale: str, heading: str) -> None:
    async with finished(database, locale=locale) as evening:
        assert heading in (await opened(evening)).text
        evening.clean()


async def test_while_the_game_runs_nothing_is_told(database: Path) -> None:
    async with Evening.of("Anna", "Bert", database=database, locale="en-GB", pictures=False) as evening:
        await evening.open("Anna", "Bert", game=GAME)
        await evening.add_computer("Anna", "normal")
        await evening.press_board("Anna", "start")
        for verb in ("why", "why_then", "why_jump"):
            outcome = await evening.person("Anna").forge(evening.board("Anna"), f"kr:0:{verb}:{evening.table}:0")
            await outcome.done()
            await evening.settled()
            assert "weighed" not in evening.private("Anna").text
            assert "Decision" not in evening.private("Anna").text
        evening.clean()


async def test_a_game_of_people_has_no_such_button(database: Path) -> None:
    async with Evening.of("Anna", "Bert", database=database, pictures=False) as evening:
        await played_out(evening)
        assert "why" not in evening.verbs(evening.board())
        await evening.slash("Anna", "game replay")
        assert "why_then" not in evening.verbs(evening.private("Anna"))
        outcome = await evening.person("Anna").forge(evening.board("Anna"), f"kr:0:why:{evening.table}:0")
        await outcome.done()
        await evening.settled()
        assert "Žádný počítač neměl" in evening.private("Anna").text


async def test_of_a_stand_in_only_what_it_did_itself_is_told(database: Path) -> None:
    async with Evening.of("Anna", "Bert", "Cyril", database=database, locale="en-GB", pictures=False) as evening:
        await evening.sit_down("Bert", "Cyril", game=GAME, keep=False)
        for _ in range(6):
            seat = evening.game.waiting[0]
            await evening.answer(seat, next(iter(evening.game.keys(seat))))
        await evening.pass_time(1)
        before = len(evening.game.entries)
        seat = evening.live.seat_of(evening.person("Cyril").id).seat
        await evening.slash("Anna", "game replace", player=seat)
        await to_the_end(evening)
        shown = await opened(evening)
        own = [entry for entry in evening.game.entries[before:] if entry.seat == seat]
        assert int(shown.text.partition("Decision 1 of ")[2].split("**")[0]) <= len(own)
        evening.clean()


async def to_the_end(evening: Evening) -> None:
    await evening.settled()
    while evening.game.decision is not None:
        seat = evening.game.waiting[0]
        await evening.answer(seat, next(iter(evening.game.keys(seat))))
    await evening.settled()
