"""Interprets and answers presses in the panels of lessons and puzzles, which have no table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple, TypeVar

from bot.drawing import Sketch
from bot.features.play import board_view, panel_view
from bot.features.play.service import Help, answers_of, batch_answers, form_of, set_answer
from bot.features.positions.view import Position
from bot.games import GAME_UIS, context
from bot.games.batch_moves import Answer
from bot.games.confirmation import confirms
from bot.games.key_tree import chosen_keys, mask_of, step
from bot.interactions.component_context import ComponentContext
from bot.measuring.parsing import parse_int
from bot.messages.illustrator import Illustrator
from bot.messages.reply import Replies
from bot.tables.people import People
from bot.tables.refusals import Refused
from bot.texts import N_

ASIDE: Final = ("words", "explain", "why_not", "batch", "tick")
"""The verbs of presses that explain the position or open a form, and answer nothing."""
OUT_OF_DATE: Final = N_("This button no longer works. `/learn lesson` and `/learn puzzle` open lessons and puzzles.")
T = TypeVar("T")


@dataclass(frozen=True)
class PositionPanels:
    """A service for panels without a table (of lessons and puzzles): answers the presses that are the same in all."""

    people: People
    replies: Replies
    illustrator: Illustrator

    async def aside(self, press: ComponentContext, position: Position) -> None:
        """Answers a press with a verb of `ASIDE` by a private explanation or a form; raises Refused if it is forged."""
        renamed = position.renaming.view
        match press.custom.verb:
            case "words":
                view = board_view.in_words(position.facts, position.game, press.words, own=position.own_cards)
                await self.replies.aside(press.interaction, view)
            case "explain":
                await self.replies.aside(press.interaction, renamed(_found(_panel(press, position)).explained()))
            case "why_not":
                index, panel = press.index, _found(_panel(press, position))
                await press.show(renamed(_found(panel.reason(index))))
            case _:
                form = _found(form_of(press.custom.verb, _found(_panel(press, position))))
                form.custom_id = _found(position.renaming.custom_id(form.custom_id))
                await press.ask(form)

    async def sketch(self, position: Position) -> Sketch | None:
        """Returns the sketch of the board; None for a user who reads words instead of pictures."""
        if (await self.people.person(position.user)).words:
            return None
        return self.illustrator.position(position.game, position.seat, position.facts, position.words)


def _panel(press: ComponentContext, position: Position) -> panel_view.Panel | None:
    """Returns the panel at the page of a press; None if there is no such page."""
    return panel_view.panel_at(position.facts, position.game, position.seat, press.words, press.custom.path)


def _found(part: T | None) -> T:
    """Returns the part unchanged; raises Refused if it is None, because then the press is forged or out of date."""
    if part is None:
        raise Refused(OUT_OF_DATE)
    return part


# What a press means


class Meant(NamedTuple):
    """The meaning of a press in a panel without a table: answers to the question, or the page to show next."""

    answers: Sequence[Answer] = ()
    counts: bool = True
    """Whether the answers count at once; otherwise the user must confirm them first."""
    path: tuple[int, ...] = ()
    """The page to show, as the indices of the choices that lead to it."""
    chosen: int | None = None
    """The keys that are chosen so far, as a bit set; None: no set is being chosen."""
    run: int | None = None
    """The index of the offered series of answers (`Run`) that was chosen; None: the press chose none."""


def meant(press: ComponentContext, position: Position, help_: Help) -> Meant:
    """Returns what a press in the panel of a position means; raises Refused for a forged form.

    For the choice of several answers at once, also replaces the custom_id of the press.
    """
    facts, game, seat, custom = position.facts, position.game, position.seat, press.custom
    match custom.verb:
        case "pick":
            return _at(position, (*custom.path, *press.way), help_)
        case "both":
            chosen = [at for value in press.values if (at := parse_int(value)) is not None]
            panel = panel_view.panel_at(facts, game, seat, press.words)
            path = None if panel is None else panel.path_of_both(custom.path, chosen)
            return _at(position, path or (), help_)
        case "walk" if custom.chosen is None:
            return _at(position, custom.path, help_)._replace(counts=False)
        case "walk" | "chosen":
            return _set(press, position, help_)
        case "run":
            press.custom = custom._replace(verb="run_do", path=(press.index,))
            answers = answers_of(press, facts, game, seat)
            return Meant(answers, not any(_asks(position, one, help_) for one in answers), run=press.custom.path[0])
        case "ticked" | "batched":
            panel = _panel(press, position)
            gives = set_answer if custom.verb == "ticked" else batch_answers
            return Meant(() if panel is None else gives(press, panel))
    return Meant(answers_of(press, facts, game, seat))


def _at(position: Position, path: tuple[int, ...], help_: Help) -> Meant:
    """Returns the page of the panel at a path of choices, or the answer if the path is a complete key."""
    found = step(position.game, position.seat, path)
    if found is None or found.key is None:
        return Meant(path=path)
    answer = Answer(found.kind, (found.key,))
    return Meant((answer,), not _asks(position, answer, help_), path)


def _set(press: ComponentContext, position: Position, help_: Help) -> Meant:
    """Returns the answer with a set of keys, or the page on which the user chooses more of them."""
    game, custom = position.game, press.custom
    mask = custom.chosen
    if custom.verb == "chosen":
        mask = mask_of(game, position.seat, press.values, custom.chosen or 0, next(iter(custom.path), 0))
    keys = None if mask is None or custom.path else chosen_keys(game.keys(position.seat), mask)
    if keys is None or game.decision is None:
        return Meant(path=custom.path, chosen=mask)
    answer = Answer(game.decision.kind, keys)
    return Meant((answer,), custom.verb == "chosen" and not _asks(position, answer, help_), chosen=mask)


def _asks(position: Position, answer: Answer, help_: Help) -> bool:
    """Returns whether the user must confirm an answer."""
    ctx = context(position.facts, position.words, position.game, position.seat)
    return confirms(GAME_UIS[position.facts.kind], help_.confirm, ctx, answer.kind, answer.keys)
