"""Why did the computer do that? Its decisions in a finished game, one after the other, as it weighs them.

The buttons belong to no game any more, like those of the last board.
"""

from __future__ import annotations

from typing import Final

from discord import ui

from bot.games import BOARDS, Label
from bot.games.facts import TableFacts
from bot.games.levels import computer
from bot.games.reasons import percent
from bot.games.reel import spread
from bot.tables.afterthoughts import Afterthought
from bot.texts import Words
from bot.views.custom_id import CustomId
from bot.views.ended import NO_GAME
from bot.views.hints import labelled
from bot.views.parts import Button, Row, Style, button, choice, message, rows, select
from rules.players.levels import Thought

MOST_WEIGHED: Final = 4
MOST_STOPS: Final = 25


def why(facts: TableFacts, thought: Afterthought, words: Words) -> ui.LayoutView:
    """One decision: what was asked, what the computer did, why, and what else it weighed."""
    title = words(
        "{game}, table {number}: what the computers thought", game=BOARDS[facts.kind].title(words), number=facts.id
    )
    place = words("Decision {at} of {count}", at=thought.at + 1, count=thought.total)
    below = [*rows(_steps(facts.id, thought, words)), _jump(facts.id, thought, words)]
    note = "-# " + words("It weighs this anew, with what its seat knew then; where chance had a hand, it may differ.")
    if thought.advice is None:
        return message(f"### 💭 {title}", words("The computer no longer knows."), f"**{place}**", rows=below)
    return message(f"### 💭 {title}", "\n".join(_told(facts, thought, words)), f"**{place}**\n{note}", rows=below)


def _told(facts: TableFacts, thought: Afterthought, words: Words) -> list[str]:
    assert thought.advice is not None  # noqa: S101 - whoever calls has looked
    asked, weighed, level = thought.advice
    board, who = BOARDS[facts.kind], facts.seat(asked.seat).mention
    waited = board.waiting_for(asked.kind, asked.about, asked.view, facts, words)
    lines = [
        f"**{asked.seat.upper()} {who}** · {computer(level, words)}: {waited}",
        "➡️ " + labelled(facts, asked, thought.done, words),
        board.because(asked, thought.done, facts, words),
    ]
    if tuple(thought.done) != tuple(weighed.keys):
        rather = labelled(facts, asked, weighed.keys, words)
        lines.append(words("Now it would rather choose: {answer}.", answer=rather))
    if not asked.several or weighed.measure == "chance":
        lines += ["", words("What it weighed, the best first:"), *_ranked(facts, thought, weighed, words)]
    return [line for at, line in enumerate(lines) if line or at > 2]


def _ranked(facts: TableFacts, thought: Afterthought, weighed: Thought, words: Words) -> list[str]:
    assert thought.advice is not None  # noqa: S101 - whoever calls has looked
    lines = []
    # What was dropped early may have won by luck more often than what was tried for longer.
    shown = sorted(weighed.weighed[:MOST_WEIGHED], key=lambda one: (one[0] != weighed.keys, -one[1]))
    for place, (keys, worth) in enumerate(shown, 1):
        said = labelled(facts, thought.advice.asked, keys, words)
        wins = words("wins about {percent} of 100", percent=percent(worth)) if weighed.measure == "chance" else ""
        lines.append(f"{place}. " + " · ".join(part for part in (said, wins) if part))
    return lines


def _id(game: int, which: int, apart: int = 0) -> CustomId:
    return CustomId(NO_GAME, "why", game, (which, apart))


def _steps(game: int, thought: Afterthought, words: Words) -> list[Button]:
    at, last = thought.at, thought.total - 1
    return [
        button("◀ " + words("Back"), _id(game, max(at - 1, 0), 1), disabled=at == 0),
        button("▶ " + words("Next"), _id(game, min(at + 1, last), 2), Style.primary, disabled=at >= last),
    ]


def _jump(game: int, thought: Afterthought, words: Words) -> Row:
    stops = spread(range(thought.total), MOST_STOPS) if thought.total > 1 else [0]
    options = [
        choice(Label(words("Decision {at} of {count}", at=stop + 1, count=thought.total)), str(stop),
               chosen=stop == thought.at)
        for stop in stops
    ]  # fmt: skip
    return select(CustomId(NO_GAME, "why_jump", game), words("Go to …"), options)
