"""Exports and deletes what is stored about a user."""

from __future__ import annotations

import json
import secrets
from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final, NamedTuple

from storage import chain
from storage.blocks import Blocks
from storage.games import Games
from storage.limited_uses import LimitedUses
from storage.personal_data import FIRST_STAND_IN, FORMER, HELD, INVITED, NAMED_IN_RECORD, STAND_INS, Held, is_former
from storage.repository import LOCKED, Repository, transaction, upsertion
from storage.seal import Seeds
from storage.seats import Seats
from storage.tables import Tables
from storage.timestamps import written
from storage.vacancies import Vacancies

_UNFINISHED_SEATS: Final = """
SELECT games.id, games.phase, games.host, games.told, seats.seat,
    EXISTS (SELECT 1 FROM tournament_games WHERE game = games.id) AS drawn
FROM seats JOIN games ON games.id = seats.game
WHERE seats.user = ? AND seats.left_at IS NULL AND games.phase IN ('lobby', 'running') ORDER BY games.id
"""
_OTHERS: Final = """
SELECT user FROM seats WHERE game = ? AND user <> ? AND computer = 0 AND left_at IS NULL ORDER BY position
"""
_TOUCHED: Final = """
SELECT game FROM seats WHERE user = ?1 UNION SELECT game FROM substitutions WHERE former_user = ?1 OR user = ?1
UNION SELECT id FROM games WHERE host = ?1 ORDER BY 1
"""
_TOURNAMENTS: Final = """
SELECT id FROM tournaments WHERE phase IN ('open', 'running') AND (organiser = ?1
    OR id IN (SELECT tournament FROM tournament_players WHERE user = ?1)) ORDER BY id
"""
_RESEAL: Final = "UPDATE entries SET link = ? WHERE game = ? AND number = ? AND seat = ?"
_RESEALED: Final = upsertion("resealed", "game", "at")
_LAST_SEEN: Final = """
SELECT user, MAX(at) AS seen FROM (
    SELECT seats.user, COALESCE(games.finished, games.started, games.created) AS at
    FROM seats JOIN games ON games.id = seats.game
    UNION ALL SELECT former_user, at FROM substitutions
    UNION ALL SELECT user, COALESCE(left_at, joined) FROM memberships
    UNION ALL SELECT user, COALESCE(dropped, finished, created) FROM tournament_players
        JOIN tournaments ON tournaments.id = tournament_players.tournament
    UNION ALL SELECT organiser, COALESCE(finished, created) FROM tournaments
    UNION ALL SELECT host, COALESCE(finished, created) FROM games
    UNION ALL SELECT user, day FROM puzzle_answers
    UNION ALL SELECT user, seen FROM people WHERE seen IS NOT NULL
) AS traces
WHERE user > 0 AND user < ? GROUP BY user HAVING MAX(at) < ? ORDER BY user
"""
_BUSY: Final = """
SELECT user FROM seats JOIN games ON games.id = seats.game WHERE phase IN ('lobby', 'running') AND left_at IS NULL
UNION SELECT user FROM tournament_players JOIN tournaments ON tournaments.id = tournament
    WHERE phase IN ('open', 'running') AND dropped IS NULL
UNION SELECT user FROM memberships JOIN seasons ON seasons.id = season WHERE closed IS NULL AND left_at IS NULL
"""


class Forgotten(NamedTuple):
    """The result of forgetting a user: the number of deleted or changed rows by table, the games with the stand-in.

    `resealed`: the games whose hash chain was computed again without the name.
    """

    rows: dict[str, int]
    games: tuple[int, ...]
    resealed: tuple[int, ...]


class Privacy(Repository):
    """The repository that exports and deletes users' personal data; `storage.personal_data` lists where it is."""

    async def export(self, user: int) -> dict[str, list[dict[str, Any]]]:
        """Returns everything that is stored about a user, by table; nothing that this user may not see, such as data
        about other users or hidden cards.
        """
        found = {held.table: await self._exported(held, user) for held in HELD if held.export}
        return {table: rows for table, rows in found.items() if rows}

    async def check_forgettable(self, user: int) -> None:
        """Raises SeedSealed if the user cannot be forgotten now: a record that names them cannot be sealed again."""
        for game in await self._column(NAMED_IN_RECORD, user):
            await self._is_sound(game)

    @transaction
    async def forget(self, user: int, at: datetime) -> Forgotten:
        """Deletes a user: settings, decks, orders, blocks and every ID and name of theirs.

        A stand-in remains in finished games, and a pseudonym in the block lists of others and in hourly limits. Seats
        of unfinished games are handed over first. Raises SeedSealed, and ValueError if the number is not a user's.
        """
        if user <= 0 or is_former(user):
            raise ValueError("only the data of users can be deleted")
        for number in await self.unfinished_tournaments(user):
            # No table of theirs opens until the end of the transaction.
            await self._row(f"SELECT 1 FROM tournaments WHERE id = ? {LOCKED}", number)
        games = tuple(await self._column(_TOUCHED, user))
        for game in games:
            await self._require(game)
        await self._hand_over(user, at)
        sound = [game for game in await self._column(NAMED_IN_RECORD, user) if await self._is_sound(game)]
        stand_in = await self._stand_in()
        await Blocks(self.session).keep_pseudonym(user)
        await LimitedUses(self.session).keep_pseudonym(user, at)
        await self._leave_leagues(user, at)
        await self._uninvite(user)
        rows = {held.table: await self._forgotten(held.forget, user, stand_in) for held in HELD}
        await self._execute("INSERT INTO unlisted (user) VALUES (?)", stand_in)
        for game in sound:
            await self._reseal(game, at)
        return Forgotten({table: count for table, count in rows.items() if count}, games, tuple(sound))

    @transaction
    async def forget_invitations(self, before: datetime) -> None:
        """Deletes the lists of people who were invited to tables that ended before that time."""
        await self._execute("UPDATE games SET invited = '[]' WHERE finished < ? AND invited <> '[]'", written(before))

    async def last_seen_before(self, moment: datetime) -> list[int]:
        """Returns the users whose last table, tournament, season or interaction was before that time, without those who
        play now or are members of an open season.
        """
        busy = set(await self._column(_BUSY))
        found = await self._rows(_LAST_SEEN, FIRST_STAND_IN, written(moment))
        return [row["user"] for row in found if row["user"] not in busy]

    async def forgotten(self) -> int:
        """Returns the number of forgotten users who have a stand-in."""
        return await self._value("SELECT COUNT(*) FROM unlisted WHERE user >= ?", FIRST_STAND_IN) or 0

    async def resealed(self, game: int) -> str | None:
        """Returns when a game's record was last sealed again because a name was deleted from it; None: never."""
        return await self._value("SELECT at FROM resealed WHERE game = ?", game)

    async def unfinished_tournaments(self, user: int) -> list[int]:
        """Returns the unfinished tournaments that the user plays in or organises."""
        return await self._column(_TOURNAMENTS, user)

    async def _exported(self, held: Held, user: int) -> list[dict[str, Any]]:
        """Returns the rows of one table about a user; of a list of pairs only the user's own value."""
        rows = [dict(row) for row in await self._rows(held.export, user)]
        for row in rows if held.own else ():
            row[held.own] = dict(json.loads(row[held.own])).get(user)
        return rows

    # Inside the transaction

    async def _hand_over(self, user: int, at: datetime) -> None:
        """Takes the user out of unfinished games, as if they had left; a table without another person ends."""
        for row in await self._rows(_UNFINISHED_SEATS, user):
            others = await self._column(_OTHERS, row["id"], user)
            host = others[0] if others and row["host"] == user else None
            if row["phase"] == "running" and others:
                await Vacancies(self.session).set_left(row["id"], row["seat"], at, host=host, told=row["told"])
            elif row["phase"] == "running":
                await Tables(self.session).finish(row["id"], "ended", None, at)
            elif row["drawn"] and others:
                # A tournament's seats are fixed: a computer will play this one.
                await Seats(self.session).give_to_computer(row["id"], user, FORMER)
                if host is not None:
                    await Games(self.session).set(row["id"], host=host)
            elif row["drawn"]:
                await Tables(self.session).finish(row["id"], "ended", None, at)
            elif others:
                await Seats(self.session).remove(row["id"], user, host=host)
            else:
                await Tables(self.session).end_lobby(row["id"], user, at)

    async def _stand_in(self) -> int:
        """Returns a number that no user and no other stand-in has."""
        while True:
            number = FIRST_STAND_IN + secrets.randbelow(STAND_INS)
            if await self._row("SELECT 1 FROM unlisted WHERE user = ?", number) is None:
                return number

    async def _leave_leagues(self, user: int, at: datetime) -> None:
        """Ends the user's memberships of seasons, and drops the user out of unfinished tournaments."""
        sql = "UPDATE memberships SET left_at = ? WHERE user = ? AND left_at IS NULL"
        await self._execute(sql, written(at), user)
        unfinished = "tournament IN (SELECT id FROM tournaments WHERE phase IN ('open', 'running'))"
        sql = f"UPDATE tournament_players SET dropped = ? WHERE user = ? AND dropped IS NULL AND {unfinished}"
        await self._execute(sql, written(at), user)

    async def _uninvite(self, user: int) -> None:
        for row in await self._rows(f"SELECT id, invited FROM games WHERE {INVITED} {LOCKED}", user):
            invited = json.dumps([one for one in json.loads(row["invited"]) if one != user])
            await self._execute("UPDATE games SET invited = ? WHERE id = ?", invited, row["id"])

    async def _forgotten(self, statements: Sequence[str], user: int, stand_in: int) -> int:
        return sum([
            await self._execute(sql, *((user, stand_in) if "?1" in sql and "?2" in sql else (user,)))
            if "?1" in sql else await self._execute(sql.replace("?2", "?1"), stand_in)
            for sql in statements
        ])  # fmt: skip

    async def _is_sound(self, game: int) -> bool:
        """Returns whether a game's hash chain is intact; raises SeedSealed if its seed cannot be opened.

        A damaged chain is not sealed again, because that would hide the damage.
        """
        row = await self._row(chain.GAME, game)
        if row is None or row["link"] is None:
            return False
        seats, entries = await self._rows(chain.SEATS, game), await self._rows(chain.ENTRIES, game)
        return chain.flaw(row, await Seeds(self.session).get(game), seats, entries) is None

    async def _reseal(self, game: int, at: datetime) -> None:
        """Computes a game's hash chain again after a name was deleted, because the chain covers the names; stores the
        time.
        """
        await self._execute(_RESEALED, game, written(at))
        row = await self._row(chain.GAME, game)
        assert row is not None  # noqa: S101 - it was read before
        seats, entries = await self._rows(chain.SEATS, game), await self._rows(chain.ENTRIES, game)
        links, latest = chain.links(row, await Seeds(self.session).get(game), seats, entries)
        changed = [(link, game, one["number"], one["seat"]) for link, one in zip(links, entries, strict=True)]
        await self.session.executemany(_RESEAL, changed)
        await self._execute("UPDATE games SET link = ? WHERE id = ?", latest, game)
