"""Open panels: panels that are updated automatically while the token of their interaction is valid."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import partial
from itertools import islice, takewhile
from typing import Final, NamedTuple

from cachetools import LRUCache
from discord.ui import LayoutView

from bot import views
from bot.background import Background
from bot.drawing import Sketch
from bot.features.play import panel_notices as notices_view
from bot.features.play import panel_view
from bot.features.play.panel_base import Help
from bot.features.play.panel_moments import Moment, is_behind, moment_of
from bot.features.play.take_backs import TakeBacks
from bot.games.concepts import first_new
from bot.games.log import told_alone
from bot.games.tutorial import Tutorial as GameTutorial
from bot.messages.illustrator import Illustrator
from bot.messages.live_message import Rendered
from bot.messages.outcomes import Result
from bot.messages.panels import Panel, Panels, Sent, WithoutPicture
from bot.messages.reconciler import Owner, Reconciler
from bot.tables.live import LiveTable
from bot.tables.order_execution import in_force, must_answer, of_this_phase, order_of
from bot.tables.people import People
from bot.tables.referee import Now
from bot.tables.registry import Tables
from bot.texts import Translator
from rules.decisions import CLOCK
from rules.engine import Game

FIRST_ANSWERS: Final = 1
"""Panels offer a new player the tutorial until the player has given more answers than this."""
CACHE_SIZE: Final = 1_000
Key = tuple[int, int]
"""A table and a user."""


@dataclass(eq=False, repr=False)
class OpenPanels(Owner[Panel]):
    """The owner of the latest panel of each player, which always shows the player's present question.

    Whether and when a panel is updated depends only on the seats that are asked, which everyone sees, and never on a
    hand.
    """

    _panels: Panels
    _tables: Tables
    _people: People
    _now: Now
    _background: Background
    _illustrator: Illustrator
    _reconciler: Reconciler
    take_backs: TakeBacks = field(default_factory=TakeBacks, init=False)
    _open: dict[Key, Panel] = field(default_factory=dict, init=False)
    _concepts: LRUCache[Key, tuple[int, str]] = field(default_factory=lambda: LRUCache(CACHE_SIZE), init=False)
    """Tables and users -> the decision and the concept that their latest panel explains."""
    _until: dict[Key, datetime] = field(default_factory=dict, init=False)
    """The time until which a user's latest panel can be edited, in the order of these times."""

    def has_panel(self, game: int, user: int) -> bool:
        """Returns whether a user has a panel of that table that can still be edited, even one just pressed."""
        until = self._until.get((game, user))
        return until is not None and until > self._now()

    def help_for(self, live: LiveTable, user: int, wishes: Wishes, words: Translator) -> Help:
        """Returns how much a user's panels explain, with at most one concept that is new to the user.

        It stays the same for all panels of one decision. That it was explained is stored in the background.
        """
        found, game, seat = _help_for(live, user, wishes), live.game, live.seat_of(user).seat
        asked = game is not None and seat in game.waiting and must_answer(live, game, seat)
        if game is None or not asked or wishes.explained is None:
            return found
        number, concept = self._concepts.get((live.id, user), (0, ""))
        if number != game.number:
            concept = first_new(live.facts, game, seat, wishes.explained, words)
            self._concepts[live.id, user] = game.number, concept
            if concept:
                storing = self._people.explain(user, live.row.kind, concept)
                self._background.run(storing, "storing what was explained")
        return replace(found, concept=concept)

    def register(self, live: LiveTable, user: int, sent: Sent | None, view: LayoutView, moment: Moment) -> None:
        """Registers the panel that a player was just shown, for automatic updates; ends the player's former panel.

        `moment`: when it was composed. A former panel in another message gets a note that it continues elsewhere.
        """
        if sent is None or live.game is None or live.row.finished_yet:
            return
        seat = next((one.seat for one in live.seats if one.user == user), "")
        asked = live.game.number == moment.number and seat in live.game.waiting
        former = self._open.get((live.id, user))
        if former is not None and former.message != sent.message:
            self._background.run(self._leave(former, former.replies), f"the note on a former panel of table {live.id}")
        panel = self._panels.at(sent.message)
        if panel is None:
            return
        self._open[live.id, user] = panel
        _shows(panel, view, moment, asked=asked)
        panel.is_taken = False
        self._remember(panel)
        self.changed(live)
        if panel.lacking is not None:
            self._add_when_drawn(panel, panel.lacking)

    def hand(self, live: LiveTable, user: int, words: Translator) -> Sketch | None:
        """Returns the sketch of a player's own hand; None if the player has no cards or the game does not run."""
        seat = next((seat.seat for seat in live.seats if seat.user == user), None)
        if live.game is None or seat is None or live.row.phase != "running":
            return None
        return self._illustrator.hand(live.game, seat, seat, words)

    @contextmanager
    def answering(self, live: LiveTable, user: int) -> Iterator[None]:
        """Stops updates of a player's panel while a press is answered, whose handler shows the next question."""
        panel = self._open.get((live.id, user))
        if panel is not None:
            panel.is_taken = True
        try:
            yield
        finally:
            if panel is not None and panel.is_taken:
                panel.is_taken = False
                self.changed(live)

    def follow(self, game: int) -> bool:
        """Returns whether any panel of that table is open, so that changes must be followed."""
        return any(key[0] == game for key in self._open)

    def changed(self, live: LiveTable) -> None:
        """Requests an update of the table's panels that show an earlier decision; unregisters those at their end."""
        now = self._now()
        for key, panel in [(key, panel) for key, panel in self._open.items() if key[0] == live.id]:
            if live.row.finished_yet or panel.until <= now:
                del self._open[key]
                self._until.pop(key, None)
            elif not panel.is_taken and is_behind(live, key[1], panel):
                self._reconciler.want(self, panel)

    # Methods for the reconciler

    async def render(self, panel: Panel) -> Rendered | None:
        """Returns the present content of a panel: the latest events and the question; None if it is already shown."""
        game_id, user = panel.slot.subject, panel.slot.user
        said = await self._people.words(user, panel.locale)
        wishes = await wishes_of(self._people, user, (await self._tables.get(game_id)).row.kind)
        live = await self._tables.get(game_id)  # again: the view must show a committed state
        if not self._is_updated(panel):
            return None
        if not is_behind(live, user, panel):
            return self._with_late_picture(panel)
        game, seat, facts = live.running(), live.seat_of(user).seat, live.facts
        over = _over(game, seat, panel.number, said) if panel.answerable else ""
        note = "\n".join(line for line in (over, told_alone(facts, game, seat, panel.told, said)) if line)
        view = next_panel(live, game, seat, said, note, self.help_for(live, user, wishes, said))
        self.take_backs.offer(view, live, user, said)
        shown, moment, asked = panel.shows_of, moment_of(live, user), seat in game.waiting
        token = panel.tokens.get(panel.message)
        attaches = token is not None and token.interaction.app_permissions.attach_files
        sketch = self.hand(live, user, said) if attaches and not wishes.in_words else None
        drawn = await self._illustrator.soon(sketch)
        if not self._is_updated(panel) or panel.shows_of != shown:
            return None
        _shows(panel, view, moment, asked=asked)
        panel.lacking = None
        self._panels.keep(panel)
        if sketch is None or drawn is None:
            panel.lacking = None if sketch is None else WithoutPicture(view, sketch)
            return Rendered(view, then=partial(self._shown_without_picture, panel))
        return Rendered(view, picture=drawn, digest=sketch.digest, above="the controls")

    async def store(self, panel: Panel) -> None:
        """Stores nothing: no other process could edit the panel."""

    async def failed(self, panel: Panel, _result: Result[None]) -> bool:
        """Unregisters a panel that cannot be edited, without a retry; the player can open another one."""
        key = panel.slot.subject, panel.slot.user
        if self._open.get(key) is panel:
            del self._open[key]
            self._until.pop(key, None)
        self._panels.forget(panel)
        return False

    def _is_updated(self, panel: Panel) -> bool:
        """Returns whether a panel is its player's latest and no press is being answered."""
        return self._open.get((panel.slot.subject, panel.slot.user)) is panel and not panel.is_taken

    async def _shown_without_picture(self, panel: Panel) -> None:
        if panel.lacking is not None:
            self._add_when_drawn(panel, panel.lacking)

    def _add_when_drawn(self, panel: Panel, lacking: WithoutPicture) -> None:
        """Adds the picture to a panel once it is drawn, unless the panel shows something else by then."""

        def drawn() -> None:
            if panel.lacking is lacking and self._is_updated(panel):
                self._reconciler.want(self, panel)

        self._illustrator.when_drawn(lacking.sketch, drawn)

    def _with_late_picture(self, panel: Panel) -> Rendered | None:
        """Returns a panel's present content with the picture that was drawn late; None if there is none."""
        lacking, panel.lacking = panel.lacking, None
        drawn = None if lacking is None else self._illustrator.ready(lacking.sketch)
        if lacking is None or drawn is None:
            return None
        return Rendered(lacking.view, picture=drawn, digest=lacking.sketch.digest, above="the controls")

    def _remember(self, panel: Panel) -> None:
        """Notes until when a panel can be edited; removes expired notes."""
        key, now = (panel.slot.subject, panel.slot.user), self._now()
        self._until.pop(key, None)
        while self._until and next(iter(self._until.values())) <= now:
            del self._until[next(iter(self._until))]
        self._until[key] = panel.until

    async def _leave(self, former: Panel, replies: int) -> None:
        """Replaces the content of a player's former panel by a note, so that only one panel asks a question.

        Changes nothing if a press of one of its buttons was answered since then (`replies`: the number of answers
        before), it is the latest panel again, or the game has ended. Until then the panel stays registered, so that
        such a press waits for the edit.
        """

        def is_left() -> bool:
            latest = self._open.get((former.slot.subject, former.slot.user))
            known = self._panels.at(former.message)
            return former.replies == replies and known is former and latest is not former

        if former.until > self._now():
            said = await self._people.words(former.slot.user, former.locale)
            note = views.say(said("This panel continues in another message."))
            await self._reconciler.say_last(former, note, only_if=is_left)
        if is_left():
            self._panels.forget(former)


def next_panel(live: LiveTable, game: Game, seat: str, said: Translator, note: str, help_: Help) -> LayoutView:
    """Returns a panel with the latest events and the seat's question, or with the seats that must answer.

    A seat for which silence is as good as any answer gets a notice without a question.
    """
    facts = live.facts
    if seat in game.waiting and not must_answer(live, game, seat):
        return notices_view.nothing_to_play(facts, game, seat, said, note=note)
    asked = panel_view.panel(facts, game, seat, (), said, note=note or None, help_=help_)
    return asked or notices_view.not_asked(facts, game, said, note=note, ordered=bool(of_this_phase(live, seat)))


def _over(game: Game, seat: str, number: int, said: Translator) -> str:
    """Returns the sentence that the panel's decision is over, and whether time was up; empty if its player answered."""
    since = takewhile(lambda entry: entry.number >= number, reversed(game.entries))
    by = {entry.seat for entry in since if entry.number == number}
    if CLOCK in by:
        return "⏰ " + said("Time is up for this decision.")
    return "" if seat in by else said("That decision is over. This is the current one.")


class Wishes(NamedTuple):
    """The settings of a user that affect panels, apart from those of the table."""

    new: bool
    """Whether the user is new to the game."""
    confirm: str
    """The kinds of answers that the user wants to confirm."""
    explained: frozenset[str] | None = None
    """The concepts that were explained to the user; None: nothing is to be explained."""
    in_words: bool = False
    """Whether the user wants text instead of pictures."""


async def wishes_of(people: People, user: int, kind: str) -> Wishes:
    """Returns a user's settings for panels in games of that kind."""
    new, person = await people.is_new(user, kind), await people.person(user)
    return Wishes(new, person.confirm, await people.explained(user, kind), person.words)


def _help_for(live: LiveTable, user: int, wishes: Wishes) -> Help:
    """Returns how much a user's panels explain (hints in a first game, the tutorial at its beginning), together with
    the user's settings and orders."""
    game, seat = live.game, live.seat_of(user).seat
    new = wishes.new and game is not None
    answers = () if game is None else (entry for entry in game.entries if entry.seat == seat)
    newcomer = new and next(islice(answers, FIRST_ANSWERS, None), None) is None
    return Help(new or live.game_ui.get(GameTutorial).first_game(live.row.options), newcomer, wishes.confirm,
                      order_of(live, seat), in_force(live, seat), wishes.in_words)  # fmt: skip


def _shows(panel: Panel, view: LayoutView, moment: Moment, *, asked: bool) -> None:
    """Notes what a panel shows. `asked`: whether its user was asked at that moment."""
    panel.number, panel.told, panel.cards = moment
    panel.asked, panel.answerable = asked, asked and _asks(view)


def _asks(view: LayoutView) -> bool:
    """Returns whether a view contains a component that a user can press."""
    return any(getattr(item, "custom_id", None) for item in view.walk_children())
