"""Decisions by a vote of the players, or by a manager of the channel: pause, resume, replace a player, end the game."""

from __future__ import annotations

from dataclasses import dataclass

from bot.tables.admission import check_apart
from bot.tables.live import LiveTable
from bot.tables.refusals import Refused
from bot.tables.vote_execution import Decided, ExecutesVotes, check_newcomer
from bot.tables.voting import manager_decides, votes, votes_about_the_absent
from bot.texts import N_, Translator
from storage import Proposed

AGREED = N_("Agreed.")
TAKEN_BACK = N_("You no longer agree. Votes so far: {agreed} of {needed}.")
NOTED = N_("You agree. Votes so far: {agreed} of {needed}.")
ANOTHER_ABSENT = N_("The table does not ask about that player now. Nothing has changed.")
NOT_FOR_YOURSELF = N_("The other players decide whether to wait for you. Make your next move, and you are back.")
AS_SOON_AS = N_("When the players agree, {player} can take the seat with `/game join`.")
ASKED = N_(
    "The other players must agree first (votes needed: {needed}). Then {player} can take the seat with `/game join`."
)


@dataclass(eq=False, repr=False)
class Consent(ExecutesVotes):
    """A service that counts consents to pause, resume or end a game or to replace a player, and executes the
    decision."""

    async def agree(  # noqa: PLR0913 - who agrees to what, and how
        self, game: int, user: int, what: str, words: Translator, *, manager: bool = False, number: int | None = None,
        by_button: bool = False,
    ) -> str:  # fmt: skip
        """Stores a user's consent in a vote (`what`), or executes the decision if no further consent is necessary.

        Returns a private message for the user; raises Refused. `what`: one of `votes()`. The first consent starts the
        vote. A consent to a replacement is bound to the number of the proposal (`number`), and one about an absent
        player to the place of that seat. A second press of the button (`by_button`) takes the consent back. `manager`:
        the user may manage the channel and so decides without the others, if `what` allows it.
        """
        async with self._tables.held(game) as live:
            manager = manager and self._decides_alone(live, user, what)
            self._check(live, user, what, manager=manager)
            if what == "replace" and number != live.proposals:
                raise Refused(N_("That replacement is no longer proposed. Nothing has changed."))
            if what in votes_about_the_absent() and not live.asks_about(number):
                raise Refused(ANOTHER_ABSENT)
            if by_button and not manager and user in live.consents(what) and not live.is_complete(what):
                await self._take_back(live, user, what)
                agreed, needed = live.tally(what)
                return words(TAKEN_BACK, agreed=agreed, needed=needed)
            if await self._agreed(live, user, what, manager=manager):
                return words(AGREED)
            agreed, needed = live.tally(what)
            return words(NOTED, agreed=agreed, needed=needed)

    async def ends_alone(self, game: int, user: int) -> bool:
        """Returns whether this manager's consent would end a running game although too few players have agreed to end
        it; raises Refused."""
        live = await self._tables.get(game)
        self._check(live, user, "end", manager=True)
        agreed, needed = live.tally("end", also=user)
        return live.row.phase == "running" and agreed < needed

    async def plays(self, game: int, user: int) -> bool:
        """Returns whether the user has a seat at that table and has not left it to a computer."""
        return any(seat.user == user and seat.left is None for seat in (await self._tables.get(game)).seats)

    async def propose(
        self, game: int, user: int, proposed: Proposed, words: Translator, *, manager: bool = False
    ) -> str:
        """Proposes to hand a seat to a user or to a computer, or does so at once if no other vote is necessary.

        Returns a private message for the user; raises Refused. The same proposal again is a consent to it; another one
        replaces it.
        """
        newcomer = proposed.newcomer
        async with self._tables.held(game) as live:
            self._check(live, user, "replace", manager=manager, asking=True)
            check_newcomer(live, proposed)
            if newcomer is not None:
                await check_apart(self._db, live, newcomer, by=user, to=proposed.seat)
            alone = manager and manager_decides(live.seats, user, proposed)
            if live.proposed == proposed:
                done = await self._agreed(live, user, "replace", manager=alone)
            else:
                done = await self._put_forward(live, user, proposed, manager=alone)
            agreed, needed = live.tally("replace")
        if newcomer is None:
            return words(AGREED) if done else words(NOTED, agreed=agreed, needed=needed)
        who = f"<@{newcomer}>"
        if done:
            return words("Agreed. {player} can take the seat with `/game join`.", player=who)
        if not agreed:
            return words(ASKED, needed=needed, player=who)
        noted = words(NOTED, agreed=agreed, needed=needed)
        return f"{noted}\n{words(AS_SOON_AS, player=who)}"

    async def wait(self, game: int, user: int, words: Translator, number: int | None = None) -> str:
        """Lets the table wait for the absent player: resets their count of missed deadlines and ends the votes about
        their seat.

        Returns a private message for the user; raises Refused if no player is absent, or the user themselves. `number`:
        the place of the seat that the button was about.
        """
        async with self._tables.held(game) as live:
            live.running()
            seat = live.player(user).seat
            if live.absent is None:
                raise Refused(N_("No player is missing now."))
            if not live.asks_about(number):
                raise Refused(ANOTHER_ABSENT)
            if seat == live.absent:
                raise Refused(NOT_FOR_YOURSELF)
            await self._db.vacancies.reset_absences(game, live.absent, live.asked_about(live.absent))
            await self._tables.publish_change(live)
            return words("The table keeps waiting.")

    async def end_of_trouble(self, game: int) -> None:
        """Resumes a game if the bot has paused it because its channel failed; publishes TableChanged in any case."""
        async with self._tables.held(game) as live:
            if live.trouble and live.row.phase == "running":
                await self._resume(live)
            self._bus.table_changed(live)

    # Internal methods; the caller holds the table's lock

    @staticmethod
    def _decides_alone(live: LiveTable, user: int, what: str) -> bool:
        """Returns whether a user who may manage the channel decides this without the table's votes."""
        if what != "replace" or live.proposed is None:
            return True
        return manager_decides(live.seats, user, live.proposed)

    def _check(self, live: LiveTable, user: int, what: str, *, manager: bool, asking: bool = False) -> None:
        """Raises Refused if the vote does not exist or this user may not take part in it now."""
        if what not in votes():
            raise Refused(N_("That vote does not exist."))
        if what != "end" or live.row.phase not in ("lobby", "running"):
            live.running()
        if not manager:
            live.player(user)
        paused = live.row.paused_at is not None
        if what == "pause" and paused:
            raise Refused(N_("The game is already paused. Resume it with `/game resume`."))
        if what == "resume" and not paused:
            raise Refused(N_("The game is not paused."))
        if what in votes_about_the_absent() and live.absent is None:
            raise Refused(N_("No player is missing now."))
        if what == "replace" and live.proposed is None and not asking:
            raise Refused(N_("No one has proposed a replacement. Propose one with `/game replace`."))

    async def _agreed(self, live: LiveTable, user: int, what: str, *, manager: bool) -> bool:
        """Stores a consent, or executes the decision if it is the last one necessary; returns whether it was executed.

        Publishes the change. The last consent is only stored together with its effect, so after a crash in between the
        vote is still open.
        """
        agreed, needed = live.tally(what, also=user)
        done = manager or agreed >= needed
        if done:
            await self._carry_out(live, what, Decided(user, manager, alone=agreed < needed or needed == 1))
        else:
            await self._db.consents.set_vote(live.id, live.stored_name(what), user, True)
            await self._tables.refresh(live)
        self._bus.table_changed(live)
        return done

    async def _take_back(self, live: LiveTable, user: int, what: str) -> None:
        """Removes a user's consent, and the proposal of a replacement if no consent is left; publishes the change."""
        if what == "replace" and live.tally(what).agreed == 1:
            await self._db.consents.end_proposal(live.id)
        else:
            await self._db.consents.set_vote(live.id, live.stored_name(what), user, False)
        await self._tables.publish_change(live)

    async def _put_forward(self, live: LiveTable, user: int, proposed: Proposed, *, manager: bool) -> bool:
        """Stores a new proposal with its first consent, or executes it if that is enough; publishes the change.

        Returns whether it was executed.
        """
        only_voter = {seat.user for seat in live.voters("replace", proposed)} == {user}
        done = manager or only_voter
        if done:
            await self._replace(live, proposed, Decided(user, manager, alone=True))
        else:
            await self._db.consents.propose(live.id, user, proposed)
            await self._tables.refresh(live)
        self._bus.table_changed(live)
        return done
