"""All public names of the storage package. `storage` loads this module when one of them is first used."""

from __future__ import annotations

from storage.database import Database
from storage.decks import DeckRow
from storage.errors import DatabaseError, DatabaseInUse, StorageError
from storage.listings import ListedTable
from storage.openings import Room
from storage.orders import Lifted
from storage.people import PersonRow
from storage.puzzles import PuzzleAnswer
from storage.record_rows import Entry, Outcome, Reasons, Weighed
from storage.reliability import Reliability
from storage.reviews import ReviewedMove
from storage.rows import (
    KEEP,
    NORMAL,
    Bank,
    Deadline,
    GameRow,
    Grace,
    Keep,
    MessageRow,
    NewGame,
    PostSlot,
    Proposed,
    SeatChange,
    SeatRow,
    Seed,
    StandingOrder,
    TableState,
    Vacated,
)
from storage.schedules import Schedule
from storage.seasons import Counted, SeasonRow
from storage.seats import Newcomer
from storage.servers import ServerSettings
from storage.spectators import Watcher
from storage.statistics import Match, Standing, Tally
from storage.table_errors import (
    AlreadyAnswered,
    AlreadySeated,
    ChannelBusy,
    ChannelFull,
    ConflictError,
    DeckNameTaken,
    NoMember,
    NotInTournament,
    NotSeated,
    OpenedOften,
    RemovedFromTournament,
    SeasonClosed,
    SeasonNameTaken,
    SeasonOpen,
    TableError,
    TooManyBlocks,
    TooManyDecks,
    TooManyOpen,
    TournamentBusy,
    TournamentFull,
    TournamentPhase,
    UnknownDeck,
    UnknownGame,
    UnknownSeason,
    UnknownTournament,
    WrongPhase,
)
from storage.tournament_rows import (
    DrawnTable,
    Entrant,
    NewTournament,
    RoundRow,
    RulingRow,
    TableRow,
    TournamentGame,
    TournamentRow,
    TournamentState,
)
from storage.vacancies import Vacancy
