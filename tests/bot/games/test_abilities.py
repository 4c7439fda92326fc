"""Tests that the shipped games have their abilities, so that tests of an ability run for them."""

from __future__ import annotations

import pytest

from bot.games import GAME_UIS
from bot.games.loadout import Loadout
from bot.games.pictures import Pictures
from bot.games.pre_orders import PreOrders
from bot.games.reasons import Reasons
from bot.games.tutorial import Tutorial
from bot.local.demo import RECORDS
from rules import GAME_AIS

from .every_board import games_with

SHIPPED = {"mafia_city", "kralovske_rosady", "star_wars_destiny"}


@pytest.mark.parametrize(
    ("ability", "games"),
    [
        (Pictures, SHIPPED),
        (Tutorial, SHIPPED),
        (Reasons, SHIPPED),
        (PreOrders, {"mafia_city", "star_wars_destiny"}),
        (Loadout, {"star_wars_destiny"}),
    ],
)
def test_the_shipped_games_have_their_abilities(ability: type[object], games: set[str]) -> None:
    assert games <= set(games_with(ability))


def test_the_shipped_games_teach_their_computer_players_and_have_a_demo() -> None:
    assert set(GAME_UIS) >= SHIPPED
    assert set(GAME_AIS) >= SHIPPED
    assert set(RECORDS) >= SHIPPED
    assert all(GAME_AIS[name].determinise for name in SHIPPED)
