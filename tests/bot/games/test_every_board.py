"""Tests that every front end keeps its contract: everything has a text, fits Discord and reveals nothing."""

from __future__ import annotations

import importlib
import inspect
import itertools
import random

import pytest

from bot.drawing.seats import look_of
from bot.features.hand import view as hand_view
from bot.features.help import view as help_view
from bot.features.info import view as info_view
from bot.features.lobby import view as lobby_view
from bot.features.play import board_view
from bot.features.play import panel_notices as notices_view
from bot.games import GAME_UIS, context
from bot.games.log import PAGE, digest, log, pages
from bot.games.pictures import Pictures
from bot.texts import LANGUAGES, translator_for
from bot.views.parts import length
from rules import GAMES
from rules.engine import Game
from rules.events import ALL
from tests.any_answer import any_answer
from tests.bot.games.every_board import (
    EVERY_GAME,
    EVERY_LANGUAGE,
    EVERY_SIZE,
    LETTERS,
    SMALLEST_AND_LARGEST,
    clicked,
    facts,
    finished,
    looked_at,
    panels,
    played,
    undecided,
)
from tests.bot.screen import Screen, components_of, meaning

CS = translator_for("cs")
READS_AS_THE_END = ("konec hry", "vítěz", "winner", "game over")


def test_every_game_has_a_board() -> None:
    assert set(GAME_UIS) == set(GAMES)
    assert all(game_ui.rules.name == kind for kind, game_ui in GAME_UIS.items())


@EVERY_GAME
def test_every_seat_has_a_look_of_its_own(kind: str) -> None:
    letters = LETTERS[: GAMES[kind].seats[-1]]
    assert len({look_of(letter) for letter in letters}) == len(letters) == GAMES[kind].seats[-1]


# Sentences


@EVERY_GAME
def test_every_event_of_the_rules_has_a_sentence(kind: str) -> None:
    events = importlib.import_module(f"rules.{kind}.events")
    told = {name for name, made in inspect.getmembers(events, inspect.isfunction) if made.__module__ == events.__name__}
    assert set(GAME_UIS[kind].sentences) == {name.removesuffix("_") for name in told if not name.startswith("_")}


@SMALLEST_AND_LARGEST
@EVERY_LANGUAGE
def test_every_event_of_whole_games_can_be_said(kind: str, seats: int, language: str) -> None:
    game, table, said = finished(kind, seats, seed=seats), facts(kind, seats), translator_for(language)
    for event in game.told:
        sentence = GAME_UIS[kind].sentence(context(table, said), event)
        assert sentence is None or (sentence and "{" not in sentence)
    found = pages(log(table, game, said))
    assert all(0 < len(page) <= PAGE for page in found)
    for page in range(len(found)):
        Screen(info_view.log_page(table, game, page, said))


# Whole games fit


@pytest.mark.tier("test")
@EVERY_SIZE
@EVERY_LANGUAGE
def test_boards_and_hands_of_random_games_fit(kind: str, seats: int, language: str) -> None:
    said, game_ui = translator_for(language), GAME_UIS[kind]
    many = facts(kind, seats, votes={"pause": 1, "resume": 1, "replace": 1, "end": 1}, absent="a")
    for game in played(kind, seats, seed=seats + 10, most=150):
        assert length(game_ui.public(game_ui.context(many, said, game.view(None)))) <= 2500
        assert game_ui.epoch(game.view(None))
        Screen(board_view.board(many, game, said))
        assert not Screen(board_view.closed_board(many, game, said)).buttons
        Screen(notices_view.not_asked(many, game, said))
        for seat in game.seats:
            Screen(hand_view.hand(many, game, seat, said))
            Screen(hand_view.hand(many, game, seat, said, now=True))
            assert length(digest(many, game, seat, said)) <= 4000


@SMALLEST_AND_LARGEST
@EVERY_LANGUAGE
def test_every_panel_of_random_games_fits(kind: str, seats: int, language: str) -> None:
    table, said = facts(kind, seats), translator_for(language)
    for game in played(kind, seats, seed=seats + 20, most=60):
        for seat in game.waiting:
            for shown in panels(table, game, seat, said):
                assert "{" not in shown.text


@EVERY_SIZE
def test_every_word_of_every_key_has_a_label_that_fits(kind: str, seats: int) -> None:
    table, game_ui = facts(kind, seats), GAME_UIS[kind]
    for game in undecided(kind, seats, seed=seats + 30, most=100):
        decision = game.decision
        assert decision is not None
        for seat in game.waiting:
            view = game.view(seat)
            for key in list(game.keys(seat))[:40]:
                path = tuple(key.split(":"))
                labels = [
                    game_ui.option(game_ui.context(table, said, view), decision.kind, path[:depth])
                    for depth in range(1, len(path) + 1)
                    for said in (CS, translator_for("en"))
                ]
                assert all(1 <= len(label.text) <= 80 and len(label.description) <= 100 for label in labels), labels
                assert game_ui.summary(game_ui.context(table, CS, view), decision.kind, (key,))


# Playing by nothing but what is shown


@SMALLEST_AND_LARGEST
def test_games_can_be_played_only_by_pressing(kind: str, seats: int) -> None:
    table, dice = facts(kind, seats), random.Random(seats)
    for game in played(kind, seats, seed=seats, most=1):
        for _ in range(250):
            if game.decision is None:
                break
            seat = dice.choice(game.waiting)
            game.answer(game.number, seat, clicked(table, game, seat, dice, CS))
        assert game.number > 100 or game.over


@pytest.mark.tier("test")
@SMALLEST_AND_LARGEST
def test_computers_play_any_game_to_its_end(kind: str, seats: int) -> None:
    dice = random.Random(seats)
    (game,) = played(kind, seats, seed=seats, most=1)
    while game.decision is not None:
        seat = game.waiting[0]
        game.answer(game.number, seat, any_answer(game, seat, dice))
    assert game.over


# Nothing is given away


@pytest.mark.tier("test")
@SMALLEST_AND_LARGEST
def test_the_board_needs_nothing_but_what_is_public(kind: str, seats: int) -> None:
    table = facts(kind, seats)
    for game in undecided(kind, seats, seed=seats + 40, most=120):
        public = looked_at(game)
        for shown in (board_view.board, board_view.closed_board, notices_view.not_asked):
            assert components_of(shown(table, game, CS)) == components_of(shown(table, public, CS))
        assert log(table, game, CS) == log(table, public, CS)


@pytest.mark.tier("test")
@EVERY_SIZE
def test_a_running_board_never_reads_as_the_end(kind: str, seats: int) -> None:
    table = facts(kind, seats, votes={"pause": 1, "end": 1}, absent="a")
    for game in undecided(kind, seats, seed=seats + 50, most=200):
        for language in LANGUAGES:
            text = Screen(board_view.board(table, game, translator_for(language))).text.casefold()
            assert not [word for word in READS_AS_THE_END if word in text]


@SMALLEST_AND_LARGEST
def test_private_events_are_in_no_log(kind: str, seats: int) -> None:
    game, table = finished(kind, seats, seed=seats + 60), facts(kind, seats)
    public = set(log(table, game, CS))
    private = {GAME_UIS[kind].sentence(context(table, CS), event) for event in game.told if event.to != ALL}
    assert private - {None}
    assert not private & public


# The end


@SMALLEST_AND_LARGEST
@EVERY_LANGUAGE
def test_the_end_names_who_has_won_and_has_no_button_of_the_game(kind: str, seats: int, language: str) -> None:
    game, table = finished(kind, seats, seed=seats + 70), facts(kind, seats, phase="over", due=None)
    assert game.over
    shown = Screen(board_view.board(table, game, translator_for(language)))
    assert {meaning(button).game for button in shown.buttons} == {0}
    headings = {"cs": ("Konec hry", "Vítěz"), "en": ("Game over", "Winner"), "sk": ("Koniec hry", "Víťaz")}
    assert all(heading in shown.text for heading in headings[language])
    for entry in game.over["ranking"]:
        assert table.seat(entry["seat"]).mention in shown.text
    assert last_told(game, language, kind) in shown.text


@EVERY_GAME
@EVERY_LANGUAGE
def test_strangers_programs_know_the_end_in_every_language(kind: str, language: str) -> None:
    """The last board contains, in every language, one of four words by which other bots recognise the end of a game."""
    seats = GAMES[kind].seats[0]
    begun, over = next(played(kind, seats, seed=1)), finished(kind, seats, seed=seats + 70)
    for game, phase in ((over, "over"), (begun, "ended")):
        shown = Screen(board_view.board(facts(kind, seats, phase=phase, due=None), game, translator_for(language)))
        assert any(word in shown.text.casefold() for word in READS_AS_THE_END)


def last_told(game: Game, language: str, kind: str) -> str:
    """Returns the last public sentence of a game."""
    return log(facts(kind, len(game.seats)), game, translator_for(language))[-1]


# Help


@pytest.mark.tier("test")
@EVERY_GAME
@EVERY_LANGUAGE
def test_every_topic_of_the_help_can_be_chosen_and_shown(kind: str, language: str) -> None:
    said, game_ui = translator_for(language), GAME_UIS[kind]
    topics = game_ui.topics(said)
    assert len({topic.key for topic in topics}) == len(topics)
    assert len({topic.title for topic in topics}) == len(topics)
    overview = Screen(help_view.rules_overview(game_ui, said, kind))
    keys = [option["value"] for select in overview.selects for option in select["options"]]
    assert sorted(keys) == sorted(topic.key for topic in topics)
    for topic in topics:
        assert topic.text in Screen(help_view.rules_topic(game_ui, topic.key, said, kind)).text
        assert len(topic.title) <= 80
    assert help_view.rules_topic(game_ui, "unheard_of", said, kind) is None


@EVERY_GAME
def test_help_in_one_language_is_not_that_in_another(kind: str) -> None:
    for one, other in itertools.combinations(LANGUAGES, 2):
        first, second = (GAME_UIS[kind].topics(translator_for(language)) for language in (one, other))
        assert [topic.key for topic in first] == [topic.key for topic in second]
        assert not [topic.key for topic, twin in zip(first, second, strict=True) if topic.text == twin.text]


@EVERY_GAME
def test_pictures_of_topics_are_the_games_own(kind: str) -> None:
    sketches = [
        GAME_UIS[kind].get(Pictures).topic(topic.key, translator_for("en"))
        for topic in GAME_UIS[kind].topics(translator_for("en"))
    ]
    drawn = [sketch for sketch in sketches if sketch is not None]
    assert {(sketch.game, sketch.kind) for sketch in drawn} == {(kind, "topic") for _ in drawn[:1]}
    assert bool(drawn) == (GAME_UIS[kind].find(Pictures) is not None)


# The lobby


@EVERY_GAME
@EVERY_LANGUAGE
def test_every_option_that_can_be_chosen_is_said_in_words_of_its_own(kind: str, language: str) -> None:
    game_ui, rules = GAME_UIS[kind], GAMES[kind]
    for seats in (None, *rules.seats):
        listed = [
            (name, value) for name, values in rules.options.items() if isinstance(values, tuple) for value in values
        ]
        said = [game_ui.setting(name, value, seats, translator_for(language)) for name, value in listed]
        assert all(one and len(one) <= 100 for one in said), said
        assert len(set(said)) == len(said)


@EVERY_SIZE
def test_a_lobby_can_start_with_any_number_that_the_rules_allow(kind: str, seats: int) -> None:
    shown = Screen(lobby_view.lobby(facts(kind, seats, phase="lobby", due=None), CS))
    assert GAME_UIS[kind].title in shown.text
    (start,) = (button for button in shown.buttons if button["label"] == CS("Start"))
    assert not start["disabled"]


@EVERY_GAME
def test_a_lobby_does_not_start_with_too_few(kind: str) -> None:
    shown = Screen(lobby_view.lobby(facts(kind, GAMES[kind].seats[0] - 1, phase="lobby", due=None), CS))
    (start,) = (button for button in shown.buttons if button["label"] == CS("Start"))
    assert start["disabled"]
