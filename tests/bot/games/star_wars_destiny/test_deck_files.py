"""Tests that JSON exports of decks are read as plain lists, and that any other text stays as it is."""

from __future__ import annotations

import json

import pytest

from bot.games.star_wars_destiny.deck_files import listed
from rules.star_wars_destiny.lists import read_unfinished


def test_an_export_by_card_numbers_is_a_list_with_dice() -> None:
    export = {"name": "Mine", "slots": {
        "01038": {"quantity": 1, "dice": 2}, "01001": {"quantity": 2, "dice": 1}, "01002": 2,
    }}  # fmt: skip
    assert listed(json.dumps(export)).splitlines() == ["1x 01038 (2 dice)", "2x 01001", "2x 01002"]


def test_an_export_by_titles_is_a_list() -> None:
    export = [{"name": "Lightsaber", "count": 2}, {"code": "01045"}, "Starship Graveyard"]
    assert listed(json.dumps(export)).splitlines() == ["2x Lightsaber", "1x 01045", "Starship Graveyard"]


def test_the_list_of_an_export_is_read_like_a_pasted_one() -> None:
    export = {"slots": {"01038": {"quantity": 1, "dice": 2}}, "name": "x"}
    text = listed(json.dumps(export)) + "\nStarship Graveyard"
    assert read_unfinished(text).team == read_unfinished("AW 38 (elite)\nStarship Graveyard").team


@pytest.mark.parametrize(
    "text",
    ["Rey (elite)\nFinn", "[" * 5_000, "{", "{}", "[]", '{"slots": 3}', '{"slots": null}', "[1, null, [2]]",
     '{"a": ' * 3_000, "[" + "9" * 5_000 + "]"],
    ids=str.__len__,
)  # fmt: skip
def test_a_text_that_is_not_an_export_is_unchanged(text: str) -> None:
    assert listed(text) == text


def test_strange_numbers_count_as_one() -> None:
    export = {"slots": {"01001": {"quantity": -1, "dice": "2"}, "01002": True, "01003": 10**9, "a\nb": None}}
    assert listed(json.dumps(export)).splitlines() == ["1x 01001", "1x 01002", "1x 01003", "1x a b"]
