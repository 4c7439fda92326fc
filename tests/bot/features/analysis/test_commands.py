"""Tests *Why did the computer do that?*: after the end, for users who may see the replay, with stored figures."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bot.emulator.people.seen import Seen
from bot.games.reasons import percent
from bot.tables.computers import DIGITS
from bot.tables.thinkers import Choice, Thinkers
from rules.players.levels import Question
from tests.bot.played_out import GAME, played_out
from tests.bot.table import Evening


@asynccontextmanager
async def finished(database: Path, level: str = "normal", locale: str = "en-GB") -> AsyncIterator[Evening]:
    """Plays a short game of Anna, Bert and a computer to its end, and yields the evening."""
    async with Evening.of("Anna", "Bert", database=database, locale=locale, seed=bytes(32), pictures=False) as evening:
        await evening.open("Anna", "Bert", game=GAME)
        await evening.add_computer("Anna", level)
        await evening.press_board("Anna", "start")
        await to_the_end(evening)
        yield evening


async def opened(evening: Evening, name: str = "Bert") -> Seen:
    await evening.press_board(name, "why")
    return evening.private(name)


def place(shown: Seen) -> tuple[int, int]:
    """Returns the number of the decision that the message shows, and how many decisions there are."""
    at, _, total = shown.text.splitlines()[-1].removeprefix("-# ").partition(" ")[0].partition("/")
    return int(at), int(total)


def computers_choices(evening: Evening) -> list[tuple[str, ...]]:
    (seat,) = [one.seat for one in evening.live.seats if one.computer]
    return [entry.keys for entry in evening.game.entries if entry.seat == seat]


def noted_choices(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Question, Choice]]:
    """Returns a list that gets each question with more than one answer that a computer answers from now on, with its
    answer.
    """
    found: list[tuple[Question, Choice]] = []
    choose = Thinkers.choose

    async def noted(self: Thinkers, asked: Question, level: str, patience: float) -> Choice:
        choice = await choose(self, asked, level, patience)
        if asked.has_choice:
            found.append((asked, choice))
        return choice

    monkeypatch.setattr(Thinkers, "choose", noted)
    return found


async def test_the_last_board_shows_all_decisions_one_by_one(database: Path) -> None:
    async with finished(database) as evening:
        shown = await opened(evening)
        assert "what the computers thought" in shown.text
        assert "**Round 1: " in shown.text
        assert " (normal): " in shown.text
        assert "What it considered, best first:\n- ✅ **" in shown.text
        at, decisions = place(shown)
        assert at == 1
        assert 5 < decisions <= len(computers_choices(evening))
        following = next(part for part in shown.usable if (part.label or "").startswith("▶"))
        await evening.press("Bert", shown, following.custom_id)
        assert place(evening.private("Bert")) == (2, decisions)
        await evening.person("Bert").select(shown, evening.part(shown, "why_jump"), [str(decisions - 1)])
        await evening.settled()
        assert place(evening.private("Bert")) == (decisions, decisions)
        evening.clean()


async def test_every_option_of_the_select_is_named_by_its_move(database: Path) -> None:
    async with finished(database) as evening:
        (select,) = (await opened(evening)).selects
        labels = [option.label for option in select.options]
        assert all(label.startswith("Round ") and ": " in label for label in labels)
        assert not any("Decision" in label for label in labels)


async def test_it_shows_the_stored_figures_also_after_a_restart(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    noted = noted_choices(monkeypatch)
    async with finished(database, "hard") as evening:
        searched = [at for at, (_, choice) in enumerate(noted) if choice.thought.measure == "chance"]
        assert searched
        await evening.restart()
        shown = await opened(evening)
        assert place(shown) == (1, len(noted))
        for at in searched[:3]:
            thought = noted[at][1].thought
            await evening.person("Bert").forge(shown, f"kr:0:why:{evening.table}:{at}.1")
            await evening.settled()
            text = evening.private("Bert").text
            pairs = zip(thought.weighed, thought.tries, strict=True)
            best = sorted(pairs, key=lambda one: -round(one[0][1], DIGITS))[:4]
            for (_, worth), tries in best:
                assert f"about {percent(round(worth, DIGITS))}\u00a0% to win ({tries} tries)" in text
        evening.clean()


async def test_nothing_is_computed_again(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with finished(database) as evening:
        for method in ("choose", "consider"):
            monkeypatch.setattr(Thinkers, method, None)
        assert "What it considered" in (await opened(evening)).text
        evening.clean()


async def test_only_decisions_with_more_than_one_possible_answer_are_shown(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    noted = noted_choices(monkeypatch)
    async with finished(database) as evening:
        shown = await opened(evening)
        assert place(shown) == (1, len(noted))
        stored = await evening.bot.app.db.record.reasons(evening.table)
        assert [one.number for one in stored] == [asked.number for asked, _ in noted]
        evening.clean()


async def test_the_replay_leads_to_what_the_computer_did_last(database: Path) -> None:
    async with finished(database) as evening:
        await evening.slash("Anna", "record replay")
        replay = evening.private("Anna")
        button = evening.part(replay, "why_then")
        await evening.press("Anna", replay, button)
        beside = evening.private("Anna")
        assert beside.id != replay.id
        assert place(beside)[0] == 1
        last = next(part for part in replay.usable if (part.label or "").startswith("⏭"))
        await evening.press("Anna", replay, last.custom_id)
        await evening.press("Anna", replay, evening.part(replay, "why_then"))
        at, decisions = place(evening.private("Anna"))
        assert at == decisions
        evening.clean()


@pytest.mark.parametrize(
    ("locale", "heading"),
    [("cs", "co si počítače myslely"), ("en-GB", "what the computers thought")],
)
async def test_it_is_shown_in_the_readers_language(database: Path, locale: str, heading: str) -> None:
    async with finished(database, locale=locale) as evening:
        assert heading in (await opened(evening)).text
        evening.clean()


async def test_nothing_is_shown_while_the_game_runs(database: Path) -> None:
    async with Evening.of("Anna", "Bert", database=database, locale="en-GB", pictures=False) as evening:
        await evening.open("Anna", "Bert", game=GAME)
        await evening.add_computer("Anna", "normal")
        await evening.press_board("Anna", "start")
        while not any(entry.seat == "c" for entry in evening.game.entries):
            seat = evening.game.waiting[0]
            await evening.answer(seat, next(iter(evening.game.keys(seat))))
            await evening.settled()
        for verb in ("why", "why_then", "why_jump"):
            outcome = await evening.person("Anna").forge(evening.board("Anna"), f"kr:0:{verb}:{evening.table}:0")
            await outcome.done()
            await evening.settled()
            assert "weighed" not in evening.private("Anna").text
            assert "Round" not in evening.private("Anna").text
        assert await evening.bot.app.db.record.reasons(evening.table) == []
        evening.clean()


async def test_a_game_of_people_has_no_such_button(database: Path) -> None:
    async with Evening.of("Anna", "Bert", database=database, pictures=False) as evening:
        await played_out(evening)
        assert "why" not in evening.verbs(evening.board())
        await evening.slash("Anna", "record replay")
        assert "why_then" not in evening.verbs(evening.private("Anna"))
        outcome = await evening.person("Anna").forge(evening.board("Anna"), f"kr:0:why:{evening.table}:0")
        await outcome.done()
        await evening.settled()
        assert "žádný počítač neměl" in evening.private("Anna").text


async def test_only_the_decisions_of_a_stand_in_itself_are_shown(database: Path) -> None:
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
        assert 0 < place(shown)[1] <= len(own)
        evening.clean()


async def to_the_end(evening: Evening) -> None:
    await evening.settled()
    while evening.game.decision is not None:
        seat = evening.game.waiting[0]
        await evening.answer(seat, next(iter(evening.game.keys(seat))))
    await evening.settled()
