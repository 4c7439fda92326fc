"""The state of one table in memory: its data, the counting of its votes, and the facts that everyone may know."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from bot.games.facts import FORMER, Proposal, Seat, TableFacts, Undoing
from bot.games.levels import level_name
from bot.tables import voting
from bot.tables.table_data import ANYBODY, TableData, by_computer
from bot.tables.voting import DEADLINES_MISSED, Tally, majority, stored_name, votes, votes_about_the_absent
from bot.texts import translator_for
from bot.texts.isolation import isolated
from rules import GAMES
from rules.description import public_options
from rules.undo import UNDO
from storage import GameRow, Proposed, SeatRow
from storage.personal_data import is_forgotten


@dataclass(slots=True)
class LiveTable(TableData):
    """The state of one table in memory: its data, and what is computed from them about votes and public facts."""

    _since: tuple[tuple[int, str], tuple[str, ...]] | None = None
    """A cache of the seats that have answered after the move that the proposed undo would take back."""
    _facts: tuple[tuple[object, ...], TableFacts] | None = None
    """A cache of the public facts, with the data from which they were computed: one press needs them several times."""

    @property
    def absent(self) -> str | None:
        """The seat of a person who missed too many deadlines in a row; None if there is none."""
        if self.row.phase != "running":
            return None
        late = (seat.seat for seat in self.seats if seat.absences >= DEADLINES_MISSED and not by_computer(seat))
        return next(late, None)

    def heir(self, leaver: int) -> int | None:
        """Returns the new host if this user no longer plays; None if the host stays the same, or no one else plays."""
        others = [seat.user for seat in self.people() if seat.user != leaver]
        return others[0] if others and leaver == self.row.host else None

    def asked_about(self, seat: str) -> tuple[str, ...]:
        """Returns the stored names of the votes about this seat, which end if it is no longer absent."""
        return tuple(stored_name(what, seat) for what in votes_about_the_absent())

    def stored_name(self, what: str) -> str:
        """Returns the name under which the consents to a vote are stored now."""
        return stored_name(what, self.absent)

    def consents(self, what: str) -> frozenset[int]:
        """Returns the users who have agreed in a vote, about the present absent seat if it is about one."""
        return self.votes.get(self.stored_name(what), frozenset())

    def asks_about(self, number: int | None) -> bool:
        """Returns whether a press about an absent player is about the seat that is absent now.

        `number`: the place of the seat that its button was about. None: the button is of an older version and names no
        seat, so it counts only if no consent is about another seat.
        """
        if number is not None:
            return [seat.seat for seat in self.seats][number : number + 1] == [self.absent]
        # Older versions stored consents without a seat, which count no longer.
        consents = {name for name in self.votes if ":" in name and name.partition(":")[0] in votes_about_the_absent()}
        return consents <= {self.stored_name(what) for what in votes_about_the_absent()}

    @property
    def starts_now(self) -> bool:
        """Whether the game starts by itself: the lobby is full, and its host wants that."""
        row = self.row
        return row.phase == "lobby" and row.starts_full and len(self.seats) >= GAMES[row.kind].seats[-1]

    @property
    def facts(self) -> TableFacts:
        """The public facts of the table: seats, settings, deadline and votes, without those of the game itself."""
        changes = self._changing_facts()
        latest = (self.row, self.commitment, tuple(self.seats), changes)
        if self._facts is None or self._facts[0] != latest:
            seats = tuple(_public(seat, self.row) for seat in self.seats)
            self._facts = latest, replace(_facts_of(self.row, self.commitment), seats=seats, **changes)
        return self._facts[1]

    def _changing_facts(self) -> dict[str, Any]:
        """Returns the fields of the public facts that do not follow from the rows of the table and of its seats."""
        row, absent, has_hints = self.row, self.absent, self.has_hints
        tallies = {what: self.tally(what) for what in self._asked}
        return {
            "hints": row.hints if row.phase == "lobby" else has_hints,
            "hints_wanted": has_hints,
            "only_person": self.only_person,
            "can_call": self.call_role is not None and not row.called and row.access == "anyone",
            "drawn": self.tournament is not None,
            "seed": self.seed,
            "due": self._shown(self.deadline.due) if self.deadline is not None else None,
            "away": self._shown(self.deadline.away) if self.deadline is not None else None,
            "reliability": dict(self.reliability) if row.phase == "lobby" else {},
            "can_hold": self.hold_seconds is not None and not self.is_held,
            "held": self.is_held,
            "prolonged": self.game is not None and any(one.number == self.game.number for one in self.graces.values()),
            "banks": self._banks,
            "absent": absent,
            "left_server": absent is not None and self.seat(absent).user in self.departed,
            "votes": {what: count.agreed for what, count in tallies.items()},
            "needed": {what: count.needed for what, count in tallies.items()},
            "proposal": None if self.proposed is None else Proposal(self.proposals, *self.proposed),
            "undoing": self.undoing,
            "free": dict(self.free),
            "seat_changes": self.seat_changes,
        }

    def _shown(self, moment: datetime | None) -> datetime | None:
        """Returns a time of the bot's clock as time of the system clock, for display; None while no deadline runs."""
        runs = self.row.phase == "running" and self.row.paused_at is None
        return moment + self.clock_jump() if moment is not None and runs else None

    @property
    def _asked(self) -> list[str]:
        """The open votes: a proposed replacement, even without a consent, and votes with at least one consent."""
        if not self.votes:
            return []
        proposed = () if self.proposed is None else ("replace",)
        return [what for what in votes() if self.consents(what) and (what in proposed or self.tally(what).agreed)]

    @property
    def _banks(self) -> dict[str, int] | None:
        """Seats -> whole seconds in their time banks when the present decision was asked; None without time banks."""
        full = self.row.bank_seconds
        if full is None or self.row.phase != "running" or self.row.turn_seconds is None or self.solo:
            return None
        epoch = self.epoch()
        drawn = {seat: int(bank.remaining) for seat, bank in self.banks.items() if bank.epoch == epoch}
        return {seat.seat: drawn.get(seat.seat, full) for seat in self.seats}

    @property
    def undoing(self) -> Undoing | None:
        """The undo on which the players vote now; None if there is none or its decision is over."""
        asked = self._asked_undo
        return asked if asked is not None and asked.needed - asked.agreed else None

    @property
    def agreed_undo(self) -> Undoing | None:
        """The undo to which all players who are still asked have agreed, so that it can be executed; otherwise None."""
        asked = self._asked_undo if self.row.paused_at is None else None
        if asked is None or asked.needed - asked.agreed or by_computer(self.seat(asked.seat)):
            return None
        return asked

    @property
    def _asked_undo(self) -> Undoing | None:
        """The undo that was proposed during the present decision, also if no more consents are needed."""
        game = self.game
        if self.undo is None or game is None or self.row.phase != "running" or self.undo[0] != game.number:
            return None
        if self._since is None or self._since[0] != self.undo:
            self._since = self.undo, game.retraction(self.undo[1]).since
        needed = self.people_among(self._since[1])
        voted = self.votes.get(UNDO, frozenset())
        agreed = frozenset(letter for letter in needed if self.seat(letter).user in voted)
        return Undoing(*self.undo, needed, agreed)

    def tally(self, what: str, also: int = ANYBODY) -> Tally:
        """Returns the consents to a vote and the number that is necessary: more than half, or one to resume after
        trouble.

        `also`: a user who is counted as if they had agreed.
        """
        users = {seat.user for seat in self.voters(what, self.proposed)}
        needed = 1 if what == "resume" and self.trouble else majority(len(users))
        return Tally(len(users & (self.consents(what) | {also})), needed)

    def is_complete(self, what: str) -> bool:
        """Returns whether a vote is open and has enough consents, because voters have left or come back."""
        if not self._can_vote(what):
            return False
        agreed, needed = self.tally(what)
        return agreed >= needed

    @property
    def complete_votes(self) -> set[str]:
        """The votes that have enough consents and have not been executed yet."""
        return {what for what in votes() if self.is_complete(what)} if self.votes else set()

    def _can_vote(self, what: str) -> bool:
        """Returns whether the decision of a vote can be executed now."""
        running, paused = self.row.phase == "running", self.row.paused_at is not None
        match what:
            case "pause" | "resume":
                return running and paused == (what == "resume")
            case "replace":
                return running and self.proposed is not None
            case "end":
                return not self.row.finished_yet
            case _:
                return self.absent is not None

    def voters(self, what: str, proposed: Proposed | None) -> list[SeatRow]:
        """Returns the seats that vote: those of all people who play.

        An absent player has no vote about their own seat or about the end of the game. For a replacement, see
        `voting`.
        """
        if what == "replace" and proposed is not None:
            return voting.voters(self.seats, proposed)
        voters = self.people()
        if what in votes_about_the_absent() or (what == "end" and self.absent is not None):
            return [seat for seat in voters if seat.seat != self.absent]
        return voters


def _facts_of(row: GameRow, commitment: str) -> TableFacts:
    """Returns the public facts that are stored in the table's own row."""
    return TableFacts(
        id=row.id,
        kind=row.kind,
        phase=row.phase,
        language=row.language,
        options=public_options(GAMES[row.kind], row.options),
        pace=row.pace,
        turn_seconds=row.turn_seconds,
        window_seconds=row.window_seconds,
        bank_seconds=row.bank_seconds,
        hints=row.hints,
        practice=row.practice_of is not None,
        words=row.words,
        invited_only=row.access == "invited",
        invited=row.invited,
        starts_full=row.starts_full,
        host=row.host,
        commitment=commitment,
        by_day=row.by_day,
        weekends_off=row.weekends_off,
        least_share=row.least_share,
        longest_answer=row.longest_answer,
        paused=row.paused_at is not None,
    )


def _public(seat: SeatRow, row: GameRow) -> Seat:
    """Returns the public description of a seat at that table."""
    name = translator_for(row.language)(FORMER) if is_forgotten(seat) else seat.name
    has_cut, cut = seat.cut_hash is not None, (seat.cut or "") if row.finished_yet else ""
    if by_computer(seat):
        return Seat(seat.seat, None, f"🤖 {name}", level=_level(seat, row.language), has_cut=has_cut, cut=cut)
    return Seat(seat.seat, seat.user, isolated(name), chosen=seat.part is not None, has_cut=has_cut, cut=cut)


def _level(seat: SeatRow, language: str) -> str:
    """Returns the name of a computer's level in a language; empty for a computer that plays for a person who has left,
    and if an older version has already put the level into the seat's name."""
    if not seat.computer or seat.name.endswith(")"):
        return ""
    return level_name(seat.level, translator_for(language))
