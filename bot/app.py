"""Everything that the rooms of the bot share, put together once."""

from __future__ import annotations

import asyncio
import functools
import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Final

from cachetools import TTLCache

from bot.background import LONGEST_PAUSE, Background, patiently
from bot.drawing import Studio
from bot.maintenance.closing import Closing
from bot.maintenance.following import Following
from bot.maintenance.idle import IdleTables
from bot.maintenance.kept import Kept, Servers
from bot.maintenance.resting import Resting
from bot.maintenance.rounds import Rounds
from bot.maintenance.sweep import Sweep
from bot.maintenance.trouble import Troubles
from bot.messages.api import Client
from bot.messages.board import Publisher
from bot.messages.hands import Hands
from bot.messages.illustrator import Illustrator
from bot.messages.lessons import Lessons
from bot.messages.open_panels import OpenPanels
from bot.messages.panels import Panels
from bot.messages.reminders import Reminders
from bot.messages.reply import Replies
from bot.messages.tournaments import TournamentMessages
from bot.messages.watching import Watching
from bot.monitoring import metrics
from bot.tables.afterthoughts import Afterthoughts
from bot.tables.clock import Clocks
from bot.tables.consent import Consent
from bot.tables.hints import Hints
from bot.tables.in_advance import InAdvance
from bot.tables.live import LiveTable
from bot.tables.lobby import Lobby
from bot.tables.people import People
from bot.tables.ratings import Statistics
from bot.tables.reels import Reels
from bot.tables.referee import Referee
from bot.tables.refusals import Known, SetAside
from bot.tables.registry import Tables
from bot.tables.shards import Shards
from bot.tables.tournaments import Tournaments
from bot.tables.undo import Undos
from bot.tables.workers import Workers
from storage import DatabaseError, GameRow, Store
from storage.errors import FOR_NOW
from storage.settings import settings_of_games

log = logging.getLogger(__name__)

MOST_PASTED: Final = 300
PASTED_FOR: Final = 900
"""Seconds for which a list that could not be read is kept in memory for its owner."""
A_BOARD: Final = 1.0
"""Seconds for which a board is waited for before the next table is woken: they come one after the other, no crowd."""
PAUSE: Final = 1.0
"""Seconds before a table is woken again where the database has failed; each further pause is twice as long."""


class App:
    """One running bot: store, tables in memory, the referee, and all who tell the players."""

    def __init__(  # noqa: PLR0915 - one for each neighbour
        self,
        client: Client,
        store: Store,
        now: Callable[[], datetime],
        *,
        ahead: Callable[[], timedelta] = timedelta,
        pictures: bool = True,
        prompt: bool = False,
    ) -> None:
        self.client = client
        self.store = store
        store.observe = metrics.COMMIT.observe
        self.now = now
        self.shards = Shards()
        self.background = Background()
        self.kept = Kept(self.shards, self.background, self._take_up)
        self.tables = Tables(store, ahead, self.shards.owns)
        self.tables.damaged = self._damaged
        self.reels = Reels(self.tables)
        self.people = People(store)
        self.panels = Panels(now, self.people.words)
        self.illustrator = Illustrator(Studio() if pictures else None)
        self.replies = Replies(self.panels, self.illustrator)
        self.publisher = Publisher(client, store, self.tables, now, self.background, self.illustrator, self.in_trouble)
        self.hands = Hands(client, store, self.tables, self.people, now, self.background, self.illustrator)
        settings = {**settings_of_games(), "pictures": pictures}
        self.resting = Resting(store, self.tables, self.publisher, self.hands, now, settings)
        self.workers = Workers(settings_of_games())
        self.referee = Referee(store, self.tables, now, self.changed, self.late, self.background, self.workers)
        self.hints = Hints(self.workers, self.background)
        # Not the workers that have moves to find: whether these are busy hangs on hands.
        self.reflecting = Workers(settings_of_games(), size=1)
        self.afterthoughts = Afterthoughts(store, self.tables, self.reflecting)
        self.in_advance = InAdvance(store, self.tables, self.referee, now, self.changed)
        self.consent = Consent(store, self.tables, self.referee, now, self.changed, self.invite)
        self.undos = Undos(store, self.tables, self.referee, now, self.changed)
        self.lobby = Lobby(store, self.tables, self.referee, now, self.changed)
        self.lessons = Lessons(client, self.people, self.replies, self.illustrator, self.background)
        self.statistics = Statistics(store)
        self.tournaments = Tournaments(store, self.lobby, now)
        self.tournament_messages = TournamentMessages(client, store, now, self.background)
        self.troubles = Troubles(
            client, store, self.tables, self.people, self.consent, now, self.changed, self.stood_still
        )
        self.closing = Closing(client, store, self.tables, self.hands, self.changed)
        self.idle = IdleTables(client, store, self.tables, self.troubles, self.closing)
        self.watching = Watching(client, store, self.tables, self.people, now, self.background)
        self.open_panels = OpenPanels(self.panels, self.tables, self.people, now, self.background)
        self.following = Following(
            store, self.tables, self.referee, self.background, self.open_panels.follow, self._noticed
        )
        self.rounds = Rounds(
            self.closing.look, self.idle.look, self.background, self.publisher.sequences.look, self.following.look
        )
        self.reminders = Reminders(client, store, self.tables, self.people, self.publisher)
        self.clocks = Clocks(
            store, self.tables, self.referee, self.reminders, now, self.background, self._rounds, self.shards
        )
        self.publisher.sequences.wake = self.clocks.wake
        self.following.wake = self.referee.computers.wake = self.watching.wake = self.clocks.wake
        self.referee.computers.prompt = prompt
        self._warms = not prompt
        """Whether workers begin before they are needed; where computers answer at once, tests do without."""
        self.sweep = Sweep(client, store, self.tables, self.publisher, self.changed)
        self.pasted: TTLCache[int, str] = TTLCache(MOST_PASTED, PASTED_FOR)
        """What people have pasted lately that could not be read, so that they need not paste it again; never logged."""
        self._stopping = False
        self._asked: dict[int, int] = {}
        self._aside: set[int] = set()
        """Tables whose record is damaged, and which were told so."""
        self.kept.leaves = (
            self.clocks.leave, self.publisher.leave, self.hands.leave, self.reminders.leave, self.watching.leave,
            self.referee.computers.forget, self._unask,
        )  # fmt: skip

    def changed(self, live: LiveTable) -> None:
        """After every commit board, hands and clock follow, each in its own time, in the process that has the table."""
        if live.ours:
            self._follow(live)
        if self.store.shared and (self.shards.others or not live.ours):
            self.background.run(self.store.hint(live.id), f"a hint about table {live.id}")
        self._beside(live)

    async def _noticed(self, live: LiveTable) -> None:
        """Another process has changed a table that is this one's, or of which somebody has a panel here."""
        if live.ours:
            await self.hands.learn(live)
            await self.watching.learn(live.id)
            live = await self.tables.get(live.id)
            self._follow(live)
        self._beside(live)

    def _beside(self, live: LiveTable) -> None:
        """What people of this process's see of a table beside its board, whoever looks after it."""
        self.open_panels.changed(live)
        if live.row.finished_yet:
            self.people.ended()
            self.referee.ended(live.id)
            self.background.run(self.panels.close(live.id), f"private panels of table {live.id}")

    def _unask(self, game: int) -> None:
        self._asked.pop(game, None)

    def _follow(self, live: LiveTable) -> None:
        """What this process shows of its own table follows."""
        self.kept.keep(live)
        self._warm(live)
        self.publisher.changed(live.id)
        self.hands.changed(live)
        self.clocks.arm(live)
        self.watching.changed(live)
        self.tournament_messages.changed(live)
        number = live.game.number if live.game is not None else 0
        if live.opened is not None and not self.store.shared:
            # Whoever is faster than the wake after a start finds people who were called before it.
            self._asked.setdefault(live.id, live.opened)
        if live.row.finished_yet or self._asked.get(live.id) != number:
            for name, work in self.reminders.follow(live):
                self.background.run(work, name)
        if live.row.finished_yet:
            self._asked.pop(live.id, None)
        elif live.row.phase == "running":
            self._asked[live.id] = number

    def _warm(self, live: LiveTable) -> None:
        """Where a computer will search, the workers begin already in the lobby, and after a start."""
        if self._warms and live.searches:
            self.workers.warm()

    def _rounds(self, now: datetime) -> None:
        """At every tick of the clocks: what nobody's deadline waits for."""
        self.rounds.begin(now)
        self.watching.begin(now)
        self.publisher.keepers.look()
        if not self.clocks.cut_off:
            self.referee.computers.look(now)

    async def in_trouble(self, game: int, what: str) -> None:
        """A board cannot be shown: whoever can mend it is told."""
        await self.troubles.trouble(game, what)

    def stood_still(self, live: LiveTable) -> None:
        """A table is paused that cannot be shown: its clock stands."""
        self.clocks.arm(live)

    def late(self, game: int, seat: str, prolonged: bool) -> None:
        """Somebody's time went by in silence, or is prolonged once: they are told; perhaps they are no longer there."""
        if prolonged:
            self.background.run(self.reminders.prolonged(game, seat), f"a call to table {game}")
        else:
            self.background.run(self.troubles.still_there(game, seat), f"who was late at table {game}")
            self.background.run(self.reminders.late(game, seat), f"a word about table {game}")

    def invite(self, live: LiveTable, seat: str, user: int) -> None:
        """The table offers a seat to somebody (0: to anybody), who is told in the channel."""
        self.background.run(self.reminders.invite(live, seat, user), f"an invitation to table {live.id}")

    async def wake(self) -> None:
        """After a start: every clock is armed; then, while people are served, every unfinished table is looked after.

        Where the database fails, it is tried again.
        """
        self.kept.begin()
        await patiently(self.following.begin, "listening to other processes", DatabaseError, PAUSE)
        await self._wake(self.shards.owns)

    async def _take_up(self, of: Servers) -> None:
        """What another process has left of the tables of these servers is shown and timed here."""
        await self._wake(of)
        await patiently(lambda: self.sweep.sweep(None, of), "the sweep after a takeover", DatabaseError, PAUSE)

    async def _wake(self, of: Servers) -> None:
        """Those of these servers that this process looks after."""
        await patiently(self.watching.load, "reading who watches", DatabaseError, PAUSE)
        self._aside = await patiently(self.store.all_set_aside, "reading who is set aside", DatabaseError, PAUSE)
        left = await patiently(self.tables.owned, "reading the unfinished tables", DatabaseError, PAUSE)
        left = [row for row in left if of(row.guild)]
        load = functools.partial(self.clocks.load, {row.id for row in left})
        await patiently(load, "reading the deadlines", DatabaseError, PAUSE)
        left = await self._awoken(left)
        # Whose time is over soon comes first: a computer must be asked before its silence counts.
        left.sort(key=lambda row: self.clocks.due(row.id))
        self.background.run(self.reminders.tidy(), "calls that a crash has left")
        # The first one shows that the database gives whole tables; nobody waits for the other hundreds.
        await self._wake_tables(left[:1])
        self.background.run(self._wake_tables(left[1:]), "the tables after a start")
        self.background.run(self.tournament_messages.wake(of), "tournaments after a start")

    async def _awoken(self, rows: Sequence[GameRow]) -> list[GameRow]:
        """Those that something is to be done about; the others sleep on."""
        resting = await patiently(self.resting.found, "reading which tables sleep", DatabaseError, PAUSE)
        awoken = [row for row in rows if row.id not in resting or row.id in self._aside]
        for row in rows:
            if row.id in resting and row.id not in self._aside:
                self.kept.sleeps(row)
                # Whoever is faster may have called somebody about a later decision already.
                self._asked.setdefault(row.id, resting[row.id])
        return awoken

    async def _wake_tables(self, left: Sequence[GameRow]) -> None:
        """Each is rebuilt and shown where it stands; what stood still for a trouble is shown once that is mended."""
        pause = PAUSE
        while left := [row for row in left if not self._stopping and not await self._awake(row)]:
            log.warning("%s could not be read; it is tried again in %.0f s", _named(left), pause)
            await asyncio.sleep(pause)
            pause = min(pause * 2, LONGEST_PAUSE)

    async def _awake(self, row: GameRow) -> bool:
        """Wakes a table; False where the database may do it a moment later."""
        try:
            await self._wake_table(row)
        except SetAside:
            pass  # whoever reads tables has told so
        except Known as error:
            log.warning("table %s is not shown (%s)", row.id, type(error).__name__)
        except FOR_NOW:
            return False
        except Exception:
            log.exception("table %s could not be opened", row.id)
        return True

    def _damaged(self, game: int) -> None:
        """The record of a table turns out to be damaged, at a start or whenever it is read: it is told so, once."""
        if game not in self._aside:
            self._aside.add(game)
            self.background.run(self._tell_set_aside(game), f"a word to table {game}, set aside")

    async def _tell_set_aside(self, game: int) -> None:
        try:
            row = await self.store.game(game)
            # Another process may have told it already; nobody waits at a table that is over.
            if not row.finished_yet and game not in await self.store.all_set_aside():
                await self.closing.set_aside(row, self.now())
        except FOR_NOW as error:
            log.warning("table %s is told later that it is set aside (%s)", game, type(error).__name__)
            self._aside.discard(game)

    async def _wake_table(self, row: GameRow) -> None:
        live = await self.tables.get(row.id)
        if not live.ours:
            return
        self.kept.keep(live)
        if row.id in self._aside:
            self._aside.remove(row.id)
            await self.store.put_back(row.id)
        self._warm(live)
        self._asked[row.id] = live.game.number if live.game is not None else 0
        if row.phase == "running" and row.paused_at is None:
            await self.referee.settle(row.id)
        elif not live.in_trouble:
            self.publisher.changed(row.id)
        with suppress(TimeoutError):
            async with asyncio.timeout(A_BOARD):
                await self.publisher.followed(row.id)
                await self.resting.note(row.id)

    async def close(self) -> None:
        """Let what was begun be done, then close the store."""
        self._stopping = True
        await self.background.close()
        await self.publisher.keepers.note()
        self.workers.close()
        self.reflecting.close()
        await self.illustrator.close()
        try:
            if not self.clocks.cut_off and self.shards.valid:
                await self.store.heartbeat(self.now(), self.shards.served)
        except FOR_NOW as error:
            log.warning(
                "the last heartbeat could not be written (%s): a little more time is given back", type(error).__name__
            )
        finally:
            await self.store.close()


def _named(rows: Sequence[GameRow]) -> str:
    return f"table {', '.join(str(row.id) for row in rows)}"
