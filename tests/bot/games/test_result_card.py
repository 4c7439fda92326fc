"""Tests the result card: the winner, the scores and the turning point, from public facts only."""

from __future__ import annotations

from typing import cast

import pytest

from bot.drawing.chart import Chart, Line
from bot.games.result_card import result_card
from bot.texts import LANGUAGES, translator_for
from rules.engine import Game
from tests.bot.games.every_board import WITH_PICTURES, Onlooker, facts, finished


def chart(*points: tuple[int, ...], least_leads: bool = False) -> Chart:
    lines = tuple(Line("abc"[at], f"Player {at}", one) for at, one in enumerate(points))
    return Chart(tuple(str(at) for at in range(len(points[0]))), lines, least_leads=least_leads)


@pytest.mark.parametrize(
    ("points", "expected"),
    [
        (((0, 1, 2, 5), (0, 2, 3, 4)), 3),
        (((0, 3, 4, 5), (0, 2, 3, 4)), 1),
        (((0, 3, 2, 5), (0, 2, 3, 4)), 3),
        (((0, 1, 4, 4), (0, 2, 3, 4)), 2),
        (((0, 1, 2, 3), (0, 2, 3, 4)), None),
    ],
)
def test_the_turning_point_is_where_the_winner_takes_the_lead_for_good(
    points: tuple[tuple[int, ...], ...], expected: int | None
) -> None:
    assert chart(*points).turning_point("a") == expected


def test_if_less_is_better_the_lowest_line_leads() -> None:
    assert chart((0, 4, 5, 6), (0, 2, 6, 9), least_leads=True).turning_point("a") == 2


@WITH_PICTURES
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_card_names_the_winner_first_and_needs_public_facts_only(kind: str, language: str) -> None:
    game = finished(kind, 2 if kind != "mafia_city" else 3, 1)
    words = translator_for(language)
    table = facts(kind, len(game.seats), phase="over")
    card = result_card(table, game, words)
    assert card is not None
    assert game.over is not None
    names = [table.seat(one["seat"]).name for one in game.over["ranking"]]
    assert [entry.name for entry in card.scene.entries] == names
    assert card.scene.entries[0].won
    assert card.scene.turning in card.alt
    seen = result_card(table, cast(Game, Onlooker(game)), words)
    assert seen is not None
    assert seen.digest == card.digest


@WITH_PICTURES
def test_a_card_is_as_wide_as_a_board_and_small_enough_to_send(kind: str) -> None:
    game = finished(kind, 2 if kind != "mafia_city" else 3, 2)
    card = result_card(facts(kind, len(game.seats), phase="over"), game, translator_for("cs"))
    assert card is not None
    assert card.image().width == 1080
    assert len(card.picture().png) < 200 * 1024


@WITH_PICTURES
def test_a_game_without_a_winner_has_no_card(kind: str) -> None:
    game = finished(kind, 3, 1)
    game.over = None
    assert result_card(facts(kind, len(game.seats), phase="over"), game, translator_for("en")) is None
