"""Simulated games: reaches a decision in a possible table, and plays on from there."""

from __future__ import annotations

from rules.decisions import CHANCE, Choice, Several
from rules.description import Rules
from rules.draws import Draw
from rules.engine import Game
from rules.errors import AnswerRefused, BadRequest
from rules.players.ai import Dice, GameAI, World
from rules.players.choosing import Keys, best, guess, slip
from rules.players.question import Question, ask_in_place

STEPS_TO_REACH = 80
"""The maximum number of answers from a possible table to the decision."""
STEPS_TO_PLAY = 2000
"""The maximum number of answers in a simulated game from that decision on, so that it always ends."""


def reach(rules: Rules, world: World, asked: Question, dice: Dice) -> Game | None:
    """Creates a game at a possible table and plays its script up to the given decision.

    Returns None if it cannot be reached, or if the seat has other keys or, within its turn, sees another table there.
    """
    try:
        game = Game.simulated(rules, world.table)
        script = list(world.script)
        for _ in range(STEPS_TO_REACH):
            decision = game.decision
            if decision is None:
                return None
            if not script and decision.kind == asked.kind and asked.seat in game.waiting and _same(game, world):
                return game if _fits(game, asked) else None
            if script and decision.kind == script[0][0] and script[0][1] in game.waiting:
                _, seat, keys = script.pop(0)
                game.answer(game.number, seat, keys)
            else:
                _silence(game, dice)
    except (AnswerRefused, BadRequest):
        return None
    return None


def play_on(game: Game, ai: GameAI, dice: Dice, chapters: int = 1, slips: float = 0.0) -> None:
    """Plays a simulated game by the policy until that many chapters (`GameAI.chapter`) or the game are over.

    It stops after `STEPS_TO_PLAY` answers. `slips`: the probability of a mistake in a choice (`slip`).
    """
    chapter = ai.chapter
    until = chapter(game.table) + chapters if chapter else 0
    for _ in range(STEPS_TO_PLAY):
        if game.decision is None or (chapter is not None and chapter(game.table) >= until):
            return
        if not (slips and _slipped(game, ai, dice, slips)):
            step(game, ai, dice)


def step(game: Game, ai: GameAI, dice: Dice) -> None:
    """Gives one answer in a simulated game: a random draw, or the policy's answer for the first seat that is asked."""
    decision = game.decision
    if isinstance(decision, Draw):
        _draw(game, decision, dice)
        return
    seat = game.waiting[0]
    if decision is None or isinstance(decision, Several):
        keys = by_policy(ask_in_place(game, seat), ai, dice)
    else:
        keys = tuple(decision.keys(seat))
        if len(keys) > 1:
            keys = by_policy(ask_in_place(game, seat, keys), ai, dice)
    game.answer(game.number, seat, keys)


def _slipped(game: Game, ai: GameAI, dice: Dice, slips: float) -> bool:
    """Gives a mistaken answer to a choice with the probability `slips`; returns whether it did."""
    look = ai.policy or ai.quick_policy
    if not isinstance(game.decision, Choice) or look is None or dice.random() >= slips:
        return False
    seat = game.waiting[0]
    asked = ask_in_place(game, seat)
    game.answer(game.number, seat, slip(asked, look(asked), dice, ai))
    return True


def by_policy(asked: Question, ai: GameAI, dice: Dice) -> Keys:
    """Returns the answer of a seat that plays by the game's policy, or a guess if the game has none."""
    look = ai.policy or ai.quick_policy
    return guess(asked, dice) if look is None else best(asked, look(asked), dice, ai.variety)


def chance_to_win(game: Game, ai: GameAI, seat: str) -> float:
    """Returns the seat's chance to win from 0 to 1: its share of a finished game's victory, else the game's evaluation.

    Without an evaluation function it is 0.5.
    """
    if game.over is not None:
        winners = game.over["winners"]
        return 1 / len(winners) if seat in winners else 0.0
    return ai.evaluate(game.rules.table(game.table), seat) if ai.evaluate else 0.5


def _same(game: Game, world: World) -> bool:
    if not world.aside:
        return True
    about = game.decision.about if game.decision else {}
    return all(about.get(name) == value for name, value in world.aside.items())


def _fits(game: Game, asked: Question) -> bool:
    """Returns whether the asked seat has the same keys as in the question and, within its turn, the same view."""
    if tuple(game.keys(asked.seat)) != tuple(asked.keys):
        return False
    return asked.before is None or game.rules.view(game.table, asked.seat) == asked.view


def _silence(game: Game, dice: Dice) -> None:
    """Answers the current decision as if no one had answered in time; a draw is answered at random."""
    decision = game.decision
    if isinstance(decision, Draw):
        _draw(game, decision, dice)
    elif decision is not None:
        game.clock(game.number)


def _draw(game: Game, draw: Draw, dice: Dice) -> None:
    options = list(draw.options)
    dice.shuffle(options)
    game.answer(game.number, CHANCE, options[: draw.count])
