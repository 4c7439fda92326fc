"""Tests the public log, its pages, and the digest for a substitute."""

from __future__ import annotations

import random

import pytest

from bot.games import GAME_UIS, context
from bot.games.batch_moves import BatchMoves
from bot.games.log import PAGE, digest, latest, log, outcome, pages, sentences, told_alone
from bot.games.mafia_city.cards import CARDS
from bot.games.news import news
from bot.games.pre_orders import PreOrders
from bot.local.demo import RECORDS
from bot.texts import translator_for
from rules import GAMES
from rules.decisions import Window
from rules.engine import Game
from rules.events import ALL, Event, Silence
from rules.verify import replay
from tests.bot.games import every_board
from tests.bot.games.kralovske_rosady.rosady import laid_out as rosady
from tests.bot.laid_out import KIND, answer, facts, laid_out, new_game

CS, EN = translator_for("cs"), translator_for("en")


def said(*events: Event) -> list[str]:
    return [sentence for event in events if (sentence := GAME_UIS[KIND].sentence(context(facts(), CS), event))]


def newest_texts(game: Game) -> list[str]:
    return [line.text for line in news(facts(), game, CS).lines]


def places(seat: str) -> Event:
    return Event(ALL, "places", {"seat": seat, "location": "harbour"})


def test_the_log_is_grouped_by_phases() -> None:
    game = laid_out(round_number=3)
    game.answer(game.number, "a", ["place:harbour"])
    assert log(facts(), game, CS) == said(Event(ALL, "phase", {"round": 3, "phase": "action"}), places("a"))


def test_the_latest_are_the_last_ones_in_their_order() -> None:
    game = laid_out()
    for seat in "abc":
        game.answer(game.number, seat, ["place:harbour"])
    assert latest(facts(), game, CS, 2) == said(places("b"), places("c"))


def test_news_are_few_and_of_the_present_chapter_once_it_has_some() -> None:
    game = laid_out(round_number=3)
    heading = said(Event(ALL, "phase", {"round": 3, "phase": "action"}))
    game.answer(game.number, "a", ["place:harbour"])
    assert newest_texts(game) == [*heading, *said(places("a"))]
    for seat in "bcabcab":
        game.answer(game.number, seat, ["place:harbour"])
    assert newest_texts(game) == said(*(places(seat) for seat in "abcab"))
    game.told.append(Event(ALL, "phase", {"round": 3, "phase": "locations"}))
    assert len(newest_texts(game)) == 5, "a chapter that has just begun does not stand alone"
    game.told.extend((places("a"), places("b")))
    assert len(newest_texts(game)) == 3


def test_news_leave_out_routine_ones_first_but_never_the_newest() -> None:
    game = laid_out(round_number=3)
    draws = Event(ALL, "draws", {"seat": "a", "count": 2})
    moved = [places(seat) for seat in "abcab"]
    game.told.extend([*moved[:4], draws, moved[4]])
    assert newest_texts(game) == said(*moved)
    game.told.append(draws)
    assert newest_texts(game) == said(*moved[1:], draws)


def test_a_play_that_counts_is_routine_unless_it_was_contested() -> None:
    settled = {"key": "informer-star:prison:2", "seat": "a", "stands": True}
    ui = GAME_UIS[KIND]
    assert ui.is_routine(Event(ALL, "settled", {**settled, "contested": False}))
    assert not ui.is_routine(Event(ALL, "settled", {**settled, "contested": True}))


def test_news_since_the_last_move_of_the_seat_on_turn_are_counted() -> None:
    game = laid_out()
    for seat in "abc":
        game.answer(game.number, seat, ["place:harbour"])
    assert game.waiting == ("a",)
    game.told.append(Event(ALL, "draws", {"seat": "c", "count": 2}))
    assert news(facts(), game, CS).since == {1, 2}, "the placements of b and c, before a card is drawn"


def phase(name: str) -> Event:
    return Event(ALL, "phase", {"round": 3, "phase": name})


def scores(seat: str) -> Event:
    return Event(ALL, "scores", {"seat": seat, "location": "harbour", "points": 1, "extra": False})


def retrieves(seat: str) -> Event:
    return Event(ALL, "retrieves", {"seat": seat, "location": "harbour", "heights": []})


POINTS = "**Kolo 3: Strategická fáze** · získané body: 🔵B +2, 🔴A +1"


def test_the_news_keep_the_points_of_a_location_phase() -> None:
    game = laid_out(round_number=3)
    game.told.extend([places("a"), phase("locations"), scores("a"), scores("b"), scores("b"), phase("strategy")])
    assert newest_texts(game)[-1] == POINTS
    game.told.extend(map(retrieves, "bcbcbc"))
    assert newest_texts(game) == [POINTS, *said(*map(retrieves, "bcbc"))]
    game.told.extend([phase("action"), places("b"), places("c"), places("b"), places("c")])
    assert game.waiting == ("a",)
    assert newest_texts(game)[0] == POINTS, "seat a has not moved since"
    game.told.extend([places("a"), places("b"), places("c"), places("b"), places("c")])
    assert POINTS not in newest_texts(game)


def test_points_that_are_taken_back_are_not_gained() -> None:
    taken = Event(ALL, "undo", {"seat": "b", "number": 3, "events": [scores("b").spoken()]})
    told = [phase("locations"), scores("b"), scores("a"), taken, phase("strategy")]
    joined = GAME_UIS[KIND].get(BatchMoves).joined
    assert joined(told)[-1].facts["gained"] == {"a": 1}
    assert joined(told[3:], iter(told[:3]))[-1].facts["gained"] == {"a": 1}


def test_events_without_the_beginning_of_the_phase_name_no_gained_points() -> None:
    """A step of a replay shows a few events, from which the points of the phase cannot be counted."""
    told = [phase("locations"), scores("a"), phase("strategy")]
    joined = GAME_UIS[KIND].get(BatchMoves).joined
    assert joined(told)[-1].facts["gained"] == {"a": 1}
    assert joined(told[1:])[-1].facts["gained"] == {}


def test_the_last_chapter_is_told_from_the_move_that_led_to_it() -> None:
    told = [
        Event(ALL, "plays", {"seat": "a", "column": 2}),
        Event(ALL, "plays", {"seat": "b", "column": 1}),
        Event(ALL, "turned", {"seat": "a", "column": 1, "card": "traitor", "by": "b"}),
        Event(ALL, "stays_loyal", {"seat": "a", "column": 1}),
        Event(ALL, "round_ends", {"round": 6, "seat": "b", "filled": True}),
        Event(ALL, "revealed", {"column": 1, "cards": [{"owner": "b", "card": "king"}]}),
    ]
    game = rosady("art-1", "trade-3", hands={"a": "king", "b": "queen"})
    game.told[:] = told
    table = every_board.facts("kralovske_rosady", 2)
    lines = latest(table, game, CS, 1, chapter=True)
    assert lines == sentences(table, told[1:], CS)
    assert len(lines) == 4


@pytest.mark.parametrize("kind", list(RECORDS))
def test_read_backwards_the_story_is_the_same(kind: str) -> None:
    """The newest lines, which are read from the end, equal the whole log at any point of a game, also if a silence
    covers events that are merged into one sentence.
    """
    game = replay(RECORDS[kind].read_text(encoding="utf-8").splitlines())
    table, told = facts(len(game.seats), kind=kind), list(game.told)
    apart = [at for at, event in enumerate(told) if event.name in GAME_UIS[kind].get(BatchMoves).apart]
    assert bool(apart) == bool(GAME_UIS[kind].get(BatchMoves).apart)
    for at in apart[1:2]:
        game.silences.append(Silence(game.seats[0], "action", at - 2, at + 2))
    ends = {end for at in apart for end in range(at - 2, at + 4)} | set(range(1, len(told), 37)) | {len(told)}
    for end in sorted(ends):
        game.told[:] = told[: max(end, 0)]
        assert latest(table, game, CS, 10**6) == log(table, game, CS), end


def test_a_silence_is_told_as_one_with_what_it_means() -> None:
    game = laid_out()
    game.clock(game.number)
    game.answer(game.number, "b", ["pass"])
    passes = [Event(ALL, "passes", {"seat": seat, "forced": False}) for seat in "ab"]
    late = "⏰ " + CS(
        "Time is up: {what}", what=f"{said(passes[0])[0]} {GAME_UIS[KIND].get(PreOrders).silence_means('turn', CS)}"
    )
    assert log(facts(), game, CS)[-2:] == [late, *said(passes[1])]
    assert latest(facts(), game, CS, 2) == [late, *said(passes[1])]


def test_the_outcome_of_an_answer_is_one_sentence_with_the_seats_private_news() -> None:
    game = laid_out(hands={"a": "thief-hat", "b": "fbi-bullet"})
    since = len(game.told)
    game.answer(game.number, "a", ["thief-hat:b"])
    while isinstance(game.decision, Window):
        game.answer(game.number, game.waiting[0], ["pass"])
    played, stolen = outcome(facts(), game, "a", since, CS).splitlines()
    assert played == "Hraješ kartu Zloděj 🎩 Klobouk: náhodná karta hráče " + facts().seat("b").mention + "."
    assert "F.B.I." in stolen
    assert told_alone(facts(), game, "a", since, CS) == stolen
    assert told_alone(facts(), game, "c", since, CS) == ""


@every_board.EVERY_GAME
def test_an_outcome_addresses_the_player_who_answered(kind: str) -> None:
    """A player's own panel tells no move of its reader in the third person."""
    dice, table = random.Random(4), every_board.facts(kind, 2 if kind == "star_wars_destiny" else 3)
    game = Game.new(GAMES[kind], every_board.NAMES[: len(table.seats)], game_id="42", seed=bytes(32))
    addressed = 0
    while game.decision is not None and addressed <= 20:
        told, count = len(game.told), len(game.entries)
        answer(game, dice)
        seat = game.entries[count].seat
        if game.decision is None or seat not in game.seats:
            continue
        lines = outcome(table, game, seat, told, EN).splitlines()
        mention = table.seat(seat).mention
        assert not [line for line in lines if line.startswith((mention, f"{table.mark(seat)} {mention}"))]
        addressed += any(line.startswith("You ") for line in lines)
    assert addressed > 20, "the game was too short"


def test_a_silence_that_no_event_tells_is_told_all_the_same() -> None:
    game = laid_out()
    game.silences.append(Silence("a", "bullet", len(game.told), len(game.told)))
    assert latest(facts(), game, CS, 1) == [
        "⏰ " + CS("Time is up: {what}", what=CS("{player} did not answer.", player=facts().seat("a").mention))
    ]


def test_the_log_tells_nothing_private() -> None:
    game = new_game()
    private = said(*(event for event in game.told if event.to != ALL))
    assert private
    assert not set(private) & set(log(facts(), game, CS))


def test_pages_hold_all_lines_and_are_not_too_long() -> None:
    lines = [f"{number} " + "x" * 200 for number in range(100)]
    found = pages(lines)
    assert "\n".join(found) == "\n".join(lines)
    assert len(found) == 6  # 17 lines of 204 characters fit on one
    assert all(len(page) <= PAGE for page in found)


def test_an_empty_log_has_one_page() -> None:
    assert pages([]) == [""]


def test_a_substitute_learns_what_the_seat_knows_and_nothing_else() -> None:
    game = laid_out(hands={"a": "thief-hat", "b": "fbi-bullet", "c": "rackets-hat"})
    game.answer(game.number, "a", ["thief-hat:b"])
    while game.decision is not None and game.decision.kind == "react":
        game.answer(game.number, game.waiting[0], ["pass"])
    told = digest(facts(), game, "b", CS)
    assert told.splitlines()[1] == CS("You have no cards.")
    (stolen,) = sentences(
        facts(), [event for event in game.told if event.to == "b" and event.name == "stolen"], CS, "b"
    )
    assert stolen in told
    other = digest(facts(), game, "c", CS)
    assert CS(CARDS["rackets"].name) in other
    assert CS(CARDS["fbi"].name) in stolen
    assert CS(CARDS["fbi"].name) not in other
