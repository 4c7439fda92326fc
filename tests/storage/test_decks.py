"""What people bring: decks that they keep, and what a seat in a lobby has chosen."""

from __future__ import annotations

import pytest

from storage import (
    DeckNameTaken,
    DeckRow,
    NotSeated,
    Store,
    TooManyDecks,
    UnknownDeck,
    WrongPhase,
)
from storage.decks import MOST_DECKS
from storage.dsn import Place
from tests.storage.table import ANNA, BERT, CYRIL, DANA, NOON, open_lobby

GAME = "some_game"
SECRET = "three aces"


async def test_a_deck_is_kept_for_its_owner_by_name(store: Store, path: Place) -> None:
    robes = await store.save_deck(ANNA, GAME, "robes", "x y")
    aces = await store.save_deck(ANNA, GAME, "Aces", SECRET)
    await store.save_deck(BERT, GAME, "Aces", "his own")
    other = await store.save_deck(ANNA, "other_game", "Aces", "z")
    assert await store.decks_of(ANNA, GAME) == [aces, robes]
    assert await store.decks_of(ANNA) == [other, aces, robes]
    assert await store.deck(ANNA, aces.id) == DeckRow(aces.id, GAME, "Aces", SECRET)
    await store.close()
    async with Store.opened(path) as later:
        assert await later.decks_of(ANNA, GAME) == [aces, robes]


async def test_nobody_finds_touches_or_removes_another_ones_deck(store: Store) -> None:
    aces = await store.save_deck(ANNA, GAME, "aces", SECRET)
    with pytest.raises(UnknownDeck):
        await store.deck(BERT, aces.id)
    with pytest.raises(UnknownDeck):
        await store.copy_deck(BERT, aces.id)
    with pytest.raises(UnknownDeck):
        await store.rename_deck(BERT, aces.id, "mine")
    with pytest.raises(UnknownDeck):
        await store.remove_deck(BERT, aces.id)
    assert await store.decks_of(BERT) == []
    assert await store.decks_of(ANNA) == [aces]


async def test_a_deck_saved_under_the_same_name_takes_the_place_of_the_one_before(store: Store) -> None:
    old = await store.save_deck(ANNA, GAME, "aces", SECRET)
    new = await store.save_deck(ANNA, GAME, "aces", "four aces")
    assert new == DeckRow(old.id, GAME, "aces", "four aces")
    assert await store.decks_of(ANNA) == [new]


async def test_a_name_belongs_to_one_deck(store: Store) -> None:
    aces = await store.save_deck(ANNA, GAME, "aces", SECRET)
    kings = await store.save_deck(ANNA, GAME, "kings", "three kings")
    with pytest.raises(DeckNameTaken):
        await store.rename_deck(ANNA, kings.id, "aces")
    assert await store.rename_deck(ANNA, aces.id, "aces") == aces
    assert (await store.rename_deck(ANNA, kings.id, "Kings")).name == "Kings"
    assert [deck.name for deck in await store.decks_of(ANNA)] == ["aces", "Kings"]


async def test_copies_get_the_first_free_number(store: Store) -> None:
    aces = await store.save_deck(ANNA, GAME, "aces", SECRET)
    copies = [await store.copy_deck(ANNA, aces.id) for _ in range(2)]
    assert [(deck.name, deck.part) for deck in copies] == [("aces (2)", SECRET), ("aces (3)", SECRET)]
    await store.remove_deck(ANNA, copies[0].id)
    assert (await store.copy_deck(ANNA, aces.id)).name == "aces (2)"


async def test_there_is_room_for_as_many_as_a_select_offers(store: Store) -> None:
    decks = [await store.save_deck(ANNA, GAME, f"deck {number}", SECRET) for number in range(MOST_DECKS)]
    with pytest.raises(TooManyDecks):
        await store.save_deck(ANNA, GAME, "one more", SECRET)
    with pytest.raises(TooManyDecks):
        await store.copy_deck(ANNA, decks[0].id)
    assert (await store.save_deck(ANNA, GAME, "deck 0", "changed")).part == "changed"
    assert (await store.save_deck(BERT, GAME, "one more", SECRET)).name == "one more"
    assert (await store.save_deck(ANNA, "other_game", "one more", SECRET)).name == "one more"
    await store.remove_deck(ANNA, decks[3].id)
    assert (await store.save_deck(ANNA, GAME, "one more", SECRET)).name == "one more"


async def test_what_is_brought_goes_with_the_seat(store: Store) -> None:
    game = await open_lobby(store)
    await store.set_part(game, ANNA, SECRET)
    await store.set_part(game, BERT, "kings")
    assert [seat.part for seat in await store.seats(game)] == [SECRET, "kings", None]
    assert [seat.part for seat in (await store.state(game)).seats] == [SECRET, "kings", None]
    await store.unseat(game, BERT)
    await store.seat(game, BERT, "Bert")
    assert [(seat.user, seat.part) for seat in await store.seats(game)] == [(ANNA, SECRET), (CYRIL, None), (BERT, None)]
    await store.start_game(game, 1, NOON)
    await store.replace(game, "a", DANA, "Dana", NOON)
    assert next((seat.user, seat.part) for seat in await store.seats(game)) == (DANA, SECRET)


async def test_whoever_sits_down_may_bring_something_at_once(store: Store) -> None:
    game = await open_lobby(store)
    await store.seat(game, DANA, "Dana", part=SECRET)
    assert (await store.seats(game))[-1].part == SECRET


async def test_only_who_sits_in_a_lobby_chooses(store: Store) -> None:
    game = await open_lobby(store)
    with pytest.raises(NotSeated):
        await store.set_part(game, DANA, SECRET)
    await store.start_game(game, 1, NOON)
    with pytest.raises(WrongPhase):
        await store.set_part(game, ANNA, SECRET)


async def test_nothing_secret_is_printed(store: Store) -> None:
    game = await open_lobby(store)
    await store.set_part(game, ANNA, SECRET)
    await store.start_game(game, 1, NOON, options={"decks": SECRET})
    deck = await store.save_deck(ANNA, GAME, "aces", SECRET)
    assert (await store.game(game)).options == {"decks": SECRET}
    for shown in (deck, await store.game(game), await store.seats(game), await store.state(game)):
        assert SECRET not in repr(shown)
