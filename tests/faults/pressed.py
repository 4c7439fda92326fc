"""Makes presses that give a whole answer at once, and reads whether the player was told that it counts."""

from __future__ import annotations

from random import Random

from bot.emulator.people.outcome import Outcome
from bot.games.key_tree import offered, path_to
from bot.views.custom_id import CustomId
from rules.decisions import Several
from rules.engine import Game
from tests.faults.judge import some_keys


def pressed(game: Game, table: int, seat: str, dice: Random) -> tuple[str, tuple[str, ...]]:
    """Returns the custom_id of the button that completes a random valid answer of the seat, and the answer's keys."""
    if isinstance(game.decision, Several):
        order, keys = list(game.keys(seat)), some_keys(game, seat, dice)
        mask = sum(1 << order.index(key) for key in keys)
        return str(CustomId(table, "do", game.number, (), mask)), keys
    key = dice.choice(list(offered(game, seat)))
    path = path_to(game, seat, key)
    assert path is not None
    return str(CustomId(table, "do", game.number, path)), (key,)


def told(outcome: Outcome) -> bool:
    """Returns whether a private reply to a press says that the answer counts (✅)."""
    shown = [outcome.message, *outcome.followups]
    return any(message is not None and message.ephemeral and message.text.startswith("✅") for message in shown)
