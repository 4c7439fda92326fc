"""What has happened, in words: the public log, and what a seat lawfully knows beside it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from bot.games import BOARDS
from bot.games.facts import TableFacts
from bot.games.protocol import Board
from bot.texts import Words
from rules.engine import ALL, Event, Game, Silence

PAGE = 3500
"""The most characters of one page of the log."""
_PRIVATE_LINES = 30
_SOME, _NEWS = 3, 6
"""So many sentences are enough for a chapter to stand alone, and so many are news at most."""
_HAPPENED, _LATELY = 8, 1500
"""So many sentences, and so many characters at most, are said of what has happened since somebody looked."""


def log(facts: TableFacts, game: Game, words: Words) -> list[str]:
    """All that happened publicly, oldest first; headings of phases are bold lines."""
    return _sentences(game, facts, words, (ALL,))


def latest(facts: TableFacts, game: Game, words: Words, count: int, *, chapter: bool = False) -> list[str]:
    """The last public sentences, oldest of them first: so many, but with `chapter` at least the whole last one."""
    board, complete = BOARDS[facts.kind], not chapter
    found: list[str] = []
    for part in _backwards(game, board):
        found += reversed(_said(part, board, facts, words))
        complete = complete or any(board.begins_chapter(event) for event in part.events)
        if complete and len(found) >= count:
            break
    return found[::-1]


def news(facts: TableFacts, game: Game, words: Words) -> list[str]:
    """What has happened lately: few sentences, of the present chapter alone as soon as it has some."""
    board = BOARDS[facts.kind]
    found: list[str] = []
    for part in _backwards(game, board):
        found += reversed(_said(part, board, facts, words))
        begins = any(board.begins_chapter(event) for event in part.events)
        if len(found) >= (_SOME if begins else _NEWS):
            break
    return found[:_NEWS][::-1]


def silence(facts: TableFacts, game: Game, which: Silence, words: Words) -> str:
    """What stands in place of an answer that did not come in time, and what that means for who is silent."""
    board = BOARDS[facts.kind]
    events = _joined(game.told, board, (ALL,), which.since, which.until)
    return _silence(which, [said for event in events if (said := board.sentence(event, facts, words))], facts, words)


def newest(facts: TableFacts, game: Game, shown: int | None, words: Words, room: int) -> str:
    """The last sentences of the public log, as many as there is room for (`shown`: of so many events, all if None)."""
    said = _sentences(game, facts, words, (ALL,), until=None if shown is None else _after(game, shown))
    while said and sum(len(one) + 1 for one in said) > room:
        said.pop(0)
    return "\n".join(said)


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
    hand = BOARDS[facts.kind].own(game.view(seat), seat, words)
    private = _sentences(game, facts, words, (seat,))[-_PRIVATE_LINES:]
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
    said = "\n".join(_sentences(game, facts, words, (ALL, seat), since)[-_HAPPENED:])
    while len(said) > _LATELY:
        said = said.partition("\n")[2]
    return said


# Inside


class _Part(NamedTuple):
    """One event, or all that has come of a silence."""

    silence: Silence | None
    events: tuple[Event, ...]


def _parts(game: Game, board: Board, to: Collection[str], since: int = 0, until: int | None = None) -> Iterator[_Part]:
    """What those have been told from the one event to the other; of a silence only everybody is told."""
    for which, events in _stretches(game, board, to, since, until):
        if which is None:
            yield from (_Part(None, (event,)) for event in events)
        else:
            yield _Part(which, tuple(events))


def _backwards(game: Game, board: Board) -> Iterator[_Part]:
    """What everybody has been told, the last of it first: whoever looks at little of it need not make the rest."""
    until: int | None = None
    while until != 0:
        since = _apart(game, board, until)
        for which, events in reversed(_stretches(game, board, (ALL,), since, until)):
            if which is None:
                yield from (_Part(None, (event,)) for event in reversed(events))
            else:
                yield _Part(which, tuple(events))
        until = since


def _apart(game: Game, board: Board, until: int | None) -> int:
    """The last event before that one that stands apart from earlier ones, and in no silence; else the first."""
    for at in range(len(game.told) if until is None else until, 0, -1) if board.apart else ():
        event = game.told[at - 1]
        apart = event.to == ALL and event.name in board.apart
        if apart and not any(which.since < at - 1 < which.until for which in game.silences):
            return at - 1
    return 0


def _stretches(
    game: Game, board: Board, to: Collection[str], since: int = 0, until: int | None = None
) -> list[tuple[Silence | None, Sequence[Event]]]:
    """What has come of each silence, and what was told in between."""
    told, at = game.told[:until], since
    found: list[tuple[Silence | None, Sequence[Event]]] = []
    for which in game.silences if ALL in to else ():
        if which.since >= since and which.until <= len(told):
            found.append((None, _joined(told, board, to, at, which.since)))
            found.append((which, _joined(told, board, to, which.since, which.until)))
            at = which.until
    return [*found, (None, _joined(told, board, to, at, len(told)))]


def _joined(told: Sequence[Event], board: Board, to: Collection[str], since: int, until: int) -> Sequence[Event]:
    """What those have been told from the one event to the other, as sentences tell it together."""
    return board.joined(_of(told[since:until], to), (event for event in islice(told, since) if event.to in to))


def _of(events: Sequence[Event], to: Collection[str]) -> list[Event]:
    return [event for event in events if event.to in to]


def _after(game: Game, shown: int) -> int:
    """How many events had been told to anybody when everybody had been told so many."""
    public = [at for at, event in enumerate(game.told) if event.to == ALL]
    return len(game.told) if shown >= len(public) else public[shown]


def _sentences(
    game: Game, facts: TableFacts, words: Words, to: Collection[str], since: int = 0, until: int | None = None
) -> list[str]:
    board = BOARDS[facts.kind]
    return [said for part in _parts(game, board, to, since, until) for said in _said(part, board, facts, words)]


def _said(part: _Part, board: Board, facts: TableFacts, words: Words) -> list[str]:
    """A part of the story in sentences; a silence is told as one, joined with what stands in place of the answer."""
    said = [sentence for event in part.events if (sentence := board.sentence(event, facts, words))]
    if part.silence is None:
        return said
    return ["⏰ " + words("Time is up: {what}", what=_silence(part.silence, said, facts, words)), *said[1:]]


def _silence(which: Silence, said: Sequence[str], facts: TableFacts, words: Words) -> str:
    own = said[0] if said else words("{player} gives no answer.", player=facts.seat(which.seat).mention)
    return " ".join(filter(None, (own, BOARDS[facts.kind].silence_means(which.kind, words))))
