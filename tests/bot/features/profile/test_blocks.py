"""Tests `/profile block`, which keeps two people apart; only the user who blocks can see it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from bot.tables.limits import MAX_INVITATIONS
from bot.tables.refusals import CANNOT_INVITE
from tests.bot.played_out import played_out
from tests.bot.refused import CZECH
from tests.bot.table import Evening

TWO = ("Anna", "Bert")
THREE = ("Anna", "Bert", "Cyril")


def sits(evening: Evening, name: str) -> bool:
    return any(seat.user == evening.person(name).id for seat in evening.live.seats)


async def block(evening: Evening, owner: str, other: str) -> None:
    await evening.slash(owner, "profile", block=evening.person(other))


async def test_a_blocked_user_is_refused_as_at_a_private_table(database: Path) -> None:
    said = []
    for at, private in enumerate((False, True)):
        async with Evening.of(*TWO, database=database.with_name(f"{at}.sqlite3")) as evening:
            if not private:
                await block(evening, "Anna", "Bert")
            await evening.open("Anna")
            if private:
                await make_private(evening)
            await evening.press_board("Bert", "join")
            assert not sits(evening, "Bert")
            said.append(evening.private("Bert").text)
            evening.clean()
    assert said[0] == said[1]
    assert "rozhoduje" in said[0]


async def make_private(evening: Evening) -> None:
    """Lets only invited people join the table."""
    app = evening.bot.app
    async with app.tables.held(evening.table) as live:
        await app.db.tables.change_lobby(live.id, replace(live.row, access="invited"))
        await app.tables.refresh(live)


async def test_the_blocked_user_is_not_notified_and_the_board_stays_the_same(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.open("Anna", "Bert")
        before, dms = evening.board().text, len(evening.person("Bert").messages(evening.person("Bert").dm()))
        await block(evening, "Anna", "Bert")
        assert evening.board().text == before
        assert len(evening.person("Bert").messages(evening.person("Bert").dm())) == dms
        assert all(seen.ephemeral for seen in evening.person("Anna").messages(evening.channel)[-1:])
        evening.clean()


async def test_the_panel_lists_blocks_until_they_end(database: Path) -> None:
    async with Evening.of(*TWO, database=database) as evening:
        bert = evening.person("Bert")
        await block(evening, "Anna", "Bert")
        assert bert.mention in evening.private("Anna").text
        await evening.slash("Anna", "profile")
        assert bert.mention in evening.private("Anna").text
        await evening.slash("Bert", "profile")
        assert evening.person("Anna").mention not in evening.private("Bert").text
        await evening.slash("Anna", "profile", unblock=bert)
        assert bert.mention not in evening.private("Anna").text
        await evening.open("Anna")
        await evening.press_board("Bert", "join")
        assert sits(evening, "Bert")
        evening.clean()


async def test_a_block_names_the_tables_and_tournaments_that_both_share(database: Path) -> None:
    async with Evening.of(*THREE, database=database, pictures=False) as evening:
        await evening.slash("Anna", "league tournament", game="mafia_city")
        message = next(seen for seen in evening.person("Anna").messages(evening.channel) if not seen.ephemeral)
        for name in ("Anna", "Bert"):
            await evening.press(name, message, evening.part(message, "t_join"))
        await block(evening, "Anna", "Cyril")
        assert "⚠️" not in evening.private("Anna").text
        await block(evening, "Anna", "Bert")
        warning = evening.private("Anna").text
        assert "⚠️" in warning
        assert f"<#{evening.channel.id}>" in warning
        await evening.slash("Bert", "league drop")
        await block(evening, "Anna", "Bert")
        assert "⚠️" not in evening.private("Anna").text
        other = evening.world.channel("table-2")
        await evening.slash("Bert", "game new", other, game="mafia_city")
        await evening.slash("Cyril", "game join", other)
        outcome = await evening.choose_on("Bert", "Block", evening.person("Cyril"))
        assert f"<#{other.id}>" in outcome.text
        evening.clean()


async def test_a_host_cannot_invite_a_user_they_block(database: Path) -> None:
    async with Evening.of(*TWO, database=database) as evening:
        await block(evening, "Anna", "Bert")
        board = await evening.open("Anna")
        person, bert = evening.person("Anna"), evening.person("Bert")
        await (await person.select(board, evening.part(board, "invite"), str(bert.id))).done()
        await evening.settled()
        assert CZECH("You have blocked {player}. `/profile` ends a block.", player=bert.mention) in (
            evening.private("Anna").text
        )
        assert evening.live.row.invited == ()
        evening.clean()


async def test_proposals_of_replacements_count_as_invitations_even_if_refused(database: Path) -> None:
    async with Evening.of(*TWO, "Cyril", database=database) as evening:
        await evening.sit_down(*TWO, game="kralovske_rosady", keep=False)
        await block(evening, "Cyril", "Bert")
        seat = next(seat.seat for seat in evening.live.seats if seat.name == "Anna")
        cyril = evening.person("Cyril").user
        for _ in range(MAX_INVITATIONS):
            refused = await evening.slash("Bert", "game replace", player=seat, by=cyril)
            assert CZECH(CANNOT_INVITE, player=evening.person("Cyril").mention) in refused.text
        assert "<t:" in (await evening.slash("Bert", "game replace", player=seat, by=cyril)).text


async def test_a_rematch_does_not_seat_a_blocked_player(database: Path) -> None:
    async with Evening.of(*TWO, database=database) as evening:
        await played_out(evening)
        await block(evening, "Anna", "Bert")
        last = evening.board()
        await evening.press("Bert", last, Evening.part(last, "rematch"))
        assert [seat.name for seat in evening.live.seats] == ["Bert"]
        evening.clean()


async def test_no_one_blocks_themselves(database: Path) -> None:
    async with Evening.of(*TWO, database=database) as evening:
        await block(evening, "Anna", "Anna")
        assert await evening.bot.app.db.blocks.of(evening.person("Anna").id) == []
        evening.clean()
