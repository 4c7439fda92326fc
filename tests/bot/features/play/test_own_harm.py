"""Tests the warnings about answers that harm an own piece: in the list of options and above the *Confirm* button."""

from __future__ import annotations

import pytest

from bot.features.play import panel_view
from bot.texts import translator_for
from rules.engine import Game
from tests.bot.laid_out import facts, laid_out
from tests.bot.screen import Screen, leading

WARNING = "Your own: this harms you, not an opponent."


def panel(game: Game, path: tuple[int, ...] = (), language: str = "en") -> Screen:
    return Screen(panel_view.panel(facts(len(game.seats)), game, "a", path, translator_for(language)))


@pytest.mark.parametrize("language", ["en", "cs", "sk"])
def test_the_confirm_warns_exactly_if_the_list_did(language: str) -> None:
    game, said = laid_out(hands={"a": "informer-star"}, harbour="ab"), translator_for(language)
    selects = panel(game, language=language).selects
    (select,) = (one for one in selects if any("⚠️" in option["label"] for option in one["options"]))
    warned = []
    for option in select["options"]:
        confirming = panel(game, leading(select, option["value"]), language)
        assert said("Confirm") in confirming.labels()
        assert option["label"].startswith("⚠️") == ("⚠️" in confirming.text) == (said(WARNING) in confirming.text)
        warned.append("⚠️" in confirming.text)
    assert warned == [True, False]
    assert language == "en" or said(WARNING) != WARNING
