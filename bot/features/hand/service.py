"""Sends and updates hands by DM: one message per player, edited only if that player's cards change."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Final

from discord.ui import LayoutView

from bot import views
from bot.background import Background
from bot.features.hand import view as hand_view
from bot.features.hand.hand_message import ENDED, WAITING, Hand, HandMessages, digest
from bot.messages.api import Client
from bot.messages.illustrator import Illustrator
from bot.messages.live_message import Rendered, State
from bot.messages.outcomes import Outcome, Result
from bot.messages.posts import PostedElsewhere
from bot.messages.reconciler import Owner, Reconciler
from bot.tables.live import LiveTable
from bot.tables.people import People
from bot.tables.registry import Tables
from bot.texts import Translator
from rules.engine import Game
from storage import Database, DatabaseError, PostSlot, SeatRow

log = logging.getLogger(__name__)

QUIET: Final = 30.0
"""The maximum seconds by which the edit of a hand is postponed, if its player has no panel open."""
BEHIND_A_PANEL: Final = 4
"""The factor of `QUIET` for players who have a panel open: they play there, so the message may follow later."""


@dataclass(eq=False, repr=False)
class Hands(Owner[Hand]):
    """The owner of the live messages of all hands."""

    _client: Client
    _db: Database
    _tables: Tables
    _people: People
    _background: Background
    _illustrator: Illustrator
    _reconciler: Reconciler
    _has_panel: Callable[[int, int], bool]
    """Returns whether a user has an open panel of a table, which only that user's own presses decide."""
    _messages: HandMessages = field(default_factory=HandMessages, init=False)
    _following: dict[int, set[asyncio.Task[None]]] = field(default_factory=dict, init=False)
    _closed: set[int] = field(default_factory=set, init=False)
    """Users who do not accept DMs; they get none until they ask for it again."""

    def changed(self, live: LiveTable) -> None:
        """Requests an update of each hand of a table that has changed; after the game or a closed lobby, of all."""
        for seat in live.seats:
            if not seat.computer and (live.row.finished_yet or self._is_outdated(live, seat)):
                self._want(live.id, seat.user)

    async def learn(self, live: LiveTable) -> None:
        """Forgets what another process may have changed at a table: the players' settings, refusals of DMs that have
        ended, and hands that are in another message now.
        """
        known = {row.slot.user: row for row in await self._db.messages.of("hand", live.id)}
        hands = self._messages.get(live.id, {})
        for seat in live.seats:
            self._people.forget(seat.user)
            row, hand = known.get(seat.user), hands.get(seat.user)
            if row is None or row.message or row.pending:
                self._closed.discard(seat.user)
            if hand is None or hand.lock.locked():
                continue
            if row is None or row.message != hand.message:
                self._messages.forget(live.id, seat.user)

    def leave(self, game: int) -> None:
        """Forgets the hands of a table that another process owns now."""
        for user in tuple(self._messages.get(game, {})):
            self._messages.forget(game, user)

    async def followed(self, game: int) -> None:
        """Waits until all updates of a table's hands are finished."""
        if begun := self._following.get(game):
            await asyncio.wait(begun)

    async def are_up_to_date(self, live: LiveTable) -> bool:
        """Returns whether all hands of a table are up to date, apart from those of players who refuse DMs."""
        for seat in live.seats:
            if seat.user in self._closed or not (await self._people.person(seat.user)).dms:
                continue
            if live.game is None or not self._is_shown(live, live.game, seat):
                return False
        return True

    async def greet(self, live: LiveTable, user: int, words: Translator) -> bool:
        """Sends the first DM to a user who has joined, even if they have refused DMs before; returns False if the user
        does not accept DMs.
        A user who has turned DMs off in the settings gets none, and the result is True.
        """
        if not (await self._people.person(user)).dms:
            return True
        hand = await self._hand(live.id, user)
        await self.forget_refusal(user)
        text = words(
            "You sit at the table in <#{channel}>. Your hand will appear in this message.", channel=live.row.channel
        )
        async with hand.lock:
            if not hand.message:
                await self._say(hand, views.say(text), WAITING)
        if not live.ours:
            self._messages.forget(live.id, user)
        return user not in self._closed

    def renew(self, live: LiveTable, user: int) -> None:
        """Requests a user's new hand after a change of settings, from the process that owns the table."""
        if not live.ours:
            self._background.run(self._db.engine.notify_changed(live.id), f"requesting a hand at table {live.id}")
        elif live.game is not None and user not in self._closed:
            self._want(live.id, user, at_once=True)

    async def forget_refusal(self, user: int) -> None:
        """Allows DMs again for a user who has refused them."""
        self._closed.discard(user)
        await self._db.messages.forget_closed_dms(user)

    async def retire(self, game: int, user: int, text: str) -> None:
        """Replaces the hand of a user who has lost the seat by a text without buttons, and forgets its message."""
        hand = await self._hand(game, user)
        async with hand.lock:
            if hand.message:
                await self._say(hand, views.say(text), ENDED)
            await self._db.messages.remove(hand.slot)
            self._messages.forget(game, user)

    def _is_outdated(self, live: LiveTable, seat: SeatRow) -> bool:
        """Returns whether a hand of the running game may have changed, and its edit is not postponed already."""
        if live.game is None or seat.user in self._closed or self._has_to_wait(live, live.game, seat):
            return False
        return not self._is_shown(live, live.game, seat)

    def _is_shown(self, live: LiveTable, game: Game, seat: SeatRow) -> bool:
        """Returns whether the message shows the present hand; False if the answer needs a database query."""
        hand = self._messages.hand(live.id, seat.user)
        words, person = self._people.known_words(seat.user, live.row.language), self._people.known(seat.user)
        if hand is None or hand.lock.locked() or hand.pending or words is None or person is None:
            return False
        if seat.left is not None or live.row.phase != "running":
            return False
        return hand.shows(_digest(live, game, seat.seat, words, in_words=person.words))

    def _has_to_wait(self, live: LiveTable, game: Game, seat: SeatRow) -> bool:
        """Returns whether an edit of this hand is already postponed, no matter which cards it has."""
        hand = self._messages.hand(live.id, seat.user)
        if hand is None or hand.later is None or seat.left is not None:
            return False
        return hand.is_put_off(live, game, panel=self._has_panel(live.id, seat.user))

    def _want(self, game: int, user: int, *, at_once: bool = False) -> None:
        """Requests an update of a hand's message."""
        hand = self._messages.hand(game, user)
        if hand is not None:
            hand.at_once |= at_once
            task = self._reconciler.want(self, hand)
        else:
            work = self._find_and_show(game, user, at_once=at_once)
            task = self._background.run(work, f"showing a hand at table {game}")
        begun = self._following.setdefault(game, set())
        if task not in begun:
            begun.add(task)
            task.add_done_callback(lambda task: self._done(game, task))

    async def _find_and_show(self, game: int, user: int, *, at_once: bool) -> None:
        hand = await self._hand(game, user)
        hand.at_once |= at_once
        await self._reconciler.want(self, hand)

    def _done(self, game: int, task: asyncio.Task[None]) -> None:
        begun = self._following.get(game, set())
        begun.discard(task)
        if not begun:
            self._following.pop(game, None)

    async def render(self, hand: Hand) -> Rendered | None:
        """Returns the present content of the hand's message (None: nothing to send); after the game, takes leave."""
        game, user = hand.slot.subject, hand.slot.user
        person = await self._people.person(user)
        at_once, hand.at_once = hand.at_once, False
        # There is no await between this line and the view, so the view shows a committed state.
        live = await self._tables.get(game)
        seat = next((seat for seat in live.seats if seat.user == user), None)
        if seat is None or seat.computer or (not live.ours and (live.game is not None or live.row.finished_yet)):
            self._messages.forget(game, user)
            return None
        if live.game is None and not live.row.finished_yet:
            return None
        words = await self._people.words_for(user, live.row.language)
        if live.game is None or live.row.phase != "running":
            await self._say_farewell(hand, words("The game is over; thank you for playing."), wished=person.dms)
            return None
        if user in self._closed or not person.dms:
            return None
        if seat.left is not None:
            return self._away(hand, live.game, live.away(seat).said(words))
        shows = _digest(live, live.game, seat.seat, words, in_words=person.words)
        if hand.shows(shows) or (not at_once and self._waits(hand, live, live.game)):
            return None
        hand.edits += hand.fingerprint != WAITING and not hand.away
        place = views.place(self._client, live.row.channel, live.row.guild)
        view = hand_view.hand(live.facts, live.game, seat.seat, words, place=place)
        sketch = None if person.words else self._illustrator.hand(live.game, seat.seat, seat.seat, words)
        hand.away = False
        drawn = await self._illustrator.picture(sketch)
        if drawn is None and sketch is not None:
            self._illustrator.when_drawn(sketch, partial(self._add_picture, hand, shows))
        return Rendered(view, shows, drawn, None if drawn is None or sketch is None else sketch.digest)

    async def store(self, hand: Hand) -> None:
        """Stores the message's ID and fingerprint, or (message 0) that the user does not accept DMs."""
        await self._db.messages.put(hand.row, posted=hand.pending)

    async def failed(self, hand: Hand, result: Result[None]) -> bool:
        """Notes a user who refuses DMs, or where another process has posted the hand; returns True: retry."""
        if result.outcome is Outcome.FORBIDDEN:
            self._closed.add(hand.slot.user)
            if hand.message:
                await self._take_leave(hand)
            await self.store(hand)
        elif isinstance(result.error, PostedElsewhere):
            row = await self._db.messages.get(hand.slot)
            hand.fingerprint = row.fingerprint if row is not None else ""
            hand.is_at(hand.channel, row.message if row is not None else 0)
        return True

    async def _take_leave(self, hand: Hand) -> None:
        """Replaces the last message of a user who does not accept DMs any more, because its cards will be outdated."""
        live = await self._tables.get(hand.slot.subject)
        words = await self._people.words_for(hand.slot.user, live.row.language)
        text = words("I cannot send you direct messages. `/game hand` shows your hand, only to you.")
        await self._reconciler.close(hand, hand.channel, hand.message, views.say(text))
        hand.is_at(hand.channel, 0)

    async def _say(self, hand: Hand, view: LayoutView, shows: str) -> None:
        """Replaces a hand by a text; the caller holds the message's lock."""
        try:
            said = await self._reconciler.show(self, hand, Rendered(view, shows))
            if not said.ok:
                await self.failed(hand, said)
            again = hand.state is State.BACKING_OFF
        except DatabaseError as error:
            log.warning("table %s: cannot post a hand now (%s)", hand.slot.subject, type(error).__name__)
            again = True
        if again:
            self._reconciler.try_later(self, hand)

    async def _say_farewell(self, hand: Hand, text: str, *, wished: bool) -> None:
        if wished and hand.message and hand.fingerprint != ENDED:
            await self._say(hand, views.say(text), ENDED)
        await self._db.messages.remove(hand.slot)
        self._messages.forget(hand.slot.subject, hand.slot.user)

    @staticmethod
    def _away(hand: Hand, game: Game, text: str) -> Rendered | None:
        """Marks a hand as away; returns the text that replaces its message, if it has one."""
        hand.away = True
        return Rendered(views.say(text), digest(game, text)) if hand.message else None

    def _add_picture(self, hand: Hand, shows: str) -> None:
        """Requests an edit that adds a picture that was drawn late, unless the message shows another hand by now."""
        game, user = hand.slot.subject, hand.slot.user
        if hand.fingerprint == shows and self._messages.hand(game, user) is hand:
            hand.fingerprint = ""
            self._want(game, user, at_once=True)

    def _waits(self, hand: Hand, live: LiveTable, game: Game) -> bool:
        """Returns whether an edit must wait for decisions or for a timer; starts the timer if necessary."""
        panel = self._has_panel(live.id, hand.slot.user)
        waits = hand.is_put_off(live, game, panel=panel)
        if hand.later is None and waits:
            self._reconciler.try_later(self, hand, QUIET * BEHIND_A_PANEL if panel else QUIET)
        elif not waits:
            hand.cancel_pause()
        return waits

    async def _hand(self, game: int, user: int) -> Hand:
        """Returns the live message of a hand; reads the table's hands from the database if necessary."""
        hands = self._messages.get(game)
        if not hands:
            rows = await self._db.messages.of("hand", game)
            hands = self._messages.setdefault(game, {})
            for row in rows:
                if row.message or row.pending:
                    hands.setdefault(row.slot.user, Hand.of(row))
                else:
                    self._closed.add(row.slot.user)
        self._messages.use(game, hands, self._following)
        return hands.setdefault(user, Hand(PostSlot("hand", game, user)))


def _digest(live: LiveTable, game: Game, seat: str, words: Translator, *, in_words: bool) -> str:
    """Returns a hash of the hand as its message shows it; `in_words`: without a picture."""
    shown = digest(game, hand_view.own_cards(live.facts, game, seat, words))
    return f"{shown} words" if in_words else shown
