"""What a table decides together: more than half of the people at it, or whoever may manage the channel."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime

from bot.tables.computer_names import computer_name
from bot.tables.live import ABOUT_THE_ABSENT, ANYBODY, LET_COMPUTER, VOTES, LiveTable, by_computer
from bot.tables.referee import ChangesTables
from bot.tables.refusals import NoSuchSeat, Refused
from bot.texts import Words, later
from storage import NORMAL, Proposed, SeatRow, Vacancy

AGREED = later("Agreed.")
TAKEN_BACK = later("You have taken your consent back: {agreed} of {needed} needed.")
NOTED = later("Your consent is noted: {agreed} of {needed} needed.")
AS_SOON_AS = later("As soon as the table agrees, {player} takes the seat with `/game join`.")
Invite = Callable[[LiveTable, str, int], None]
"""Told of a seat that is offered, and to whom (0: to anybody)."""


@dataclass(eq=False)
class Consent(ChangesTables):
    """Pause, resume, replace, end; and what becomes of a seat that is late again and again."""

    _invite: Invite

    async def agree(  # noqa: PLR0913 - who agrees to what, and how
        self, game: int, user: int, what: str, words: Words, *, manager: bool = False, number: int | None = None,
        by_button: bool = False,
    ) -> str:  # fmt: skip
        """A consent to what is asked (the first one asks); raises Refused. Gives a private word back.

        A consent to a substitution is bound to the number of the proposal. The button of whoever has agreed already
        takes the consent back.
        """
        async with self._tables.held(game) as live:
            self._check(live, user, what, manager=manager)
            if what == "replace" and number != live.proposals:
                raise Refused(later("That substitution is no longer proposed; nothing has changed."))
            if by_button and not manager and user in live.votes.get(what, ()):
                await self._take_back(live, user, what)
                agreed, needed = live.tally(what)
                return words(TAKEN_BACK, agreed=agreed, needed=needed)
            if await self._agreed(live, user, what, manager=manager):
                return words(AGREED)
            agreed, needed = live.tally(what)
            return words(NOTED, agreed=agreed, needed=needed)

    async def ends_alone(self, game: int, user: int) -> bool:
        """Whether the word of this manager would end a game that others still want to play; raises Refused."""
        live = await self._tables.get(game)
        self._check(live, user, "end", manager=True)
        agreed, needed = live.tally("end", also=user)
        return live.row.phase == "running" and agreed < needed

    async def plays(self, game: int, user: int) -> bool:
        """Whether the user has a seat at that table."""
        return any(seat.user == user and seat.left is None for seat in (await self._tables.get(game)).seats)

    async def propose(self, game: int, user: int, proposed: Proposed, words: Words, *, manager: bool = False) -> str:
        """Offer a seat to somebody, or to a computer, if the table agrees; raises Refused.

        The same proposal once more is a consent to it; another one takes its place.
        """
        newcomer = proposed.newcomer
        async with self._tables.held(game) as live:
            self._check(live, user, "replace", manager=manager, asking=True)
            _check_newcomer(live, proposed)
            if live.proposed == proposed:
                done = await self._agreed(live, user, "replace", manager=manager)
            else:
                done = await self._put_forward(live, user, proposed, manager=manager)
            agreed, needed = live.tally("replace")
        if newcomer is None:
            return words(AGREED) if done else words(NOTED, agreed=agreed, needed=needed)
        who = f"<@{newcomer}>"
        if done:
            return words("Agreed. {player} takes the seat with `/game join`.", player=who)
        noted = words(NOTED, agreed=agreed, needed=needed)
        return f"{noted}\n{words(AS_SOON_AS, player=who)}"

    async def wait(self, game: int, user: int, words: Words) -> str:
        """The table waits for whoever was late: they are counted anew."""
        async with self._tables.held(game) as live:
            live.running()
            live.player(user)
            if live.absent is None:
                raise Refused(later("Nobody is missing any more."))
            await self._store.count_anew(game, live.absent, ABOUT_THE_ABSENT)
            await self._tables.refresh(live)
            self._changed(live)
            return words("The table waits.")

    async def pause(self, live: LiveTable, *, trouble: bool = False) -> None:
        """The clock stops with what is left, perhaps by the bot's own doing; the caller holds the table."""
        rest = None
        if live.deadline is not None:
            rest = max((live.deadline.due - self._now()).total_seconds(), 0.0)
        await self._store.set_paused(live.id, self._now(), rest, trouble=trouble)
        await self._tables.refresh(live)

    async def end_of_trouble(self, game: int) -> None:
        """What the bot paused by itself goes on."""
        async with self._tables.held(game) as live:
            if live.trouble and live.row.phase == "running":
                await self._resume(live)
            self._changed(live)

    # Inside; the table is held

    def _check(self, live: LiveTable, user: int, what: str, *, manager: bool, asking: bool = False) -> None:
        if what not in VOTES:
            raise Refused(later("I do not know that question."))
        if what != "end" or live.row.phase not in ("lobby", "running"):
            live.running()
        if not manager:
            live.player(user)
        paused = live.row.paused_at is not None
        if what == "pause" and paused:
            raise Refused(later("The game is paused already; `/game resume` lets it go on."))
        if what == "resume" and not paused:
            raise Refused(later("The game is not paused."))
        if what in ABOUT_THE_ABSENT and live.absent is None:
            raise Refused(later("Nobody is missing any more."))
        if what == "replace" and live.proposed is None and not asking:
            raise Refused(later("Nobody has proposed a substitute; `/game replace` does."))

    async def _agreed(self, live: LiveTable, user: int, what: str, *, manager: bool) -> bool:
        """Notes a consent, or does what it is the last one for; whether it is done.

        The last one is never stored by itself: whoever is killed in between leaves a question that is still open.
        """
        agreed, needed = live.tally(what, also=ANYBODY if manager else user)
        done = manager or agreed >= needed
        if done:
            await self._carry_out(live, what)
        else:
            await self._store.set_vote(live.id, what, user, True)
            await self._tables.refresh(live)
        self._changed(live)
        return done

    async def _take_back(self, live: LiveTable, user: int, what: str) -> None:
        """A substitution to which nobody agrees any more is no longer proposed."""
        if what == "replace" and live.tally(what).agreed == 1:
            await self._store.withdraw(live.id)
        else:
            await self._store.set_vote(live.id, what, user, False)
        await self._tables.refresh(live)
        self._changed(live)

    async def _put_forward(self, live: LiveTable, user: int, proposed: Proposed, *, manager: bool) -> bool:
        """A proposal with a number of its own, to which nobody else has agreed; whether it is done at once."""
        done = manager or live.tally("replace").needed == 1
        if done:
            await self._replace(live, proposed)
        else:
            await self._store.propose(live.id, user, proposed)
            await self._tables.refresh(live)
        self._changed(live)
        return done

    async def _carry_out(self, live: LiveTable, what: str) -> None:
        match what:
            case "pause":
                await self.pause(live)
            case "resume":
                await self._resume(live)
            case "end":
                await self._store.finish_game(live.id, "ended", None, self._now())
                await self._tables.refresh(live)
            case "replace" if live.proposed is not None:
                await self._replace(live, live.proposed)
            case _ if what in ABOUT_THE_ABSENT and live.absent is not None:
                await self._give_up(live, live.absent, what)

    async def _resume(self, live: LiveTable) -> None:
        await self._store.resume(live.id, self._now())
        await self._tables.refresh(live)
        await self._referee.settle_held(live)

    async def _replace(self, live: LiveTable, proposed: Proposed) -> None:
        seat, newcomer, level = proposed
        decided = ("replace", *live.asked_about(seat))
        await self._vacate(live, _vacancy(live, seat, newcomer, level or NORMAL, self._now(), decided))

    async def _give_up(self, live: LiveTable, seat: str, what: str) -> None:
        """The absent one's seat: a computer plays it, and it is free for a substitute where the table wants one."""
        free_for, level = ANYBODY if what == "hand_over" else None, LET_COMPUTER.get(what, NORMAL)
        await self._vacate(live, _vacancy(live, seat, free_for, level, self._now(), ABOUT_THE_ABSENT))

    async def _vacate(self, live: LiveTable, vacancy: Vacancy) -> None:
        """A computer plays on, until the owner comes back or whoever the seat is offered to takes it."""
        await self._store.vacate(live.id, vacancy)
        await self._tables.refresh(live)
        if vacancy.free:
            self._invite(live, vacancy.seat, vacancy.free_for or ANYBODY)
        await self._referee.settle_held(live)


def _vacancy(
    live: LiveTable, seat: str, free_for: int | None, level: str, at: datetime, decided: tuple[str, ...]
) -> Vacancy:
    """A seat that is free for somebody (0: for anybody), or for nobody, and the computer that plays there."""
    row, free = live.seat(seat), free_for is not None
    offered = Vacancy(seat, decided, free=free, free_for=free_for or None)
    if not by_computer(row):
        return replace(offered, left=at, level=level)
    if free:
        return offered
    return replace(offered, level=level, name=computer_name(live, level, but=seat) if row.computer else None)


def _check_newcomer(live: LiveTable, proposed: Proposed) -> None:
    seat, newcomer, level = proposed
    if seat not in {row.seat for row in live.seats}:
        raise NoSuchSeat
    if newcomer is None and by_computer(live.seat(seat)) and live.seat(seat).level == (level or NORMAL):
        raise Refused(later("A computer of that level plays that seat already."))
    if newcomer is not None and any(_sits(row, newcomer, seat) for row in live.seats):
        raise Refused(later("A substitute must not sit at this table already."))


def _sits(row: SeatRow, newcomer: int, seat: str) -> bool:
    """Whether somebody holds a seat; to whom it was taken from their own may be given back."""
    return row.user == newcomer and not (row.seat == seat and row.left is not None)
