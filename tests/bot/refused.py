"""What the bot says, in Czech, to whoever asks for what cannot be done: said by the refusals themselves."""

from __future__ import annotations

from bot.interactions.ending import TOO_EARLY
from bot.interactions.looking import NOT_TO_SEE
from bot.tables.refusals import NotHere, NotSeatedHere, explained
from bot.texts import words
from storage import ChannelBusy

CZECH = words("cs")
NO_TABLE = explained(NotHere(), CZECH)
NO_SEAT = explained(NotSeatedHere(), CZECH)
NOT_YET = CZECH(TOO_EARLY)
HIDDEN = CZECH(NOT_TO_SEE)
BUSY = explained(ChannelBusy(0, 0), CZECH)
A_DEFECT = explained(OSError(), CZECH)
