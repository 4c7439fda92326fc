"""Loadouts (for example decks) of the players in a lobby: checks them and adds them to the game's options."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from typing import Final

from cachetools import TTLCache

from bot.games.loadout import BadPart, Loadout
from bot.tables.live import LiveTable
from bot.tables.refusals import Refused
from bot.texts import N_, translator_for
from rules import GAMES
from rules.description import SEATS, Rules, complete_options, public_options
from rules.errors import RulesError
from storage import SeatRow

MAX_LISTS: Final = 300
LIST_KEPT: Final = 900
"""The seconds for which a pasted deck list with errors is kept."""


class NothingChosen(Refused):
    """The refusal to start a game because a player has not chosen a deck."""

    def __init__(self, mentions: Sequence[str]) -> None:
        super().__init__(
            N_("Some players have not chosen a deck yet: {players}. They can choose one with My deck in the lobby."),
            players=", ".join(mentions),
        )


class CannotBePlayed(Refused):
    """The refusal to start a game because a player's deck is not legal; only its owner (`users`) sees the errors."""

    def __init__(self, users: Sequence[int]) -> None:
        super().__init__(
            N_("The game cannot start yet: a deck is not legal. Its owner sees what is wrong under My deck.")
        )
        self.users = tuple(users)


def options_of(live: LiveTable) -> dict[str, str]:
    """Returns all options of the game that is about to start, including the loadouts; raises Refused."""
    rules, seats = GAMES[live.row.kind], SEATS[: len(live.seats)]
    options = completed(rules, live.row.options)
    loadout = live.game_ui.find(Loadout)
    if loadout is not None:
        options |= {loadout.option: loadout.joined(_parts(live, loadout))}
    try:
        return complete_options(rules, options, seats)
    except RulesError:
        # The error names cards, so it is not logged.
        raise Refused(N_("The decks of this table cannot be played together.")) from None


def completed(rules: Rules, wished: Mapping[str, str]) -> dict[str, str]:
    """Returns the wished options of a game with defaults for the missing ones; free texts are not checked.

    Raises Refused if an option is not possible.
    """
    try:
        return complete_options(rules, wished)
    except RulesError as wrong:
        raise Refused(
            N_("This game cannot be set up here ({why}). Please tell the bot's operator."), why=wrong
        ) from None


def copied(rules: Rules, options: Mapping[str, str], changes: Mapping[str, str] | None = None) -> dict[str, str]:
    """Returns the options of a stored table or tournament for a new lobby, with changes: no private texts, and today's
    values of the operator's options. Raises Refused if an option is not possible.
    """
    public = public_options(rules, options)
    return completed(
        rules, {name: value for name, value in public.items() if name in rules.options} | dict(changes or {})
    )


def _parts(live: LiveTable, loadout: Loadout) -> list[str]:
    """Returns the loadouts in the order of the seats; raises NothingChosen or CannotBePlayed."""
    options = live.facts.options
    chosen = [_part(seat, loadout, options) for seat in live.seats]
    missing = [f"<@{seat.user}>" for seat, part in zip(live.seats, chosen, strict=True) if part is None]
    if missing:
        raise NothingChosen(missing)
    parts = [part for part in chosen if part is not None]
    bad = [seat.user for seat, part in zip(live.seats, parts, strict=True) if faults(live, part, live.row.language)]
    if bad:
        raise CannotBePlayed(bad)
    return parts


def faults(live: LiveTable, part: str, language: str) -> tuple[str, ...]:
    """Returns the errors of a loadout at this table, in that language; empty if it is legal."""
    loadout = live.game_ui.find(Loadout)
    if loadout is None:
        return ()
    try:
        loadout.check(part, live.facts.options, translator_for(language))
    except BadPart as bad:
        return bad.faults
    return ()


def _part(seat: SeatRow, loadout: Loadout, options: Mapping[str, str]) -> str | None:
    """Returns the loadout of a seat: for a computer a random one, for a player their own, otherwise the game's default;
    None if the game has no default."""
    if seat.computer:
        return secrets.choice(loadout.for_computers(options))
    return seat.part or loadout.default(options)


class PastedLists(TTLCache[int, str]):
    """A cache of pasted deck lists that have errors, by user ID, kept for `LIST_KEPT`, so that users can correct them.

    They are never logged.
    """

    def __init__(self) -> None:
        super().__init__(MAX_LISTS, LIST_KEPT)
