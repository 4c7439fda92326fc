"""Tests the pictures of Mafia City other than the city: hands, help and points."""

from __future__ import annotations

import pytest

from bot.drawing import MAX_ALT, MAX_BYTES
from bot.drawing.fonts import covers
from bot.games.mafia_city.cards import CARDS
from bot.games.mafia_city.names import PLACES, SYMBOLS
from bot.games.mafia_city.picture import CityPictures
from bot.games.mafia_city.picture_cards import face_of
from bot.games.mafia_city.terms import MafiaContext
from bot.texts import LANGUAGES, translator_for
from rules.events import ALL
from rules.mafia_city import events
from rules.mafia_city.deck import shipped
from tests.bot.games.pictures import Sheet, opened, pictured
from tests.bot.laid_out import KIND, facts, laid_out, played

CITY = CityPictures()

CS, EN = translator_for("cs"), translator_for("en")


def test_a_hand_shows_equal_cards_once_with_their_number() -> None:
    game = laid_out(3, hands={"a": "thief-hat fbi-bullet thief-hat thief-fist"})
    sketch = CITY.hand(game.view("a"), "a", EN)
    assert sketch is not None
    assert sketch.scene == (("thief-hat", 2), ("fbi-bullet", 1), ("thief-fist", 1))
    first, second = "Thief 🎩 Hat ×2", "F.B.I. 💥 Bullet"
    assert sketch.alt.startswith(f"{first}, action: Take a random card from an opponent's hand. {second}, re")
    swapped = laid_out(3, hands={"a": "fbi-bullet thief-hat thief-hat thief-fist"})
    other = CITY.hand(swapped.view("a"), "a", EN)
    assert other is not None
    assert other.picture().png != sketch.picture().png


def test_no_one_gets_a_picture_of_cards_that_are_not_theirs_to_see() -> None:
    game = laid_out(3, hands={"a": "thief-hat", "b": ""}, policeman="c")
    assert CITY.hand(game.view("b"), "a", EN) is None
    assert CITY.hand(game.view("b"), "b", EN) is None
    assert CITY.hand(game.view(None), "a", EN) is None
    assert CITY.hand(game.view("c"), "a", EN) is not None


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_hand_of_the_whole_deck_can_be_drawn(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    Sheet.watched(monkeypatch)
    game = laid_out(3, hands={"a": " ".join(shipped().codes)}, deck="")
    sketch = CITY.hand(game.view("a"), "a", translator_for(language))
    assert sketch is not None
    drawn = sketch.picture()
    assert len(drawn.png) <= 2 * MAX_BYTES
    assert len(drawn.alt) <= MAX_ALT
    assert opened(sketch).width == 1080


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_location_and_symbol_has_its_picture_in_the_rules_help(language: str) -> None:
    drawn = set()
    for topic, face, sketch in pictured(KIND, face_of, translator_for(language)):
        assert all(covers(letter) for letter in face.title + face.line + face.text), topic
        assert sketch.alt.startswith(f"{face.big} {face.title}".strip())
        drawn.add(sketch.picture().png)
    assert len(drawn) == len(CARDS) + len(PLACES) + len(SYMBOLS)


def test_the_points_of_a_whole_game_end_where_the_game_ended() -> None:
    for seed in (1, 3):
        *_, game = played(3, seed, 5000)
        assert game.over
        sketch = CITY.points(MafiaContext(facts(3), EN, game.view(None)), game.told)
        ends = {line.seat: line.points[-1] for line in sketch.scene.lines}
        assert ends == {entry["seat"]: entry["points"] for entry in game.over["ranking"]}
        assert {line.points[0] for line in sketch.scene.lines} == {0}
        rounds = {event.facts["round"] for event in game.told if event.to == ALL and event.name == "phase"}
        assert sketch.scene.labels == ("0", *(str(number) for number in sorted(rounds)))
        assert len(sketch.picture().png) <= MAX_BYTES


def test_points_of_a_game_that_began_with_a_table_begin_there() -> None:
    view = laid_out(3, points={"a": 4, "b": 2}, round_number=3).view(None)
    told = [events.phase("locations", 3), events.scores("b", "prison", 2, extra=False)]
    lines = CITY.points(MafiaContext(facts(3), EN, view), told).scene
    assert lines.labels == ("…", "3")
    assert [line.points for line in lines.lines] == [(4, 4), (1, 2), (0, 0)]
