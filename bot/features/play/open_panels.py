"""Open panels: each shows its owner's next question by itself while the token of its interaction is valid."""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime
from itertools import takewhile
from typing import Final, NamedTuple

from discord.ui import LayoutView

from bot import views
from bot.background import Background
from bot.features.play import panel_notices as notices_view
from bot.features.play import panel_view
from bot.features.play.panel_base import Help
from bot.games.facts import TableFacts
from bot.games.log import told_alone
from bot.games.tutorial import Tutorial as GameTutorial
from bot.messages.live_message import Rendered
from bot.messages.outcomes import Result
from bot.messages.panels import Panel, Panels, Sent
from bot.messages.reconciler import Owner, Reconciler
from bot.tables.live import LiveTable, by_computer
from bot.tables.order_execution import in_force, opens_a_panel, order_of
from bot.tables.people import People
from bot.tables.registry import Tables
from bot.texts import Translator
from rules.decisions import CLOCK
from rules.engine import Game

log = logging.getLogger(__name__)

FIRST_ANSWERS: Final = 1
"""The number of a seat's answers after which its player has seen the first real panel."""


class OpenPanels(Owner[Panel]):
    """The latest panel of each player: it always shows what its owner is asked.

    When a panel follows depends only on the seats that are asked, which everyone sees, and never on a hand.
    """

    def __init__(
        self, panels: Panels, tables: Tables, people: People, now: Callable[[], datetime], background: Background,
        reconciler: Reconciler,
    ) -> None:  # fmt: skip
        self._panels = panels
        self._tables = tables
        self._people = people
        self._now = now
        self._background = background
        self._reconciler = reconciler
        self._open: dict[tuple[int, int], Panel] = {}

    def stands(self, live: LiveTable, user: int, sent: Sent | None, view: LayoutView, told: int, number: int) -> None:
        """Notes that a player's panel shows this view, made for that decision after that many events."""
        if sent is None or live.game is None or live.row.finished_yet:
            return
        seat = next((one.seat for one in live.seats if one.user == user), "")
        asked = live.game.number == number and seat in live.game.waiting
        former = self._open.get((live.id, user))
        if former is not None and former.message != sent.message:
            self._panels.forget(former)
            self._background.run(self._leave(former), f"a former panel of table {live.id}")
        panel = self._open[live.id, user] = Panel.of(sent, live.id)
        panel.number, panel.told, panel.asked = number, told, asked and _asks(view)
        self._panels.keep(panel)
        self.changed(live)

    def taken(self, game: int, user: int) -> None:
        """A press answers by the panel; its handler shows what comes next."""
        self._open.pop((game, user), None)

    def follow(self, game: int) -> bool:
        """Whether any panel of that table is open."""
        return any(key[0] == game for key in self._open)

    def changed(self, live: LiveTable) -> None:
        """The table has changed: panels that show an earlier decision follow."""
        for key, panel in [(key, panel) for key, panel in self._open.items() if key[0] == live.id]:
            if live.row.finished_yet or panel.until <= self._now():
                del self._open[key]
            elif _is_behind(live, key[1], panel):
                self._reconciler.want(self, panel)

    # For the reconciler

    async def render(self, panel: Panel) -> Rendered | None:
        """Returns what has happened and what the panel's owner is asked now; None if the panel shows that."""
        game_id, user = panel.slot.subject, panel.slot.user
        live = await self._tables.get(game_id)
        said = await self._people.words(user, panel.locale)
        wishes = await wishes_of(self._people, user, live.row.kind)
        if self._open.get((game_id, user)) is not panel or not _is_behind(live, user, panel):
            return None
        game, seat, facts = live.running(), live.seat_of(user).seat, live.facts
        over = _over(game, seat, panel.number, said) if panel.asked else ""
        note = "\n".join(line for line in (over, told_alone(facts, game, seat, panel.told, said)) if line)
        view = next_panel(facts, game, seat, said, note, help_for(live, user, wishes))
        panel.number, panel.told, panel.asked = game.number, len(game.told), seat in game.waiting
        self._panels.keep(panel)
        return Rendered(view)

    async def store(self, panel: Panel) -> None:
        """Stores nothing: no other process could edit the panel."""

    async def failed(self, panel: Panel, _result: Result[None]) -> bool:
        """Forgets a panel that cannot be edited: its owner opens another."""
        key = panel.slot.subject, panel.slot.user
        if self._open.get(key) is panel:
            del self._open[key]
        self._panels.forget(panel)
        return False

    # Inside

    async def _leave(self, former: Panel) -> None:
        """Two panels that both ask would only confuse: the former one says that there is another."""
        if former.until > self._now():
            said = await self._people.words(former.slot.user, former.locale)
            await self._panels.say_last(former, views.say(said("This panel continues in another message.")))


def next_panel(facts: TableFacts, game: Game, seat: str, said: Translator, note: str, help_: Help) -> LayoutView:
    """Returns a panel with what has happened, and what the seat is asked now or who the table waits for."""
    asked = panel_view.panel(facts, game, seat, (), said, note=note or None, help_=help_)
    return asked or notices_view.not_asked(facts, game, said, note=note)


def _over(game: Game, seat: str, number: int, said: Translator) -> str:
    """Returns why the panel's question is over, if its owner has not answered it."""
    since = takewhile(lambda entry: entry.number >= number, reversed(game.entries))
    by = {entry.seat for entry in since if entry.number == number}
    if CLOCK in by:
        return "⏰ " + said("Time is up for this decision.")
    return "" if seat in by else said("That decision is over. This is the current one.")


class Wishes(NamedTuple):
    """The settings of a user that panels depend on, apart from the table."""

    new: bool
    """Whether the user is new to the game."""
    confirm: str
    """Which answers the user wants to confirm."""


async def wishes_of(people: People, user: int, kind: str) -> Wishes:
    """Returns a user's own settings for the panels of a kind of game."""
    return Wishes(await people.is_new(user, kind), (await people.person(user)).confirm)


def help_for(live: LiveTable, user: int, wishes: Wishes) -> Help:
    """Returns how much a user's panels explain: hints in a first game, the walk-through at its beginning."""
    game, seat = live.game, live.seat_of(user).seat
    new = wishes.new and game is not None
    newcomer = new and game is not None and sum(entry.seat == seat for entry in game.entries) <= FIRST_ANSWERS
    return Help(new or live.game_ui.get(GameTutorial).first_game(live.row.options), newcomer, wishes.confirm,
                      order_of(live, seat), in_force(live, seat))  # fmt: skip


def _asks(view: LayoutView) -> bool:
    return any(getattr(item, "custom_id", None) for item in view.walk_children())


def _is_behind(live: LiveTable, user: int, panel: Panel) -> bool:
    """Whether a panel shows a decision that is over to a user who is asked now or was asked by it."""
    game = live.game
    if game is None or live.row.phase != "running" or live.row.paused_at is not None or panel.number == game.number:
        return False
    seat = next((seat for seat in live.seats if seat.user == user), None)
    if seat is None or by_computer(seat):
        return False
    return panel.asked or (seat.seat in game.waiting and opens_a_panel(live, game, seat.seat))
