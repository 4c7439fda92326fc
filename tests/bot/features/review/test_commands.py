"""Tests *Review*: each player sees their own decisions after the end, and plays on from them for practice."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bot.emulator.people.seen import Seen
from bot.features.review import jobs
from bot.features.review import view as review_view
from bot.features.review.service import CostlyMove, Point, Review
from bot.tables import thinker_process
from bot.tables.thinker_process import Judged
from bot.tables.thinkers import Thinkers
from bot.texts import translator_for
from rules.players.ai import Dice
from rules.players.choosing import Keys
from rules.players.levels import Question, ask
from rules.players.review import Judgement
from rules.players.review import judge as judge_in_this_process
from storage import ServerSettings
from storage.reviews import Reviews
from tests.bot.games.every_board import facts, played
from tests.bot.played_out import GAME, TWO, played_out, to_the_end
from tests.bot.screen import Screen
from tests.bot.table import Evening

NO_REVIEW = "There is no review of this game"


class Judge:
    """Replaces the judging of answers by thinker processes, and records each call.

    The answer to decision number n is judged to cost n / 1000 of the chance to win.
    """

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.asked: list[tuple[Question, Keys]] = []
        self.seconds: list[float] = []
        self.interrupts = 0
        """The number of the next judgements that a search interrupts."""
        self.cpu = 0.0
        monkeypatch.setattr(Thinkers, "judge", lambda _thinkers, *given: self._judge(*given))

    async def _judge(self, asked: Question, done: Keys, seconds: float) -> Judged:
        self.seconds.append(seconds)
        if self.interrupts:
            self.interrupts -= 1
            return Judged(None, self.cpu, interrupted=True)
        self.asked.append((asked, done))
        best = next(((key,) for key in asked.keys if (key,) != done), done)
        return Judged(Judgement(0.5 - asked.number / 1000, best, asked.number / 1000), self.cpu)


@pytest.fixture
def judge(monkeypatch: pytest.MonkeyPatch) -> Judge:
    return Judge(monkeypatch)


@asynccontextmanager
async def finished(
    database: Path, *, computer: str | None = None, reviewed: bool = True, pictures: bool = False
) -> AsyncIterator[Evening]:
    """Plays a short game of Anna and Bert to its end, and yields the evening.

    `computer`: the level of a computer that plays, too; `reviewed`: the game's review is computed.
    """
    async with Evening.of(
        "Anna", "Bert", "Cyril", database=database, channels=4, locale="en-GB", seed=bytes(32), pictures=pictures
    ) as evening:
        if computer is None:
            await played_out(evening)
        else:
            await evening.open(*TWO, game=GAME)
            await evening.add_computer("Anna", computer)
            await evening.press_board("Anna", "start")
            await to_the_end(evening)
        if reviewed:
            await evening.bot.app.review_jobs.run()
        yield evening


async def opened(evening: Evening, name: str = "Anna") -> Seen:
    await evening.press_board(name, "review")
    return evening.private(name)


def decisions(evening: Evening, name: str) -> list[int]:
    """Returns the numbers of the decisions that a user has answered."""
    seat = next(seat.seat for seat in evening.live.seats if seat.name == name)
    return [entry.number for entry in evening.game.entries if entry.seat == seat]


# Computing


async def test_each_answer_of_each_person_is_judged_with_what_the_seat_knew(database: Path, judge: Judge) -> None:
    async with finished(database) as evening:
        answers = {(entry.number, entry.seat): entry.keys for entry in evening.game.entries}
        assert all(asked.has_choice and answers[asked.number, asked.seat] == done for asked, done in judge.asked)
        assert {asked.seat for asked, _ in judge.asked} == {"a", "b"}
        assert all(set(asked.view["players"][asked.seat]) >= {"hand"} for asked, _ in judge.asked)
        evening.clean()


async def test_a_review_is_computed_only_once(database: Path, judge: Judge) -> None:
    async with finished(database) as evening:
        count = len(judge.asked)
        await evening.bot.app.review_jobs.run()
        await evening.restart()
        await evening.bot.app.review_jobs.run()
        assert len(judge.asked) == count
        evening.clean()


async def test_a_game_that_cannot_be_reviewed_does_not_stop_the_others(
    database: Path, judge: Judge, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with finished(database, reviewed=False) as evening:
        broken, jobs = evening.table, evening.bot.app.review_jobs
        await played_out(evening)
        whole = jobs._review_seats

        async def review_seats(game: int, seats: Sequence[str]) -> None:
            if game == broken:
                raise KeyError("a record that does not replay")
            await whole(game, seats)

        monkeypatch.setattr(jobs, "_review_seats", review_seats)
        await jobs.run()
        assert await evening.bot.app.db.reviews.pending() == []
        assert judge.asked
        assert await evening.bot.app.db.reviews.of(broken, "a") == []
        evening.clean()


async def test_a_review_that_a_restart_has_interrupted_is_computed_after_it(database: Path, judge: Judge) -> None:
    async with finished(database, reviewed=False) as evening:
        await evening.restart()
        await evening.bot.app.review_jobs.run()
        assert judge.asked
        assert "your review" in (await opened(evening)).text
        evening.clean()


async def test_a_search_for_a_running_game_comes_first(database: Path, judge: Judge) -> None:
    judge.interrupts = 3
    async with finished(database) as evening:
        count = len(judge.asked)
        assert len(judge.seconds) == count + 3
        assert len(await evening.bot.app.db.reviews.pending()) == 0
        evening.clean()


async def test_the_budget_of_a_game_is_never_exceeded(database: Path, judge: Judge) -> None:
    judge.cpu = 20.0
    async with finished(database) as evening:
        assert len(judge.seconds) == jobs.CPU_SECONDS / judge.cpu
        assert max(judge.seconds) <= jobs.DECISION_SECONDS
        assert len(await evening.bot.app.db.reviews.pending()) == 0
        evening.clean()


async def test_another_process_computes_the_reviews_of_its_servers(
    database: Path, judge: Judge, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with finished(database, reviewed=False) as evening:
        monkeypatch.setattr(evening.bot.app.shards, "owns", lambda _guild: False)
        await evening.bot.app.review_jobs.run()
        assert judge.asked == []
        assert len(await evening.bot.app.db.reviews.pending()) == 2
        evening.clean()


async def test_answers_of_a_computer_are_not_reviewed(database: Path, judge: Judge) -> None:
    async with finished(database, computer="normal") as evening:
        people = {seat.seat for seat in evening.live.seats if not seat.computer}
        assert {asked.seat for asked, _ in judge.asked} == people
        evening.clean()


async def test_a_process_judges_a_real_answer(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:

    def quick(
        asked: Question, done: Keys, dice: Dice, _playouts: int | None, late: Callable[[], bool]
    ) -> Judgement | None:
        return judge_in_this_process(asked, done, dice, 6, late)

    monkeypatch.setattr(thinker_process, "judge", quick)

    async def in_thread(_self: Thinkers, asked: Question, done: Keys, seconds: float) -> Judged:
        return thinker_process.judge_answer(asked, done, seconds)

    monkeypatch.setattr(Thinkers, "judge", in_thread)
    async with finished(database) as evening:
        moves = await evening.bot.app.db.reviews.of(evening.table, "a")
        assert moves
        assert all(0 <= move.chance <= 1 and 0 <= move.cost <= 1 for move in moves)
        shown = await opened(evening)
        assert "Chance to win: " in shown.text
        evening.clean()


# Showing


async def test_a_review_shows_the_figures_and_the_three_costliest_decisions(database: Path, judge: Judge) -> None:
    async with finished(database) as evening:
        shown = await opened(evening)
        assert "your review" in shown.text
        assert "at your first decision" in shown.text
        assert shown.text.count("A hard computer would have chosen: ") == 3
        mine = [asked.number for asked, _ in judge.asked if asked.seat == "a"]
        assert f"chance lower by about {round(max(mine) / 10)} percentage point" in shown.text
        assert Evening.verbs(shown) == {"practise"}
        evening.clean()


async def test_each_player_sees_their_own_review_only(database: Path, judge: Judge) -> None:
    async with finished(database) as evening:
        anna, bert = await opened(evening, "Anna"), await opened(evening, "Bert")
        assert anna.text != bert.text
        assert not any("your review" in seen.text for seen in evening.person("Bert").messages(evening.channel)[:-1])
        evening.clean()


async def test_others_read_that_only_players_review_a_game(database: Path, judge: Judge) -> None:
    async with finished(database) as evening:
        await evening.press_board("Cyril", "review")
        assert "Only the players of this game" in evening.private("Cyril").text
        evening.clean()


async def test_before_it_is_computed_a_player_is_asked_to_wait(database: Path, judge: Judge) -> None:
    async with finished(database, reviewed=False) as evening:
        assert "still being computed" in (await opened(evening)).text
        evening.clean()


async def test_a_game_of_an_older_version_has_no_review(
    database: Path, judge: Judge, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def forgotten(_reviews: Reviews, _game: int) -> None: ...

    monkeypatch.setattr(Reviews, "note_end", forgotten)
    async with finished(database) as evening:
        assert NO_REVIEW in (await opened(evening)).text
        assert judge.asked == []
        evening.clean()


async def test_the_replay_leads_to_the_review(database: Path, judge: Judge) -> None:
    async with finished(database) as evening:
        await evening.slash("Anna", "record replay")
        replay = evening.private("Anna")
        await evening.press("Anna", replay, evening.part(replay, "review"))
        assert "your review" in evening.private("Anna").text
        evening.clean()


async def test_a_review_that_is_not_ready_leaves_the_replay_in_place(database: Path, judge: Judge) -> None:
    async with finished(database, reviewed=False) as evening:
        await evening.slash("Anna", "record replay")
        replay = evening.private("Anna")
        await evening.press("Anna", replay, evening.part(replay, "review"))
        *_, kept, aside = evening.person("Anna").messages(evening.channel)
        assert kept.id == replay.id
        assert "replay_jump" in Evening.verbs(kept)
        assert aside.ephemeral
        assert "still being computed" in aside.text
        evening.clean()


async def test_the_picture_has_the_figures_as_its_description(database: Path, judge: Judge) -> None:
    async with finished(database, pictures=True) as evening:
        assert (await opened(evening)).text.count("at your first decision") == 2
        evening.clean()


def test_no_prediction_is_shown_as_certain() -> None:
    found = Review("a", [Point(1.0, 1), Point(0.0, 2)], [], 0.5)
    sketch = review_view.curve(facts("kralovske_rosady", 2), found, translator_for("en"))
    assert sketch is not None
    assert "99\u00a0%, 1\u00a0%, 50\u00a0%" in sketch.alt
    assert "99\u00a0% at your first decision" in sketch.alt


@pytest.mark.parametrize(
    ("kind", "decision", "keys", "question", "answer"),
    [
        ("kralovske_rosady", "disguise", ("pass",), "is turned over. Hide a card under it?", "Nothing"),
        ("mafia_city", "deal", ("pass",), ". Play a secret deal?", "No deal"),
        ("mafia_city", "react", ("pass",), ". Cancel what was played last?", "Don't react"),
        ("star_wars_destiny", "mulligan", (), "Choose cards to shuffle back and redraw.", "Nothing"),
    ],
)
def test_an_answer_that_declines_is_shown_with_its_question(
    kind: str, decision: str, keys: tuple[str, ...], question: str, answer: str
) -> None:
    assert f"{question} **{answer}** · chance lower" in costly(kind, decision, keys)


def test_an_answer_that_says_enough_is_shown_without_its_question() -> None:
    shown = costly("star_wars_destiny", "action", ("pass",))
    assert ": Pass this turn · chance lower" in shown
    assert "Your turn" not in shown


def costly(kind: str, decision: str, keys: tuple[str, ...]) -> str:
    """Returns the text of a review whose costliest move is this answer to the first decision of that kind."""
    seats = 2 if kind == "star_wars_destiny" else 3
    games = (game for seed in range(9) for game in played(kind, seats, seed))
    game = next(game for game in games if game.decision is not None and game.decision.kind == decision)
    asked = ask(game, game.waiting[0], told=())
    move = CostlyMove(0, 0, asked, keys, (asked.keys[0],), 0.2)
    found = Review(asked.seat, [Point(0.5, 1)], [move], 0.0)
    return Screen(review_view.review(facts(kind, seats), found, translator_for("en"))).text


# Practice


async def practises(evening: Evening) -> None:
    """Lets Anna press *Play it again from here* of the costliest decision."""
    shown = await opened(evening)
    await evening.press("Anna", shown, evening.part(shown, "practise"))
    await evening.settled()


async def test_a_player_plays_again_from_a_decision_against_computers(database: Path, judge: Judge) -> None:
    async with finished(database) as evening:
        former, source = evening.game, evening.table
        await practises(evening)
        live, game = evening.live, evening.game
        assert live.row.practice_of == source
        assert [seat.computer for seat in live.seats] == [False, True]
        assert game.waiting == ("a",)
        assert [entry.keys for entry in game.entries] == [entry.keys for entry in former.entries[: len(game.entries)]]
        number = max(asked.number for asked, _ in judge.asked if asked.seat == "a")
        assert game.number == number
        assert "Practice: this game counts for nothing." in evening.board().text
        evening.clean()


async def test_computers_take_the_other_seats_under_different_names(database: Path, judge: Judge) -> None:
    async with finished(database, computer="easy") as evening:
        former = [seat for seat in evening.live.seats if seat.computer]
        await practises(evening)
        assert [(seat.name, seat.level) for seat in evening.live.seats if seat.name == former[0].name] == [
            (former[0].name, "easy")
        ]
        assert len({seat.name for seat in evening.live.seats}) == 3
        assert sum(seat.computer for seat in evening.live.seats) == 2
        evening.clean()


async def test_practice_is_played_to_its_end_and_survives_a_restart(database: Path, judge: Judge) -> None:
    async with finished(database) as evening:
        await practises(evening)
        await evening.restart()
        await to_the_end(evening)
        assert evening.live.row.phase == "over"
        await evening.press_board("Anna", "verify")
        assert "This was practice" in evening.private("Anna").text
        assert "review" not in Evening.verbs(evening.board())
        await evening.slash("Anna", "record replay")
        assert "review" not in Evening.verbs(evening.private("Anna"))
        tallies = await evening.bot.app.db.statistics.tallies(evening.person("Anna").id)
        assert [tally.games for tally in tallies] == [1]
        evening.clean()


async def test_a_forged_decision_of_another_player_is_refused(database: Path, judge: Judge) -> None:
    async with finished(database) as evening:
        shown, games = await opened(evening), len(await evening.bot.app.db.games.all())
        of_bert = next(at for at, entry in enumerate(evening.game.entries) if entry.seat == "b")
        for place in (str(of_bert), "99999", ""):
            await evening.person("Anna").forge(shown, f"kr:0:practise:{evening.table}:{place}")
            await evening.settled()
        assert len(await evening.bot.app.db.games.all()) == games
        evening.clean()


async def test_moderators_see_who_opened_a_game_for_practice(database: Path, judge: Judge) -> None:
    async with finished(database) as evening:
        place = evening.world.channel("table-2")
        await evening.bot.app.db.servers.change(place.guild_id or 0, {"log_channel": place.id})
        await practises(evening)
        (said,) = [seen.text for seen in evening.person("Anna").messages(place)]
        assert f"{evening.person('Anna').mention} has opened table {evening.live.id}" in said
        evening.clean()


async def test_practice_needs_a_channel_without_a_table(database: Path, judge: Judge) -> None:
    async with finished(database) as evening:
        shown = await opened(evening)
        await evening.press_board("Bert", "rematch")
        await evening.press("Anna", shown, evening.part(shown, "practise"))
        assert evening.live.row.practice_of is None
        evening.clean()


async def test_open_lobbies_elsewhere_do_not_prevent_practice(database: Path, judge: Judge) -> None:
    async with finished(database) as evening:
        for number in range(2, 2 + ServerSettings().lobbies):
            outcome = await evening.slash("Anna", "game new", evening.world.channel(f"table-{number}"), game=GAME)
            assert outcome.message is not None
        await practises(evening)
        assert evening.live.row.practice_of is not None
        evening.clean()
