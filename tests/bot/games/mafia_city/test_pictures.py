"""Tests the picture of the city of Mafia City."""

from __future__ import annotations

import io
import random
import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest
from PIL import Image

from bot.drawing import MAX_ALT, MAX_BYTES, Sketch
from bot.drawing.mosaic import Mosaic, flattened
from bot.drawing.seats import SEAT_LOOKS
from bot.drawing.tokens import player_disc
from bot.games import GAME_UIS
from bot.games.facts import Seat
from bot.games.mafia_city import picture_city, picture_hex, picture_places
from bot.games.mafia_city.picture import CityPictures
from bot.games.mafia_city.picture_scene import Place, evaluated_now
from bot.games.mafia_city.terms import MafiaContext
from bot.texts import LANGUAGES, translator_for
from rules.engine import Game
from rules.events import Event
from rules.mafia_city import events
from rules.mafia_city.table import LOCATIONS
from tests.bot.gallery import content_hash
from tests.bot.games.pictures import Sheet, busy_city, city
from tests.bot.laid_out import KIND, answer, facts, laid_out, new_game, played

CITY = CityPictures()

CS, EN = translator_for("cs"), translator_for("en")
DISCS = "abcde"


def view_with(game: Game, **changed: Any) -> Mapping[str, Any]:
    return game.view(None) | changed


def sketch_of(view: Mapping[str, Any], seats: int = 3, **how: Any) -> Sketch:
    return CITY.board(MafiaContext(facts(seats), EN, view, about=how.pop("about", {})), **how)


# Everything has its place


@pytest.mark.parametrize("location", LOCATIONS)
def test_every_location_draws_with_every_figure_and_look(location: str, monkeypatch: pytest.MonkeyPatch) -> None:
    Sheet.watched(monkeypatch)
    shown = set()
    for held in ({}, {"policeman": "a", "mayor": "a"}):
        view = laid_out(3, hitman=location, cell="ab", **{location: "abcab"}).view(None) | held
        for more in ({}, {"marked": [location]}):
            for now in ({}, {"location": location}):
                shown.add(sketch_of(view | more, about=now).picture().png)
    assert len(shown) == 8


@pytest.mark.parametrize("location", LOCATIONS)
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_all_mobsters_of_all_players_fit_on_one_location(
    location: str, seats: int, monkeypatch: pytest.MonkeyPatch
) -> None:  # fmt: skip
    Sheet.watched(monkeypatch)
    each = 12 if seats == 3 else 11
    everybody = DISCS[:seats] * each
    view = laid_out(seats, hitman=location, **{location: everybody}).view(None)
    drawn = sketch_of(view, seats).picture()
    assert len(drawn.png) <= MAX_BYTES
    assert len(drawn.alt) <= MAX_ALT


@pytest.mark.tier("test")
def test_all_mobsters_fit_in_the_cell(monkeypatch: pytest.MonkeyPatch) -> None:
    Sheet.watched(monkeypatch)
    for count in range(56):
        cell = (DISCS * 11)[:count]
        picture_city.painted(CITY.city(MafiaContext(facts(5), EN, view_with(new_game(5), cell=list(cell))), turn=None,
                                          evaluated=None).scene, "en").image()  # fmt: skip


def hex_of(place: Place) -> Mosaic:
    """Returns the drawing of one location of the city with everything on it."""
    mosaic = Mosaic(2 * picture_hex.RADIUS, picture_hex.HIGH_HEX, picture_city.PALETTE)
    picture_places.lay_place(picture_places.Standing(mosaic, (0, 0), place), "cs")
    return mosaic


@pytest.mark.parametrize("name", ["prison", "harbour", "town_hall"])
@pytest.mark.parametrize("evaluated", [False, True])
def test_pieces_on_a_location_look_as_if_drawn_with_it(name: str, evaluated: bool) -> None:
    """A location of cached parts equals one drawn in full in every pixel, with any number of pieces on it, with and
    without the golden edge of the evaluation.
    """
    for count in range(56):
        figures = ("hitman", "mayor") if name == "town_hall" else ("hitman",) * (count % 2)
        cell = tuple((DISCS * 11)[: count // 2]) if name == "prison" else ()
        place = Place(name, tuple((DISCS * 11)[:count]), cell, figures, marked=count % 3 == 0, evaluated=evaluated)
        parts = hex_of(place)
        with Image.open(io.BytesIO(parts.png())) as image:
            assert image.tobytes() == flattened(parts.image(), parts.palette).tobytes()


@pytest.mark.parametrize("name", ["prison", "harbour", "town_hall"])
def test_every_stack_lies_within_its_hex_one_beside_the_other(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    wide, high = 2 * picture_hex.RADIUS, picture_hex.HIGH_HEX
    for count in range(1, 56):
        stack = tuple((DISCS * 11)[:count])
        with monkeypatch.context() as patch:
            sheet = Sheet.watched(patch)
            figures = ("hitman", "mayor") if name == "town_hall" else ()
            place = Place(name, stack, figures=figures)
            hex_of(place).image()
        discs = [box for piece, box in sheet.pieces if piece.mode == "RGBA" and piece.width == piece.height]
        assert len(discs) == count
        middles = [((left + right) / 2, (top + bottom) / 2) for left, top, right, bottom in discs]
        radius = (discs[0][2] - discs[0][0]) / 2
        for x, y in middles:
            assert y - radius >= high * picture_hex.BAND
            assert abs(x - wide / 2) + radius <= picture_hex.RADIUS / 2 + min(y, high - y) / 3**0.5 + 1
        for at, (x, y) in enumerate(middles):
            for other_x, other_y in middles[at + 1 :]:
                assert ((x - other_x) ** 2 + (y - other_y) ** 2) ** 0.5 >= 2 * radius - 1


def test_a_stack_is_drawn_in_its_order_from_the_bottom(monkeypatch: pytest.MonkeyPatch) -> None:
    sheet = Sheet.watched(monkeypatch)
    hex_of(Place("harbour", tuple("cab"))).image()
    discs = [(piece, box) for piece, box in sheet.pieces if piece.mode == "RGBA"]
    assert [box[0] for _, box in discs] == sorted(box[0] for _, box in discs)
    size = discs[0][0].width
    assert [piece for piece, _ in discs] == [player_disc(seat, size) for seat in "cab"]


@pytest.mark.tier("test")
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_whole_games_are_drawn_on_the_sheet_within_the_limits(seats: int, monkeypatch: pytest.MonkeyPatch) -> None:
    Sheet.watched(monkeypatch)
    dice = random.Random(seats)
    for game in played(seats, seats, 300):
        if dice.random() > 0.06 and not game.over:
            continue
        asked = game.decision.seats if game.decision else ()
        about = game.decision.about if game.decision else {}
        sketch = CITY.board(MafiaContext(facts(seats), CS, game.view(None), about=about), asked=asked, told=game.told)
        drawn = sketch.picture()
        assert len(drawn.png) <= MAX_BYTES
        assert len(drawn.alt.encode("utf-16-le")) // 2 <= MAX_ALT


def test_before_the_city_is_drawn_there_are_seven_backs(monkeypatch: pytest.MonkeyPatch) -> None:
    sheet = Sheet.watched(monkeypatch)
    game = Game.new(busy_city().rules, ["Anna", "Bert", "Cyril"])
    assert game.view(None)["city"] == []
    sketch_of(game.view(None)).picture()
    assert len(sheet.boxes_of([picture_hex.unknown()])) == 7


def test_the_city_lies_as_it_was_laid(monkeypatch: pytest.MonkeyPatch) -> None:
    sheet = Sheet.watched(monkeypatch)
    view = laid_out(3).view(None)
    sketch_of(view).picture()
    at = [sheet.boxes_of([picture_hex.hex_image(place, "en", False, False)])[-1] for place in view["city"]]
    (left, top, *_), *rim = at
    around = [(round((x - left) / picture_hex.RADIUS, 1), round((y - top) / picture_hex.HIGH_HEX, 1))
              for x, y, *_ in rim]  # fmt: skip
    assert around == [(0, -1), (1.5, -0.5), (1.5, 0.5), (0, 1), (-1.5, 0.5), (-1.5, -0.5)]


# Strange names


@pytest.mark.parametrize("name", ["?", "漢字テスト", "W" * 32, "🔥🔥🔥", "الاسم", "Žluťoučký kůň úpěl ďábelské ó"])
def test_any_name_can_be_drawn(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    Sheet.watched(monkeypatch)
    seats = tuple(Seat(letter, 1, name) for letter in "abcde")
    drawn = CITY.board(MafiaContext(replace(facts(5), seats=seats), CS, busy_city().view(None)), asked=("e",)).picture()
    assert len(drawn.alt) <= MAX_ALT


# Same and different


def test_the_same_view_gives_the_same_picture() -> None:
    assert content_hash(city(busy_city()).picture()) == content_hash(city(busy_city()).picture())
    assert city(busy_city()).digest == city(busy_city()).digest


def test_every_public_change_changes_the_picture() -> None:
    view = busy_city().view(None)
    player = view["players"]["a"]
    changes: list[dict[str, Any]] = [
        {}, {"round": 2}, {"phase": "strategy"}, {"goal": 8}, {"start": "c"}, {"hitman": "harbour"},
        {"policeman": None}, {"mayor": "a"}, {"marked": ["prison"]}, {"cell": ["d", "a"]}, {"deck": 3},
        {"discard": ["rackets-hat"]}, {"discard": ["secret_deal-bullet", "rackets-hat"]},
        {"open": ["informer-star"]}, {"open": ["informer-star", "fbi-bullet"]},
        {"stacks": view["stacks"] | {"harbour": ["c", "d", "e", "b", "a"]}},
        {"city": [*view["city"][1:], view["city"][0]]},
        *({"players": view["players"] | {"a": player | {what: player[what] + 1}}}
          for what in ("points", "crew", "reserve", "cards")),
        {"players": view["players"] | {"a": player | {"passed": True}}},
    ]  # fmt: skip
    drawn = [sketch_of(view | change, 5) for change in changes]
    drawn += [sketch_of(view, 5, asked=("a",)), sketch_of(view, 5, about={"location": "prison"})]
    drawn.append(CITY.board(MafiaContext(facts(5), CS, view)))
    assert len({content_hash(sketch.picture().png) for sketch in drawn}) == len(drawn)
    assert len({sketch.digest for sketch in drawn}) == len(drawn)
    assert len({sketch.alt for sketch in drawn}) == len(drawn)


def test_hidden_cards_do_not_change_the_picture() -> None:
    one = busy_city(hands={"a": "thief-hat fbi-bullet", "b": "informer-star complicity-fist"})
    other = busy_city(hands={"b": "thief-hat fbi-bullet", "a": "informer-star complicity-fist"})
    assert one.table.players["a"].hand != other.table.players["a"].hand
    assert content_hash(city(one).picture()) == content_hash(city(other).picture())
    assert city(one).digest == city(other).digest


@pytest.mark.parametrize("seat", ["a", "b", "c"])
def test_the_picture_is_the_same_from_every_view(seat: str) -> None:
    game = busy_city(hands={"a": "thief-hat fbi-bullet", "b": "informer-star"})
    assert "hand" in game.view(seat)["players"][seat]
    assert sketch_of(game.view(seat), 5).scene == sketch_of(game.view(None), 5).scene


# Whose turn, and where


def test_in_a_window_no_one_is_on_turn_in_the_picture() -> None:
    view = busy_city().view(None)
    assert [person.turn for person in sketch_of(view, 5, asked=("b",)).scene.people] == [0, 1, 0, 0, 0]
    assert not any(person.turn for person in sketch_of(view, 5, asked=("a", "b")).scene.people)
    assert not any(person.turn for person in sketch_of(view, 5, asked=("chance",)).scene.people)


def test_the_location_of_the_moment_is_that_of_the_question_or_was_told_last() -> None:
    view = {"phase": "locations", "marked": ["prison"]}
    told = [events.evaluates("prison", None), events.evaluates("harbour", None), events.draws("a", 1)]
    assert evaluated_now(view, {"location": "town_hall"}, told) == "town_hall"
    assert evaluated_now(view, {}, told) == "harbour"
    assert evaluated_now(view | {"marked": ["prison", "harbour"]}, {}, told) is None
    assert evaluated_now(view | {"phase": "action"}, {}, told) is None
    private = [*told, Event("a", "evaluates", {"location": "town_hall"})]
    assert evaluated_now(view, {}, private) == "harbour"


def test_in_the_strategy_phase_a_location_has_its_turn_while_it_is_marked() -> None:
    told = [events.evaluates("harbour", None), events.collects("prison", "a")]
    assert evaluated_now({"phase": "strategy", "marked": ["prison", "harbour"]}, {}, told) == "prison"
    assert evaluated_now({"phase": "strategy", "marked": ["harbour"]}, {}, told) is None


# Said as it is shown


def test_the_alt_text_says_what_is_shown() -> None:
    game = laid_out(3, harbour="cab", prison="a", cell="b", hitman="prison", mayor="c", points={"a": 4},
                    discard="thief-hat")  # fmt: skip
    view = view_with(game, marked=["prison"], open=["informer-star"])
    alt = sketch_of(view, asked=("b",), about={"location": "harbour"}).alt
    assert alt == (
        "Round 1, Action phase, goal 10. Stacks from the bottom up. 1 Prison: A, cell: B, hitman, evaluated. "
        "2 Harbour: C A B, its turn now. 3 Fight club: empty. 4 Police station: empty, policeman. "
        "5 Business district: empty. 6 Private club: empty. "
        "7 Town hall: empty. A Anna: points 4, crew 6, reserve 4, cards 0, starts the round. B Bert: points 0, crew 6, "
        "reserve 4, cards 0, to move. C Cyril: points 0, crew 7, reserve 4, cards 0, mayor. Deck 48, discard pile 1, "
        "on top: Thief 🎩 Hat. On the table: Informer ⭐ Star. In the middle 2, around it clockwise 1 7 3 6 4 5."
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_alt_text_and_text_table_tell_the_same(language: str) -> None:
    dice = random.Random(5)
    game = new_game(4)
    for _ in range(60):
        if game.decision is None:
            break
        answer(game, dice)
    view = game.view(None)
    alt = CITY.board(MafiaContext(facts(4), translator_for(language), view)).alt
    table = re.sub(
        f"[*{''.join(look.emoji for look in SEAT_LOOKS)}]",
        "",
        GAME_UIS[KIND].public(GAME_UIS[KIND].context(facts(4), translator_for(language), view)),
    )
    lines = [line.split(" · ") for line in table.splitlines()]
    by_number = {parts[0][:2]: parts[0] for parts in lines if re.match(r"[1-7] ", parts[0])}
    assert len(by_number) == 7
    assert [sentence for sentence in by_number.values() if sentence not in alt] == []
    for seat, player in view["players"].items():
        [of_player] = [parts for parts in lines if parts[0].startswith(f"{seat.upper()} ")]
        said = next(part for part in alt.split(". ") if part.startswith(f"{seat.upper()} "))
        shown = re.findall(r"\d+", " · ".join(of_player).partition(": ")[2])
        assert re.findall(r"\d+", said) == [shown[0], *shown[2:5]] == [
            str(player[what]) for what in ("points", "crew", "reserve", "cards")
        ]  # fmt: skip
