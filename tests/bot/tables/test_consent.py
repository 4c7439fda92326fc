"""Tests decisions of the table: pause, resume, replace, end, absent players, and leaving a running game."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.emulator.people import crowd
from bot.tables.lobby import Lobby, Taken
from storage.rows import Finished
from tests.bot.refused import CZECH, HIDDEN, NO_FREE_SEAT, NO_SEAT, NO_SUCH_SEAT, PAUSED
from tests.bot.table import Evening

THREE = ("Anna", "Bert", "Cyril")
FOUR = (*THREE, "Dora")


def players(evening: Evening) -> list[str]:
    """Returns the names of the players without the server's owner, who may manage every channel."""
    owner = crowd.people(evening.world)[0].name
    return [evening.holder(seat.seat) for seat in evening.live.seats if evening.holder(seat.seat) != owner]


async def seated(evening: Evening) -> None:
    """Starts a game of Bert, Cyril and Dora; Anna, the server's owner, does not play."""
    await evening.sit_down("Bert", "Cyril", "Dora")


async def test_more_than_half_pause_and_resume(database: Path) -> None:
    async with Evening.of(*FOUR, database=database) as evening:
        await seated(evening)
        outcome = await evening.slash("Bert", "game pause")
        assert "1 z 2" in outcome.text
        assert evening.live.row.paused_at is None
        assert "agree_pause" in Evening.verbs(evening.board())
        await evening.press_board("Cyril", "agree_pause")
        assert evening.live.row.paused_at is not None
        game = evening.game
        name, number = evening.holder(game.waiting[0]), game.number
        await evening.press_board(name, "move")
        assert PAUSED in evening.private(name).text
        await evening.pass_time(5_000)
        assert game.number == number
        await evening.slash("Cyril", "game resume")
        await evening.press_board("Dora", "agree_resume")
        assert evening.live.row.paused_at is None
        assert evening.live.deadline is not None
        assert 0 < (evening.live.deadline.due - evening.now()).total_seconds() <= 90
        evening.clean()


async def test_a_paused_board_has_a_button_to_go_on(database: Path) -> None:
    async with Evening.of(*FOUR, database=database) as evening:
        await seated(evening)
        assert "agree_resume" not in Evening.verbs(evening.board())
        await evening.slash("Bert", "game pause")
        await evening.press_board("Dora", "agree_pause")
        (button,) = [part for part in evening.board().usable if "agree_resume" in part.custom_id]
        assert button.label == "Pokračovat ve hře"
        await evening.press_board("Cyril", "agree_resume")
        assert "1 z 2" in evening.private("Cyril").text
        assert evening.live.row.paused_at is not None
        assert len([part for part in evening.board().usable if "agree_resume" in part.custom_id]) == 1
        await evening.press_board("Bert", "agree_resume")
        assert evening.live.row.paused_at is None
        assert "agree_resume" not in Evening.verbs(evening.board())
        evening.clean()


async def test_anyone_who_may_manage_the_channel_decides_at_once(database: Path) -> None:
    async with Evening.of(*FOUR, database=database) as evening:
        await seated(evening)
        await evening.slash("Anna", "game pause")
        assert evening.live.row.paused_at is not None
        evening.clean()


async def test_onlookers_have_no_say(database: Path) -> None:
    async with Evening.of(*FOUR, "Emil", database=database) as evening:
        await seated(evening)
        outcome = await evening.slash("Emil", "game end")
        assert NO_SEAT in outcome.text
        assert evening.live.row.phase == "running"
        evening.clean()


async def test_a_game_ends_by_consent(database: Path) -> None:
    async with Evening.of(*FOUR, database=database) as evening:
        await seated(evening)
        await evening.slash("Bert", "game end")
        danger = [part for part in evening.board().usable if part.style == "danger"]
        assert [part.custom_id.split(":")[2] for part in danger] == ["agree_end"]
        board = evening.board()
        old = evening.part(board, "move")
        await evening.press_board("Cyril", "agree_end")
        assert evening.live.row.phase == "ended"
        assert "Konec hry" in evening.board().text
        public = evening.person("Bert").messages(evening.channel)
        assert not [part for seen in public for part in Evening.of_a_game(seen)]
        assert not [part for part in evening.person("Bert").dms()[0].usable]
        late = await evening.person("Bert").forge(board, old)
        assert not late.failed
        assert (await evening.slash("Bert", "game new", game="mafia_city")).message is not None
        evening.clean()


async def test_leaving_a_running_game_asks_twice_and_the_computer_plays_on(database: Path) -> None:
    async with Evening.of(*FOUR, database=database) as evening:
        await seated(evening)
        await evening.slash("Cyril", "game leave")
        panel = evening.private("Cyril")
        assert [part.style for part in panel.usable].count("danger") == 1
        assert all(seat.left is None for seat in evening.live.seats)
        await evening.press("Cyril", panel, Evening.part(panel, "leave_really"))
        panel = evening.private("Cyril")
        assert all(seat.left is None for seat in evening.live.seats)
        await evening.press("Cyril", panel, Evening.part(panel, "leave_sure"))
        left = next(seat for seat in evening.live.seats if seat.left is not None)
        assert left.user == evening.person("Cyril").id
        game = evening.game
        assert left.seat not in game.waiting
        await evening.slash("Cyril", "game join")
        assert all(seat.left is None for seat in evening.live.seats)
        evening.clean()


async def test_a_player_who_comes_back_completes_the_vote_to_end_the_game(database: Path) -> None:
    async with Evening.of(*FOUR, database=database) as evening:
        await seated(evening)
        await evening.slash("Cyril", "game end")
        await evening.slash("Cyril", "game leave")
        for step in ("leave_really", "leave_sure"):
            panel = evening.private("Cyril")
            await evening.press("Cyril", panel, Evening.part(panel, step))
        await evening.slash("Bert", "game end")
        assert not evening.live.row.finished_yet
        outcome = await evening.slash("Cyril", "game join")
        assert evening.live.row.finished_yet
        assert outcome.text == "Jsi zpátky u stolu. Tím prošlo hlasování o konci hry a hra skončila."
        assert all("je zpátky" not in message.text for message in evening.person("Bert").messages(evening.channel))
        evening.clean()


@pytest.mark.parametrize("phase", ["over", "ended"])
async def test_a_return_is_not_the_reason_if_the_game_ends_right_after_it(
    database: Path, monkeypatch: pytest.MonkeyPatch, phase: Finished
) -> None:
    """Someone who comes back just before the last move, or just before a vote of others, did not end the game."""
    join = Lobby.join

    async def join_late(lobby: Lobby, game: int, user: int, name: str) -> Taken | None:
        taken = await join(lobby, game, user, name)
        await evening.bot.app.db.tables.finish(game, phase, None, evening.now())
        await evening.bot.app.tables.refresh(evening.live)
        return taken

    async with Evening.of(*FOUR, database=database) as evening:
        await seated(evening)
        await evening.bot.app.lobby.leave_running(evening.table, evening.person("Cyril").id)
        monkeypatch.setattr(Lobby, "join", join_late)
        assert (await evening.slash("Cyril", "game join")).text == CZECH("The game is over.")


async def test_a_substitute_takes_the_offered_seat_and_learns_what_it_knows(database: Path) -> None:
    async with Evening.of(*FOUR, "Emil", database=database) as evening:
        await seated(evening)
        refused = await evening.slash("Emil", "game join")
        assert NO_FREE_SEAT in refused.text
        emil = evening.person("Emil")
        seat = next(seat for seat in evening.live.seats if seat.user == evening.person("Cyril").id)
        await evening.slash("Bert", "game replace", player=seat.seat, by=emil)
        await evening.press_board("Dora", "agree_replace")
        assert emil.id in [user for user, _ in evening.world.pings]
        outcome = await evening.slash("Emil", "game join")
        assert evening.live.seat(seat.seat).user == emil.id
        game = evening.game
        said = await evening.bot.app.people.words_for(emil.id, "cs")
        hand = evening.live.game_ui.hand(
            evening.live.game_ui.context(evening.live.facts, said, game.view(seat.seat), seat=seat.seat)
        )
        assert hand.splitlines()[0] in outcome.text
        assert emil.dms()
        evening.clean()


async def test_the_table_agrees_to_a_computer_of_the_level_that_was_proposed(database: Path) -> None:
    async with Evening.of(*FOUR, database=database) as evening:
        await seated(evening)
        seat = next(seat.seat for seat in evening.live.seats if seat.user == evening.person("Cyril").id)
        await evening.slash("Bert", "game replace", player=seat, level="easy")
        assert "počítač (lehký)" in evening.board().text
        await evening.slash("Bert", "game replace", player=seat, level="hard")
        assert "počítač (těžký)" in evening.board().text
        await evening.press_board("Dora", "agree_replace")
        held = evening.live.seat(seat)
        assert (held.left is not None, held.level) == (True, "hard")
        await evening.slash("Cyril", "game join")
        await evening.slash("Bert", "game replace", player=seat)
        await evening.press_board("Dora", "agree_replace")
        assert evening.live.seat(seat).level == "normal"
        evening.clean()


async def test_a_stranger_does_not_take_a_seat_that_is_offered_to_someone(database: Path) -> None:
    async with Evening.of(*FOUR, "Emil", "Fanny", database=database) as evening:
        await seated(evening)
        await evening.bot.app.lobby.leave_running(evening.table, evening.live.seat("a").user)
        await evening.slash("Anna", "game replace", player="a", by=evening.person("Emil"))
        assert NO_FREE_SEAT in (await evening.slash("Fanny", "game join")).text
        await evening.slash("Emil", "game join")
        assert evening.live.seat("a").user == evening.person("Emil").id
        evening.clean()


async def test_the_last_person_who_leaves_ends_the_game(database: Path) -> None:
    async with Evening.of("Anna", database=database) as evening:
        await evening.open()
        await evening.add_computer("Anna")
        await evening.add_computer("Anna")
        await evening.press_board("Anna", "start")
        await evening.slash("Anna", "game leave")
        panel = evening.private("Anna")
        assert "hra skončí" in panel.text
        await evening.press("Anna", panel, Evening.part(panel, "leave_really"))
        panel = evening.private("Anna")
        assert "Hra pak skončí" in panel.text
        assert all(seat.left is None for seat in evening.live.seats)
        await evening.press("Anna", panel, Evening.part(panel, "leave_sure"))
        assert evening.live.row.phase == "ended"
        assert "hraje počítač" not in evening.private("Anna").text
        evening.clean()


async def test_requests_that_are_impossible_now_are_refused_with_a_message(database: Path) -> None:
    async with Evening.of(*FOUR, database=database) as evening:
        await seated(evening)
        assert "není pozastavená" in (await evening.slash("Bert", "game resume")).text
        assert NO_SUCH_SEAT in (await evening.slash("Bert", "game replace", player="zz")).text
        assert "po konci" in (await evening.slash("Bert", "record export")).text
        assert "po konci" in (await evening.slash("Bert", "record verify")).text
        own = evening.live.seat_of(evening.person("Bert").id).seat
        other = next(seat.seat for seat in evening.live.seats if seat.seat != own)
        assert HIDDEN in (await evening.slash("Bert", "game peek", player=other)).text
        evening.clean()


# A consent taken back


async def test_the_same_button_takes_a_consent_back(database: Path) -> None:
    async with Evening.of(*FOUR, database=database) as evening:
        await seated(evening)
        await evening.slash("Bert", "game pause")
        board = evening.board("Bert")
        button = Evening.part(board, "agree_pause")
        outcome = await evening.press("Bert", board, button)
        assert "0 z 2" in outcome.text
        assert "agree_pause" not in Evening.verbs(evening.board("Bert"))
        await evening.slash("Cyril", "game pause")
        assert evening.live.row.paused_at is None
        await evening.press_board("Bert", "agree_pause")
        assert evening.live.row.paused_at is not None
        evening.clean()


async def test_the_same_command_again_changes_nothing(database: Path) -> None:
    async with Evening.of(*FOUR, database=database) as evening:
        await seated(evening)
        for _ in range(2):
            assert "1 z 2" in (await evening.slash("Bert", "game end")).text
        assert evening.live.row.phase == "running"
        evening.clean()


async def test_a_substitution_to_which_no_one_agrees_any_more_is_no_longer_proposed(database: Path) -> None:
    async with Evening.of(*FOUR, database=database) as evening:
        await seated(evening)
        seat = evening.live.seat_of(evening.person("Dora").id).seat
        await evening.slash("Bert", "game replace", player=seat)
        board = evening.board("Cyril")
        stale = Evening.part(board, "agree_replace")
        await evening.press_board("Bert", "agree_replace")
        assert evening.live.proposed is None
        outcome = await evening.person("Cyril").forge(evening.board("Cyril"), stale)
        await outcome.done()
        await evening.settled()
        assert not evening.live.seat(seat).computer
        assert evening.live.seat(seat).left is None
        evening.clean()


async def late_again_and_again(evening: Evening) -> str:
    """Starts a game and lets deadlines pass until the table is asked about an absent player; returns their seat."""
    await seated(evening)
    for _ in range(8):
        if evening.live.absent is not None:
            break
        await evening.pass_time(95)
    absent = evening.live.absent
    assert absent is not None
    return absent


async def test_an_absent_player_is_waited_for_if_consent_was_withdrawn(database: Path) -> None:
    async with Evening.of(*FOUR, database=database) as evening:
        absent = await late_again_and_again(evening)
        name = next(one for one in players(evening) if one != evening.holder(absent))
        for expected in ("1 z 2", "0 z 2"):
            await evening.press_board(name, "let_computer")
            assert expected in evening.private(name).text
        assert evening.live.absent == absent
        assert "let_computer" in Evening.verbs(evening.board(name))
        evening.clean()


async def missing(evening: Evening) -> tuple[str, str, str]:
    """Makes a player absent, and lets one of the others vote for a computer in that seat.

    Returns the absent seat, and the names of the player who has voted and of the third player.
    """
    absent = await late_again_and_again(evening)
    first, second = (one for one in players(evening) if one != evening.holder(absent))
    await evening.press_board(first, "let_computer")
    assert "1 z 2" in evening.private(first).text
    return absent, first, second


async def test_a_consent_about_who_was_missing_is_gone_once_they_answer(database: Path) -> None:
    async with Evening.of(*FOUR, database=database) as evening:
        absent, _, _ = await missing(evening)
        app, game = evening.bot.app, evening.game
        async with app.tables.held(evening.table) as live:
            await app.referee.presence.is_here(live, absent)
        assert evening.live.absent != absent
        assert evening.live.votes == {}
        assert evening.game is game
        evening.clean()


async def test_a_consent_about_who_was_missing_is_gone_once_they_leave(database: Path) -> None:
    async with Evening.of(*FOUR, database=database) as evening:
        absent, _, _ = await missing(evening)
        await evening.bot.app.lobby.leave_running(evening.table, evening.live.seat(absent).user)
        assert evening.live.votes == {}
        evening.clean()


async def test_a_consent_about_who_was_missing_is_gone_once_they_are_replaced(database: Path) -> None:
    async with Evening.of(*FOUR, database=database) as evening:
        absent, first, second = await missing(evening)
        await evening.slash(first, "game replace", player=absent, level="hard")
        await evening.press_board(second, "agree_replace")
        assert evening.live.seat(absent).left is not None
        assert evening.live.votes == {}
        evening.clean()
