"""Random games of any kind, the same for the same seed; also run as a program, to compare processes."""

from __future__ import annotations

import hashlib
import json
import random
import sys
from collections.abc import Callable, Iterator

from rules import GAMES
from rules.decisions import Several
from rules.engine import Game, Rules

NAMES = ["Anna", "Bert", "Cyril", "Dana", "Emil", "Fany", "Gita", "Hugo"]


def answer_at_random(game: Game, dice: random.Random) -> None:
    """One answer of one asked seat, or now and then the clock's."""
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
    """A fresh game whose shuffles follow from the number."""
    return Game.new(rules, NAMES[:seats], game_id=f"random-{seed}", seed=random.Random(seed).randbytes(32))


def play(rules: Rules, seats: int, seed: int, watch: Callable[[Game], None] = lambda _game: None) -> Game:
    """A whole game; `watch` looks at it before every answer and at its end."""
    dice = random.Random(seed)
    game = new_game(rules, seats, seed)
    while game.decision:
        watch(game)
        answer_at_random(game, dice)
    watch(game)
    return game


def digests(games: int) -> Iterator[str]:
    """One line a game: everything that it offered, told and ended with, as a hash."""
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
