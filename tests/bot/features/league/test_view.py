"""Tests messages of seasons, leaderboards and tournaments.

They fit Discord's limits in every language, show shared places, and typed places are read.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from bot.features.league import view as league
from bot.features.statistics.service import Ranked, Rating, ranked
from bot.features.tournaments import view as tournament_view
from bot.features.tournaments.standings import next_round
from bot.games import GAME_UIS
from bot.texts import LANGUAGES, translator_for
from storage import Counted, Entrant, SeasonRow, TournamentGame, TournamentRow, TournamentState
from storage.tournament_rows import TournamentPhases
from storage.tournaments import MAX_PLAYERS
from tests.bot.screen import Screen

BIG = 10**18
DAY = datetime(2025, 3, 1, tzinfo=UTC)
SEASON = SeasonRow(999_999_999, 7, next(iter(GAME_UIS)), "S" * 32, 1, DAY, 1, DAY)
LINES = [Ranked(at, BIG + at, Rating(1000, 333, 9_999), 9_999, 9_999) for at in range(1, 60)]
ROW = TournamentRow(
    guild=7, channel=500, kind=next(iter(GAME_UIS)), language="cs", options={}, pace="live", turn_seconds=None,
    window_seconds=None, rounds=12, seats=2, organiser=BIG, created=DAY, id=999_999_999, phase="running",
)  # fmt: skip
EVERY_LANGUAGE = pytest.mark.parametrize("language", LANGUAGES)


def crowded(phase: TournamentPhases = "running") -> TournamentState:
    """Returns a tournament in that phase with the maximum number of players and three rounds, all tables decided."""
    entrants = tuple(Entrant(BIG + at, "N" * 32, dropped=False) for at in range(MAX_PLAYERS))
    state = TournamentState(ROW, entrants, ())
    for _ in range(3):
        found = next_round(state, bytes(32))
        tables = tuple(
            replace(
                one,
                game=TournamentGame(BIG, BIG, "over", tuple((user, at) for at, user in enumerate(one.users, 1))),
                ruling=dict.fromkeys(one.users, 1),
            )
            for one in found.tables
        )
        state = replace(state, rounds=(*state.rounds, replace(found, tables=tables)))
    return replace(state, row=replace(ROW, phase=phase))


@EVERY_LANGUAGE
@pytest.mark.parametrize("page", [0, 1, 2, 9_999])
def test_results_of_many_are_paged(language: str, page: int) -> None:
    said = translator_for(language)
    shown = Screen(league.season_table(SEASON, LINES, page, said))
    assert shown.text.count("<@1") == (20 if page < 2 else 19)
    assert shown.verbs().count("s_table") == (2 if page == 1 else 1)
    assert Screen(league.leaderboard(ROW.kind, LINES, page, said)).text.count("<@1") >= 19
    games = [Counted(at, DAY, tuple((BIG + user, user, user == 1) for user in range(1, 7))) for at in range(40)]
    Screen(league.season_games(SEASON, games, {BIG + 2}, page, said))


@EVERY_LANGUAGE
def test_seasons_open_close_and_are_empty_within_the_limits(language: str) -> None:
    said = translator_for(language)
    for view in (
        league.season_opened(SEASON, said), league.season_closed(SEASON, LINES, said),
        league.close_season(SEASON, said),
        league.season_joined(SEASON, said, new=True), league.season_joined(SEASON, said, new=False),
        league.season_table(SEASON, [], 0, said), league.season_games(SEASON, [], (), 0, said),
        league.own_listing(said, hidden=True), league.own_listing(said, hidden=False),
        league.leaderboard(ROW.kind, [], 0, said),
    ):  # fmt: skip
        Screen(view)


@EVERY_LANGUAGE
@pytest.mark.parametrize("phase", ["open", "running", "over", "ended"])
def test_the_greatest_tournament_fits_one_message(language: str, phase: TournamentPhases) -> None:
    state, said = crowded(phase), translator_for(language)
    shown = Screen(tournament_view.tournament(state, "c" * 64, "5" * 64 if phase in ("over", "ended") else "", said))
    assert "c" * 64 in shown.text
    assert ("5" * 64 in shown.text) == (phase in ("over", "ended"))
    Screen(tournament_view.closed(state, said))
    Screen(tournament_view.which_table(state, said))
    for page in (0, 1, 5):
        Screen(tournament_view.table_page(state, page, said))
    for verb in ("t_finish", "t_off"):
        assert Screen(tournament_view.sure(state, verb, said)).dangers()


@EVERY_LANGUAGE
def test_the_form_of_a_ruling_fits(language: str) -> None:
    state = crowded()
    form = tournament_view.ruling(state, 3, state.rounds[0].tables[0], translator_for(language)).to_dict()
    assert len(form["title"]) <= 45
    assert len(form["components"]) == 1


def test_no_ones_hidden_line_leaves_a_gap_in_the_places() -> None:
    def rating(points: int) -> Rating:
        return Rating(points, 300, 1)

    table = ranked({1: (rating(900), 1, 0), 2: (rating(1100), 1, 1), 3: (rating(900), 1, 0), 4: (None, 0, 0)})
    assert [(line.place, line.user) for line in table] == [(1, 2), (2, 1), (2, 3), (None, 4)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1 Anna\n2 Bert", {1: 1, 2: 2}), ("2. Anna\n\n1) Bert\n", {1: 2, 2: 1}), ("- Anna\n1 Bert", {1: None, 2: 1}),
        ("1\n1", {1: 1, 2: 1}), ("1 Anna", None), ("1 Anna\n2 Bert\n3 Cyril", None), ("Anna 1\nBert 2", None),
        ("0 Anna\n1 Bert", None), ("1000 Anna\n1 Bert", None), ("²\n1", None), ("", None),
    ],
)  # fmt: skip
def test_the_organisers_input_is_parsed(text: str, expected: dict[int, int | None] | None) -> None:
    assert tournament_view.typed_places(text, [1, 2]) == expected


def test_shared_places_are_no_list_that_discord_would_number_again() -> None:
    said = translator_for("en")
    shared = [Ranked(1, BIG + at, Rating(1000, 333, 1), 1, 1) for at in range(3)]
    lines = [
        *league.ranking(shared, said).splitlines(),
        *Screen(tournament_view.tournament(crowded("over"), "c" * 64, "", said)).text.splitlines(),
    ]
    assert len([line for line in lines if line.startswith("**1.** <@")]) >= 4
    assert not [line for line in lines if line[:1].isdigit()]
