"""Tests random whole games against the specification: no card is lost or revealed, and every record replays."""

from __future__ import annotations

import random

import pytest

from .table import Table, opened


def a_random_answer(table: Table, dice: random.Random) -> None:
    """Gives a random answer that the specification allows, or lets the time run out."""
    shape = table.reply["asked"]["shape"]
    if shape == "draw":
        options = table.keys("chance")
        dice.shuffle(options)
        whole = {"city", "deck", "reshuffle"}
        table.chance(*(options if table.kind in whole else options[:1]))
    elif dice.random() < 0.03:
        table.clock()
    elif shape == "several":
        seat = table.seats[0]
        keys = table.keys(seat)
        table.answers(seat, *dice.sample(keys, dice.randint(0, len(keys))))
    else:
        seat = dice.choice(table.seats)
        keys = table.keys(seat)
        willing = [key for key in keys if key not in ("pass", "decline")] or keys
        table.answers(seat, dice.choice(willing if dice.random() < 0.8 else keys))


@pytest.mark.parametrize("seats", [3, 4, 5])
@pytest.mark.parametrize("deal", range(5))
def test_a_random_game_keeps_the_contract_to_its_end(seats: int, deal: int) -> None:
    """The table helper checks the question, the views and the numbers at every step; the game ends with one winner."""
    dice = random.Random(10 * seats + deal)
    table = opened(seats)
    steps = 0
    while table.reply["asked"] and steps < 3000:
        a_random_answer(table, dice)
        steps += 1
    assert table.reply["asked"] is None, "the game ends"
    assert len(table.over["winners"]) == 1
    best = table.over["ranking"][0]
    assert best["seat"] == table.over["winners"][0]
    assert best["points"] >= table.state["goal"]
    points = [entry["points"] for entry in table.over["ranking"]]
    assert points == sorted(points, reverse=True)
    assert len(points) == seats
