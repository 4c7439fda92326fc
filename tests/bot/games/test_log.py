"""The public log, its pages, and what a substitute is told."""

from __future__ import annotations

from bot.games.log import PAGE, digest, latest, log, pages
from bot.texts import words
from tests.bot.laid_out import facts, laid_out, new_game

CS = words("cs")
A, B, C = (seat.mention for seat in facts().seats)


def test_the_log_is_grouped_by_phases() -> None:
    game = laid_out(round_number=3)
    game.answer(game.number, "a", ["place:harbour"])
    assert log(facts(), game, CS) == ["**Kolo 3: Akční fáze**", f"{A} pokládá mafiána: Přístav."]


def test_the_latest_are_the_last_ones_in_their_order() -> None:
    game = laid_out()
    for seat in "abc":
        game.answer(game.number, seat, ["place:harbour"])
    assert latest(facts(), game, CS, 2) == [f"{B} pokládá mafiána: Přístav.", f"{C} pokládá mafiána: Přístav."]


def test_the_log_tells_nothing_private() -> None:
    game = new_game()
    private = {str(event.facts) for event in game.told if event.to != "all"}
    assert private
    assert not [line for line in log(facts(), game, CS) if line.startswith("Dobíráš")]


def test_pages_hold_all_lines_and_are_not_too_long() -> None:
    lines = [f"{number} " + "x" * 200 for number in range(100)]
    found = pages(lines)
    assert "\n".join(found) == "\n".join(lines)
    assert len(found) == 6  # 17 lines of 204 characters fit on one
    assert all(len(page) <= PAGE for page in found)


def test_an_empty_log_has_one_page() -> None:
    assert pages([]) == [""]


def test_a_substitute_learns_what_the_seat_knows_and_nothing_else() -> None:
    game = laid_out(hands={"a": "thief-hat", "b": "fbi-bullet", "c": "rackets-hat"})
    game.answer(game.number, "a", ["thief-hat:b"])
    while game.decision is not None and game.decision.kind == "react":
        game.answer(game.number, game.waiting[0], ["pass"])
    told = digest(facts(), game, "b", CS)
    assert told.splitlines()[1] == "Nemáš žádné karty."
    assert f"Ukradená karta (bere {A}, přichází o ni {B}): F.B.I. 💥 Náboj." in told
    other = digest(facts(), game, "c", CS)
    assert "Kšefty" in other
    assert "F.B.I. 💥" not in other
