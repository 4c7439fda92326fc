"""Tests that loadouts keep their contract: every offered choice is legal and fits."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import pytest

from bot.games import GAME_UIS
from bot.games.loadout import Loadout
from bot.texts import LANGUAGES, translator_for
from bot.views.parts import MAX_LABEL, length
from rules import GAMES
from rules.description import SEATS, FreeText
from rules.engine import Game

MAX_OFFERS, MAX_TEXT = 25, 1000
EN = translator_for("en")
SEED = bytes(range(32))


def tables() -> Iterator[tuple[str, dict[str, str]]]:
    """Yields every game with loadouts, and every combination of its other options."""
    for kind, game_ui in GAME_UIS.items():
        if game_ui.find(Loadout) is not None:
            values = {
                name: values for name, values in GAMES[kind].options.items() if not isinstance(values, FreeText)
            }  # fmt: skip
            for chosen in product(*values.values()):
                yield kind, dict(zip(values, chosen, strict=True))


EVERY_TABLE = pytest.mark.parametrize(("kind", "options"), list(tables()), ids=str)


def loadout_of(kind: str) -> Loadout:
    loadout = GAME_UIS[kind].find(Loadout)
    assert loadout is not None
    return loadout


def parts_of(loadout: Loadout, options: dict[str, str]) -> list[str]:
    """Returns every loadout that a table with these options offers or that its computers bring, and the default."""
    offered = [loadout.part(offer.key, options) for offer in loadout.offered(options, EN)]
    return [part for part in (*offered, *loadout.for_computers(options), loadout.default(options)) if part is not None]


@EVERY_TABLE
def test_the_option_is_private_and_takes_everything_that_is_offered(kind: str, options: dict[str, str]) -> None:
    loadout, rules = loadout_of(kind), GAMES[kind]
    option = rules.options[loadout.option]
    assert isinstance(option, FreeText)
    assert option.private
    parts = parts_of(loadout, options)
    assert parts
    for part in parts:
        loadout.check(part, options, EN)
        for seats in (rules.seats[0], rules.seats[-1]):
            text = loadout.joined([part] * seats)
            canonical = option.check(text, SEATS[:seats], options)
            assert option.check(canonical, SEATS[:seats], options) == canonical


@EVERY_TABLE
def test_offers_fit_into_one_select_and_differ(kind: str, options: dict[str, str]) -> None:
    loadout = loadout_of(kind)
    for language in LANGUAGES:
        offered = loadout.offered(options, translator_for(language))
        assert len(offered) <= MAX_OFFERS
        assert len({offer.key for offer in offered}) == len({offer.title for offer in offered}) == len(offered)
        assert all(0 < length(offer.title) <= MAX_LABEL for offer in offered)
    assert loadout.part("no such offer", options) is None


@EVERY_TABLE
def test_a_part_is_told_in_few_words_and_whole_before_the_game_and_in_it(kind: str, options: dict[str, str]) -> None:
    loadout, seats = loadout_of(kind), GAMES[kind].seats[0]
    for part in parts_of(loadout, options):
        game = Game.new(
            GAMES[kind], ["Anna", "Bert", "Cyril", "Dana"][:seats],
            {**options, loadout.option: loadout.joined([part] * seats)}, seed=SEED,
        )  # fmt: skip
        for language in LANGUAGES:
            said = translator_for(language)
            assert 0 < len(loadout.title(part, said)) <= MAX_TEXT // 10
            assert len(loadout.described(part, said)) <= MAX_TEXT
            assert 0 < len(loadout.described_in_game(game, "a", said)) <= MAX_TEXT
        if (code := loadout.code(part)) is not None:
            assert len(code) <= MAX_TEXT
            assert loadout.read(code, EN) == part
