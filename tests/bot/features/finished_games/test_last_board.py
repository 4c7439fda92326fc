"""Tests the last board below its picture: the winner first, few words, the proof, and the rest behind *In words*."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from types import SimpleNamespace
from typing import Any, cast

from bot.features.play import board_view
from bot.games import GAME_UIS, context
from bot.games.facts import TableFacts
from bot.games.news import news
from bot.texts import translator_for
from bot.views import word_budget
from bot.views.parts import state
from rules.engine import Game
from rules.events import ALL
from tests.bot.games.every_board import (
    EVERY_GAME,
    EVERY_LANGUAGE,
    EVERY_SIZE,
    LETTERS,
    facts,
    finished,
    undecided,
)
from tests.bot.screen import Part, Screen, components_of, meaning

EN = translator_for("en")
SEEDS = (1, 2, 3, 4)
MAX_WORDS = 80
TEXT = 10
"""The type of a text component."""


@cache
def over(kind: str, seats: int, seed: int = 1) -> Game:
    return finished(kind, seats, seed)


def ranked(kind: str, ranking: list[dict[str, Any]]) -> Game:
    """Returns a substitute of a finished game that has this ranking, which its first seat leads."""
    real = over(kind, len(ranking))
    told, record = [event for event in real.told if event.to == ALL][:-1], real.record
    result = {"ranking": ranking, "winners": [ranking[0]["seat"]]}
    return cast("Game", SimpleNamespace(over=result, told=told, silences=[], decision=None, record=record))


def smallest(kind: str) -> int:
    """Returns the smallest number of seats of a game."""
    return GAME_UIS[kind].rules.seats[0]


def people(kind: str, seats: int) -> TableFacts:
    return facts(kind, seats, phase="over", due=None)


def computers(kind: str, seats: int) -> TableFacts:
    """Returns the facts of a table with one person, whose other players are computers."""
    table = people(kind, seats)
    sitting = [replace(seat, user=None, name=f"🤖 {seat.name}", level="very hard") for seat in table.seats[1:]]
    return replace(table, seats=(table.seats[0], *sitting))


def having_cut(table: TableFacts, text: str) -> TableFacts:
    return replace(table, seats=tuple(replace(seat, has_cut=True, cut=text) for seat in table.seats))


def below(table: TableFacts, game: Game, language: str = "en") -> Screen:
    return Screen(board_view.boards(table, game, translator_for(language)).below_picture)


def texts(table: TableFacts, game: Game) -> list[str]:
    """Returns the texts below the picture, from top to bottom."""
    components: list[Part] = components_of(board_view.boards(table, game, EN).below_picture)
    return [part["content"] for part in components if part["type"] == TEXT]


def words(shown: Screen) -> int:
    return sum(len(text.split()) for text in (shown.text, *shown.labels()))


@EVERY_LANGUAGE
@EVERY_SIZE
def test_a_last_board_has_at_most_80_words(kind: str, seats: int, language: str) -> None:
    for game in (over(kind, seats, seed) for seed in SEEDS):
        for table in (people(kind, seats), computers(kind, seats)):
            for cut in (table, having_cut(table, "x"), having_cut(table, "so many words " * 4)):
                shown = below(cut, game, language)
                assert words(shown) <= MAX_WORDS, shown.text


@EVERY_LANGUAGE
@EVERY_SIZE
def test_every_place_of_the_ranking_is_below_the_picture(kind: str, seats: int, language: str) -> None:
    game, said = over(kind, seats), translator_for(language)
    for table in (people(kind, seats), having_cut(people(kind, seats), "so many words " * 4)):
        assert game.over
        ranking = GAME_UIS[kind].ending(context(table, said), game.over)
        assert ranking in below(table, game, language).text.replace("\\.", ".")


def test_players_with_equal_points_keep_their_place_which_discord_would_renumber() -> None:
    """A line that begins with "2." is a list, whose lines Discord numbers itself; "2\\." is a text."""
    ranking = [{"seat": seat, "points": points, "doubled": False} for seat, points in (("a", 9), ("b", 5), ("c", 5))]
    shown = below(people("kralovske_rosady", 3), ranked("kralovske_rosady", ranking))
    places = [line.partition(" ")[0] for line in shown.text.splitlines() if "points" in line]
    assert places == ["1\\.", "2\\.", "2\\."]


@EVERY_SIZE
def test_the_winner_is_directly_below_the_picture_and_the_proof_last(kind: str, seats: int) -> None:
    table, game = people(kind, seats), over(kind, seats)
    assert game.over
    first, *_, last = texts(table, game)
    assert first.startswith("## Game over\n🏆 **Winner")
    assert table.seat(game.over["winners"][0]).mention in first.splitlines()[1]
    assert last.splitlines() == [f"-# Shuffle seal: `{table.commitment}`", f"-# Seed: `{game.record().seed}`"]


@EVERY_GAME
def test_the_latest_events_are_whole_and_do_not_name_the_winner_again(kind: str) -> None:
    shown = 0
    for seed in SEEDS:
        seats = smallest(kind)
        table, game = people(kind, seats), over(kind, seats, seed)
        *lately, last = [line.text for line in news(table, game, EN).lines]
        _, *told, _ = texts(table, game)
        assert all(line in lately for line in "\n".join(told).splitlines())
        assert last not in below(table, game).text
        shown += len(told)
    assert shown


@EVERY_GAME
def test_the_buttons_belong_to_no_game_and_replace_the_names_of_commands(kind: str) -> None:
    game = over(kind, 3)
    shown = below(people(kind, 3), game)
    assert shown.verbs() == ["rematch", "replay", "result", "verify", "export", "log", "in_words", "review"]
    assert {(meaning(button).game, meaning(button).number) for button in shown.buttons} == {(0, 42)}
    assert not any(button.get("disabled") for button in shown.buttons)
    assert "/" not in shown.text


def test_players_who_have_cut_are_named_and_their_texts_as_far_as_they_fit() -> None:
    game = over("kralovske_rosady", 6)
    table = having_cut(people("kralovske_rosady", 6), "x")
    names = [seat.mention for seat in table.seats]
    [cuts] = [line for line in below(table, game).text.splitlines() if "✂️" in line]
    assert cuts == "-# ✂️ Cuts: " + ", ".join(f"{name} `x`" for name in names)
    [cuts] = [line for line in below(having_cut(table, "a b c d e"), game).text.splitlines() if "✂️" in line]
    assert cuts == f"-# ✂️ Cuts: {', '.join(names)} (the texts: *Verify*)"


def test_a_deleted_text_of_a_cut_is_marked_as_deleted() -> None:
    table = having_cut(people("star_wars_destiny", 2), "")
    assert f"✂️ Cuts: {table.seats[0].mention} (deleted), " in below(table, over("star_wars_destiny", 2)).text


@EVERY_LANGUAGE
def test_a_tie_says_what_decided_it(language: str) -> None:
    """All five players have equal points, so that the last places may be left out, but never the first three."""
    ranking = [{"seat": seat, "points": 12, "tie_break": "order" if seat != "e" else None} for seat in LETTERS[:5]]
    tied, said = ranked("mafia_city", ranking), translator_for(language)
    for table, places in ((people("mafia_city", 5), 4), (computers("mafia_city", 5), 3)):
        shown = below(table, tied, language)
        assert words(shown) <= MAX_WORDS
        first = next(line for line in shown.text.splitlines() if line.startswith("1\\. "))
        assert said("nearer to the starting player") in first
        assert all(f"\n{place}\\. " in shown.text for place in range(1, places + 1))


@EVERY_LANGUAGE
def test_without_a_winner_that_is_said_first_and_the_latest_events_below(language: str) -> None:
    table, said = facts("mafia_city", 3, phase="ended", due=None, seed="cd" * 32), translator_for(language)
    *_, game = undecided("mafia_city", 3, seed=4, most=40)
    shown = below(table, game, language)
    assert shown.text.startswith(f"## {said('Game over')}\n{said('The players end the game without a winner.')}\n")
    assert news(facts("mafia_city", 3), game, said).lines[-1].text in shown.text
    assert "`" + "cd" * 32 + "`" in shown.text
    assert "result" not in shown.verbs()
    assert words(shown) <= MAX_WORDS


@EVERY_GAME
@EVERY_LANGUAGE
def test_in_words_shows_the_table_at_the_end_in_every_case(kind: str, language: str) -> None:
    said = translator_for(language)
    for seats in (smallest(kind), GAME_UIS[kind].rules.seats[-1]):
        table, game = people(kind, seats), over(kind, seats)
        shown = Screen(board_view.in_words(table, game, said))
        assert state(table, game, said) in shown.text
        assert f"`{table.commitment}`" in shown.text
        assert shown.text.count(said("Game over")) == 1
        assert not shown.buttons


@EVERY_GAME
@EVERY_LANGUAGE
def test_without_a_picture_the_whole_text_says_once_that_the_game_is_over(kind: str, language: str) -> None:
    table, game, said = people(kind, smallest(kind)), over(kind, smallest(kind)), translator_for(language)
    shown = board_view.boards(table, game, said)
    alone = Screen(shown.in_words())
    assert alone.text == Screen(board_view.board(table, game, said)).text
    assert alone.text.count(said("Game over")) == 1
    assert "in_words" not in alone.verbs()


def test_the_limit_is_that_of_a_running_board() -> None:
    assert word_budget.MAX_WORDS == MAX_WORDS
