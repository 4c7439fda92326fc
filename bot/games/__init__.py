"""The front ends of the games, which the bot uses only through `GameUI` and its abilities."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.games.context import NOTHING, Context, Label, View
from bot.games.facts import TableFacts
from bot.games.game_ui import GameUI, Topic
from bot.games.kralovske_rosady import KRALOVSKE_ROSADY
from bot.games.mafia_city import MAFIA_CITY
from bot.games.star_wars_destiny import STAR_WARS_DESTINY
from bot.texts import Translator
from rules.engine import Game
from rules.players.levels import Question

GAME_UIS: Mapping[str, GameUI[Any]] = {ui.rules.name: ui for ui in (MAFIA_CITY, KRALOVSKE_ROSADY, STAR_WARS_DESTINY)}


def context(
    facts: TableFacts, t: Translator, game: Game | None = None, seat: str = "", *, view: View = NOTHING
) -> Context:  # fmt: skip
    """Returns the context of a seat (empty: an onlooker); without a game it has no decision and an empty view.

    `view`: the view to use instead of the game's own view for that seat.
    """
    make = GAME_UIS[facts.kind].context
    if game is None:
        return make(facts, t, view, seat)
    about = game.decision.about if game.decision else NOTHING
    return make(facts, t, view or game.view(seat or None), seat, about)


def context_of(facts: TableFacts, t: Translator, asked: Question) -> Context:
    """Returns the context of a seat, with its view and decision from a question for a computer player."""
    return GAME_UIS[facts.kind].context(facts, t, asked.view, asked.seat, asked.about)


__all__ = ["GAME_UIS", "Context", "GameUI", "Label", "Topic", "View", "context", "context_of"]
