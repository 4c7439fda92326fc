"""Plays games to their end, for tests of what follows."""

from __future__ import annotations

import random

from bot.texts import translator_for
from rules.engine import Game
from tests.any_answer import any_answer
from tests.bot.table import Evening

GAME = "kralovske_rosady"
"""The game that is played out here, because it is short."""
TWO = ("Anna", "Bert")


async def to_the_end(evening: Evening) -> Game:
    """Plays the game to its end, without buttons, with answers of easy computers for every seat; returns the game."""
    live, dice = evening.live, random.Random(7)
    game = evening.game
    while game.decision is not None:
        seat = game.waiting[0]
        keys = any_answer(game, seat, dice)
        await evening.bot.app.referee.play(live.id, game.number, live.seat(seat).user, keys)
    await evening.settled()
    return game


async def played_out(evening: Evening, *names: str) -> Game:
    """Plays a game of these users (by default Anna and Bert) from the lobby to its end, and returns it."""
    await evening.sit_down(*(names or TWO), game=GAME, keep=False)
    return await to_the_end(evening)


async def ended_without_a_winner(evening: Evening) -> None:
    await evening.sit_down(*TWO, game=GAME, keep=False)
    await evening.end("Anna")
    assert evening.live.row.phase == "ended"


def usable(evening: Evening, name: str) -> list[str]:
    """Returns the `custom_id` of everything that a user can press in the channel or in their DMs."""
    person = evening.person(name)
    seen = [*person.messages(evening.channel), *person.dms()]
    return [part.custom_id for message in seen for part in message.usable]


def hand_of(evening: Evening, seat: str) -> str:
    """Returns the seat's cards as text in Czech."""
    game = evening.game
    return evening.live.game_ui.hand(
        evening.live.game_ui.context(evening.live.facts, translator_for("cs"), game.view(seat), seat=seat)
    )
