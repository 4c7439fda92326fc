"""Prints one scripted evening: every text that its players read, and the bot's requests by route.

    python -m tests.wire.evening_log mafia_city --seed 3 >before.txt

A change of the bot is reviewed by comparing the output of two versions with diff. The game, its seed and all answers
depend only on the arguments. Players give them with as few presses as possible (`tests.bot.clicks`), or without buttons
if the presses that lead there are not known. The log has each text when it first appears or changes: the board,
panels, and direct messages.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import warnings
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random

from bot.emulator.people.seen import Part, Seen
from rules import GAMES
from rules.decisions import Several
from rules.engine import Game
from tests import databases
from tests.bot.clicks import Clicks, NoWay
from tests.bot.table import Evening

NAMES = ("Anna", "Bert", "Cyril")
COMMANDS = ("game board", "game hand", "game log", "help", "profile")
"""The commands that a player types when the game has started."""


class EveningLog:
    """A printer for one evening: prints each text that the players see when it appears or changes."""

    def __init__(self, evening: Evening) -> None:
        self.evening = evening
        self._shown: dict[int, str] = {}
        """Id of a message → the text that was printed last."""

    def step(self, title: str) -> None:
        """Prints the title of a step, and each message that is new or has changed since the last step."""
        print(f"\n== {title}")
        for place, seen in self._visible():
            text = described(seen)
            if self._shown.get(seen.id) != text:
                new = "new" if seen.id not in self._shown else "edited"
                print(f"-- {place}, {new}\n{text}")
                self._shown[seen.id] = text

    def requests(self) -> None:
        """Prints how many requests the bot has made, by route and in total."""
        print("\n== Requests")
        counted = Counter(request.name for request in self.evening.discord.requests)
        for route, count in sorted(counted.items()):
            print(f"{count:5} {route}")
        print(f"{counted.total():5} in all")

    def _visible(self) -> Iterator[tuple[str, Seen]]:
        """Yields (place, message) for all messages that the players see now; public ones only once."""
        for at, name in enumerate(NAMES):
            person = self.evening.person(name)
            for seen in person.messages(self.evening.channel):
                if seen.ephemeral or not at:
                    yield (f"only {name}" if seen.ephemeral else "public"), seen
            for seen in person.dms():
                yield f"direct message to {name}", seen


def described(seen: Seen) -> str:
    """Returns a message as text: its parts in order, with the labels of what can be used."""
    return "\n".join(filter(None, (seen.content, *map(_line, seen.parts))))


def _line(part: Part) -> str:
    options = " | ".join(option.label for option in part.options)
    if not part.custom_id:
        return part.text
    state = "" if part.usable else " (disabled)"
    return f"[{part.kind} {part.style or part.placeholder}: {part.label or options}]{state}"


def chosen(game: Game, seat: str, dice: Random) -> list[str]:
    """Returns a random answer for a seat.

    It asks no computer player, because that could choose differently in two versions.
    """
    keys, decision = list(game.keys(seat)), game.decision
    if not isinstance(decision, Several):
        return [dice.choice(keys)]
    count = dice.randint(decision.least, decision.most)
    return [keys[at] for at in sorted(dice.sample(range(len(keys)), count))]


async def play(game: str, seed: int, decisions: int) -> None:
    """Plays one evening, at most that many decisions, and prints its log."""
    dice = Random(seed)
    with tempfile.TemporaryDirectory() as folder:
        database = databases.create(Path(folder) / "krupier.sqlite3")
        async with Evening.of(
            *NAMES, database=database, locale="en-US", seed=dice.randbytes(32), pictures=False
        ) as evening:
            log, clicks = EveningLog(evening), Clicks(evening)
            await evening.sit_down(keep=False, game=game)
            log.step("The game has started")
            for command in COMMANDS:
                await evening.slash(NAMES[1], command)
                log.step(f"{NAMES[1]}: /{command}")
            while evening.live.row.phase == "running" and evening.game.number <= decisions:
                number, seat = evening.game.number, evening.game.waiting[0]
                keys = chosen(evening.game, seat, dice)
                try:
                    await clicks.answer(seat, *keys)
                except NoWay:
                    await evening.answer(seat, *keys)
                log.step(f"Decision {number}, {evening.holder(seat)}: {' '.join(keys) or '-'}")
            log.requests()
            evening.clean()


def main() -> None:
    """Plays the evening that the arguments choose (game, seed, maximum of decisions) with a bot, and prints its log."""
    parser = argparse.ArgumentParser(prog="python -m tests.wire.evening_log", description=__doc__)
    parser.add_argument("game", choices=sorted(GAMES))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--decisions", type=int, default=sys.maxsize, help="stop after N decisions")
    options = parser.parse_args()
    warnings.simplefilter("ignore", DeprecationWarning)
    asyncio.run(play(options.game, options.seed, options.decisions))


if __name__ == "__main__":
    main()
