"""What the seats of a lobby bring to the game: chosen by each, checked, and put into the option of the rules."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence

from bot.games.brings import BadPart, Brings
from bot.tables.live import LiveTable
from bot.tables.refusals import Refused
from bot.texts import later, words
from rules import GAMES
from rules.engine import SEATS, Rules, complete_options
from rules.errors import RulesError
from storage import SeatRow


class NothingChosen(Refused):
    """Somebody has to choose a deck before the game can begin."""

    def __init__(self, mentions: Sequence[str]) -> None:
        super().__init__(
            later("Not everybody has chosen a deck yet: {players}. It is done with My deck in the lobby."),
            players=", ".join(mentions),
        )


class CannotBePlayed(Refused):
    """Somebody's deck is not legal (any more); what is wrong with it is for its owner alone (`users`)."""

    def __init__(self, users: Sequence[int]) -> None:
        super().__init__(
            later(
                "The game cannot begin yet: a deck must be changed first. Its owner sees under My deck what is wrong."
            )
        )
        self.users = tuple(users)


def options_of(live: LiveTable) -> dict[str, str]:
    """All options of the game that begins, with what everybody brings; raises Refused."""
    rules, seats = GAMES[live.row.kind], SEATS[: len(live.seats)]
    options = completed(rules, live.row.options)
    brings = live.board.brings
    if brings is not None:
        options |= {brings.option: brings.joined(_parts(live, brings))}
    try:
        return complete_options(rules, options, seats)
    except RulesError:
        # Not the finding itself: it names cards.
        raise Refused(later("What is brought to this table cannot be played together.")) from None


def completed(rules: Rules, wished: Mapping[str, str]) -> dict[str, str]:
    """All options of a game, its texts not looked at yet; raises Refused."""
    try:
        return complete_options(rules, wished)
    except RulesError as wrong:
        raise Refused(
            later("This game cannot be set up here ({why}). Please tell whoever runs the bot."), why=wrong
        ) from None


def _parts(live: LiveTable, brings: Brings) -> list[str]:
    """What each seat brings; raises NothingChosen or CannotBePlayed."""
    options = live.facts.options
    chosen = [_part(seat, brings, options) for seat in live.seats]
    missing = [f"<@{seat.user}>" for seat, part in zip(live.seats, chosen, strict=True) if part is None]
    if missing:
        raise NothingChosen(missing)
    parts = [part for part in chosen if part is not None]
    bad = [seat.user for seat, part in zip(live.seats, parts, strict=True) if faults(live, part, live.row.language)]
    if bad:
        raise CannotBePlayed(bad)
    return parts


def faults(live: LiveTable, part: str, language: str) -> tuple[str, ...]:
    """What is wrong with a part at this table, in that language; nothing where it can be played."""
    brings = live.board.brings
    if brings is None:
        return ()
    try:
        brings.check(part, live.facts.options, words(language))
    except BadPart as bad:
        return bad.faults
    return ()


def _part(seat: SeatRow, brings: Brings, options: Mapping[str, str]) -> str | None:
    if seat.computer:
        return secrets.choice(brings.for_computers(options))
    return seat.part or brings.default(options)
