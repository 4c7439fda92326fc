"""All public names of the storage package. `storage` loads this module when one of them is first used."""

from __future__ import annotations

from storage.database import Database
from storage.decks import DeckRow
from storage.errors import DatabaseError, DatabaseInUse, StorageError
from storage.orders import Lifted
from storage.people import PersonRow
from storage.rows import (
    KEEP,
    NORMAL,
    Bank,
    Deadline,
    Entry,
    GameRow,
    Grace,
    Keep,
    MessageRow,
    NewGame,
    Outcome,
    PostSlot,
    Proposed,
    Reasons,
    SeatChange,
    SeatRow,
    Seed,
    StandingOrder,
    Substitution,
    TableState,
    Vacated,
    Weighed,
)
from storage.seasons import Counted, SeasonRow
from storage.seats import Newcomer
from storage.spectators import Watcher
from storage.statistics import Encounter, Match, Standing, Tally
from storage.table_errors import (
    AlreadyAnswered,
    AlreadySeated,
    ChannelBusy,
    ConflictError,
    DeckNameTaken,
    NoMember,
    NotInTournament,
    NotSeated,
    SeasonClosed,
    SeasonNameTaken,
    SeasonOpen,
    TableError,
    TooManyDecks,
    TournamentBusy,
    TournamentFull,
    TournamentPhase,
    UnknownDeck,
    UnknownGame,
    UnknownSeason,
    UnknownTournament,
    WrongPhase,
)
from storage.tournaments import (
    DrawnTable,
    Entrant,
    NewTournament,
    RoundRow,
    TableRow,
    TournamentGame,
    TournamentRow,
    TournamentState,
)
from storage.vacancies import Vacancy
