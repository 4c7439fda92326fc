"""Takes moves back: at once if no other player has answered since, otherwise after a vote."""

from __future__ import annotations

from typing import Final

from bot.games.facts import Undoing
from bot.tables.changes import ChangesTables
from bot.tables.consent import AGREED, NOTED
from bot.tables.live import LiveTable
from bot.tables.refusals import NO_UNDO, Refused
from bot.tables.retries import retry_on_conflict
from bot.texts import N_, Translator
from rules.decisions import CLOCK, Window
from rules.draws import Draw
from rules.engine import Game
from rules.errors import NoUndo
from rules.undo import UNDO, Retraction

MAX_IN_A_ROW: Final = 2
"""The maximum number of a seat's undos in a row, because each one restarts the deadline."""
MAX_PER_GAME: Final = 40
"""The maximum number of undos per game, because each one makes loading the game slower."""
NOT_AT_ONCE: Final = N_("That move counts now. `/game undo` asks the players who have answered since.")
OVER: Final = N_("That request is over. Nothing has changed.")


class Undos(ChangesTables):
    """A service that takes moves back, starts votes on it, and limits the number of undos."""

    @retry_on_conflict
    async def ask(self, game_id: int, user: int, words: Translator, number: int | None = None) -> str:
        """Takes back a seat's last answer, or starts a vote about it; returns a private message; raises Refused.

        With the number of a decision, takes back only the answer to it, and only if no vote is necessary.
        """
        async with self._tables.held(game_id) as live:
            game, seat = live.playing(), live.player(user).seat
            back = _retraction(game, seat)
            if number is not None and (back.number != number or live.people_among(back.since)):
                raise Refused(NOT_AT_ONCE)
            pending = live.undoing
            if pending is not None and pending.seat != seat:
                raise Refused(
                    N_("{player} has already asked to take back a move. Answer that first."),
                    player=live.facts.seat(pending.seat).mention,
                )
            if live.undo != (game.number, seat) and live.people_among(back.since):
                await self._db.consents.propose_undo(live.id, game.number, seat)
                await self._tables.refresh(live)
            asked = live.undoing
            if asked is None:
                await self._referee.undo_held(live, seat, back.since)
                return words("Your last move is taken back. Choose again.")
            self._bus.table_changed(live)
            players = ", ".join(live.facts.seat(letter).mention for letter in sorted(asked.needed))
            return words(
                "Others have answered since: {players}. Your move is taken back when all of them agree.",
                players=players,
            )

    @retry_on_conflict
    async def agree(self, game_id: int, user: int, number: int | None, words: Translator) -> str:
        """Stores a consent to an undo, or takes the move back at the last one; returns a message; raises Refused."""
        async with self._tables.held(game_id) as live:
            game, (asked, seat) = live.playing(), _asked(live, user, number)
            if seat not in asked.needed:
                raise Refused(N_("Your consent is not needed: you have not answered anything since that move."))
            agreed = {*asked.agreed, seat}
            if asked.needed == agreed:
                await self._referee.undo_held(live, asked.seat, _retraction(game, asked.seat).since)
                return words(AGREED)
            await self._db.consents.set_vote(live.id, UNDO, user, True)
            await self._tables.publish_change(live)
            return words(NOTED, agreed=len(agreed), needed=len(asked.needed))

    async def refuse(self, game_id: int, user: int, number: int | None, words: Translator) -> str:
        """Ends the vote: a player refuses, or the seat withdraws its request; returns a message; raises Refused."""
        async with self._tables.held(game_id) as live:
            live.playing()
            asked, seat = _asked(live, user, number)
            if seat not in (asked.seat, *asked.needed):
                raise Refused(N_("Your consent is not needed: you have not answered anything since that move."))
            await self._db.consents.withdraw_undo(live.id)
            await self._tables.publish_change(live)
            if seat == asked.seat:
                return words("You have withdrawn your request. The move counts.")
            return words("You do not agree. The move counts.")


def at_once(live: LiveTable, seat: str, number: int, told: int) -> bool:
    """Returns whether the seat's answer to that decision could be taken back now without a vote.

    `told`: the number of events before it. Replays nothing, so that every answer can be followed by this question.
    """
    game = live.game
    if game is None or game.decision is None or isinstance(game.decision, (Window, Draw)) or live.undoing is not None:
        return False
    undoable, since = game.rules.undoable, [entry for entry in game.entries if entry.number >= number]
    if not {game.decision.kind, *(entry.kind for entry in since)} <= undoable.kinds:
        return False
    seats = {entry.seat for entry in since}
    if CLOCK in seats or live.people_among(seats - {seat}):
        return False
    keys = (key for entry in since for key in entry.keys)
    if any(map(undoable.reveals, game.told[told:])) or any(map(undoable.shows, keys)):
        return False
    return _in_a_row(game, seat) < MAX_IN_A_ROW and sum(entry.kind == UNDO for entry in game.entries) < MAX_PER_GAME


def latest_at_once(live: LiveTable, seat: str, number: int, told: int) -> int | None:
    """Returns the number of the seat's latest answer, if it could be taken back now without a vote; otherwise None.

    `number`, `told`: as for `at_once`. The latest answer is a later one if several were given by one press.
    """
    if live.game is None or not at_once(live, seat, number, told):
        return None
    return max((entry.number for entry in live.game.entries if entry.seat == seat), default=None)


def _asked(live: LiveTable, user: int, number: int | None) -> tuple[Undoing, str]:
    """Returns the undo on which the players vote about that decision, and the user's seat; raises Refused."""
    seat, asked = live.player(user).seat, live.undoing
    if asked is None or asked.number != number:
        raise Refused(OVER)
    return asked, seat


def _retraction(game: Game, seat: str) -> Retraction:
    """Returns the answers that the seat would take back; raises Refused."""
    try:
        back = game.retraction(seat)
    except NoUndo as refused:
        raise Refused(NO_UNDO[refused.why]) from None
    if _in_a_row(game, seat) >= MAX_IN_A_ROW:
        raise Refused(N_("You can take back at most two moves in a row. Make your move."))
    if sum(entry.kind == UNDO for entry in game.entries) >= MAX_PER_GAME:
        raise Refused(
            N_("This game has used up its {most} take-backs. Moves can no longer be taken back."), most=MAX_PER_GAME
        )
    return back


def _in_a_row(game: Game, seat: str) -> int:
    """Returns the seat's undos since the last answer of another player, or of a kind that cannot be taken back."""
    count, alone = 0, {UNDO, *game.rules.undoable.kinds}
    for entry in reversed(game.entries):
        if entry.seat not in (seat, CLOCK) or entry.kind not in alone:
            break
        count += entry.kind == UNDO
    return count
