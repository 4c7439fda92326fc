"""Tests hands by DM: the table they belong to, the owner's private facts, and the owner's current language."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.emulator.people.seen import Seen
from bot.games import context
from bot.texts import translator_for
from tests.bot.table import Evening

TWO = ("Anna", "Bert")
THREE = (*TWO, "Cyril")
GAME = "kralovske_rosady"


def hand(evening: Evening, name: str) -> Seen:
    """Returns the DM with a user's hand."""
    return evening.person(name).dms()[0]


async def test_a_hand_says_in_which_channel_and_server_it_is_played(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down()
        server = next(iter(evening.world.guilds.values())).name
        where = f"### Mafia City · Tvoje karty · <#{evening.channel.id}> · {server}"
        assert where in hand(evening, "Anna").text.splitlines()
        for channel in (evening.channel, evening.person("Anna").dm()):
            shown = await evening.slash("Anna", "game hand", channel)
            assert where in shown.text.splitlines()
        evening.clean()


@pytest.mark.parametrize("restarted", [False, True])
async def test_players_of_a_closed_lobby_are_notified(database: Path, *, restarted: bool) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.open(*TWO, game=GAME)
        for name in TWO:
            assert "V této zprávě se objeví tvoje karty." in hand(evening, name).text
        if restarted:
            await evening.restart()
        await evening.slash("Anna", "game end")
        assert evening.live.row.phase == "ended"
        for name in TWO:
            assert [seen.text for seen in evening.person(name).dms()] == ["Hra skončila, díky za hru."]
        assert not await evening.bot.app.db.messages.of("hand", evening.table)
        evening.clean()


async def test_two_tables_hands_are_told_apart(database: Path) -> None:
    async with Evening.of(*TWO, database=database) as evening:
        await evening.sit_down(*TWO, game=GAME, keep=False)
        other = evening.world.channel("table-2")
        await evening.slash("Anna", "game new", other, game=GAME)
        await evening.slash("Bert", "game join", other)
        await evening.slash("Anna", "game start", other)
        first, second = (seen.text for seen in evening.person("Anna").dms())
        assert f"<#{evening.channel.id}>" in first
        assert f"<#{other.id}>" in second
        evening.clean()


async def test_own_face_down_cards_are_shown_in_the_hand(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.features.hand.hand_message.A_DECISION", 9.0)
    async with Evening.of(*TWO, database=database) as evening:
        await evening.sit_down(*TWO, game=GAME, keep=False)
        game = evening.game
        for column in "12":
            seat = game.waiting[0]
            await evening.answer(seat, next(key for key in game.keys(seat) if key.endswith(f":{column}")))
        for name in TWO:
            seat = evening.live.seat_of(evening.person(name).id).seat
            ctx = context(evening.live.facts, translator_for("cs"), game, seat)
            said = evening.live.game_ui.own(ctx).removeprefix(evening.live.game_ui.hand(ctx)).lstrip("\n")
            assert said.startswith("Lícem dolů: ")
            assert said in hand(evening, name).text
            other = next(one for one in TWO if one != name)
            assert said not in hand(evening, other).text
            assert said not in evening.board().text
        evening.clean()


async def test_a_hand_speaks_another_language_as_soon_as_its_reader_does(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down()
        before = hand(evening, "Anna").id
        for language, said in (("en", "Your hand"), ("sk", "Tvoje karty"), ("en", "Your hand")):
            await evening.slash("Bert", "profile")
            panel = evening.private("Bert")
            await evening.person("Bert").select(panel, Evening.part(panel, "set_language"), [language])
            await evening.settled()
            assert said in hand(evening, "Bert").text
            card = evening.live.game_ui.hand(
                evening.live.game_ui.context(
                    evening.live.facts, translator_for(language), evening.game.view("b"), seat="b"
                )
            ).splitlines()[0]
            assert card in hand(evening, "Bert").text
        assert "Tvoje karty" in hand(evening, "Anna").text
        assert hand(evening, "Anna").id == before
        evening.clean()


def to_hands(evening: Evening) -> list[str]:
    """Returns the names of the requests that opened, sent or edited something in the players' direct messages."""
    rooms = {"@me", *(str(evening.person(name).dm().id) for name in THREE)}
    return [one.name for one in evening.discord.counted if rooms & set(one.path.split("/")[2:4]) and one.body]


async def test_a_restart_edits_no_hand_that_has_not_changed(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down()
        before = to_hands(evening)
        monkeypatch.setattr("bot.features.hand.hand_message.A_DECISION", 9.0)
        for _ in range(2):
            await evening.restart()
            seat = evening.game.waiting[0]
            await evening.answer(seat, next(key for key in evening.game.keys(seat) if key.startswith("place:")))
        assert to_hands(evening) == before
        evening.clean()


async def test_a_hand_that_has_changed_while_no_one_could_tell_follows_after_a_restart(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with Evening.of(*TWO, database=database) as evening:
        await evening.sit_down(*TWO, game=GAME, keep=False)
        monkeypatch.setattr(evening.bot.app.hands, "changed", lambda _live: None)
        game = evening.game
        seat = game.waiting[0]
        name, before = evening.holder(seat), {one: hand(evening, one).text for one in TWO}
        await evening.answer(seat, next(iter(game.keys(seat))))
        assert hand(evening, name).text == before[name]
        monkeypatch.setattr("bot.features.hand.hand_message.A_DECISION", 9.0)
        await evening.restart()
        game = evening.game
        await evening.answer(game.waiting[0], next(iter(game.keys(game.waiting[0]))))
        assert hand(evening, name).text != before[name]
        evening.clean()


async def test_closed_direct_messages_are_tried_again_after_a_restart_only_on_request(
    database: Path,
) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        evening.person("Bert").close_dms()
        await evening.sit_down()
        before, refusals = to_hands(evening), len(evening.world.refusals)
        await evening.restart()
        await evening.answer(evening.game.waiting[0], next(iter(evening.game.keys(evening.game.waiting[0]))))
        assert to_hands(evening) == before
        assert len(evening.world.refusals) == refusals
        evening.person("Bert").close_dms(closed=False)
        for _ in range(2):
            await evening.slash("Bert", "profile")
            panel = evening.private("Bert")
            await evening.press("Bert", panel, Evening.part(panel, "set_dms"))
        assert "Tvoje karty" in hand(evening, "Bert").text
