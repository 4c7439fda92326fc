"""The Czech texts of refusals that tests expect, built from the refusals' classes."""

from __future__ import annotations

from bot.features.finished_games.service import TOO_EARLY
from bot.features.info.commands import NOT_TO_SEE
from bot.features.play.commands import NO_WINDOW
from bot.maintenance.closing import APOLOGY
from bot.tables.admission import NONE_FREE
from bot.tables.refusals import NoSuchSeat, NotHere, NotSeatedHere, Paused, SeatKept, explained
from bot.texts import translator_for
from storage import AlreadySeated, ChannelBusy

CZECH = translator_for("cs")
NO_TABLE = explained(NotHere(), CZECH)
NO_SEAT = explained(NotSeatedHere(), CZECH)
NOT_YET = CZECH(TOO_EARLY)
HIDDEN = CZECH(NOT_TO_SEE)
BUSY = explained(ChannelBusy(0, 0), CZECH)
A_DEFECT = explained(OSError(), CZECH)
NO_SUCH_SEAT = explained(NoSuchSeat(), CZECH)
NO_FREE_SEAT = CZECH(NONE_FREE)
SEATED_ALREADY = explained(AlreadySeated(0), CZECH)
PAUSED = explained(Paused(), CZECH)
NOTHING_TO_REACT_TO = CZECH(NO_WINDOW)
APOLOGIES = CZECH(APOLOGY)


def kept_for(newcomer: int) -> str:
    """Returns the Czech refusal for a user whose former seat is reserved for another user, the newcomer."""
    return explained(SeatKept(newcomer), CZECH)
