"""The story of a game as text: the public log, and the private events of a seat."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, NamedTuple

from bot.games import GAME_UIS, Context, context
from bot.games.batch_moves import BatchMoves
from bot.games.facts import TableFacts, mention
from bot.games.game_ui import GameUI
from bot.games.pre_orders import PreOrders
from bot.texts import N_, Translator
from rules.engine import Game
from rules.events import ALL, Event, Silence
from storage import SeatChange

PAGE = 3500
"""The maximum number of characters of a page of the log."""
_PRIVATE_LINES = 30
_SOME, _NEWS = 3, 5
"""Numbers of sentences in the news: the minimum if they begin with a chapter, and the maximum."""
_FAR = 60
"""The number of sentences among which the news are chosen, and up to which older ones are counted."""
_ALONE = 2
"""The maximum number of private sentences in a panel."""
_SEAT_CHANGES = {
    "left": N_("{player} leaves the game. A computer plays the seat."),
    "late": N_("{player} does not respond. A computer plays the seat."),
    "voted": N_("The players hand the seat of {player} to a computer."),
    "managed": N_("A moderator hands the seat of {player} to a computer."),
    "returned": N_("{player} is back and plays the seat again."),
    "taken": N_("{player} takes over the seat of {former}."),
}
"""The texts of the log for each kind of seat change."""


class Line(NamedTuple):
    """A public sentence of a board."""

    text: str
    routine: bool = False
    """Whether the sentence gives way to all others."""
    age: int = 0
    """The number of public sentences after it."""
    lasting: bool = False
    """Whether the sentence gives way after all others except the newest one."""


class News(NamedTuple):
    """The latest public sentences."""

    lines: Sequence[Line]
    """The lines of a board, the oldest one first."""
    since: Collection[int]
    """The ages of the sentences since the last move of the seat on turn, without routine ones; empty if several seats
    are asked. Only the last `_FAR` sentences are looked at."""


def log(facts: TableFacts, game: Game, words: Translator, until: int | None = None) -> list[str]:
    """Returns the public sentences of the first `until` events (None: all), including changes of seats' players."""
    lines, since = list[str](), 0
    for change in facts.seat_changes:
        if until is not None and change.told > until:
            break
        lines += _sentences(game, facts, words, (ALL,), since, change.told)
        lines.append("🪑 " + seat_change(change, facts, words))
        since = change.told
    return lines + _sentences(game, facts, words, (ALL,), since, until)


def latest(facts: TableFacts, game: Game, words: Translator, count: int, *, chapter: bool = False) -> list[str]:
    """Returns the last public sentences about the game's events, oldest first: at least `count`, or all if fewer.

    `chapter`: also at least the whole last chapter, from the move before which led to it.
    """
    game_ui, ctx = GAME_UIS[facts.kind], context(facts, words)
    wanted = [game_ui.chapters, *([game_ui.moves] if game_ui.moves else [])] if chapter else []
    found: list[str] = []
    for part in _backwards(game, game_ui.get(BatchMoves)):
        found += reversed(_said(part, game_ui, ctx))
        for event in reversed(part.events):
            if wanted and event.name in wanted[0]:
                wanted.pop(0)
        if not wanted and len(found) >= count:
            break
    return found[::-1]


def news(facts: TableFacts, game: Game, words: Translator) -> News:
    """Returns the latest public sentences: at most five, routine ones only as far as others leave room.

    If the present chapter has at least three, none of them is from an earlier chapter. The newest one is always there,
    and so are lasting ones of the present chapter, or since the last move of the seat on turn.
    """
    game_ui, ctx = GAME_UIS[facts.kind], context(facts, words)
    seats = game.decision.seats if game.decision else ()
    found, enough, chapter = list[Line](), 0, 0
    moved = None if len(seats) == 1 else 0
    for part in _backwards(game, game_ui.get(BatchMoves)):
        lines = _lines(part, game_ui, ctx, len(found))
        if moved is None and lines and any(_is_move(event, seats[0], game_ui) for event in part.events):
            moved = len(found)
        found += lines
        begins = any(event.name in game_ui.chapters for event in part.events)
        if not enough and (len(found) >= _SOME if begins else sum(not line.routine for line in found) >= _NEWS):
            enough = len(found)
        chapter = chapter or (len(found) if begins and len(found) >= _SOME else 0)
        if (enough and chapter and moved is not None) or len(found) >= _FAR:
            break
    enough = enough or len(found)
    told = found[:enough] + [line for line in found[enough : max(chapter, moved or 0)] if line.lasting]
    latest_ones = sorted(told, key=lambda line: (line.age > 0, not line.lasting, line.routine, line.age))[:_NEWS]
    since = frozenset(line.age for line in found[:moved] if not line.routine)
    return News(sorted(latest_ones, key=lambda line: -line.age), since)


def _is_move(event: Event, seat: str, game_ui: GameUI[Any]) -> bool:
    return event.name in game_ui.moves and event.facts["seat"] == seat


def silence(facts: TableFacts, game: Game, which: Silence, words: Translator) -> str:
    """Returns the text about a seat that gave no answer in time, with the consequence for the seat."""
    game_ui, ctx = GAME_UIS[facts.kind], context(facts, words)
    events = _joined(game.told, game_ui.get(BatchMoves), (ALL,), which.since, which.until)
    return _silence(which, [said for event in events if (said := game_ui.sentence(ctx, event))], game_ui, ctx)


def newest(facts: TableFacts, game: Game, shown: int | None, words: Translator, room: int) -> str:
    """Returns the last sentences of the public log that fit into `room` characters, one per line.

    `shown`: the number of public events that count (None: all).
    """
    said = log(facts, game, words, until=None if shown is None else _after(game, shown))
    while said and sum(len(one) + 1 for one in said) > room:
        said.pop(0)
    return "\n".join(said)


def sentences(facts: TableFacts, events: Iterable[Event], words: Translator, seat: str = "") -> list[str]:
    """Returns the sentences of these events, all of which one audience may see; `seat`: that of their only reader."""
    game_ui, ctx = GAME_UIS[facts.kind], context(facts, words, seat=seat)
    return [said for event in game_ui.get(BatchMoves).joined(events) if (said := game_ui.sentence(ctx, event))]


def pages(lines: Sequence[str]) -> list[str]:
    """Returns the lines combined into pages of at most 3,500 characters; at least one page, longer lines are cut."""
    done: list[str] = []
    page = ""
    for line in lines:
        if page and len(page) + 1 + len(line) > PAGE:
            done.append(page)
            page = ""
        page = f"{page}\n{line}" if page else line[:PAGE]
    return [*done, page]


def digest(facts: TableFacts, game: Game, seat: str, words: Translator, *, back: bool = False) -> str:
    """Returns the text of a seat's hand and last private events, for a player who takes the seat over or returns.

    At most one page; the rest is left out. `back`: the player returns to the seat.
    """
    hand = GAME_UIS[facts.kind].own(context(facts, words, game, seat))
    private = _sentences(game, facts, words, (seat,), reader=seat)[-_PRIVATE_LINES:]
    heading = (
        words("You are back in your seat. This is its private information:")
        if back
        else words("You take over a seat. This is its private information:")
    )
    said = [heading, hand]
    if private:
        said += ["", words("What only this seat learned:"), *private]
    return pages(said)[0]


def outcome(facts: TableFacts, game: Game, seat: str, since: int, words: Translator) -> str:
    """Returns the text about the result of a seat's answer: what happened after the first `since` events.

    That is the first sentence that the seat may read, and its latest two private sentences. Those about its own moves
    address its holder.
    """
    own = _sentences(game, facts, words, (ALL, seat), since, reader=seat)[:1]
    return "\n".join(dict.fromkeys([*own, *told_alone(facts, game, seat, since, words).splitlines()]))


def told_alone(facts: TableFacts, game: Game, seat: str, since: int, words: Translator) -> str:
    """Returns the latest two private sentences of a seat about the events after the first `since`.

    Public ones are left out, because the board has them.
    """
    return "\n".join(_sentences(game, facts, words, (seat,), since, reader=seat)[-_ALONE:])


# Internal functions


class _Part(NamedTuple):
    """A unit of the story: one event, or all events that follow from one silence."""

    silence: Silence | None
    events: tuple[Event, ...]


def _parts(
    game: Game, batch: BatchMoves[Any], to: Collection[str], since: int = 0, until: int | None = None
) -> Iterator[_Part]:
    """Yields the parts of the story for an audience from event `since` to `until`; only the public one has silences."""
    for which, events in _stretches(game, batch, to, since, until):
        if which is None:
            yield from (_Part(None, (event,)) for event in events)
        else:
            yield _Part(which, tuple(events))


def _backwards(game: Game, batch: BatchMoves[Any]) -> Iterator[_Part]:
    """Yields the parts of the public story, the last one first, so that short texts need not process all of them."""
    until: int | None = None
    while until != 0:
        since = _apart(game, batch, until)
        for which, events in reversed(_stretches(game, batch, (ALL,), since, until)):
            if which is None:
                yield from (_Part(None, (event,)) for event in reversed(events))
            else:
                yield _Part(which, tuple(events))
        until = since


def _apart(game: Game, batch: BatchMoves[Any], until: int | None) -> int:
    """Returns the index of the last event before `until` at which a text can begin: not merged, not within a silence;
    or 0.
    """
    for at in range(len(game.told) if until is None else until, 0, -1) if batch.apart else ():
        event = game.told[at - 1]
        apart = event.to == ALL and event.name in batch.apart
        if apart and not any(which.since < at - 1 < which.until for which in game.silences):
            return at - 1
    return 0


def _stretches(
    game: Game, batch: BatchMoves[Any], to: Collection[str], since: int = 0, until: int | None = None
) -> list[tuple[Silence | None, Sequence[Event]]]:
    """Returns the events of an audience in order, in groups: a silence, and the events that follow from it.

    The events between two silences are a group with None. Only the public audience has silences.
    """
    told, at = game.told[:until], since
    found: list[tuple[Silence | None, Sequence[Event]]] = []
    for which in game.silences if ALL in to else ():
        if which.since >= since and which.until <= len(told):
            found.append((None, _joined(told, batch, to, at, which.since)))
            found.append((which, _joined(told, batch, to, which.since, which.until)))
            at = which.until
    return [*found, (None, _joined(told, batch, to, at, len(told)))]


def _joined(
    told: Sequence[Event], batch: BatchMoves[Any], to: Collection[str], since: int, until: int
) -> Sequence[Event]:
    """Returns the events from `since` to `until` for an audience, merged if one sentence tells several of them."""
    return batch.joined(_of(told[since:until], to), (event for event in islice(told, since) if event.to in to))


def _of(events: Sequence[Event], to: Collection[str]) -> list[Event]:
    return [event for event in events if event.to in to]


def _after(game: Game, shown: int) -> int:
    """Returns the number of all events before the public event with index `shown`; of all if there is no such event."""
    public = [at for at, event in enumerate(game.told) if event.to == ALL]
    return len(game.told) if shown >= len(public) else public[shown]


def _sentences(  # noqa: PLR0913, PLR0917 - which events, and for which reader
    game: Game, facts: TableFacts, words: Translator, to: Collection[str], since: int = 0, until: int | None = None,
    reader: str = "",
) -> list[str]:  # fmt: skip
    """Returns the sentences of a part of the story for an audience; `reader`: the seat to which they are addressed."""
    game_ui, ctx = GAME_UIS[facts.kind], context(facts, words, seat=reader)
    parts = _parts(game, game_ui.get(BatchMoves), to, since, until)
    return [said for part in parts for said in _said(part, game_ui, ctx)]


def seat_change(change: SeatChange, facts: TableFacts, words: Translator) -> str:
    """Returns the public sentence about a change of a seat's player."""
    mark = facts.initials(change.seat)
    former = None if change.former is None else _name(change.former, mark, words)
    return words(_SEAT_CHANGES[change.kind], player=_name(change.user, mark, words), former=former)


def _name(user: int, mark: str, words: Translator) -> str:
    """Returns a user's mention, or the seat's mark for a computer, which has no account."""
    return mention(user, words) if user > 0 else f"🤖 {mark}"


def _said(part: _Part, game_ui: GameUI[Any], ctx: Context) -> list[str]:
    """Returns the sentences of a part; the first sentence after a silence begins by saying that time was up."""
    said = [sentence for event in part.events if (sentence := game_ui.sentence(ctx, event))]
    if part.silence is None:
        return said
    return ["⏰ " + ctx.t("Time is up: {what}", what=_silence(part.silence, said, game_ui, ctx)), *said[1:]]


def _lines(part: _Part, game_ui: GameUI[Any], ctx: Context, age: int) -> list[Line]:
    """Returns the sentences of a part, the newest one first, as lines of a board; `age`: that of the newest one.

    What follows from a silence is never routine.
    """
    routine = part.silence is None and all(map(game_ui.is_routine, part.events))
    lasting = len(part.events) == 1 and bool(part.events[0].facts.get(game_ui.lasting))
    return [Line(text, routine, at, lasting) for at, text in enumerate(reversed(_said(part, game_ui, ctx)), age)]


def _silence(which: Silence, said: Sequence[str], game_ui: GameUI[Any], ctx: Context) -> str:
    own = said[0] if said else ctx.t("{player} did not answer.", player=ctx.who(which.seat))
    return " ".join(filter(None, (own, game_ui.get(PreOrders).silence_means(which.kind, ctx.t))))
