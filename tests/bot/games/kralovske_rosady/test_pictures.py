"""Tests the pictures of Královské rošády: columns, hands, help and points."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

import pytest

from bot.drawing import MAX_ALT, MAX_BYTES, Sketch
from bot.drawing.fonts import covers
from bot.games.facts import Seat, TableFacts
from bot.games.kralovske_rosady.cards import CARDS
from bot.games.kralovske_rosady.names import RosadyContext
from bot.games.kralovske_rosady.picture import ColumnPictures
from bot.games.kralovske_rosady.picture_cards import face_of
from bot.games.kralovske_rosady.symbols import SYMBOLS
from bot.texts import LANGUAGES, translator_for
from rules import GAMES
from rules.engine import Game
from tests.bot.gallery import content_hash
from tests.bot.games.pictures import Sheet, pictured
from tests.bot.laid_out import facts

COLUMNS = ColumnPictures()

KIND = "kralovske_rosady"
NAMES = ("Anna", "Bert", "Cyril", "Dora", "Emil", "Frída")
CS, EN = translator_for("cs"), translator_for("en")


def sitting(count: int) -> TableFacts:
    seats = tuple(Seat("abcdef"[at], at + 1, NAMES[at]) for at in range(count))
    return replace(facts(3), kind=KIND, options={}, seats=seats)


def games(count: int, seed: int, most: int = 2000) -> Iterator[Game]:
    """Plays a random game; yields the same game object before each decision and at its end."""
    dice = random.Random(seed)
    game = Game.new(GAMES[KIND], NAMES[:count], seed=bytes([seed]) * 32)
    for _ in range(most):
        yield game
        if game.decision is None:
            return
        seat = game.waiting[0]
        game.answer(game.number, seat, [dice.choice(list(game.keys(seat)))])


def lying(owner: str, card: str | None, *, tucked: bool = False) -> dict[str, Any]:
    return {"owner": owner, "card": card, "up": card is not None, "tucked": tucked}


def column(point: str, *cards: dict[str, Any], closed: bool = False) -> dict[str, Any]:
    return {"point": point, "closed": closed, "cards": list(cards)}


def table(*columns: dict[str, Any], seats: int = 2) -> Mapping[str, Any]:
    player = {"cards": 3, "deck": 20, "discard": [], "points": 1}
    return {
        "game": KIND, "edition": 1, "round": 2, "phase": "play", "turn": "a", "columns": list(columns),
        "points_deck": 8, "removed_points": [], "players": {seat: dict(player) for seat in "abcdef"[:seats]},
    }  # fmt: skip


def board(view: Mapping[str, Any], seats: int = 2, **how: Any) -> Sketch:
    return COLUMNS.board(RosadyContext(sitting(seats), EN, view), **how)


BASE = table(
    column("art-3", lying("a", "king"), lying("b", None)),
    column("trade-1", lying("b", "disguise"), lying("b", None, tucked=True), lying("a", "storm"), closed=True),
)


@pytest.mark.parametrize("count", range(2, 7))
def test_whole_games_are_drawn_on_the_sheet_within_the_limits(count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    Sheet.watched(monkeypatch)
    dice = random.Random(count)
    for game in games(count, count):
        if dice.random() > 0.05 and not game.over:
            continue
        asked = game.decision.seats if game.decision else ()
        drawn = COLUMNS.board(RosadyContext(sitting(count), CS, game.view(None)), asked=asked, told=game.told).picture()
        assert len(drawn.png) <= MAX_BYTES
        assert len(drawn.alt.encode("utf-16-le")) // 2 <= MAX_ALT


@pytest.mark.parametrize("columns", [2, 6])
def test_columns_of_any_length_stay_on_the_sheet(columns: int, monkeypatch: pytest.MonkeyPatch) -> None:
    Sheet.watched(monkeypatch)
    for length in (0, 1, 11, 12, 13, 40, 150):
        cards = [lying("abcdef"[at % columns], "witch") for at in range(length)]
        drawn = board(table(*[column("religion-5", *cards)] * columns, seats=columns), columns).picture()
        assert len(drawn.png) <= MAX_BYTES
        assert len(drawn.alt) <= MAX_ALT


def test_the_same_view_gives_the_same_picture() -> None:
    assert content_hash(board(BASE).picture()) == content_hash(board(BASE).picture())
    assert board(BASE).digest == board(BASE).digest


def test_every_public_change_changes_the_picture() -> None:
    one, two = BASE["columns"]
    player = BASE["players"]["a"]
    changes: list[dict[str, Any]] = [
        {}, {"round": 3}, {"phase": "evaluate"}, {"columns": [two, one]},
        {"columns": [one | {"point": "art-4"}, two]}, {"columns": [one | {"point": "alchemy-3"}, two]},
        {"columns": [one, two | {"closed": False}]},
        {"columns": [one | {"cards": [lying("b", "king"), lying("b", None)]}, two]},
        {"columns": [one | {"cards": [lying("a", "queen"), lying("b", None)]}, two]},
        {"columns": [one | {"cards": [lying("a", "king"), lying("a", None)]}, two]},
        {"columns": [one | {"cards": [lying("a", "king"), lying("b", None, tucked=True)]}, two]},
        *({"players": BASE["players"] | {"a": player | {what: 9}}} for what in ("cards", "deck", "points")),
        {"players": BASE["players"] | {"a": player | {"discard": ["king"]}}},
    ]  # fmt: skip
    drawn = [board({**BASE, **change}) for change in changes]
    drawn += [board(BASE, asked=("a",)), board(BASE, asked=("b",)), COLUMNS.board(RosadyContext(sitting(2), CS, BASE))]
    assert len({content_hash(sketch.picture().png) for sketch in drawn}) == len(drawn)
    assert len({sketch.digest for sketch in drawn}) == len(drawn)
    assert len({sketch.alt for sketch in drawn}) == len(drawn)


def test_face_down_cards_look_the_same_for_their_owner_and_for_all() -> None:
    looked = 0
    for game in games(3, 7, 60):
        everybody = COLUMNS.board(RosadyContext(sitting(3), EN, game.view(None)))
        for seat in game.seats:
            own = game.view(seat)
            looked += any(card["card"] and not card["up"] for row in own["columns"] for card in row["cards"])
            sketch = COLUMNS.board(RosadyContext(sitting(3), EN, own))
            assert (sketch.scene, sketch.alt) == (everybody.scene, everybody.alt)
    assert looked > 10


def test_the_alt_text_says_what_is_shown() -> None:
    assert board(BASE, asked=("b",)).alt == (
        "Round 2 of 6. 1 art 3, cards 2/3: A King 20, B face down. 2 trade 1, cards 3/1, closed: B Disguise 0, "
        "B (under the Disguise), A Storm 9. A Anna: point cards 1, hand 3, pile 20, discards 0. "
        "B Bert: point cards 1, hand 3, pile 20, discards 0, to move."
    )


def test_a_hand_shows_its_cards_with_value_and_text() -> None:
    view = table(seats=2)
    view["players"]["a"].update(hand=["king", "dragon"])
    sketch = COLUMNS.hand(view, "a", EN)
    assert sketch is not None
    assert sketch.scene == (("king", 1), ("dragon", 1))
    assert sketch.alt.startswith("King 20: ")
    assert len(sketch.picture().png) <= MAX_BYTES
    assert COLUMNS.hand(view, "b", EN) is None
    view["players"]["a"]["hand"] = []
    assert COLUMNS.hand(view, "a", EN) is None


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_and_symbol_has_its_picture_in_the_rules_help(
    language: str, monkeypatch: pytest.MonkeyPatch
) -> None:  # fmt: skip
    Sheet.watched(monkeypatch)
    drawn = set()
    for topic, face, sketch in pictured(KIND, face_of, translator_for(language)):
        assert all(covers(letter) for letter in face.title + face.line + face.text + face.big), topic
        assert sketch.alt.startswith(face.title)
        drawn.add(sketch.picture().png)
    assert len(drawn) == len(CARDS) + len(SYMBOLS)


def test_the_points_of_a_whole_game_end_where_the_game_ended() -> None:
    *_, game = games(4, 2)
    assert game.over
    sketch = COLUMNS.points(RosadyContext(sitting(4), EN, game.view(None)), game.told)
    ends = {line.seat: line.points[-1] for line in sketch.scene.lines}
    assert ends == {entry["seat"]: entry["points"] for entry in game.over["ranking"]}
    assert sketch.scene.labels == ("0", "1", "2", "3", "4", "5", "6", "Σ")
    assert {line.points[0] for line in sketch.scene.lines} == {0}
    assert len(sketch.picture().png) <= MAX_BYTES
