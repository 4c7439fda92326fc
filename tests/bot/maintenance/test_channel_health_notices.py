"""Tests messages about channels that the bot cannot use.

Each problem is told once, for lobbies and games; a game that cannot be shown is paused.
"""

from __future__ import annotations

from pathlib import Path

from bot.emulator.world import acts
from tests.bot.features.channel_health.test_service import stands_still
from tests.bot.table import Evening
from tests.emulator import moderation

FOUR = ("Anna", "Bert", "Cyril", "Dora")
SEATED = ("Bert", "Cyril", "Dora")
"""The players; Anna, the server's owner, may manage every channel and does not play."""
TOKENS = 15 * 60 + 1
"""Seconds after which the token of a press cannot edit the board any more."""


async def dms_since(evening: Evening, name: str, before: int) -> list[str]:
    await evening.settled()
    return [letter.text for letter in evening.person(name).dms()[before:]]


async def forbidden(evening: Evening) -> None:
    """Denies the bot access to the channel, lets the tokens of presses expire, and gives an answer, by whose board the
    bot notices that.
    """
    moderation.forbid(evening.world, evening.channel, "view_channel")
    evening.clock.advance(TOKENS)
    game = evening.game
    assert game.decision is not None
    await evening.answer(game.waiting[0], game.decision.silence or "pass")
    assert evening.live.in_trouble


async def allowed(evening: Evening) -> None:
    moderation.allow(evening.world, evening.channel, "view_channel")
    await stands_still(evening, False)
    await evening.settled()


async def test_every_new_trouble_is_reported_once(database: Path) -> None:
    async with Evening.of(*FOUR, database=database) as evening:
        await evening.sit_down(*SEATED, pace="correspondence")
        before = len(evening.person("Bert").dms())
        for times in (1, 2):
            await forbidden(evening)
            evening.bot.app.publisher.changed(evening.table)
            told = await dms_since(evening, "Bert", before)
            assert len([text for text in told if "nesmím psát" in text]) == times
            await allowed(evening)


async def test_trouble_that_comes_after_the_players_went_on_is_reported_again(database: Path) -> None:
    async with Evening.of(*FOUR, database=database) as evening:
        await evening.sit_down(*SEATED, pace="correspondence")
        before = len(evening.person("Bert").dms())
        await forbidden(evening)
        evening.discord.gateway.repeat("CHANNEL_UPDATE", 0)
        moderation.allow(evening.world, evening.channel, "view_channel")
        assert "Hotovo" in (await evening.slash("Cyril", "game resume")).text
        assert evening.live.row.paused_at is None
        await forbidden(evening)
        assert len([text for text in await dms_since(evening, "Bert", before) if "nesmím psát" in text]) == 2


async def test_a_lobby_that_cannot_be_shown_is_no_paused_game(database: Path) -> None:
    async with Evening.of(*FOUR, database=database) as evening:
        await evening.open("Bert", "Cyril", pace="correspondence")
        before = len(evening.person("Bert").dms())
        moderation.forbid(evening.world, evening.channel, "view_channel")
        evening.clock.advance(TOKENS)
        await evening.slash("Dora", "game join")
        (told,) = await dms_since(evening, "Bert", before)
        assert f"<#{evening.channel.id}>" in told
        assert "View Channel" in told
        assert "před hrou" in told
        assert "hra sama pokračuje" not in told
        moderation.allow(evening.world, evening.channel, "view_channel")
        await evening.until(lambda: evening.person("Dora").mention in evening.board().text)
        await evening.press_board("Bert", "start")
        await forbidden(evening)
        assert "proto pozastavený" in (await dms_since(evening, "Bert", before))[-1]
        await allowed(evening)
        assert "move" in Evening.verbs(evening.board())


async def test_a_table_that_cannot_be_shown_yet_is_not_resumed_and_told_why(database: Path) -> None:
    async with Evening.of(*FOUR, database=database) as evening:
        await evening.sit_down(*SEATED, pace="correspondence")
        await forbidden(evening)
        for name in ("Bert", "Anna"):
            outcome = await evening.slash(name, "game resume")
            assert "View Channel" in outcome.text
            assert "Hotovo" not in outcome.text
        assert evening.live.in_trouble
        await allowed(evening)
        evening.bot.app.publisher.changed(evening.table)
        await evening.settled()
        assert "move" in Evening.verbs(evening.board())


async def test_a_table_in_a_deleted_thread_moves_where_a_player_resumes_it(database: Path) -> None:
    async with Evening.of("Anna", "Bert", "Cyril", database=database) as evening:
        thread = acts.add_thread(evening.world, evening.channel, "evening", owner=evening.person("Anna").id)
        await evening.slash("Anna", "game new", channel=thread, game="mafia_city")
        for name in ("Bert", "Cyril"):
            await evening.slash(name, "game join", channel=thread)
        await evening.slash("Anna", "game start", channel=thread)
        hand = (await evening.slash("Bert", "game hand", channel=thread)).text
        moderation.delete_channel(evening.world, thread)
        await evening.until(lambda: "už není" in evening.person("Anna").dms()[-1].text)
        await evening.settled()
        assert evening.live.in_trouble
        await evening.slash("Bert", "game resume")
        assert evening.live.row.channel == evening.channel.id
        assert evening.live.row.paused_at is None
        assert "move" in Evening.verbs(evening.board())
        there = hand.replace(f"<#{thread.id}>", f"<#{evening.channel.id}>")
        assert (await evening.slash("Bert", "game hand")).text == there != hand
