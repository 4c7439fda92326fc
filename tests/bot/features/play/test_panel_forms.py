"""Tests forms with checkboxes for sets of keys that need a confirmation; Submit is the confirmation."""

from __future__ import annotations

from typing import Any

import pytest

from bot.features.play import panel_forms, panel_view
from bot.games import GAME_UIS
from bot.games.context import Path
from bot.texts import translator_for
from rules.engine import Game
from tests.bot.features.play.test_panel_selects import Asking, dice, shown, with_kind
from tests.bot.games.every_board import facts

EN = translator_for("en")


class Costly(Asking):
    """A front end in which every set of keys needs a confirmation."""

    def direct(self, kind: str, path: Path) -> bool:
        return False


@pytest.fixture(autouse=True)
def _costly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAME_UIS, "asking", Costly())


def form(game: Game) -> list[dict[str, Any]]:
    """Returns the groups of checkboxes of the form in which several cards are chosen."""
    panel = panel_view.panel_at(with_kind(facts("mafia_city", 3, id=1)), game, "a", EN)
    assert panel is not None
    modal = panel_forms.set_form(panel)
    assert modal is not None
    return [row["component"] for row in modal.to_dict()["components"]]


def test_a_set_that_needs_a_confirm_has_a_form_instead_of_a_select() -> None:
    screen = shown(dice(6))
    assert screen.selects == []
    assert screen.labels()[:3] == ["Choose…", "None", "All"]
    assert screen.press("Choose…").verb == "tick"


def test_ten_options_are_one_group_that_keeps_the_bounds() -> None:
    (group,) = form(dice(10, least=2, most=4))
    assert (group["min_values"], group["max_values"], group["required"]) == (2, 4, True)
    (group,) = form(dice(10))
    assert (group["min_values"], group["max_values"], group["required"]) == (0, 10, False)


def test_more_options_are_several_groups_up_to_fifty() -> None:
    groups = form(dice(50, least=3))
    assert [len(group["options"]) for group in groups] == [10] * 5
    assert [option["value"] for group in groups for option in group["options"]] == [str(at) for at in range(50)]
    assert not any(group["required"] for group in groups)


def test_more_than_fifty_options_stay_in_selects() -> None:
    assert [len(select["options"]) for select in shown(dice(51)).selects] == [25, 25, 1]
