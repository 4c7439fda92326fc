"""Tests random games of every game, each next to a twin that differs only in what an onlooker may not know.

Each player in turn and a stranger look at both: views, events, decisions, panels, pictures and alt texts are equal.
"""

from __future__ import annotations

from random import Random

import pytest

from bot.games import GAME_UIS
from bot.texts import LANGUAGES
from rules import GAMES
from rules.engine import Game
from tests.faults.scale import FULL, often, schedule
from tests.secrets.seeking import NAMES, look_at
from tests.secrets.twins import Tally, beside_twins

GAMES_EACH = often(20, 10_000)
PARTS = often(1, 10)
SHARE = {"mafia_city": 0.03, "kralovske_rosady": 0.08, "star_wars_destiny": 0.03}
"""The share of decisions at which every message and picture is compared, in addition to the events."""
LEAST = {"mafia_city": often(6, 30), "kralovske_rosady": often(12, 60), "star_wars_destiny": often(3, 30)}
"""The minimum number of comparisons at each kind of decision."""
MOST = {"mafia_city": often(150, 400), "kralovske_rosady": 400, "star_wars_destiny": often(120, 250)}
"""The maximum number of decisions in a game."""


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("kind", list(GAMES))
def test_an_onlooker_cannot_tell_a_game_from_its_twin(kind: str, part: int) -> None:
    tally = Tally()
    for number in range(part * GAMES_EACH // PARTS, (part + 1) * GAMES_EACH // PARTS):
        with schedule("two worlds", kind, number) as dice:
            one_game(kind, number, dice, tally)
    with schedule("two worlds", kind, "every kind of decision", part) as dice:
        look_at(kind, GAME_UIS[kind].questions, dice, dice.choice([*LANGUAGES]), tally, LEAST[kind])
    print(f"{kind} {tally}")
    assert tally.games == GAMES_EACH // PARTS
    assert tally.steps > 20 * tally.games
    assert tally.looks > tally.games / 2
    assert tally.answered_otherwise or kind != "kralovske_rosady"
    assert tally.twins > tally.games
    assert set(tally.kinds) == set(GAME_UIS[kind].questions)
    assert {wanted: n for wanted in GAME_UIS[kind].questions if (n := tally.looked[wanted]) < LEAST[kind]} == {}


def one_game(kind: str, number: int, dice: Random, tally: Tally) -> None:
    """Plays one random game next to its twins and counts the comparisons; raises Leak if an onlooker sees a
    difference.
    """
    rules = GAMES[kind]
    options = {"format": dice.choice(["starters", "random"])} if "format" in rules.options and FULL else {}
    seats = rules.seats[number % len(rules.seats)]
    game = Game.new(rules, NAMES[:seats], options, game_id=str(number), seed=dice.randbytes(32))
    share = SHARE[kind] / (5 if FULL else 1)
    beside_twins(game, dice, dice.choice([*LANGUAGES]), tally, share=share, least=LEAST[kind], most=MOST[kind])
