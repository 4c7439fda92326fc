"""The public board: built from public facts alone, the same for everybody.

It uses the onlooker's view, public events, and of the decision its kind, seats, number and what it is about;
never who still owes a window its answer (passes are secret until it closes) and never a key.
"""

from __future__ import annotations

from collections.abc import Sequence

from discord import ui

from bot.games import BOARDS
from bot.games.facts import TableFacts
from bot.games.log import latest
from bot.texts import Words, later
from bot.views.custom_id import CustomId
from bot.views.parts import MOST_TEXT, Button, Style, button, length, message, rows
from rules.decisions import CHANCE, Window
from rules.engine import Event, Game

_RESERVED = 60
"""Characters kept free for what is cut."""
_RECENT, _STORY = 10, 40
"""So many sentences stand on the present board and on the last one, and on one that is left behind."""
VOTES = {
    "pause": (later("Pause: {count} of {needed} agree."), later("Agree to pause")),
    "resume": (later("Go on: {count} of {needed} agree."), later("Agree to go on")),
    "replace": (later("Instead of {player}: {newcomer}. {count} of {needed} agree."), later("Agree to replace")),
    "end": (later("To end the game now: {count} of {needed} agree."), later("Agree to end")),
}
ABOUT_THE_ABSENT = {
    "let_computer": later("The computer plays on: {count} of {needed} agree."),
    "hand_over": later("The seat is offered to anybody: {count} of {needed} agree."),
}


def board(facts: TableFacts, game: Game, words: Words) -> ui.LayoutView:
    """The current board with its buttons."""
    if game.over or facts.phase in ("over", "ended"):
        return ended(facts, game, words)
    return message(*_texts(facts, game, words), rows=rows(_buttons(facts, game, words)))


def closed_board(facts: TableFacts, game: Game, words: Words) -> ui.LayoutView:
    """An older board: what happened while it stood, without components; how things stand now, the newer one shows."""
    if game.over or facts.phase in ("over", "ended"):
        return ended(facts, game, words)
    note = "-# " + words("The game goes on in a newer message below.")
    story = "\n".join(latest(facts, game, words, _STORY, chapter=True))
    return message(_fitting(story, (note,)), note)


def unfolding(facts: TableFacts, told: Sequence[Event], part: tuple[int, int], words: Words) -> ui.LayoutView:
    """A board that is left behind, in the middle of what it tells step by step: which step of how many it is."""
    board, (at, count) = BOARDS[facts.kind], part
    said = [text for event in board.joined(told) if (text := board.sentence(event, facts, words))]
    note = "-# " + words("The game goes on in a newer message below.") + f" {at}/{count}"
    return message(_fitting("\n".join(said), (note,)), note)


def ended(facts: TableFacts, game: Game, words: Words) -> ui.LayoutView:
    """The last board: the whole last chapter, and below it who wins, or that the game ended without a winner.

    The last part is the proof of the shuffle; the picture of the points over the rounds comes above it.
    """
    outcome, state, proof = _outcome(facts, game, words), _state(facts, game, words), _proof(facts, game, words)
    chapter = "\n".join(latest(facts, game, words, _RECENT, chapter=True))
    if length(chapter) > _room((outcome, state, proof)):
        # How the table stands is less at the end than how it has come to that.
        state = ""
    return message(_fitting(chapter, (outcome, state, proof)), state, outcome, proof)


def _outcome(facts: TableFacts, game: Game, words: Words) -> str:
    heading = "## " + words("Game over")
    if not game.over:
        return heading + "\n" + words("The table ends the game without a winner.")
    winners = ", ".join(facts.seat(seat).mention for seat in game.over["winners"])
    ranking = BOARDS[facts.kind].ending(game.view(None), game.over, facts, words)
    whose = words("Winners") if len(game.over["winners"]) > 1 else words("Winner")
    return f"{heading}\n🏆 **{whose}: {winners}**\n{ranking}"


def _proof(facts: TableFacts, game: Game, words: Words) -> str:
    seed = game.record().seed or facts.seed
    said = (
        ["-# " + words("Commitment of the shuffle: {hash}", hash=f"`{facts.commitment}`")] if facts.commitment else []
    )
    if seed:
        said.append("-# " + words("Seed: {seed}", seed=f"`{seed}`"))
    said.append("-# " + words("The record: /game export. A check of the shuffles: /game verify."))
    said.append("-# " + words("The same seats once more: /game rematch. Show everybody your last hand: /game reveal."))
    return "\n".join(said)


def _state(facts: TableFacts, game: Game, words: Words) -> str:
    board = BOARDS[facts.kind]
    return f"## {board.title(words)}\n{board.public(game.view(None), facts, words)}"


def _texts(facts: TableFacts, game: Game, words: Words) -> tuple[str, str, str]:
    state, waiting = _state(facts, game, words), _waiting(facts, game, words)
    return state, _fitting("\n".join(latest(facts, game, words, _RECENT)), (state, waiting)), waiting


def _fitting(story: str, beside: Sequence[str]) -> str:
    """The end of a story, as many of its sentences as there is room for beside the other texts."""
    room = _room(beside)
    while story and length(story) > room:
        story = story.partition("\n")[2]
    return story


def _room(beside: Sequence[str]) -> int:
    """So many characters are left beside these texts."""
    return MOST_TEXT - _RESERVED - sum(length(text) for text in beside)


def _waiting(facts: TableFacts, game: Game, words: Words) -> str:
    """What the table is asked, then who is waited for: the last ones named are those who are to act."""
    lines = [*_offers(facts, words)]
    if facts.absent:
        absent = facts.seat(facts.absent).mention
        late = later("{player} is late for the second time in a row. What does the table want?")
        away = later("{player} is no longer in this server. What does the table want?")
        lines.append("❓ " + words(away if facts.left_server else late, player=absent))
    lines += [*votes(facts, words), _asked(facts, game, words)]
    if facts.paused:
        lines.append("⏸️ " + words("The game is paused: no time runs and no move counts."))
    elif facts.due:
        lines.append("⏰ " + words("Time is up {moment}", moment=f"<t:{int(facts.due.timestamp())}:R>"))
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
    newcomer = words("computer") if proposal.newcomer is None else f"<@{proposal.newcomer}>"
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
    return buttons + _questions_to_the_table(facts, words)


def _questions_to_the_table(facts: TableFacts, words: Words) -> list[Button]:
    table, buttons = facts.id, []
    if facts.absent:
        buttons += [
            button(words("Wait for them"), CustomId(table, "wait")),
            button(words("Let the computer play on"), CustomId(table, "let_computer")),
            button(words("Offer the seat to anybody"), CustomId(table, "hand_over")),
        ]
    voted = [what for what in facts.votes or {} if what in VOTES]
    if facts.paused and "resume" not in voted:
        buttons.append(button(words("Let the game go on"), CustomId(table, "agree_resume"), Style.primary))
    if facts.absent and "end" not in voted:
        voted.append("end")
    return buttons + [agreement(facts, what, words) for what in voted]


def agreement(facts: TableFacts, what: str, words: Words) -> Button:
    """The button of a consent; one to a substitution is bound to the very proposal."""
    number = facts.proposal.number if what == "replace" and facts.proposal is not None else None
    style = Style.danger if what == "end" else Style.secondary
    return button(words(VOTES[what][1]), CustomId(facts.id, f"agree_{what}", number), style)
