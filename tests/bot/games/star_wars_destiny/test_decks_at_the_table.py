"""Tests decks at a table: whole games with own lists, with starter sets, and with a computer player."""

from __future__ import annotations

import json
from pathlib import Path

from bot.emulator.people import crowd
from bot.emulator.people.seen import Seen
from bot.games.star_wars_destiny.ready_decks import READY_DECKS
from bot.texts import translator_for
from rules.star_wars_destiny.decks import deck_code, read_deck
from rules.star_wars_destiny.facts import CARDS
from tests.bot.table import Evening
from tests.rules.star_wars_destiny.brought import HEROES

TWO = ("Anna", "Bert")
CZECH = translator_for("cs")
GAME = "star_wars_destiny"
ANNAS = deck_code(read_deck(HEROES))
BERTS = READY_DECKS["jango_and_veers"]


def as_list(code: str) -> str:
    """Returns a deck as a list in plain text."""
    deck = read_deck(code)
    team = [f"{number}x {CARDS[card].name}" for card, number in deck.team]
    cards = [f"{copies} {CARDS[card].name}" for card, copies in deck.cards]
    return "\n".join(["My deck", "Team:", *team, "Battlefield", CARDS[deck.field].name, "== Cards ==", *cards])


async def lobby_of(evening: Evening, *names: str, format_: str) -> None:
    await evening.open(*names, game=GAME, option=f"format={format_}")


async def my_deck(evening: Evening, name: str) -> Seen:
    await evening.press_board(name, "deck")
    return evening.private(name)


async def paste(evening: Evening, name: str, text: str) -> Seen:
    opened = await evening.press(name, await my_deck(evening, name), CZECH("Paste a deck"))
    outcome = await evening.person(name).submit(opened.modal, {"list": text})
    await outcome.done()
    await evening.settled()
    return evening.private(name)


async def take(evening: Evening, name: str, key: str) -> None:
    panel = await my_deck(evening, name)
    await evening.person(name).select(panel, Evening.part(panel, "deck_take"), key)
    await evening.settled()


def seen_by(evening: Evening, name: str) -> str:
    """Returns everything that a user sees."""
    person = crowd.person(evening.world, name)
    return "\n".join(
        json.dumps(seen.data, ensure_ascii=False) for seen in (*person.messages(evening.channel), *person.dms())
    )


def secrets_of(code: str, *others: str) -> set[str]:
    """Returns the titles of the cards that this deck has and none of the other decks."""
    open_ = {card for other in others for card, _ in read_deck(other).cards}
    return {CARDS[card].name for card, _ in read_deck(code).cards if card not in open_}


async def test_two_play_with_the_lists_that_they_have_pasted_and_neither_sees_the_others(database: Path) -> None:
    async with Evening.of(*TWO, database=database, pictures=False) as evening:
        await lobby_of(evening, *TWO, format_="standard")
        assert evening.board().text.count(CZECH("no deck chosen yet")) == 2
        assert "Han Solo" in (await paste(evening, "Anna", as_list(ANNAS))).text
        wrong = await paste(evening, "Bert", as_list(BERTS).replace("Jetpack", "Jetpak"))
        assert "`Jetpak`" in wrong.text
        assert "Jetpack" in wrong.text
        assert CZECH("no deck chosen yet") in evening.board().text
        await paste(evening, "Bert", BERTS)
        before = seen_by(evening, "Bert")
        assert not [title for title in secrets_of(ANNAS, BERTS) if title in before]
        await evening.press_board("Anna", "start")
        assert evening.live.row.options["decks"] == f"{ANNAS} | {BERTS}"
        assert f"option decks {ANNAS} | {BERTS}" in evening.game.record().lines()
        for name, own, other in (("Anna", ANNAS, BERTS), ("Bert", BERTS, ANNAS)):
            shown = (await evening.slash(name, "deck here")).text
            assert all(title in shown for title in secrets_of(own))
            others = {title for title in secrets_of(other, own) if title in seen_by(evening, name)}
            assert not others
        await evening.end("Anna")
        shown = (await evening.slash("Bert", "deck here")).text
        assert all(title in shown for title in secrets_of(ANNAS) | secrets_of(BERTS))
        evening.clean()


async def shown_to_an_onlooker(database: Path, deck: str) -> list[str]:
    """Plays the set-up of a game in which Anna has this deck, with a fixed seed; returns all texts that Cyril, an
    onlooker, sees.
    """
    async with Evening.of(*TWO, "Cyril", database=database, pictures=False, seed=bytes(range(32))) as evening:
        await lobby_of(evening, *TWO, format_="standard")
        await paste(evening, "Anna", deck)
        await paste(evening, "Bert", BERTS)
        seen = [evening.board("Cyril").text]
        await evening.press_board("Anna", "start")
        while evening.game.decision is not None and evening.game.decision.kind in ("mulligan", "battlefield"):
            await evening.answer(evening.game.waiting[0], *_first(evening))
        evening.clean()
        return [*seen, *(message.text for message in evening.person("Cyril").messages(evening.channel))]


def _first(evening: Evening) -> tuple[str, ...]:
    """Returns the first answer of a set-up: keeps every card and takes the first battlefield."""
    decision, seat = evening.game.decision, evening.game.waiting[0]
    assert decision is not None
    return () if decision.kind == "mulligan" else tuple(evening.game.keys(seat))[:1]


async def test_a_table_looks_the_same_for_any_content_of_the_list(database: Path) -> None:
    other = ANNAS.replace("negotiate-2", "smuggling-2").replace("heroism-2", "riposte-2")
    assert deck_code(read_deck(other)) != ANNAS
    seen = [
        await shown_to_an_onlooker(database.with_name(f"{at}.sqlite3"), deck) for at, deck in enumerate((ANNAS, other))
    ]
    assert len(seen[0]) >= 2
    assert seen[0] == seen[1]


async def test_with_starter_sets_no_one_has_to_choose_but_may(database: Path) -> None:
    async with Evening.of(*TWO, database=database, pictures=False) as evening:
        await lobby_of(evening, *TWO, format_="starters")
        await take(evening, "Bert", "rey")
        await evening.press_board("Anna", "start")
        assert evening.live.row.options["decks"] == "drawn | rey"
        assert "Kylo Ren" in (await evening.slash("Anna", "deck here")).text
        evening.clean()


async def test_a_computer_brings_a_legal_deck_to_a_standard_table(database: Path) -> None:
    async with Evening.of("Anna", database=database, pictures=False) as evening:
        await lobby_of(evening, "Anna", format_="standard")
        await take(evening, "Anna", "random")
        await evening.add_computer("Anna")
        await evening.press_board("Anna", "start")
        annas, computers = evening.live.row.options["decks"].split(" | ")
        assert deck_code(read_deck(annas)) == annas
        assert computers in READY_DECKS.values()
        evening.clean()


async def test_random_decks_cannot_be_chosen(database: Path) -> None:
    async with Evening.of(*TWO, database=database, pictures=False) as evening:
        await lobby_of(evening, *TWO, format_="random")
        assert "deck" not in Evening.verbs(evening.board())
        await evening.press_board("Anna", "start")
        assert evening.live.row.options["decks"] == "drawn"
        annas, berts = [(await evening.slash(name, "deck here")).text for name in TWO]
        assert annas != berts
        evening.clean()
