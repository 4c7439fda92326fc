"""Tests a front end with only the required methods: the game can be played with the defaults."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from bot.features.hand import view as hand_view
from bot.features.help import view as help_view
from bot.features.lobby import view as lobby_view
from bot.features.play import board_view, panel_base, panel_view
from bot.features.play import panel_notices as notices_view
from bot.games import GAME_UIS, Context, GameUI, Label, Topic, context
from bot.games import log as told
from bot.games.batch_moves import BatchMoves
from bot.games.context import Path
from bot.games.game_ui import Question
from bot.games.loadout import Loadout
from bot.games.pictures import Pictures
from bot.games.pre_orders import PreOrders
from bot.games.tutorial import Tutorial, lessons
from bot.texts import Translator, translator_for
from rules import GAMES
from rules.decisions import Window
from rules.description import FreeText
from rules.draws import Draw
from rules.events import ALL, Event
from tests.bot.games.every_board import (
    SMALLEST_AND_LARGEST,
    clicked,
    facts,
    finished,
    panels,
    played,
    undecided,
)
from tests.bot.laid_out import answer
from tests.bot.screen import Screen

EN = translator_for("en")
HINTS = panel_base.Help(hints=True, newcomer=True)


SOMETHING = Question("your choice", "a choice", "X1", ("course",))


class Plain(GameUI[Context]):
    """A front end with only the required methods, for the rules and the kinds of questions and events of a game."""

    title = "Plain"
    pitch = "Plain – a game for tests"
    minutes = (1, 2)

    def __init__(self, full: GameUI[Any]) -> None:
        self.rules = full.rules
        self.questions = dict.fromkeys(full.questions, SOMETHING)
        self.sentences = dict.fromkeys(full.sentences, lambda ctx, _told: f"{ctx.who('a')} does something.")

    def public(self, ctx: Context) -> str:
        return f"round {ctx.view['round']}"

    def hand(self, ctx: Context) -> str:
        return ", ".join(ctx.view["players"][ctx.seat]["hand"]) or "no cards"

    def option(self, ctx: Context, kind: str, path: Path) -> Label:
        return Label(path[-1] or "as it is")

    def topics(self, t: Translator) -> Sequence[Topic]:
        return [
            Topic("course", "The game", "Course", "Turns go round (X1)."),
            Topic("end", "The game", "End", "Somebody wins (X2)."),
            Topic("card_x", "Cards", "X", "Does something (X3)."),
        ]


@pytest.fixture(autouse=True)
def _plain_boards(monkeypatch: pytest.MonkeyPatch) -> None:
    """Replaces the front end of every game by one with only the required methods."""
    for kind, game_ui in list(GAME_UIS.items()):
        monkeypatch.setitem(GAME_UIS, kind, Plain(game_ui))


def test_a_board_needs_no_more_than_a_plain_one_has() -> None:
    assert GameUI.__abstractmethods__ == {"public", "hand", "option", "topics"}
    without_default = {name for name in GameUI.__annotations__ if not hasattr(GameUI, name)}
    assert without_default == {"rules", "title", "pitch", "minutes", "questions", "sentences"}


@SMALLEST_AND_LARGEST
def test_everything_can_be_shown_of_a_plain_game(kind: str, seats: int) -> None:
    table = facts(kind, seats, votes={"pause": 1}, absent="a")
    Screen(lobby_view.lobby(facts(kind, seats, phase="lobby", due=None), EN))
    for game in undecided(kind, seats, seed=seats, most=60):
        assert f"round {game.view()['round']}" in Screen(board_view.board(table, game, EN)).text
        Screen(board_view.closed_board(table, game, EN))
        assert "not your turn" in Screen(notices_view.not_asked(table, game, EN)).text or not_a_choice(game.decision)
        for seat in game.seats:
            Screen(hand_view.hand(table, game, seat, EN, now=True))
            assert hand_view.peek(table, game, seat, "a", EN) is None
            assert told.digest(table, game, seat, EN)
        for seat in game.waiting:
            for shown in panels(table, game, seat, EN, wide=1, help_=HINTS):
                assert "your choice" in shown.text or {"Confirm", "Don't react"} & set(shown.labels())
            panel = panel_view.panel_at(table, game, seat, EN)
            assert panel is not None
            assert "Turns go round." in Screen(panel.explained()).text


def not_a_choice(decision: Any) -> bool:
    return isinstance(decision, Draw | Window)


@SMALLEST_AND_LARGEST
def test_a_plain_game_is_played_by_presses_and_shows_its_end(kind: str, seats: int) -> None:
    table, dice = facts(kind, seats), random.Random(seats)
    (game,) = played(kind, seats, seed=seats, most=1)
    while game.decision is not None and game.number < 60:
        seat = game.waiting[0]
        game.answer(game.number, seat, clicked(table, game, seat, dice, EN))
    while game.decision is not None:
        answer(game, dice)
    end = Screen(board_view.board(facts(kind, seats, phase="over", due=None), game, EN)).text
    assert game.over
    for entry in game.over["ranking"]:
        assert table.seat(entry["seat"]).mention in end


@SMALLEST_AND_LARGEST
def test_an_answer_is_summed_up_by_its_labels(kind: str, seats: int) -> None:
    (game,) = played(kind, seats, seed=1, most=1)
    game_ui, ctx = GAME_UIS[kind], context(facts(kind, seats), EN, game, "a")
    assert game_ui.summary(ctx, "turn", ("place:harbour",)) == "place – harbour"
    assert game_ui.summary(ctx, "turn", ("x:1", "y")) == "x – 1; y"
    assert game_ui.summary(ctx, "turn", ()) == "Nothing"


def test_equal_points_share_a_place_unless_the_game_says_otherwise() -> None:
    ranking = [{"seat": "b", "points": 3}, {"seat": "a", "points": 3}, {"seat": "c", "points": 1}]
    table = facts("mafia_city", 3)
    said = GAME_UIS["mafia_city"].ending(context(table, EN), {"ranking": ranking, "winners": ["b"]})
    assert [line.partition(" ")[0] for line in said.splitlines()] == ["1.", "1.", "3."]
    assert "1 point" in said.splitlines()[2]
    assert "3 points" in said.splitlines()[0]


def test_the_walk_through_is_the_course_of_the_game() -> None:
    game_ui = GAME_UIS["mafia_city"]
    assert [lesson.title for lesson in lessons(game_ui, EN)] == ["Course", "End"]
    first, last = (Screen(help_view.lesson(game_ui, "mafia_city", page, EN)) for page in (0, 9))
    assert "Turns go round (X1)." in first.text
    assert "Somebody wins (X2)." in last.text


def test_a_game_of_many_cards_offers_them_all_in_the_rules_help(monkeypatch: pytest.MonkeyPatch) -> None:
    cards = [Topic(f"card_{at}", "Cards", f"Card {at}", f"Does {at} (X3).") for at in range(174)]
    monkeypatch.setattr(Plain, "topics", lambda _board, _words: [Topic("course", "The game", "Course", "(X1)"), *cards])
    shown = Screen(help_view.rules_overview(GAME_UIS["mafia_city"], EN, "mafia_city"))
    offered = [option["value"] for select in shown.selects for option in select["options"]]
    assert offered == ["course", *(card.key for card in cards)]
    placeholders = [select["placeholder"] for select in shown.selects]
    assert placeholders[:2] == ["The game", "Cards: Card 0 – Card 23"]
    assert placeholders[-1] == "Cards: Card 149 – Card 173"
    one = help_view.rules_topic(GAME_UIS["mafia_city"], "card_173", EN, "mafia_city")
    assert "Does 173" in Screen(one).text


def test_the_lobby_shows_no_private_option_no_matter_what_a_board_would_say_of_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    texts = {
        name: FreeText("", lambda text, _seats, _options: text, private=name == "decks") for name in ("decks", "hall")
    }
    rules = replace(GAMES["mafia_city"], options=texts)
    monkeypatch.setitem(GAMES, "mafia_city", rules)
    monkeypatch.setattr(Plain, "setting", lambda _board, name, value, _seats, _words: f"{name}: {value}")
    lobby = replace(facts("mafia_city", 3, phase="lobby", due=None), options={"decks": "a rey", "hall": "small"})
    shown = Screen(lobby_view.lobby(lobby, EN)).text
    assert "hall: small" in shown
    assert "rey" not in shown
    assert "rey" not in Screen(lobby_view.closed_lobby(lobby, EN, "Over.")).text


def test_no_story_no_orders_no_options_no_windows() -> None:
    game_ui, view = GAME_UIS["mafia_city"], next(played("mafia_city", 3, seed=1)).view()
    assert not game_ui.chapters
    assert game_ui.find(PreOrders) is None
    assert game_ui.find(Loadout) is None
    assert game_ui.get(PreOrders).stays_out("bullet") is None
    assert not game_ui.get(PreOrders).may_stay_out_after("turn", "pass")
    assert game_ui.get(PreOrders).staying_out(EN) == ""
    assert game_ui.rule("window") == game_ui.rule("peek") == ""
    assert not game_ui.get(PreOrders).aimed_at("react", {"play": "a turn: x", "links": []}, view, "a")
    assert game_ui.get(PreOrders).remedy(["pass", "cancel"]) is None
    assert game_ui.setting("goal", "beginners", 3, EN) is None
    assert not game_ui.get(Tutorial).first_game({"goal": "beginners"})
    events = [Event(ALL, "phase", {"round": 1}), Event(ALL, "phase", {"round": 2})]
    assert game_ui.get(BatchMoves).joined(events) == events
    assert not game_ui.direct("turn", ("place", "harbour"))
    assert game_ui.epoch({"round": 2, "phase": "play"}) != game_ui.epoch({"round": 3, "phase": "play"})


def test_a_plain_game_has_no_pictures() -> None:
    none = GAME_UIS["kralovske_rosady"].get(Pictures)
    game = finished("kralovske_rosady", 2, seed=1)
    ctx = context(facts("kralovske_rosady", 2), EN, game)
    assert none.board(ctx) is None
    assert none.hand(game.view("a"), "a", EN) is None
    assert none.points(ctx, game.told) is None
    assert none.topic("course", EN) is None
    assert none.lesson("course", EN) is None


def test_a_board_that_lacks_something_is_told_at_once() -> None:
    class Lacking(Plain):
        topics = GameUI.topics

    with pytest.raises(TypeError, match="topics"):
        Lacking(GAME_UIS["mafia_city"])
