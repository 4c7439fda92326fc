"""Tests loadouts: users' stored decks, and the choice of a seat in a lobby."""

from __future__ import annotations

import pytest

from storage import (
    Database,
    DeckNameTaken,
    DeckRow,
    NotSeated,
    TooManyDecks,
    UnknownDeck,
    WrongPhase,
)
from storage.decks import MAX_DECKS
from storage.dsn import Place
from tests.storage.table import ANNA, BERT, CYRIL, DANA, NOON, open_lobby

GAME = "some_game"
SECRET = "three aces"


async def test_a_deck_is_kept_for_its_owner_by_name(db: Database, path: Place) -> None:
    robes = await db.decks.save(ANNA, GAME, "robes", "x y")
    aces = await db.decks.save(ANNA, GAME, "Aces", SECRET)
    await db.decks.save(BERT, GAME, "Aces", "his own")
    other = await db.decks.save(ANNA, "other_game", "Aces", "z")
    assert await db.decks.of_user(ANNA, GAME) == [aces, robes]
    assert await db.decks.of_user(ANNA) == [other, aces, robes]
    assert await db.decks.get(ANNA, aces.id) == DeckRow(aces.id, GAME, "Aces", SECRET)
    await db.close()
    async with Database.opened(path) as later:
        assert await later.decks.of_user(ANNA, GAME) == [aces, robes]


async def test_no_one_finds_touches_or_removes_another_ones_deck(db: Database) -> None:
    aces = await db.decks.save(ANNA, GAME, "aces", SECRET)
    with pytest.raises(UnknownDeck):
        await db.decks.get(BERT, aces.id)
    with pytest.raises(UnknownDeck):
        await db.decks.copy(BERT, aces.id)
    with pytest.raises(UnknownDeck):
        await db.decks.rename(BERT, aces.id, "mine")
    with pytest.raises(UnknownDeck):
        await db.decks.remove(BERT, aces.id)
    assert await db.decks.of_user(BERT) == []
    assert await db.decks.of_user(ANNA) == [aces]


async def test_a_deck_saved_under_the_same_name_takes_the_place_of_the_one_before(db: Database) -> None:
    old = await db.decks.save(ANNA, GAME, "aces", SECRET)
    new = await db.decks.save(ANNA, GAME, "aces", "four aces")
    assert new == DeckRow(old.id, GAME, "aces", "four aces")
    assert await db.decks.of_user(ANNA) == [new]


async def test_a_name_belongs_to_one_deck(db: Database) -> None:
    aces = await db.decks.save(ANNA, GAME, "aces", SECRET)
    kings = await db.decks.save(ANNA, GAME, "kings", "three kings")
    with pytest.raises(DeckNameTaken):
        await db.decks.rename(ANNA, kings.id, "aces")
    assert await db.decks.rename(ANNA, aces.id, "aces") == aces
    assert (await db.decks.rename(ANNA, kings.id, "Kings")).name == "Kings"
    assert [deck.name for deck in await db.decks.of_user(ANNA)] == ["aces", "Kings"]


async def test_copies_get_the_first_free_number(db: Database) -> None:
    aces = await db.decks.save(ANNA, GAME, "aces", SECRET)
    copies = [await db.decks.copy(ANNA, aces.id) for _ in range(2)]
    assert [(deck.name, deck.part) for deck in copies] == [("aces (2)", SECRET), ("aces (3)", SECRET)]
    await db.decks.remove(ANNA, copies[0].id)
    assert (await db.decks.copy(ANNA, aces.id)).name == "aces (2)"


async def test_there_is_room_for_as_many_as_a_select_offers(db: Database) -> None:
    decks = [await db.decks.save(ANNA, GAME, f"deck {number}", SECRET) for number in range(MAX_DECKS)]
    with pytest.raises(TooManyDecks):
        await db.decks.save(ANNA, GAME, "one more", SECRET)
    with pytest.raises(TooManyDecks):
        await db.decks.copy(ANNA, decks[0].id)
    assert (await db.decks.save(ANNA, GAME, "deck 0", "changed")).part == "changed"
    assert (await db.decks.save(BERT, GAME, "one more", SECRET)).name == "one more"
    assert (await db.decks.save(ANNA, "other_game", "one more", SECRET)).name == "one more"
    await db.decks.remove(ANNA, decks[3].id)
    assert (await db.decks.save(ANNA, GAME, "one more", SECRET)).name == "one more"


async def test_a_deck_belongs_to_its_seat(db: Database) -> None:
    game = await open_lobby(db)
    await db.seats.set_part(game, ANNA, SECRET)
    await db.seats.set_part(game, BERT, "kings")
    assert [seat.part for seat in await db.seats.of(game)] == [SECRET, "kings", None]
    assert [seat.part for seat in (await db.tables.state(game)).seats] == [SECRET, "kings", None]
    await db.seats.remove(game, BERT)
    await db.seats.add(game, BERT, "Bert")
    assert [(seat.user, seat.part) for seat in await db.seats.of(game)] == [(ANNA, SECRET), (CYRIL, None), (BERT, None)]
    await db.tables.start(game, 1, NOON)
    await db.vacancies.replace(game, "a", DANA, "Dana", NOON)
    assert next((seat.user, seat.part) for seat in await db.seats.of(game)) == (DANA, SECRET)


async def test_only_who_sits_in_a_lobby_chooses(db: Database) -> None:
    game = await open_lobby(db)
    with pytest.raises(NotSeated):
        await db.seats.set_part(game, DANA, SECRET)
    await db.tables.start(game, 1, NOON)
    with pytest.raises(WrongPhase):
        await db.seats.set_part(game, ANNA, SECRET)


async def test_nothing_secret_is_printed(db: Database) -> None:
    game = await open_lobby(db)
    await db.seats.set_part(game, ANNA, SECRET)
    await db.tables.start(game, 1, NOON, options={"decks": SECRET})
    deck = await db.decks.save(ANNA, GAME, "aces", SECRET)
    assert (await db.games.get(game)).options == {"decks": SECRET}
    for shown in (deck, await db.games.get(game), await db.seats.of(game), await db.tables.state(game)):
        assert SECRET not in repr(shown)
