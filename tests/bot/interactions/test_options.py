"""Tests a game's own options: offered from its description and understood by their words, for any game."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from bot.games import GAME_UIS
from bot.interactions import options
from bot.tables.refusals import Refused
from bot.texts import LANGUAGES, translator_for
from rules import GAMES
from rules.description import FreeText
from tests.bot.table import Evening

ENGLISH = translator_for("en")
LONGEST_NAME, LONGEST_VALUE, MOST = 100, 100, 25
"""Discord's limits for the choices of an autocompletion: characters of a name and of a value, number of choices."""
LISTED = {
    kind: {name: values for name, values in rules.options.items() if isinstance(values, tuple)}
    for kind, rules in GAMES.items()
}
"""For each game its options that take one of several values."""
WITH_OPTIONS = [kind for kind, taken in LISTED.items() if taken]
WITHOUT = [kind for kind, taken in LISTED.items() if not taken]


@pytest.fixture
def rich(monkeypatch: pytest.MonkeyPatch) -> str:
    """Gives a game two options of three values each and a private text, hides all other games from the options of
    commands, and returns its name.
    """
    kind = WITH_OPTIONS[0]
    secret = FreeText("none", lambda text, _seats, _options: text, private=True)
    taken: dict[str, tuple[str, ...] | FreeText] = {
        "deck": ("blue", "red", "green"),
        "gifts": secret,
        "length": ("short", "long", "longest"),
    }
    monkeypatch.setattr(options, "GAMES", {kind: replace(GAMES[kind], options=taken)})
    return kind


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", list(GAMES))
def test_every_game_is_offered_with_all_that_its_rules_take(kind: str, language: str) -> None:
    said = translator_for(language)
    offered = list(options.offered(kind, said))
    assert len({choice.words for choice in offered}) == len(offered)
    for choice in offered:
        assert 0 < len(choice.words) <= LONGEST_NAME
        assert 0 < len(choice.key) <= LONGEST_VALUE
        assert options.understood(kind, choice.key, said) == choice.options
        assert options.understood(kind, choice.words, said) == choice.options
        for name, value in choice.options.items():
            assert (GAME_UIS[kind].setting(name, value, None, said) or value) in choice.words
    values = {(name, value) for choice in offered for name, value in choice.options.items()}
    assert values == {(name, value) for name, taken in LISTED[kind].items() for value in taken}


def test_several_options_are_offered_together_the_default_first(rich: str) -> None:
    offered = list(options.offered(rich, ENGLISH))
    assert len(offered) == 9
    assert offered[0].options == {"deck": "blue", "length": "short"}
    assert not [choice for choice in offered if "gifts" in choice.key or "gifts" in choice.words]
    assert options.understood(rich, "length=long", ENGLISH) == {"length": "long"}
    assert options.understood(rich, "deck=red length=longest", ENGLISH) == {"deck": "red", "length": "longest"}


@pytest.mark.parametrize(
    "typed", ["", "deck", "deck=pink", "size=big", "gifts=none", "deck=red length", "nonsense", "red long", "="]
)
def test_options_that_are_not_offered_are_refused(rich: str, typed: str) -> None:
    with pytest.raises(Refused):
        options.understood(rich, typed, ENGLISH)


@pytest.mark.parametrize("kind", WITHOUT)
def test_a_game_without_options_says_so(kind: str) -> None:
    with pytest.raises(Refused):
        options.understood(kind, "goal=advanced", ENGLISH)
    assert list(options.offered(kind, ENGLISH)) == []


@pytest.mark.parametrize("kind", WITH_OPTIONS)
async def test_a_host_chooses_by_words(database: Path, kind: str) -> None:
    name, taken = next(iter(LISTED[kind].items()))
    async with Evening.of("Anna", "Bert", database=database) as evening:
        anna = evening.person("Anna")
        typing = await anna.autocomplete(evening.channel, "game new", "option", "", game=kind)
        assert 0 < len(typing.choices) <= MOST
        words_, key = typing.choices[-1]
        narrower = await anna.autocomplete(evening.channel, "game new", "option", words_, game=kind)
        assert (words_, key) in narrower.choices
        outcome = await evening.slash("Anna", "game new", game=kind, option=key)
        assert outcome.message is not None
        assert evening.live.row.options[name] == taken[-1]
        evening.clean()


async def test_the_options_offered_are_those_of_the_game_that_is_chosen(database: Path) -> None:
    async with Evening.of("Anna", "Bert", database=database) as evening:
        anna = evening.person("Anna")
        for kind in WITHOUT:
            typing = await anna.autocomplete(evening.channel, "game new", "option", "", game=kind)
            assert typing.choices == []
        unnamed = await anna.autocomplete(evening.channel, "game new", "option", "")
        named = await anna.autocomplete(evening.channel, "game new", "option", "", game=next(iter(GAME_UIS)))
        assert unnamed.choices == named.choices
        evening.clean()


async def test_options_that_no_game_has_open_no_table(database: Path) -> None:
    async with Evening.of("Anna", "Bert", database=database) as evening:
        for kind in GAMES:
            outcome = await evening.slash("Anna", "game new", game=kind, option="nonsense")
            assert outcome.message is not None
            assert outcome.message.ephemeral
        assert await evening.bot.app.db.games.unfinished() == []
        evening.clean()


async def test_no_game_is_named_where_options_are_offered(database: Path) -> None:
    """Options of a single game are not part of the commands, which all games share."""
    async with Evening.of("Anna", database=database) as evening:
        game = next(one for one in evening.world.commands[None].values() if one["name"] == "game")
        new = next(inner for inner in game["options"] if inner["name"] == "new")
        shared = {option["name"] for option in new["options"]}
        assert not shared & {name for rules in GAMES.values() for name in rules.options}
        evening.clean()
