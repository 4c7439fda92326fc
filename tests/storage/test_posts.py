"""Tests how the nonces of messages that are being posted are stored."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta

import pytest

from storage import Database, MessageRow, PostSlot, Watcher
from tests.storage.table import ANNA, BERT, NOON, begin, board, hand

Note = Callable[[Database, int], Awaitable[None]]


async def pending(db: Database, kind: str, game: int) -> set[int]:
    """Returns the users (0: public) whose message of that kind is being posted."""
    return {message.slot.user for message in await db.messages.of(kind, game) if message.pending}


async def test_a_post_whose_message_id_is_not_stored_keeps_its_nonce(db: Database) -> None:
    slot = PostSlot("board", await begin(db))
    assert await db.messages.begin(slot, "first") == ("first", False)
    assert await db.messages.begin(slot, "second") == ("first", True)
    assert await pending(db, "board", slot.subject) == {0}


async def test_a_post_that_was_refused_is_forgotten(db: Database) -> None:
    slot = PostSlot("board", await begin(db))
    await db.messages.begin(slot, "first")
    assert not await db.messages.end(slot, "another")
    assert await db.messages.nonce(slot) == "first"
    assert await db.messages.end(slot, "first")
    assert await db.messages.nonce(slot) is None
    assert await pending(db, "board", slot.subject) == set()
    assert await db.messages.begin(slot, "second") == ("second", False)


async def test_posts_of_different_readers_and_kinds_have_their_own_nonces(db: Database) -> None:
    game = await begin(db)
    for kind, user, nonce in (("board", 0, "1"), ("hand", ANNA, "2"), ("hand", BERT, "3"), ("watcher", ANNA, "4")):
        assert await db.messages.begin(PostSlot(kind, game, user), nonce) == (nonce, False)
    assert await pending(db, "hand", game) == {ANNA, BERT}
    assert await pending(db, "hand", game + 1) == set()


def tournament(number: int) -> MessageRow:
    return MessageRow(PostSlot("tournament", number), 500, 9001)


def ping(game: int) -> MessageRow:
    return MessageRow(PostSlot("ping", game, ANNA), 1, 2, about="1 a")


NOTES: dict[str, tuple[str, int, Note]] = {
    "a board": ("board", 0, lambda db, game: db.messages.put(board(game, 500, 9001, NOON), posted=True)),
    "a board that moves": ("board", 0, lambda db, game: db.tables.move(game, 501)),
    "a hand": ("hand", ANNA, lambda db, game: db.messages.put(hand(game, ANNA, 1, 2), posted=True)),
    "a tournament": ("tournament", 0, lambda db, game: db.messages.put(tournament(game), posted=True)),
    "a watcher": ("watcher", ANNA, lambda db, game: db.spectators.set(Watcher(game, ANNA, 0, 1, 2, 0))),
    "a ping": ("ping", ANNA, lambda db, game: db.messages.put(ping(game), posted=True)),
}


@pytest.mark.parametrize(("kind", "user", "note"), NOTES.values(), ids=list(NOTES))
async def test_storing_a_message_id_ends_its_pending_post(db: Database, kind: str, user: int, note: Note) -> None:
    game = await begin(db)
    await db.messages.begin(PostSlot(kind, game, user), "first")
    await note(db, game)
    assert await pending(db, kind, game) == set()


@pytest.mark.parametrize("posted", [NOON, None], ids=["whose time is stored", "whose id contains the time"])
async def test_a_post_that_replaces_a_board_is_reserved_only_once(db: Database, posted: datetime | None) -> None:
    game = await begin(db)
    await db.messages.put(board(game, 500, 9001, posted))
    read = board(game, 500, 9001, NOON)
    assert await db.messages.claim(read, NOON + timedelta(hours=1))
    assert not await db.messages.claim(read, NOON + timedelta(hours=2))


async def test_an_edited_hand_or_watcher_without_a_message_ends_no_post(db: Database) -> None:
    game = await begin(db)
    for kind in ("hand", "watcher"):
        await db.messages.begin(PostSlot(kind, game, ANNA), "first")
    await db.messages.put(hand(game, ANNA, 1, 2, "shows"))
    await db.spectators.set(Watcher(game, ANNA, 0, 0, 0, 0))
    assert await pending(db, "hand", game) == await pending(db, "watcher", game) == {ANNA}
