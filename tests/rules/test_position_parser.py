"""Tests the parser of positions: what each member accepts, and the message for everything else."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from rules.errors import BadRequest
from rules.position_parser import list_of, member, number, objects, one_of, one_or_none, seats, yes_or_no

Reading = Callable[[dict[str, Any], str], object]
BOUND = partial(number, least=2, most=4)
FROM = partial(number, least=2)
COLOUR = partial(one_of, allowed=("red", "blue"))
MAYBE = partial(one_or_none, allowed=("red", "blue"))
COLOURS = partial(list_of, allowed=("red", "blue"))


@pytest.mark.parametrize(
    ("reading", "value"),
    [
        (member, None),
        (BOUND, 2),
        (BOUND, 4),
        (FROM, 2),
        (FROM, 10**9),
        (COLOUR, "red"),
        (MAYBE, "blue"),
        (MAYBE, None),
        (yes_or_no, True),
        (yes_or_no, False),
        (objects, []),
        (objects, [{}, {"a": 1}]),
        (COLOURS, []),
        (COLOURS, ["blue", "red", "blue"]),
    ],
)
def test_valid_values_are_returned_unchanged(reading: Reading, value: object) -> None:
    assert reading({"this": value}, "this") == value


BOUNDS, NO_COLOUR = "'this' must be a whole number from 2 to 4", "'this' must be one of red, blue, not "


@pytest.mark.parametrize(
    ("reading", "value", "words"),
    [
        (BOUND, 1, BOUNDS),
        (BOUND, 5, BOUNDS),
        (BOUND, True, BOUNDS),
        (BOUND, 3.0, BOUNDS),
        (BOUND, None, BOUNDS),
        (FROM, 1, "'this' must be a whole number from 2 on"),
        (COLOUR, "green", f"{NO_COLOUR}'green'"),
        (COLOUR, None, f"{NO_COLOUR}None"),
        (COLOUR, ["red"], f"{NO_COLOUR}['red']"),
        (COLOUR, "", f"{NO_COLOUR}''"),
        (MAYBE, "green", f"{NO_COLOUR}'green'"),
        (yes_or_no, 1, "'this' must be true or false"),
        (yes_or_no, None, "'this' must be true or false"),
        (objects, {}, "'this' must be a list of objects"),
        (objects, [{}, "a"], "'this' must be a list of objects"),
        (COLOURS, "red", "'this' must be a list"),
        (COLOURS, ["red", "green"], "'green' cannot be in 'this'"),
        (COLOURS, [7], "7 cannot be in 'this'"),
    ],
)
def test_an_impossible_value_is_refused_and_named(reading: Reading, value: object, words: str) -> None:
    with pytest.raises(BadRequest) as refused:
        reading({"this": value}, "this")
    assert str(refused.value) == words


@pytest.mark.parametrize("reading", [member, BOUND, FROM, COLOUR, MAYBE, yes_or_no, objects, COLOURS])
def test_a_member_that_is_missing_is_named(reading: Reading) -> None:
    with pytest.raises(BadRequest) as refused:
        reading({"that": 1}, "this")
    assert str(refused.value) == "the table lacks 'this'"


def test_a_parsed_list_is_a_new_list() -> None:
    given = {"this": ["red"], "those": [{}]}
    COLOURS(given, "this").append("blue")
    objects(given, "those").append({})
    assert given == {"this": ["red"], "those": [{}]}


@pytest.mark.parametrize("count", [2, 3])
def test_the_seats_are_letters_in_order_in_any_arrangement(count: int) -> None:
    players: dict[str, object] = {seat: {} for seat in reversed("abc"[:count])}
    assert seats({"players": players}, range(2, 4), None) == "abc"[:count]
    assert seats({"players": players}, range(2, 4), ("Anna", "Bert", "Cyril")[:count]) == "abc"[:count]


COUNT = "'players' must be an object of 2 to 4 seats"


@pytest.mark.parametrize(
    ("players", "names", "words"),
    [
        ([], None, COUNT),
        ({"a": {}}, None, COUNT),
        ({seat: {} for seat in "abcde"}, None, COUNT),
        ({"a": {}, "c": {}}, None, "'players' must have the seats a, b"),
        ({"a": {}, "b": {}}, ("Anna",), "there are 1 names for 2 seats"),
        ({"a": {}, "b": []}, None, "player b must be an object"),
    ],
)
def test_seats_that_cannot_be_are_refused(players: object, names: tuple[str, ...] | None, words: str) -> None:
    with pytest.raises(BadRequest) as refused:
        seats({"players": players}, range(2, 5), names)
    assert str(refused.value) == words
