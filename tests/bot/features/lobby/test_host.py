"""Tests what the host of a lobby does (settings, invitations, removals), and the commitment to the shuffle, which
everyone may see.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import discord
import pytest

from bot.emulator.people.outcome import Outcome
from bot.emulator.people.seen import RADIOS
from bot.features.lobby import host_view
from bot.interactions.options import Setting
from bot.tables.admission import NOT_WELCOME
from bot.tables.hosting import MAX_INVITED
from bot.tables.paces import PACES
from bot.texts import translator_for
from bot.views.parts import MAX_RADIOS
from tests.bot.games.every_board import facts
from tests.bot.refused import CZECH, NO_SEAT
from tests.bot.table import Evening

THREE = ("Anna", "Bert", "Cyril")


async def set_up(evening: Evening, name: str, **values: str | list[str]) -> Outcome:
    """Opens the form of a lobby's settings, changes some of them and sends it; returns the outcome."""
    board = evening.board(name)
    opened = await evening.person(name).press(board, Evening.part(board, "settings"))
    assert opened.modal is not None, opened.text
    outcome = await evening.person(name).submit(opened.modal, values)
    await evening.settled()
    return outcome


async def invite(evening: Evening, name: str, guest: str | int) -> Outcome:
    """Invites a user (a name or an ID) by the lobby's select of users; returns the outcome."""
    board = evening.board(name)
    user = evening.person(guest).id if isinstance(guest, str) else guest
    outcome = await evening.person(name).select(board, Evening.part(board, "invite"), str(user))
    await evening.settled()
    return outcome


async def remove(evening: Evening, name: str, guest: str) -> None:
    """Presses Remove a player and chooses one."""
    await evening.press_board(name, "remove")
    panel = evening.private(name)
    await evening.person(name).select(panel, Evening.part(panel, "remove_sure"), str(evening.person(guest).id))
    await evening.settled()


async def join(evening: Evening, name: str) -> str:
    """Presses Join and returns the private answer of the bot; empty if there is none."""
    outcome = await evening.press_board(name, "join")
    return "\n".join(seen.text for seen in outcome.followups if seen.ephemeral)


def seated(evening: Evening) -> list[str]:
    return [seat.name for seat in evening.live.seats]


# Settings


async def test_the_form_shows_what_is_set_and_changes_what_is_chosen(database: Path) -> None:
    async with Evening.of(*THREE, database=database, locale="en-US") as evening:
        await evening.open("Anna", "Bert")
        board = evening.board("Anna")
        opened = await evening.person("Anna").press(board, Evening.part(board, "settings"))
        assert opened.modal is not None
        now = {field.custom_id: field.given({}) for field in opened.modal.fields}
        assert {field.custom_id for field in opened.modal.fields if field.part.type == RADIOS} == set(now) - {"hints"}
        assert now["pace"] == ["live"]
        assert (now["language"], now["hints"], now["access"]) == (["en"], [], ["anyone"])
        assert len(now["game"]) == 1
        game = next(field for field in opened.modal.fields if field.custom_id == "game")
        advanced = next(one.value for one in game.part.options if "advanced" in one.value)
        values = {"pace": "relaxed", "game": advanced, "language": "sk", "hints": "on", "access": "invited"}
        await evening.person("Anna").submit(opened.modal, values)
        await evening.settled()
        row = evening.live.row
        assert (row.pace, row.turn_seconds, row.window_seconds) == ("relaxed", 600, 60)
        assert (row.options["goal"], row.language, row.hints, row.access) == ("advanced", "sk", True, "invited")
        assert translator_for("sk")("Only invited people may join.") in evening.board().text
        await evening.restart()
        await evening.press_board("Bert", "leave")
        assert evening.live.row.access == "invited"
        evening.clean()


async def test_seconds_of_ones_own_stay_as_long_as_the_pace_does(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.open("Anna", pace="relaxed", turn_seconds=45)
        await set_up(evening, "Anna", hints="on")
        assert (evening.live.row.pace, evening.live.row.turn_seconds) == ("relaxed", 45)
        await set_up(evening, "Anna", pace="bank")
        bank = PACES["bank"]
        row = evening.live.row
        assert (row.turn_seconds, row.window_seconds, row.bank_seconds) == (bank.turn, bank.window, bank.bank)
        evening.clean()


async def test_a_game_without_options_is_not_asked_about_them(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.open("Anna", game="kralovske_rosady")
        await set_up(evening, "Anna", language="en")
        assert evening.live.row.language == "en"
        evening.clean()


async def test_a_deck_for_another_format_is_forgotten(database: Path) -> None:
    async with Evening.of("Anna", "Bert", database=database) as evening:
        await evening.open(game="star_wars_destiny", option="format=starters")
        await evening.press_board("Bert", "deck")
        panel = evening.private("Bert")
        await evening.person("Bert").select(panel, Evening.part(panel, "deck_take"), "rey")
        await evening.settled()
        await set_up(evening, "Anna", hints="on")
        assert [seat.part for seat in evening.live.seats] == [None, "rey"]
        await set_up(evening, "Anna", game="format=standard")
        assert [seat.part for seat in evening.live.seats] == [None, None]
        evening.clean()


def test_many_combinations_of_a_games_options_are_a_select(monkeypatch: pytest.MonkeyPatch) -> None:
    table = facts("mafia_city", 3)
    for count in (1, 2, MAX_RADIOS, MAX_RADIOS + 1):
        many = [Setting(f"goal={at}", f"Goal {at}", {"goal": str(at)}) for at in range(count)]
        monkeypatch.setattr(host_view, "offered", lambda _kind, _words, many=many: many)
        form = host_view.settings_form(table, translator_for("sk"))
        fields = [part for part in form.walk_children() if isinstance(part, (discord.ui.RadioGroup, discord.ui.Select))]
        types = {part.custom_id: type(part) for part in fields}
        assert types["pace"] is types["access"] is discord.ui.RadioGroup
        assert types["game"] is (discord.ui.RadioGroup if 2 <= count <= MAX_RADIOS else discord.ui.Select)


async def test_only_the_host_changes_settings_and_only_before_the_game(database: Path) -> None:
    async with Evening.of(*THREE, "Dora", database=database) as evening:
        await evening.open(*THREE)
        board, anna = evening.board(), evening.person("Anna")
        for name, refusal in (("Bert", "jen hostitel"), ("Dora", NO_SEAT)):
            outcome = await evening.person(name).press(board, Evening.part(board, "settings"))
            assert refusal in outcome.text
        opened = await anna.press(board, Evening.part(board, "settings"))
        await evening.press_board("Anna", "start")
        await anna.submit(opened.modal, {"pace": "relaxed"})
        await evening.settled()
        assert evening.live.row.pace == "live"


async def test_anyone_who_is_not_the_host_cannot_send_the_form_of_the_host(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.open(*THREE)
        board = evening.board("Anna")
        opened = await evening.person("Anna").press(board, Evening.part(board, "settings"))
        await evening.press_board("Anna", "leave")
        await evening.person("Anna").submit(opened.modal, {"access": "invited"})
        await evening.settled()
        assert evening.live.row.access == "anyone"
        evening.clean()


# Invitations


async def test_an_invited_person_is_pinged_once_and_named_in_the_lobby_until_they_come(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.open("Anna")
        await invite(evening, "Anna", "Bert")
        bert = evening.person("Bert")
        assert [user for user, _ in evening.world.pings] == [bert.id]
        assert CZECH("Invited: {players}", players=bert.mention) in evening.board().text
        outcome = await invite(evening, "Anna", "Bert")
        assert (
            CZECH("{player} is already invited and can press Join.", player=bert.mention) in outcome.followups[0].text
        )
        assert len(evening.world.pings) == 1
        await join(evening, "Bert")
        assert "Pozvaní" not in evening.board().text
        evening.clean()


async def test_a_private_table_admits_only_invited_people(database: Path) -> None:
    async with Evening.of(*THREE, "Dora", database=database) as evening:
        await evening.open("Anna")
        await set_up(evening, "Anna", access="invited")
        await invite(evening, "Anna", "Bert")
        refusal = CZECH(NOT_WELCOME, host=evening.person("Anna").mention)
        assert refusal in await join(evening, "Cyril")
        assert refusal in (await evening.slash("Dora", "game join")).text
        assert await join(evening, "Bert") == ""
        assert seated(evening) == ["Anna", "Bert"]
        await evening.restart()
        assert refusal in await join(evening, "Cyril")
        await set_up(evening, "Anna", access="anyone")
        assert await join(evening, "Cyril") == ""
        evening.clean()


async def test_a_host_who_leaves_the_lobby_of_a_private_table_may_come_back(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.open("Anna")
        await set_up(evening, "Anna", access="invited")
        await invite(evening, "Anna", "Bert")
        await join(evening, "Bert")
        await evening.press_board("Anna", "leave")
        assert evening.live.row.host == evening.person("Bert").id
        assert CZECH(NOT_WELCOME, host=evening.person("Bert").mention) in await join(evening, "Cyril")
        assert await join(evening, "Anna") == ""
        assert sorted(seated(evening)) == ["Anna", "Bert"]
        for name in ("Bert", "Anna", "Bert", "Anna"):
            await evening.press_board(name, "leave")
            await join(evening, name)
        assert sorted(evening.live.row.invited) == sorted(evening.person(name).id for name in ("Anna", "Bert"))
        evening.clean()


async def test_a_rematch_of_a_private_table_is_private(database: Path) -> None:
    async with Evening.of(*THREE, "Dora", database=database) as evening:
        await evening.open(*THREE)
        await set_up(evening, "Anna", access="invited")
        await invite(evening, "Anna", "Dora")
        await evening.press_board("Anna", "start")
        await evening.end_untold("Anna")
        app = evening.bot.app
        place_row = evening.live.row
        assert place_row.access == "invited"
        await evening.restart()
        await evening.slash("Anna", "game rematch")
        assert (evening.live.row.access, evening.live.row.invited) == ("invited", (evening.person("Dora").id,))
        assert app is not evening.bot.app


async def test_only_the_host_invites_and_no_one_invites_bots_strangers_or_the_seated(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.open("Anna", "Bert")
        assert "jen hostitel" in (await invite(evening, "Bert", "Cyril")).followups[0].text
        assert "už u stolu sedí" in (await invite(evening, "Anna", "Bert")).followups[0].text
        bot = CZECH("Choose a person on this server. Bots cannot play; add a computer instead.")
        assert bot in (await invite(evening, "Anna", evening.world.bot.id)).followups[0].text
        board = evening.board("Anna")
        data: dict[str, Any] = {"custom_id": Evening.part(board, "invite"), "component_type": 5, "values": ["123"]}
        await evening.person("Anna")._component(board, data)
        await evening.settled()
        assert bot in evening.private("Anna").text
        assert evening.live.row.invited == ()
        assert evening.world.pings == []


async def test_the_number_of_invitations_is_limited(database: Path) -> None:
    async with Evening.of("Anna", "Bert", database=database) as evening:
        await evening.open("Anna")
        await evening.bot.app.db.tables.invite(evening.live.id, range(1, MAX_INVITED + 1))
        await evening.bot.app.tables.refresh(evening.live)
        outcome = await invite(evening, "Anna", "Bert")
        assert str(MAX_INVITED) in outcome.followups[0].text
        assert evening.world.pings == []


# Removing


async def test_a_person_removed_by_the_host_may_come_back_if_anyone_may_join(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.open(*THREE)
        await remove(evening, "Anna", "Bert")
        assert seated(evening) == ["Anna", "Cyril"]
        (hand,) = evening.person("Bert").dms()
        assert CZECH("The host has removed you from the table.") in hand.text
        assert await join(evening, "Bert") == ""
        assert seated(evening) == ["Anna", "Cyril", "Bert"]
        evening.clean()


async def test_anyone_who_was_removed_from_a_private_table_needs_a_new_invitation(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.open("Anna")
        await invite(evening, "Anna", "Bert")
        await join(evening, "Bert")
        await set_up(evening, "Anna", access="invited")
        await remove(evening, "Anna", "Bert")
        assert CZECH(NOT_WELCOME, host=evening.person("Anna").mention) in await join(evening, "Bert")
        await invite(evening, "Anna", "Bert")
        assert await join(evening, "Bert") == ""
        evening.clean()


async def test_only_the_host_removes_and_not_from_a_running_game(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.open(*THREE)
        assert "jen hostitel" in (await evening.press_board("Bert", "remove")).text
        await evening.press_board("Anna", "remove")
        panel = evening.private("Anna")
        chosen = Evening.part(panel, "remove_sure")
        forged = {"custom_id": chosen, "component_type": 3, "values": [str(evening.person("Cyril").id)]}
        await evening.person("Bert")._component(evening.board("Bert"), forged)
        await evening.settled()
        assert seated(evening) == list(THREE)
        await evening.press_board("Anna", "start")
        await evening.person("Anna").forge(panel, chosen, component_type=3, values=[str(evening.person("Bert").id)])
        await evening.settled()
        assert [seat.left for seat in evening.live.seats] == [None] * 3


@pytest.mark.parametrize("guest", ["Anna", "Dora"])
async def test_no_one_but_another_seated_person_is_removed(database: Path, guest: str) -> None:
    async with Evening.of(*THREE, "Dora", database=database) as evening:
        await evening.open(*THREE)
        await evening.press_board("Anna", "remove")
        panel = evening.private("Anna")
        values = [str(evening.person(guest).id)]
        await evening.person("Anna").forge(panel, Evening.part(panel, "remove_sure"), component_type=3, values=values)
        await evening.settled()
        assert seated(evening) == list(THREE)


# The seal


async def test_the_seal_is_shown_privately_to_anyone_who_asks(database: Path) -> None:
    async with Evening.of("Anna", "Bert", database=database) as evening:
        await evening.open("Anna")
        assert evening.live.commitment not in evening.board().text
        await evening.press_board("Bert", "shuffle")
        shown = evening.private("Bert")
        assert evening.live.commitment in shown.text
        assert not [seen for seen in evening.person("Anna").messages(evening.channel) if seen.ephemeral]
        evening.clean()
