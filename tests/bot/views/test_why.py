"""What computers thought, in words: every decision of every game fits into a message, in every language."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from bot import views
from bot.games.facts import Seat, TableFacts
from bot.tables.afterthoughts import Afterthought
from bot.tables.hints import Advice
from bot.texts import words
from rules import GAMES
from rules.players.levels import LEVELS, Question, Thought, player
from tests.bot.games.every_board import EVERY_GAME, EVERY_LANGUAGE, facts
from tests.bot.screen import Screen
from tests.rules.players.test_players import decisions

MOST = 150
EN = words("en")


def table(kind: str) -> TableFacts:
    known = facts(kind, GAMES[kind].seats[-1], phase="over")
    return replace(known, seats=(Seat("a", None, "🤖 Computer 1 (hard)"), *known.seats[1:]))


@EVERY_GAME
@EVERY_LANGUAGE
def test_every_decision_fits_into_a_message(kind: str, language: str) -> None:
    dice, said = Random(3), words(language)
    for at, (_, asked) in enumerate(decisions(GAMES[kind], GAMES[kind].seats[-1], 2)):
        if at == MOST:
            break
        thought = player(kind, dice.choice(["easy", "normal"])).think(asked, dice)
        done = player(kind, "random").think(asked, dice).keys
        advice = Advice(asked, thought, "hard")
        shown = Screen(views.why(table(kind), Afterthought(at, MOST, done, advice), said))
        assert said("Decision {at} of {count}", at=at + 1, count=MOST) in shown.text


def first() -> Question:
    return next(asked for _, asked in decisions(GAMES["mafia_city"], 3, 1) if asked.kind == "turn")


@pytest.mark.parametrize("level", LEVELS)
def test_what_it_did_stands_first_and_what_it_would_rather_do_behind(level: str) -> None:
    asked = first()
    thought = Thought(("place:harbour",), ((("place:harbour",), 0.4), (("place:prison",), 0.2)), "chance")
    for done, rather in ((("place:harbour",), False), (("place:prison",), True)):
        view = views.why(table("mafia_city"), Afterthought(0, 2, done, Advice(asked, thought, level)), EN)
        shown = Screen(view).text
        assert f"computer ({level})" in shown
        assert ("Now it would rather choose" in shown) is rather
        assert shown.index("wins about 40 of 100") < shown.index("wins about 20 of 100")


def test_at_either_end_there_is_no_further_way() -> None:
    asked = first()
    thought = Thought(("pass",), ((("pass",), 1.0),))
    for at, usable in ((0, ["▶ Next"]), (1, ["◀ Back", "▶ Next"]), (2, ["◀ Back"])):
        shown = Screen(
            views.why(table("mafia_city"), Afterthought(at, 3, ("pass",), Advice(asked, thought, "easy")), EN)
        )
        assert [part["label"] for part in shown.buttons if not part.get("disabled")] == usable
    nothing = Screen(views.why(table("mafia_city"), Afterthought(0, 1, ("pass",), None), EN))
    assert "no longer knows" in nothing.text
