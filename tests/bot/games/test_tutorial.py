"""Tests the code of docs/adding-a-game.md: its game is played to the end, and its front end has all texts."""

from __future__ import annotations

import importlib
import re
from pathlib import Path
from typing import Any

import pytest

import bot.games
import rules
from bot.games import GAME_UIS, context
from bot.texts import translator_for
from rules import GAMES
from rules.verify import verify
from tests.bot.games.every_board import facts
from tests.rules.random_play import play

TUTORIAL = Path(__file__).parents[3] / "docs" / "adding-a-game.md"
NAME = "high_card"


@pytest.fixture
def high_card(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Registers the tutorial's game for one test and returns its rules."""
    for file, source in re.findall(r"^`([\w/]+\.py)`\n\n```python\n(.*?)```", TUTORIAL.read_text("utf-8"), re.S | re.M):
        path = tmp_path / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(source, encoding="utf-8")
    for package, folder in ((rules, "rules"), (bot.games, "bot/games")):
        monkeypatch.setattr(package, "__path__", [*package.__path__, str(tmp_path / folder)])
    game = importlib.import_module(f"rules.{NAME}").HIGH_CARD
    monkeypatch.setitem(GAMES, NAME, game)
    monkeypatch.setitem(dict_of_uis(), NAME, importlib.import_module(f"bot.games.{NAME}").HIGH_CARD)
    return game


def dict_of_uis() -> dict[str, Any]:
    """Returns the registry of front ends so that a test can add one."""
    assert isinstance(GAME_UIS, dict)
    return GAME_UIS


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_tutorials_game_ends_with_a_record_that_verifies(high_card: Any, seats: int) -> None:
    game = play(high_card, seats, seed=seats)
    assert game.over is not None
    assert sum(entry["points"] for entry in game.over["ranking"]) == 5
    assert verify(game.record().lines()).over == game.over


def test_the_tutorials_front_end_says_every_event_and_shows_board_and_hand(high_card: Any) -> None:
    game, ui, t = play(high_card, 2, seed=1), GAME_UIS[NAME], translator_for("en")
    ctx = context(facts(NAME, 2), t, game, "a")
    assert all(ui.sentence(ctx, event) for event in game.told)
    assert len(ui.public(ctx).splitlines()) == 2
    assert ui.hand(ctx) == "–"
    assert [topic.key for topic in ui.topics(t)] == ["trick"]


def test_the_tutorials_seats_do_not_see_other_hands(high_card: Any) -> None:
    def watch(game: Any) -> None:
        for seat in game.seats:
            others = [player for other, player in game.view(seat)["players"].items() if other != seat]
            assert all(isinstance(player["hand"], int) for player in others)

    play(high_card, 3, seed=2, watch=watch)


def test_the_tutorials_rules_have_about_forty_lines_of_code() -> None:
    code = "".join(re.findall(r"^`rules/[\w/]+\.py`\n\n```python\n(.*?)```", TUTORIAL.read_text("utf-8"), re.S | re.M))
    lines = [line for line in code.splitlines() if line.strip() and not re.match(r'from |import |\s*"""', line)]
    assert 30 < len(lines) <= 45
