"""Tests the texts of advice for every game and language, and that they do not depend on hidden cards."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest

from bot.features.advice import view as advice_view
from bot.features.advice.view import ALIKE, labelled, reasons
from bot.features.play import panel_base
from bot.games import GAME_UIS, context
from bot.games.reasons import Reasons
from bot.texts import LANGUAGES, translator_for
from rules import GAMES
from rules.players.levels import Question, Thought, ask, player
from tests.bot.games.every_board import (
    EVERY_GAME,
    EVERY_LANGUAGE,
    WITH_REASONS,
    WITH_WORLDS,
    facts,
    panel,
    undecided,
)
from tests.bot.screen import Screen
from tests.rules.players.test_players import decisions, open_tables

EN = translator_for("en")
MOST = 300
UNEXPLAINED = {"amount", "either", "collect", "call", "may"}
"""Kinds of questions that a computer may answer without a reason: nothing is compared, or nothing is taken."""


def thoughts(kind: str, seed: int = 1) -> Iterator[tuple[Question, Thought]]:
    """Yields the first `MOST` decisions of a game, each with the thought of a *normal* computer."""
    for at, (_, asked) in enumerate(decisions(GAMES[kind], GAMES[kind].seats[-1], seed)):
        if at == MOST:
            return
        yield asked, player(kind, "normal").think(asked, Random(at))


@pytest.mark.tier("test")
@EVERY_GAME
@EVERY_LANGUAGE
def test_every_question_has_a_hint_that_fits_into_a_message(kind: str, language: str) -> None:
    said, table = translator_for(language), facts(kind, GAMES[kind].seats[-1])
    for asked, thought in thoughts(kind):
        shown = Screen(advice_view.hint(table, asked, thought, "normal", said))
        assert said("What would the computer do?") in shown.text
        assert not shown.buttons


@pytest.mark.tier("test")
@WITH_REASONS
def test_every_answer_has_a_reason_in_words(kind: str) -> None:
    table, unexplained = facts(kind, GAMES[kind].seats[-1]), set()
    for asked, thought in thoughts(kind):
        if not GAME_UIS[kind].get(Reasons).because(context(table, EN), asked, thought.keys):
            unexplained.add(asked.kind)
    assert unexplained <= UNEXPLAINED


@pytest.mark.tier("test")
@EVERY_GAME
def test_no_step_of_an_answer_is_said_twice(kind: str) -> None:
    table = facts(kind, GAMES[kind].seats[-1])
    for asked, thought in thoughts(kind, 3):
        for keys in (thought.keys, *(keys for keys, _ in thought.weighed[:5])):
            if not asked.several:
                steps = labelled(table, asked, keys, EN).split(" – ")
                assert all(step != after for step, after in pairwise(steps)), steps


@pytest.mark.tier("test")
@WITH_WORLDS
def test_the_hint_does_not_depend_on_hidden_cards(kind: str) -> None:
    rules, count = GAMES[kind], 0
    for asked, first, second in open_tables(rules, 7, 6):
        table = facts(kind, len(first.seats))
        for level in ("normal", "hard"):
            hints = []
            for game in (first, second):
                question = ask(game, asked.seat)
                thought = player(kind, level, 6).think(question, Random("the same"))
                hints.append(Screen(advice_view.hint(table, question, thought, level, EN)).text)
            assert hints[0] == hints[1]
            count += 1
    assert count


@EVERY_GAME
@EVERY_LANGUAGE
def test_every_question_has_a_hint_button_if_hints_are_allowed(kind: str, language: str) -> None:
    seats, said, seen = GAMES[kind].seats[-1], translator_for(language), set()
    plain = facts(kind, seats)
    allowed = replace(plain, hints=True)
    for game in undecided(kind, seats, 4, 400):
        seat = game.waiting[0]
        assert game.decision is not None
        if game.decision.kind in seen:
            continue
        seen.add(game.decision.kind)
        for help_ in (panel_base.Help(), panel_base.Help(hints=True, newcomer=True)):
            shown = panel(allowed, game, seat, (), said, help_)
            assert shown.verbs().count("hint") == 1
            assert "hint" not in panel(plain, game, seat, (), said, help_).verbs()
    assert len(seen) >= min(3, len(GAME_UIS[kind].questions))


def of(asked: Question, *weighed: tuple[str, float], measure: str = "points") -> Thought:
    found = tuple(((key,), worth) for key, worth in weighed)
    return Thought(found[0][0], found, measure)


@pytest.mark.parametrize(
    ("measure", "own", "other", "said"),
    [
        ("points", 2.0, 1.0, "Second choice: "),
        ("chance", 0.62, 0.31, "Second choice, about 30\u00a0%: "),
        ("chance", 0.62, 0.60, "Almost as good: "),
        ("chance", 0.30, 0.60, "Almost as good: "),
    ],
)
def test_an_answer_is_compared_with_the_second_one(measure: str, own: float, other: float, said: str) -> None:
    asked, _ = next(one for one in thoughts("mafia_city") if one[0].kind == "turn")
    thought = of(asked, ("place:harbour", own), ("place:prison", other), measure=measure)
    text = "\n".join(reasons(facts("mafia_city", 5), asked, thought, EN))
    assert said in text
    assert ("Chance to win" in text) == (measure == "chance")


def test_answers_are_called_alike_only_if_no_reason_says_more(monkeypatch: pytest.MonkeyPatch) -> None:
    asked, _ = next(one for one in thoughts("mafia_city") if one[0].kind == "turn")
    table, thought = facts("mafia_city", 5), of(asked, ("place:harbour", 1.0), ("place:prison", 1.0))
    assert ALIKE not in reasons(table, asked, thought, EN)
    monkeypatch.setattr(GAME_UIS["mafia_city"].get(Reasons), "because", lambda *_args: "")
    assert reasons(table, asked, thought, EN) == [ALIKE]


@EVERY_LANGUAGE
def test_figures_are_never_certain(language: str) -> None:
    assert language in LANGUAGES
    asked, _ = next(one for one in thoughts("mafia_city") if one[0].kind == "turn")
    thought = of(asked, ("place:harbour", 1.0), ("place:prison", 0.0), measure="chance")
    text = "\n".join(reasons(facts("mafia_city", 5), asked, thought, translator_for(language)))
    assert "95" in text
    assert " 5\u00a0%" in text
