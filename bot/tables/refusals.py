"""Refusals: exceptions that say why nothing has changed and what the user can do instead; texts for other errors."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import storage
from bot.background import LoggedError
from bot.texts import N_, Translator, cited
from bot.texts.isolation import isolated
from rules.errors import AnswerRefused, NotAllowed, NotAsked, StaleNumber
from storage.errors import TRANSIENT_ERRORS, DatabaseUnreachable


class Listed(tuple[str, ...]):
    """A message parameter that consists of several messages, which are translated and joined by commas."""

    __slots__ = ()

    def said(self, words: Translator) -> str:
        """Returns the messages in a language, joined by commas."""
        return ", ".join(words(one) for one in self)


class Refused(Exception):
    """The base class of refusals: `message` is translated for the user, and the fact `rule` is cited after it."""

    def __init__(self, message: str, **facts: object) -> None:
        super().__init__(message)
        self.message = message
        self.facts = facts

    def said(self, words: Translator) -> str:
        """Returns the message of the refusal in a language."""
        facts = {name: fact.said(words) if isinstance(fact, Listed) else fact for name, fact in self.facts.items()}
        return cited(words(self.message, **facts), self.facts.get("rule"))


class RefusedAside(Refused):
    """A refusal that is shown next to the message whose button was pressed, which is still useful."""


class NotHere(Refused):
    """The refusal because the channel has no table."""

    def __init__(self) -> None:
        super().__init__(
            N_("There is no table in this channel. Find one with `/tables`, or open one with `/game new`.")
        )


class NotSeatedHere(Refused):
    """The refusal because the user has no seat at this table."""

    def __init__(self) -> None:
        super().__init__(N_("You do not sit at this table. Only its players can do that."))


class NoSuchSeat(Refused):
    """The refusal because the table has no seat of that name."""

    def __init__(self) -> None:
        super().__init__(N_("There is no such seat at this table. Choose one of the suggestions."))


CANNOT_INVITE: Final = N_("{player} cannot be seated at this table. Choose someone else.")
"""The refusal of a replacement; it does not say who has blocked the other."""
CANNOT_WRITE: Final = N_("I may not write in <#{channel}>. I need: {permissions}. Nothing has changed.")
NO_SUCH_ZONE: Final = N_("I do not know that time zone. Type one such as `Europe/Prague`. Nothing has changed.")
NO_QUIET_HOURS: Final = N_("Type quiet hours such as `22:00-07:00`, at most 14 hours a day. Nothing has changed.")
NOT_NOW: Final = {
    "lobby": N_("The game has not started yet. Press Start in the lobby."),
    "running": N_("The game is already running."),
}


ANSWERED_ELSEWHERE: Final = N_("You have already answered this in another panel.")


class AnsweredAlready(Refused):
    """The refusal because the seat has already answered this decision, for example on another device."""

    def __init__(self) -> None:
        super().__init__(ANSWERED_ELSEWHERE)


class NotRunning(Refused):
    """The refusal because the operation does not fit the table's phase (lobby, running or finished)."""

    def __init__(self, phase: str) -> None:
        super().__init__(NOT_NOW.get(phase, N_("This game is over. Open a new table with `/game new`.")))


class Paused(Refused):
    """The refusal because the game is paused."""

    def __init__(self) -> None:
        super().__init__(N_("The game is paused. Resume it with `/game resume`."))


class ComputerPlays(Refused):
    """The refusal because the user has left the seat and a computer plays for them."""

    def __init__(self) -> None:
        super().__init__(N_("A computer plays your seat now. Take it back with `/game join`."))


class SeatKept(Refused):
    """The refusal because the table has offered the user's seat to another user."""

    def __init__(self, newcomer: int) -> None:
        super().__init__(
            N_("Your seat is reserved for {player}. A player can offer it back to you with `/game replace`."),
            player=f"<@{newcomer}>",
        )


DAMAGED: Final = N_(
    "The record of table {game} is damaged, so the game is stopped until it is repaired. For the bot's "
    "operator: `krupier-storage check` shows what is wrong."
)


UNCERTAIN: Final = N_(
    "I cannot reach the stored games at the moment. Check in a moment whether your move went through; if not, repeat "
    "it."
)


class TableQuarantined(Refused, LoggedError):
    """The refusal because the table's record was altered, so the table cannot be played."""

    def __init__(self, game: int) -> None:
        super().__init__(DAMAGED, game=game)


class Unreadable(Refused, LoggedError):
    """The refusal because the table's record does not fit the rules or the deck of this version."""

    def __init__(self, game: int) -> None:
        super().__init__(
            N_(
                "This version of the bot cannot open table {game}; nothing is lost. Please tell the bot's "
                "operator: `krupier-storage check` shows what is wrong."
            ),
            game=game,
        )


NO_UNDO: Final = {
    "window": N_("You cannot take back a move while others may react. Nothing has changed."),
    "nothing": N_("You have no move to take back."),
    "revealed": N_(
        "You cannot take back your last move: hidden information has been revealed since (a card, a draw, a "
        "roll or a reaction)."
    ),
}
"""Reasons why no move can be taken back; they depend on public facts only."""
TOURNAMENT_NOW: Final = {
    "open": N_("The tournament has not started yet."),
    "running": N_("The tournament has already started."),
}
TOURNAMENT_OVER: Final = N_("This tournament is over.")
NOT_ASKED: Final = N_("You are not asked now, or you have already answered. Nothing has changed.")
SHOWN_ASIDE: Final = (RefusedAside, storage.ChannelBusy, storage.ChannelFull)
"""Errors that are shown next to the message whose button was pressed, which is still useful."""
EXPECTED_ERRORS = (Refused, AnswerRefused, storage.TableError)
"""Errors that are shown to a user and are not bugs."""


OVER: Final = N_("That decision is over, and nothing has changed. The board shows the current one.")
MESSAGES: Final[Mapping[type[Exception], str]] = {
    StaleNumber: OVER,
    storage.AlreadyAnswered: OVER,
    storage.ConflictError: OVER,
    NotAsked: NOT_ASKED,
    NotAllowed: N_("That move is not allowed now, and nothing has changed. Press My move again."),
    storage.ChannelBusy: N_("This channel already has a table. End it with `/game end`, or use another channel."),
    storage.ChannelFull: N_(
        "Open tables in this channel and its threads: {count}. Join one of them (`/tables`), open yours in "
        "another channel, or open it as soon as one of them starts or closes."
    ),
    storage.AlreadySeated: N_("You already sit at this table. You cannot take a second seat."),
    storage.UnknownGame: N_("That table does not exist any more. Open one with `/game new`."),
    storage.UnknownDeck: N_("You have no such deck. `/deck list` shows your saved decks."),
    storage.DeckNameTaken: N_("Another of your decks already has that name. Choose another one."),
    storage.TooManyDecks: N_("You already have {most} saved decks. Remove one with `/deck list`."),
    storage.TooManyBlocks: N_("You already block {most} people. Unblock one with `/profile`."),
    storage.UnknownSeason: N_("There is no such season here. Open one with `/league open`."),
    storage.SeasonOpen: N_("The season {name} of that game is still open. Close it first with `/league close`."),
    storage.SeasonClosed: N_("That season is closed, and its results are final."),
    storage.SeasonNameTaken: N_("A season on this server already has that name. Choose another one."),
    storage.NoMember: N_("You are not in that season."),
    storage.UnknownTournament: N_("There is no tournament here. Open one with `/league tournament`."),
    storage.TournamentBusy: N_("This channel already has a tournament. Finish it, or use another channel."),
    storage.NotInTournament: N_("You do not play in this tournament."),
    storage.RemovedFromTournament: N_(
        "The organiser has removed you from this tournament. Only the organiser can let you join again."
    ),
    # The words are the same for a full tournament and for a block, so that they do not reveal a block.
    storage.TournamentFull: N_("There is no room for you in this tournament. Play in another one."),
}
"""Messages for errors that are not `Refused`; their placeholders are attributes of the error."""


def explained(error: Exception, words: Translator) -> str:
    """Returns a message for the user about an error: a specific one if it is expected, otherwise a general one."""
    match error:
        case Refused():
            return error.said(words)
        case storage.NotSeated():
            return NotSeatedHere().said(words)
        case storage.WrongPhase():
            return NotRunning(error.phase).said(words)
        case storage.TournamentPhase():
            return words(TOURNAMENT_NOW.get(error.phase, TOURNAMENT_OVER))
    message = next((text for kind, text in MESSAGES.items() if isinstance(error, kind)), None)
    if message is not None:
        facts = {name: isolated(fact) if isinstance(fact, str) else fact for name, fact in vars(error).items()}
        return words(message, **facts)
    if isinstance(error, DatabaseUnreachable):
        return words(UNCERTAIN)
    if isinstance(error, TRANSIENT_ERRORS):
        return words("I cannot save moves at the moment, so nothing has changed. Try again in a moment.")
    return words("Something went wrong on my side, but nothing is lost. Try again.")
