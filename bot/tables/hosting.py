"""Actions of a lobby's host: change its settings, invite people, call players, and remove people."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from bot.tables.admission import check_room, must_not_be_drawn
from bot.tables.changes import ChangesTables
from bot.tables.live import LiveTable
from bot.tables.loadouts import copied
from bot.tables.paces import Times
from bot.tables.refusals import NotRunning, Refused
from bot.tables.wishes import Wishes
from bot.texts import N_
from rules import GAMES
from storage.rows import Access

MAX_INVITED: Final = 25
"""The maximum number of invitations to one table: each of them is pinged."""


class Settings(NamedTuple):
    """New settings of a lobby, as its host has chosen them."""

    pace: str
    options: Mapping[str, str]
    """Options of the game by name; an option that is missing is not changed."""
    language: str
    hints: bool
    access: Access
    starts_full: bool = False
    """Whether the game starts by itself when all seats are taken."""


class GuestSettings(NamedTuple):
    """New settings of a lobby: whether clocks rest on weekends, and which reliability players must have to join."""

    weekends_off: bool
    least_share: int | None = None
    """The minimum percentage of games that a player finishes; None: any."""
    longest_answer: int | None = None
    """The maximum time in seconds in which a player usually answers; None: any."""


ALL_INVITED: Final = N_(
    "You have already invited {most} people to this table. Let anyone join in *Settings*; at your next table you can "
    "invite again."
)
CALLED: Final = N_(
    "Players have already been called to this table. You can still invite people, and call again at your next table."
)


@dataclass(eq=False, repr=False)
class Hosting(ChangesTables):
    """A service for changes by the host of a lobby.

    Methods with a `user` raise Refused unless that user is the host. All of them but `set_words` also raise it once the
    game has begun, and at a tournament's table.
    """

    async def change(self, game: int, user: int, wished: Settings, hints: bool | None = None) -> None:
        """Changes the lobby's settings. Individual times are kept only if the pace stays the same.

        `hints`: whether the form showed hints as on (None: not known), so that an unchanged tick is no choice.
        """
        async with self._tables.held(game) as live:
            await self.check(live, user)
            row, rules = live.row, GAMES[live.row.kind]
            times = Times.of(row) if wished.pace == row.pace else Wishes(pace=wished.pace).times()
            chosen = row.hints_chosen or wished.hints != (live.has_hints if hints is None else hints)
            settings = replace(
                row, options=copied(rules, row.options, wished.options), pace=times.pace, turn_seconds=times.turn,
                window_seconds=times.window, bank_seconds=times.bank, language=wished.language,
                hints=wished.hints and chosen, hints_chosen=chosen,
                access=wished.access, starts_full=wished.starts_full,
            )  # fmt: skip
            await self._db.tables.change_lobby(game, settings)
            await self._tables.publish_change(live)

    async def change_guests(self, game: int, user: int, wished: GuestSettings) -> None:
        """Changes the lobby's days off and the reliability that players must have to join."""
        async with self._tables.held(game) as live:
            await self.check(live, user)
            await self._db.tables.change_lobby(game, replace(live.row, **wished._asdict()))
            await self._tables.publish_change(live)

    async def set_words(self, game: int, user: int, words: bool) -> None:
        """Sets whether the table's board is text (True) or a picture, for all users; also while the game runs."""
        async with self._tables.held(game) as live:
            _check_host(live, user)
            if live.row.finished_yet:
                raise NotRunning(live.row.phase)
            await self._db.tables.set_words(game, words)
            await self._tables.publish_change(live)

    async def invite(self, game: int, user: int, guest: int) -> LiveTable:
        """Stores the invitation of a user, who may then join the lobby, and returns the table; sends no message.

        A user who was blocked by someone there is invited too, so that a refusal does not reveal the block. They cannot
        join while that person is there (`check_welcome`). Raises Refused if the host has blocked the user.
        """
        async with self._tables.held(game) as live:
            await self.check(live, user)
            if any(seat.user == guest for seat in live.seats):
                raise Refused(N_("{player} already sits at this table."), player=f"<@{guest}>")
            if guest in live.row.invited:
                raise Refused(N_("{player} is already invited and can press Join."), player=f"<@{guest}>")
            if guest in await self._db.blocks.blocked_by(user):
                raise Refused(N_("You have blocked {player}. `/profile` ends a block."), player=f"<@{guest}>")
            if len(live.row.invited) >= MAX_INVITED:
                raise Refused(ALL_INVITED, most=MAX_INVITED)
            await self._db.tables.invite(game, [*live.row.invited, guest])
            await self._tables.publish_change(live)
            return live

    async def take_back_invitation(self, game: int, guest: int) -> None:
        """Stores that an invitation was not posted, so that the host can repeat it."""
        async with self._tables.held(game) as live:
            if live.row.phase == "lobby" and guest in live.row.invited:
                await self._db.tables.invite(game, [one for one in live.row.invited if one != guest])
                await self._tables.publish_change(live)

    async def call(self, game: int, user: int) -> LiveTable:
        """Stores that the host calls players to the lobby, which is possible once for each table; returns the table.

        The caller posts the call, which pings a role. Raises Refused.
        """
        async with self._tables.held(game) as live:
            await self.check(live, user)
            if live.row.called:
                raise Refused(CALLED)
            if live.row.access == "invited":
                raise Refused(N_("Only invited people may join this table. Let anyone join in *Settings* first."))
            check_room(live)
            await self._db.tables.set_called(game, True)
            await self._tables.publish_change(live)
            return live

    async def take_back_call(self, game: int) -> None:
        """Stores that a call of players was not posted, so that the host can repeat it."""
        async with self._tables.held(game) as live:
            if live.row.phase == "lobby":
                await self._db.tables.set_called(game, False)
                await self._tables.publish_change(live)

    async def remove(self, game: int, user: int, guest: int) -> None:
        """Removes another person from the lobby; at a private table they need a new invitation to return."""
        async with self._tables.held(game) as live:
            await self.check(live, user)
            if guest == user or all(seat.computer or seat.user != guest for seat in live.seats):
                raise Refused(N_("That person no longer sits at this table. Nothing has changed."))
            await self._db.tables.expel(game, guest, [one for one in live.row.invited if one != guest])
            await self._tables.publish_change(live)

    async def check(self, live: LiveTable, user: int) -> None:
        """Raises Refused unless the table is a lobby, this user is its host, and no tournament has drawn its seats."""
        live.seat_in_lobby(user)
        _check_host(live, user)
        must_not_be_drawn(live)


def _check_host(live: LiveTable, user: int) -> None:
    live.seat_of(user)
    if live.row.host != user:
        raise Refused(N_("Only the host can do that. Ask {host}."), host=f"<@{live.row.host}>")
