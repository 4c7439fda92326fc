"""Transactions about whole tables: open, start, move, finish; and the state of a table in one query."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from storage import chain
from storage.archive import Archive
from storage.consents import Consents
from storage.games import Games, options_text
from storage.messages import Messages
from storage.openings import Openings, Room
from storage.record import Record
from storage.record_rows import Entry, Outcome
from storage.repository import Repository, transaction
from storage.rows import Finished, NewGame, TableState
from storage.seal import Seeds
from storage.seats import Newcomer, Seats
from storage.states import STATE, table_state
from storage.table_errors import UnknownGame
from storage.timestamps import written
from storage.tournament_rows import DrawnTable
from storage.tournaments import Tournaments


class Tables(Repository):
    """The repository for transactions about a whole table."""

    async def state(self, game: int) -> TableState:
        """Returns everything that is stored about a table except its record; raises UnknownGame.

        The seed is empty until the game is finished.
        """
        row = await self._row(STATE, game)
        if row is None:
            raise UnknownGame(game)
        return table_state(row)

    @transaction
    async def open(
        self, new: NewGame, seed: bytes, people: Iterable[Newcomer] = (), drawn: DrawnTable | None = None,
        room: Room | None = None,
    ) -> int:  # fmt: skip
        """Opens a lobby with these people in its seats and returns its number; raises ChannelBusy or AlreadySeated.

        `drawn`: the tournament's table that it is for; its players then sit down instead of `people`. `room`: the
        limits that it must keep, otherwise TooManyOpen, OpenedOften or ChannelFull is raised.
        """
        games = Games(self.session)
        if room is not None:
            await Openings(self.session).check_locked(new, room)
        if drawn is not None:
            people = await Tournaments(self.session).seated(drawn, new.created)
            new = _with_host(new, people)
        await games.must_be_free(new.channel)
        game = await games.add(new)
        await Seeds(self.session).put(game, seed)
        await games.set(game, link=chain.opened(game, seed))
        for who in people:
            await Seats(self.session).sit_down(game, who)
        if drawn is not None:
            await Tournaments(self.session).add_game(game, drawn)
        return game

    @transaction
    async def change_lobby(self, game: int, new: NewGame) -> None:
        """Gives a lobby the language, times, options and the host's other settings of `new`; raises WrongPhase.

        If the options change, the seats' loadouts are deleted, because they were chosen for other options.
        """
        await self._require(game, "lobby")
        games = Games(self.session)
        if options_text((await games.get(game)).options) != options_text(new.options):
            await self._execute("UPDATE seats SET part = NULL WHERE game = ?", game)
        await games.set(
            game, language=new.language, options=options_text(new.options), turn_seconds=new.turn_seconds,
            window_seconds=new.window_seconds, bank_seconds=new.bank_seconds, pace=new.pace, hints=new.hints,
            hints_chosen=new.hints_chosen,
            access=new.access, weekends_off=new.weekends_off, starts_full=new.starts_full,
            least_share=new.least_share, longest_answer=new.longest_answer,
        )  # fmt: skip

    @transaction
    async def set_words(self, game: int, words: bool) -> None:
        """Stores whether the board of an unfinished table is text instead of a picture; raises WrongPhase."""
        await self._require(game, "lobby", "running")
        await Games(self.session).set(game, words=words)

    @transaction
    async def invite(self, game: int, invited: Sequence[int]) -> None:
        """Replaces the list of users that the host of a lobby has invited; raises WrongPhase."""
        await self._require(game, "lobby")
        await Games(self.session).set(game, invited=json.dumps(list(invited)))

    @transaction
    async def set_called(self, game: int, called: bool) -> None:
        """Stores whether the host of a lobby has called players; raises WrongPhase."""
        await self._require(game, "lobby")
        await Games(self.session).set(game, called=called)

    @transaction
    async def expel(self, game: int, user: int, invited: Sequence[int]) -> None:
        """Removes a user from a lobby and replaces the list of invited users; raises NotSeated or WrongPhase."""
        await Seats(self.session).remove(game, user)
        await Games(self.session).set(game, invited=json.dumps(list(invited)))

    @transaction
    async def start(
        self, game: int, edition: int, started: datetime, *, options: Mapping[str, str] | None = None,
        hints: bool | None = None,
    ) -> None:  # fmt: skip
        """Turns a lobby into a running game under this edition (and these options and hints); raises WrongPhase.

        Fixes the seats' letters and recorded names, deletes the lobby's votes, and extends the hash chain.
        """
        await self._require(game, "lobby")
        await Seats(self.session).fix_letters(game)
        await Consents(self.session).forget_all(game)
        changes: dict[str, object] = {} if options is None else {"options": options_text(options)}
        if hints is not None:
            changes["hints"] = hints
        await Games(self.session).set(game, phase="running", edition=edition, started=written(started), **changes)
        await Games(self.session).set(game, link=await self._begun(game))

    @transaction
    async def practise(
        self, new: NewGame, seed: bytes, people: Iterable[Newcomer], entries: Sequence[Entry], told: int,
        room: Room | None = None,
    ) -> int:  # fmt: skip
        """Opens and starts a game for practice that begins with these answers of another game; returns its number.

        `told`: the number of events that the answers have caused, which are not announced again. Raises ChannelBusy,
        AlreadySeated and, at one of the limits `room`, TooManyOpen, OpenedOften or ChannelFull.
        """
        game = await self.open(new, seed, people, room=room)
        await self.start(game, new.edition, new.created)
        await Record(self.session).append(game, entries, told=told)
        return game

    @transaction
    async def move(self, game: int, channel: int) -> None:
        """Stores that an unfinished game is played in another channel, and deletes the stored place of its board.

        Raises WrongPhase or ChannelBusy.
        """
        await self._require(game, "lobby", "running")
        await Games(self.session).must_be_free(channel)
        await Games(self.session).set(game, channel=channel, parent=None)
        await Messages(self.session).forget_board(game)

    @transaction
    async def finish(self, game: int, phase: Finished, result: str | None, at: datetime) -> None:
        """Ends an unfinished game and reveals its seed: `over` with a result (JSON), or `ended` without a winner.

        Raises WrongPhase.
        """
        await self._require(game, "lobby", "running")
        await Archive(self.session).end(game, Outcome(phase, result, at))

    @transaction
    async def end_lobby(self, game: int, user: int, at: datetime) -> None:
        """Removes the last user of a lobby and ends it; raises NotSeated or WrongPhase."""
        await Seats(self.session).remove(game, user)
        await Archive(self.session).end(game, Outcome("ended", None, at))

    async def _begun(self, game: int) -> bytes:
        """Returns the chain's link for the start of the game."""
        row = await self._row(chain.GAME, game)
        assert row is not None  # noqa: S101 - it was required before
        seats = chain.seated(await self._rows(chain.SEATS, game))
        return chain.begun(bytes(row["link"] or b""), row["kind"], row["edition"], row["options"], seats)


def _with_host(new: NewGame, people: Iterable[Newcomer]) -> NewGame:
    """Returns a lobby's data with the first person as host, if its host is not among the people (was forgotten)."""
    users = [who.user for who in people if who.user is not None]
    return new if new.host in users or not users else replace(new, host=users[0])
