"""What has happened, in words: the public log, and what a seat lawfully knows beside it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bot.games import BOARDS
from bot.games.facts import TableFacts
from bot.texts import Words
from rules.engine import ALL, Event, Game

PAGE = 3500
"""The most characters of one page of the log."""
_PRIVATE_LINES = 30
_HAPPENED, _LATELY = 8, 1500
"""So many sentences, and so many characters at most, are said of what has happened since somebody looked."""


def log(facts: TableFacts, game: Game, words: Words) -> list[str]:
    """All that happened publicly, oldest first; headings of phases are bold lines."""
    return _sentences((event for event in game.told if event.to == ALL), facts, words)


def latest(facts: TableFacts, game: Game, words: Words, count: int, *, chapter: bool = False) -> list[str]:
    """The last public sentences, oldest of them first: so many, but with `chapter` at least the whole last one."""
    board, found, complete = BOARDS[facts.kind], [], not chapter
    for event in reversed(board.joined(event for event in game.told if event.to == ALL)):
        if said := board.sentence(event, facts, words):
            found.append(said)
        complete = complete or board.begins_chapter(event)
        if complete and len(found) >= count:
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


def digest(facts: TableFacts, game: Game, seat: str, words: Words, *, back: bool = False) -> str:
    """For a substitute, or an owner who is back: the seat's hand, and the last of what this seat alone was told."""
    hand = BOARDS[facts.kind].hand(game.view(seat), seat, words)
    private = _sentences((event for event in game.told if event.to == seat), facts, words)[-_PRIVATE_LINES:]
    heading = (
        words("You are back in your seat. What it knows beside the board:")
        if back
        else words("You take over a seat. What it knows beside the board:")
    )
    said = [heading, hand]
    if private:
        said += ["", words("What this seat alone was told:"), *private]
    return pages(said)[0]


def happened(facts: TableFacts, game: Game, seat: str, since: int, words: Words) -> str:
    """The last of what a seat was told since so many events, publicly or alone."""
    before, events = ([one for one in part if one.to in (ALL, seat)] for part in (game.told[:since], game.told[since:]))
    said = "\n".join(_sentences(events, facts, words, before)[-_HAPPENED:])
    while len(said) > _LATELY:
        said = said.partition("\n")[2]
    return said


def _sentences(
    events: Iterable[Event], facts: TableFacts, words: Words, before: Iterable[Event] = ()
) -> list[str]:  # fmt: skip
    board = BOARDS[facts.kind]
    said = (board.sentence(event, facts, words) for event in board.joined(events, before))
    return [sentence for sentence in said if sentence]
