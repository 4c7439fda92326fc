"""Tests cuts in a tournament: before the first round by its players, and part of the verified draws."""

from __future__ import annotations

from pathlib import Path

from rules.chance import Chance, cut_hash
from tests.bot.refused import CZECH
from tests.bot.table import Evening
from tests.bot.tournament import FIVE, Tournament
from tests.storage.table import raw

NOT_IN = CZECH("You do not play in this tournament.")
HASHED = cut_hash("tournament-1", "**Rex**")


async def cut(evening: Evening, tournament: Tournament, name: str, text: str) -> None:
    opened = await tournament.press(name, "t_cut")
    assert opened.modal is not None, opened.text
    await evening.person(name).submit(opened.modal, {"text": text})
    await evening.settled()


async def test_cuts_of_players_take_part_in_all_draws_of_a_tournament(database: Path) -> None:
    async with Evening.of(*FIVE, database=database, pictures=False) as evening:
        tournament = Tournament(evening)
        await tournament.open("Anna", "Bert", "Cyril", rounds=1, seats=3)
        await cut(evening, tournament, "Bert", "first")
        await cut(evening, tournament, "Bert", "**Rex**")
        assert tournament.message.text.count("✂️") == 1
        assert "Rex" not in tournament.message.text
        await evening.restart()
        await tournament.press("Bert", "t_next")
        assert "t_cut" not in Evening.verbs(tournament.message)
        asked = await tournament.press("Bert", "t_off")
        await tournament.press_private("Bert", asked, "t_off_sure")
        checked = await tournament.press("Emil", "t_verify")
        assert "✅" in checked.text
        (file,) = next(seen.attachments for seen in checked.followups if seen.attachments)
        lines = evening.person("Emil").download(file).decode().splitlines()
        assert lines[3:5] == [f"cuts - {HASHED} -", f"cut {HASHED} **Rex**"]
        seed = await evening.bot.app.db.seeds.of_tournament(1)
        draws = [line.removeprefix("draw ").partition(": ") for line in lines if line.startswith("draw ")]
        assert draws
        for number, _, rest in draws:
            options, _, drawn = rest.partition(" -> ")
            chance = Chance(seed, "tournament-1", (None, HASHED, None))
            assert list(chance.pick(int(number), options.split(), len(drawn.split()))) == drawn.split()
        evening.clean()


async def test_strangers_do_not_cut_and_no_one_does_after_the_first_pairing(database: Path) -> None:
    async with Evening.of(*FIVE, database=database, pictures=False) as evening:
        tournament = Tournament(evening)
        await tournament.open("Anna", "Bert", rounds=1, seats=2)
        assert NOT_IN in (await tournament.press("Dora", "t_cut")).text
        opened, message = await tournament.press("Anna", "t_cut"), tournament.message
        assert opened.modal is not None
        await tournament.press("Bert", "t_next")
        late = await evening.person("Anna").submit(opened.modal, {"text": "late"})
        await evening.settled()
        assert late.text
        again = await evening.person("Anna").forge(message, "kr:0:t_cut:1:")
        assert again.modal is None
        assert again.text
        assert [one.cut for one in (await tournament.state()).entrants] == [None, None]
        evening.clean()


async def test_an_altered_cut_is_noticed_when_the_draws_are_checked(database: Path) -> None:
    async with Evening.of(*FIVE, database=database, pictures=False) as evening:
        tournament = Tournament(evening)
        await tournament.open(*FIVE, rounds=1, seats=3)
        await cut(evening, tournament, "Anna", "x")
        await tournament.press("Bert", "t_next")
        asked = await tournament.press("Bert", "t_off")
        await tournament.press_private("Bert", asked, "t_off_sure")
        with raw(database) as db:
            db.execute("UPDATE tournament_players SET cut_hash = ? WHERE cut_hash IS NOT NULL", (HASHED,))
        assert "❌" in (await tournament.press("Emil", "t_verify")).text
