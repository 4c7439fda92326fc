"""Runs a tournament with a whole bot twice: everything is the same except one player's cards."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from random import Random

from bot.emulator.objects import Channel
from bot.emulator.people.seen import Seen
from bot.emulator.world.events import Event
from bot.tables.live import LiveTable
from rules.decisions import Several
from rules.engine import Game
from storage import TableRow
from tests.any_answer import any_answer
from tests.bot.table import Evening
from tests.bot.tournament import Tournament
from tests.secrets.onlookers import HOLDER, Act, Onlooker, Story, exchange, first_hands_lie, pictured
from tests.secrets.shadows import WORLDS, Shadows, answer_in, some_answer

PEOPLE = ("Anna", "Bert", "Cyril", "Dora", "Emil", "Filip")
STRANGER = "Gita"
ORGANISER = "Anna"
ROUNDS = 2
TRIES = 5
"""The number of answers that are tried until one reveals nothing."""
A_WHILE = 7.0
LOOKED_AT = ("record log", "record stats", "league leaderboard")
TOLD = ("MESSAGE_", "THREAD_", "CHANNEL_")


class WatchedTournament:
    """One tournament of the pair, with the records of what every user is shown in it."""

    def __init__(self, evening: Evening, dice: Random, world: str) -> None:
        self.evening, self.dice, self.world = evening, dice, world
        self.tournament = Tournament(evening)
        self.seen = {name: Onlooker() for name in (*PEOPLE, STRANGER)}
        self.story = Story()
        self.shadows: Shadows | None = None
        self.requests = 0
        """The number of noted requests."""
        self.answered = 0
        """The number of answers at the holder's table that both variants accept."""
        self.tables: dict[int, TableRow] = {}
        """The tables of this round, without the one of users with a bye, by number."""
        evening.world.listen(self._heard)

    def _heard(self, event: Event) -> None:
        if not event.name.startswith(TOLD):
            return
        data = pictured(self.evening.world, event)
        for name, seen in self.seen.items():
            if self.evening.person(name).may_see(event):
                channel = self.evening.world.channels.get(event.channel_id or 0)
                room = "by DM" if channel is None or channel.guild_id is None else channel.name
                seen.note(room, self.evening.clock(), event.name, data, private=bool(event.only_for) or room == "by DM")

    # The course of it

    async def opens(self, kind: str) -> None:
        """Opens the tournament, which all players join."""
        app = self.evening.bot.app
        app.tournaments.entropy = app.lobby.entropy = Random("seeds").randbytes
        await self.tournament.open(*PEOPLE, host=ORGANISER, game=kind, rounds=ROUNDS, seats=3, pace="relaxed")
        self._note()

    async def pairs(self) -> None:
        """Pairs the next round, starts the game of every table in its thread, watched by a stranger, and keeps first
        hands.

        Then the holder's cards are exchanged.
        """
        self.shadows = None
        await self.tournament.press(ORGANISER, "t_next")
        await self.tournament.everyone_opens()
        rows = (await self.tournament.state()).rounds[-1].tables
        self.tables = {row.number: row for row in rows if row.number}
        for number, row in self.tables.items():
            starter = next(name for name in PEOPLE if self.evening.person(name).id == row.users[0])
            await self.act(("press", starter, str(number), "start"))
            await self.evening.slash(STRANGER, "game watch", self._room(number))
        await self._first_hands()
        self._note()

    async def plays(self, acts: Iterable[Act] | int) -> None:
        """Plays that many random acts, or repeats the given acts of the twin tournament."""
        if isinstance(acts, int):
            for _ in range(acts):
                await self.act(self._some_act())
        else:
            for act in acts:
                await self.act(act)

    async def comes_to_results(self, *, whole: bool) -> None:
        """Ends the holder's table by the organiser's decision.

        With `whole`, the other tables are played to their ends; otherwise they are ended like the holder's.
        """
        for number in self.tables:
            if whole and number != self._own:
                await self._played_out(number)
            else:
                await self._ended(number)
            self._note()
        await self.tournament.press(STRANGER, "t_table")

    async def closes(self) -> None:
        """Finishes the tournament as its organiser and verifies it as a stranger."""
        asked = await self.tournament.press(ORGANISER, "t_finish")
        await self.tournament.press_private(ORGANISER, asked, "t_finish_sure")
        await self.tournament.press(STRANGER, "t_verify")
        self._note()

    # Acts

    def _some_act(self) -> Act:
        """Returns a random act: a user looks at something, time passes, or a player answers without revealing a
        difference.
        """
        number, what = self.dice.choice(list(self.tables)), self.dice.random()
        if what < 0.2:
            return ("press", self.dice.choice((*PEOPLE, STRANGER)), str(number), self.dice.choice(["move", "hand"]))
        if what < 0.3:
            return ("slash", self.dice.choice([HOLDER, STRANGER]), str(number), self.dice.choice(LOOKED_AT))
        for _ in range(TRIES):
            game = self._live(number).game
            assert game is not None
            if game.decision is None:
                break
            if number != self._own or self.shadows is None:
                seat = game.waiting[0]
                return ("answer", str(number), seat, "", *any_answer(game, seat, self.dice))
            given = some_answer(game, self.shadows.holder, self.dice)
            if self.shadows.may(given):
                self.shadows.given.append(given)
                self.answered += 1
                return ("answer", str(number), *given[:2], *given[2])
        return ("wait", str(A_WHILE))

    async def act(self, act: Act) -> None:
        """Performs an act in this tournament, and notes what everyone has seen."""
        evening, (kind, who, *how) = self.evening, act
        if kind == "press":
            board = self._board(who, self._room(int(how[0])))
            await evening.press(who, board, evening.part(board, how[1]))
        elif kind == "slash":
            await evening.slash(who, how[1], self._room(int(how[0])))
        elif kind == "wait":
            await evening.pass_time(float(who))
        else:
            await self._answer(int(who), how[0], how[1], tuple(how[2:]))
        self.story.acts.append(act)
        self._note()

    async def _answer(self, number: int, seat: str, place: str, keys: tuple[str, ...]) -> None:
        live = self._live(number)
        assert live.game is not None
        own = live.seat_of(self.evening.person(HOLDER).id).seat if number == self._own else ""
        given = answer_in(live.game, own, (seat, place, keys))
        assert given is not None
        await self.evening.bot.app.referee.play(live.id, live.game.number, live.seat(seat).user, given)
        await self.evening.settled()

    async def _first_hands(self) -> None:
        """Keeps all first hands, then exchanges the holder's cards in both tournaments."""
        for number in self.tables:
            live = self._live(number)
            while live.game is not None and live.game.decision is not None and not first_hands_lie(live.game.decision):
                keep = () if isinstance(live.game.decision, Several) else ("keep",)
                await self.act(("answer", str(number), live.game.waiting[0], "", *keep))
        game = self._live(self._own).game
        assert game is not None
        holder = self._live(self._own).seat_of(self.evening.person(HOLDER).id).seat
        self.shadows = Shadows(game, holder)
        exchange(game.rules.name, game.table, holder, Random(self.world))

    async def _played_out(self, number: int) -> None:
        live, dice = self._live(number), Random(number)
        game: Game | None = live.game
        assert game is not None
        while game.decision is not None:
            seat = game.waiting[0]
            keys = any_answer(game, seat, dice)
            await self.evening.bot.app.referee.play(live.id, game.number, live.seat(seat).user, keys)
            await self.evening.settled()

    async def _ended(self, number: int) -> None:
        outcome = await self.evening.slash(ORGANISER, "game end", self._room(number))
        assert outcome.message is not None
        if "end_sure" in self.evening.verbs(outcome.message):
            await self.evening.press(ORGANISER, outcome.message, self.evening.part(outcome.message, "end_sure"))
        names = {self.evening.person(name).id: name for name in PEOPLE}
        typed = "\n".join(f"{at} {names[user]}" for at, user in enumerate(self.tables[number].users, 1))
        rounds = len((await self.tournament.state()).rounds)
        await self.tournament.rule(ORGANISER, f"{rounds}.{number}", typed)

    # What there is

    @property
    def _own(self) -> int:
        """Returns the number of the table at which the holder plays."""
        holder = self.evening.person(HOLDER).id
        return next(number for number, row in self.tables.items() if holder in row.users)

    def _room(self, number: int) -> Channel:
        return self.evening.world.channels[self._live(number).row.channel]

    def _live(self, number: int) -> LiveTable:
        users = self.tables[number].users
        found = [live for live in self.evening.bot.app.tables._live.values() if live.seats[0].user == users[0]]
        return max(found, key=lambda live: live.id)

    def _board(self, name: str, room: Channel) -> Seen:
        shown = [seen for seen in self.evening.person(name).messages(room) if seen.usable and not seen.ephemeral]
        return shown[-1]

    def _note(self) -> None:
        """Adds to the story what everyone has seen by now, the requests, and the deadlines of all tables."""
        story = self.story
        story.seen.append({n: {p: len(e) for p, e in seen.events.items()} for n, seen in self.seen.items()})
        lives = self.evening.bot.app.tables._live.values()
        story.clocks.append(" ".join(f"{live.id} {live.deadline} {live.facts}" for live in lives))
        story.events = {name: seen.events for name, seen in self.seen.items()}
        asked = self.evening.discord.requests
        story.asks(self.evening.world, asked[self.requests :], self.evening.person(HOLDER).id)
        self.requests = len(asked)


async def twice(
    kind: str, folder: Path, dice: Random, steps: int, *, whole: bool, pictures: bool
) -> tuple[Story, Story, int]:
    """Plays the same tournament twice, the second time with other cards of the holder.

    Returns both stories and the number of answers at the holder's tables.
    """
    stories, given, answered = list[Story](), list[list[Act]](), 0
    for world in WORLDS:
        people = (*PEOPLE, STRANGER)
        async with Evening.of(*people, database=folder / f"{world}.sqlite3", pictures=pictures) as evening:
            watched = WatchedTournament(evening, dice, world)
            await watched.opens(kind)
            for number in range(ROUNDS):
                await watched.pairs()
                since = len(watched.story.acts)
                await watched.plays(given[number] if stories else steps)
                given.append(watched.story.acts[since:])
                await watched.comes_to_results(whole=whole)
            await watched.closes()
            stories.append(watched.story)
            answered += watched.answered
            evening.clean()
    return stories[0], stories[1], answered
