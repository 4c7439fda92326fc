"""Tests the board: one message, edited at the lowest cost and posted again when due; lost channels and permissions."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bot.features.play.board import Board
from bot.features.play.reposts import Reposts
from tests.bot.table import Evening
from tests.emulator import moderation

THREE = ("Anna", "Bert", "Cyril")


async def never_called(*_args: object) -> None:
    """Does nothing, in place of an event handler, as if the event were lost on the way."""


def public(evening: Evening) -> list[int]:
    seen = evening.person("Anna").messages(evening.channel)
    return [one.id for one in seen if one.by_bot and not one.ephemeral]


async def test_a_pressed_board_is_edited_without_counting(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down()
        game = evening.game
        await evening.press_board("Anna", "hand")
        counted = len(evening.discord.counted)
        for _ in range(4):
            before = evening.board().text
            await evening.answer(game.waiting[0], "place:harbour")
            assert evening.board().text != before
        assert len(evening.discord.counted) == counted
        evening.clean()


async def test_an_old_board_is_closed_once_by_its_own_token(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        old = await evening.sit_down()
        stale = Evening.part(old, "move")
        await evening.press_board("Anna", "hand")
        since = len(evening.discord.requests)
        await evening.slash("Bert", "game board")
        assert evening.board().id != old.id
        assert not old.usable
        await evening.person("Anna").forge(old, stale)
        await evening.settled()
        requests = list(evening.discord.requests)[since:]
        assert not [one for one in requests if str(old.id) in one.path and not one.exempt]
        evening.clean()


async def test_a_token_lent_while_a_board_is_posted_serves_the_new_one(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        old = await evening.sit_down()
        old_boards, game = evening.bot.app.publisher.old_boards, evening.game
        close_all, pressed = old_boards.close_all, []

        async def pressed_in_the_meantime(board: Board, *, tries: int = 1) -> None:
            new = next(seen for seen in reversed(evening.person("Anna").messages(evening.channel)) if seen.usable)
            pressed.append(await evening.person("Anna").press(new, Evening.part(new, "hand")))
            await close_all(board, tries=tries)

        old_boards.close_all = pressed_in_the_meantime  # type: ignore[method-assign]
        await evening.slash("Bert", "game board")
        assert pressed
        assert evening.board().id != old.id
        counted = len(evening.discord.counted)
        await evening.answer(game.waiting[0], "place:harbour")
        assert len(evening.discord.counted) == counted
        evening.clean()


async def test_a_lent_token_that_is_too_old_is_replaced_by_a_plain_edit(database: Path) -> None:
    async with Evening.of(*THREE, database=database, seed=bytes(32)) as evening:
        await evening.sit_down(pace="correspondence")
        game = evening.game
        await evening.press_board("Anna", "hand")
        evening.clock.advance(15 * 60)
        before = evening.board().text
        await evening.answer(game.waiting[0], "place:harbour")
        assert evening.board().text != before
        evening.clean()


async def test_an_old_board_is_posted_again_at_the_next_change(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        old = await evening.sit_down(pace="correspondence")
        game = evening.game
        evening.clock.advance(56 * 60)
        await evening.answer(game.waiting[0], "place:harbour")
        assert evening.board().id != old.id
        assert not evening.person("Anna").message(evening.channel.id, old.id).buttons  # type: ignore[union-attr]
        evening.clean()


async def test_a_new_phase_posts_a_new_board(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        old = await evening.sit_down()
        live, game = evening.live, evening.game
        mark = live.epoch()
        while live.epoch() == mark:
            await evening.answer(game.waiting[0], game.decision.silence or "pass")  # type: ignore[union-attr]
        assert evening.board().id != old.id
        assert [one.id for one in evening.person("Anna").messages(evening.channel) if one.buttons] == [
            evening.board().id
        ]
        evening.clean()


async def test_a_board_whose_deletion_was_missed_comes_back_with_the_next_change(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        old = await evening.sit_down()
        game = evening.game
        monkeypatch.setattr(Reposts, "deleted", never_called)
        evening.person("Anna").remove(old)
        await evening.answer(game.waiting[0], "place:harbour")
        assert evening.board().id != old.id
        assert "move" in Evening.verbs(evening.board())
        assert {one.code for one in evening.world.refusals} == {10008}


async def test_the_lobby_stays_readable_above_the_first_board(database: Path) -> None:
    async with Evening.of(*THREE, database=database, locale="en-US") as evening:
        lobby = await evening.open()
        await evening.press_board("Anna", "start")
        left = evening.person("Anna").message(evening.channel.id, lobby.id)
        assert left is not None
        assert not left.buttons
        assert "Seats taken: 3" in left.text
        assert "newer message below" in left.text


async def test_the_board_can_be_called_for(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        old = await evening.sit_down()
        await evening.slash("Bert", "game board")
        assert evening.board().id > old.id
        assert "move" in Evening.verbs(evening.board())
        evening.clean()


async def test_a_missing_permission_pauses_and_is_named_to_the_host(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down()
        game = evening.game
        moderation.forbid(evening.world, evening.channel, "view_channel")
        await evening.answer(game.waiting[0], "place:harbour")
        assert evening.live.row.paused_at is not None
        assert "View Channel" in evening.person("Anna").dms()[-1].text
        assert len(evening.world.refusals) <= 2
        moderation.allow(evening.world, evening.channel, "view_channel")
        await evening.slash("Bert", "game resume")
        assert evening.live.row.paused_at is None
        assert "move" in Evening.verbs(evening.board())


async def test_a_deleted_channel_pauses_the_game(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down()
        table = evening.live.id
        moderation.delete_channel(evening.world, evening.channel)
        await evening.until(lambda: "kanál" in evening.person("Anna").dms()[-1].text.lower())
        await evening.settled()
        assert (await evening.bot.app.db.games.get(table)).paused_at is not None


async def test_a_server_in_trouble_is_tried_again_with_the_newest_state(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down()
        game = evening.game
        keeper = evening.bot.app.publisher.boards.of(evening.live.id)
        keeper.tokens.clear()
        evening.world.faults.demand(429, on="PATCH /channels/{channel_id}/messages/{message_id}", retry_after=0.05)
        for _ in range(3):
            await evening.answer(game.waiting[0], "place:harbour")
        assert re.search(rf"{game.waiting[0].upper()} [^.]*na tahu", evening.board().text)
        assert f"<@{evening.live.seat(game.waiting[0]).user}>" in evening.board().text
        evening.clean()


async def test_hands_follow_the_cards_and_nothing_else(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down()
        game = evening.game
        edited = [one for one in evening.discord.counted if "PATCH" in one.name]
        for _ in range(3):
            await evening.answer(game.waiting[0], "place:harbour")
        channels = {evening.person(name).dm().id for name in THREE}
        new = [one for one in evening.discord.counted if "PATCH" in one.name][len(edited) :]
        assert [one for one in new if any(str(channel) in one.path for channel in channels)] == []
        seat = game.waiting[0]
        card = game.view(seat)["players"][seat]["hand"][0]
        name, before = evening.holder(seat), evening.person(evening.holder(seat)).dms()[0].text
        await evening.answer(seat, f"wait:{card}")
        assert evening.person(name).dms()[0].text != before
        evening.clean()


async def test_nothing_of_a_hand_reaches_anyone_else(database: Path) -> None:
    """Two games with different cards have the same buttons on the board, and no message that an onlooker sees contains
    the ID of a card in a hand.
    """
    shown = []
    for first in (1, 2):
        path = database.with_name(f"{first}.sqlite3")
        async with Evening.of(*THREE, "Dora", database=path, seed=bytes([first]) * 32) as evening:
            await evening.open(*THREE)
            await evening.press_board("Anna", "start")
            game = evening.game
            hands = {card for seat in game.seats for card in game.view(seat)["players"][seat]["hand"]}
            text = "\n".join(seen.text for seen in evening.person("Dora").messages(evening.channel))
            assert not [card for card in hands if card in text]
            custom_ids = [part.custom_id for part in evening.board("Dora").usable]
            shown.append([custom_id.split(":")[2:] for custom_id in custom_ids])
    assert shown[0] == shown[1]
