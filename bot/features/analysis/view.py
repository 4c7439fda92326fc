"""The message *Why did the computer do that?*: a decision with the rated answers; its buttons never expire."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from discord import ui

from bot.features.advice.view import labelled
from bot.features.analysis.service import Analysis, Decided
from bot.games import GAME_UIS, Label, context_of
from bot.games.facts import TableFacts
from bot.games.levels import computer, level_name
from bot.games.reasons import Reasons as SpokenReasons
from bot.games.reasons import percent
from bot.texts import Translator
from bot.views.custom_id import NO_GAME, CustomId
from bot.views.parts import Button, Row, Style, button, choice, message, rows, select
from storage import Reasons, Weighed

CHANCE_MARGIN: Final = 0.051
"""The difference in points below which a computer without search chooses at random (`choosing.best`)."""


def why(facts: TableFacts, thought: Analysis, words: Translator) -> ui.LayoutView:
    """Returns the message about one decision: the move, its reasons, and the other answers."""
    title = words(
        "{game}, table {number}: what the computers thought", game=GAME_UIS[facts.kind].title, number=facts.id
    )
    below = [*rows(_steps(facts.id, thought, words)), _jump(facts, thought, words)]
    note = words("This is what it thought when it decided.")
    place = f"-# {thought.decided.which + 1}/{thought.total} · {note}"
    return message(f"### 💭 {title}", "\n".join(_told(facts, thought.decided, words)), place, rows=below)


def _told(facts: TableFacts, decided: Decided, words: Translator) -> list[str]:
    asked, ctx = decided.asked, context_of(facts, words, decided.asked)
    lines = [
        f"**{_named(facts, decided, words)}**",
        f"{facts.initials(asked.seat)} {_who(facts, decided, words)}: {_question(facts, decided, words)}",
        GAME_UIS[facts.kind].get(SpokenReasons).because(ctx, asked, decided.done),
        *_compared(facts, decided, words),
    ]
    return [line for line in lines if line]


def _who(facts: TableFacts, decided: Decided, words: Translator) -> str:
    """Returns the name of the seat's present holder, and the level of the computer that decided."""
    seat, level = facts.seat(decided.asked.seat), decided.reasons.level
    if seat.user is None:
        return f"{seat.name} ({level_name(level, words)})"
    return f"{seat.mention} · {computer(level, words)}"


def _named(facts: TableFacts, decided: Decided, words: Translator) -> str:
    """Returns the title of a decision: the move, and the round in which it was made."""
    move, number = labelled(facts, decided.asked, decided.done, words), decided.asked.view.get("round")
    return move if number is None else words("Round {number}: {move}", number=number, move=move)


def _compared(facts: TableFacts, decided: Decided, words: Translator) -> list[str]:
    """Returns the rated answers as a list, the best first, the chosen one marked."""
    reasons = decided.reasons
    if not reasons.weighed:
        return []
    ranked = _ranked(reasons, tuple(decided.done))
    lines = [_line(facts, decided, one, words) for one in ranked]
    return ["", words("What it considered, best first:"), *lines, _unexpected(reasons, ranked, decided, words)]


def _ranked(reasons: Reasons, done: tuple[str, ...]) -> list[Weighed]:
    """Returns the rated answers, the best first: by the displayed chances to win, or by points.

    The chosen answer comes before equal ones, and before those that are better by less than CHANCE_MARGIN points.
    """
    if reasons.measure == "chance":
        return sorted(reasons.weighed, key=lambda one: (-percent(one.worth), one.keys != done, -one.tries))
    return sorted(reasons.weighed, key=lambda one: -one.worth - CHANCE_MARGIN * (one.keys == done))


def _line(facts: TableFacts, decided: Decided, one: Weighed, words: Translator) -> str:
    chosen = one.keys == tuple(decided.done)
    said = labelled(facts, decided.asked, one.keys, words)
    parts = [f"✅ **{said}**" if chosen else said]
    if decided.reasons.measure == "chance":
        parts.append(
            words("about {percent}\u00a0% to win ({tries} tries)", percent=percent(one.worth), tries=one.tries)
        )
    return "- " + " · ".join(parts)


def _unexpected(reasons: Reasons, ranked: list[Weighed], decided: Decided, words: Translator) -> str:
    """Returns the reason why the chosen answer is not the first in the list; empty if it is the first."""
    if ranked[0].keys == tuple(decided.done):
        return ""
    if reasons.measure == "chance":
        return words("A higher chance decides only if it is clearly ahead after the same number of tries.")
    return words("An easy computer sometimes chooses a good move that is not the best.")


def _id(game: int, which: int, apart: int = 0) -> CustomId:
    return CustomId(NO_GAME, "why", game, (which, apart))


def _steps(game: int, thought: Analysis, words: Translator) -> list[Button]:
    at, last = thought.decided.which, thought.total - 1
    return [
        button("◀ " + words("Back"), _id(game, max(at - 1, 0), 1), disabled=at == 0),
        button("▶ " + words("Next"), _id(game, min(at + 1, last), 2), Style.primary, disabled=at >= last),
    ]


def _jump(facts: TableFacts, thought: Analysis, words: Translator) -> Row:
    options = [
        choice(Label(_named(facts, stop, words), _asked(facts, stop, words)), str(stop.which),
               chosen=stop.which == thought.decided.which)
        for stop in thought.stops
    ]  # fmt: skip
    return select(CustomId(NO_GAME, "why_jump", facts.id), words("Go to …"), options)


def _asked(facts: TableFacts, decided: Decided, words: Translator) -> str:
    """Returns the player and the question of a decision, for an option of a select, which cannot contain mentions."""
    plain = replace(facts, seats=tuple(replace(seat, user=None) for seat in facts.seats))
    seat = plain.seat(decided.asked.seat)
    return f"{seat.letter.upper()} {seat.name} · {_question(plain, decided, words)}"


def _question(facts: TableFacts, decided: Decided, words: Translator) -> str:
    asked = decided.asked
    said = GAME_UIS[facts.kind].questions[asked.kind].waiting_for(context_of(facts, words, asked))
    return said or words("take a turn")


def why_button(game: int, words: Translator, entries: int | None = None) -> Button:
    """Returns the button that opens the analysis at the first decision, or at the last one before `entries` answers."""
    custom = CustomId(NO_GAME, "why", game) if entries is None else CustomId(NO_GAME, "why_then", game, (entries,))
    return button(words("Why did the computer do that?"), custom, emoji="💭")
