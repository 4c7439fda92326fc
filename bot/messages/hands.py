"""Hands by DM: one message a player, edited only when that player's cards change; nothing ever waits for it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from datetime import datetime
from typing import Final

import discord
from discord.ui import LayoutView

from bot import views
from bot.background import Background
from bot.drawing import Picture
from bot.messages.api import CLOSED, Client, edit, illustrated, message, place, post, shown, with_or_without
from bot.messages.board import LATER, TOO_OLD
from bot.messages.breaker import Waited
from bot.messages.hand_keeper import ENDED, WAITING, HandKeeper, HandKeepers, digest
from bot.messages.illustrator import Illustrator
from bot.messages.requests import LOST, OLD_EDITS
from bot.tables.live import LiveTable
from bot.tables.people import People
from bot.tables.registry import Tables
from bot.texts import Words
from rules.engine import Game
from storage import DatabaseError, HandMessage, SeatRow, Store

log = logging.getLogger(__name__)

QUIET: Final = 30.0
"""Seconds after which a hand waits no longer to be shown."""


class Hands:
    """Everybody's hand messages."""

    def __init__(  # noqa: PLR0913, PLR0917 - one for each neighbour
        self, client: Client, store: Store, tables: Tables, people: People, now: Callable[[], datetime],
        background: Background, illustrator: Illustrator,
    ) -> None:  # fmt: skip
        self._client = client
        self._store = store
        self._tables = tables
        self._people = people
        self._now = now
        self._background = background
        self._illustrator = illustrator
        self._keepers = HandKeepers()
        self._following: dict[int, set[asyncio.Task[None]]] = {}
        self._closed: set[int] = set()
        """Users whose DMs were refused: not tried again until they ask for it."""

    def changed(self, live: LiveTable) -> None:
        """The game has gone on: hands that have changed follow."""
        if live.game is None:
            if live.row.finished_yet:
                for seat in live.seats:
                    if not seat.computer:
                        self._want(live.id, seat.user)
            return
        over = live.row.phase != "running"
        for seat in live.seats:
            quiet = not over and (seat.user in self._closed or self._has_to_wait(live, live.game, seat))
            if not seat.computer and not quiet and not self._is_shown(live, live.game, seat):
                self._want(live.id, seat.user)

    async def learn(self, live: LiveTable) -> None:
        """Another process has changed the table: where its hands are, and who takes none, is read again."""
        known = {hand.user: hand for hand in await self._store.hand_messages(live.id)}
        keepers = self._keepers.get(live.id, {})
        for seat in live.seats:
            self._people.forget(seat.user)
            hand, keeper = known.get(seat.user), keepers.get(seat.user)
            if hand is None or hand.message:
                self._closed.discard(seat.user)
            if keeper is None or keeper.lock.locked():
                continue
            if hand is None or hand.message != keeper.message:
                self._forget(live.id, seat.user)

    def leave(self, game: int) -> None:
        """Another process looks after the table: nothing of its hands is known here."""
        for user in tuple(self._keepers.get(game, {})):
            self._forget(game, user)

    async def followed(self, game: int) -> None:
        """Wait until what was begun about the table's hands is done."""
        if begun := self._following.get(game):
            await asyncio.wait(begun)

    async def rest(self, live: LiveTable) -> bool:
        """Whether every hand shows what it should, as far as its owner wants one."""
        for seat in live.seats:
            if seat.user in self._closed or not (await self._people.person(seat.user)).dms:
                continue
            if live.game is None or not self._is_shown(live, live.game, seat):
                return False
        return True

    async def greet(self, live: LiveTable, user: int, words: Words) -> bool:
        """The first DM, to somebody who has joined: whether it arrived (or was not wanted)."""
        if not (await self._people.person(user)).dms:
            return True
        keeper = await self._keeper(live.id, user)
        await self.forget_refusal(user)
        text = words(
            "You sit at the table in <#{channel}>. Your hand will come into this message.", channel=live.row.channel
        )
        async with keeper.lock:
            if keeper.message is None:
                await self._send(keeper, views.say(text), WAITING)
        if not live.ours:
            self._forget(live.id, user)
        return user not in self._closed

    def renew(self, live: LiveTable, user: int) -> None:
        """Somebody has wished for another language or for direct messages: their hand follows, whatever it costs."""
        if not live.ours:
            self._background.run(self._store.hint(live.id), f"a hint about a hand of table {live.id}")
        elif live.game is not None and user not in self._closed:
            self._want(live.id, user, at_once=True)

    async def forget_refusal(self, user: int) -> None:
        """The user wants DMs again."""
        self._closed.discard(user)
        await self._store.forget_closed_dms(user)

    async def retire(self, game: int, user: int, text: str) -> None:
        """The user no longer holds the hand: its message says so, without buttons."""
        keeper = await self._keeper(game, user)
        async with keeper.lock:
            if keeper.message is not None:
                await self._send(keeper, views.say(text), ENDED)
            await self._store.clear_hand_message(game, user)
            self._forget(game, user)

    # Inside

    def _is_shown(self, live: LiveTable, game: Game, seat: SeatRow) -> bool:
        """Whether the message shows this very hand; False also where that cannot be told without waiting."""
        keeper = self._keepers.get(live.id, {}).get(seat.user)
        words = self._people.known_words(seat.user, live.row.language)
        if keeper is None or keeper.lock.locked() or words is None:
            return False
        if seat.left is not None or live.row.phase != "running":
            return False
        return keeper.shows == digest(game, views.own_cards(live.facts, game, seat.seat, words))

    def _has_to_wait(self, live: LiveTable, game: Game, seat: SeatRow) -> bool:
        """Whether an edit of this hand waits already, and goes on waiting: there is no need to look at its cards."""
        keeper = self._keepers.get(live.id, {}).get(seat.user)
        return keeper is not None and keeper.late is not None and seat.left is None and keeper.is_put_off(live, game)

    def _place(self, live: LiveTable) -> str:
        return place(self._client, live.row.channel, live.row.guild)

    def _want(self, game: int, user: int, *, at_once: bool = False) -> None:
        keeper = self._keepers.get(game, {}).get(user)
        if keeper is not None and keeper.wanted and not at_once:
            return
        if keeper is not None:
            keeper.wanted = True
        task = self._background.run(self._follow(game, user, at_once=at_once), f"a hand of table {game}")
        begun = self._following.setdefault(game, set())
        begun.add(task)
        task.add_done_callback(lambda task: self._done(game, task))

    def _done(self, game: int, task: asyncio.Task[None]) -> None:
        begun = self._following.get(game, set())
        begun.discard(task)
        if not begun:
            self._following.pop(game, None)

    async def _follow(self, game: int, user: int, *, at_once: bool = False) -> None:
        keeper = await self._keeper(game, user)
        async with keeper.lock:
            keeper.wanted = False
            wished = (await self._people.person(user)).dms
            # From here to the view nothing waits: what it shows is committed.
            live = await self._tables.get(game)
            seat = next((seat for seat in live.seats if seat.user == user), None)
            if seat is None or seat.computer:
                self._forget(game, user)
                return
            if live.game is None and not live.row.finished_yet:
                return
            if not live.ours:
                self._forget(game, user)
                return
            words = await self._people.words_for(user, live.row.language)
            if live.game is None or live.row.phase != "running":
                if wished and keeper.message is not None and keeper.shows != ENDED:
                    await self._send(keeper, views.say(words("The game is over; thank you for playing.")), ENDED)
                await self._store.clear_hand_message(game, user)
                self._forget(game, user)
                return
            if user in self._closed or not wished:
                return
            if seat.left is not None:
                await self._step_aside(keeper, live.game, live.away(seat).said(words))
                return
            shows = digest(live.game, views.own_cards(live.facts, live.game, seat.seat, words))
            if shows == keeper.shows or (not at_once and self._waits(keeper, live, live.game)):
                return
            keeper.edits += keeper.shows != WAITING and not keeper.away
            view = views.hand(live.facts, live.game, seat.seat, words, place=self._place(live))
            sketch = self._illustrator.hand(live.game, seat.seat, seat.seat, words)
            keeper.away = False
            await self._send(keeper, view, shows, await self._illustrator.picture(sketch))

    def _forget(self, game: int, user: int) -> None:
        """Nothing is kept of a hand that is shown no more, nor of a table without any."""
        keepers = self._keepers.get(game, {})
        if (gone := keepers.pop(user, None)) is not None and gone.late is not None:
            gone.late.cancel()
        if not keepers:
            self._keepers.pop(game, None)

    async def _step_aside(self, keeper: HandKeeper, game: Game, text: str) -> None:
        """A computer plays the seat: the message says so, without buttons, and how to come back."""
        keeper.away = True
        shows = digest(game, text)
        if keeper.message is not None and keeper.shows != shows:
            await self._send(keeper, views.say(text), shows)

    def _waits(self, keeper: HandKeeper, live: LiveTable, game: Game) -> bool:
        """Whether this edit must wait, for decisions have not paid for it yet: the next one may, or a timer."""
        waits, loop = keeper.is_put_off(live, game), asyncio.get_running_loop()
        if keeper.late is None and waits:
            keeper.late = loop.call_later(QUIET, self._want, keeper.game, keeper.user)
        elif keeper.late is not None and not waits:
            keeper.late.cancel()
            keeper.late = None
        return waits

    async def _keeper(self, game: int, user: int) -> HandKeeper:
        keepers = self._keepers.get(game)
        if keepers is None or not keepers:
            known = {hand.user: hand for hand in await self._store.hand_messages(game)}
            keepers = self._keepers.setdefault(game, {})
            for hand in known.values():
                if not hand.message:
                    self._closed.add(hand.user)
                    continue
                posted = discord.utils.snowflake_time(hand.message)
                keeper = HandKeeper(game, hand.user, hand.channel, hand.message, posted, hand.shows or None)
                keepers.setdefault(hand.user, keeper)
        self._keepers.use(game, keepers, self._following)
        return keepers.setdefault(user, HandKeeper(game, user))

    async def _send(self, keeper: HandKeeper, view: LayoutView, shows: str, drawn: Picture | None = None) -> None:
        """Shows the view in the user's message, in a new one where there is none or it is too old."""
        try:
            await with_or_without(drawn, lambda picture: self._put(keeper, illustrated(view, picture), picture))
            keeper.shows = shows
            await self._note(keeper)
        except discord.HTTPException as error:
            if error.code in CLOSED or isinstance(error, discord.Forbidden):
                self._closed.add(keeper.user)
                await self._note(keeper)
            log.info("table %s: a DM was refused (%s, code %s)", keeper.game, error.status, error.code)
        except Waited:
            log.info("table %s: too many requests wait; a hand follows in %.0f s", keeper.game, LATER)
            self._try_later(keeper)
        except LOST as error:
            log.info("table %s: a DM could not be sent (%s)", keeper.game, type(error).__name__)

    def _try_later(self, keeper: HandKeeper) -> None:
        """Discord was not even asked: the hand follows after a pause."""
        if keeper.late is not None:
            keeper.late.cancel()
        keeper.late = asyncio.get_running_loop().call_later(LATER, self._want, keeper.game, keeper.user)

    async def _put(self, keeper: HandKeeper, view: LayoutView, drawn: Picture | None) -> None:
        if keeper.message is not None and keeper.channel is not None and not self._too_old(keeper):
            try:
                await edit(self._client, keeper.channel, keeper.message, view, drawn)
            except discord.NotFound:
                keeper.message = None
            except discord.HTTPException as error:
                if error.code != OLD_EDITS:
                    raise
            else:
                return
        old = keeper.message
        channel = keeper.channel or (await self._client.create_dm(discord.Object(keeper.user))).id
        keeper.message = await post(self._client, channel, view, drawn)
        keeper.channel, keeper.posted = channel, self._now()
        await self._note(keeper)
        if old is not None:
            await self._take_down(channel, old)

    async def _note(self, keeper: HandKeeper) -> None:
        """What a restart must know: where the hand is and what it shows, or that its owner takes no DMs."""
        hand = HandMessage(keeper.user, keeper.channel or 0, keeper.message or 0, keeper.shows or "")
        try:
            await self._store.set_hand_message(keeper.game, hand)
        except DatabaseError as error:
            log.warning("table %s: where a hand is could not be noted (%s)", keeper.game, type(error).__name__)

    async def _take_down(self, channel: int, message: int) -> None:
        """An old hand would only confuse: it goes when a newer one stands."""
        try:
            await self._client.get_partial_messageable(channel).get_partial_message(message).delete()
        except (discord.HTTPException, *LOST) as error:
            log.info("an old hand stays (%s)", type(error).__name__)

    def _too_old(self, keeper: HandKeeper) -> bool:
        return keeper.posted is not None and self._now() - keeper.posted >= TOO_OLD


async def tell(client: Client, user: int, text: str) -> discord.PartialMessage | None:
    """A private word by DM; None where it is not taken."""
    return await send(client, user, views.say(text))


async def send(client: Client, user: int, view: LayoutView) -> discord.PartialMessage | None:
    """A message by DM; None where it is not taken."""
    try:
        channel = await client.create_dm(discord.Object(user))
        return message(client, channel.id, await post(client, channel.id, shown(view)))
    except (discord.HTTPException, *LOST) as error:
        log.info("a private word did not arrive (%s, code %s)", type(error).__name__, getattr(error, "code", "none"))
        return None
