"""Tests a whole tournament by presses: pairing, threads, rulings, the end, verification and restarts."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bot.emulator.people.outcome import Outcome
from bot.emulator.world import interactions
from bot.emulator.world.permissions import bits
from bot.features.server.service import ELSEWHERE
from bot.features.tournaments.standings import standings
from bot.tables.refusals import TOURNAMENT_NOW, explained
from rules.chance import Chance
from storage import NotInTournament, RemovedFromTournament, tournaments
from tests.bot.played_out import GAME
from tests.bot.refused import CZECH
from tests.bot.table import Evening
from tests.bot.tournament import FIVE, FOUR, Tournament

ORGANISER_ONLY = CZECH(
    "Only the organiser or someone with the Manage Channels or Manage Server permission can do that."
)
DRAWN = CZECH("The tournament assigned the seats at this table. They cannot be changed before the game.")
NONE_HERE = CZECH("There is no tournament here. Open one with `/league tournament`.")
OVER = CZECH("This tournament is over.")
NOT_IN_IT = explained(NotInTournament(), CZECH)
REMOVED = explained(RemovedFromTournament(), CZECH)


async def test_a_tournament_continues_after_a_restart(database: Path) -> None:
    async with Evening.of(*FIVE, database=database, pictures=False) as evening:
        tournament = Tournament(evening)
        await tournament.open(*FIVE, rounds=2, seats=2)
        commitment = tournament.message.text
        await tournament.press("Bert", "t_next")
        assert sorted(len(table.users) for table in (await tournament.state()).rounds[0].tables) == [2, 3]
        await tournament.everyone_opens()
        assert len(tournament.threads) == 2
        for table in (await tournament.state()).rounds[0].tables:
            assert table.game is not None
            live = await evening.bot.app.tables.get(table.game.game)
            assert tuple(seat.user for seat in live.seats) == table.users
            assert not live.row.hints
            assert live.row.hints_chosen, "also a game of one person against computers has none"
            assert live.row.channel in {thread.id for thread in tournament.threads}
        await tournament.play(1)
        before = tournament.message.text
        await evening.restart()
        assert tournament.message.text == before
        await tournament.play(2)
        assert CZECH("Every table of this round has its result.") in tournament.message.text
        await tournament.press("Bert", "t_next")
        await tournament.play_round()
        asked = await tournament.press("Bert", "t_finish")
        await tournament.press_private("Bert", asked, "t_finish_sure")
        final = tournament.message
        assert CZECH("The tournament is over. Final standings:") in final.text
        state = await tournament.state()
        assert sum(line.points for line in standings(state)) == 120 * 5
        for line in standings(state):
            assert f"**{line.place}.** <@{line.user}>" in final.text
        seed = await evening.bot.app.db.seeds.of_tournament(1)
        assert Chance(seed, "tournament-1").commitment in commitment
        assert seed.hex() not in commitment
        assert seed.hex() not in before
        assert seed.hex() in final.text
        checked = await tournament.press("Emil", "t_verify")
        assert "✅" in checked.text
        (file,) = next(seen.attachments for seen in checked.followups if seen.attachments)
        lines = evening.person("Emil").download(file).decode().splitlines()
        draws = [line for line in lines if line.startswith("draw ")]
        assert draws
        for draw in draws:
            number, _, rest = draw.removeprefix("draw ").partition(": ")
            options, _, drawn = rest.partition(" -> ")
            found = Chance(seed, "tournament-1").pick(int(number), options.split(), len(drawn.split()))
            assert list(found) == drawn.split()
        assert evening.world.pings == []
        evening.clean()


async def test_the_seats_of_a_tournaments_lobby_are_as_drawn(database: Path) -> None:
    async with Evening.of(*FIVE, database=database, pictures=False) as evening:
        tournament = Tournament(evening)
        await tournament.open("Anna", "Bert", "Cyril", seats=3)
        await tournament.press("Bert", "t_next")
        await tournament.press("Anna", "t_mine")
        (thread,) = tournament.threads
        lobby = next(seen for seen in evening.person("Anna").messages(thread) if seen.usable)
        before = [seat.user for seat in await evening.bot.app.db.seats.of(1)]
        assert evening.verbs(lobby) == {"start", "learn", "shuffle"}
        for name, verb in (("Dora", "join"), ("Anna", "leave"), ("Anna", "settings"), ("Anna", "guests")):
            outcome = await evening.person(name).forge(lobby, f"kr:1:{verb}")
            await evening.settled()
            assert DRAWN in outcome.text, verb
        outcome = await evening.person("Anna").forge(lobby, "kr:1:computer", component_type=3, values=["easy"])
        await evening.settled()
        assert DRAWN in outcome.text
        assert [seat.user for seat in await evening.bot.app.db.seats.of(1)] == before
        again = await tournament.press("Cyril", "t_mine")
        assert f"<#{thread.id}>" in again.text
        assert tournament.threads == [thread]
        evening.clean()


async def test_without_threads_the_table_opens_in_a_free_channel(database: Path) -> None:
    async with Evening.of(*FOUR, database=database, pictures=False) as evening:
        tournament = Tournament(evening)
        evening.channel.overwrites[evening.channel.guild_id or 0] = (0, bits("create_public_threads"))
        await tournament.open(*FOUR, seats=4)
        await tournament.press("Bert", "t_next")
        refused = await tournament.press("Cyril", "t_mine")
        assert "`/liga hrát`" in refused.text
        assert tournament.threads == []
        elsewhere = evening.world.channel("table-2")
        outcome = await evening.slash("Cyril", "league play", elsewhere)
        assert outcome.message is not None
        assert not outcome.message.ephemeral
        assert f"<#{elsewhere.id}>" in tournament.message.text
        again = await evening.slash("Anna", "league play", elsewhere)
        assert CZECH("Your table for this round is already open.") in again.text
        evening.clean()


async def test_a_blocked_player_is_refused_in_the_words_of_a_full_tournament(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with Evening.of(*FOUR, database=database, pictures=False) as evening:
        tournament = Tournament(evening)
        await tournament.open("Anna", "Bert", seats=2)
        db = evening.bot.app.db
        await db.blocks.add(evening.person("Anna").id, evening.person("Cyril").id)
        await db.blocks.add(evening.person("Dora").id, evening.person("Bert").id)
        apart = [(await tournament.press(name, "t_join")).text for name in ("Cyril", "Dora")]
        assert [one.user for one in (await tournament.state()).entrants] == [
            evening.person(name).id for name in ("Anna", "Bert")
        ]
        await db.blocks.remove(evening.person("Anna").id, evening.person("Cyril").id)
        monkeypatch.setattr(tournaments, "MAX_PLAYERS", 2)
        full = (await tournament.press("Cyril", "t_join")).text
        assert apart == [full, full]
        evening.clean()


async def test_only_the_organiser_and_managers_go_on(database: Path) -> None:
    async with Evening.of(*FOUR, database=database, pictures=False) as evening:
        tournament = Tournament(evening)
        await tournament.open(*FOUR, seats=2, host="Bert")
        for verb in ("t_next", "t_off"):
            assert ORGANISER_ONLY in (await tournament.press("Cyril", verb)).text, verb
        await tournament.press("Anna", "t_next")
        message = tournament.message
        for verb in ("t_next", "t_finish", "t_finish_sure", "t_off_sure", "t_off", "t_rule", "t_rule_pick"):
            outcome = await evening.person("Cyril").forge(message, f"kr:0:{verb}:1:1.1", values=["1.1"])
            await outcome.done()
            await evening.settled()
            assert ORGANISER_ONLY in outcome.text, verb
        form = interactions.submit(
            evening.world, outcome.interaction, {"custom_id": "kr:0:t_ruled:1:1.1", "components": []}
        )
        filled_in = Outcome(evening.world, form, evening.person("Cyril").message)
        await evening.until(lambda: form.state != "pending")
        await filled_in.done()
        await evening.settled()
        assert ORGANISER_ONLY in filled_in.text
        state = await tournament.state()
        assert (state.row.phase, len(state.rounds)) == ("running", 1)
        assert all(table.ruling is None for table in state.rounds[0].tables)
        evening.clean()


async def test_no_round_goes_on_before_every_table_has_a_result(database: Path) -> None:
    async with Evening.of(*FOUR, database=database, pictures=False) as evening:
        tournament = Tournament(evening)
        await tournament.open(*FOUR, seats=2)
        await tournament.press("Bert", "t_next")
        for verb in ("t_next", "t_finish_sure"):
            outcome = await evening.person("Bert").forge(tournament.message, f"kr:0:{verb}:1:")
            await outcome.done()
            await evening.settled()
            assert CZECH("A table of this round has no result yet.")[:20] in outcome.text or "výsledek" in outcome.text
        assert len((await tournament.state()).rounds) == 1


async def test_a_table_without_a_winner_is_opened_again_or_the_organiser_decides(database: Path) -> None:
    async with Evening.of(*FOUR, database=database, pictures=False) as evening:
        tournament = Tournament(evening)
        await tournament.open("Anna", "Bert", seats=2)
        await tournament.press("Bert", "t_next")
        await tournament.press("Anna", "t_mine")
        (thread,) = tournament.threads
        await evening.bot.app.referee.start(1, evening.person("Anna").id)
        await evening.settled()
        outcome = await evening.slash("Anna", "game end", thread)
        assert outcome.message is not None
        await evening.press("Anna", outcome.message, evening.part(outcome.message, "end_sure"))
        assert CZECH("ended without a winner") in tournament.message.text
        await tournament.press("Bert", "t_mine")
        assert len(tournament.threads) == 2
        state = await tournament.state()
        users = state.rounds[0].tables[0].users
        names = {evening.person(name).id: name for name in FOUR}
        typed = "\n".join(f"{place} {names[user]}" for place, user in zip("21", users, strict=True))
        await tournament.rule("Bert", "1.1", typed)
        assert [line.user for line in standings(await tournament.state())] == [users[1], users[0]]
        assert CZECH("by the organiser") in tournament.message.text
        await tournament.rule("Bert", "1.1", typed.replace("2 ", "1 ").replace("1 ", "7 "))
        assert [line.place for line in standings(await tournament.state())] == [1, 1]
        unread = await tournament.rule("Bert", "1.1", "first Anna\nsecond Bert")
        assert CZECH("The result is saved, and everyone sees it.") not in unread.text
        evening.clean()


async def test_a_player_who_drops_out_is_not_paired_and_may_come_back(database: Path) -> None:
    async with Evening.of(*FIVE, database=database, pictures=False) as evening:
        tournament = Tournament(evening)
        await tournament.open(*FIVE, seats=2, rounds=3)
        await tournament.press("Bert", "t_next")
        left = await tournament.press("Emil", "t_leave")
        refused = await evening.slash("Cyril", "league drop", player=evening.person("Dora").user)
        assert ORGANISER_ONLY in refused.text
        await evening.slash("Bert", "league drop", player=evening.person("Dora").user)
        for number, table in enumerate((await tournament.state()).rounds[0].tables, 1):
            names = {evening.person(name).id: name for name in FIVE}
            await tournament.rule("Bert", f"1.{number}", "\n".join(f"1 {names[user]}" for user in table.users))
        await tournament.press("Bert", "t_next")
        seated = {user for table in (await tournament.state()).rounds[1].tables for user in table.users}
        assert seated == {evening.person(name).id for name in ("Anna", "Bert", "Cyril")}
        assert tournament.message.text.count(CZECH("dropped out")) == 2
        mine = await tournament.press("Emil", "t_mine")
        assert CZECH("You do not play in this round.") in mine.text
        await tournament.press_private("Emil", left, "t_join")
        assert tournament.message.text.count(CZECH("dropped out")) == 1
        evening.clean()


async def remove(evening: Evening, host: str, name: str) -> Outcome:
    return await evening.slash(host, "league drop", player=evening.person(name).user)


async def test_a_removed_player_cannot_join_before_the_start_unless_admitted(database: Path) -> None:
    async with Evening.of(*FIVE, database=database, pictures=False) as evening:
        tournament = Tournament(evening)
        await tournament.open(*FOUR, seats=2, rounds=3)
        removed = await remove(evening, "Bert", "Dora")
        for _ in range(2):
            assert REMOVED in (await tournament.press("Dora", "t_join")).text
            assert REMOVED in (await tournament.press("Dora", "t_leave")).text
        assert NOT_IN_IT in (await tournament.press("Dora", "t_cut")).text
        assert [one.name for one in (await tournament.state()).entrants] == ["Anna", "Bert", "Cyril"]
        assert evening.person("Dora").mention not in tournament.message.text
        again = await remove(evening, "Bert", "Dora")
        for message in (removed, again):
            admitted = await tournament.press_private("Bert", message, "t_admit")
            assert admitted.text == CZECH(
                "{player} can join this tournament again.", player=evening.person("Dora").mention
            )
        await tournament.press("Dora", "t_join")
        assert [one.name for one in (await tournament.state()).entrants] == ["Anna", "Bert", "Cyril", "Dora"]
        evening.clean()


async def test_a_player_removed_before_the_start_has_no_part_in_the_tournament(database: Path) -> None:
    async with Evening.of(*FIVE, database=database, pictures=False) as evening:
        tournament = Tournament(evening)
        await tournament.open(*FIVE, seats=2, rounds=1)
        removed = await remove(evening, "Bert", "Dora")
        await tournament.press("Bert", "t_next")
        assert evening.person("Dora").mention not in tournament.message.text
        assert len((await tournament.state()).entrants) == 4
        late = await tournament.press_private("Bert", removed, "t_admit")
        assert CZECH(TOURNAMENT_NOW["running"]) in late.text
        await tournament.play_round()
        await tournament.press_private("Bert", await tournament.press("Bert", "t_finish"), "t_finish_sure")
        assert len(standings(await tournament.state())) == 4
        assert "✅" in (await tournament.press("Bert", "t_verify")).text
        evening.clean()


async def test_a_removed_player_cannot_come_back_by_an_old_button_unless_admitted(database: Path) -> None:
    async with Evening.of(*FIVE, database=database, pictures=False) as evening:
        tournament = Tournament(evening)
        await tournament.open(*FIVE, seats=2, rounds=3)
        await tournament.press("Bert", "t_next")
        left = await tournament.press("Emil", "t_leave")
        removed = await remove(evening, "Bert", "Emil")
        assert REMOVED in (await tournament.press_private("Emil", left, "t_join")).text
        assert REMOVED in (await tournament.press("Emil", "t_leave")).text
        assert tournament.message.text.count(CZECH("dropped out")) == 1
        assert removed.message is not None
        admit = tournament.evening.part(removed.message, "t_admit")
        refused = await evening.person("Emil").forge(tournament.message, admit)
        await refused.done()
        assert ORGANISER_ONLY in refused.text
        await tournament.press_private("Bert", removed, "t_admit")
        assert tournament.message.text.count(CZECH("dropped out")) == 1
        await tournament.press_private("Emil", await tournament.press("Emil", "t_leave"), "t_join")
        assert tournament.message.text.count(CZECH("dropped out")) == 0
        evening.clean()


async def test_called_off_it_is_over_and_the_channel_is_free(database: Path) -> None:
    async with Evening.of(*FOUR, database=database, pictures=False) as evening:
        tournament = Tournament(evening)
        await tournament.open("Anna", "Bert")
        old = tournament.message
        busy = await evening.slash("Cyril", "league tournament", game=GAME)
        assert CZECH("This channel already has a tournament. Finish it, or use another channel.") in busy.text
        asked = await tournament.press("Bert", "t_off")
        await tournament.press_private("Bert", asked, "t_off_sure")
        assert CZECH("The tournament was called off.") in tournament.message.text
        for verb in ("t_join", "t_next", "t_leave", "t_mine", "t_rule", "t_finish_sure", "t_off_sure"):
            outcome = await evening.person("Bert").forge(old, f"kr:0:{verb}:1:")
            await outcome.done()
            await evening.settled()
            assert OVER in outcome.text, verb
        fresh = await evening.slash("Cyril", "league tournament", game=GAME)
        assert fresh.message is not None
        assert not fresh.message.ephemeral
        evening.clean()


@pytest.mark.parametrize(
    "verb",
    [
        "t_join", "t_leave", "t_next", "t_mine", "t_table", "t_finish", "t_off", "t_finish_sure", "t_off_sure",
        "t_verify", "t_rule", "t_rule_pick", "t_ruled", "t_admit",
    ],
)  # fmt: skip
async def test_forged_presses_are_answered_privately_and_change_nothing(database: Path, verb: str) -> None:
    async with Evening.of(*FOUR, database=database, pictures=False) as evening:
        tournament = Tournament(evening)
        await tournament.open("Anna", "Bert")
        message, before = tournament.message, await tournament.state()
        for tail in ("", ":99:", ":999999999:9999", ":1:5.5.5" if verb.startswith("t_rul") else ":98:0"):
            outcome = await evening.person("Bert").forge(message, f"kr:0:{verb}{tail}", values=["9.9"])
            await outcome.done()
            await evening.settled()
            assert outcome.acknowledged
            answers = [seen for seen in (outcome.message, *outcome.followups) if seen and seen.id != message.id]
            assert answers
            assert all(seen.ephemeral and not seen.usable for seen in answers), tail
        assert await tournament.state() == before
        evening.clean()


async def test_an_old_message_is_posted_again_and_a_removed_one_too(database: Path) -> None:
    async with Evening.of(*FOUR, database=database, pictures=False) as evening:
        tournament = Tournament(evening)
        await tournament.open("Anna", "Bert")
        first = tournament.message
        await evening.pass_time(56 * 60)
        await evening.person("Cyril").forge(first, "kr:0:t_join:1:")
        await evening.settled()
        await evening.until(lambda: tournament.message.id != first.id)
        assert not first.usable
        second = tournament.message
        assert evening.person("Cyril").mention in second.text
        evening.person("Anna").remove(second)
        await evening.slash("Cyril", "league drop")
        assert evening.person("Cyril").mention not in tournament.message.text
        assert tournament.message.id != second.id


async def test_draws_are_secret_until_the_end(database: Path) -> None:
    async with Evening.of(*FOUR, database=database, pictures=False) as evening:
        tournament = Tournament(evening)
        await tournament.open(*FOUR, seats=2)
        await tournament.press("Bert", "t_next")
        outcome = await evening.person("Bert").forge(tournament.message, "kr:0:t_verify:1:")
        await outcome.done()
        assert CZECH("You can check the draws after the tournament. Until then the seed is secret.") in outcome.text
        seed = await evening.bot.app.db.seeds.of_tournament(1)
        everything = [str(one.body) for one in evening.discord.requests]
        assert not [body for body in everything if seed.hex() in body]


async def test_without_a_tournament_the_commands_say_so(database: Path) -> None:
    async with Evening.of(*FOUR, database=database, pictures=False) as evening:
        for command in ("play", "drop"):
            outcome = await evening.slash("Anna", f"league {command}")
            assert NONE_HERE in outcome.text, command
            assert outcome.message is not None
            assert outcome.message.ephemeral


async def test_presses_at_the_same_moment_open_one_table_and_pair_one_round(database: Path) -> None:
    async with Evening.of(*FOUR, database=database, pictures=False) as evening:
        tournament = Tournament(evening)
        await tournament.open(*FOUR, seats=4)
        begin = tournament.message
        await asyncio.gather(*(evening.person(name).forge(begin, "kr:0:t_next:1:") for name in ("Anna", "Bert")))
        await evening.settled()
        assert len((await tournament.state()).rounds) == 1
        message = tournament.message
        await asyncio.gather(*(evening.person(name).forge(message, "kr:0:t_mine:1:") for name in FOUR))
        await evening.settled()
        assert len(tournament.threads) == 1
        assert [row.id for row in await evening.bot.app.db.games.unfinished()] == [1]
        evening.clean()


async def test_a_tournament_keeps_the_servers_rules_for_opening_tables(database: Path) -> None:
    async with Evening.of(*FOUR, database=database, pictures=False) as evening:
        servers, guild = evening.bot.app.db.servers, evening.channel.guild_id or 0
        elsewhere = evening.world.channel("table-2")
        await servers.change(guild, {"channels": (elsewhere.id,)})
        refused = await evening.slash("Bert", "league tournament", game=GAME)
        assert CZECH(ELSEWHERE, channels=f"<#{elsewhere.id}>") in refused.text
        await servers.change(guild, {"channels": (), "openers": "managers"})
        refused = await evening.slash("Bert", "league tournament", game=GAME)
        assert CZECH("On this server, only people who may manage channels or the server open tables.") in refused.text
        assert await evening.bot.app.db.tournaments.in_channel(evening.channel.id) is None
        await servers.change(guild, {"openers": "everyone", "language": "sk", "pace": "untimed"})
        tournament = Tournament(evening)
        await tournament.open("Anna", "Bert")
        row = (await tournament.state()).row
        assert (row.language, row.pace) == ("sk", "untimed")
        evening.clean()


async def test_a_drawn_table_is_opened_only_where_tables_are_allowed(database: Path) -> None:
    async with Evening.of(*FOUR, database=database, pictures=False) as evening:
        servers, guild = evening.bot.app.db.servers, evening.channel.guild_id or 0
        elsewhere = evening.world.channel("table-2")
        tournament = Tournament(evening)
        await tournament.open(*FOUR, seats=2)
        await tournament.press("Bert", "t_next")
        await servers.change(guild, {"channels": (elsewhere.id,), "openers": "managers", "lobbies": 1})
        for outcome in (await tournament.press("Cyril", "t_mine"), await evening.slash("Cyril", "league play")):
            assert CZECH(ELSEWHERE, channels=f"<#{elsewhere.id}>") in outcome.text
        assert tournament.threads == []
        await evening.slash("Cyril", "league play", elsewhere)
        live = evening.bot.app.tables.peek(1)
        assert live is not None
        assert live.row.channel == elsewhere.id
        evening.clean()
