"""Messages of the puzzles of the day: the list, a puzzle with the real panel, and its solution."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Final, NamedTuple

from discord import ui

from bot.features.advice.view import labelled
from bot.features.play.service import Help
from bot.features.positions.view import Position
from bot.games import GAME_UIS, context_of
from bot.games.confirmation import ALWAYS
from bot.games.puzzles import FIRST_DAY, Judged, Puzzle, puzzle_of
from bot.games.reasons import Reasons
from bot.texts import Translator
from bot.views.custom_id import NO_GAME, CustomId
from bot.views.parts import MAX_COMPONENTS, Button, Style, button, message, rows
from bot.views.renaming import Renaming
from rules.engine import Game
from rules.players.levels import Question, ask
from storage import PuzzleAnswer

PREFIX: Final = "puzzle_"
"""The beginning of the verbs of all components of puzzles."""
VERBS: Final = ("walk", "do", "pick", "both", "explain", "why_not", "batch")
"""The verbs of the panel's components that a puzzle understands; it leaves out all others."""
FORM: Final = "batched"
"""The verb of the panel's form."""
KINDS: Final = tuple(GAME_UIS)
"""The games by their index in custom_ids."""
MAX_TOLD: Final = 3
"""The maximum number of sentences about what happened before the decision."""
MAX_ANSWERS: Final = 4
"""The number of best answers that a solution shows; the user's own answer is added if it is not one of them."""
CONFIRMED: Final = Help(confirm=ALWAYS)
"""In a puzzle every answer is confirmed, because only the first one counts."""


class Score(NamedTuple):
    """A user's results in the puzzles of a game."""

    solved: int
    answered: int
    streak: int
    """The number of days in a row, up to today or yesterday, on which the user has solved the puzzle."""


@dataclass(frozen=True)
class Place(Position):
    """A puzzle of a day as one user sees it."""

    source: Puzzle
    day: date

    @property
    def game(self) -> Game:
        """The game before the answer; not to be changed."""
        return self.source.game

    @property
    def renaming(self) -> Renaming:
        """The rule that gives a panel's components a puzzle's verbs, and first indices for the game and the day."""
        return Renaming(PREFIX, path_of(self.kind, self.day), (*VERBS, FORM))

    @property
    def asked(self) -> Question:
        """The decision as the seat sees it."""
        return ask(self.game, self.seat, told=())


def path_of(kind: str, day: date) -> tuple[int, ...]:
    """Returns the first indices of a puzzle's custom_ids: the game's in KINDS, and the day's since FIRST_DAY."""
    return KINDS.index(kind), (day - FIRST_DAY).days


def score_of(answers: Sequence[PuzzleAnswer], today: date) -> Score:
    """Returns the results of a user's answers; a puzzle that is still open does not end a streak."""
    solved = {one.day for one in answers if one.solved}
    day = today if any(one.day == today for one in answers) else today - timedelta(days=1)
    streak = 0
    while day in solved:
        streak, day = streak + 1, day - timedelta(days=1)
    return Score(len(solved), len(answers), streak)


def _dated(day: date) -> str:
    """Returns a date as Discord writes it to the reader: noon in UTC is on that day almost everywhere."""
    return f"<t:{int(datetime.combine(day, time(12), UTC).timestamp())}:D>"


# The list, and the post in a channel


def opening(kind: str, given: PuzzleAnswer | None = None) -> Button:
    """Returns the button that opens the present puzzle of a game; `given`: the user's answer to it."""
    title = GAME_UIS[kind].title
    if given is not None:
        title = f"{_mark(given)} {title}"
    return button(title, CustomId(NO_GAME, f"{PREFIX}open", 0, (KINDS.index(kind),)))


def listed(day: date, given: Mapping[str, PuzzleAnswer], words: Translator) -> ui.LayoutView:
    """Returns the list of the puzzles of a day, with a button for each; `given`: the user's answers by game."""
    kinds = [kind for kind in KINDS if puzzle_of(kind, day) is not None]
    if not kinds:
        return message(words("There are no puzzles yet."))
    said = words("Find the best move. Everyone has the same puzzles today, and your first answer counts.")
    ends = datetime.combine(day + timedelta(days=1), time(), UTC)
    following = "-# " + words("The next puzzles come {moment}.", moment=f"<t:{int(ends.timestamp())}:R>")
    buttons = [opening(kind, given.get(kind)) for kind in kinds]
    return message(f"### 🧩 {words('Puzzles of the day')}\n{said}", following, rows=rows(buttons))


def posted(day: date, words: Translator) -> ui.LayoutView:
    """Returns the message in a channel with the puzzles of a day; each button opens one privately."""
    said = words("Find the best move. Everyone has the same puzzles today. Only you see your answer.")
    buttons = [opening(kind) for kind in KINDS if puzzle_of(kind, day) is not None]
    return message(f"### 🧩 {words('Puzzles of {day}', day=_dated(day))}\n{said}", rows=rows(buttons))


# A puzzle


def shown(place: Place, path: tuple[int, ...] = (), *, note: str = "") -> ui.LayoutView:
    """Returns a puzzle with the panel of its seat at a page; `note` replaces the sentences about earlier events.

    Above the question of the first page are further facts that the seat needs (`GameUI.known`).
    """
    words = place.words
    told = "" if path else "\n".join(place.told(place.game.standing, MAX_TOLD))
    known = "" if path else GAME_UIS[place.kind].known(place.context)
    task = f"🎯 **{words('Which answer gives you the best chance to win?')}**"
    head = "\n".join(line for line in ("-# " + _title(place), note or told, known, task) if line)
    view = place.panel(CONFIRMED, path, note=head)
    if view.total_children_count + 2 <= MAX_COMPONENTS:
        view.add_item(ui.ActionRow(place.button(words("In words"), "words")))
    return view


def _title(place: Place) -> str:
    game = GAME_UIS[place.kind].title
    return place.words("{game}: puzzle of {day}", game=game, day=_dated(place.day))


# The solution


def solution(place: Place, given: PuzzleAnswer, score: Score, *, may_share: bool) -> ui.LayoutView:
    """Returns the solution with the reasons, the figures of the best answers, and the user's results."""
    words, asked = place.words, place.asked
    verdict = words("That is the best answer.") if given.solved else words("Another answer is better.")
    puzzle, reasons = place.source, GAME_UIS[place.kind].get(Reasons)
    ctx = context_of(place.facts, words, asked)
    why = words(puzzle.why) if puzzle.why else reasons.because(ctx, asked, (puzzle.best,))
    own = [one for one in puzzle.answers[MAX_ANSWERS:] if one.key == given.answer]
    figures = [_figure(place, one, asked, given) for one in (*puzzle.answers[:MAX_ANSWERS], *own)]
    note = "-# " + words("The figures are from games that computers played on from here, with what you know.")
    said = f"{_mark(given)} **{verdict}**"
    others, sharing = (Style.secondary, Style.primary) if given.solved else (Style.primary, Style.secondary)
    buttons = [button(words("Other puzzles"), CustomId(NO_GAME, f"{PREFIX}list"), others)]
    if may_share:
        share = CustomId(NO_GAME, f"{PREFIX}share", 0, place.renaming.path)
        buttons.insert(0 if given.solved else 1, button(words("Share without spoilers"), share, sharing))
    return message(
        "\n".join(line for line in ("-# " + _title(place), said, why) if line),
        "\n".join([*figures, note]),
        "\n".join([_results(score, words), f"```\n{line(place, given, score)}\n```"]),
        rows=rows(buttons),
    )


def line(place: Place, given: PuzzleAnswer, score: Score) -> str:
    """Returns the line about a result that a user can share; it reveals nothing about the answer."""
    streak = f" 🔥 {score.streak}" if score.streak > 1 else ""
    return f"🧩 Krupier · {GAME_UIS[place.kind].title} · {place.day.isoformat()} {_mark(given)}{streak}"


def _figure(place: Place, one: Judged, asked: Question, given: PuzzleAnswer) -> str:
    said, percent = labelled(place.facts, asked, (one.key,), place.words), round(100 * one.chance)
    figure = place.words("about {percent}\u00a0% to win ({tries} tries)", percent=percent, tries=one.tables)
    shown = f"**{said}**" if one.key == place.source.best else said
    marks = [_mark(given)] if one.key == given.answer else []
    if one.key == place.source.tempting and one.key != given.answer:
        figure += " · " + place.words("tempting")
    return "- " + " ".join([*marks, shown]) + f" · {figure}"


def _results(score: Score, words: Translator) -> str:
    said = words("Solved: {solved} of {answered}.", solved=score.solved, answered=score.answered)
    if score.streak < 2:
        return said
    days = words.plural("{n} day in a row", "{n} days in a row", score.streak)
    return f"{said} 🔥 {days}"


def _mark(given: PuzzleAnswer) -> str:
    return "✅" if given.solved else "❌"
