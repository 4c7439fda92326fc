"""Tests `python -m rules` as a process: the protocol, `verify` and `replay`."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from .sitting import (
    OTHER_SEED,
    SEED,
    SEEDED,
    played_out,
    record_of,
    sat_down,
)


def program(*arguments: str, lines: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "rules", *arguments],
        input=lines,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=60,
        check=False,
        cwd=Path(__file__).parents[2],
    )


def test_the_program_speaks_one_line_each_way() -> None:
    """`python -m rules` replies to each line with one JSON value on one line; a line that is not JSON gets an error."""
    lines = [
        json.dumps({"cmd": "games"}),
        "not json",
        "{",
        "[]",
        "null",
        '{"cmd":"new","game":"mafia_city","seats":["Ž","B","C"],"options":{"goal":"beginners"},"chance":"ask"}',
        '{"cmd":"answer","number":1,"seat":"chance","keys":["b"]}',
        '{"cmd":"answer","number":1,"seat":"chance","keys":["b"]}',
        '{"cmd":"\\ud800"}',
        "[" * 100_000,
        '{"cmd":"answer","number":' + "9" * 5000 + ',"seat":"a","keys":[]}',
        '{"cmd":"record"}',
    ]
    done = program(lines="\n".join(lines) + "\n")
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    replies = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(replies) == len(lines)
    errors = [None if reply["ok"] else reply["error"] for reply in replies]
    bad = "bad-request"
    assert errors[:9] == [None, bad, bad, bad, bad, None, None, "stale-number", bad]
    assert errors[9] == bad
    assert errors[10] in (bad, "stale-number")
    assert replies[-1]["record"][-1] == "1 chance start: b"


def test_verify_takes_the_seed_of_a_game_without_a_winner_beside_its_record(tmp_path: Path) -> None:
    """The record of an unfinished game has no seed: it is verified with its seed as the second argument. A swapped
    deck, another commitment, an incorrect seed and a finished record are refused with exit code 1.
    """
    session, _ = sat_down(SEEDED)
    record = record_of(session)
    deck = record[8].split(" ")
    assert deck[-1] != deck[-2], "the two swapped cards must differ for this test to mean something"
    cases = [
        (record, SEED, 0),
        (record, OTHER_SEED, 1),
        (record, SEED[:-1], 1),
        (record, "é" * 64, 1),
        ([*record[:5], "commitment " + "0" * 64, *record[6:]], SEED, 1),
        ([*record[:5], *record[6:]], SEED, 1),
        ([*record[:8], " ".join([*deck[:-2], deck[-1], deck[-2]])], SEED, 1),
        (record_of(played_out()), SEED, 1),
    ]
    for number, (lines, seed, code) in enumerate(cases):
        path = tmp_path / f"{number}.txt"
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
        done = program("verify", str(path), seed)
        assert done.returncode == code, (number, done.stdout + done.stderr)
        assert "Traceback" not in done.stdout + done.stderr
    assert program("verify", str(tmp_path / "0.txt")).returncode == 1, "without its seed it proves nothing"


def test_verify_accepts_an_honest_record_and_refuses_a_false_one(tmp_path: Path) -> None:
    """`verify` makes every draw again from the revealed seed. It accepts a finished record, and refuses one with a
    changed deck, seed, commitment or result, and one that was cut off.
    """
    record = record_of(played_out())
    honest = tmp_path / "honest.txt"
    honest.write_text("\n".join(record) + "\n", encoding="utf-8")
    done = program("verify", str(honest))
    assert done.returncode == 0, done.stdout + done.stderr
    deck = record[8].split(" ")
    false = {
        "seed": [*record[:-2], f"seed {OTHER_SEED}", record[-1]],
        "commitment": [*record[:5], "commitment " + "0" * 64, *record[6:]],
        "deck": [*record[:8], " ".join([*deck[:-2], deck[-1], deck[-2]]), *record[9:]],
        "result": [*record[:-1], "result a 99, b 0, c 0"],
        "cut": record[:12],
    }
    assert deck[-1] != deck[-2], "the two swapped cards must differ for this test to mean something"
    for what, lines in false.items():
        path = tmp_path / f"{what}.txt"
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
        done = program("verify", str(path))
        assert done.returncode != 0, what
        assert "Traceback" not in done.stdout + done.stderr


def test_verify_and_replay_of_no_record_say_so(tmp_path: Path) -> None:
    """A missing file, a folder, or a file that is not a record gives a message and an error code, but no traceback."""
    nonsense = tmp_path / "nonsense.txt"
    nonsense.write_bytes(b"\xff\xfe\x00 nonsense")
    for verb in ("verify", "replay"):
        for path in (nonsense, tmp_path / "missing.txt", tmp_path):
            done = program(verb, str(path))
            assert done.returncode != 0
            assert done.stdout + done.stderr
            assert "Traceback" not in done.stdout + done.stderr


def test_replay_prints_the_final_table(tmp_path: Path) -> None:
    """`replay` prints the table at the end of the record as JSON."""
    session = played_out()
    path = tmp_path / "record.txt"
    path.write_text("\n".join(record_of(session)) + "\n", encoding="utf-8")
    done = program("replay", str(path))
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == session.say({"cmd": "table"})["table"]


def test_a_record_with_the_line_ends_of_windows_is_the_same_record(tmp_path: Path) -> None:
    """CR LF and a byte order mark are accepted from a file and from standard input, but not in the protocol."""
    record = record_of(played_out())
    there = tmp_path / "windows.txt"
    there.write_bytes(b"\xef\xbb\xbf" + "".join(f"{line}\r\n" for line in record).encode())
    plain = tmp_path / "plain.txt"
    plain.write_bytes("".join(f"{line}\n" for line in record).encode())
    for verb in ("verify", "replay"):
        expected = program(verb, str(plain)).stdout
        assert expected
        with there.open("rb") as source:
            piped = subprocess.run(
                [sys.executable, "-m", "rules", verb, "-"], stdin=source, capture_output=True, timeout=60, check=False,
                cwd=Path(__file__).parents[2],
            )  # fmt: skip
        assert (program(verb, str(there)).stdout, piped.stdout.decode()) == (expected, expected)
    loaded = program(lines=json.dumps({"cmd": "load", "record": [f"{line}\r" for line in record]}) + "\n")
    assert json.loads(loaded.stdout)["error"] == "bad-record"


def test_a_closed_pipe_gives_no_error_message(tmp_path: Path) -> None:
    """`verify` and `replay` print nothing on standard error and exit with 0 if the reader of their output has closed
    the pipe, like `head`.
    """
    path = tmp_path / "record.txt"
    path.write_text("\n".join(record_of(played_out())) + "\n", encoding="utf-8")
    for verb in ("verify", "replay"):
        heard, spoken = os.pipe()
        os.close(heard)
        with os.fdopen(spoken, "wb") as nobody:
            done = subprocess.run(
                [sys.executable, "-m", "rules", verb, str(path)], stdout=nobody, stderr=subprocess.PIPE, timeout=60,
                check=False, cwd=Path(__file__).parents[2],
            )  # fmt: skip
        assert (done.stderr, done.returncode) == (b"", 0), verb
