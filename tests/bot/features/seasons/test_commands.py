"""Tests seasons, leaderboards, and statistics by game, season and partner; users who opt out are in no public table."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bot.emulator.people.seen import Seen
from bot.emulator.world.permissions import bits
from bot.games import GAME_UIS
from tests.bot.played_out import GAME, played_out, to_the_end
from tests.bot.refused import CZECH
from tests.bot.table import Evening

THREE = ("Anna", "Bert", "Cyril")
FOR_MANAGERS = CZECH("You need the Manage Channels or Manage Server permission to do that.")
KEPT = CZECH("This player's statistics are private.")
NO_SEASON = CZECH("There is no such season here. Open one with `/league open`.")


async def opened(evening: Evening, *members: str, **options: Any) -> Seen:
    """Opens a season as Anna after a minute, lets these members join by its button, and returns its public message."""
    await evening.pass_time(60)
    outcome = await evening.slash("Anna", "league open", game=GAME, **options)
    message = outcome.message
    assert message is not None
    assert not message.ephemeral, message.text
    for name in members:
        await evening.press(name, message, evening.part(message, "s_join"))
    return message


async def text_of(evening: Evening, name: str, command: str, **options: Any) -> str:
    return (await evening.slash(name, command, **options)).text


def mention(evening: Evening, name: str) -> str:
    return evening.person(name).mention


async def test_two_games_of_members_make_a_season(database: Path) -> None:
    async with Evening.of(*THREE, database=database, pictures=False) as evening:
        await opened(evening, "Anna", "Bert", name="Jaro")
        for _ in range(2):
            await played_out(evening)
        results = await text_of(evening, "Cyril", "league results")
        assert "Jaro" in results
        assert results.count("2 hry") == 2
        assert "**1.** <@" in results
        assert mention(evening, "Cyril") not in results
        games = await text_of(evening, "Cyril", "league games", season="Jaro")
        assert "`1` · <t:" in games
        assert "`2` · <t:" in games
        assert evening.world.pings == []
        evening.clean()


async def test_closing_asks_twice_and_tells_everyone_the_final_results(database: Path) -> None:
    async with Evening.of(*THREE, database=database, pictures=False) as evening:
        message = await opened(evening, "Anna", "Bert")
        await played_out(evening)
        asked = (await evening.slash("Anna", "league close")).message
        assert asked is not None
        assert asked.ephemeral
        forged = await evening.person("Bert").forge(message, evening.part(asked, "s_close"))
        await forged.done()
        assert FOR_MANAGERS in forged.text
        await evening.press("Anna", asked, evening.part(asked, "s_close"))
        final = [seen for seen in evening.person("Cyril").messages(evening.channel) if "Konečné výsledky" in seen.text]
        assert len(final) == 1
        assert mention(evening, "Bert") in final[0].text
        before = await text_of(evening, "Bert", "league results")
        await evening.pass_time(60)
        await played_out(evening)
        assert await text_of(evening, "Bert", "league results") == before
        late = await evening.press("Cyril", message, evening.part(message, "s_join"))
        assert CZECH("That season is closed, and its results are final.") in late.text
        evening.clean()


async def test_a_restart_keeps_seasons_and_their_buttons(database: Path) -> None:
    async with Evening.of(*THREE, database=database, pictures=False) as evening:
        message = await opened(evening, "Anna", "Bert")
        await played_out(evening)
        before = await text_of(evening, "Bert", "league results")
        await evening.restart()
        assert await text_of(evening, "Bert", "league results") == before
        await evening.press("Cyril", message, evening.part(message, "s_join"))
        assert mention(evening, "Cyril") in await text_of(evening, "Bert", "league results")


async def test_only_who_may_manage_opens_and_closes(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        assert FOR_MANAGERS in await text_of(evening, "Bert", "league open", game=GAME)
        await opened(evening)
        assert FOR_MANAGERS in await text_of(evening, "Bert", "league close")
        again = await text_of(evening, "Anna", "league open", game=GAME)
        assert (
            CZECH("The season {name} of that game is still open. Close it first with `/league close`.").split("{name}")[
                0
            ]
            in again
        )


async def test_the_manage_server_permission_is_enough_to_open_a_season(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        guild = evening.world.guilds[evening.channel.guild_id or 0]
        guild.roles[guild.id].permissions |= bits("manage_guild")
        outcome = await evening.slash("Bert", "league open", game=GAME)
        assert outcome.message is not None
        assert not outcome.message.ephemeral, outcome.text


async def test_without_a_season_or_a_server_the_commands_say_so(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        for command in ("results", "games", "join", "leave", "close"):
            outcome = await evening.slash("Anna", f"league {command}")
            assert NO_SEASON in outcome.text, command
            assert outcome.message is not None
            assert outcome.message.ephemeral
        dm = evening.person("Anna").dm()
        for command in ("results", "join", "leaderboard"):
            there = (await evening.slash("Anna", f"league {command}", dm)).text
            assert (
                CZECH("Seasons and tournaments belong to a server. Use this command in one of its channels.") in there
            )
        evening.clean()


@pytest.mark.parametrize(
    "custom_id",
    [
        "kr:0:s_join", "kr:0:s_join:99:", "kr:0:s_table:99:0", "kr:0:s_games:99:9999", "kr:0:s_close:99:",
        "kr:7:s_close:99:", "kr:0:l_top:99:0", "kr:0:l_top", "kr:0:s_table:1:0.1.2", "kr:0:s_table:1:9999",
        "kr:0:l_top:0:9999", "kr:0:l_hide:5:5", "kr:0:s_games:1:",
    ],
)  # fmt: skip
async def test_forged_presses_are_answered_privately_and_change_nothing(database: Path, custom_id: str) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        message = await opened(evening, "Anna")
        outcome = await evening.person("Cyril").forge(message, custom_id)
        await outcome.done()
        await evening.settled()
        assert outcome.acknowledged
        answers = [seen for seen in (outcome.message, *outcome.followups) if seen and seen.id != message.id]
        assert answers
        assert all(seen.ephemeral for seen in answers)
        assert await evening.bot.app.db.seasons.members(1) == {evening.person("Anna").id: True}
        assert (await evening.bot.app.db.seasons.get(1)).closed is None
        evening.clean()


async def test_a_season_of_another_server_is_not_shown(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        app = evening.bot.app
        other = await app.db.seasons.open(12345, GAME, "Elsewhere", 1, evening.now())
        message = await opened(evening)
        for verb in ("s_join", "s_table", "s_games", "s_close"):
            outcome = await evening.person("Anna").forge(message, f"kr:0:{verb}:{other.id}:0")
            await outcome.done()
            assert NO_SEASON in outcome.text, verb
        assert NO_SEASON in await text_of(evening, "Anna", "league results", season=str(other.id))
        offered = await evening.person("Anna").autocomplete(evening.channel, "league results", "season", "")
        assert len(offered.choices) == 1
        assert await app.db.seasons.members(other.id) == {}


# Out of public tables


async def test_a_user_who_opts_out_is_in_no_public_table_and_others_keep_their_rating(database: Path) -> None:
    async with Evening.of(*THREE, database=database, pictures=False) as evening:
        await opened(evening, "Anna", "Bert")
        await played_out(evening)
        bert = mention(evening, "Bert")
        before = await text_of(evening, "Cyril", "league results")
        anna = next(line for line in before.splitlines() if mention(evening, "Anna") in line)
        panel = (await evening.slash("Bert", "league me")).message
        assert panel is not None
        await evening.press("Bert", panel, evening.part(panel, "l_hide"))
        for command, options in (("results", {}), ("games", {}), ("leaderboard", {"game": GAME})):
            for name in THREE:
                assert bert not in await text_of(evening, name, f"league {command}", **options), command
        after = await text_of(evening, "Cyril", "league results")
        assert anna.split(" · ", 1)[1] in after
        assert "někdo" in await text_of(evening, "Cyril", "league games")
        user = evening.person("Bert").user
        assert KEPT in await text_of(evening, "Anna", "record stats", player=user)
        assert KEPT in await text_of(evening, "Anna", "record stats", partner=user)
        assert "1 hra" in await text_of(evening, "Bert", "record stats")
        shown = (await evening.slash("Bert", "league me")).message
        assert shown is not None
        await evening.press("Bert", shown, evening.part(shown, "l_show"))
        assert bert in await text_of(evening, "Cyril", "league leaderboard", game=GAME)
        evening.clean()


async def test_a_computer_is_not_ranked_and_its_games_do_not_count(database: Path) -> None:
    async with Evening.of(*THREE, database=database, pictures=False) as evening:
        await opened(evening, "Anna", "Bert")
        await evening.open("Anna", "Bert", game=GAME)
        await evening.add_computer("Anna")
        await evening.press_board("Anna", "start")
        await to_the_end(evening)
        assert "**1.**" not in await text_of(evening, "Cyril", "league results")
        assert CZECH("No game counts yet.") in await text_of(evening, "Cyril", "league leaderboard", game=GAME)


# Statistics


async def test_statistics_can_be_limited_to_a_game_a_season_or_a_partner(database: Path) -> None:
    async with Evening.of(*THREE, database=database, pictures=False) as evening:
        await played_out(evening)
        await opened(evening, "Anna", "Bert")
        await played_out(evening)
        await played_out(evening, *THREE)
        cyril = evening.person("Cyril").user
        assert "3 hry" in await text_of(evening, "Anna", "record stats", game=GAME)
        other = next(kind for kind in GAME_UIS if kind != GAME)
        assert "3 hry" not in await text_of(evening, "Anna", "record stats", game=other)
        in_season = await text_of(evening, "Anna", "record stats", season="1")
        assert "2 hry" in in_season
        assert "± " in in_season
        assert "2 hry" in await text_of(evening, "Anna", "record stats", season="1", game=GAME)
        assert "2 hry" not in await text_of(evening, "Anna", "record stats", season="1", game=other)
        with_cyril = await text_of(evening, "Anna", "record stats", partner=cyril)
        assert "1 hra" in with_cyril
        assert "před spoluhráčem" in with_cyril
        assert "±" not in with_cyril.split("-#")[0]
        assert "1 hra" not in await text_of(evening, "Anna", "record stats", partner=cyril, season="1")
        evening.clean()


async def test_a_record_of_the_archive_is_handed_out_by_number_anywhere_on_the_server(database: Path) -> None:
    async with Evening.of(*THREE, database=database, pictures=False) as evening:
        await played_out(evening)
        await opened(evening, "Anna", "Bert")
        await played_out(evening)
        elsewhere = evening.world.channel("table-2")
        outcome = await evening.slash("Cyril", "record export", elsewhere, number=2)
        assert any(seen.attachments for seen in (outcome.message, *outcome.followups) if seen)
        refused = await evening.slash("Cyril", "record export", elsewhere, number=1)
        assert CZECH("That table does not exist any more. Open one with `/game new`.") in refused.text
        own = await evening.slash("Anna", "record export", elsewhere, number=1)
        assert any(seen.attachments for seen in (own.message, *own.followups) if seen)
