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
from bot.services import Services
from bot.tables import events
from bot.tables.auto_start import AutoStart
from bot.tables.bus import Bus, Handlers
from bot.tables.clock import Clocks
from bot.tables.complete_votes import CompleteVotes
from bot.tables.computers import Computers
from bot.tables.consent import Consent
from bot.tables.lobby import Lobby
from bot.tables.people import People
from bot.tables.referee import Now, Referee
from bot.tables.registry import Tables
from bot.tables.shards import Shards
from bot.tables.thinkers import Thinkers
from bot.tables.wakeups import Wakeups
from bot.views.custom_id import has_button, table_of
from storage import Database
from storage.settings import Settings, settings_of_games

HANDLERS: Final[Handlers] = {
    events.OwnTableChanged: [
        Ownership.keep, Thinkers.prepare, Publisher.changed, Hands.changed, Spectators.changed,
        TournamentMessages.changed, TurnCalls.follow, AutoStart.follow, CompleteVotes.follow,
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
    events.ShardLost: [Ownership.release],
    events.ClockTicked: [Scheduler.begin, Spectators.begin, MessageStates.look, Computers.look],
}  # fmt: skip
"""Event type -> its handlers in the order in which they are called; `Services.bind` passes their arguments."""


class App:
    """The services of one running bot.

    The container builds a service whose constructor names only other services (`get`); the others are built here, and
    added before anything that needs them (`add`).
    """

    def __init__(
        self, client: Client, settings: Settings, db: Database, now: Now, *,
        clock_jump: Callable[[], timedelta] = timedelta, serving: bool = False,
    ) -> None:  # fmt: skip
        self.client, self.settings, self.db, self.now = client, settings, db, now
        self.services = Services({Client: client, Settings: settings, Database: db, Callable[[], datetime]: now})
        self.background, self.wakeups = self.services.get(Background), self.services.get(Wakeups)
        self.bus = self.services.add(Bus(HANDLERS, self.services, self.background))
        self.shards = self.services.get(Shards)
        self._build_tables(clock_jump)
        self._build_messages(serving=serving)
        self._build_jobs()

    def _build_tables(self, clock_jump: Callable[[], timedelta]) -> None:
        """Builds the services that load, change and decide about tables."""
        db, now, bus, add, get = self.db, self.now, self.bus, self.services.add, self.services.get
        instant = self.settings.instant_computers
        self.tables = add(Tables(db, clock_jump, self.shards.owns, bus))
        self.people = get(People)
        self.thinkers = add(Thinkers(settings_of_games(), instant=instant))
        self.referee = add(Referee(
            db, self.tables, now, bus, self.background, self.thinkers, self.wakeups, instant_computers=instant
        ))  # fmt: skip
        add(self.referee.computers)
        self.lobby, self.tournaments, self.consent = get(Lobby), get(Tournaments), get(Consent)
        self.channel_health = get(ChannelHealth)

    def _build_messages(self, *, serving: bool) -> None:
        """Builds the services whose messages users see."""
        client, db, now, add, get = self.client, self.db, self.now, self.services.add, self.services.get
        pictures = self.settings.pictures
        self.app_emojis = add(AppEmojis(client, wanted=serving and pictures))
        if serving and pictures:
            self.illustrator = add(Illustrator.in_processes())
        else:
            self.illustrator = add(Illustrator(Studio() if pictures else None))
        add(Posts(client, db, has_button))
        reconciler = get(Reconciler)
        self.panels = add(Panels(now, self.people.words, table_of, panel_notices.over, reconciler))
        self.publisher = add(Publisher(
            client, db, self.tables, now, self.background, self.illustrator, reconciler, self.channel_health.trouble,
            self.wakeups,
        ))  # fmt: skip
        add(self.publisher.boards)
        self.open_panels = get(OpenPanels)
        self.hands = add(Hands(
            client, db, self.tables, self.people, self.background, self.illustrator, reconciler,
            self.open_panels.has_panel,
        ))  # fmt: skip
        self.spectators, self.tournament_messages = get(Spectators), get(TournamentMessages)
        self.reminders, self.calls = get(Reminders), get(TurnCalls)

    def _build_jobs(self) -> None:
        """Builds the services that run in the background."""
        db, tables, now, add, get = self.db, self.tables, self.now, self.services.add, self.services.get
        self.clocks = add(Clocks(
            db, tables, self.referee, self.reminders, now, self.background, self.bus, self.shards, self.wakeups
        ))  # fmt: skip
        self.closing, self.idle, self.remote_changes = get(Closing), get(IdleTables), get(RemoteChanges)
        self.orphan_cleanup, self.puzzle_posts = get(OrphanCleanup), get(PuzzlePosts)
        self.review_jobs = add(ReviewJobs(
            db, tables, self.thinkers, self.background, self.shards, automatic=not self.settings.instant_computers
        ))  # fmt: skip
        add(Scheduler(self.background, {
            "the check for requests of the shell": (self.closing.look, SECOND),
            "updating the boards that are shown step by step": (self.publisher.sequences.look, EACH_TICK),
            "the check for changes by other processes": (self.remote_changes.look, POLL_INTERVAL),
            "posting puzzles": (self.puzzle_posts.look, MINUTE),
            "the reminders after quiet hours": (self.reminders.look, MINUTE),
            "the check for idle tables": (self.idle.look, HOUR),
            "computing missing reviews": (self.review_jobs.look, HOUR),
        }))  # fmt: skip
        self.warm_start = add(WarmStart(
            db, tables, self.publisher, self.hands, now, {**settings_of_games(), "pictures": self.settings.pictures}
        ))  # fmt: skip
        self.startup, self.shutdown = get(Startup), get(Shutdown)
