"""A finished game seen again, frame by frame: what happened, how the table stood, and buttons that lead to and fro.

Everything that a press needs stands in its custom_id: the game, the frame, how one goes on, and whose hands are seen.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from discord import ui

from bot.features.analysis.view import why_button
from bot.games import GAME_UIS, Label, context
from bot.games.context import mark
from bot.games.facts import TableFacts
from bot.games.log import sentences
from bot.games.replay_frames import ONLOOKER, ReplayFrames, Shot, spread
from bot.texts import Translator
from bot.views.custom_id import CustomId
from bot.views.parts import MAX_TEXT, Button, Row, Style, button, choice, clip, length, message, rows, select

BY_CHAPTERS: Final = 0
BY_MOVES: Final = 1
FROM_OUTSIDE: Final = 0
EVERYBODY: Final = 9
MAX_STOPS: Final = 25
MAX_TOLD_LENGTH: Final = 1_400
"""Characters of what has happened, so that there is room for how the table stands."""
HINT: Final = "-# "


class Place(NamedTuple):
    """A position in a replay: the frame, chapters or moves, and the hands that are seen."""

    at: int = 0
    mode: int = BY_CHAPTERS
    view: int = FROM_OUTSIDE

    @property
    def by_chapters(self) -> bool:
        """Whether one goes from chapter to chapter."""
        return self.mode == BY_CHAPTERS

    def seen(self, seats: str) -> str | None:
        """The seats whose hands are seen; None where there is no such view."""
        if self.view == FROM_OUTSIDE:
            return ONLOOKER
        if self.view == EVERYBODY:
            return seats
        return seats[self.view - 1] if self.view <= len(seats) else None

    def id(self, game: int, verb: str, which: int = 0) -> CustomId:
        """The custom_id of a component that leads here; `which` tells apart those that lead to the same place."""
        return CustomId(game, verb, self.at, (self.mode, self.view, which))


def place_of(custom: CustomId) -> Place | None:
    """The place that a custom_id names; None where it names none."""
    if custom.number is None or len(custom.path) < 2 or custom.path[0] not in (BY_CHAPTERS, BY_MOVES):
        return None
    return Place(custom.number, custom.path[0], custom.path[1])


def before(reel: ReplayFrames, place: Place) -> int | None:
    """The stop before this one; None at the beginning."""
    earlier = [stop for stop in reel.stops(by_chapters=place.by_chapters) if stop < place.at]
    return earlier[-1] if earlier else None


def replay(facts: TableFacts, reel: ReplayFrames, shot: Shot, place: Place, words: Translator) -> ui.LayoutView:
    """Returns one frame; its buttons are the same for every frame, and disabled if they lead nowhere.

    Its last text is short and names the position: the picture belongs directly above it.
    """
    title = words("{game}, table {number}: replay", game=GAME_UIS[facts.kind].title, number=facts.id)
    happened = f"### ⏪ {title}\n{_happened(facts, shot, words)}"
    where = _where(reel, place, words)
    hands = "\n".join(_hand(facts, shot, seat, words) for seat in shot.seen)
    state = GAME_UIS[facts.kind].public(context(facts, words, view=shot.view)) if shot.frame.told is None else ""
    room = MAX_TEXT - sum(map(length, (happened, hands, where)))
    if length(state) > room:
        state = ""
    hands = clip(hands, max(2, room + length(hands)))
    return message(happened, state, hands, where, rows=_parts(facts, reel, place, words))


def film(facts: TableFacts, words: Translator) -> ui.LayoutView:
    """Returns the text below the film of a finished game."""
    title = GAME_UIS[facts.kind].title
    names = ", ".join(f"{mark(seat.letter)} {seat.name}" for seat in facts.seats)
    return message(
        "🎞️ **" + words("{game}, table {number}: the turning points", game=title, number=facts.id) + f"**\n{names}"
    )


# Texts


def _where(reel: ReplayFrames, place: Place, words: Translator) -> str:
    stops = list(reel.stops(by_chapters=place.by_chapters))
    at, count = stops.index(place.at) + 1, len(stops)
    if place.by_chapters:
        return f"**{words('Chapter {at} of {count}', at=at, count=count)}**"
    return f"**{words('Move {at} of {count}', at=at, count=count)}**"


def _happened(facts: TableFacts, shot: Shot, words: Translator) -> str:
    """The end of what has been told since the stop before, as much as there is room for."""
    told = sentences(facts, shot.events, words)
    if facts.phase == "ended" and shot.last:
        told.append("**" + words("The players end the game without a winner.") + "**")
    kept = list(told)
    while len(kept) > 1 and length("\n".join(kept)) > MAX_TOLD_LENGTH:
        del kept[0]
    left_out = ["…"] if len(kept) < len(told) else []
    return "\n".join([*left_out, *kept]) or words("Nothing happens in this step.")


def _hand(facts: TableFacts, shot: Shot, seat: str, words: Translator) -> str:
    """A seat's hand: alone with what its cards do, among others in short."""
    cards = GAME_UIS[facts.kind].hand(context(facts, words, shot.game, seat))
    heading = f"**{mark(seat)} {facts.seat(seat).mention}**"
    if len(shot.seen) == 1:
        return f"{heading}\n{cards}"
    return f"{heading}: " + ", ".join(line for line in cards.splitlines() if not line.startswith(HINT))


# Components


def _parts(facts: TableFacts, reel: ReplayFrames, place: Place, words: Translator) -> Sequence[Row]:
    computers = any(seat.user is None for seat in facts.seats)
    why = [why_button(facts.id, words, reel.frames[place.at].entries)] if computers else []
    share = button(words("Share as a film"), CustomId(facts.id, "share"), emoji="🎞️")
    return [
        *rows(_steps(facts.id, reel, place, words)),
        _jump(facts.id, reel, place, words),
        _views(facts, reel, place, words),
        *rows([share, *why]),
    ]


def _steps(game: int, reel: ReplayFrames, place: Place, words: Translator) -> list[Button]:
    stops = reel.stops(by_chapters=place.by_chapters)
    later_ones = [stop for stop in stops if stop > place.at]
    earlier = before(reel, place)
    ways = (
        ("⏮", words("First"), None if earlier is None else stops[0]),
        ("◀", words("Back"), earlier),
        ("▶", words("Next"), later_ones[0] if later_ones else None),
        ("⏭", words("Last"), stops[-1] if later_ones else None),
    )
    buttons = [
        button(f"{sign} {label}", place._replace(at=place.at if to is None else to).id(game, "replay", which),
               Style.primary if sign == "▶" else Style.secondary, disabled=to is None)
        for which, (sign, label, to) in enumerate(ways)
    ]  # fmt: skip
    label = words("Move by move") if place.by_chapters else words("Chapter by chapter")
    other = place._replace(mode=BY_MOVES if place.by_chapters else BY_CHAPTERS)
    return [*buttons, button(label, other.id(game, "replay", len(ways)))]


def _jump(game: int, reel: ReplayFrames, place: Place, words: Translator) -> Row:
    """Stops all over the game, evenly spread where there are too many."""
    stops = list(reel.stops(by_chapters=place.by_chapters))
    shown = spread(stops, MAX_STOPS)
    options = [
        choice(Label(words("Chapter {at} of {count}" if place.by_chapters else "Move {at} of {count}",
                           at=stops.index(stop) + 1, count=len(stops))), str(stop), chosen=stop == place.at)
        for stop in shown
    ]  # fmt: skip
    return select(place.id(game, "replay_jump"), words("Go to …"), options)


def _views(facts: TableFacts, reel: ReplayFrames, place: Place, words: Translator) -> Row:
    """The points of view; all but the onlooker's show what was hidden, which the end has opened."""
    options = [(FROM_OUTSIDE, words("As a spectator saw it"))]
    options += [
        (at, words("As {player} saw it", player=f"{seat.upper()} {facts.seat(seat).name}"))
        for at, seat in enumerate(reel.seats, 1)
    ]
    options.append((EVERYBODY, words("With all hands open")))
    chosen = [choice(Label(text), str(value), chosen=value == place.view) for value, text in options]
    return select(place.id(facts.id, "replay_view"), words("Point of view"), chosen)
