"""The messages of a replay: one step of a finished game with its events, table and navigation.

The custom_ids contain everything that a press needs: the game, the step, the mode, and whose hands are seen.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from discord import ui

from bot.features.analysis.view import why_button
from bot.features.review.view import review_button
from bot.games import GAME_UIS, Label, context
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
"""The maximum number of characters of the events, so that there is room for the state of the table."""
HINT: Final = "-# "


class Place(NamedTuple):
    """A position in a replay: the frame, the mode (chapters or moves), and the point of view."""

    at: int = 0
    mode: int = BY_CHAPTERS
    view: int = FROM_OUTSIDE

    @property
    def by_chapters(self) -> bool:
        """Whether the buttons move by chapters."""
        return self.mode == BY_CHAPTERS

    def seen(self, seats: str) -> str | None:
        """Returns the seats whose hands are visible; None if the point of view does not exist."""
        if self.view == FROM_OUTSIDE:
            return ONLOOKER
        if self.view == EVERYBODY:
            return seats
        return seats[self.view - 1] if self.view <= len(seats) else None

    def id(self, game: int, verb: str, which: int = 0) -> CustomId:
        """Returns the custom_id of this position; `which` distinguishes components that lead to the same one."""
        return CustomId(game, verb, self.at, (self.mode, self.view, which))


def place_of(custom: CustomId) -> Place | None:
    """Returns the position in a custom_id; None if it has none."""
    if custom.number is None or len(custom.path) < 2 or custom.path[0] not in (BY_CHAPTERS, BY_MOVES):
        return None
    return Place(custom.number, custom.path[0], custom.path[1])


def before(replay_frames: ReplayFrames, place: Place) -> int | None:
    """Returns the frame before this one at which the replay stops; None at the beginning."""
    earlier = [stop for stop in replay_frames.stops(by_chapters=place.by_chapters) if stop < place.at]
    return earlier[-1] if earlier else None


def replay(
    facts: TableFacts, replay_frames: ReplayFrames, shot: Shot, place: Place, words: Translator
) -> ui.LayoutView:
    """Returns one step of a replay; its buttons are the same in every step, and disabled if they lead nowhere.

    The last text is short and contains the position, so the picture belongs directly above it.
    """
    title = words("{game}, table {number}: replay", game=GAME_UIS[facts.kind].title, number=facts.id)
    happened = f"### ⏪ {title}\n{_happened(facts, shot, words)}"
    where = _where(replay_frames, place, words)
    hands = "\n".join(_hand(facts, shot, seat, words) for seat in shot.seen)
    state = GAME_UIS[facts.kind].public(context(facts, words, view=shot.view)) if shot.frame.told is None else ""
    room = MAX_TEXT - sum(map(length, (happened, hands, where)))
    if length(state) > room:
        state = ""
    hands = clip(hands, max(2, room + length(hands)))
    return message(happened, state, hands, where, rows=_parts(facts, replay_frames, place, words))


def film(facts: TableFacts, words: Translator) -> ui.LayoutView:
    """Returns the text below the film of a finished game."""
    title = GAME_UIS[facts.kind].title
    names = ", ".join(f"{facts.mark(seat.letter)} {seat.name}" for seat in facts.seats)
    return message(
        "🎞️ **" + words("{game}, table {number}: the turning points", game=title, number=facts.id) + f"**\n{names}"
    )


# Texts


def _where(replay_frames: ReplayFrames, place: Place, words: Translator) -> str:
    stops = list(replay_frames.stops(by_chapters=place.by_chapters))
    at, count = stops.index(place.at) + 1, len(stops)
    if place.by_chapters:
        return f"**{words('Chapter {at} of {count}', at=at, count=count)}**"
    return f"**{words('Move {at} of {count}', at=at, count=count)}**"


def _happened(facts: TableFacts, shot: Shot, words: Translator) -> str:
    """Returns the last events since the previous stop as text, as many as there is room for."""
    told = sentences(facts, shot.events, words)
    if facts.phase == "ended" and shot.last:
        told.append("**" + words("The players end the game without a winner.") + "**")
    kept = list(told)
    while len(kept) > 1 and length("\n".join(kept)) > MAX_TOLD_LENGTH:
        del kept[0]
    left_out = ["…"] if len(kept) < len(told) else []
    return "\n".join([*left_out, *kept]) or words("Nothing happens in this step.")


def _hand(facts: TableFacts, shot: Shot, seat: str, words: Translator) -> str:
    """Returns a seat's hand as text: with the effects of its cards if it is the only visible one, otherwise short."""
    cards = GAME_UIS[facts.kind].hand(context(facts, words, shot.game, seat))
    heading = f"**{facts.mark(seat)} {facts.seat(seat).mention}**"
    if len(shot.seen) == 1:
        return f"{heading}\n{cards}"
    return f"{heading}: " + ", ".join(line for line in cards.splitlines() if not line.startswith(HINT))


# Components


def _parts(facts: TableFacts, replay_frames: ReplayFrames, place: Place, words: Translator) -> Sequence[Row]:
    computers = any(seat.user is None for seat in facts.seats)
    why = [why_button(facts.id, words, replay_frames.frames[place.at].entries)] if computers else []
    people = any(seat.user is not None for seat in facts.seats)
    review = [review_button(facts.id, words)] if people and not facts.practice else []
    share = button(words("Share as a film"), CustomId(facts.id, "share"), emoji="🎞️")
    card = button(words("Result card"), CustomId(facts.id, "result"), emoji="🖼️")
    cards = [card] if facts.phase == "over" else []
    return [
        *rows(_steps(facts.id, replay_frames, place, words)),
        _jump(facts.id, replay_frames, place, words),
        _views(facts, replay_frames, place, words),
        *rows([share, *cards, *review, *why]),
    ]


def _steps(game: int, replay_frames: ReplayFrames, place: Place, words: Translator) -> list[Button]:
    stops = replay_frames.stops(by_chapters=place.by_chapters)
    later_ones = [stop for stop in stops if stop > place.at]
    earlier = before(replay_frames, place)
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


def _jump(game: int, replay_frames: ReplayFrames, place: Place, words: Translator) -> Row:
    """Returns the select of stops in the whole game, evenly spread if there are too many."""
    stops = list(replay_frames.stops(by_chapters=place.by_chapters))
    shown = spread(stops, MAX_STOPS)
    options = [
        choice(Label(words("Chapter {at} of {count}" if place.by_chapters else "Move {at} of {count}",
                           at=stops.index(stop) + 1, count=len(stops))), str(stop), chosen=stop == place.at)
        for stop in shown
    ]  # fmt: skip
    return select(place.id(game, "replay_jump"), words("Go to …"), options)


def _views(facts: TableFacts, replay_frames: ReplayFrames, place: Place, words: Translator) -> Row:
    """Returns the select of points of view; all but the onlooker's show hands, which are public after the end."""
    options = [(FROM_OUTSIDE, words("As a spectator saw it"))]
    options += [
        (at, words("As {player} saw it", player=facts.named(seat))) for at, seat in enumerate(replay_frames.seats, 1)
    ]
    options.append((EVERYBODY, words("With all hands open")))
    chosen = [choice(Label(text), str(value), chosen=value == place.view) for value, text in options]
    return select(place.id(facts.id, "replay_view"), words("Point of view"), chosen)
