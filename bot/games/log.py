"""The story of a game as text: the public log, and the private events of a seat."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import islice

from bot.games import GAME_UIS, context
from bot.games.batch_moves import BatchMoves
from bot.games.facts import TableFacts, mention
from bot.games.story_parts import backwards, joined, parts, said_of, silence_of
from bot.texts import N_, Translator
from rules.engine import Game
from rules.events import ALL, Event, Silence
from storage import SeatChange

PAGE = 3500
"""The maximum number of characters of a page of the log."""
_PRIVATE_LINES = 30
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
    for part in backwards(game, game_ui.get(BatchMoves)):
        found += reversed(said_of(part, game_ui, ctx))
        for event in reversed(part.events):
            if wanted and event.name in wanted[0]:
                wanted.pop(0)
        if not wanted and len(found) >= count:
            break
    return found[::-1]


def silence(facts: TableFacts, game: Game, which: Silence, words: Translator) -> str:
    """Returns the text about a seat that gave no answer in time, with the consequence for the seat."""
    game_ui, ctx = GAME_UIS[facts.kind], context(facts, words)
    events = joined(game.told, game_ui.get(BatchMoves), (ALL,), which.since, which.until)
    return silence_of(which, [said for event in events if (said := game_ui.sentence(ctx, event))], game_ui, ctx)


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
    own = islice(_story(game, facts, words, (ALL, seat), since, reader=seat), 1)
    return "\n".join(dict.fromkeys([*own, *told_alone(facts, game, seat, since, words).splitlines()]))


def told_alone(facts: TableFacts, game: Game, seat: str, since: int, words: Translator) -> str:
    """Returns the latest two private sentences of a seat about the events after the first `since`.

    Public ones are left out, because the board has them.
    """
    return "\n".join(_sentences(game, facts, words, (seat,), since, reader=seat)[-_ALONE:])


# Internal functions


def _after(game: Game, shown: int) -> int:
    """Returns the number of all events before the public event with index `shown`; of all if there is no such event."""
    public = [at for at, event in enumerate(game.told) if event.to == ALL]
    return len(game.told) if shown >= len(public) else public[shown]


def _sentences(  # noqa: PLR0913, PLR0917 - which events, and for which reader
    game: Game, facts: TableFacts, words: Translator, to: Collection[str], since: int = 0, until: int | None = None,
    reader: str = "",
) -> list[str]:  # fmt: skip
    """Returns the sentences of a part of the story for an audience; `reader`: the seat to which they are addressed."""
    return list(_story(game, facts, words, to, since, until, reader))


def _story(  # noqa: PLR0913, PLR0917 - as `_sentences`
    game: Game, facts: TableFacts, words: Translator, to: Collection[str], since: int = 0, until: int | None = None,
    reader: str = "",
) -> Iterator[str]:  # fmt: skip
    """Yields the sentences of `_sentences`, and composes each only when it is needed."""
    game_ui, ctx = GAME_UIS[facts.kind], context(facts, words, seat=reader)
    for part in parts(game, game_ui.get(BatchMoves), to, since, until):
        yield from said_of(part, game_ui, ctx)


def seat_change(change: SeatChange, facts: TableFacts, words: Translator) -> str:
    """Returns the public sentence about a change of a seat's player."""
    mark = facts.initials(change.seat)
    former = None if change.former is None else _name(change.former, mark, words)
    return words(_SEAT_CHANGES[change.kind], player=_name(change.user, mark, words), former=former)


def _name(user: int, mark: str, words: Translator) -> str:
    """Returns a user's mention, or the seat's mark for a computer, which has no account."""
    return mention(user, words) if user > 0 else f"🤖 {mark}"
