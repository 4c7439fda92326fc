"""Tests undo: it has a line of its own in the record, and never takes back anything that was revealed."""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from rules import GAMES
from rules.decisions import Window
from rules.description import Rules
from rules.engine import Game
from rules.errors import AnswerRefused, BadRecord, NotAsked, NoUndo, StaleNumber
from rules.mafia_city import MAFIA_CITY
from rules.notation import Entry, parse
from rules.protocol import Session
from rules.undo import UNDO
from rules.verify import replay, verify
from tests.rules.mafia_city.layout import layout
from tests.rules.random_play import answer_at_random, new_game
from tests.rules.toy import TOY

pytestmark = pytest.mark.usefixtures("toy_registered")
REGISTERED = [(rules, seats) for rules in GAMES.values() for seats in rules.seats]
OFTEN_UNDONE = {"mafia_city", "star_wars_destiny"}
"""The games in which a random course contains moves that may be taken back."""
every_table = pytest.mark.parametrize(
    ("rules", "seats"), REGISTERED, ids=[f"{rules.name}-{seats}" for rules, seats in REGISTERED]
)


def played_with_undos(rules: Rules, seats: int, seed: int, steps: int = 4_000) -> Iterator[Game]:
    """Plays a random game and yields it after every step; 7 % of the steps try to undo first."""
    dice = random.Random(seed)
    game = new_game(rules, seats, seed)
    for _ in range(steps):
        if game.decision is None:
            return
        if dice.random() >= 0.07 or not taken_back(game, dice.choice(game.seats)):
            answer_at_random(game, dice)
        yield game


def taken_back(game: Game, seat: str) -> bool:
    try:
        game.undo(game.number, seat)
    except NoUndo:
        return False
    return True


def all_that_is_seen(game: Game) -> str:
    """Returns all views, offered keys and events, the table and the result of a game as JSON text."""
    views = [game.view(seat) for seat in (None, *game.seats)]
    keys = {seat: list(game.keys(seat)) for seat in game.waiting}
    told = [event.spoken() for event in game.told]
    return json.dumps([game.number, views, keys, told, game.rules.table(game.table), game.over])


def words(value: Any) -> Iterator[str]:
    """Yields all texts nested in a view or a table, except the names of members."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for inner in value.values():
            yield from words(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from words(inner)


def learnt(before: Any, now: Any) -> set[str]:
    """Returns the texts that the view `now` has and `before` had not. A card in play has its owner in its name
    (`a-aim`): that prefix is removed, and cards that were already in play are not new.
    """
    knew = Counter(words(before))
    in_play = {word for word in knew if re.match("[a-h]-", word)}
    new = (Counter(words(now)) - knew).keys() - in_play
    return {re.sub("^[a-h]-", "", word) for word in new} - {word[2:] for word in in_play}


# Every game


@pytest.mark.tier("test")
@every_table
def test_a_record_with_undos_replays_to_the_same_game_byte_for_byte(rules: Rules, seats: int) -> None:
    for seed in range(2):
        games = played_with_undos(rules, seats, seed)
        game = next(games)
        for step, game in enumerate(games):
            if step % 97 == 0:
                again = replay(game.record().lines())
                assert all_that_is_seen(again) == all_that_is_seen(game)
                assert again.entries == game.entries
        assert game.over is not None
        lines = game.record().lines()
        assert parse(lines).lines() == lines
        assert all_that_is_seen(verify(lines)) == all_that_is_seen(game)


@pytest.mark.tier("test")
@every_table
def test_a_game_with_undos_goes_on_from_wherever_its_record_is_cut(rules: Rules, seats: int) -> None:
    *_, game = played_with_undos(rules, seats, 3)
    lines = game.record().lines()
    head = len(lines) - len(game.entries) - 2
    for cut in range(0, len(game.entries), max(1, len(game.entries) // 9)):
        half = replay(lines[: head + cut])
        half.again(game.entries[cut:])
        assert all_that_is_seen(half) == all_that_is_seen(game)


@pytest.mark.tier("test")
@every_table
def test_an_undo_is_possible_only_if_no_hidden_card_was_shown(rules: Rules, seats: int) -> None:
    """While an undo is possible, no view shows a card that it hid before the answer to be undone; after the undo, the
    table and all views are as before that answer.
    """
    dice = random.Random(8)
    game = new_game(rules, seats, 8)
    stood: dict[int, tuple[dict[str | None, Any], Any]] = {}
    while game.decision is not None:
        views = {seat: game.view(seat) for seat in (None, *game.seats)}
        stood.setdefault(game.number, (views, rules.table(game.table)))
        seat = dice.choice(game.seats)
        try:
            back = game.retraction(seat)
        except NoUndo:
            answer_at_random(game, dice)
            continue
        before, table = stood[back.number]
        for viewer, view in before.items():
            hidden = Counter(words(table)) - Counter(words(view))
            assert not learnt(view, game.view(viewer)) & set(hidden), (viewer, back.number)
        if dice.random() < 0.1:
            game.undo(game.number, seat)
            assert rules.table(game.table) == table
            assert {viewer: game.view(viewer) for viewer in before} == before
        else:
            answer_at_random(game, dice)


@every_table
def test_numbers_go_on_growing_and_old_ones_stay_stale(rules: Rules, seats: int) -> None:
    seen = 0
    for game in played_with_undos(rules, seats, 5):
        assert game.number > seen or isinstance(game.decision, Window) or game.over
        seen = game.number
        if game.entries[-1].kind == UNDO:
            for number in (game.number - 1, int(game.entries[-1].keys[0])):
                with pytest.raises(StaleNumber):
                    game.answer(number, game.waiting[0], [next(iter(game.keys(game.waiting[0])))])
    numbers = [(entry.number, entry.seat) for entry in game.entries]
    assert len(set(numbers)) == len(numbers), "a seat's line stands once for each number"


@pytest.mark.tier("test")
@every_table
def test_draws_after_an_undo_are_those_of_their_own_numbers(rules: Rules, seats: int) -> None:
    *_, game = played_with_undos(rules, seats, 4)
    assert any(entry.kind == UNDO for entry in game.entries) or rules.name not in OFTEN_UNDONE
    assert verify(game.record().lines()).over == game.over


def test_a_game_that_defines_no_undo_takes_nothing_back() -> None:
    for game in played_with_undos(TOY, 2, 1):
        assert all(entry.kind != UNDO for entry in game.entries)


# What is refused, and that a refusal changes nothing


def city(hands: dict[str, str], **more: Any) -> Game:
    """Returns a game of Mafia City in a position with these hands; by default in the action phase, with seat a to
    answer.
    """
    return Game.at(MAFIA_CITY, layout(hands=hands, **more), seed=bytes(32))


def answers(game: Game, *answers: str) -> Game:
    """Gives these answers, each of the form `a place:prison`, one after the other, and returns the same game."""
    for answer in answers:
        seat, *keys = answer.split()
        game.answer(game.number, seat, keys)
    return game


def refusal(game: Game, seat: str) -> str:
    before = all_that_is_seen(game), list(game.entries)
    with pytest.raises(NoUndo) as refused:
        game.undo(game.number, seat)
    assert (all_that_is_seen(game), game.entries) == before
    return refused.value.why


HANDS = {"a": "thief-hat informer-star", "b": "fbi-bullet hitman-fist", "c": "rackets-hat"}


def test_a_placed_mobster_is_taken_back_at_once() -> None:
    game = answers(city(HANDS), "a place:prison")
    table = MAFIA_CITY.table(city(HANDS).table)
    assert game.retraction("a").since == ()
    game.undo(game.number, "a")
    assert MAFIA_CITY.table(game.table) == table
    assert (game.number, game.waiting, game.decision and game.decision.kind) == (3, ("a",), "turn")
    assert [entry.line() for entry in game.entries] == ["1 a turn: place:prison", "2 a undo: 1"]


def test_m7_a_kept_first_hand_may_be_taken_back_until_another_one_changes() -> None:
    game = new_game(MAFIA_CITY, 3, 1)
    while not game.waiting:
        answer_at_random(game, random.Random(1))
    first, second, third = (*game.seats[game.seats.index(game.waiting[0]) :], *game.seats)[:3]
    answers(game, f"{first} keep", f"{second} keep")
    assert game.retraction(first).since == (second,)
    game.undo(game.number, first)
    answers(game, f"{first} keep", f"{second} keep", f"{third} keep")
    game.undo(game.number, third)
    answers(game, f"{third} redraw")
    assert refusal(game, third) == refusal(game, first) == "revealed"


def test_everyone_is_told_what_is_taken_back() -> None:
    game = answers(city(HANDS), "a place:prison")
    game.undo(2, "a")
    placed = {"to": "all", "event": "places", "seat": "a", "location": "prison"}
    told = [event.spoken() for event in game.told]
    assert told[-2:] == [placed, {"to": "all", "event": "undo", "seat": "a", "number": 1, "events": [placed]}]
    assert [event.spoken() for event in game.standing] == told[:-2]
    answers(game, "a place:harbour")
    assert [event.name for event in game.told[-3:]] == ["places", "undo", "places"]
    assert [event.name for event in game.standing].count("places") == 1


def test_players_who_have_answered_since_are_named() -> None:
    game = answers(city(HANDS), "a place:prison", "b place:harbour", "c place:harbour")
    assert game.retraction("a").since == ("b", "c")
    assert game.retraction("b").since == ("c",)
    game.undo(game.number, "a")
    assert game.waiting == ("a",)
    assert refusal(game, "b") == "nothing"


def test_a_silence_is_taken_back_like_an_answer_of_anyone_who_was_silent() -> None:
    game = answers(city(HANDS), "a place:prison")
    game.clock(2)
    assert game.retraction("b").number == 2
    assert game.retraction("a").since == ("b",)


def test_a_card_that_was_played_or_thrown_away_has_been_seen() -> None:
    waited = answers(city(HANDS), "a wait:thief-hat")
    assert refusal(waited, "a") == "revealed"
    played = answers(city(HANDS), "a thief-hat:c")
    assert refusal(played, "a") == "window"
    assert outcome(played, "a") == ("window", "nothing is taken back while a window is open")
    played.clock(played.number)
    assert refusal(played, "a") == "revealed"


def test_m24_4_who_has_got_the_policeman_may_have_looked_into_every_hand() -> None:
    def evaluated(controllers: str) -> Game:
        """Returns a game after the mayor (seat a) had the police station with these mobsters evaluated; no one can
        react, so the mayor is asked again at once.
        """
        return answers(
            city({}, phase="locations", mayor="a", policeman="c", police_station=controllers), "a police_station"
        )

    assert refusal(evaluated("b"), "a") == "revealed"
    assert evaluated("").retraction("a").number == 1


def test_nothing_is_taken_back_beyond_a_window_or_a_draw() -> None:
    game = answers(city(HANDS), "a place:prison", "b place:prison", "c place:prison", "a thief-hat:c")
    game.clock(game.number)
    assert game.entries[-1].seat in ("clock", "chance")
    for seat in "abc":
        assert refusal(game, seat) == "revealed"


def test_in_a_window_the_refusal_is_the_same_anyone_who_has_answered() -> None:
    """Two equal games, but in one of them seat c has secretly passed the open window: an undo is refused for the same
    reason in both.
    """
    moves = ["a place:prison", "b place:prison", "c place:prison", "a thief-hat:b"]
    open_, answered = (answers(city(HANDS), *moves) for _ in range(2))
    answers(answered, "c pass")
    assert {seat: refusal(open_, seat) for seat in "abc"} == {seat: refusal(answered, seat) for seat in "abc"}


def test_whether_something_may_be_taken_back_does_not_hang_on_others_cards() -> None:
    moves = ["a place:prison", "b pass", "c place:prison", "a place:town_hall"]
    other = {**HANDS, "b": "complicity-fist police_chief-hat", "c": "grand_plan-star"}
    for length in range(1, len(moves) + 1):
        worlds = [answers(city(hands), *moves[:length]) for hands in (HANDS, other)]
        for seat in "abc":
            found = [outcome(world, seat) for world in worlds]
            assert found[0] == found[1]


def outcome(game: Game, seat: str) -> object:
    try:
        back = game.retraction(seat)
    except NoUndo as refused:
        return refused.why, str(refused)
    return back.number, back.since


def test_an_undo_has_the_present_number_and_a_seat_of_this_table() -> None:
    game = answers(city(HANDS), "a place:prison")
    with pytest.raises(StaleNumber):
        game.undo(1, "a")
    for nobody in ("d", "clock", "chance", "", "ab"):
        with pytest.raises(NotAsked):
            game.undo(2, nobody)


def test_an_undo_can_go_further_back_than_an_earlier_one() -> None:
    game = answers(city(HANDS), "a place:prison", "b place:prison", "c place:prison", "a place:prison")
    game.undo(5, "a")
    assert game.retraction("a").since == ("b", "c")
    game.undo(6, "a")
    assert [entry.line() for entry in game.entries[-2:]] == ["5 a undo: 4", "6 a undo: 1"]
    assert MAFIA_CITY.table(game.table) == MAFIA_CITY.table(city(HANDS).table)


# Records


def test_a_record_with_an_undo_that_cannot_be_is_refused_with_its_line() -> None:
    game = answers(city(HANDS), "a place:prison", "b place:harbour")
    good = game.record().lines()
    wrong = ["a undo: 2", "a undo: 9", "a undo: -", "c undo: 1", "clock undo", "a undo: 1 1", "chance undo: 1"]
    for line in (*(f"3 {one}" for one in wrong), "2 a undo: 1"):
        with pytest.raises(BadRecord) as refused:
            replay([*good, line])
        assert refused.value.line == len(good) + 1
    assert replay([*good, "3 a undo: 1"]).waiting == ("a",)


def test_a_forged_undo_of_a_draw_is_refused() -> None:
    game = new_game(MAFIA_CITY, 3, 1)
    with pytest.raises(BadRecord):
        game.again([Entry(game.number, "a", UNDO, ("1",))])


# The table protocol


def test_the_protocol_takes_back_and_says_what_is_asked_again() -> None:
    session = Session()
    session.say({"cmd": "position", "table": layout(hands=HANDS), "seed": "00" * 32})
    session.say({"cmd": "answer", "number": 1, "seat": "a", "keys": ["place:prison"]})
    reply = session.say({"cmd": "undo", "number": 2, "seat": "a"})
    assert [event["event"] for event in reply["told"]] == ["undo"]
    assert (reply["asked"]["number"], reply["asked"]["kind"], list(reply["asked"]["seats"])) == (3, "turn", ["a"])
    refused = {
        ("undo", 2, "a"): "stale-number", ("undo", 3, "a"): "not-allowed", ("undo", 3, "z"): "not-asked",
        ("undo", "3", "a"): "bad-request",
    }  # fmt: skip
    for (cmd, number, seat), error in refused.items():
        assert session.say({"cmd": cmd, "number": number, "seat": seat})["error"] == error
    assert session.say({"cmd": "answer", "number": 3, "seat": "a", "keys": ["pass"]})["ok"]
    record = session.say({"cmd": "record"})["record"]
    assert session.say({"cmd": "load", "record": record})["ok"]


def test_every_refusal_is_an_answer_refused() -> None:
    assert issubclass(NoUndo, AnswerRefused)
