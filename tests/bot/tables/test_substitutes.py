"""Tests seats that a computer or a substitute plays: the messages, and who may take the seat."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from bot.emulator.people.seen import Seen
from tests.bot.refused import NO_FREE_SEAT, kept_for
from tests.bot.table import Evening

FOUR = ("Anna", "Bert", "Cyril", "Dora")
SEATED = ("Bert", "Cyril", "Dora")
"""The players; Anna, the server's owner, may manage every channel and does not play."""


def seat_of(evening: Evening, name: str) -> str:
    return evening.live.seat_of(evening.person(name).id).seat


def hand_message(evening: Evening, name: str) -> Seen:
    """Returns the DM with a user's hand."""
    return evening.person(name).dms()[0]


async def replaced(evening: Evening, name: str, newcomer: str | None = None) -> None:
    """Gives a seat to a computer or a user, as the manager; the other players agree if they are asked."""
    wished: dict[str, Any] = {} if newcomer is None else {"by": evening.person(newcomer)}
    await evening.slash("Anna", "game replace", player=seat_of(evening, name), **wished)
    for other in SEATED:
        if evening.live.proposed is not None and other != name:
            await evening.press_board(other, "agree_replace")


# Whose seat a computer plays


async def test_a_replaced_players_hand_message_is_never_updated_again(database: Path) -> None:
    async with Evening.of(*FOUR, database=database) as evening:
        await evening.sit_down(*SEATED)
        assert hand_message(evening, "Cyril").usable
        await replaced(evening, "Cyril")
        told = hand_message(evening, "Cyril")
        assert "hraje počítač" in told.text
        assert "/hra přidat-se" in told.text
        assert not told.usable
        await evening.end("Anna")
        assert [hand_message(evening, name).usable for name in SEATED] == [[], [], []]
        assert "Hra skončila" in hand_message(evening, "Cyril").text
        evening.clean()


async def test_a_returning_player_finds_the_hand_and_is_welcomed(database: Path) -> None:
    async with Evening.of(*FOUR, database=database) as evening:
        await evening.sit_down(*SEATED)
        await replaced(evening, "Cyril")
        letters = len(evening.person("Cyril").dms())
        outcome = await evening.slash("Cyril", "game join")
        assert "zpátky na svém místě" in outcome.text
        assert "Přebíráš" not in outcome.text
        assert "Tvoje karty" in hand_message(evening, "Cyril").text
        assert Evening.verbs(hand_message(evening, "Cyril")) == {"move", "react"}
        assert len(evening.person("Cyril").dms()) == letters
        evening.clean()


async def test_a_player_whose_seat_was_taken_is_notified(database: Path) -> None:
    async with Evening.of(*FOUR, "Emil", database=database) as evening:
        await evening.sit_down(*SEATED)
        await evening.slash("Cyril", "game leave")
        panel = evening.private("Cyril")
        await evening.press("Cyril", panel, Evening.part(panel, "leave_really"))
        panel = evening.private("Cyril")
        assert all(seat.left is None for seat in evening.live.seats)
        await evening.press("Cyril", panel, Evening.part(panel, "leave_sure"))
        assert not hand_message(evening, "Cyril").usable
        await replaced(evening, "Cyril", "Emil")
        assert evening.person("Emil").mention in hand_message(evening, "Cyril").text
        outcome = await evening.slash("Emil", "game join")
        assert "Přebíráš místo" in outcome.text
        assert "hraje někdo jiný" in hand_message(evening, "Cyril").text
        assert not hand_message(evening, "Cyril").usable
        evening.clean()


async def test_a_replaced_players_hand_is_removed_after_a_crash(database: Path) -> None:
    async with Evening.of(*FOUR, database=database) as evening:
        await evening.sit_down(*SEATED)
        evening.bot.app.hands.changed = lambda *_args: None  # type: ignore[method-assign]
        await replaced(evening, "Cyril")
        assert hand_message(evening, "Cyril").usable
        await evening.restart()
        game = evening.game
        assert game.decision is not None
        await evening.answer(game.waiting[0], game.decision.silence or "pass")
        assert not hand_message(evening, "Cyril").usable
        evening.clean()


# The user that the table has replaced


async def test_a_replaced_player_does_not_get_the_seat_back(database: Path) -> None:
    async with Evening.of(*FOUR, "Emil", database=database) as evening:
        await evening.sit_down(*SEATED)
        seat = seat_of(evening, "Cyril")
        await evening.slash("Bert", "game replace", player=seat, by=evening.person("Emil"))
        await evening.press_board("Dora", "agree_replace")
        for command in ("join", "leave", "hand"):
            refused = await evening.slash("Cyril", f"game {command}")
            assert kept_for(evening.person("Emil").id) in refused.text
        await evening.press_board("Cyril", "move")
        assert "vyhrazené pro" in evening.private("Cyril").text
        assert evening.live.seat(seat).left is not None
        await evening.slash("Emil", "game join")
        assert evening.live.seat(seat).user == evening.person("Emil").id
        assert NO_FREE_SEAT in (await evening.slash("Cyril", "game join")).text
        evening.clean()


async def test_the_table_may_give_the_seat_back_to_the_replaced_player(database: Path) -> None:
    async with Evening.of(*FOUR, "Emil", database=database) as evening:
        await evening.sit_down(*SEATED)
        seat = seat_of(evening, "Cyril")
        await replaced(evening, "Cyril", "Emil")
        await replaced(evening, "Cyril", "Cyril")
        assert NO_FREE_SEAT in (await evening.slash("Emil", "game join")).text
        assert "zpátky" in (await evening.slash("Cyril", "game join")).text
        assert evening.live.seat(seat).left is None
        assert "🪑" not in evening.board().text
        evening.clean()


async def test_a_player_cannot_be_a_substitute_at_the_same_table(database: Path) -> None:
    async with Evening.of(*FOUR, database=database) as evening:
        await evening.sit_down(*SEATED)
        seat = seat_of(evening, "Cyril")
        for newcomer in ("Cyril", "Dora"):
            refused = await evening.slash("Bert", "game replace", player=seat, by=evening.person(newcomer))
            assert "už u stolu sedí" in refused.text
        assert evening.live.proposed is None
        evening.clean()


async def test_no_seat_is_offered_to_a_bot_account(database: Path) -> None:
    async with Evening.of(*FOUR, database=database) as evening:
        await evening.sit_down(*SEATED)
        seat = seat_of(evening, "Cyril")
        outcome = await evening.slash("Anna", "game replace", player=seat, by=evening.world.bot)
        assert "Účty botů hrát nemůžou" in outcome.text
        assert outcome.message is not None
        assert outcome.message.ephemeral
        assert evening.live.seat(seat).left is None
        assert evening.live.free == {}
        evening.clean()


async def test_a_substitute_learns_the_private_news_of_the_seat_and_no_other(database: Path) -> None:
    async with Evening.of(*FOUR, "Emil", database=database) as evening:
        await evening.sit_down(*SEATED)
        seat, live = seat_of(evening, "Cyril"), evening.live
        said = await evening.bot.app.people.words_for(evening.person("Emil").id, "cs")
        told: dict[str, list[str]] = {row.seat: [] for row in live.seats}
        for event in evening.game.told:
            if event.to in told and (sentence := live.game_ui.sentence(live.game_ui.context(live.facts, said), event)):
                told[event.to].append(sentence)
        assert all(told.values())
        await replaced(evening, "Cyril", "Emil")
        digest = (await evening.slash("Emil", "game join")).text
        own = told.pop(seat)
        assert [sentence for sentence in own if sentence not in digest] == []
        # Two seats may have drawn cards of the same names.
        foreign = {sentence for others in told.values() for sentence in others} - {*own}
        assert [sentence for sentence in foreign if sentence in digest] == []
        evening.clean()
