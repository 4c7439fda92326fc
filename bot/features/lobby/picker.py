"""The message of `/game new` in which a user picks a game; its buttons also carry the other settings.

The settings are packed into one number, the `chosen` of a button's custom_id. From the lowest bits up: hints (1 bit),
pace and language (5 bits each, 0: not given, else the position in its registry plus one), the seconds of a turn and of
a window and in the bank (20 bits each, 0: not given), and no hints (1 bit; neither bit: not given).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from discord import ui

from bot.games import GAME_UIS
from bot.interactions.component_context import UNKNOWN
from bot.tables.paces import PACES
from bot.tables.refusals import Refused
from bot.tables.wishes import Wishes
from bot.texts import LANGUAGES, Translator
from bot.views.custom_id import NO_GAME, CustomId
from bot.views.parts import Caption, button
from rules import GAMES

SECONDS: Final = {"turn_seconds": (5, 604_800), "window_seconds": (3, 86_400), "bank_seconds": (10, 604_800)}
"""The minimum and maximum of each option in seconds, against which forged buttons are checked."""
INDEX_BITS: Final = 5
SECONDS_BITS: Final = 20


def picker(wishes: Wishes, language: str | None, words: Translator) -> ui.LayoutView:
    """Returns the message with every game's description, players, duration and button."""
    view = ui.LayoutView(timeout=None)
    view.add_item(ui.TextDisplay(f"## {words('Which game?')}"))
    chosen = packed(wishes, language)
    for at, (kind, game_ui) in enumerate(GAME_UIS.items()):
        least, most = game_ui.minutes
        seats = GAMES[kind].seats
        figures = words(
            "{first}–{last} players · {least}–{most} min", first=seats[0], last=seats[-1], least=least, most=most
        )
        text: Caption = ui.TextDisplay(f"{words(game_ui.pitch)}\n-# {figures}")
        opens = button(words("Play {game}", game=game_ui.title), CustomId(NO_GAME, "new", at, (), chosen))
        view.add_item(ui.Section(text, accessory=opens))
    return view


def picked(custom: CustomId) -> tuple[Wishes, str | None]:
    """Returns the wishes and the language of a picker's button; raises Refused if it is forged."""
    kinds = list(GAME_UIS)
    if custom.number is None or custom.number >= len(kinds) or custom.path or custom.chosen is None:
        raise Refused(UNKNOWN)
    return unpacked(custom.chosen, kinds[custom.number])


def packed(wishes: Wishes, language: str | None) -> int:
    """Returns the settings packed into one number, without the game and its own options."""
    number = int(wishes.hints is False)
    for name in reversed(SECONDS):
        number = number << SECONDS_BITS | (getattr(wishes, name) or 0)
    number = number << INDEX_BITS | _position(language, list(LANGUAGES))
    number = number << INDEX_BITS | _position(wishes.pace, list(PACES))
    return number << 1 | bool(wishes.hints)


def unpacked(number: int, kind: str) -> tuple[Wishes, str | None]:
    """Returns the wishes and the language from a packed number; raises Refused if they are beyond the command's
    limits."""
    hints, number = bool(number & 1), number >> 1
    pace, number = _named(number, list(PACES))
    language, number = _named(number, list(LANGUAGES))
    seconds: dict[str, int | None] = {}
    for name, (least, most) in SECONDS.items():
        number, found = divmod(number, 1 << SECONDS_BITS)
        if found and not least <= found <= most:
            raise Refused(UNKNOWN)
        seconds[name] = found or None
    if number > 1 or (number and hints):
        raise Refused(UNKNOWN)
    return Wishes(kind, {}, pace, hints=True if hints else False if number else None, **seconds), language


def _position(one: str | None, registry: Sequence[str]) -> int:
    return 0 if one is None else registry.index(one) + 1


def _named(number: int, registry: Sequence[str]) -> tuple[str | None, int]:
    """Unpacks a registry entry from the lowest bits of a number; returns it and the rest. Raises Refused for an unknown
    entry.
    """
    rest, at = divmod(number, 1 << INDEX_BITS)
    if at > len(registry):
        raise Refused(UNKNOWN)
    return (registry[at - 1] if at else None), rest
