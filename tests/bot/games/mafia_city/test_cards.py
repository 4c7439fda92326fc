"""Tests that each card of Mafia City has one entry, from which its texts and pictures come."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from bot.games.mafia_city.cards import ACTION, CARDS
from bot.games.mafia_city.questions import QUESTIONS
from rules.mafia_city.deck import kind_of, shipped
from rules.mafia_city.effects import ACTIONS

ROOT = Path(__file__).parents[4]
ONE_PLACE = {
    "bot": {"bot/games/mafia_city/cards.py"},
    "rules": {f"rules/mafia_city/{file}.py" for file in ("effects", "cancelling", "plays", "features")},
}
"""The files that may name a card: its two entries (of the bot and of the rules), M61's list of cancels, and the two
modules of computer players.
"""


def naming(room: str, word: str) -> set[str]:
    """Returns the files of a package whose code contains this word as a string."""
    found = set()
    for path in (ROOT / room).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and node.value == word:
                found.add(path.relative_to(ROOT).as_posix())
    return found


def test_every_card_of_the_deck_has_its_entry_and_no_other_has() -> None:
    assert set(CARDS) == {kind_of(code) for code in shipped().codes}
    assert {kind for kind, card in CARDS.items() if card.play} == set(ACTIONS)
    assert {kind for kind, card in CARDS.items() if card.type == ACTION} == set(ACTIONS)


@pytest.mark.tier("test")
@pytest.mark.parametrize("room", list(ONE_PLACE))
@pytest.mark.parametrize("card", [card for card in ACTIONS if card not in QUESTIONS])
def test_an_action_that_asks_nothing_more_is_named_only_in_its_entry(card: str, room: str) -> None:
    """To add a similar card, only its entries, the deck and the catalogues must change."""
    assert naming(room, card) <= ONE_PLACE[room]
