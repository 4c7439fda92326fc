"""Errors of tables, decks, seasons and tournaments; the bot has a text for users about each of them."""

from __future__ import annotations

from datetime import datetime

from storage.errors import StorageError


class TableError(StorageError):
    """The base class of errors that the state of a table, deck, season or tournament does not allow the operation.

    Nothing was written.
    """


class UnknownGame(TableError):
    """The error that no game has this number."""

    def __init__(self, game: int | None = None) -> None:
        name = "that number" if game is None else f"number {game}"
        super().__init__(f"There is no game with {name}. Open one with /game new.")


class ChannelBusy(TableError):
    """The error that the channel has an unfinished game."""

    def __init__(self, channel: int, game: int) -> None:
        self.channel = channel
        self.game = game
        super().__init__(f"Game {game} is not finished in this channel. Finish or end it, or take another channel.")


class TooManyOpen(TableError):
    """The error that the host has as many open lobbies on the server as are allowed."""

    def __init__(self, channels: list[int]) -> None:
        self.lobbies = channels
        super().__init__(f"You have {len(channels)} open lobbies. Close one first.")


class OpenedOften(TableError):
    """The error that the host has opened as many tables without other people as are allowed in a period."""

    def __init__(self, first: datetime) -> None:
        self.first = first
        """The time of the opening that must leave the period first."""
        super().__init__("You have opened many tables in a short time. Wait a little.")


class ChannelFull(TableError):
    """The error that a channel and its threads have as many open lobbies as are allowed."""

    def __init__(self, count: int) -> None:
        self.count = count
        super().__init__(f"This channel has {count} open lobbies. Join one of them, or take another channel.")


class WrongPhase(TableError):
    """The error that the game is not in a phase in which the operation is possible."""

    def __init__(self, game: int, phase: str, wanted: str) -> None:
        self.phase = phase
        super().__init__(f"Game {game} is {phase}; this can be done only while it is {wanted}.")


class AlreadySeated(TableError):
    """The error that the user already has a seat in this game."""

    def __init__(self, game: int) -> None:
        super().__init__(f"This player already has a seat in game {game}. A player can have only one.")


class NotSeated(TableError):
    """The error that the user or the seat is not part of the game."""

    def __init__(self, game: int) -> None:
        super().__init__(f"This user has no seat in game {game}. Join it first.")


class AlreadyAnswered(TableError):
    """The error that the seat has already answered that decision; the first answer counts."""

    def __init__(self, game: int, number: int, seat: str) -> None:
        self.game = game
        self.number = number
        self.seat = seat
        super().__init__(f"Seat {seat} has answered decision {number} of game {game} already; that answer counts.")


class ConflictError(TableError):
    """The error that a record has grown since it was read, by another worker; the caller must read it and retry."""

    def __init__(self, game: int) -> None:
        super().__init__(f"Game {game} has changed. Look at it again.")


class UnknownDeck(TableError):
    """The error that the user has no saved deck with that number."""


class DeckNameTaken(TableError):
    """The error that another deck of the same user and game has that name."""


class TooManyDecks(TableError):
    """The error that the user has the maximum number of saved decks for a game."""

    def __init__(self, most: int) -> None:
        self.most = most
        super().__init__(f"You keep {most} decks already. Remove one with /deck list.")


class TooManyBlocks(TableError):
    """The error that the user has the maximum number of blocked users."""

    def __init__(self, most: int) -> None:
        self.most = most
        super().__init__(f"You block {most} people already.")


class UnknownSeason(TableError):
    """The error that the server has no season with that number or name, or none at all."""


class SeasonOpen(TableError):
    """The error that the game already has an open season on this server."""

    def __init__(self, name: str) -> None:
        self.name = name
        super().__init__(f"The season {name} of that game is open. Close it first with /league close.")


class SeasonClosed(TableError):
    """The error that the season is permanently closed."""


class SeasonNameTaken(TableError):
    """The error that another season of the same server has that name."""


class NoMember(TableError):
    """The error that the user is not a member of the season."""


class UnknownTournament(TableError):
    """The error that there is no such tournament on the server or in the channel."""


class TournamentBusy(TableError):
    """The error that the channel has an unfinished tournament."""


class TournamentPhase(TableError):
    """The error that the operation does not fit the tournament's phase."""

    def __init__(self, phase: str) -> None:
        self.phase = phase
        super().__init__(f"The tournament is {phase}; that cannot be done now.")


class NotInTournament(TableError):
    """The error that the user does not play in this tournament."""


class RemovedFromTournament(TableError):
    """The error that the organiser has removed the user from this tournament, so that the user cannot join again."""


class TournamentFull(TableError):
    """The error that a user cannot enter a tournament: it is full, or the user and one of its players block each other
    (at least in one direction)."""
