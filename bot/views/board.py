"""The public board: built from public facts alone, the same for everybody.

It uses the onlooker's view, public events, and of the decision its kind, seats, number and what it is about;
never who still owes a window its answer (passes are secret until it closes) and never a key.
"""

from __future__ import annotations

from collections.abc import Sequence

from discord import ui

from bot.games import BOARDS, Label
from bot.games.facts import TableFacts
from bot.games.levels import MEANINGS, NAMES, USUAL, computer
from bot.games.log import latest, news
from bot.texts import Words, later
from bot.views import undo
from bot.views.custom_id import CustomId
from bot.views.ended import ended
from bot.views.parts import Button, Row, Style, button, choice, fitting, message, rows, select, state
from bot.views.times import banks, clock
from rules.decisions import CHANCE, Window
from rules.engine import Event, Game
from rules.players.levels import LEVELS

_STORY = 40
"""So many sentences stand on a board that is left behind; the log has them all."""
VOTES = {
    "pause": (later("Pause: {count} of {needed} agree."), later("Agree to pause")),
    "resume": (later("Go on: {count} of {needed} agree."), later("Agree to go on")),
    "replace": (later("Instead of {player}: {newcomer}. {count} of {needed} agree."), later("Agree to replace")),
    "end": (later("To end the game now: {count} of {needed} agree."), later("Agree to end")),
}
ABOUT_THE_ABSENT = {
    "let_computer": later("The computer plays on: {count} of {needed} agree."),
    "let_computer_easy": later("A computer (easy) plays on: {count} of {needed} agree."),
    "let_computer_hard": later("A computer (hard) plays on: {count} of {needed} agree."),
    "hand_over": later("The seat is offered to anybody: {count} of {needed} agree."),
}


def board(facts: TableFacts, game: Game, words: Words) -> ui.LayoutView:
    """The current board with its buttons."""
    if game.over or facts.phase in ("over", "ended"):
        return ended(facts, game, words)
    components = [*rows(_buttons(facts, game, words)), *_other_levels(facts, words)]
    return message(*_texts(facts, game, words), rows=components)


def closed_board(facts: TableFacts, game: Game, words: Words) -> ui.LayoutView:
    """An older board: what happened while it stood, without components; how things stand now, the newer one shows."""
    if game.over or facts.phase in ("over", "ended"):
        return ended(facts, game, words, offers=False)
    note = "-# " + words("The game goes on in a newer message below.")
    story = "\n".join(latest(facts, game, words, _STORY, chapter=True))
    return message(fitting(story, (note,)), note)


def unfolding(facts: TableFacts, told: Sequence[Event], part: tuple[int, int], words: Words) -> ui.LayoutView:
    """A board that is left behind, in the middle of what it tells step by step: which step of how many it is."""
    board, (at, count) = BOARDS[facts.kind], part
    said = [text for event in board.joined(told) if (text := board.sentence(event, facts, words))]
    note = "-# " + words("The game goes on in a newer message below.") + f" {at}/{count}"
    return message(fitting("\n".join(said), (note,)), note)


def _texts(facts: TableFacts, game: Game, words: Words) -> tuple[str, str, str]:
    """The table in words, what happened lately, whose turn it is; the picture comes above the last of them."""
    now, waiting = state(facts, game, words), _waiting(facts, game, words)
    return now, fitting("\n".join(news(facts, game, words)), (now, waiting)), waiting


def _waiting(facts: TableFacts, game: Game, words: Words) -> str:
    """What the table is asked, then who is waited for: the last ones named are those who are to act."""
    lines = [*_offers(facts, words)]
    if facts.absent:
        absent = facts.seat(facts.absent).mention
        late = later("{player} is late for the second time in a row. What does the table want?")
        away = later("{player} is no longer in this server. What does the table want?")
        lines.append("❓ " + words(away if facts.left_server else late, player=absent))
    lines += [*votes(facts, words), *undo.lines(facts, words), _asked(facts, game, words)]
    lines += [clock(facts, words), banks(facts, words)]
    if facts.hints:
        lines.append("-# 💡 " + words("Hints are allowed here: your panel can say what the computer would do."))
    return "\n".join(line for line in lines if line)


def _offers(facts: TableFacts, words: Words) -> list[str]:
    """Seats that somebody may take."""
    anybody = later("The seat of {player} is free for anybody: `/game join` takes it, with its hand.")
    somebody = later("The seat of {player} is kept for {newcomer}: `/game join` takes it.")
    return [
        "🪑 " + words(somebody if user else anybody, player=facts.seat(seat).mention, newcomer=f"<@{user}>")
        for seat, user in sorted((facts.free or {}).items())
    ]


def _asked(facts: TableFacts, game: Game, words: Words) -> str:
    decision = game.decision
    if decision is None or CHANCE in decision.seats:
        return ""
    seats = ", ".join(facts.seat(seat).mention for seat in decision.seats)
    what = BOARDS[facts.kind].waiting_for(decision.kind, decision.about, game.view(None), facts, words)
    if isinstance(decision, Window):
        return "🪟 **" + words("Window") + f":** {what}\n" + words("Asked: {players}", players=seats)
    return "➡️ " + words("Waiting for {player}: {what}", player=seats, what=what)


def votes(facts: TableFacts, words: Words) -> list[str]:
    """What is voted on, and how far it is."""
    needed, majority = facts.needed or {}, sum(seat.user is not None for seat in facts.seats) // 2 + 1
    change, said = _change(facts, words), []
    for what, count in (facts.votes or {}).items():
        said.append("🗳️ " + words(_question(what), count=count, needed=needed.get(what, majority), **change))
    return said


def _question(what: str) -> str:
    return VOTES[what][0] if what in VOTES else ABOUT_THE_ABSENT[what]


def _change(facts: TableFacts, words: Words) -> dict[str, str]:
    """Who shall go and who shall come, where a substitution is proposed."""
    proposal = facts.proposal
    if proposal is None:
        return {"player": "?", "newcomer": "?"}
    newcomer = computer(proposal.level, words) if proposal.newcomer is None else f"<@{proposal.newcomer}>"
    return {"player": facts.seat(proposal.seat).mention, "newcomer": newcomer}


def _buttons(facts: TableFacts, game: Game, words: Words) -> list[Button]:
    decision, table = game.decision, facts.id
    buttons = [
        button(words("My move"), CustomId(table, "move"), Style.primary),
        button(words("My hand"), CustomId(table, "hand")),
    ]
    if isinstance(decision, Window):
        buttons.append(button(words("React"), CustomId(table, "react"), Style.primary))
        buttons.append(button(words("Let it pass"), CustomId(table, "pass", game.number)))
    log = button(words("Log"), CustomId(table, "log"))
    return [*buttons, *_questions_to_the_table(facts, words), log]


def _questions_to_the_table(facts: TableFacts, words: Words) -> list[Button]:
    table, buttons = facts.id, undo.buttons(facts, words)
    if facts.absent:
        buttons += [
            button(words("Wait for them"), CustomId(table, "wait")),
            button(words("Let a computer (normal) play on"), CustomId(table, "let_computer")),
            button(words("Offer the seat to anybody"), CustomId(table, "hand_over")),
        ]
    voted = [what for what in facts.votes or {} if what in VOTES]
    if facts.paused and "resume" not in voted:
        buttons.append(button(words("Let the game go on"), CustomId(table, "agree_resume"), Style.primary))
    if facts.absent and "end" not in voted:
        voted.append("end")
    return buttons + [agreement(facts, what, words) for what in voted]


def _other_levels(facts: TableFacts, words: Words) -> list[Row]:
    """Computers that play on for the absent one, other than the one that has a button."""
    if not facts.absent:
        return []
    levels = [choice(Label(words(NAMES[level]), words(MEANINGS[level])), level) for level in LEVELS if level != USUAL]
    return [select(CustomId(facts.id, "let_level"), words("Let a computer of another level play on"), levels)]


def agreement(facts: TableFacts, what: str, words: Words) -> Button:
    """The button of a consent; one to a substitution is bound to the very proposal."""
    number = facts.proposal.number if what == "replace" and facts.proposal is not None else None
    style = Style.danger if what == "end" else Style.secondary
    return button(words(VOTES[what][1]), CustomId(facts.id, f"agree_{what}", number), style)
