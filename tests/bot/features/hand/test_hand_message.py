"""Tests edits of hand messages: their number is limited by the decisions, and they do not depend on other hands."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.features.hand import service
from bot.features.hand import view as hand_view
from bot.features.hand.hand_message import Hand, HandMessages
from bot.games.facts import TableFacts
from bot.messages.panels import REACHED_FOR
from bot.texts import Translator
from rules.engine import Game
from storage import PostSlot
from tests.bot.table import Evening

THREE = ("Anna", "Bert", "Cyril")
DECISIONS = 40
A_DECISION = 0.6


async def edits(database: Path, monkeypatch: pytest.MonkeyPatch, others: int) -> list[int]:
    """Plays `DECISIONS` decisions and returns those after which Anna's hand message was edited, counted from zero.

    Anna's hand changes at every third decision, the other hands at every `others` decisions.
    """

    def cards(_facts: TableFacts, game: Game, seat: str, _words: Translator, _place: str = "") -> str:
        return f"{seat} {game.number // (3 if seat == 'a' else others)}"

    monkeypatch.setattr(hand_view, "own_cards", cards)
    monkeypatch.setattr("bot.features.hand.hand_message.A_DECISION", A_DECISION)
    found: list[int] = []
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down()
        begun, dm = evening.game.number, str(evening.person("Anna").dm().id)
        while (number := evening.game.number) < begun + DECISIONS:
            before = len(to(evening, dm))
            decision, seat = evening.game.decision, evening.game.waiting[0]
            assert decision is not None
            waits = [key for key in evening.game.keys(seat) if key.startswith(("wait", "pass"))]
            await evening.answer(seat, waits[0] if waits else decision.silence or next(iter(evening.game.keys(seat))))
            found += [number - begun] * (len(to(evening, dm)) - before)
    return found


async def test_a_hand_follows_later_while_its_player_has_an_open_panel(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.features.hand.hand_message.A_DECISION", 100.0)
    async with Evening.of(*THREE, database=database, locale="en-GB") as evening:
        await evening.sit_down()
        for panel in (True, False):
            live, holder = evening.live, evening.live.seat(evening.game.waiting[0])
            if panel:
                await evening.press_board(holder.name, "move")
            dm = str(evening.person(holder.name).dm().id)
            before = len(to(evening, dm))
            assert "may be updated up to two minutes late" in evening.person(holder.name).dms()[0].text
            evening.game.table.players[holder.seat].hand = ["thief-hat"] if panel else ["informer-star"]
            evening.bot.app.hands.changed(live)
            await evening.settled()
            assert len(to(evening, dm)) == before + (not panel)
            await evening.pass_time(REACHED_FOR.total_seconds())
        evening.clean()


def test_the_delay_behind_a_panel_is_the_one_that_hands_announce() -> None:
    assert service.QUIET * service.BEHIND_A_PANEL == 2 * 60


def to(evening: Evening, dm: str) -> list[str]:
    """Returns the names of the requests that the bot sent to the direct-message channel with the ID `dm`."""
    return [one.name for one in evening.discord.counted if dm in one.path.split("/")]


async def test_the_time_of_a_hand_message_does_not_depend_on_other_hands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    still = await edits(tmp_path / "still.sqlite3", monkeypatch, others=10_000)
    busy = await edits(tmp_path / "busy.sqlite3", monkeypatch, others=1)
    assert still == busy
    assert 1 < len(still) < DECISIONS / 3, "some are shown, and some wait"


async def test_all_hands_of_a_table_cost_no_more_than_its_decisions_pay_for(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = await edits(database, monkeypatch, others=1)
    assert len(shown) <= 1 + DECISIONS * A_DECISION / len(THREE)


def test_of_too_many_tables_those_used_last_are_kept_and_those_at_work(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("bot.features.hand.hand_message.KEPT", 2)
    keepers = HandMessages()
    for table in (1, 2, 1, 3):
        keepers.use(table, {7: Hand(PostSlot("hand", table, 7))}, begun=())
    assert list(keepers) == [1, 3]
    keepers[1][7].wanted = True
    keepers.use(4, {7: Hand(PostSlot("hand", 4, 7))}, begun=())
    assert list(keepers) == [1, 3, 4], "the first one is at work, and only as many are looked at as are too many"
    keepers[1][7].wanted = False
    keepers.use(5, {7: Hand(PostSlot("hand", 5, 7))}, begun={3})
    assert list(keepers) == [3, 4, 5]


async def test_a_forgotten_hand_is_edited_in_its_message(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.features.hand.hand_message.KEPT", 1)
    async with Evening.of(*THREE, database=database, channels=2) as evening:
        await evening.sit_down()
        first = evening.table
        messages = {name: len(evening.person(name).dms()) for name in THREE}
        for name, command in (("Anna", "new"), ("Bert", "join"), ("Cyril", "join"), ("Anna", "start")):
            options = {"game": "mafia_city"} if command == "new" else {}
            await evening.slash(name, f"game {command}", channel=evening.world.channel("table-2"), **options)
        assert first not in evening.bot.app.hands._messages
        live = await evening.bot.app.tables.get(first)
        assert live.game is not None
        live.game.table.players["a"].hand = ["thief-hat"]
        evening.bot.app.hands.renew(live, live.seat("a").user)
        await evening.settled()
        name = next(one for one in THREE if evening.person(one).id == live.seat("a").user)
        assert len(evening.person(name).dms()) == messages[name] + 1, "the new table's hand, and no third message"
        assert "Zloděj" in evening.person(name).dms()[0].text
        evening.clean()


async def test_a_hand_posted_again_after_discord_forgot_its_nonce_is_the_only_one(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down()
        messages = evening.bot.app.db.messages
        (row,) = [row for row in await messages.of("hand", evening.table) if row.slot.user == evening.person("Anna").id]
        await messages.remove(row.slot)
        # The process died before it stored the message, and starts when Discord does not know the nonce any more.
        await messages.begin(row.slot, "a nonce")
        before = [seen.id for seen in evening.person("Anna").dms()]
        monkeypatch.setattr("bot.features.hand.hand_message.A_DECISION", 9.0)
        await evening.restart()
        await evening.bot.app.hands.followed(evening.table)
        await evening.answer(evening.game.waiting[0], next(iter(evening.game.keys(evening.game.waiting[0]))))
        after = [seen.id for seen in evening.person("Anna").dms()]
        assert (len(before), len(after)) == (1, 1)
        assert before != after
        evening.clean()


@pytest.mark.parametrize("restarted", [False, True])
async def test_a_replaced_hand_that_cannot_be_deleted_is_deleted_later(
    database: Path, monkeypatch: pytest.MonkeyPatch, *, restarted: bool
) -> None:
    monkeypatch.setattr("bot.features.hand.hand_message.A_DECISION", 100.0)
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down()
        evening.clock.advance(56 * 60)
        evening.world.faults.demand(503, on="DELETE /channels/{channel_id}/messages/{message_id}", times=20)
        await changes(evening, "thief-hat")
        assert len(evening.person("Anna").dms()) == 2
        evening.world.faults.coming.clear()
        if restarted:
            await evening.restart()
        else:
            await changes(evening, "informer-star")
        assert len(evening.person("Anna").dms()) == 1
        assert not await evening.bot.app.db.messages.of("hand", evening.table, old=True)


async def test_the_last_hand_of_a_player_who_closes_dms_shows_no_outdated_cards(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.features.hand.hand_message.A_DECISION", 100.0)
    async with Evening.of(*THREE, database=database, locale="en-GB") as evening:
        await evening.sit_down()
        anna = evening.person("Anna")
        anna.close_dms()
        evening.clock.advance(56 * 60)
        await changes(evening, "thief-hat")
        (last,) = anna.dms()
        assert last.text == "I cannot send you direct messages. `/game hand` shows your hand, only to you."
        anna.close_dms(closed=False)
        await evening.bot.app.hands.forget_refusal(anna.id)
        await changes(evening, "informer-star")
        assert any("Informer" in seen.text for seen in anna.dms())


async def changes(evening: Evening, card: str) -> None:
    """Gives Anna another hand, and waits until her message has followed."""
    seat = next(seat.seat for seat in evening.live.seats if seat.name == "Anna")
    evening.game.table.players[seat].hand = [card]
    evening.bot.app.hands.changed(evening.live)
    await evening.settled()
