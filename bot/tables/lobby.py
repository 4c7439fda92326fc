"""Tables from their opening to their start, and who takes a seat or leaves it."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from bot.games import GAME_UIS
from bot.tables.computer_names import computer_name
from bot.tables.live import ANYBODY, LiveTable
from bot.tables.loadouts import completed, faults
from bot.tables.paces import DEFAULT, PACES
from bot.tables.referee import ChangesTables
from bot.tables.refusals import NotRunning, Refused, SeatKept
from bot.tables.takeover import OfferedAlone
from bot.texts import N_
from rules import GAMES
from rules.chance import SEED_BYTES
from rules.description import public_options
from storage import NORMAL, Database, DrawnTable, GameRow, Newcomer, NewGame, TournamentRow


class Times(NamedTuple):
    """A pace by its name, the seconds of a turn and of a window, and what each seat has in its bank for a phase."""

    pace: str
    turn: int | None
    window: int | None
    bank: int | None = None


NONE_FREE: Final = N_("The game has begun and no seat is free. A player can offer you one with `/game replace`.")


@dataclass(frozen=True, slots=True)
class Wishes:
    """The options of `/game new`; None: the default."""

    kind: str | None = None
    options: Mapping[str, str] = field(default_factory=dict)
    """Of the game itself, as its rules name them."""
    pace: str | None = None
    turn_seconds: int | None = None
    window_seconds: int | None = None
    bank_seconds: int | None = None
    hints: bool = False
    """Whether every player may ask what a computer would do."""

    def times(self) -> Times:
        """Returns the pace with its seconds, unless they are given; without deadlines there is no time bank."""
        pace = PACES[self.pace or DEFAULT]
        turn = self.turn_seconds or pace.turn
        bank = None if turn is None else self.bank_seconds or pace.bank
        return Times(pace.id, turn, self.window_seconds or pace.window, bank)


@dataclass(frozen=True, slots=True)
class Place:
    """The place of a new table: channel, host and language."""

    guild: int | None
    channel: int
    host: int
    name: str
    language: str


@dataclass(frozen=True, slots=True)
class Taken:
    """A seat of a running game that a user has taken (back), and its former holder."""

    seat: str
    former: int


@dataclass(eq=False)
class Lobby(ChangesTables):
    """Opening, joining, leaving, starting, computers, substitutes."""

    entropy: Callable[[int], bytes] = secrets.token_bytes
    """The source of a game's secret seed: the operating system."""

    async def open(self, place: Place, wishes: Wishes) -> LiveTable:
        """Opens a table with its host; raises ChannelBusy, or Refused if the options are not possible."""
        host = Newcomer(place.host, place.name, self._now())
        return await self._create(place, *self.agreed(wishes), (host,), hints=wishes.hints)

    @staticmethod
    def agreed(wishes: Wishes) -> tuple[str, dict[str, str], Times]:
        """Returns the game, all its options and its times; raises Refused if they are not possible."""
        kind = wishes.kind or next(iter(GAME_UIS))
        rules = GAMES[kind]
        for name in wishes.options:
            if name not in rules.options:
                raise Refused(N_("This game has no option {option}."), option=name)
        return kind, completed(rules, wishes.options), wishes.times()

    async def open_drawn(
        self, place: Place, row: TournamentRow, drawn: DrawnTable, people: Sequence[tuple[int, str]]
    ) -> LiveTable:
        """A table of a tournament: its people sit in the order that was drawn; raises ChannelBusy."""
        rules = GAMES[row.kind]
        wished = {name: value for name, value in row.options.items() if name in rules.options}
        times = Times(row.pace, row.turn_seconds, row.window_seconds, row.bank_seconds)
        options, seated = completed(rules, public_options(rules, wished)), self._now()
        seats = [Newcomer(user, name, seated) for user, name in people]
        return await self._create(place, row.kind, options, times, seats, drawn)

    async def open_again(self, place: Place, former: GameRow) -> LiveTable:
        """Opens a table with a former one's settings, seats and loadouts; raises as `open` does.

        Users who left the former table get no seat.
        """
        rules = GAMES[former.kind]
        public = public_options(rules, former.options)
        wished = {name: value for name, value in public.items() if name in rules.options}
        times = Times(former.pace, former.turn_seconds, former.window_seconds, former.bank_seconds)
        seats, seated = list[Newcomer](), self._now()
        for seat in await self._db.seats.of(former.id):
            if seat.computer:
                seats.append(Newcomer(None, seat.name, level=seat.level))
            elif seat.left is None or seat.user == place.host:
                seats.append(Newcomer(seat.user, seat.name, seated, seat.part))
        return await self._create(place, former.kind, completed(rules, wished), times, seats, former=former)

    async def bring(self, game: int, user: int, part: str, language: str) -> tuple[str, ...]:
        """Sets the loadout of the user's seat; returns its faults in that language (then nothing has changed), or
        nothing.

        Raises NotSeatedHere, and NotRunning if this is no lobby (any more).
        """
        async with self._tables.held(game) as live:
            if live.row.phase != "lobby":
                raise NotRunning(live.row.phase)
            live.seat_of(user)
            wrong = faults(live, part, language)
            if not wrong:
                await self._db.seats.set_part(game, user, part)
                await self._seated(live)
            return wrong

    async def join(self, game: int, user: int, name: str) -> Taken | None:
        """Sit down in a lobby (None), or in a running game: come back, or take the seat that is offered."""
        async with self._tables.held(game) as live:
            if live.row.phase != "lobby":
                return await self._step_in(live, user, name)
            await must_not_be_drawn(self._db, live)
            if all(seat.user != user for seat in live.seats):
                _check_invited(live, user)
                _check_room(live)
            await self._db.seats.add(game, user, name, joined=self._now())
            await self._seated(live)
            return None

    async def call_off(self, game: int) -> None:
        """A lobby that could not even be shown is no lobby."""
        async with self._tables.held(game):
            await self._db.tables.finish(game, "ended", None, self._now())
            await self._db.archive.set_end_told(game)
            self._tables.drop(game)

    async def leave(self, game: int, user: int) -> None:
        """Leaves a lobby; the last one who leaves closes it; raises NotSeatedHere."""
        async with self._tables.held(game) as live:
            live.seat_of(user)
            await must_not_be_drawn(self._db, live)
            others = [seat.user for seat in live.seats if not seat.computer and seat.user != user]
            if others:
                await self._db.seats.remove(game, user, host=_heir(live, user, others))
            else:
                await self._db.tables.end_lobby(game, user, self._now())
            await self._seated(live)

    async def leave_running(self, game: int, user: int) -> None:
        """Leave a running game: a computer plays on; without any people left the game ends."""
        async with self._tables.held(game) as live:
            live.running()
            seat = live.player(user)
            others = [one.user for one in live.people() if one.user != user]
            if others:
                decided = live.asked_about(seat.seat)
                await self._db.vacancies.set_left(
                    game, seat.seat, self._now(), host=_heir(live, user, others), decided=decided,
                    told=len(live.running().told),
                )  # fmt: skip
            else:
                await self._db.tables.finish(game, "ended", None, self._now())
            await self._tables.refresh(live)
            await self._referee.settle_held(live)
            self._bus.table_changed(live)

    async def add_computer(self, game: int, user: int, level: str = NORMAL) -> None:
        """A computer of that level sits down; raises Refused."""
        async with self._tables.held(game) as live:
            live.seat_of(user)
            await must_not_be_drawn(self._db, live)
            _check_room(live)
            await self._db.seats.add_computer(game, computer_name(live), level)
            await self._seated(live)

    async def fill(self, game: int, user: int) -> None:
        """Seats computers until the game can start, for a host who is the only person there; raises Refused."""
        async with self._tables.held(game) as live:
            if live.row.phase != "lobby":
                raise NotRunning(live.row.phase)
            live.seat_of(user)
            await must_not_be_drawn(self._db, live)
            if not live.solo:
                raise Refused(N_("There are other people at this table now. Add a computer, or press Start."))
            for _ in range(GAMES[live.row.kind].seats[0] - len(live.seats)):
                await self._db.seats.add_computer(game, computer_name(live), NORMAL)
                await self._tables.refresh(live)
            self._bus.table_changed(live)

    async def remove_computer(self, game: int, user: int) -> None:
        """The computer that came last gets up; raises Refused."""
        async with self._tables.held(game) as live:
            live.seat_of(user)
            await must_not_be_drawn(self._db, live)
            computers = [seat.user for seat in live.seats if seat.computer]
            if not computers:
                raise Refused(N_("No computer sits at this table."))
            await self._db.seats.remove(game, computers[-1])
            await self._seated(live)

    # Inside

    async def _create(  # noqa: PLR0913 - all that a lobby begins with
        self, place: Place, kind: str, options: dict[str, str], times: Times, people: Sequence[Newcomer],
        drawn: DrawnTable | None = None, *, hints: bool = False, former: GameRow | None = None,
    ) -> LiveTable:  # fmt: skip
        pace, turn, window, bank = times
        if former is not None:
            hints = former.hints
        words = (await self._db.people.get(place.host)).words if former is None else former.words
        new = NewGame(
            guild=place.guild, channel=place.channel, kind=kind, edition=GAMES[kind].edition, language=place.language,
            options=options, turn_seconds=turn, window_seconds=window, bank_seconds=bank, pace=pace,
            created=self._now(), host=place.host, hints=hints,
            access="anyone" if former is None else former.access, invited=() if former is None else former.invited,
            words=words,
        )  # fmt: skip
        return await self._tables.get(await self._db.tables.open(new, self.entropy(SEED_BYTES), people, drawn))

    # Inside; the table is held

    async def _seated(self, live: LiveTable) -> None:
        await self._tables.refresh(live)
        self._bus.table_changed(live)

    async def _step_in(self, live: LiveTable, user: int, name: str) -> Taken:
        told = len(live.running().told)
        own = next((seat for seat in live.seats if seat.user == user), None)
        if own is not None and own.left is None:
            raise Refused(N_("You already sit at this table."))
        former = user
        if own is not None:
            if isinstance(why := live.away(own), SeatKept):
                raise why
            letter = own.seat
            await self._db.vacancies.set_left(live.id, letter, None, told=told, returned=self._now())
        else:
            letter = _free_for(live, user)
            former = live.seat(letter).user
            await self._db.vacancies.replace(live.id, letter, user, name, self._now(), told=told)
        await self._seated(live)
        return Taken(letter, former)


async def must_not_be_drawn(db: Database, live: LiveTable) -> None:
    """Refuses any change of a lobby whose seats were drawn in a tournament."""
    if await db.tournaments.of_game(live.id) is not None:
        raise Refused(N_("The tournament assigned the seats at this table. They cannot be changed before the game."))


def _heir(live: LiveTable, leaver: int, others: Sequence[int]) -> int | None:
    """Returns the new host after a player has left; None if the host stays."""
    return others[0] if leaver == live.row.host else None


def _check_room(live: LiveTable) -> None:
    most = GAMES[live.row.kind].seats[-1]
    if len(live.seats) >= most:
        raise Refused(N_("The table is full: this game is for at most {most} players."), most=most)


def _check_invited(live: LiveTable, user: int) -> None:
    row = live.row
    if row.access == "invited" and user not in {row.host, *row.invited}:
        raise Refused(N_("Only invited people play at this table. Ask {host} to invite you."), host=f"<@{row.host}>")


def _free_for(live: LiveTable, user: int) -> str:
    """Returns the seat that the table offers to this user; raises Refused."""
    offered = [letter for letter, newcomer in live.free.items() if newcomer in {user, ANYBODY}]
    allowed = [letter for letter in offered if live.offered_by.get(letter) != user]
    if allowed:
        return min(allowed, key=lambda letter: (user != live.free[letter], letter))
    raise OfferedAlone if offered else Refused(NONE_FREE)
