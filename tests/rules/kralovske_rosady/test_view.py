"""Tests the views of seats and onlookers, and the audience of events."""

from __future__ import annotations

from typing import Any

from .table import Table, position

COLUMNS = ("art-5 a:disguise a:king^ b:queen?", "trade-4 b:mage a:witch?")
HELD: dict[str, Any] = {
    "hands": {"a": "dragon squire", "b": "storm"},
    "decks": {"a": "hermit romeo", "b": "julia"},
    "discards": {"a": "prince", "b": ""},
    "points": {"a": "art-4", "b": "art-3 art-2"},
}


def test_the_full_table_is_as_the_notation_writes_it() -> None:
    """Every member of the example in docs/protocol.md is present, in its order."""
    state = position(*COLUMNS, **HELD).state
    assert list(state) == [
        "game", "edition", "round", "phase", "turn", "columns", "points_deck", "removed_points", "players",
    ]  # fmt: skip
    assert state["columns"][0]["cards"][1] == {"owner": "a", "card": "king", "up": False, "tucked": True}
    assert state["players"]["a"] == {
        "hand": ["dragon", "squire"], "deck": ["hermit", "romeo"], "discard": ["prince"], "points": ["art-4"],
    }  # fmt: skip
    assert len(state["points_deck"]) == 10


def test_an_onlooker_sees_backs_and_numbers() -> None:
    """Face-down cards have no name; hands, decks and point cards are numbers; discards are open."""
    view = position(*COLUMNS, **HELD).view()
    assert view["columns"] == [
        {
            "point": "art-5",
            "closed": False,
            "cards": [
                {"owner": "a", "card": "disguise", "up": True, "tucked": False},
                {"owner": "a", "card": None, "up": False, "tucked": True},
                {"owner": "b", "card": None, "up": False, "tucked": False},
            ],
        },
        {
            "point": "trade-4",
            "closed": False,
            "cards": [
                {"owner": "b", "card": "mage", "up": True, "tucked": False},
                {"owner": "a", "card": None, "up": False, "tucked": False},
            ],
        },
    ]
    assert view["players"] == {
        "a": {"cards": 2, "deck": 2, "discard": ["prince"], "points": 1},
        "b": {"cards": 1, "deck": 1, "discard": [], "points": 2},
    }
    assert view["points_deck"] == 10


def test_a_seat_sees_its_own_hand_cards_and_points_but_not_its_pile() -> None:
    """A seat sees its own hand, point cards, and face-down and tucked cards; of its draw pile it sees the size."""
    view = position(*COLUMNS, **HELD).view("a")
    assert [card["card"] for card in view["columns"][0]["cards"]] == ["disguise", "king", None]
    assert [card["card"] for card in view["columns"][1]["cards"]] == ["mage", "witch"]
    assert view["players"] == {
        "a": {"hand": ["dragon", "squire"], "deck": 2, "discard": ["prince"], "points": ["art-4"]},
        "b": {"cards": 1, "deck": 1, "discard": [], "points": 2},
    }


def seen(table: Table, *seats: str | None) -> list[Any]:
    """Returns what these seats see, and the events that they have just got."""
    to = ("all", *seats)
    return [[table.view(seat) for seat in seats], [told for told in table.told if told["to"] in to]]


def test_games_that_differ_only_in_what_a_hides_look_alike_to_the_others() -> None:
    """Seat a's hand, tucked and face-down cards are exchanged: b and an onlooker see and hear the same."""
    looks = []
    for tucked, down, first, second in (("king", "witch", "dragon", "squire"), ("dragon", "king", "witch", "squire")):
        columns = (f"art-5 a:disguise a:{tucked}^ b:queen?", f"trade-4 b:mage a:{down}?")
        table = position(*columns, **HELD | {"hands": {"a": f"{first} {second}", "b": "storm"}})
        before = seen(table, "b", None)
        table.plays("a", f"{first}:1")
        looks.append([before, seen(table, "b", None)])
    assert looks[0] == looks[1]


def test_only_the_player_is_told_which_card_is_laid_tucked_or_drawn() -> None:
    """Other seats only learn that a card was placed, tucked or drawn."""
    hands = {"a": "king queen", "b": "julia"}
    table = position("art-5 a:disguise?", "trade-4", turn="b", hands=hands, decks={"b": "storm"})
    table.plays("b", "julia:1")
    assert [(told["to"], told["event"]) for told in table.told] == [
        ("all", "plays"), ("b", "played"), ("all", "turned"),
    ]  # fmt: skip
    table.plays("a", "king")
    assert [(told["to"], told["event"], told.get("card")) for told in table.told] == [
        ("all", "tucks", None), ("a", "tucked", "king"), ("all", "draws", None), ("b", "drew", None),
    ]  # fmt: skip
