"""Lobbies: opening a table, taking and leaving seats, adding computer players."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from bot.games import GAME_UIS
from bot.tables.admission import check_reliable, check_return, check_room, check_welcome, free_for, must_not_be_drawn
from bot.tables.computer_names import computer_name
from bot.tables.events import PlayerLeft, SeatTaken, TableClosed
from bot.tables.live import LiveTable
from bot.tables.loadouts import completed, copied, faults
from bot.tables.paces import Times
from bot.tables.refusals import Refused, SeatKept
from bot.tables.table_data import ANYBODY
from bot.tables.vote_execution import ExecutesVotes
from bot.tables.wishes import Place, Wishes
from bot.texts import N_
from rules import GAMES
from rules.chance import SEED_BYTES
from storage import NORMAL, DrawnTable, GameRow, Newcomer, NewGame, Room, TournamentRow
from storage.personal_data import is_former


@dataclass(frozen=True, slots=True)
class Taken:
    """A seat of a running game that a user has taken or taken back, and its former holder."""

    seat: str
    former: int
    """The user who held the seat before; the user's own ID if they took it back."""
    ended: bool
    """Whether that completed the vote to end the game."""


@dataclass(eq=False, repr=False)
class Lobby(ExecutesVotes):
    """A service that opens lobbies, and lets users take and leave seats there and in a running game."""

    entropy: Callable[[int], bytes] = secrets.token_bytes
    """The source of a game's secret seed; by default that of the operating system."""

    async def open(self, place: Place, wishes: Wishes, room: Room | None = None) -> LiveTable:
        """Opens a lobby with its host; raises ChannelBusy, or Refused if the options are not possible.

        `room`: the limits that it must keep, otherwise TooManyOpen, OpenedOften or ChannelFull is raised.
        """
        host = Newcomer(place.host, place.name, self._now())
        return await self._create(place, *self.agreed(wishes), (host,), hints=wishes.hints, room=room)

    @staticmethod
    def agreed(wishes: Wishes) -> tuple[str, dict[str, str], Times]:
        """Returns the kind of game, all its options and its times, as a user wishes them for a new table.

        What is not given gets its default. Raises Refused if an option is not possible.
        """
        kind = wishes.kind or next(iter(GAME_UIS))
        rules = GAMES[kind]
        for name in wishes.options:
            if name not in rules.options:
                raise Refused(N_("This game has no option {option}."), option=name)
        return kind, completed(rules, wishes.options), wishes.times()

    async def open_drawn(self, place: Place, row: TournamentRow, drawn: DrawnTable) -> LiveTable:
        """Opens a table of a tournament, with its players in the drawn order of seats; raises ChannelBusy."""
        options = copied(GAMES[row.kind], row.options)
        return await self._create(place, row.kind, options, Times.of(row), (), drawn)

    async def open_again(self, place: Place, former: GameRow, room: Room | None = None) -> LiveTable:
        """Opens a lobby with the seats, loadouts and settings of a former table; raises as `open` does.

        The language is that of the place. An automatic start is not copied if the lobby is full at once, because it
        would leave no one the time to get up. Users who left the former table get no
        seat, except the new host; nor do users who have blocked, or are blocked by, the host or a player with an
        earlier seat.
        """
        seats, seated, people = list[Newcomer](), self._now(), {place.host}
        for seat in await self._db.seats.of(former.id):
            if seat.computer:
                seats.append(Newcomer(None, seat.name, level=seat.level))
                continue
            comes = not is_former(seat.user) and (seat.left is None or seat.user == place.host)
            if comes and not (await self._db.blocks.apart(seat.user)).among(people - {seat.user}):
                seats.append(Newcomer(seat.user, seat.name, seated, seat.part))
                people.add(seat.user)
        options = copied(GAMES[former.kind], former.options)
        return await self._create(place, former.kind, options, Times.of(former), seats, former=former, room=room)

    async def bring(self, game: int, user: int, part: str, language: str) -> tuple[str, ...]:
        """Sets the loadout of the user's seat, or returns its errors in that language and changes nothing.

        Raises NotSeatedHere, and NotRunning if the table is not a lobby.
        """
        async with self._tables.held(game) as live:
            live.seat_in_lobby(user)
            wrong = faults(live, part, language)
            if not wrong:
                await self._db.seats.set_part(game, user, part)
                await self._tables.publish_change(live)
            return wrong

    async def join(self, game: int, user: int, name: str) -> Taken | None:
        """Adds the user to a lobby (returns None), or gives them their own or an offered seat of a running game.

        Raises Refused if that is not possible.
        """
        async with self._tables.held(game) as live:
            if live.row.phase != "lobby":
                return await self._step_in(live, user, name)
            must_not_be_drawn(live)
            if all(seat.user != user for seat in live.seats):
                check_room(live)
                await check_reliable(self._db, live.row, user)
                await check_welcome(self._db, live, user)
            await self._db.seats.add(game, user, name, joined=self._now())
            await self._publish_seats(live)
            return None

    async def call_off(self, game: int) -> None:
        """Ends a lobby whose board could not be posted, and publishes TableClosed."""
        async with self._tables.held(game) as live:
            await self._db.tables.finish(game, "ended", None, self._now())
            await self._db.archive.set_end_told(game)
            self._tables.drop(game)
        self._bus.publish(TableClosed(live.row))

    async def leave(self, game: int, user: int, *, named: bool = True) -> None:
        """Removes the user from a lobby, and closes it if no person is left; raises NotSeatedHere.

        `named`: whether the moderators' log may say who was the last one to leave.
        """
        async with self._tables.held(game) as live:
            live.seat_of(user)
            must_not_be_drawn(live)
            others = [seat.user for seat in live.seats if not seat.computer and seat.user != user]
            if others:
                heir = live.heir(user)
                await self._db.seats.remove(game, user, host=heir)
                if heir is not None and live.row.access == "invited" and user not in live.row.invited:
                    await self._db.tables.invite(game, [*live.row.invited, user])
            else:
                await self._db.tables.end_lobby(game, user, self._now())
            await self._publish_seats(live)
            self._left_last(live, user if named else None, others)

    async def leave_running(self, game: int, user: int, *, named: bool = True) -> None:
        """Removes the user from a running game: a computer plays for them; the game ends if no person is left.

        Raises NotRunning, and the refusals of `LiveTable.player`. `named`: whether the moderators' log may say who has
        left.
        """
        async with self._tables.held(game) as live:
            live.running()
            seat = live.player(user)
            others = [one.user for one in live.people() if one.user != user]
            if others:
                decided = live.asked_about(seat.seat)
                await self._db.vacancies.set_left(
                    game, seat.seat, self._now(), host=live.heir(user), decided=decided,
                    told=len(live.running().told),
                )  # fmt: skip
            else:
                await self._db.tables.finish(game, "ended", None, self._now())
            await self._tables.refresh(live)
            await self.settle_votes(live)
            await self._referee.settle_held(live)
            self._bus.table_changed(live)
            if others and named:
                self._bus.publish(PlayerLeft(live, user))
            self._left_last(live, user if named else None, others)

    async def seats_changed(self, game: int) -> None:
        """Executes the votes that are complete after a user's data were deleted, and publishes TableChanged."""
        async with self._tables.held(game) as live:
            await self._publish_seats(live)

    async def show_again(self, user: int) -> None:
        """Publishes a change of each lobby at which a user sits, because the user's reliability was hidden or shown."""
        for table in await self._db.listings.of_player(user):
            if table.row.phase == "lobby":
                async with self._tables.held(table.row.id) as live:
                    await self._tables.publish_change(live)

    async def add_computer(self, game: int, user: int, level: str = NORMAL) -> None:
        """Adds a computer player of that level; raises Refused."""
        async with self._tables.held(game) as live:
            live.seat_of(user)
            must_not_be_drawn(live)
            check_room(live)
            await self._db.seats.add_computer(game, computer_name(live), level)
            await self._tables.publish_change(live)

    async def fill(self, game: int, user: int, level: str = NORMAL) -> None:
        """Adds computer players of that level until the game can start, for a host who is the only person there.

        Raises Refused.
        """
        async with self._tables.held(game) as live:
            live.seat_in_lobby(user)
            must_not_be_drawn(live)
            if not live.solo:
                raise Refused(N_("There are other people at this table now. Add a computer, or press Start."))
            for _ in range(GAMES[live.row.kind].seats[0] - len(live.seats)):
                await self._db.seats.add_computer(game, computer_name(live), level)
                await self._tables.refresh(live)
            self._bus.table_changed(live)

    async def remove_computer(self, game: int, user: int) -> None:
        """Removes the computer player that was added last; raises Refused."""
        async with self._tables.held(game) as live:
            live.seat_of(user)
            must_not_be_drawn(live)
            computers = [seat.user for seat in live.seats if seat.computer]
            if not computers:
                raise Refused(N_("No computer sits at this table."))
            await self._db.seats.remove(game, computers[-1])
            await self._tables.publish_change(live)

    def _left_last(self, live: LiveTable, user: int | None, others: Sequence[int]) -> None:
        """Publishes that a table has closed if no other people are left."""
        if not others:
            self._bus.publish(TableClosed(live.row, user))

    async def _create(  # noqa: PLR0913 - all that a lobby begins with
        self, place: Place, kind: str, options: dict[str, str], times: Times, people: Sequence[Newcomer],
        drawn: DrawnTable | None = None, *, hints: bool | None = None, former: GameRow | None = None,
        room: Room | None = None,
    ) -> LiveTable:  # fmt: skip
        pace, turn, window, bank = times
        if drawn is not None:
            hints = False
        elif former is not None:
            hints = former.hints if former.hints_chosen else None
        words = (await self._db.people.get(place.host)).words if former is None else former.words
        new = NewGame(
            guild=place.guild, channel=place.channel, kind=kind, edition=GAMES[kind].edition, language=place.language,
            options=options, turn_seconds=turn, window_seconds=window, bank_seconds=bank, pace=pace,
            created=self._now(), host=place.host, hints=bool(hints), hints_chosen=hints is not None,
            access="anyone" if former is None else former.access, invited=_invited_again(former, place.host),
            words=words, weekends_off=former is not None and former.weekends_off,
            starts_full=former is not None and former.starts_full and len(people) < GAMES[kind].seats[-1],
            least_share=None if former is None else former.least_share,
            longest_answer=None if former is None else former.longest_answer, parent=place.parent,
        )  # fmt: skip
        return await self._tables.get(await self._db.tables.open(new, self.entropy(SEED_BYTES), people, drawn, room))

    # Internal methods; the caller holds the table's lock

    async def _publish_seats(self, live: LiveTable) -> None:
        """Executes the votes that are complete after a change of seats, and publishes the change."""
        await self._tables.refresh(live)
        await self.settle_votes(live)
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
            await check_return(self._db, live, own)
            await self._db.vacancies.set_left(live.id, letter, None, told=told, returned=self._now())
        else:
            letter = free_for(live, user)
            if live.free[letter] == ANYBODY:
                await check_reliable(self._db, live.row, user)
            await check_welcome(self._db, live, user, to=letter)
            former = live.seat(letter).user
            host = live.heir(former) or (user if former == live.row.host else None)
            await self._db.vacancies.replace(live.id, letter, user, name, self._now(), told=told, host=host)
        await self._publish_seats(live)
        if former > 0 and former != user and not is_former(former):
            self._bus.publish(SeatTaken(live, user, former))
        return Taken(letter, former, live.row.finished_yet)


def _invited_again(former: GameRow | None, host: int) -> tuple[int, ...]:
    """Returns the people who are invited to a rematch: as before, and the host of a private table if it has another."""
    if former is None:
        return ()
    stays = former.access != "invited" or former.host in {host, *former.invited} or is_former(former.host)
    return former.invited if stays else (*former.invited, former.host)
