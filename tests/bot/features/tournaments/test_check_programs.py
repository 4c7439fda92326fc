"""Tests the programs of docs/protocol.md on the files that *Check the draws* sends: honest ones and altered ones."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest

from bot.features.tournaments.pairing import Standing, paired
from rules.chance import Chance, cut_hash
from tests.bot.table import Evening
from tests.bot.tournament import FIVE, Tournament
from tests.documented_programs import CHECK, PAIRINGS, refusal, run

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
        asked = await tournament.press("Bert", "t_finish")
        await tournament.press_private("Bert", asked, "t_finish_sure")
        checked = await tournament.press("Emil", "t_verify")
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


def exchanged(line: str, one: str, other: str) -> str:
    """Returns the line with these two words exchanged wherever they are."""
    swap = {one: other, other: one}
    return re.sub(r"\d+(?!:)\b", lambda found: swap.get(found[0], found[0]), line)


def line_of(lines: list[str], start: str) -> str:
    return next(one for one in lines if one.startswith(start))


async def test_the_file_of_a_tournament_without_cuts_is_accepted(database: Path, tmp_path: Path) -> None:
    lines = await exported(database, {})
    draws = sum(line.startswith("draw ") for line in lines)
    assert draws == 3 + 3 * 2
    assert run(CHECK, tmp_path, lines).stdout == f"ok, {draws} draws\n"
    assert run(PAIRINGS, tmp_path, lines).stdout == "ok\n"


def test_the_file_of_a_tournament_with_cuts_is_accepted(with_cuts: list[str], tmp_path: Path) -> None:
    assert run(CHECK, tmp_path, with_cuts, "žába 🐸", "abc").stdout == "ok, 9 draws\n"
    assert run(PAIRINGS, tmp_path, with_cuts).stdout == "ok\n"
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


def test_pairings_that_do_not_follow_from_the_draws_are_refused(with_cuts: list[str], tmp_path: Path) -> None:
    """Each of these files has draws that follow from the seed, because a draw depends on places and not on names."""
    lines = with_cuts
    order = line_of(lines, "draw 100:").split(" -> ")[1].split()
    joined = line_of(lines, "draw 200:").split(" -> ")[0].split()[2:]
    first = line_of(lines, "draw 101:")
    second = line_of(lines, "draw 102:")
    names = {
        "round 1: the tables are not in the order drawn": [
            exchanged(line, order[0], order[-1]) if line in (first, second) else line for line in lines
        ],
        "round 2: not the order of joining": [
            exchanged(line, joined[0], joined[1]) if line.startswith("draw 200:") else line for line in lines
        ],
        "round 1: not one place for each": [
            re.sub(rf"\b{order[-1]}\b", order[0], line) if line == second else line for line in lines
        ],
    }
    for message, forged in names.items():
        assert forged != lines, message
        assert run(CHECK, tmp_path, forged).returncode == 0, message
        assert refusal(PAIRINGS, tmp_path, forged) == message


def with_byes() -> list[str]:
    """Returns the draws of three rounds in which only four of five players have a place."""
    chance, lines = Chance(bytes(32), "tournament-1"), list[str]()
    byes: Counter[int] = Counter()

    def draw(number: int, options: Sequence[str], count: int) -> tuple[str, ...]:
        drawn = chance.pick(number, options, count)
        lines.append(f"draw {number}: {' '.join(options)} -> {' '.join(drawn)}")
        return drawn

    for number in (1, 2, 3):
        there = [Standing(user, 0, byes[user]) for user in range(11, 16)]
        byes.update(paired(number, there, {}, {4}, 4, draw).byes)
    return lines


def test_a_second_bye_before_others_had_one_is_refused(tmp_path: Path) -> None:
    lines = with_byes()
    assert run(PAIRINGS, tmp_path, lines).stdout == "ok\n"
    everyone = {str(user) for user in range(11, 16)}
    (first,), (second,) = (everyone - set(line_of(lines, f"draw {number}01:").split()) for number in (1, 2))
    forged = [exchanged(line, first, second) if line.startswith("draw 201:") else line for line in lines]
    assert refusal(PAIRINGS, tmp_path, forged) == "round 2: a bye for a player who had more"
