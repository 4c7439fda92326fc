"""What seasons and tournaments refuse."""

from __future__ import annotations

from storage.errors import TableError


class UnknownSeason(TableError):
    """There is no such season (on this server)."""

    def __init__(self) -> None:
        super().__init__("There is no such season. /league open opens one.")


class SeasonOpen(TableError):
    """That game has an open season on this server."""

    def __init__(self, name: str) -> None:
        self.name = name
        super().__init__(f"The season {name} of that game is open. Close it first with /league close.")


class SeasonClosed(TableError):
    """The season is closed, for ever."""

    def __init__(self) -> None:
        super().__init__("That season is closed.")


class SeasonNameTaken(TableError):
    """Another season of the same server has that name."""

    def __init__(self) -> None:
        super().__init__("Another season of this server has that name. Take another one.")


class NoMember(TableError):
    """Whoever wants to leave a season does not belong to it."""

    def __init__(self) -> None:
        super().__init__("You do not belong to that season.")


class UnknownTournament(TableError):
    """There is no such tournament (here)."""

    def __init__(self) -> None:
        super().__init__("There is no such tournament. /league tournament opens one.")


class TournamentBusy(TableError):
    """The channel has an unfinished tournament."""

    def __init__(self) -> None:
        super().__init__("This channel has a tournament already. Finish it, or take another channel.")


class TournamentPhase(TableError):
    """What is asked for does not fit how far the tournament is."""

    def __init__(self, phase: str) -> None:
        self.phase = phase
        super().__init__(f"The tournament is {phase}; that cannot be done now.")


class NotInTournament(TableError):
    """Whoever asks does not play in this tournament (any more)."""

    def __init__(self) -> None:
        super().__init__("You do not play in this tournament.")


class TournamentFull(TableError):
    """A tournament has as many players as there is room for."""

    def __init__(self, most: int) -> None:
        self.most = most
        super().__init__(f"{most} people play in this tournament already; there is no room for more.")
