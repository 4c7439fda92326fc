"""What has happened, in words: the public log, and what a seat lawfully knows beside it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from bot.boards import BOARDS, Board
from bot.facts import TableFacts
from bot.texts import Words
from rules.engine import ALL, Event, Game

PAGE = 3500
"""The most characters of one page of the log."""
_PRIVATE_LINES = 30


def log(facts: TableFacts, game: Game, words: Words) -> list[str]:
    """All that happened publicly, oldest first; headings of phases are bold lines."""
    return _sentences((event for event in game.told if event.to == ALL), facts, words)


def latest(facts: TableFacts, game: Game, words: Words, most: int = 10) -> list[str]:
    """The last public sentences, oldest of them first."""
    found: list[str] = []
    for event in reversed(game.told):
        if event.to == ALL and (said := BOARDS[facts.kind].sentence(event, facts, words)):
            found.append(said)
        if len(found) == most:
            break
    return found[::-1]


def pages(lines: Sequence[str]) -> list[str]:
    """The lines put together into pages of at most 3,500 characters; at least one page."""
    done: list[str] = []
    page = ""
    for line in lines:
        if page and len(page) + 1 + len(line) > PAGE:
            done.append(page)
            page = ""
        page = f"{page}\n{line}" if page else line[:PAGE]
    return [*done, page]


def digest(facts: TableFacts, game: Game, seat: str, words: Words) -> str:
    """For a substitute: the seat's hand, and the last of what this seat alone was told."""
    hand = BOARDS[facts.kind].hand(game.view(seat), seat, words)
    private = _sentences((event for event in game.told if event.to == seat), facts, words)[-_PRIVATE_LINES:]
    said = [words("You take over a seat. What it knows beside the board:"), hand]
    if private:
        said += ["", words("What this seat alone was told:"), *private]
    return pages(said)[0]


def points_by_round(game: Game) -> dict[str, list[int]]:
    """For each seat its points at the end of every round of a game that is over, by replaying its record.

    They may be hidden until then: ValueError before.
    """
    if game.over is None:
        raise ValueError("Points over the rounds are told only when the game is over.")
    board, record = BOARDS[game.rules.name], game.record()
    again = Game.replay(game.rules, replace(record, entries=(), seed=None, result=None))
    found: dict[str, list[int]] = {seat: [] for seat in game.seats}
    for entry in record.entries:
        ended = again.view()["round"]
        again.again((entry,))
        for _ in range(ended, again.view()["round"]):
            _note_points(found, again, board)
    _note_points(found, again, board)
    return found


def _note_points(found: dict[str, list[int]], game: Game, board: Board) -> None:
    players = game.rules.table(game.table)["players"]
    for seat, points in found.items():
        points.append(board.points(players[seat]))


def _sentences(events: Iterable[Event], facts: TableFacts, words: Words) -> list[str]:
    board = BOARDS[facts.kind]
    said = (board.sentence(event, facts, words) for event in events)
    return [sentence for sentence in said if sentence]
