"""Checks the secrecy of a simulated evening: no user may see a card that they do not know."""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict
from collections.abc import Callable, Sequence

from bot.emulator import Person
from bot.emulator.world.events import Event
from bot.games import GAME_UIS
from bot.games.concepts import brief, short, without_rules
from bot.tables.live import LiveTable
from bot.texts import LANGUAGES, translator_for
from rules.events import ALL
from tests.secrets.canaries import coded, titled


class Secrecy:
    """A judge that records which cards each user may know, and adds an error when a user is shown another one."""

    def __init__(self, people: Sequence[Person], noted: Callable[[str], None], wrong: list[str]) -> None:
        self._people, self._noted, self._wrong = people, noted, wrong
        self._knows: defaultdict[tuple[int, str], set[str]] = defaultdict(set)
        """The cards of each game that each person may know."""
        self._told: dict[int, int] = {}
        """The number of events of each table that were read."""
        self._read: dict[int, tuple[object, ...]] = {}
        """The state of each table when it was last read."""
        self._rules: dict[str, list[str]] = {}
        """The texts that explain each game, as JSON has them, the longest first."""

    def learns(self, live: LiveTable) -> None:
        """Records which cards each user may know at this moment of a game."""
        if live.game is None:
            return
        game, kind = live.game, live.row.kind
        state = (len(game.entries), len(game.told), [seat.user for seat in live.seats])
        if self._read.get(live.id) == state:
            return
        self._read[live.id] = state
        since = min(self._told.get(live.id, 0), len(game.told))
        fresh, self._told[live.id] = game.told[since:], len(game.told)
        about = dict(game.decision.about) if game.decision is not None else {}
        for person in self._people:
            seat = next((seat.seat for seat in live.seats if seat.user == person.id), None)
            told = [event.spoken() for event in fresh if event.to in (ALL, seat)]
            self._knows[person.id, kind] |= coded(json.dumps([game.view(seat), told, about]), kind)

    def heard(self, event: Event, lives: Sequence[LiveTable]) -> None:
        """Notes an event, and adds an error for each user to which it shows a card that they do not know."""
        data = json.dumps(event.data, sort_keys=True, ensure_ascii=False, default=str)
        digest = hashlib.sha256(data.encode()).hexdigest()[:16]
        self._noted(f"{event.name} {event.channel_id} {event.only_for} {digest}")
        if "Qyx" not in data or ":lesson_" in data:  # A lesson shows the cards of its own game.
            return
        for live in lives:
            self.learns(live)
        kinds = {kind for _, kind in self._knows}
        for person in self._people:
            if not person.may_see(event):
                continue
            for kind in sorted(kinds):
                leaked = titled(data, kind) - self._knows[person.id, kind]
                if leaked and (leaked := titled(self._without_rules(data, kind), kind) - self._knows[person.id, kind]):
                    self._noted(f"{person.name} is shown {leaked} by {event.name}")
                    self._wrong.append(f"{person.name} is shown {leaked}, which they do not know")

    def _without_rules(self, data: str, kind: str) -> str:
        """Returns the data without the texts that explain the game: they name cards, and are the same for everyone."""
        if kind not in self._rules:
            topics = [topic for code in LANGUAGES for topic in GAME_UIS[kind].topics(translator_for(code))]
            texts = {
                said
                for one in topics
                for said in (one.text, without_rules(one.text), brief(one.text), short(one))
                if said
            }
            self._rules[kind] = sorted((json.dumps(text, ensure_ascii=False)[1:-1] for text in texts), key=len)[::-1]
        for text in self._rules[kind]:
            data = data.replace(text, "")
        return data
