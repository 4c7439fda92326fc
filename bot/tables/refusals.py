"""What players may not do just now: nothing has changed, and the message says what to do instead."""

from __future__ import annotations

from typing import Final

import storage
from bot.texts import N_, Translator, cited
from bot.texts.isolation import isolated
from rules.errors import AnswerRefused, NotAllowed, NotAsked, StaleNumber
from storage.errors import TRANSIENT_ERRORS


class Listed(tuple[str, ...]):
    """A fact of several messages: each is translated, and they are said one after the other."""

    __slots__ = ()

    def said(self, words: Translator) -> str:
        """All of them in somebody's language."""
        return ", ".join(words(one) for one in self)


class Refused(Exception):
    """Something that cannot be done now; `message` is translated for whoever asked, `rule` cited behind it."""

    def __init__(self, message: str, **facts: object) -> None:
        super().__init__(message)
        self.message = message
        self.facts = facts

    def said(self, words: Translator) -> str:
        """The refusal in somebody's language."""
        facts = {name: fact.said(words) if isinstance(fact, Listed) else fact for name, fact in self.facts.items()}
        return cited(words(self.message, **facts), self.facts.get("rule"))


class NotHere(Refused):
    """There is no table in this place."""

    def __init__(self) -> None:
        super().__init__(N_("There is no table in this channel. Open one with `/game new`."))


class NotSeatedHere(Refused):
    """Who asks does not sit at this table."""

    def __init__(self) -> None:
        super().__init__(N_("You do not sit at this table; only its players can do that."))


class NoSuchSeat(Refused):
    """Nobody of that name sits here."""

    def __init__(self) -> None:
        super().__init__(N_("There is no such seat at this table. Choose one of those that the command offers."))


NOT_NOW: Final = {
    "lobby": N_("The game has not begun yet: press Start in the lobby."),
    "running": N_("The game is running already."),
}


ANSWERED_ELSEWHERE: Final = N_("You have answered this in another window.")


class AnsweredAlready(Refused):
    """The seat has answered this decision before, in another window or on another device."""

    def __init__(self) -> None:
        super().__init__(ANSWERED_ELSEWHERE)


class NotRunning(Refused):
    """What is asked for does not fit the table's phase: its game has not begun yet, has begun already or is over."""

    def __init__(self, phase: str) -> None:
        super().__init__(NOT_NOW.get(phase, N_("This game is over. Open a new table with `/game new`.")))


class Paused(Refused):
    """The game stands still."""

    def __init__(self) -> None:
        super().__init__(N_("The game is paused; `/game resume` lets it go on."))


class ComputerPlays(Refused):
    """The seat's owner has left; a computer plays for them."""

    def __init__(self) -> None:
        super().__init__(N_("The computer plays your seat now; `/game join` takes it back."))


class SeatKept(Refused):
    """The table has given the seat of whoever asks to somebody else, who has not come yet."""

    def __init__(self, newcomer: int) -> None:
        super().__init__(
            N_("The table keeps your seat for {player}. A player can offer it back to you with `/game replace`."),
            player=f"<@{newcomer}>",
        )


DAMAGED: Final = N_(
    "The record of table {game} is damaged, so the table is set aside: nothing is played here until it is repaired. "
    "All other tables go on. `python -m storage check` tells whoever runs the bot what is wrong."
)


class TableQuarantined(Refused):
    """The table's record is not what was written: nobody plays on what a disk has made of it."""

    def __init__(self, game: int) -> None:
        super().__init__(DAMAGED, game=game)


class Unreadable(Refused):
    """The table's record does not fit the rules or the deck of this program."""

    def __init__(self, game: int) -> None:
        super().__init__(
            N_(
                "Table {game} cannot be opened by this version of the program; nothing is lost. "
                "Please tell whoever runs the bot: `python -m storage check` says what is wrong."
            ),
            game=game,
        )


NO_UNDO: Final = {
    "window": N_("While a window is open, nothing is taken back; nothing has changed."),
    "nothing": N_("You have no move to take back."),
    "revealed": N_(
        "Your last move stands: something that lay hidden has come to light since (a card, a draw, a roll, or what was "
        "answered in a window)."
    ),
}
"""Why nothing is taken back; the same whatever anybody holds."""
TOURNAMENT_NOW: Final = {
    "open": N_("The tournament has not begun yet."),
    "running": N_("The tournament has begun already."),
}
TOURNAMENT_OVER: Final = N_("This tournament is over.")
NOT_ASKED: Final = N_("You are not asked now, or you have answered already; nothing has changed.")
EXPECTED_ERRORS = (Refused, AnswerRefused, storage.TableError)
"""Errors that are answers to a player, not defects."""


def explained(error: Exception, words: Translator) -> str:
    """A kind word for whoever has met the error."""
    match error:
        case Refused():
            return error.said(words)
        case StaleNumber() | storage.AlreadyAnswered() | storage.ConflictError():
            return words(
                "That decision is over already; nothing has changed. Look at the board to see what is asked now."
            )
        case NotAsked():
            return words(NOT_ASKED)
        case NotAllowed():
            return words("That is not among the moves allowed now; nothing has changed. Press My move again.")
        case storage.ChannelBusy():
            return words("This channel has a table already. Finish or end it (`/game end`), or take another channel.")
        case storage.AlreadySeated():
            return words("You sit at this table already; nobody sits in two seats.")
        case storage.NotSeated():
            return NotSeatedHere().said(words)
        case storage.WrongPhase():
            return NotRunning(error.phase).said(words)
        case storage.UnknownGame():
            return words("I do not know that table (any more). Open one with `/game new`.")
    return _about_decks(error, words)


def _about_decks(error: Exception, words: Translator) -> str:
    match error:
        case storage.UnknownDeck():
            return words("You keep no such deck (any more). `/deck list` shows those that you have.")
        case storage.DeckNameTaken():
            return words("Another of your decks has that name already; please choose another one.")
        case storage.TooManyDecks():
            return words("You keep {most} decks already; `/deck list` removes one.", most=error.most)
    return _about_leagues(error, words)


def _about_leagues(error: Exception, words: Translator) -> str:
    match error:
        case storage.UnknownSeason():
            return words("There is no such season here. `/league open` opens one.")
        case storage.SeasonOpen():
            return words(
                "The season {name} of that game is open; `/league close` closes it.", name=isolated(error.name)
            )
        case storage.SeasonClosed():
            return words("That season is closed; its results stay as they are.")
        case storage.SeasonNameTaken():
            return words("A season of this server has that name already; please choose another one.")
        case storage.NoMember():
            return words("You do not belong to that season.")
    return _about_tournaments(error, words)


def _about_tournaments(error: Exception, words: Translator) -> str:
    match error:
        case storage.UnknownTournament():
            return words("There is no tournament here. `/league tournament` opens one.")
        case storage.TournamentBusy():
            return words("This channel has a tournament already. Finish it, or take another channel.")
        case storage.NotInTournament():
            return words("You do not play in this tournament.")
        case storage.TournamentFull():
            return words("This tournament is full: {most} people play in it.", most=error.most)
        case storage.TournamentPhase():
            return words(TOURNAMENT_NOW.get(error.phase, TOURNAMENT_OVER))
    return _about_the_disk(error, words)


def _about_the_disk(error: Exception, words: Translator) -> str:
    if isinstance(error, TRANSIENT_ERRORS):
        return words(
            "I cannot write anything down at the moment, so that did not count and nothing has changed. Everything can "
            "be looked at meanwhile. As soon as I can write again, the game goes on: please press once more then."
        )
    return words("Something went wrong on my side. Nothing is lost: please press again.")
