"""Tests errors in a record: the number of the line, what was expected and what was found."""

from __future__ import annotations

import pytest

from rules import GAMES
from rules.protocol import Session

from .sitting import SEEDED, laid_out, played_out, record_of, sat_down


def said(*record: str) -> str:
    reply = Session().say({"cmd": "load", "record": list(record)})
    assert reply["error"] == "bad-record"
    message: str = reply["message"]
    return message


def finished() -> tuple[list[str], str, str]:
    """Returns a finished game's record in three parts: the lines before the last two, the `seed` line and the
    `result` line.
    """
    *game, seed, result = record_of(played_out())
    assert (seed.split()[0], result.split()[0]) == ("seed", "result")
    return game, seed, result


def running() -> list[str]:
    session, _ = sat_down(SEEDED)
    return record_of(session)


def test_a_false_result_is_told_with_the_true_one_and_its_line() -> None:
    game, seed, result = finished()
    false = "result a 99, b 0, c 0"
    assert said(*game, seed, false) == f"line {len(game) + 2}: expected {result}, found {false}"
    assert said(*game, false) == f"line {len(game) + 1}: expected {result}, found {false}"


def test_a_game_that_goes_on_has_neither_seed_nor_result() -> None:
    _, seed, _ = finished()
    game = running()
    assert said(*game, "result a 3, b 2, c 1") == (
        f"line {len(game) + 1}: expected result no result yet, found result a 3, b 2, c 1"
    )
    assert said(*game, seed) == f"line {len(game) + 1}: expected an unfinished game without a seed, found a seed"


def test_after_the_end_there_is_no_answer() -> None:
    game, _, _ = finished()
    number = int(game[-1].split()[0]) + 1
    entry = f"{number} a turn: pass"
    assert said(*game, entry) == f"line {len(game) + 1}: expected the end of the entries, found {entry}"


@pytest.mark.parametrize("kind", GAMES)
def test_an_edition_that_is_not_known_yet_is_told_with_those_that_are(kind: str) -> None:
    latest = GAMES[kind].edition
    wanted = f"line 2: expected an edition of {kind} from 1 to {latest}, found {latest + 1}"
    seats = " | ".join("ABCDEF"[: GAMES[kind].seats[0]])
    assert said("krupier 1", f"game {kind} {latest + 1}", "id 0", f"seats {seats}") == wanted


def test_an_option_that_does_not_exist_is_told_at_the_first_line_of_the_options() -> None:
    record = [line.replace("goal beginners", "goal nobody") for line in running()]
    assert said(*record).startswith("line 5: expected a game that can begin, found ")


WORDS = {1: "'game NAME EDITION'", 2: "'id WORD'", 3: "'seats NAME | NAME …'"}


@pytest.mark.parametrize("at", WORDS)
def test_a_line_that_is_missing_is_told_in_its_form(at: int) -> None:
    """A record without its game, id or seats line is refused at that line, with the form that is expected there,
    whether another line follows or the record ends.
    """
    game = running()
    for rest, found in ((["weather fine"], "'weather fine'"), (game[at + 1 :], repr(game[at + 1]))):
        assert said(*game[:at], *rest) == f"line {at + 1}: expected {WORDS[at]}, found {found}"
    assert said(*game[:at]) == f"line {at + 1}: expected {WORDS[at]}, found the end of the record"


def test_an_empty_record_lacks_the_name_of_its_format() -> None:
    assert said() == "line 1: expected 'krupier 1', found the end of the record"


LAID_OUT = ["krupier 1", "game mafia_city 1", "id 0", "seats Anna | Bert | Cyril"]


@pytest.mark.parametrize("text", ["", "{", "[]", "7", '"city"', "null", "[" * 100_000], ids=lambda text: text[:9])
def test_a_position_that_is_no_object_is_told_in_its_form(text: str) -> None:
    line = f"position {text}"
    assert said(*LAID_OUT, line) == f"line 5: expected 'position {{…}}' in JSON, found {line!r}"


@pytest.mark.parametrize("line", ["option goal beginners", f"commitment {'0' * 64}"])
def test_a_position_replaces_options_and_commitment(line: str) -> None:
    record = record_of(laid_out()[0])
    assert record[4].startswith("position ")
    wanted = f"line 6: expected an entry, the seed, the result or the end, found {line!r}"
    assert said(*record[:5], line, *record[5:]) == wanted


def test_the_error_for_an_entry_that_does_not_fit_hides_the_keys_of_the_hand() -> None:
    """The error for an entry that does not fit a turn names the decision's kind and seat, but not its keys, because
    they contain cards of the hand.
    """
    game = running()
    number = len(game) - 5
    entry = f"{number} c turn: pass"
    asked = said(*game, entry)
    assert asked.startswith(f"line {len(game) + 1}: expected an answer to {number} ")
    assert asked.endswith(f", found {entry}")
    wanted = asked.partition("expected ")[2].partition(", found")[0]
    assert " by " in wanted
    assert "hat" not in wanted
