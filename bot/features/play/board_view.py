"""The content of the public board, built from public facts only and the same for everyone.

It uses the onlooker's view, public events, and of the decision its kind, seats, number and subject. It never shows a
key, and never which seats of a window have not answered (passes are secret until it closes), unless one person plays
against computers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from discord import ui

from bot.features.consent.view import VOTES, agreement, level_options, votes
from bot.features.finished_games import view as post_game_view
from bot.games import GAME_UIS, context
from bot.games.facts import TableFacts
from bot.games.log import latest, sentences
from bot.games.news import Line, News, news
from bot.texts import N_, Translator
from bot.views.custom_id import CustomId
from bot.views.parts import Button, Row, Style, button, fitting, message, rows, select, state, state_in
from bot.views.times import banks, clock, on_break
from bot.views.word_budget import MAX_WORDS, as_text, count, newest
from rules.decisions import CHANCE, Window
from rules.engine import Game
from rules.events import Event
from rules.players.levels import LEVELS
from storage import NORMAL

_STORY = 40
"""The minimum number of sentences on a closed board, if they fit into the message; the log contains all of them."""


class Boards(NamedTuple):
    """The content of the current board in both forms."""

    in_words: Callable[[], ui.LayoutView]
    """Composes the board as text, in the state in which this object was made; rarely needed."""
    below_picture: ui.LayoutView
    """The text below the picture; its events are shortened, so that it has at most MAX_WORDS words if possible."""


def boards(facts: TableFacts, game: Game, words: Translator) -> Boards:
    """Returns the current board of a running or finished game, both as text and below its picture."""
    if _is_finished(facts, game):
        whole = partial(post_game_view.ended, facts, game, words)
        return Boards(whole, post_game_view.below_picture(facts, game, words))
    lately = news(facts, game, words)
    waiting = _waiting(facts, game, words, lately)
    return Boards(_in_words(facts, game, words, lately, waiting), _below_picture(facts, game, words, lately, waiting))


def board(facts: TableFacts, game: Game, words: Translator) -> ui.LayoutView:
    """Returns the current board as text, with its buttons."""
    if _is_finished(facts, game):
        return post_game_view.ended(facts, game, words)
    lately = news(facts, game, words)
    return _in_words(facts, game, words, lately, _waiting(facts, game, words, lately))()


def in_words(
    facts: TableFacts, game: Game, words: Translator, *, offers: bool = False, own: str = ""
) -> ui.LayoutView:  # fmt: skip
    """Returns everything that the board and its picture show, as a private text.

    `offers`: adds the host's button that shows the board as text to everyone. `own`: a text below about the reader's
    own cards, if it is not empty.
    """
    if _is_finished(facts, game):
        return post_game_view.in_words(facts, game, words)
    everyone = button(words("Show everyone the board as text"), CustomId(facts.id, "board_words"))
    now, lately = state(facts, game, words), news(facts, game, words)
    waiting = _with_hints(facts, _waiting(facts, game, words, lately), words)
    story = fitting(as_text(lately.lines), (now, waiting, own))
    return message(now, story, waiting, own, rows=rows([everyone]) if offers else ())


def closed_board(facts: TableFacts, game: Game, words: Translator) -> ui.LayoutView:
    """Returns an old board without components: what happened while it was current, not the present state."""
    if _is_finished(facts, game):
        return post_game_view.ended(facts, game, words, offers=False)
    note = "-# " + words("The game continues in a newer message below.")
    story = "\n".join(latest(facts, game, words, _STORY, chapter=True))
    return message(fitting(story, (note,)), note)


def unfolding(facts: TableFacts, told: Sequence[Event], part: tuple[int, int], words: Translator) -> ui.LayoutView:
    """Returns one step of a story in an old board; `part`: the number of the step, and of all steps."""
    at, count = part
    note = "-# " + words("The game continues in a newer message below.") + f" {at}/{count}"
    return message(fitting("\n".join(sentences(facts, told, words)), (note,)), note)


def _is_finished(facts: TableFacts, game: Game) -> bool:
    return bool(game.over) or facts.phase in ("over", "ended")


def _in_words(
    facts: TableFacts, game: Game, words: Translator, lately: News, waiting: str
) -> Callable[[], ui.LayoutView]:  # fmt: skip
    """Returns a function that composes the board as text, in the present state even if the game has continued."""
    ctx, window = context(facts, words, game), _window(facts, game)

    def composed() -> ui.LayoutView:
        now, below = state_in(ctx), _with_hints(facts, waiting, words)
        picture = [button(words("Picture"), CustomId(facts.id, "board_picture"))] if facts.words else []
        buttons = _buttons(facts, window, words, *picture)
        components = [*rows(buttons), *_other_levels(facts, words)]
        return message(now, fitting(as_text(lately.lines), (now, below)), below, rows=components)

    return composed


def _below_picture(
    facts: TableFacts, game: Game, words: Translator, lately: News, waiting: str
) -> ui.LayoutView:  # fmt: skip
    buttons = _buttons(facts, _window(facts, game), words, button(words("In words"), CustomId(facts.id, "in_words")))
    story = _story(lately, MAX_WORDS - count(waiting, *(one.label for one in buttons)), words)
    return message(story, waiting, rows=[*rows(buttons), *_other_levels(facts, words)])


def _story(lately: News, room: int, words: Translator) -> str:
    """Returns the latest events in at most `room` words, and above them how many others the log has.

    Those are counted since the last move of the active seat.
    """
    shown = newest(lately.lines, room)
    if _left_out(lately, shown):
        shown = newest(lately.lines, room - count(_earlier(len(lately.since), words)))
        return "\n".join([_earlier(_left_out(lately, shown), words), *filter(None, [as_text(shown)])])
    return as_text(shown)


def _left_out(lately: News, shown: Sequence[Line]) -> int:
    return len({*lately.since} - {line.age for line in shown})


def _earlier(count: int, words: Translator) -> str:
    """Returns the line about events that a board leaves out."""
    return "-# " + words("… {n} earlier: *{log}*", n=count, log=words("Log"))


def _waiting(facts: TableFacts, game: Game, words: Translator, lately: News) -> str:
    """Returns the open votes and offers as text, and the seats that must answer; does not repeat `lately`."""
    lines = [*_offers(facts, words)]
    if facts.absent:
        absent = facts.seat(facts.absent).mention
        late = N_("{player} ran out of time twice in a row. What now?")
        away = N_("{player} is no longer in this server. What now?")
        lines.append("❓ " + words(away if facts.left_server else late, player=absent))
    lines += [*votes(facts, words), *_undo_lines(facts, words), _asked(facts, game, words, lately)]
    lines += [
        "✋ " + words("Someone asked for more time.") if facts.held else "",
        on_break(facts, words),
        clock(facts, words),
        banks(facts, words),
    ]
    if facts.practice:
        lines.append("-# 🔁 " + words("Practice: this game counts for nothing."))
    return "\n".join(line for line in lines if line)


def _with_hints(facts: TableFacts, waiting: str, words: Translator) -> str:
    """Returns the text of what the table waits for, with a line about hints if they are on."""
    hints = "-# 💡 " + words("Hints are on: your panel can show what a computer would do.") if facts.hints else ""
    return "\n".join(line for line in (waiting, hints) if line)


def _offers(facts: TableFacts, words: Translator) -> list[str]:
    """Returns the lines about free seats."""
    anybody = N_("The seat of {player} is free. Anyone can take it and its hand with `/game join`.")
    somebody = N_("The seat of {player} is reserved for {newcomer}, who can take it with `/game join`.")
    return [
        "🪑 " + words(somebody if user else anybody, player=facts.seat(seat).mention, newcomer=f"<@{user}>")
        for seat, user in sorted((facts.free or {}).items())
    ]


def _asked(facts: TableFacts, game: Game, words: Translator, lately: News) -> str:
    decision = game.decision
    if decision is None or CHANCE in decision.seats:
        return ""
    question, ctx = GAME_UIS[facts.kind].questions[decision.kind], context(facts, words, game)
    if isinstance(decision, Window):
        what = _without_newest(question.waiting_for(ctx), lately)
        seats = ", ".join(facts.seat(seat).mention for seat in decision.seats if _may_react(facts, game, seat))
        return "⚡ **" + words("Reaction") + f":** {what}\n" + words("Can react: {players}", players=seats)
    return "➡️ " + question.awaited(ctx, decision.seats[0])


def _without_newest(what: str, lately: News) -> str:
    """Returns the text about a window without the newest sentence above it, if the text begins with that sentence."""
    newest_one = lately.lines[-1].text if lately.lines else ""
    short = count(newest_one) <= MAX_WORDS // 2
    return what.removeprefix(newest_one).lstrip() if short else what


def _may_react(facts: TableFacts, game: Game, seat: str) -> bool:
    """Returns whether the board names a seat that is asked in a window: always if several people play.

    The only person at a table is left out once they have answered, or if they have nothing to play, which is answered
    for them.
    """
    return facts.only_person != seat or seat in game.waiting


def _window(facts: TableFacts, game: Game) -> int | None:
    """Returns the number of the open window; None if there is none, or the only person at the table need not answer."""
    if not isinstance(game.decision, Window) or (facts.only_person and facts.only_person not in game.waiting):
        return None
    return game.number


def _buttons(facts: TableFacts, window: int | None, words: Translator, *further: Button) -> list[Button]:
    """Returns the board's buttons; `window`: the number of the open window, if it offers to react."""
    table = facts.id
    buttons = [
        button(words("My move"), CustomId(table, "move"), Style.primary if window is None else Style.secondary),
        button(words("My hand"), CustomId(table, "hand")),
    ]
    if window is not None:
        buttons.append(button(words("React"), CustomId(table, "react"), Style.primary))
        buttons.append(button(words("Don't react"), CustomId(table, "pass", window)))
        if facts.can_hold:
            buttons.append(button(words("Hold on"), CustomId(table, "hold_on", window), emoji="✋"))
    log = button(words("Log"), CustomId(table, "log"))
    return [*buttons, *_questions_to_the_table(facts, words), *further, log]


def _questions_to_the_table(facts: TableFacts, words: Translator) -> list[Button]:
    table, buttons = facts.id, _undo_buttons(facts, words)
    if facts.absent:
        place = _place_of_absent(facts)
        buttons += [
            button(words("Keep waiting"), CustomId(table, "wait", place)),
            button(words("Let a computer play (normal)"), CustomId(table, "let_computer", place)),
            button(words("Offer the seat to anyone"), CustomId(table, "hand_over", place)),
        ]
    voted = [what for what in facts.votes or {} if what in VOTES]
    if facts.paused and "resume" not in voted:
        buttons.append(button(words("Resume the game"), CustomId(table, "agree_resume"), Style.primary))
    if facts.absent and "end" not in voted:
        voted.append("end")
    return buttons + [agreement(facts, what, words) for what in voted]


def _other_levels(facts: TableFacts, words: Translator) -> list[Row]:
    """Returns the select of other levels of computers that could replace an absent player."""
    if not facts.absent:
        return []
    levels = level_options(words, [level for level in LEVELS if level != NORMAL])
    level = CustomId(facts.id, "let_level", _place_of_absent(facts))
    return [select(level, words("Let a computer of another level play"), levels)]


def _place_of_absent(facts: TableFacts) -> int:
    """Returns the place of the absent seat, to which a press about it is bound."""
    return next(place for place, seat in enumerate(facts.seats) if seat.letter == facts.absent)


def _undo_lines(facts: TableFacts, words: Translator) -> list[str]:
    """Returns the lines about a proposed undo: who wants it, and who has not agreed yet."""
    asked = facts.undoing
    if asked is None:
        return []
    missing = ", ".join(facts.seat(letter).mention for letter in sorted(asked.needed - asked.agreed))
    said = words(
        "{player} wants to take back the last move. Still to agree: {players}",
        player=facts.seat(asked.seat).mention,
        players=missing,
    )
    return ["↩️ " + said]


def _undo_buttons(facts: TableFacts, words: Translator) -> list[Button]:
    """Returns the buttons that agree to an undo or refuse it, bound to the present decision."""
    asked = facts.undoing
    if asked is None:
        return []
    return [
        button(words("Agree to take it back"), CustomId(facts.id, "agree_undo", asked.number)),
        button(words("Keep the move"), CustomId(facts.id, "refuse_undo", asked.number)),
    ]
