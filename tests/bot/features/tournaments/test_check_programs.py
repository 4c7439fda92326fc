"""Tests the programs of docs/protocol.md on the files that *Check the draws* sends: honest ones and altered ones."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from rules.chance import cut_hash
from tests.bot.table import Evening
from tests.bot.tournament import FIVE, FOUR, Tournament
from tests.documented_programs import CHECK, PAIRINGS, ROOT, refusal, run

from .test_cuts import cut

DOES_NOT_FOLLOW = "does not follow from the seed and the cuts"


async def exported(database: Path, cuts: dict[str, str]) -> list[str]:
    """Holds a tournament of five people with these cuts by player, and returns the lines of its file.

    It has three rounds; Emil drops out before the last one.
    """
    async with Evening.of(*FIVE, database=database, pictures=False) as evening:
        tournament = Tournament(evening)
        await tournament.open(*FIVE, rounds=3, seats=2, game="kralovske_rosady")
        for name, text in cuts.items():
            await cut(evening, tournament, name, text)
        for number in (1, 2, 3):
            if number == 3:
                await tournament.press("Emil", "t_leave")
            await tournament.press("Bert", "t_next")
            await rule_all(evening, tournament, number)
        return await file_at_the_end(evening, tournament)


async def file_at_the_end(evening: Evening, tournament: Tournament) -> list[str]:
    """Finishes the tournament and returns the lines of its file."""
    asked = await tournament.press("Bert", "t_finish")
    await tournament.press_private("Bert", asked, "t_finish_sure")
    checked = await tournament.press("Emil", "t_verify")
    assert "✅" in checked.text
    (file,) = next(seen.attachments for seen in checked.followups if seen.attachments)
    return evening.person("Emil").download(file).decode().splitlines()


async def rule_all(evening: Evening, tournament: Tournament, number: int) -> None:
    """Enters a result for every table of the round, in which the players win in the order of their seats."""
    names = {evening.person(name).id: name for name in FIVE}
    for table in (await tournament.state()).rounds[-1].tables:
        if table.number:
            typed = "\n".join(f"{place} {names[user]}" for place, user in enumerate(table.users, 1))
            await tournament.rule("Bert", f"{number}.{table.number}", typed)


@pytest.fixture
async def with_cuts(database: Path) -> list[str]:
    return await exported(database, {"Anna": "žába 🐸", "Dora": "abc"})


def with_line(lines: list[str], start: str, line: str) -> list[str]:
    """Returns the lines with another one instead of the only one that begins so."""
    assert sum(one.startswith(start) for one in lines) == 1
    return [line if one.startswith(start) else one for one in lines]


def line_of(lines: list[str], start: str) -> str:
    return next(one for one in lines if one.startswith(start))


def verified(folder: Path, lines: Sequence[str]) -> subprocess.CompletedProcess[str]:
    """Runs `python -m rules verify` on a file of these lines."""
    file = folder / "tournament.txt"
    file.write_text("\n".join([*lines, ""]), encoding="utf-8")
    command = [sys.executable, "-m", "rules", "verify", str(file)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8", check=False)


async def test_the_file_of_a_tournament_without_cuts_is_accepted(database: Path, tmp_path: Path) -> None:
    lines = await exported(database, {})
    draws = sum(line.startswith("draw ") for line in lines)
    assert draws == 3 + 3 * 2
    assert run(CHECK, tmp_path, lines).stdout == f"ok, {draws} draws\n"
    assert run(PAIRINGS, tmp_path, lines).stdout == f"ok, {draws - 3} tables\n"
    assert verified(tmp_path, lines).stdout == f"ok: {draws} draws of 3 rounds follow from the seed\n"


def test_the_file_of_a_tournament_with_cuts_is_accepted(with_cuts: list[str], tmp_path: Path) -> None:
    assert run(CHECK, tmp_path, with_cuts, "žába 🐸", "abc").stdout == "ok, 9 draws\n"
    assert run(PAIRINGS, tmp_path, with_cuts).stdout == "ok, 6 tables\n"
    assert verified(tmp_path, with_cuts).stdout == "ok: 9 draws of 3 rounds follow from the seed and 2 cuts\n"
    assert refusal(CHECK, tmp_path, with_cuts, "another") == "no one has cut: another"


def test_altered_cuts_of_a_tournament_are_refused(with_cuts: list[str], tmp_path: Path) -> None:
    hashes = line_of(with_cuts, "cuts ").split()[1:]
    other = cut_hash("tournament-1", "another")
    for forged in ([other, *hashes[1:]], hashes[::-1], ["-"] * 4 + hashes[3:4]):
        lines = with_line(with_cuts, "cuts ", f"cuts {' '.join(forged)}")
        assert DOES_NOT_FOLLOW in refusal(CHECK, tmp_path, lines)
    without = [line for line in with_cuts if not line.startswith("cuts ")]
    assert DOES_NOT_FOLLOW in refusal(CHECK, tmp_path, without)


def test_an_altered_secret_of_a_tournament_is_refused(with_cuts: list[str], tmp_path: Path) -> None:
    lines = with_line(with_cuts, "seed ", f"seed {'5' * 64}")
    assert refusal(CHECK, tmp_path, lines) == "another seed was committed"


def test_every_altered_draw_of_a_tournament_is_refused(with_cuts: list[str], tmp_path: Path) -> None:
    for line in [line for line in with_cuts if line.startswith("draw ")]:
        start, _, drawn = line.partition(" -> ")
        one, other, *others = drawn.split()
        lines = with_line(with_cuts, start, f"{start} -> {' '.join([other, one, *others])}")
        number = start.split()[1].rstrip(":")
        assert refusal(CHECK, tmp_path, lines) == f"draw {number} {DOES_NOT_FOLLOW}"


def test_the_program_of_the_rules_names_the_line_that_does_not_follow(with_cuts: list[str], tmp_path: Path) -> None:
    place = with_cuts.index(line_of(with_cuts, "points 300:"))
    points = with_cuts[place].split()
    forged = [*with_cuts[:place], " ".join([*points[:-1], str(int(points[-1]) + 1)]), *with_cuts[place + 1 :]]
    done = verified(tmp_path, forged)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith(f"refused: line {place + 1}: expected {with_cuts[place]}, found ")
    without = [line for line in with_cuts if not line.startswith("ruling 101")]
    assert verified(tmp_path, without).stdout.splitlines()[1:] == [
        f"round {number}: the points are not proved, because the file lacks a result" for number in (2, 3)
    ]


async def test_the_results_in_the_file_are_those_of_the_games(database: Path, tmp_path: Path) -> None:
    """The ruling about a table of round 1 that is made in round 2 counts from round 3 on."""
    async with Evening.of(*FIVE, database=database, pictures=False) as evening:
        tournament = Tournament(evening)
        await tournament.open(*FOUR, rounds=3, seats=2)
        for number in (1, 2, 3):
            await tournament.press("Bert", "t_next")
            await tournament.play_round()
            if number == 2:
                names = {one.user: one.name for one in (await tournament.state()).entrants}
                users = (await tournament.state()).rounds[0].tables[0].users
                await tournament.rule("Bert", "1.1", "\n".join(f"- {names[user]}" for user in users))
        lines = await file_at_the_end(evening, tournament)
        assert run(PAIRINGS, tmp_path, lines).stdout == "ok, 6 tables\n"
        assert verified(tmp_path, lines).stdout.startswith("ok: 9 draws of 3 rounds")
        assert [line for line in lines if line.startswith("ruling ")] == ["ruling 101: - -"]
        assert lines.index("ruling 101: - -") == lines.index(line_of(lines, "points 300:")) - 1
        results = [line.split() for line in lines if line.startswith("result ")]
        assert [number for _, number, *_ in results] == ["101", "102", "201", "202", "301", "302"]
        for _, _, _, game, *places in results:
            over = (await evening.bot.app.tables.get(int(game.rstrip(":")))).game
            assert over is not None
            assert over.over is not None
            winners = ["1" if seat in over.over["winners"] else "2" for seat in over.seats]
            assert places == winners
        evening.clean()
