"""Choices of command options: games, paces, and combinations of a game's own options.

Free text is not offered here: it may be private, and everyone sees a command being typed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice, product
from typing import Final, NamedTuple

from discord import app_commands

from bot.games import GAME_UIS
from bot.interactions.fuzzy_search import meant
from bot.interactions.handlers import choice
from bot.tables.paces import PACES
from bot.tables.refusals import Refused
from bot.texts import N_, Translator
from rules import GAMES
from rules.description import FreeText

DEFAULT_GAME: Final = next(iter(GAME_UIS))
"""The game that a command means if none is chosen."""
LONGEST: Final = 100
"""The maximum number of characters of a choice's name and of its value."""
LOOKED_AT: Final = 1_000
"""The maximum number of combinations for autocompletion."""


def game_choices() -> list[app_commands.Choice[str]]:
    """Returns all games as choices of a command option."""
    return [choice(game_ui.title, kind) for kind, game_ui in GAME_UIS.items()]


def pitches() -> list[app_commands.Choice[str]]:
    """Returns all games with a short description as choices of a command option."""
    return [choice(game_ui.pitch, kind) for kind, game_ui in GAME_UIS.items()]


def pace_choices() -> list[app_commands.Choice[str]]:
    """Returns all paces as choices of a command option."""
    return [choice(pace.choice, pace.id) for pace in PACES.values()]


class Setting(NamedTuple):
    """A combination of a game's options: its key for Discord, its text for users, and its values."""

    key: str
    words: str
    options: Mapping[str, str]


def offered(kind: str, said: Translator) -> Iterator[Setting]:
    """Yields the combinations of a game's options that have a fixed list of values, the default first; nothing if it
    has no such option.

    Leaves out those after the first `LOOKED_AT`, and those whose key is too long for Discord.
    """
    taken, game_ui = _listed(kind), GAME_UIS[kind]
    if not taken:
        return
    for values in islice(product(*taken.values()), LOOKED_AT):
        options = dict(zip(taken, values, strict=True))
        key = " ".join(f"{name}={value}" for name, value in options.items())
        told = (game_ui.setting(name, value, None, said) or f"{name}: {value}" for name, value in options.items())
        if len(key) <= LONGEST:
            yield Setting(key, " · ".join(told)[:LONGEST], options)


def understood(kind: str, typed: str, said: Translator) -> Mapping[str, str]:
    """Returns the game options that a chosen key or a typed text means; raises Refused if that is not clear."""
    if not _listed(kind):
        raise Refused(N_("This game has no settings."))
    pairs = [(name, value) for name, _, value in (part.partition("=") for part in typed.split())]
    if pairs and all(value in _listed(kind).get(name, ()) for name, value in pairs):
        return dict(pairs)
    known = {setting.key: setting for setting in offered(kind, said)}
    key = meant(((setting.key, setting.words) for setting in known.values()), typed)
    if key is None:
        raise Refused(N_("This game has no such setting. Choose one of the suggestions."))
    return known[key].options


def _listed(kind: str) -> dict[str, tuple[str, ...]]:
    """Returns the game's options that have a fixed list of values, with these values."""
    return {name: values for name, values in GAMES[kind].options.items() if not isinstance(values, FreeText)}
