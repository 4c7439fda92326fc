"""Tests Star Wars: Destiny with own decks and real processes: two users paste decks and play through two kills."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.emulator import Person
from bot.emulator.people import crowd
from bot.emulator.people.seen import Seen
from bot.games.star_wars_destiny.ready_decks import READY_DECKS
from rules.star_wars_destiny.decks import deck_code, read_deck
from rules.star_wars_destiny.facts import CARDS
from tests.rules.star_wars_destiny.brought import HEROES
from tests.wire import whole
from tests.wire.tables import Table, check_the_budget
from tests.wire.test_whole_destiny import AT_MOST, GAME
from tests.wire.test_whole_games import check_the_log, report

HOSTS = deck_code(read_deck(HEROES))
GUESTS = READY_DECKS["vader_and_stormtrooper"]


def as_list(code: str) -> str:
    """Returns the deck of this code as a list in plain text, as players share it."""
    deck = read_deck(code)
    team = [f"{CARDS[card].name} ({number} dice)" for card, number in deck.team]
    cards = [f"{copies}x AW {CARDS[card].number}" for card, copies in deck.cards]
    return "\n".join(["Team", *team, "Battlefield", CARDS[deck.field].name, "Deck", *cards])


async def paste(table: Table, person: Person, text: str) -> Seen:
    """Pastes a deck into the form of the lobby's deck button; returns the private message with the result."""
    board = table.watch.board(person)
    assert board is not None
    panel = await (await person.press(board, part(board, "deck"))).done()
    assert panel.message is not None
    assert panel.message.ephemeral
    opened = await person.press(panel.message, part(panel.message, "deck_paste"))
    await person.until(lambda: opened.modal)
    done = await (await person.submit(opened.modal, {"list": text})).done()
    assert done.message is not None
    return done.message


def part(message: Seen, verb: str) -> str:
    """Returns the custom_id of the button with that verb."""
    return next(str(one.custom_id) for one in message.usable if str(one.custom_id).split(":")[2] == verb)


async def test_two_play_a_whole_game_with_decks_that_they_have_pasted_through_two_kills(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    world = whole.world_of((2,))
    host, guest = crowd.people(world)
    async with whole.evening(world, tmp_path, (2,), AT_MOST) as evening:
        (table,) = evening.tables
        await table.lobby(game=GAME, option="format=standard")
        assert "Han Solo" in (await paste(table, host, HOSTS)).text
        assert "Darth Vader" in (await paste(table, guest, as_list(GUESTS))).text
        assert [one.name for one in table.spent() if one.method == "PATCH"] == [], "choosing a deck counts"
        await table.robots[0].start()
        await host.until(table.asks, 10.0)
        await evening.played_out(60)
        record = await whole.the_end(table, GAME)
        with capsys.disabled():
            report(evening, [record])
        check_the_budget([table], [record])
        assert f"option decks {HOSTS} | {GUESTS}" in record
        shown = await (await guest.slash(table.channel, "deck here")).done()
        for card, _ in (*read_deck(HOSTS).cards, *read_deck(GUESTS).cards):
            assert CARDS[card].name in shown.text
    assert world.refusals == []
    check_the_log(evening.bot.log, evening.discord.token, [record])
    assert not [code for code in (*HOSTS.split(), *GUESTS.split()) if len(code) > 8 and code in evening.bot.log]
