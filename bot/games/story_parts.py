"""The parts of a game's story: single events and the consequences of silences, from the beginning or the end."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import islice
from typing import Any, NamedTuple

from bot.games import Context
from bot.games.batch_moves import BatchMoves
from bot.games.game_ui import GameUI
from bot.games.pre_orders import PreOrders
from rules.engine import Game
from rules.events import ALL, Event, Silence


class Part(NamedTuple):
    """A unit of the story: one event, or all events that follow from one silence."""

    silence: Silence | None
    events: tuple[Event, ...]


def parts(
    game: Game, batch: BatchMoves[Any], to: Collection[str], since: int = 0, until: int | None = None
) -> Iterator[Part]:
    """Yields the parts of the story for an audience from event `since` to `until`; only the public one has silences."""
    for which, events in _stretches(game, batch, to, since, until):
        if which is None:
            yield from (Part(None, (event,)) for event in events)
        else:
            yield Part(which, tuple(events))


def backwards(game: Game, batch: BatchMoves[Any]) -> Iterator[Part]:
    """Yields the parts of the public story, the last one first, so that short texts need not process all of them."""
    until: int | None = None
    while until != 0:
        since = _apart(game, batch, until)
        for which, events in reversed(_stretches(game, batch, (ALL,), since, until)):
            if which is None:
                yield from (Part(None, (event,)) for event in reversed(events))
            else:
                yield Part(which, tuple(events))
        until = since


def _apart(game: Game, batch: BatchMoves[Any], until: int | None) -> int:
    """Returns the index of the last event before `until` at which a text can begin: not merged, not within a silence;
    or 0.
    """
    told = game.told
    for at in range(len(told) if until is None else until, 0, -1) if batch.apart else ():
        event = told[at - 1]
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
            found.append((None, joined(told, batch, to, at, which.since)))
            found.append((which, joined(told, batch, to, which.since, which.until)))
            at = which.until
    return [*found, (None, joined(told, batch, to, at, len(told)))]


def joined(
    told: Sequence[Event], batch: BatchMoves[Any], to: Collection[str], since: int, until: int
) -> Sequence[Event]:
    """Returns the events from `since` to `until` for an audience, merged if one sentence tells several of them."""
    return batch.joined(_of(told[since:until], to), (event for event in islice(told, since) if event.to in to))


def _of(events: Sequence[Event], to: Collection[str]) -> list[Event]:
    return [event for event in events if event.to in to]


def said_of(part: Part, game_ui: GameUI[Any], ctx: Context) -> list[str]:
    """Returns the sentences of a part; the first sentence after a silence begins by saying that time was up."""
    said = [sentence for event in part.events if (sentence := game_ui.sentence(ctx, event))]
    if part.silence is None:
        return said
    return ["⏰ " + ctx.t("Time is up: {what}", what=silence_of(part.silence, said, game_ui, ctx)), *said[1:]]


def silence_of(which: Silence, said: Sequence[str], game_ui: GameUI[Any], ctx: Context) -> str:
    """Returns the text about a seat that gave no answer in time: the first sentence of what followed, and what the
    silence means in the game."""
    own = said[0] if said else ctx.t("{player} did not answer.", player=ctx.who(which.seat))
    return " ".join(filter(None, (own, game_ui.get(PreOrders).silence_means(which.kind, ctx.t))))
