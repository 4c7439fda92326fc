"""The player `hard:open`: *hard* with all hands open, to measure what perfect inference could gain at most.

Only the arena has it: it reads the game itself. The order of decks remains unknown to it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from rules.arena.hidden import Path, at, changed, unknown_orders
from rules.arena.luck import continues
from rules.description import Rules
from rules.draws import Draw
from rules.engine import Game
from rules.players.ai import Dice, GameAI, Sampler, World
from rules.players.choosing import Keys
from rules.players.question import Facts, Question
from rules.players.search import Hard


class OpenHands:
    """A searching player whose possible tables are the actual one with its decks in another order."""

    def __init__(self, rules: Rules, ai: GameAI, playouts: int) -> None:
        self._rules = rules
        self._search = Hard(rules, replace(ai, determinise=self._sampler), playouts)
        self.begin()

    def begin(self) -> None:
        """Forgets the last game, before another one begins."""
        self._facts: Facts | None = None
        self._orders: list[Path] = []
        self._entries = 0
        self._game: Game | None = None

    def drawn(self, game: Game, draw: Draw, keys: Keys) -> None:
        """Ignores draws, because the record contains them."""

    def asks(self, game: Game) -> None:
        """Keeps the game's current table if the game can be continued from it; otherwise keeps the last such table."""
        self._game = game
        facts = self._rules.table(game.table)
        if continues(self._rules, facts, game):
            self._facts, self._entries = facts, len(game.entries)
            self._orders = unknown_orders(self._rules, game.table, game.seats)

    def choose(self, asked: Question, dice: Dice) -> Keys:
        """Returns the answer of a search that knows all hands."""
        return self._search.choose(asked, dice)

    def _sampler(self, asked: Question) -> Sampler | None:
        """Returns a sampler of the actual table with the unknown parts of its decks shuffled; None if none was kept."""
        if self._facts is None or self._game is None:
            return None
        since = self._game.entries[self._entries :]
        script = [(entry.kind, entry.seat, entry.keys) for entry in since]
        now = self._rules.table(self._game.table)
        left = {path: at(now, path) for path in self._orders}
        return partial(_world, self._facts, script, left)


def _world(
    facts: Facts, script: Sequence[tuple[str, str, Keys]], left: dict[Path, list[Any]], dice: Dice
) -> World:  # fmt: skip
    def change(path: Path, cards: list[Any]) -> list[Any]:
        return _reordered(cards, left[path], dice)

    return World(changed(facts, list(left), change), script)


def _reordered(cards: list[Any], left: list[Any], dice: Dice) -> list[Any]:
    """Returns the cards of a deck with those that are still in it (`left`) shuffled; those drawn since then stay first.

    A deck that has changed in another way is returned unchanged.
    """
    drawn = len(cards) - len(left)
    if drawn < 0 or cards[drawn:] != left:
        return cards
    dice.shuffle(left := list(left))
    return cards[:drawn] + left
