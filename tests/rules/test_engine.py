"""Tests the engine: the names of a game, errors of entries, and silences."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest

from rules.decisions import Choice
from rules.description import Result, Rules
from rules.draws import OwnDraw
from rules.engine import Game
from rules.errors import BadRecord, BadRequest, ForeignAwait
from rules.events import Silence
from rules.mafia_city import MAFIA_CITY
from rules.notation import Entry
from rules.protocol import describe

from .mafia_city.layout import layout
from .toy import TOY

NAMES = ["Anna", "Bert"]
SEED = bytes(range(32))


def toy() -> Game:
    """Returns a toy game after its deals: decisions 1 and 2 were draws, and decision 3 offers seat a its marbles."""
    return Game.new(TOY, NAMES, seed=SEED)


MARBLES = "green or blue or white or black"


# What a game is called


def test_an_id_is_0_if_none_was_given() -> None:
    """A game created without an id has the id 0, in its record and for its draws (docs/protocol.md, "The record")."""
    games = Game.new(TOY, NAMES, seed=SEED), Game.at(MAFIA_CITY, layout(), seed=SEED)
    for game in games:
        assert game.head.game_id == "0"
        assert game.chance is not None
        assert game.chance.game_id == "0"


def test_a_positioned_game_has_the_given_id_and_names_or_the_seats_letters() -> None:
    named = Game.at(MAFIA_CITY, layout(), ["Dora", "Emil", "Xaver"], game_id="77")
    assert (named.head.game_id, named.head.names) == ("77", ("Dora", "Emil", "Xaver"))
    assert Game.at(MAFIA_CITY, layout()).head.names == ("a", "b", "c")


@pytest.mark.parametrize("names", [["Dora", "Emil"], ["Dora", "Emil", "Franz\n"], [], ["Dora", "Emil", ""]])
def test_a_laid_out_game_takes_no_names_that_do_not_fit_it(names: list[str]) -> None:
    """`Game.at` raises BadRequest unless there is one name for each seat and a record can contain each name."""
    with pytest.raises(BadRequest):
        Game.at(MAFIA_CITY, layout(), names)


def test_a_new_game_is_of_the_latest_edition_unless_it_is_to_be_of_another() -> None:
    begun: list[int] = []

    def start(seats: Sequence[str], options: Mapping[str, str], edition: int) -> Any:
        begun.append(edition)
        return TOY.start(seats, options, edition)

    rules = replace(TOY, edition=3, start=start)
    assert [Game.new(rules, NAMES).head.edition, Game.new(rules, NAMES, edition=2).head.edition] == [3, 2]
    assert begun == [3, 2]


# What does not fit


def good() -> Entry:
    return Entry(3, "a", "throw", ("green", "blue"))


BAD = Entry(9, "b", "throw", ("green", "blue"))


@pytest.mark.parametrize(("first", "told"), [((), 2), ((7,), 8)])
def test_an_entry_that_does_not_fit_is_told_with_its_line(first: tuple[int, ...], told: int) -> None:
    """The error of a replayed entry has its line number, counted from the given number of the first replayed line
    (by default 1).
    """
    game = toy()
    assert len(game.entries) == 2
    with pytest.raises(BadRecord) as refused:
        game.again([good(), BAD], *first)
    assert refused.value.line == told
    assert refused.value.found == "9 b throw: green blue"


def test_a_key_that_does_not_fit_is_told_with_its_line_and_why() -> None:
    with pytest.raises(BadRecord) as refused:
        toy().again([good()._replace(keys=("green", "red"))], 7)
    assert str(refused.value) == (
        f"line 7: expected an answer to 3 throw by a: {MARBLES}, found 3 a throw: green red ('red' is not offered)"
    )


def expected(game: Game) -> str:
    with pytest.raises(BadRecord) as refused:
        game.again([Entry(99, "a", "nothing", ())])
    return refused.value.expected


def test_only_open_decisions_are_told_with_their_keys() -> None:
    """The description of what an entry must be contains the keys of an open decision, but not those of a secret one
    (they would show a hand) or of a draw (a deck would be too long).
    """
    game = toy()
    assert expected(game) == f"an answer to 3 throw by a: {MARBLES}"
    game.answer(3, "a", ["green", "blue"])
    assert expected(game) == "an answer to 4 show by a"
    assert expected(Game.new(TOY, NAMES)) == "an answer to 1 deal by chance"


def test_a_window_names_the_asked_players_without_their_options() -> None:
    hands = {"a": "thief-hat", "b": "police_chief-hat", "c": "police_chief-hat"}
    game = Game.at(MAFIA_CITY, layout(hands=hands))
    game.answer(1, "a", ["thief-hat:b"])
    assert expected(game) == "an answer to 2 react by b or c"


# Rules without a table


def alone(play: Any) -> Rules:
    return Rules("alone", 1, range(1, 2), {}, (), dict, lambda *_: (None, play), TOY.position, TOY.view, TOY.table)


def test_the_silence_of_a_rule_that_is_tested_alone_has_no_events() -> None:
    async def ask() -> Result:
        return {"said": await Choice("say", "a", ("yes", "no"), silence="no")}

    game = Game.new(alone(ask()), ["Anna"])
    game.clock(1)
    assert game.silences == [Silence("a", "say", 0, 0)]


def test_a_draw_of_ones_own_is_described_with_its_owner() -> None:
    """docs/protocol.md: `about` says whose cards are drawn; other draws have no `about`."""

    async def draw() -> Result:
        return {"drawn": await OwnDraw("deck", ("x", "y"), "a")}

    asked = describe(Game.new(alone(draw()), ["Anna"]))
    assert asked is not None
    assert (asked["of"], asked["about"]) == ("a", {"of": "a"})
    other = describe(Game.new(TOY, NAMES))
    assert other is not None
    assert "of" not in other


def test_awaiting_something_else_raises_an_error_that_names_it() -> None:
    class Foreign:
        def __await__(self) -> Iterator[str]:
            yield "a future, for instance"

    async def play() -> Result:
        await Foreign()  # type: ignore[misc]
        return {}

    with pytest.raises(ForeignAwait, match=r"^rule code awaited str, which is not a decision$"):
        Game.new(alone(play()), ["Anna"])


# Silences after something was taken back


def test_a_silence_after_an_undo_holds_what_it_brought_about() -> None:
    """A silence after an undo refers to the events that followed it; its indexes count all events of the game,
    including those that were taken back.
    """
    game = Game.at(MAFIA_CITY, layout(), seed=SEED)
    game.answer(1, "a", ["place:prison"])
    game.undo(2, "a")
    game.answer(3, "a", ["place:harbour"])
    before = len(game.told)
    game.clock(4)
    assert game.silences == [Silence("b", "turn", before, len(game.told))]
    assert game.told[before].facts["seat"] == "b"
    assert Game.replay(MAFIA_CITY, game.record(), SEED).silences == game.silences


def test_a_silence_before_anything_was_taken_back_holds_what_it_brought_about() -> None:
    game = Game.at(MAFIA_CITY, layout(), seed=SEED)
    game.answer(1, "a", ["place:prison"])
    before = len(game.told)
    game.clock(2)
    assert game.silences == [Silence("b", "turn", before, len(game.told))]
    assert before < len(game.told)
