"""After the end: last hands by their owners' wish, the rematch, statistics, points over the rounds."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import pytest

from bot import showing, telling
from bot.computer import choose
from bot.ratings import Rating
from bot.showing.after import Score
from bot.texts import words
from rules.engine import Game
from tests.bot.every_board import EVERY_SIZE, played
from tests.bot.table import Evening

GAME = "kralovske_rosady"
"""For what is played out here: a whole game is short."""
TWO = ("Anna", "Bert")


async def to_the_end(evening: Evening) -> Game:
    """Somebody lends both a hand until the game is over."""
    live, dice = evening.live, random.Random(7)
    game = live.game
    assert game is not None
    while game.decision is not None:
        seat = game.waiting[0]
        keys = choose(game, seat, dice)
        await evening.bot.house.referee.play(live.id, game.number, live.seat(seat).user, keys)
    await evening.settled()
    return game


async def played_out(evening: Evening, *names: str) -> Game:
    """A game of these people, from the lobby to its end."""
    await evening.sit_down(*(names or TWO), game=GAME, keep=False)
    return await to_the_end(evening)


async def ended_without_a_winner(evening: Evening) -> None:
    await evening.sit_down(*TWO, game=GAME, keep=False)
    for name in TWO:
        await evening.slash(name, "game end")
    assert evening.live.row.phase == "ended"


def usable(evening: Evening, name: str) -> list[str]:
    """Everything that somebody can press in the channel or in their DMs."""
    person = evening.person(name)
    seen = [*person.messages(evening.channel), *person.dms()]
    return [part.custom_id for message in seen for part in message.usable]


def hand_of(evening: Evening, seat: str) -> str:
    """The seat's cards as they are told in Czech."""
    game = evening.live.game
    assert game is not None
    return evening.live.board.hand(game.view(seat), seat, words("cs"))


# The end itself


async def test_the_end_leaves_nothing_to_press_and_says_what_there_is(database: Path) -> None:
    async with Evening.of(*TWO, database=database) as evening:
        await played_out(evening)
        assert [usable(evening, name) for name in TWO] == [[], []]
        for command in ("/hra odveta", "/hra odkrýt", "/hra záznam", "/hra ověřit"):
            assert command in evening.board().text
        evening.clean()


# Last hands


async def test_the_last_hand_is_shown_to_its_owner_alone(database: Path) -> None:
    async with Evening.of(*TWO, database=database) as evening:
        await ended_without_a_winner(evening)
        outcome = await evening.slash("Anna", "game hand")
        assert outcome.message is not None
        assert outcome.message.ephemeral
        assert "poslední ruka" in outcome.text
        assert hand_of(evening, "a") in outcome.text
        assert Evening.verbs(outcome.message) == {"reveal", "rematch"}
        evening.clean()


async def test_a_hand_is_made_public_by_its_owner(database: Path) -> None:
    async with Evening.of(*TWO, "Cyril", database=database) as evening:
        await ended_without_a_winner(evening)
        outcome = await evening.slash("Anna", "game reveal")
        assert outcome.message is not None
        assert not outcome.message.ephemeral
        assert not outcome.message.usable
        text = evening.person("Cyril").messages(evening.channel)[-1].text
        assert evening.person("Anna").mention in text
        assert hand_of(evening, "a") in text
        assert hand_of(evening, "b") not in text
        assert evening.world.pings == []
        evening.clean()


async def test_a_hand_is_made_public_by_its_button(database: Path) -> None:
    async with Evening.of(*TWO, database=database) as evening:
        await ended_without_a_winner(evening)
        outcome = await evening.slash("Bert", "game hand")
        assert outcome.message is not None
        await evening.press("Bert", outcome.message, Evening.part(outcome.message, "reveal"))
        public = [seen.text for seen in evening.person("Anna").messages(evening.channel)]
        assert hand_of(evening, "b") in public[-1]
        assert Evening.verbs(evening.private("Bert")) == {"rematch"}
        evening.clean()


async def test_the_last_hand_after_a_restart_is_the_same(database: Path) -> None:
    async with Evening.of(*TWO, database=database) as evening:
        await ended_without_a_winner(evening)
        before = (await evening.slash("Anna", "game hand")).text
        await evening.restart()
        assert (await evening.slash("Anna", "game hand")).text == before
        outcome = await evening.slash("Anna", "hra odkrýt")
        assert outcome.message is not None
        assert not outcome.message.ephemeral
        evening.clean()


async def test_no_hand_is_revealed_before_the_end_or_by_others(database: Path) -> None:
    async with Evening.of(*TWO, "Cyril", database=database) as evening:
        assert "žádný stůl" in (await evening.slash("Anna", "game reveal")).text
        await evening.sit_down(*TWO, game=GAME, keep=False)
        refused = await evening.slash("Anna", "game reveal")
        assert "až po konci" in refused.text
        for name in TWO:
            await evening.slash(name, "game end")
        assert "nesedíš" in (await evening.slash("Cyril", "game reveal")).text
        assert "nesedíš" in (await evening.slash("Cyril", "game hand")).text
        public = [seen for seen in evening.person("Cyril").messages(evening.channel) if not seen.ephemeral]
        assert not any("ukazuje" in seen.text for seen in public)
        evening.clean()


# Rematch


async def test_a_rematch_seats_the_same_people_under_the_same_settings(database: Path) -> None:
    async with Evening.of(*TWO, database=database) as evening:
        await evening.sit_down("Bert", "Anna", game=GAME, keep=False, pace="relaxed", turn_seconds=45, language="en")
        former = (await to_the_end(evening)).head
        finished = evening.live
        outcome = await evening.slash("Anna", "game rematch")
        assert outcome.kind == "message"
        assert outcome.message is not None
        assert not outcome.message.ephemeral
        assert Evening.verbs(outcome.message) == {"join", "leave", "computer", "start", "learn"}
        again = evening.live
        assert again.id != finished.id
        assert [seat.name for seat in again.seats] == ["Bert", "Anna"]
        assert again.row.host == evening.person("Anna").id
        for setting in ("kind", "options", "pace", "turn_seconds", "window_seconds", "language", "channel", "guild"):
            assert getattr(again.row, setting) == getattr(finished.row, setting)
        assert again.commitment not in (former.commitment, "")
        await evening.press_board("Bert", "start")
        assert evening.live.row.phase == "running"
        evening.clean()


async def test_a_rematch_by_its_button(database: Path) -> None:
    async with Evening.of(*TWO, database=database) as evening:
        await played_out(evening)
        private = await evening.slash("Bert", "game verify")
        assert private.message is not None
        outcome = await evening.press("Bert", private.message, "Odveta")
        assert evening.live.row.phase == "lobby"
        assert outcome.message is not None
        assert not outcome.message.ephemeral
        assert evening.live.commitment in evening.board("Anna").text
        await evening.press_board("Anna", "leave")
        assert [seat.name for seat in evening.live.seats] == ["Bert"]
        evening.clean()


async def test_everybody_is_told_of_the_seat_that_waits(database: Path) -> None:
    async with Evening.of(*TWO, database=database) as evening:
        await played_out(evening)
        before = len(evening.person("Bert").dms())
        await evening.slash("Anna", "game rematch")
        await evening.until(lambda: len(evening.person("Bert").dms()) == before + 1)
        assert f"<#{evening.channel.id}>" in evening.person("Bert").dms()[-1].text
        evening.clean()


async def test_computers_come_again_and_whoever_left_does_not(database: Path) -> None:
    async with Evening.of(*TWO, "Cyril", database=database) as evening:
        await evening.open("Anna", "Bert", "Cyril", game=GAME)
        await evening.press_board("Anna", "computer")
        await evening.press_board("Anna", "start")
        live = evening.live
        await evening.bot.house.lobby.leave_running(live.id, evening.person("Cyril").id)
        for name in TWO:
            await evening.slash(name, "game end")
        await evening.slash("Bert", "game rematch")
        assert [(seat.name, seat.computer) for seat in evening.live.seats] == [
            ("Anna", False),
            ("Bert", False),
            ("Počítač 1", True),
        ]
        evening.clean()


async def test_a_busy_channel_refuses_a_rematch_privately(database: Path) -> None:
    async with Evening.of(*TWO, "Cyril", database=database) as evening:
        await played_out(evening)
        hand = await evening.slash("Anna", "game hand")
        assert hand.message is not None
        await evening.slash("Cyril", "game new")
        refused = await evening.press("Anna", hand.message, Evening.part(hand.message, "rematch"))
        assert "už stůl je" in evening.private("Anna").text
        assert not refused.failed
        command = await evening.slash("Bert", "game rematch")
        assert command.message is not None
        assert command.message.ephemeral
        assert len(await evening.bot.house.store.unfinished()) == 1
        evening.clean()


async def test_two_who_want_a_rematch_at_once_get_one(database: Path) -> None:
    async with Evening.of(*TWO, database=database) as evening:
        await played_out(evening)
        both = await asyncio.gather(*(evening.slash(name, "game rematch") for name in TWO))
        assert sorted(outcome.message.ephemeral for outcome in both if outcome.message) == [False, True]
        assert len(await evening.bot.house.store.unfinished()) == 1
        evening.clean()


async def test_a_last_hand_is_not_shown_into_the_next_game(database: Path) -> None:
    async with Evening.of(*TWO, database=database) as evening:
        await ended_without_a_winner(evening)
        hand = await evening.slash("Anna", "game hand")
        assert hand.message is not None
        await evening.slash("Bert", "game rematch")
        await evening.press_board("Bert", "start")
        assert evening.live.row.phase == "running"
        await evening.press("Anna", hand.message, Evening.part(hand.message, "reveal"))
        assert "až po konci" in evening.private("Anna").text
        public = [seen for seen in evening.person("Bert").messages(evening.channel) if not seen.ephemeral]
        assert not any("ukazuje" in seen.text for seen in public)
        evening.clean()


async def test_beside_a_lobby_the_last_game_can_still_be_checked_and_shown(database: Path) -> None:
    async with Evening.of(*TWO, "Cyril", database=database) as evening:
        await played_out(evening)
        commitment = evening.live.commitment
        await evening.slash("Anna", "game rematch")
        assert commitment in (await evening.slash("Bert", "game verify")).text
        assert "ukazuje" in (await evening.slash("Bert", "game reveal")).text
        assert commitment in (await evening.slash("Cyril", "game verify")).text
        exported = await evening.slash("Cyril", "game export")
        assert [seen for seen in (exported.message, *exported.followups) if seen and seen.attachments]
        evening.clean()


async def test_while_a_game_runs_there_the_one_before_stays_where_it_is(database: Path) -> None:
    async with Evening.of(*TWO, "Cyril", database=database) as evening:
        await played_out(evening)
        await evening.slash("Anna", "game rematch")
        await evening.press_board("Anna", "start")
        assert "až po konci" in (await evening.slash("Cyril", "game verify")).text
        evening.clean()


async def test_only_who_sat_there_opens_a_rematch(database: Path) -> None:
    async with Evening.of(*TWO, "Cyril", database=database) as evening:
        await played_out(evening)
        assert "nesedíš" in (await evening.slash("Cyril", "game rematch")).text
        verified = await evening.slash("Cyril", "game verify")
        assert verified.message is not None
        assert not verified.message.usable
        assert await evening.bot.house.store.unfinished() == []
        evening.clean()


async def test_a_rematch_is_opened_where_the_game_was_played(database: Path) -> None:
    async with Evening.of(*TWO, database=database) as evening:
        await played_out(evening)
        hand = await evening.slash("Anna", "game hand", evening.person("Anna").dm())
        assert "poslední ruka" in hand.text
        assert hand.message is not None
        assert not hand.message.usable
        elsewhere = evening.world.channel("table-2")
        assert "žádný stůl" in (await evening.slash("Anna", "game rematch", elsewhere)).text
        other = await evening.slash("Anna", "game new", elsewhere)
        assert other.message is not None
        await evening.person("Anna").forge(other.message, f"kr:{1}:rematch")
        await evening.settled()
        assert len(await evening.bot.house.store.unfinished()) == 1
        evening.clean()


# Statistics


async def test_statistics_come_from_finished_games(database: Path) -> None:
    async with Evening.of(*TWO, "Cyril", database=database) as evening:
        over = (await played_out(evening)).over
        assert over is not None
        winner = evening.holder(over["winners"][0])
        wins = 1 if len(over["winners"]) == 1 else 0
        outcome = await evening.slash(winner, "game stats")
        assert outcome.message is not None
        assert outcome.message.ephemeral
        assert "Královské rošády: 1 hra · 1 vítězství · rating " in outcome.text
        assert outcome.text.count("Královské rošády: ") == 2
        others = await evening.slash("Cyril", "hra statistika", hráč=evening.person(winner))
        assert others.text.count("Královské rošády: 1 hra · 1 vítězství") == 1
        assert "všech serverech" not in others.text
        assert "Zatím žádná dohraná hra." in (await evening.slash("Cyril", "game stats")).text
        loser = TWO[1 - TWO.index(winner)]
        assert f"1 hra · {1 - wins} vítězství" in (await evening.slash(loser, "game stats")).text
        assert evening.world.pings == []
        evening.clean()


async def test_statistics_in_a_dm_are_ones_own(database: Path) -> None:
    async with Evening.of(*TWO, database=database) as evening:
        await played_out(evening)
        dm = evening.person("Anna").dm()
        own = (await evening.slash("Anna", "game stats", dm)).text
        assert "Na všech serverech" in own
        assert "Na tomto serveru" not in own
        others = (await evening.slash("Anna", "game stats", dm, player=evening.person("Bert"))).text
        assert "Královské rošády" not in others
        assert "na serveru, kde" in others
        evening.clean()


async def test_a_game_against_a_computer_counts_and_is_not_rated(database: Path) -> None:
    async with Evening.of("Anna", database=database) as evening:
        await evening.open("Anna", game=GAME)
        await evening.press_board("Anna", "computer")
        await evening.press_board("Anna", "start")
        await to_the_end(evening)
        text = (await evening.slash("Anna", "game stats")).text
        assert "Královské rošády: 1 hra" in text
        assert "zatím bez ratingu" in text
        evening.clean()


def test_statistics_in_english_and_czech() -> None:
    scores = [Score("mafia_city", 5, 2, Rating(1105, 323, 4)), Score("an_old_game", 1, 0, None)]
    english = _text(showing.statistics("<@1>", scores, None, words("en")))
    assert "Mafia City: 5 games · 2 victories · rating 1105 ± 323 from 4 games" in english
    assert "an_old_game: 1 game · 0 victories · not rated yet" in english
    czech = _text(showing.statistics("<@1>", scores, [], words("cs")))
    assert "Mafia City: 5 her · 2 vítězství · rating 1105 ± 323 ze 4 her" in czech
    assert "Na všech serverech**\nZatím žádná dohraná hra." in czech


def _text(view: object) -> str:
    return "\n".join(getattr(part, "content", "") for part in view.children)  # type: ignore[attr-defined]


# Points over the rounds


@EVERY_SIZE
def test_the_points_over_the_rounds_end_with_the_result(kind: str, seats: int) -> None:
    *_, game = played(kind, seats, seed=seats)
    assert game.over is not None
    found = telling.points_by_round(game)
    assert {seat: points[-1] for seat, points in found.items()} == {
        entry["seat"]: entry["points"] for entry in game.over["ranking"]
    }
    assert [len(points) for points in found.values()] == [game.view()["round"]] * seats


def test_a_running_games_points_stay_hidden() -> None:
    game = next(played(GAME, 2, seed=1))
    with pytest.raises(ValueError, match="over"):
        telling.points_by_round(game)
