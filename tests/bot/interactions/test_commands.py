"""Tests commands that have no test file of their own: showing the table, settings, and actions after a game."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.games import GAME_UIS
from bot.interactions.component_context import UNKNOWN as NO_SUCH_BUTTON
from rules.verify import verify
from tests.any_answer import any_answer
from tests.bot.refused import CZECH, HIDDEN, NO_TABLE
from tests.bot.table import Evening

STANDS_STILL = CZECH("The game is paused. The clock is stopped, and no moves are accepted.")
UNKNOWN = CZECH(NO_SUCH_BUTTON)
MOVED_TO_PANEL = CZECH("This is now a button in your panel: press *My move* or *My hand*.")
THREE = ("Anna", "Bert", "Cyril")


async def to_the_end(evening: Evening) -> None:
    """Plays the game to its end, without buttons; each asked seat answers like an easy computer."""
    game = evening.game
    table, referee = evening.live, evening.bot.app.referee
    while game.decision is not None:
        seat = game.waiting[0]
        await referee.play(table.id, game.number, table.seat(seat).user, any_answer(game, seat))
    await evening.settled()


async def test_a_finished_game_is_shown_exported_and_verified(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down()
        commitment = evening.live.commitment
        await to_the_end(evening)
        end = evening.board().text
        assert "Konec hry" in end
        assert "Vítěz" in end
        public = evening.person("Anna").messages(evening.channel)
        assert not [part for seen in public for part in Evening.of_a_game(seen)]
        outcome = await evening.slash("Bert", "record export")
        (attached,) = next(
            seen.attachments for seen in (outcome.message, *outcome.followups) if seen and seen.attachments
        )
        lines = evening.person("Bert").download(attached).decode().splitlines()
        game = verify(lines)
        assert game.head.commitment == commitment
        assert commitment in (await evening.slash("Cyril", "record verify")).text
        fresh = await evening.slash("Cyril", "game new", game="mafia_city")
        assert fresh.message is not None
        assert not fresh.message.ephemeral
        evening.clean()


async def test_an_export_after_a_restart_is_the_same(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down()
        await to_the_end(evening)
        game = evening.game
        lines = game.record().lines()
        await evening.restart()
        outcome = await evening.slash("Bert", "record export")
        (attached,) = next(
            seen.attachments for seen in (outcome.message, *outcome.followups) if seen and seen.attachments
        )
        assert evening.person("Bert").download(attached).decode().splitlines() == lines
        evening.clean()


async def test_the_log_is_paged_and_private(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down()
        outcome = await evening.slash("Bert", "record log")
        assert outcome.message is not None
        assert outcome.message.ephemeral
        assert (await evening.slash("Bert", "record log", page=1)).text == outcome.text
        evening.clean()


async def test_rules_are_offered_while_typing_and_chosen_from(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        offered = (await evening.person("Anna").autocomplete(evening.channel, "learn rules", "topic", "fbi")).choices
        everything = (await evening.person("Anna").autocomplete(evening.channel, "learn rules", "topic", "")).choices
        assert 0 < len(everything) <= 25
        outcome = await evening.slash("Anna", "learn rules", topic=(offered or everything)[0][1])
        assert "M" in outcome.text
        overview = (await evening.slash("Anna", "learn rules")).message
        assert overview is not None
        select = next(part for part in overview.usable if part.options)
        await evening.person("Anna").select(overview, select, [select.options[0].value])
        await evening.settled()
        assert evening.private("Anna").text
        evening.clean()


@pytest.mark.parametrize("typed", ["vez", "VĚZ", "věznice", "1 veznice"])
async def test_topics_are_found_without_accents(database: Path, typed: str) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        offered = await evening.person("Anna").autocomplete(evening.channel, "learn rules", "topic", typed)
        assert any("Věznice" in name for name, _ in offered.choices)
        fbi = await evening.person("Anna").autocomplete(evening.channel, "learn rules", "topic", "fbi")
        assert any("F.B.I." in name for name, _ in fbi.choices)


@pytest.mark.parametrize("typed", ["Věznice", "veznice"])
async def test_a_topic_is_shown_by_its_title_too(database: Path, typed: str) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        outcome = await evening.slash("Anna", "learn rules", topic=typed)
        assert outcome.message is not None
        assert "Věznice" in outcome.message.text.splitlines()[0]
        unknown = await evening.slash("Anna", "learn rules", topic="xyz")
        assert unknown.message is not None
        assert "Věznice" not in unknown.message.text.splitlines()[0]


async def test_a_player_is_found_without_accents(database: Path) -> None:
    async with Evening.of("Žofie", "Bert", "Cyril", database=database) as evening:
        await evening.sit_down()
        offered = await evening.person("Bert").autocomplete(evening.channel, "game peek", "player", "zof")
        assert [name for name, _ in offered.choices] == ["Ž · Žofie"]


async def test_private_words_follow_the_person_and_public_ones_the_table(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down()
        await evening.slash("Bert", "profile")
        panel = evening.private("Bert")
        await evening.person("Bert").select(panel, Evening.part(panel, "set_language"), ["en"])
        await evening.settled()
        assert "My settings" in panel.text
        assert "Your hand" in (await evening.slash("Bert", "game hand")).text
        assert "Kolo" in evening.board().text
        evening.clean()


async def test_turning_dms_off_and_on_removes_and_restores_the_hand(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down()
        await evening.slash("Bert", "profile")
        panel = evening.private("Bert")
        await evening.press("Bert", panel, Evening.part(panel, "set_dms"))
        assert not evening.person("Bert").dms()[-1].usable
        assert not (await evening.bot.app.people.person(evening.person("Bert").id)).dms
        await evening.press("Bert", panel, Evening.part(panel, "set_dms"))
        assert evening.person("Bert").dms()[-1].usable
        evening.clean()


async def test_orders_are_given_in_ones_settings(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down()
        await evening.slash("Bert", "profile")
        panel = evening.private("Bert")
        await evening.person("Bert").select(panel, Evening.part(panel, "set_order"), ["pass"])
        await evening.settled()
        seat = evening.live.seat_of(evening.person("Bert").id).seat
        assert evening.live.orders[seat].order == "pass"
        evening.clean()


async def test_only_who_may_see_a_hand_sees_it(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down()
        game = evening.game
        anna = evening.live.seat_of(evening.person("Anna").id).seat
        other = next(seat for seat in game.seats if seat != anna)
        assert HIDDEN in (await evening.slash("Anna", "game peek", player=other)).text
        game.table.policeman = anna
        seen = await evening.slash("Anna", "game peek", player=evening.live.seat(other).name)
        assert seen.message is not None
        assert seen.message.ephemeral
        assert HIDDEN not in seen.text
        evening.clean()


async def test_a_hand_that_may_be_seen_has_a_button_in_its_viewer_s_private_messages_only(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down()
        game = evening.game
        anna = evening.live.seat_of(evening.person("Anna").id).seat
        await evening.press_board("Anna", "hand")
        assert "peek" not in evening.verbs(evening.private("Anna"))
        game.table.policeman = anna
        for name in THREE:
            await evening.press_board(name, "hand")
            shown = evening.verbs(evening.private(name))
            assert ("peek" in shown) == (name == "Anna")
        hand = evening.private("Anna")
        cards = [part.label for part in hand.usable if ":peek:" in part.custom_id]
        assert cards == ["👁️ Karty: Bert", "👁️ Karty: Cyril"]
        await evening.press("Anna", hand, Evening.part(hand, "peek", "Bert"))
        expected = (await evening.slash("Anna", "game peek", player="Bert")).text
        await evening.noticed(lambda: evening.private("Anna").text == "-# " + MOVED_TO_PANEL)
        private = [seen.text for seen in evening.person("Anna").messages(evening.channel) if seen.ephemeral]
        assert private[-3] == expected.splitlines()[-1]
        assert "Karty hráče" in private[-3]
        evening.clean()


async def test_a_forged_peek_is_refused(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down()
        await evening.press_board("Anna", "hand")
        own = evening.game.seats.index(evening.live.seat_of(evening.person("Anna").id).seat)
        for number in {0, 1, 2, 9} - {own}:
            forged = await evening.person("Anna").forge(evening.private("Anna"), f"kr:1:peek:{number}:")
            assert (HIDDEN if number < len(THREE) else UNKNOWN) in forged.text, number


async def test_old_commands_say_in_their_description_where_they_are_now(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        offered = {one.path: one.description for one in evening.person("Anna").commands(evening.channel)}
        assert offered["game log"] == "Teď /záznam průběh"
        assert offered["game me"] == "Teď /profil"
        assert {path.partition(" ")[0] for path in offered} == {
            "game", "record", "deck", "learn", "profile", "help", "league", "privacy", "server", "tables",
        }  # fmt: skip


async def test_help_says_what_to_type_and_offers_a_lesson_of_each_game(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        shown = await evening.slash("Anna", "help")
        assert shown.message is not None
        assert shown.message.ephemeral
        for typed in ("/hra nová", "/návod lekce", "/záznam průběh", "/profil", "/liga otevřít"):
            assert f"`{typed}`" in shown.text
        lessons = [f"Jak se hraje {game_ui.title}" for game_ui in GAME_UIS.values()]
        assert [part.label for part in shown.message.usable] == ["Otevřít stůl", "Soukromí", "Podmínky", *lessons]
        await evening.press("Anna", shown.message, Evening.part(shown.message, "lesson_open", "Rošády".lower()))
        assert "Krok 1 z 8" in shown.message.text
        evening.clean()


async def test_commands_without_a_table_say_so(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        for command in ("join", "leave", "start", "hand", "board", "log", "pause", "resume", "end", "export", "verify"):
            outcome = await evening.slash("Anna", f"game {command}")
            assert NO_TABLE in outcome.text, command
            assert outcome.message is not None
            assert outcome.message.ephemeral, command
        evening.clean()


async def test_the_hand_can_be_asked_for_in_a_dm(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down()
        here = await evening.slash("Anna", "game hand")
        there = await evening.slash("Anna", "game hand", evening.person("Anna").dm())
        assert here.text == there.text
        evening.clean()


async def test_the_hand_of_a_paused_game_says_that_it_is_paused(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down()
        assert STANDS_STILL not in (await evening.slash("Bert", "game hand")).text
        await evening.slash("Anna", "game pause")
        assert STANDS_STILL in (await evening.slash("Bert", "game hand")).text
        evening.clean()
