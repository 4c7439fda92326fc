"""Tests the picture of the board of Star Wars: Destiny."""

from __future__ import annotations

import itertools
import random
from dataclasses import replace
from typing import Any

import pytest

from bot.drawing import MAX_ALT, MAX_BYTES
from bot.drawing.canvas import Canvas
from bot.drawing.fonts import ELLIPSIS
from bot.drawing.palette import NIGHT, contrast, readable_on
from bot.games.star_wars_destiny import picture_icons, picture_pieces, picture_pool, picture_table
from bot.games.star_wars_destiny.picture_dice import TINTS, die_image
from bot.games.star_wars_destiny.picture_scene import table_of
from bot.texts import LANGUAGES
from rules.star_wars_destiny.facts import CARDS
from rules.star_wars_destiny.facts import SYMBOLS as PRINTED
from tests.bot.gallery import content_hash
from tests.bot.games.pictures import Sheet
from tests.bot.games.star_wars_destiny.destiny import (
    LONG_NAMES,
    battle,
    board,
    changed,
    crowd,
    crowd_milliseconds,
    games,
    sitting,
)

EVERY_NUMBER = pytest.mark.parametrize("count", [2, 3, 4])
Rect = tuple[int, int, int, int]


@pytest.mark.tier("test")
@EVERY_NUMBER
def test_whole_games_are_drawn_on_the_sheet_within_the_limits(count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    Sheet.watched(monkeypatch)
    dice = random.Random(count)
    for game in games(count, count):
        if dice.random() > 0.04 and not game.over:
            continue
        asked = game.decision.seats if game.decision else ()
        drawn = board(game.view(None), count, "cs", asked=asked, told=game.told).picture()
        assert len(drawn.png) <= MAX_BYTES
        assert len(drawn.alt.encode("utf-16-le")) // 2 <= MAX_ALT


@EVERY_NUMBER
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_crowded_table_stays_on_the_sheet(count: int, language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    Sheet.watched(monkeypatch)
    drawn = board(crowd(count), count, language, LONG_NAMES, asked=("a", "b")).picture()
    assert len(drawn.png) <= 2 * MAX_BYTES
    assert len(drawn.alt) <= MAX_ALT
    assert not drawn.alt.endswith(ELLIPSIS)


def test_forty_dice_are_all_there_and_none_covers_another(monkeypatch: pytest.MonkeyPatch) -> None:
    sheet, view = Sheet.watched(monkeypatch), crowd(2)
    board(view).picture()
    dice = [
        box
        for piece, box in sheet.pieces
        if piece.size == (picture_pool.SIZE, picture_pool.SIZE) and piece.mode == "RGB"
    ]
    assert len(dice) == sum(len(player["pool"]) for player in view["players"].values()) == 42
    for one, other in itertools.combinations(dice, 2):
        assert apart(one, other)


def apart(one: Rect, other: Rect) -> bool:
    return one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]


@EVERY_NUMBER
def test_everything_of_a_player_is_drawn_in_the_players_panel(count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Cards, defeated characters and the pool do not overlap, and stay within the player's panel."""
    scene = table_of(crowd(count), sitting(count, LONG_NAMES))
    people = [*scene.people, *(replace(person, pool=person.pool[:dice], characters=person.characters[:cards])
                               for person in scene.people for dice in range(5) for cards in range(1, 5))]  # fmt: skip
    for person in people:
        if person.out:
            continue
        layout = picture_table.layout_of(person)
        places = [
            (
                x,
                picture_table.HEAD + y,
                x + picture_pieces.column_wide(picture_table.ROOM),
                picture_table.HEAD + y + picture_pieces._high(piece),
            )
            for piece, (x, y) in picture_pieces._places(person, picture_table.ROOM)
        ]
        if person.pool:
            (x, y), high = layout.pool, picture_pool.height(person.pool, layout.room)
            places.append((x, y, x + layout.room, y + high))
        if person.defeated:
            below = layout.defeated
            places.append((0, below, picture_table.ROOM, below + picture_table.DEFEATED))
        for one, other in itertools.combinations(places, 2):
            assert apart(one, other), person
        assert all(place[3] <= layout.high for place in places), person


def test_the_same_view_gives_the_same_picture() -> None:
    view = battle().view()
    assert content_hash(board(view).picture()) == content_hash(board(view).picture())
    assert board(view).digest == board(view).digest


def test_every_public_change_changes_the_picture_and_its_words() -> None:
    view = battle().view()
    rey, kylo = ("players", "a", "characters", 0), ("players", "b", "characters", 1)
    tie, pool = ("players", "b", "supports", 0), ("players", "a", "pool")
    held = [{**view["players"]["b"]["characters"][1], "upgrades": [
        {"id": "b-prized_possession", "exhausted": False, "holds": die}]} for die in (None, "a-finn+1")]  # fmt: skip
    changes: list[tuple[tuple[str | int, ...], Any]] = [
        (("round",), 4), (("phase",), "upkeep"), (("turn",), "b"), (("claimed",), "b"),
        (("battlefield", "card"), "echo_base"), (("battlefield", "controller"), "a"), (("limbo",), ["a-aim"]),
        (("delayed",), [{"defeat": "a-rey", "by": "b-crime_lord"}]),
        ((*rey, "damage"), 4), ((*rey, "shields"), 3), ((*rey, "exhausted"), False), ((*rey, "dice"), 1),
        ((*rey, "id"), "a-rey-2"), ((*rey, "upgrades"), []), ((*rey, "upgrades", 0, "exhausted"), False),
        ((*rey, "upgrades", 0, "id"), "b-jedi_robes"), (kylo, held[0]), (kylo, held[1]),
        ((*tie, "exhausted"), False), ((*tie, "damage"), 1), ((*tie, "id"), "a-first_order_tie_fighter"),
        (("players", "b", "supports"), []), (pool, []), ((*pool, 0, "side"), "blank"),
        ((*pool, 0, "die"), "a-finn+1"), (("players", "b", "defeated"), [{"id": "b-jango_fett", "dice": 1}]),
        (("players", "b", "out"), True),
        *((("players", "b", what), 9) for what in ("resources", "cards", "deck")),
        (("players", "b", "discard"), ["aim"]),
    ]  # fmt: skip
    drawn = [board(view), board(view, asked=("b",)), board(view, language="cs")]
    drawn += [board(changed(view, *path, to=to)) for path, to in changes]
    assert len({sketch.digest for sketch in drawn}) == len(drawn)
    assert len({content_hash(sketch.picture().png) for sketch in drawn}) == len(drawn)
    assert len({sketch.alt for sketch in drawn}) == len(drawn)


def test_hidden_cards_change_nothing() -> None:
    one = battle().view()
    other = battle(hand="aim disarm", deck="flank enrage").view()
    assert board(one).digest == board(other).digest
    assert board(one).alt == board(other).alt


def test_everyone_has_the_picture_that_an_onlooker_has() -> None:
    looked = 0
    for game in games(2, 7, most=60):
        everybody = board(game.view(None))
        for seat in game.seats:
            looked += bool(game.view(seat)["players"][seat]["hand"])
            sketch = board(game.view(seat))
            assert (sketch.scene, sketch.alt) == (everybody.scene, everybody.alt)
    assert looked > 50


def test_the_alt_text_says_what_is_shown() -> None:
    assert board(battle().view(), asked=("b",)).alt == (
        "Round 3 · Action phase. battlefield Starship Graveyard (B). "
        "A Anna: resources 2, hand 2, deck 4, discards 1, to move. "
        "Rey ★ damage 3/10, shields 2, exhausted, Jedi Robes (exhausted), Lightsaber. Finn damage 5/10. "
        "dice: 1 melee (Rey), +2 melee (Rey), 1 focus (Jedi Robes), 3 melee for 1 (Lightsaber). "
        "B Bert: resources 3, hand 1, deck 2, discards 0, is deciding. First Order Stormtrooper damage 2/7, exhausted. "
        "Kylo Ren ★ damage 0/11, shields 1. supports: First Order TIE Fighter (exhausted). "
        "dice: blank (First Order Stormtrooper), special (Kylo Ren)."
    )


def test_the_player_on_turn_is_not_also_marked_as_asked() -> None:
    assert "is deciding" not in board(battle().view(), asked=("a",)).alt


# Dice


def test_every_symbol_has_a_drawing_of_its_own() -> None:
    assert set(picture_icons.SYMBOLS) == set(PRINTED)
    drawn = {die_image(f"{'' if symbol in ('sp', 'blank') else 1}{symbol}", NIGHT, 112).tobytes() for symbol in PRINTED}
    assert len(drawn) == len(PRINTED)


def test_sides_that_differ_look_different() -> None:
    """Two sides that differ in symbol, value, modifier, cost or X never have the same picture."""
    words = {side.word for card in CARDS.values() for side in card.sides}
    assert len({die_image(word, NIGHT, 112).tobytes() for word in words}) == len(words) > 40


@pytest.mark.parametrize(
    ("word", "written"),
    [("1md", ["1"]), ("+2rd1", ["+2", "1"]), ("xsh", ["X"]), ("sp", []), ("sp1", ["1"]), ("blank", []), ("2r", ["2"])],
)
def test_value_modifier_and_cost_are_written_on_a_die(
    word: str, written: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:  # fmt: skip
    seen: list[str] = []
    monkeypatch.setattr(Canvas, "centred", lambda _canvas, _x, _y, text, *_: seen.append(text))
    die_image.cache_clear()
    die_image(word, NIGHT, 112)
    die_image.cache_clear()
    assert seen == written


def test_nothing_of_a_die_reaches_over_its_edge(monkeypatch: pytest.MonkeyPatch) -> None:
    Sheet.watched(monkeypatch)
    die_image.cache_clear()
    for word in {side.word for card in CARDS.values() for side in card.sides}:
        for size in (77, 112, 150):
            die_image(word, NIGHT, size)


def test_a_die_has_the_colour_of_its_card() -> None:
    assert len(set(TINTS.values())) == 4
    for tint in TINTS.values():
        assert die_image("blank", tint, 112).getpixel((56, 20)) == tint


def test_words_can_be_read_on_every_colour_also_of_exhausted_cards() -> None:
    for tint in TINTS.values():
        for ground in (tint, picture_pieces.dimmed(tint)):
            assert contrast(readable_on(ground), ground) >= 4.5


def test_a_board_of_forty_dice_is_drawn_in_time() -> None:
    assert crowd_milliseconds() < 200, "far above what `make bench` allows"
