"""Plays random games that are equal for equal seeds. As a program, it prints hashes of games, to compare processes."""

from __future__ import annotations

import hashlib
import json
import random
import sys
from collections.abc import Callable, Iterator

from rules import GAMES
from rules.decisions import Several
from rules.description import Rules
from rules.engine import Game

NAMES = ["Anna", "Bert", "Cyril", "Dana", "Emil", "Fany", "Gita", "Hugo"]


def answer_at_random(game: Game, dice: random.Random) -> None:
    """Gives a random allowed answer for one asked seat, or, in 3 % of the calls, lets the decision's time run out."""
    assert game.decision is not None
    if dice.random() < 0.03:
        game.clock(game.number)
        return
    seat = dice.choice(game.waiting)
    keys = list(game.keys(seat))
    if isinstance(game.decision, Several):
        chosen = [key for key in keys if dice.random() < 0.5]
        dice.shuffle(chosen)
        missing = [key for key in keys if key not in chosen][: max(0, game.decision.least - len(chosen))]
        chosen = [*chosen, *missing][: game.decision.most]
    else:
        chosen = [dice.choice(keys)]
    game.answer(game.number, seat, chosen)


def new_game(rules: Rules, seats: int, seed: int) -> Game:
    """Returns a new game whose draws follow from the seed."""
    return Game.new(rules, NAMES[:seats], game_id=f"random-{seed}", seed=random.Random(seed).randbytes(32))


def play(rules: Rules, seats: int, seed: int, watch: Callable[[Game], None] = lambda _game: None) -> Game:
    """Plays a whole random game and returns it; calls `watch` with the game before every answer and at the end."""
    dice = random.Random(seed)
    game = new_game(rules, seats, seed)
    while game.decision:
        watch(game)
        answer_at_random(game, dice)
    watch(game)
    return game


def digests(games: int) -> Iterator[str]:
    """Plays this many random games of each game and number of seats, and yields one line for each: the game's name, the
    seats, the seed, and a hash of all keys offered, all events, the final table and the record.
    """
    for rules in GAMES.values():
        for seats in rules.seats:
            for seed in range(games):
                offered = hashlib.sha256()

                def watch(game: Game, offered: hashlib._Hash = offered) -> None:
                    for seat in game.waiting:
                        offered.update(" ".join(game.keys(seat)).encode())

                game = play(rules, seats, seed, watch)
                told = json.dumps([event.spoken() for event in game.told])
                table = json.dumps(rules.table(game.table))
                record = "\n".join(game.record().lines())
                offered.update((told + table + record).encode())
                yield f"{rules.name} {seats} {seed} {offered.hexdigest()}"


if __name__ == "__main__":
    for line in digests(int(sys.argv[1])):
        print(line)
