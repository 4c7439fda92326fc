"""Helpers for tests of the texts of Star Wars: Destiny."""

from __future__ import annotations

from typing import Any

from bot.games import GAME_UIS, Label
from bot.texts import translator_for
from rules import GAMES
from rules.decisions import CHANCE
from rules.engine import Game
from tests.bot.games import every_board
from tests.rules.star_wars_destiny.table import laid

KIND = "star_wars_destiny"
GAME_UI = GAME_UIS[KIND]
FACTS = every_board.facts(KIND, 2)
A, B = (seat.mention for seat in FACTS.seats)
EN, CS, SK = translator_for("en"), translator_for("cs"), translator_for("sk")


def laid_out(*, turn: str = "a", battlefield: str = "echo_base", controller: str = "a", **players: Any) -> Game:
    """Returns a game at the beginning of a turn, whose draws the test answers."""
    table = {
        "game": KIND, "round": 2, "phase": "action", "turn": turn,
        "battlefield": {"card": battlefield, "owner": controller, "controller": controller},
        "players": {seat: laid(seat, given) for seat, given in players.items()},
    }  # fmt: skip
    return Game.at(GAMES[KIND], table, every_board.NAMES[: len(players)], game_id="42")


def answered(game: Game, *keys: str) -> Game:
    """Answers a game with these keys, one for each decision, also for draws; returns the same game."""
    for key in keys:
        decision = game.decision
        assert decision is not None
        game.answer(game.number, CHANCE if CHANCE in decision.seats else game.waiting[0], [key])
    return game


def asked(game: Game) -> tuple[str, str]:
    """Returns the question to the asked seat, and the text for everyone, in English."""
    decision = game.decision
    assert decision is not None
    (seat,) = game.waiting
    return (
        GAME_UI.questions[decision.kind].prompt(GAME_UI.context(FACTS, EN, game.view(seat), about=decision.about)),
        GAME_UI.questions[decision.kind].waiting_for(GAME_UI.context(FACTS, EN, game.view(None), about=decision.about)),
    )


def label(game: Game, *path: str) -> Label:
    """Returns the label of a path's last word for the asked seat, in English."""
    decision = game.decision
    assert decision is not None
    return GAME_UI.option(
        GAME_UI.context(FACTS, EN, game.view(game.waiting[0]), about=decision.about), decision.kind, path
    )


def summary(game: Game, *keys: str) -> str:
    """Returns the summary of these keys, in English."""
    decision = game.decision
    assert decision is not None
    return GAME_UI.summary(
        GAME_UI.context(FACTS, EN, game.view(game.waiting[0]), about=decision.about), decision.kind, keys
    )
