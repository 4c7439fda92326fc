"""A card of Mafia City is said and shown from one entry."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from bot.games.mafia_city.cards import ACTION, CARDS
from bot.games.mafia_city.questions import QUESTIONS
from rules.mafia_city.deck import kind_of, shipped
from rules.mafia_city.effects import ACTIONS

HOUSE = Path(__file__).parents[4]
ONE_PLACE = {
    "bot": {"bot/games/mafia_city/cards.py"},
    "rules": {f"rules/mafia_city/{file}.py" for file in ("effects", "cancelling", "plays", "features")},
}
"""`cancelling` for what M61 lists: which of two other cards cancels it, if any; the last two for what computer
players make of it: what it changes, and what it is worth in hand."""


def naming(room: str, word: str) -> set[str]:
    """The files of a room in whose code a word stands as a text of its own."""
    found = set()
    for path in (HOUSE / room).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and node.value == word:
                found.add(path.relative_to(HOUSE).as_posix())
    return found


def test_every_card_of_the_deck_has_its_entry_and_no_other_has() -> None:
    assert set(CARDS) == {kind_of(code) for code in shipped().codes}
    assert {kind for kind, card in CARDS.items() if card.play} == set(ACTIONS)
    assert {kind for kind, card in CARDS.items() if card.type == ACTION} == set(ACTIONS)


@pytest.mark.tier("test")
@pytest.mark.parametrize("room", list(ONE_PLACE))
@pytest.mark.parametrize("card", [card for card in ACTIONS if card not in QUESTIONS])
def test_an_action_that_asks_nothing_more_is_named_in_its_entry_alone(card: str, room: str) -> None:
    """So that a card like it is added there, in the deck and in the catalogues, and nowhere else."""
    assert naming(room, card) <= ONE_PLACE[room]
