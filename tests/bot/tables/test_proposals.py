"""Tests that a vote is about what was shown: substitutions by number, the same counts in text and execution."""

from __future__ import annotations

from pathlib import Path

from tests.bot.refused import NO_FREE_SEAT
from tests.bot.table import Evening

SIX = ("Owner", "Anna", "Bert", "Cyril", "Dora", "Emil")
SEATED = ("Anna", "Bert", "Cyril")


def mention(evening: Evening, name: str) -> str:
    return f"<@{evening.person(name).id}>"


def questions(evening: Evening) -> list[str]:
    """Returns the board's questions to the table."""
    return [line for line in evening.board().text.splitlines() if line.startswith("🗳️")]


def seat_of(evening: Evening, name: str) -> str:
    return evening.live.seat_of(evening.person(name).id).seat


async def test_the_board_names_who_goes_and_who_comes(database: Path) -> None:
    async with Evening.of(*SIX, database=database) as evening:
        await evening.sit_down(*SEATED)
        await evening.slash("Anna", "game replace", player="Bert", by=evening.person("Dora"))
        (line,) = questions(evening)
        assert f"{mention(evening, 'Bert')} → {mention(evening, 'Dora')}" in line
        assert "1 z 2" in line
        evening.clean()


async def test_missing_voters_are_named_last(database: Path) -> None:
    async with Evening.of(*SIX, database=database) as evening:
        await evening.sit_down(*SEATED)
        await evening.slash("Anna", "game replace", player="Bert", by=evening.person("Dora"))
        game = evening.game
        naming = [line for line in evening.board().text.splitlines() if "<@" in line]
        assert f"<@{evening.live.seat(game.waiting[0]).user}>" in naming[-1]
        assert mention(evening, "Dora") not in naming[-1]


async def test_a_computer_that_shall_play_is_named_too(database: Path) -> None:
    async with Evening.of(*SIX, database=database) as evening:
        await evening.sit_down(*SEATED)
        await evening.slash("Anna", "game replace", player="Bert")
        assert f"{mention(evening, 'Bert')} → počítač" in questions(evening)[0]
        evening.clean()


async def test_a_consent_is_bound_to_the_proposal_that_was_shown(database: Path) -> None:
    async with Evening.of(*SIX, database=database) as evening:
        await evening.sit_down(*SEATED)
        await evening.slash("Anna", "game replace", player="Bert", by=evening.person("Dora"))
        board, first = evening.board("Cyril"), Evening.part(evening.board("Cyril"), "agree_replace")
        await evening.slash("Bert", "game replace", player="Anna", by=evening.person("Emil"))
        await evening.person("Cyril").forge(board, first)
        await evening.settled()
        assert "už nikdo nenavrhuje" in evening.private("Cyril").text
        assert all(seat.left is None for seat in evening.live.seats)
        assert "1 z 2" in questions(evening)[0]
        await evening.press_board("Cyril", "agree_replace")
        assert evening.live.seat(seat_of(evening, "Anna")).left is not None
        assert evening.live.seat(seat_of(evening, "Bert")).left is None
        evening.clean()


async def test_the_number_of_a_proposal_is_never_used_again(database: Path) -> None:
    async with Evening.of(*SIX, database=database) as evening:
        await evening.sit_down(*SEATED)
        await evening.slash("Anna", "game replace", player="Bert", by=evening.person("Dora"))
        old = Evening.part(evening.board(), "agree_replace")
        await evening.press_board("Cyril", "agree_replace")
        await evening.restart()
        await evening.slash("Anna", "game replace", player="Cyril", by=evening.person("Emil"))
        assert Evening.part(evening.board(), "agree_replace") != old
        evening.clean()


async def test_the_same_proposal_again_is_a_consent(database: Path) -> None:
    async with Evening.of(*SIX, database=database) as evening:
        await evening.sit_down(*SEATED)
        await evening.slash("Anna", "game replace", player="Bert", by=evening.person("Dora"))
        outcome = await evening.slash("Cyril", "game replace", player="Bert", by=evening.person("Dora"))
        assert "Hotovo" in outcome.text
        assert "Jakmile" not in outcome.text
        assert evening.live.seat(seat_of(evening, "Bert")).left is not None
        assert "čeká" in evening.board().text
        assert mention(evening, "Dora") in evening.board().text
        evening.clean()


async def test_a_manager_offers_the_seat_of_a_player_who_has_left_without_votes(database: Path) -> None:
    async with Evening.of(*SIX, database=database) as evening:
        await evening.sit_down(*SEATED)
        await evening.bot.app.lobby.leave_running(evening.table, evening.person("Bert").id)
        outcome = await evening.slash("Owner", "game replace", player="Bert", by=evening.person("Dora"))
        assert outcome.text.startswith("Hotovo.")
        assert mention(evening, "Dora") in outcome.text
        assert "Jakmile" not in outcome.text
        assert questions(evening) == []
        evening.clean()


async def test_a_player_who_leaves_ends_the_vote_about_a_computer_for_them(database: Path) -> None:
    async with Evening.of(*SIX, database=database) as evening:
        await evening.sit_down(*SEATED, "Dora")
        await evening.slash("Anna", "game replace", player="Bert")
        assert "1 z 3" in questions(evening)[0]
        await evening.bot.app.lobby.leave_running(evening.table, evening.person("Bert").id)
        await evening.settled()
        assert questions(evening) == []
        assert "agree_replace" not in Evening.verbs(evening.board())
        evening.clean()


async def test_a_player_who_leaves_does_not_end_a_vote_about_another_newcomer(database: Path) -> None:
    async with Evening.of(*SIX, database=database) as evening:
        await evening.sit_down(*SEATED, "Dora")
        await evening.slash("Anna", "game replace", player="Bert", by=evening.person("Emil"))
        await evening.bot.app.lobby.leave_running(evening.table, evening.person("Bert").id)
        await evening.settled()
        assert "1 z 2" in questions(evening)[0]
        assert "agree_replace" in Evening.verbs(evening.board())
        evening.clean()


async def test_a_player_who_comes_back_ends_the_vote_to_offer_them_their_seat(database: Path) -> None:
    async with Evening.of(*SIX, database=database) as evening:
        await evening.sit_down(*SEATED, "Dora")
        await evening.bot.app.lobby.leave_running(evening.table, evening.person("Bert").id)
        await evening.slash("Anna", "game replace", player="Bert", by=evening.person("Bert"))
        assert questions(evening)
        await evening.slash("Bert", "game join")
        assert questions(evening) == []
        evening.clean()


async def test_a_consent_to_nothing_is_refused(database: Path) -> None:
    async with Evening.of(*SIX, database=database) as evening:
        await evening.sit_down(*SEATED)
        board = evening.board("Anna")
        for forged in (f"kr:{evening.table}:agree_replace", f"kr:{evening.table}:agree_replace:1:"):
            await evening.person("Anna").forge(board, forged)
            await evening.settled()
            assert "nenavrhuje" in evening.private("Anna").text
        assert evening.board().id == board.id
        assert evening.board().usable


async def test_a_vote_in_the_lobby_is_shown_and_can_be_joined(database: Path) -> None:
    async with Evening.of(*SIX, database=database) as evening:
        await evening.open(*SEATED)
        outcome = await evening.slash("Bert", "game end")
        assert "1 z 2" in outcome.text
        assert "1 z 2" in questions(evening)[0]
        assert [part.style for part in evening.board().usable if "agree_end" in part.custom_id] == ["danger"]
        await evening.press_board("Cyril", "agree_end")
        assert evening.live.row.phase == "ended"
        assert not Evening.of_a_game(evening.board())
        evening.clean()


async def test_votes_of_the_lobby_do_not_survive_the_start(database: Path) -> None:
    async with Evening.of(*SIX, database=database) as evening:
        await evening.open(*SEATED)
        await evening.slash("Bert", "game end")
        await evening.press_board("Anna", "start")
        assert questions(evening) == []
        assert "agree_end" not in Evening.verbs(evening.board())
        assert "1 z 2" in (await evening.slash("Cyril", "game end")).text
        evening.clean()


async def absent(evening: Evening) -> str:
    """Starts a game in which one player misses deadlines until the table is asked about them; returns their name."""
    await evening.sit_down(*SEATED, keep=False)
    game = evening.game
    late = game.waiting[0]
    while evening.live.absent is None:
        assert game.decision is not None
        if game.waiting[0] == late:
            await evening.pass_time(91)
        else:
            await evening.answer(game.waiting[0], game.decision.silence or "pass")
    return evening.holder(late)


async def test_the_absent_one_is_not_counted_and_the_board_says_the_same(database: Path) -> None:
    async with Evening.of(*SIX, database=database) as evening:
        away = await absent(evening)
        one, other = (name for name in SEATED if name != away)
        for verb, said in (("hand_over", "komukoli"), ("let_computer", "počítač"), ("agree_end", "Ukončit hru teď")):
            await evening.press_board(one, verb)
            assert "1 z 2" in evening.private(one).text
            assert [line for line in questions(evening) if said in line and "1 z 2" in line], said
        await evening.press_board(other, "agree_end")
        assert evening.live.row.phase == "ended"
        evening.clean()


async def test_a_seat_for_anyone_is_announced_and_shown(database: Path) -> None:
    async with Evening.of(*SIX, database=database) as evening:
        away = await absent(evening)
        assert NO_FREE_SEAT in (await evening.slash("Emil", "game join")).text
        for name in SEATED:
            if name != away:
                await evening.press_board(name, "hand_over")
        said = [seen.text for seen in evening.person("Emil").messages(evening.channel) if not seen.ephemeral]
        assert [text for text in said if "kdo první napíše `/hra přidat-se`" in text]
        assert evening.world.pings == [] or evening.person("Emil").id not in [user for user, _ in evening.world.pings]
        assert "🪑" in evening.board().text
        assert not evening.person(away).dms()[0].usable
        assert "hraje počítač" in evening.person(away).dms()[0].text
        await evening.slash("Emil", "game join")
        assert "hraje někdo jiný" in evening.person(away).dms()[0].text
        assert evening.person("Emil").id in [seat.user for seat in evening.live.seats]
        assert "🪑" not in evening.board().text
        evening.clean()
