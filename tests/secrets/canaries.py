"""Canaries: artificial card titles that occur in no language, so that every text can be searched for hidden cards."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from string import ascii_lowercase
from typing import Final

import pytest

from bot.emulator.world.events import Event
from bot.games.kralovske_rosady.names import Terms as RosadyTerms
from bot.games.mafia_city.terms import Terms as MafiaTerms
from rules.engine import Game
from rules.events import ALL
from rules.kralovske_rosady.cards import CARDS as ROSADY
from rules.mafia_city.deck import in_use
from rules.star_wars_destiny.facts import CARDS as DESTINY
from tests.bot.table import Evening

HIDDEN_TYPES: Final = ("event", "upgrade", "support")
CODES: Final[Mapping[str, tuple[str, ...]]] = {
    "mafia_city": tuple(dict.fromkeys(in_use().codes)),
    "kralovske_rosady": tuple(ROSADY),
    "star_wars_destiny": tuple(code for code, card in DESTINY.items() if card.type in HIDDEN_TYPES),
}
"""Game → the codes of its cards that can be hidden. Records contain these codes, texts for users never do."""
SHOWN: Final = ("MESSAGE_", "THREAD_", "CHANNEL_", "GUILD_")
_CALLED: Final = re.compile(r'File \\?"[^"]*", line \d+, in .*?(?=\n *File|\n\S|\\n *File|\\n\w|$)', re.DOTALL)
"""Parts of a traceback with files and line numbers, which are not texts of the bot."""


def title(kind: str, code: str) -> str:
    """Returns a card's artificial title, a word of no language such as `Qyxabwz`."""
    at = CODES[kind].index(code)
    return f"Qyx{ascii_lowercase[at // 26]}{ascii_lowercase[at % 26]}wz"


def entitle(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Replaces the names of all cards that can be hidden by their artificial titles, for one test."""
    if kind == "star_wars_destiny":
        for code in CODES[kind]:
            monkeypatch.setitem(DESTINY, code, DESTINY[code]._replace(name=title(kind, code)))
    else:
        terms = MafiaTerms if kind == "mafia_city" else RosadyTerms
        monkeypatch.setattr(terms, "card", lambda _self, code: title(kind, code))


def titled(text: str, kind: str) -> set[str]:
    """Returns the codes of the cards whose artificial titles are in a text."""
    codes = CODES[kind]
    places = (ascii_lowercase.index(a) * 26 + ascii_lowercase.index(b) for a, b in re.findall("Qyx(.)(.)wz", text))
    return {codes[place] for place in places}


@cache
def _word(kind: str) -> re.Pattern[str]:
    """Returns a pattern of a game's codes; of any word if no code has a hyphen, because that is found much faster."""
    longest_first = sorted(CODES[kind], key=len, reverse=True)
    word = "|".join(longest_first) if "-" in "".join(longest_first) else "[A-Za-z0-9_]+"
    return re.compile(rf"(?<![A-Za-z0-9_])(?:{word})(?![A-Za-z0-9_])")


def coded(text: str, kind: str) -> set[str]:
    """Returns the codes of cards that are in a text as whole words."""
    return set(_word(kind).findall(text)).intersection(CODES[kind])


def written(text: str, *paths: Path) -> str:
    """Returns a text that the bot has written, without these paths and without the places in its tracebacks."""
    for path in paths:
        text = text.replace(str(path), "")
    return _CALLED.sub("", text)


def known(game: Game, kind: str, seat: str | None) -> set[str]:
    """Returns the codes of the cards that a seat (None: a stranger) may know by now, by the rules."""
    told = [event.spoken() for event in game.told if event.to in (ALL, seat)]
    about = dict(game.decision.about) if game.decision is not None else {}
    return coded(json.dumps([game.view(seat), told, about]), kind)


def hidden(game: Game, kind: str) -> set[str]:
    """Returns the codes of all cards in hands and decks."""
    players = game.table.players.values()
    decks = [game.table.deck] if kind == "mafia_city" else [player.deck for player in players]
    return {str(code) for pile in (*decks, *(player.hand for player in players)) for code in pile}


class Ears:
    """A listener that collects the messages to each user, and checks them for cards that the user may not know."""

    def __init__(self, evening: Evening, kind: str, names: Iterable[str]) -> None:
        self.evening, self.kind = evening, kind
        self.heard: dict[str, list[str]] = {name: [] for name in names}
        self.known: dict[str, set[str]] = {name: set() for name in names}
        self.tried: dict[str, set[str]] = {name: set() for name in names}
        """The cards that were hidden from each user at some check."""
        evening.world.listen(self._hears)

    def _hears(self, event: Event) -> None:
        if event.name.startswith(SHOWN):
            for name, heard in self.heard.items():
                if self.evening.person(name).may_see(event):
                    heard.append(json.dumps(event.data, ensure_ascii=False, default=str))

    def look(self) -> None:
        """Checks the messages since the last check: no user was shown the title of an unknown card, or the code of any
        card.
        """
        game = self.evening.game
        for name, heard in self.heard.items():
            text = "\n".join(heard)
            heard.clear()
            self.known[name] |= known(game, self.kind, self._seat(name))
            assert titled(text, self.kind) - self.known[name] == set(), (name, text)
            assert coded(text, self.kind) == set(), (name, text)
            self.tried[name] |= hidden(game, self.kind) - self.known[name]

    def _seat(self, name: str) -> str | None:
        user = self.evening.person(name).id
        return next((seat.seat for seat in self.evening.live.seats if seat.user == user), None)
