"""Tests Star Wars: Destiny on the local Discord, from the lobby to the rematch."""

from __future__ import annotations

import unicodedata
from pathlib import Path

import pytest

from bot.games import GAME_UIS
from bot.interactions.fuzzy_search import topic_named, topics_named
from bot.texts import LANGUAGES, translator_for
from rules.star_wars_destiny.facts import CARDS
from tests.any_answer import any_answer
from tests.bot.starters import GAME, activates, begun, on_turn, other, silently
from tests.bot.table import Evening

OFFERED = 25


def bare(title: str) -> str:
    """Returns the title as a user types it, without accents and capitals."""
    return "".join(one for one in unicodedata.normalize("NFKD", title.lower()) if not unicodedata.combining(one))


# The rules help


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_is_found_by_its_name_without_accents(language: str) -> None:
    game_ui, said = GAME_UIS[GAME], translator_for(language)
    titles = {topic.key: topic.title for topic in game_ui.topics(said)}
    for card in CARDS.values():
        keys = [topic.key for topic in topics_named(game_ui, bare(card.name), said, OFFERED)]
        assert any(card.name in titles[key] for key in keys), card.name


def test_a_title_in_another_language_finds_its_topic_too() -> None:
    game_ui = GAME_UIS[GAME]
    czech = {topic.key: topic.title for topic in game_ui.topics(translator_for("cs"))}
    for topic in game_ui.topics(translator_for("en")):
        assert topic_named(game_ui, topic.title, translator_for("cs")) is not None, topic.title
        found = topics_named(game_ui, bare(czech[topic.key]), translator_for("en"), OFFERED)
        assert topic.key in {one.key for one in found}, czech[topic.key]


async def test_every_topic_of_the_help_can_be_opened(database: Path) -> None:
    async with begun(database) as evening:
        offered = await evening.person("Anna").autocomplete(evening.channel, "learn rules", "topic", "jedi rob")
        (robes,) = offered.choices
        outcome = await evening.slash("Anna", "learn rules", topic=robes[1])
        assert outcome.message is not None
        assert "Jedi Robes" in outcome.message.text
        assert (
            len((await evening.person("Anna").autocomplete(evening.channel, "learn rules", "topic", "")).choices) == 25
        )
        evening.clean()


# Standing orders


async def test_an_order_to_decline_is_given_in_ones_settings_and_shows_to_no_one_else(database: Path) -> None:
    async with begun(database) as evening:
        before = evening.board("Bert").text
        await evening.slash("Anna", "profile")
        panel = evening.private("Anna")
        (order,) = (part for part in panel.usable if part.custom_id.split(":")[2] == "set_order")
        assert [option.value for option in order.options] == ["ask", "decline"]
        await evening.person("Anna").select(panel, order.custom_id, ["decline"])
        await evening.settled()
        assert "Always decline" in evening.private("Anna").text
        seat = evening.live.seat_of(evening.person("Anna").id).seat
        assert evening.live.orders[seat].order == "decline"
        assert evening.board("Bert").text == before
        round_ = evening.game.view()["round"]
        while evening.game.view()["round"] == round_:
            await silently(evening)
        await evening.slash("Anna", "profile")
        assert "Always decline" in evening.private("Anna").text
        evening.clean()


async def test_an_order_that_the_game_does_not_know_is_refused(database: Path) -> None:
    async with begun(database) as evening:
        await evening.slash("Anna", "profile")
        panel = evening.private("Anna")
        outcome = await evening.person("Anna").forge(panel, f"kr:{evening.table}:set_order", values=["aimed"])
        await outcome.done()
        await evening.settled()
        assert not evening.live.orders


# From the lobby to the rematch


async def played_on(evening: Evening) -> None:
    """Plays to the end with answers that computer players choose."""
    while (game := evening.game).decision is not None:
        seat = game.waiting[0]
        await evening.answer(seat, *any_answer(game, seat))


async def test_a_game_goes_on_after_a_restart_and_ends_with_all_that_comes_after(database: Path) -> None:
    async with begun(database) as evening:
        await activates(evening, on_turn(evening))
        await evening.slash("Anna", "game hand")
        hand = evening.private("Anna").text
        await evening.restart()
        await evening.slash("Anna", "game hand")
        assert evening.private("Anna").text == hand
        await activates(evening, on_turn(evening))
        await played_on(evening)
        assert evening.game.over
        board = evening.board()
        assert "Game over" in board.text
        winner = evening.holder(evening.game.over["winners"][0])
        assert evening.person(winner).mention in board.text
        assert "✅" in (await evening.slash("Anna", "record verify")).text
        exported = (await evening.slash("Bert", "record export")).message
        assert exported is not None
        assert len(exported.attachments) == 1
        record = evening.person("Bert").download(exported.attachments[0]).decode().splitlines()
        assert "game star_wars_destiny 1" in record
        assert any(line.startswith("option decks") for line in record)
        stats = await evening.slash("Anna", "record stats")
        assert "Star Wars: Destiny" in stats.text
        evening.clean()
        await evening.slash("Anna", "game rematch")
        assert evening.board().usable
        assert "Star Wars: Destiny" in evening.board().text


async def test_computers_fill_seats_and_play_to_the_end(database: Path) -> None:
    async with Evening.of("Anna", database=database, locale="en-GB", pictures=False, seed=bytes(32)) as evening:
        await evening.open("Anna", game=GAME)
        await evening.add_computer("Anna")
        await evening.press_board("Anna", "start")
        await played_on(evening)
        assert evening.game.over
        assert "Game over" in evening.board().text
        evening.clean()


async def test_a_pause_changes_nothing(database: Path) -> None:
    async with begun(database, "Anna", "Bert") as evening:
        first, second = on_turn(evening), other(evening)
        await activates(evening, first)
        for name in (first, second):
            await evening.slash(name, "game pause")
        for name in (first, second):
            await evening.slash(name, "game resume")
        assert on_turn(evening) == second
        await activates(evening, second)
        assert on_turn(evening) == first
        evening.clean()


async def test_time_that_goes_by_is_a_pass(database: Path) -> None:
    async with begun(database, pace="live") as evening:
        first = on_turn(evening)
        await evening.pass_time(91)
        assert on_turn(evening) != first
        entry = next(entry for entry in reversed(evening.game.entries) if entry.seat != "chance")
        assert (entry.seat, entry.keys) == ("clock", ())
        evening.clean()
