"""Tests the lobby: it is opened, joined, left, filled with computers, and started."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bot.emulator.world import acts
from bot.texts import LANGUAGES
from tests.bot.refused import NO_SEAT, NO_TABLE, SEATED_ALREADY
from tests.bot.table import Evening
from tests.emulator import moderation

SAYING = {"join": ("join", "přidat", "připojit", "pridať"), "start": ("start", "začít", "zahájit")}


async def test_new_answers_with_the_lobby_itself(database: Path) -> None:
    async with Evening.of("Anna", "Bert", "Cyril", database=database) as evening:
        outcome = await evening.slash("Anna", "game new", game="mafia_city")
        assert outcome.kind == "message"
        assert outcome.message is not None
        assert not outcome.message.ephemeral
        alone = {"join", "solo", "settings", "guests", "learn", "shuffle", "leave", "invite", "computer"}
        assert Evening.verbs(outcome.message) == alone
        evening.clean()


async def test_a_table_is_joined_and_started_by_buttons(database: Path) -> None:
    async with Evening.of("Anna", "Bert", "Cyril", database=database) as evening:
        lobby = await evening.open("Anna", "Bert")
        before = lobby.text
        await evening.press_board("Cyril", "join")
        assert evening.board().text != before
        await evening.press_board("Bert", "start")
        assert evening.live.row.phase == "running"
        assert Evening.verbs(evening.board()) == {"move", "hand", "in_words", "log"}
        assert not evening.person("Anna").message(evening.channel.id, lobby.id).buttons  # type: ignore[union-attr]
        evening.clean()


async def test_a_table_is_joined_and_started_by_commands(database: Path) -> None:
    async with Evening.of("Anna", "Bert", "Cyril", database=database) as evening:
        await evening.open("Anna")
        assert "Sedíš" in (await evening.slash("Bert", "game join")).text
        assert "Sedíš" in (await evening.slash("Cyril", "hra přidat-se")).text
        assert "začíná" in (await evening.slash("Cyril", "game start")).text
        assert evening.live.row.phase == "running"
        evening.clean()


async def test_no_one_sits_twice(database: Path) -> None:
    async with Evening.of("Anna", "Bert", database=database) as evening:
        await evening.open()
        outcome = await evening.press_board("Bert", "join")
        assert SEATED_ALREADY in outcome.followups[0].text
        assert len(evening.live.seats) == 2
        evening.clean()


async def test_a_busy_channel_refuses_at_once_and_privately(database: Path) -> None:
    async with Evening.of("Anna", "Bert", database=database) as evening:
        await evening.open("Anna")
        outcome = await evening.slash("Bert", "game new", game="mafia_city")
        assert outcome.kind == "message"
        assert outcome.message is not None
        assert outcome.message.ephemeral
        other = await evening.slash("Bert", "game new", evening.world.channel("table-2"), game="mafia_city")
        assert other.message is not None
        assert not other.message.ephemeral
        evening.clean()


async def test_a_game_that_is_too_small_does_not_start(database: Path) -> None:
    async with Evening.of("Anna", "Bert", database=database) as evening:
        await evening.open()
        assert "start" not in Evening.verbs(evening.board())
        refused = await evening.slash("Anna", "game start")
        assert "3 až 5" in refused.text
        assert evening.live.row.phase == "lobby"
        evening.clean()


async def test_an_onlooker_does_not_start(database: Path) -> None:
    async with Evening.of("Anna", "Bert", "Cyril", "Dora", database=database) as evening:
        await evening.open("Anna", "Bert", "Cyril")
        outcome = await evening.press_board("Dora", "start")
        assert NO_SEAT in outcome.followups[0].text
        assert evening.live.row.phase == "lobby"
        evening.clean()


async def test_computers_fill_the_table(database: Path) -> None:
    async with Evening.of("Anna", database=database) as evening:
        await evening.open()
        for _ in range(4):
            await evening.add_computer("Anna")
        assert [seat.computer for seat in evening.live.seats] == [False, True, True, True, True]
        await evening.press_board("Anna", "nocomputer")
        await evening.press_board("Anna", "start")
        assert evening.live.row.phase == "running"
        assert evening.holder(evening.game.waiting[0]) == "Anna"
        evening.clean()


async def test_one_person_plays_against_computers_by_one_press(database: Path) -> None:
    async with Evening.of("Anna", "Bert", database=database) as evening:
        board = await evening.open("Anna")
        assert [part.style for part in board.usable if part.style == "primary"] == ["primary"]
        assert Evening.part(board, "solo") in [part.custom_id for part in board.usable if part.style == "primary"]
        await evening.press_board("Anna", "solo")
        assert [(seat.computer, seat.level) for seat in evening.live.seats[1:]] == [(True, "easy")] * 2
        assert evening.live.row.phase == "running"
        evening.clean()


async def test_computers_are_easy_only_until_a_first_game_of_the_kind_is_finished(database: Path) -> None:
    async with Evening.of("Anna", database=database) as evening:
        await evening.open("Anna")
        await evening.press_board("Anna", "solo")
        await evening.end("Anna")
        await evening.open("Anna")
        await evening.press_board("Anna", "solo")
        assert [seat.level for seat in evening.live.seats[1:]] == ["normal"] * 2
        evening.clean()


async def test_computers_that_were_added_before_stay(database: Path) -> None:
    async with Evening.of("Anna", database=database) as evening:
        await evening.open("Anna")
        await evening.add_computer("Anna", "hard")
        await evening.press_board("Anna", "solo")
        assert [seat.level for seat in evening.live.seats[1:]] == ["hard", "easy"]
        evening.clean()


async def test_a_user_who_has_company_or_no_seat_does_not_play_against_computers(database: Path) -> None:
    async with Evening.of("Anna", "Bert", database=database) as evening:
        board = await evening.open("Anna")
        solo = Evening.part(board, "solo")
        assert NO_SEAT in (await evening.press("Bert", board, solo)).followups[0].text
        await evening.press_board("Bert", "join")
        assert "solo" not in Evening.verbs(evening.board())
        data = {"custom_id": solo, "component_type": 2}
        await evening.person("Anna")._component(evening.board(), data)
        await evening.settled()
        assert "jsou i další lidé" in evening.private("Anna").text
        assert evening.live.row.phase == "lobby"
        assert len(evening.live.seats) == 2


async def test_times_are_named_as_soon_as_a_second_person_sits_there(database: Path) -> None:
    async with Evening.of("Anna", "Bert", database=database) as evening:
        await evening.open("Anna")
        assert "Tempo" not in evening.board().text
        await evening.press_board("Bert", "join")
        assert "Tempo: živě" in evening.board().text
        evening.clean()


async def test_the_last_player_who_leaves_closes_the_lobby(database: Path) -> None:
    async with Evening.of("Anna", "Bert", database=database) as evening:
        await evening.open()
        await evening.press_board("Anna", "leave")
        assert evening.live.row.host == evening.person("Bert").id
        await evening.press_board("Bert", "leave")
        assert evening.live.row.phase == "ended"
        assert not evening.board().buttons
        assert (await evening.slash("Anna", "game new", game="mafia_city")).message is not None
        evening.clean()


async def test_joining_sends_a_dm_that_becomes_the_hand(database: Path) -> None:
    async with Evening.of("Anna", "Bert", "Cyril", database=database) as evening:
        await evening.open()
        (before,) = evening.person("Bert").dms()
        assert "Sedíš u stolu" in before.text
        await evening.press_board("Anna", "start")
        (hand,) = evening.person("Bert").dms()
        assert hand.id == before.id
        assert Evening.verbs(hand) == {"move", "react"}
        evening.clean()


async def test_a_closed_dm_is_said_at_once_and_blocks_nothing(database: Path) -> None:
    async with Evening.of("Anna", "Bert", "Cyril", database=database) as evening:
        evening.person("Bert").close_dms()
        await evening.open()
        assert "/hra ruka" in evening.private("Bert").text
        await evening.press_board("Anna", "start")
        hand = await evening.slash("Bert", "game hand")
        assert hand.message is not None
        assert hand.message.ephemeral
        assert [one for one in evening.world.refusals if one.code != 50007] == []


async def test_a_dm_is_no_place_for_a_table(database: Path) -> None:
    async with Evening.of("Anna", database=database) as evening:
        outcome = await evening.slash("Anna", "game new", evening.person("Anna").dm(), game="mafia_city")
        assert "serveru" in outcome.text
        assert NO_TABLE in (await evening.slash("Anna", "game join", evening.person("Anna").dm())).text
        evening.clean()


async def test_missing_permissions_are_named(database: Path) -> None:
    async with Evening.of("Anna", database=database) as evening:
        moderation.forbid(evening.world, evening.channel, "send_messages")
        outcome = await evening.slash("Anna", "game new", game="mafia_city")
        assert "oprávnění: Odesílat zprávy (Send Messages)" in outcome.text
        assert outcome.message is not None
        assert outcome.message.ephemeral
        evening.clean()


async def test_a_thread_is_a_place_for_a_table(database: Path) -> None:
    async with Evening.of("Anna", database=database) as evening:
        thread = acts.add_thread(evening.world, evening.channel, "table")
        outcome = await evening.slash("Anna", "game new", thread, game="mafia_city")
        assert outcome.message is not None
        assert not outcome.message.ephemeral
        evening.clean()


@pytest.mark.parametrize(("locale", "word"), [("cs", "Obsazená místa"), ("en-US", "Seats taken")])
async def test_the_table_speaks_its_hosts_language(
    database: Path, locale: str, word: str
) -> None:  # fmt: skip
    async with Evening.of("Anna", database=database, locale=locale) as evening:
        outcome = await evening.slash("Anna", "game new", game="mafia_city")
        assert word in outcome.text
        evening.clean()


async def test_options_are_kept(database: Path) -> None:
    async with Evening.of("Anna", database=database) as evening:
        given: dict[str, Any] = {"option": "goal=advanced", "pace": "relaxed", "turn_seconds": 30, "language": "en"}
        await evening.slash("Anna", "game new", game="mafia_city", **given)
        row = evening.live.row
        assert row.options["goal"] == "advanced"
        assert (row.pace, row.turn_seconds, row.window_seconds, row.language) == ("relaxed", 30, 60, "en")
        evening.clean()


@pytest.mark.parametrize(("named", "expected"), [(None, "Obsadené miesta"), ("en", "Seats taken")])
async def test_the_hosts_own_language_is_the_tables_unless_another_is_chosen(
    database: Path, named: str | None, expected: str
) -> None:
    async with Evening.of("Anna", "Bert", database=database, locale="en-US") as evening:
        for guild in evening.world.guilds.values():
            guild.locale = "cs"
        await evening.slash("Anna", "profile")
        panel = evening.private("Anna")
        await evening.person("Anna").select(panel, Evening.part(panel, "set_language"), ["sk"])
        await evening.settled()
        options: dict[str, Any] = {} if named is None else {"language": named}
        assert expected in (await evening.slash("Anna", "game new", **options, game="mafia_city")).text
        evening.clean()


async def test_computers_have_names_in_the_language_of_the_table(database: Path) -> None:
    async with Evening.of("Anna", database=database) as evening:
        await evening.open()
        for _ in range(2):
            await evening.add_computer("Anna")
        assert [seat.name for seat in evening.live.seats[1:]] == ["Počítač 1", "Počítač 2"]
        evening.clean()


async def test_a_computer_is_as_good_as_was_asked_for_and_the_board_says_so(database: Path) -> None:
    async with Evening.of("Anna", database=database) as evening:
        await evening.open()
        for level in ("hard", "easy"):
            await evening.add_computer("Anna", level)
        seats = evening.live.seats[1:]
        assert [(seat.name, seat.level) for seat in seats] == [
            ("Počítač 1", "hard"),
            ("Počítač 2", "easy"),
        ]
        assert "Počítač 1 (těžký)" in evening.board().text
        await evening.restart()
        await evening.press_board("Anna", "start")
        assert [seat.level for seat in evening.live.seats[1:]] == ["hard", "easy"]
        evening.clean()


async def test_a_table_of_an_older_version_does_not_name_a_level_or_a_number_twice(database: Path) -> None:
    async with Evening.of("Anna", database=database) as evening:
        await evening.open()
        await evening.bot.app.db.seats.add_computer(evening.live.id, "Počítač 1 (těžký)", "hard")
        await evening.bot.app.tables.refresh(evening.live)
        await evening.add_computer("Anna", "easy")
        assert [seat.mention for seat in evening.live.facts.seats[1:]] == [
            "🤖 Počítač 1 (těžký)",
            "🤖 Počítač 2 (lehký)",
        ]
        evening.clean()


async def test_the_button_of_an_older_message_adds_a_computer_of_the_middle_level(database: Path) -> None:
    async with Evening.of("Anna", database=database) as evening:
        board = await evening.open()
        data = {"custom_id": Evening.part(board, "computer"), "component_type": 2}
        await evening.person("Anna")._component(board, data)
        await evening.settled()
        assert [seat.level for seat in evening.live.seats if seat.computer] == ["normal"]


@pytest.mark.parametrize("language", LANGUAGES)
async def test_only_join_and_start_say_so(database: Path, language: str) -> None:
    """Only the buttons *Join* and *Start* of a lobby contain the words by which other bots look for them."""
    async with Evening.of("Anna", "Bert", "Cyril", database=database) as evening:
        lobby = await evening.open(language=language)
        await evening.add_computer("Anna")
        lobby = evening.board()
        for verb, said in SAYING.items():
            named = [(part, f"{part.label} {part.custom_id}".lower()) for part in lobby.usable]
            found = [part for part, text in named if any(word in text for word in said)]
            assert {part.custom_id.split(":")[2] for part in found} == {verb}
        evening.clean()
