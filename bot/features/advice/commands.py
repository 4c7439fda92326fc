"""Hints: a button of the panel that shows what a computer would do, if the table allows it; no one else sees it."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Final, NamedTuple

from cachetools import LRUCache

from bot import views
from bot.background import Background
from bot.features.advice import view as advice_view
from bot.features.play.service import MovePanels
from bot.interactions.component_context import ComponentContext
from bot.interactions.handlers import press
from bot.messages.reply import Replies
from bot.tables.live import LiveTable
from bot.tables.refusals import NOT_ASKED, Refused
from bot.tables.registry import Tables
from bot.tables.thinkers import Thinkers
from bot.texts import N_
from rules.players.levels import Question, Thought, ask

CACHE_SIZE: Final = 200


class Advice(NamedTuple):
    """A computer's advice: the question, the answer with the rated alternatives (`Thought`), and the computer's
    level."""

    asked: Question
    thought: Thought
    level: str


class Advisor:
    """A service that computes advice for a seat that must answer."""

    def __init__(self, thinkers: Thinkers, background: Background) -> None:
        self._thinkers = thinkers
        self._background = background
        self._given: LRUCache[tuple[int, int, int, str], asyncio.Task[Advice | None]] = LRUCache(CACHE_SIZE)

    def advice(self, live: LiveTable, seat: str) -> asyncio.Task[Advice | None]:
        """Starts to compute the computer's answer to the seat's present question; returns the task, whose result is
        None if the computer has no advice.

        The same question is computed only once. If other people are at the table, the computer does not search: the
        duration of a search depends on what other computers search at that time. Raises NotRunning and Paused.
        """
        game = live.playing()
        # After an undo, the same decision number is asked again in another state of the game.
        key = (live.id, len(game.entries), game.number, seat)
        task = self._given.get(key)
        if task is None:
            thinking = self._thought(ask(game, seat), f"{live.id} {game.number} {seat}", search=live.solo)
            task = self._background.run(thinking, "thinking about advice")
            self._given[key] = task
        return task

    async def _thought(self, asked: Question, seed: str, *, search: bool) -> Advice | None:
        found = await self._thinkers.consider(asked, seed, search=search)
        return None if found is None else Advice(asked, *found)


NOT_ALLOWED: Final = N_("Hints are off at this table. You can turn them on when you open one with `/game new`.")
TOO_LATE: Final = N_("That decision is over. Ask again at the next one.")
NO_IDEA: Final = N_("The computer has no advice here. Choose as you like.")


@dataclass(frozen=True)
class AdviceHandlers:
    """Handlers of the button *Hint*."""

    tables: Tables
    advisor: Advisor
    replies: Replies
    panels: MovePanels

    @press("hint")
    async def _hint(self, press: ComponentContext) -> None:
        """Shows advice in a new message next to the panel; shows the present question if the decision is over.

        Raises Refused if the table has no hints, or if the user is not asked.
        """
        live = await press.table()
        game, seat, number = live.playing(), live.player(press.user).seat, press.custom.number
        if not live.has_hints:
            raise Refused(NOT_ALLOWED)
        if number != game.number:
            await self.panels.what_now(press)
            return
        if seat not in game.waiting:
            raise Refused(NOT_ASKED)
        facts, thinking = live.facts, self.advisor.advice(live, seat)
        await press.ack()
        advice = await asyncio.shield(thinking)
        live = await self.tables.get(press.custom.game)
        over = live.game is None or live.game.number != number or live.row.phase != "running"
        if advice is None or over or live.seat_of(press.user).seat != seat:
            view = views.say(press.words(TOO_LATE if over else NO_IDEA))
        else:
            view = advice_view.hint(facts, *advice, press.words)
        await self.replies.aside(press.interaction, view)
