"""Bootstrap: builds the services of one process and connects them to events."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Final

from bot.background import Background
from bot.drawing import Studio
from bot.features.channel_health.service import ChannelHealth
from bot.features.hand.service import Hands
from bot.features.lobby.new_tables import NewTables
from bot.features.lobby.threads import TableThreads
from bot.features.play import panel_notices
from bot.features.play.board_states import MessageStates
from bot.features.play.open_panels import OpenPanels
from bot.features.play.publisher import Publisher
from bot.features.play.reposts import Reposts
from bot.features.puzzles.posts import PuzzlePosts
from bot.features.reminders.service import Reminders
from bot.features.review.jobs import ReviewJobs
from bot.features.server.service import ServerLog
from bot.features.spectate.service import Spectators
from bot.features.tournaments.service import Tournaments
from bot.features.tournaments.tournament_message import TournamentMessages
from bot.maintenance.closing import Closing
from bot.maintenance.damaged_tables import DamagedTables
from bot.maintenance.idle import IdleTables
from bot.maintenance.orphan_cleanup import OrphanCleanup
from bot.maintenance.ownership import Ownership
from bot.maintenance.remote_changes import POLL_INTERVAL, RemoteChanges
from bot.maintenance.removed_servers import RemovedServers
from bot.maintenance.scheduler import EACH_TICK, HOUR, MINUTE, SECOND, Scheduler
from bot.maintenance.startup import Shutdown, Startup
from bot.maintenance.turn_calls import TurnCalls
from bot.maintenance.warm_start import WarmStart
from bot.messages.api import Client
from bot.messages.app_emojis import AppEmojis
from bot.messages.illustrator import Illustrator
from bot.messages.panels import Panels
from bot.messages.posts import Posts
from bot.messages.reconciler import Reconciler
from bot.messages.reply import Replies
from bot.services import Services
from bot.tables import events
from bot.tables.auto_start import AutoStart
from bot.tables.bus import Bus, Handlers
from bot.tables.clock import Clocks
from bot.tables.computers import Computers
from bot.tables.consent import Consent
from bot.tables.hosting import Hosting
from bot.tables.lobby import Lobby
from bot.tables.people import People
from bot.tables.practice import Practice
from bot.tables.referee import Now, Referee
from bot.tables.registry import Tables
from bot.tables.shards import Shards
from bot.tables.thinkers import Thinkers
from bot.tables.wakeups import Wakeups
from bot.views.custom_id import has_button, table_of
from storage import Database
from storage.settings import settings_of_games

HANDLERS: Final[Handlers] = {
    events.OwnTableChanged: [
        Ownership.keep, Thinkers.prepare, Publisher.changed, Hands.changed, Spectators.changed,
        TournamentMessages.changed, TurnCalls.follow, AutoStart.follow,
    ],
    events.TableChanged: [Clocks.arm, RemoteChanges.notify, OpenPanels.changed],
    events.TableEnded: [
        People.ended, Referee.ended, Panels.close, ServerLog.ended, TableThreads.ended,
        ReviewJobs.ended,
    ],
    events.TablePaused: [Clocks.arm],
    events.TableReleased: [
        Clocks.leave, Publisher.leave, Hands.leave, Reminders.leave, TurnCalls.forget, Spectators.leave,
        Computers.forget,
    ],
    events.TableDamaged: [DamagedTables.quarantine],
    events.CommitUncertain: [RemoteChanges.check_later],
    events.DeadlinePassed: [ChannelHealth.still_there, Reminders.late],
    events.DeadlineExtended: [Reminders.prolonged],
    events.SeatOffered: [Reminders.invite],
    events.SeatVacated: [ServerLog.vacated],
    events.PlayerLeft: [ServerLog.left],
    events.SeatTaken: [ServerLog.taken],
    events.TableClosed: [ServerLog.closed],
    events.TableCalledOff: [ServerLog.called_off],
    events.TableOpened: [NewTables.announce, TableThreads.opened],
    events.PlayerForgotten: [TournamentMessages.forgotten],
    events.ShardGained: [Startup.take_up],
    events.ClockTicked: [Scheduler.begin, Spectators.begin, MessageStates.look, Computers.look],
}  # fmt: skip
"""Event type -> its handlers in the order in which they are called; `Services.bind` passes their arguments."""


class App:
    """The services of one running bot."""

    def __init__(
        self, client: Client, db: Database, now: Now, *, clock_jump: Callable[[], timedelta] = timedelta,
        pictures: bool = True, instant_computers: bool = False,
    ) -> None:  # fmt: skip
        self.client, self.db, self.now = client, db, now
        self.services = Services({Client: client, Callable[[], datetime]: now})
        self.shards, self.background, self.wakeups = Shards(), Background(), Wakeups()
        self.bus = Bus(HANDLERS, self.services, self.background)
        self.ownership = Ownership(self.shards, self.bus)
        self._build_tables(clock_jump, instant_computers=instant_computers)
        self._build_messages(pictures=pictures)
        self._build_jobs(pictures=pictures, instant_computers=instant_computers)

    def _build_tables(self, clock_jump: Callable[[], timedelta], *, instant_computers: bool) -> None:
        """Builds the services that load, change and decide about tables."""
        db, now, bus, background = self.db, self.now, self.bus, self.background
        tables = self.tables = Tables(db, clock_jump, self.shards.owns, bus)
        self.people = People(db, now)
        self.thinkers = Thinkers(settings_of_games(), instant=instant_computers)
        self.referee = Referee(
            db, tables, now, bus, background, self.thinkers, self.wakeups, instant_computers=instant_computers
        )
        self.lobby = Lobby(db, tables, self.referee, now, bus)
        self.hosting = Hosting(db, tables, self.referee, now, bus)
        self.practice = Practice(db, tables, self.referee, now, bus)
        self.tournaments = Tournaments(db, self.lobby, now)
        self.consent = Consent(db, tables, self.referee, now, bus)
        self.channel_health = ChannelHealth(self.client, db, tables, self.people, self.consent, now, bus)

    def _build_messages(self, *, pictures: bool) -> None:
        """Builds the services whose messages users see."""
        client, db, now, background = self.client, self.db, self.now, self.background
        tables, people, wakeups = self.tables, self.people, self.wakeups
        self.app_emojis = AppEmojis(client)
        self.illustrator = Illustrator(Studio() if pictures else None)
        reconciler = Reconciler(client, Posts(client, db, has_button), now, background)
        self.panels = Panels(now, people.words, table_of, panel_notices.over, reconciler)
        self.replies = Replies(self.panels, self.illustrator, people)
        self.publisher = Publisher(
            client, db, tables, now, background, self.illustrator, reconciler, self.channel_health.trouble, wakeups
        )
        self.reposts = Reposts(db, tables, self.publisher, now)
        self.open_panels = OpenPanels(
            self.panels, tables, people, now, background, self.illustrator, reconciler
        )  # fmt: skip
        self.hands = Hands(
            client, db, tables, people, background, self.illustrator, reconciler, self.open_panels.has_panel
        )  # fmt: skip
        self.spectators = Spectators(client, db, tables, people, now, background, reconciler, wakeups)
        self.tournament_messages = TournamentMessages(db, background, reconciler)
        self.reminders = Reminders(client, db, tables, people, self.publisher, reconciler, now)
        self.calls = TurnCalls(db, self.reminders, background)

    def _build_jobs(self, *, pictures: bool, instant_computers: bool) -> None:
        """Builds the services that run in the background."""
        db, tables, now, services = self.db, self.tables, self.now, self.services
        self.clocks = Clocks(
            db, tables, self.referee, self.reminders, now, self.background, self.bus, self.shards, self.wakeups
        )
        services.add(*vars(self).values(), self.publisher.boards, self.referee.computers)
        self.closing, self.removed_servers = services.get(Closing), services.get(RemovedServers)
        self.idle, self.orphan_cleanup = services.get(IdleTables), services.get(OrphanCleanup)
        self.review_jobs = ReviewJobs(
            db, tables, self.thinkers, self.background, self.shards, automatic=not instant_computers
        )
        self.remote_changes, self.puzzle_posts = services.get(RemoteChanges), services.get(PuzzlePosts)
        self.scheduler = Scheduler(self.background, {
            "the check for requests of the shell": (self.closing.look, SECOND),
            "updating the boards that are shown step by step": (self.publisher.sequences.look, EACH_TICK),
            "the check for changes by other processes": (self.remote_changes.look, POLL_INTERVAL),
            "posting puzzles": (self.puzzle_posts.look, MINUTE),
            "the reminders after quiet hours": (self.reminders.look, MINUTE),
            "the check for idle tables": (self.idle.look, HOUR),
            "computing missing reviews": (self.review_jobs.look, HOUR),
        })  # fmt: skip
        self.warm_start = WarmStart(
            db, tables, self.publisher, self.hands, now, {**settings_of_games(), "pictures": pictures}
        )
        services.add(self.review_jobs, self.scheduler, self.warm_start)
        self.startup, self.shutdown = services.get(Startup), services.get(Shutdown)
