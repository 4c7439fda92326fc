"""Tests that languages survive a restart, and that standing orders are executed when a window closes."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.emulator.people.seen import Seen
from bot.games.pre_orders import PreOrders
from tests.bot.table import Evening


def hand_message(evening: Evening, name: str) -> Seen:
    """Returns the DM with a user's hand."""
    return evening.person(name).dms()[0]


# Standing orders


async def test_an_order_to_cancel_attacks_on_me_is_executed_when_the_window_closes(database: Path) -> None:
    async with Evening.of("Anna", "Bert", "Cyril", database=database, seed=bytes([33]) * 32) as evening:
        await evening.sit_down()
        await evening.to_window("informer", "thief")
        live, game = evening.live, evening.game
        assert game.decision is not None
        number, about = game.number, game.decision.about
        seat = next(
            seat for seat in game.waiting if live.game_ui.get(PreOrders).aimed_at("react", about, game.view(), seat)
        )
        remedy, (other,) = (
            live.game_ui.get(PreOrders).remedy(game.keys(seat)),
            [one for one in game.waiting if one != seat],
        )
        assert remedy is not None
        name = evening.holder(seat)
        outcome = await evening.slash(name, "profile")
        assert outcome.message is not None
        before = evening.board().text
        await evening.person(name).select(outcome.message, Evening.part(outcome.message, "set_order"), ["aimed"])
        await evening.settled()
        assert game.number == number
        assert evening.board().text == before
        await evening.press_board(evening.holder(other), "pass")
        assert [(entry.seat, entry.keys) for entry in game.entries if entry.number == number] == [
            (other, ("pass",)),
            (seat, (remedy,)),
        ]
        assert f"<@{evening.person(name).id}>" in evening.board().text
        evening.clean()


# Languages


async def test_discords_language_is_known_after_a_restart(database: Path) -> None:
    async with Evening.of("Anna", "Bert", "Cyril", database=database) as evening:
        await evening.sit_down()
        game = evening.game
        name = evening.holder(game.waiting[0])
        evening.person(name).locale = "en-US"
        await evening.press_board(name, "hand")
        await evening.restart()
        await evening.pass_time(61)
        assert "is waiting for you" in evening.person(name).dms()[-1].text
        evening.clean()


async def test_a_hand_keeps_its_language_over_a_restart(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.features.hand.hand_message.A_DECISION", 9.0)
    async with Evening.of("Anna", "Bert", "Cyril", database=database) as evening:
        evening.person("Bert").locale = "en-US"
        await evening.sit_down()
        assert "Your hand" in hand_message(evening, "Bert").text
        await evening.restart()
        before = hand_message(evening, "Bert").text
        for _ in range(6):
            game = evening.game
            assert game.decision is not None
            keys = [key for key in game.keys(game.waiting[0]) if key.startswith("wait")]
            await evening.answer(game.waiting[0], (keys or [game.decision.silence or "pass"])[0])
        assert hand_message(evening, "Bert").text != before
        assert "Your hand" in hand_message(evening, "Bert").text
        evening.clean()


async def test_a_language_is_written_only_when_it_or_the_day_changes(database: Path) -> None:
    async with Evening.of("Anna", database=database) as evening:
        await evening.open()
        app, written = evening.bot.app, list[str]()
        write = app.db.people.set_seen

        async def counted(user: int, locale: str, day: str) -> None:
            written.append(locale)
            await write(user, locale, day)

        app.db.people.set_seen = counted  # type: ignore[method-assign]
        for locale in ("cs", "en-GB", "en-GB", "cs"):
            evening.person("Anna").locale = locale
            await evening.press_board("Anna", "learn")
        assert written == ["en-GB", "cs"]  # Opening the table has stored the first one.
        evening.clock.advance(86_400)
        await evening.press_board("Anna", "learn")
        await evening.press_board("Anna", "learn")
        assert written == ["en-GB", "cs", "cs"]
        evening.clean()
