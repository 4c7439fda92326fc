"""Messages after a game: the last board with its buttons, and the last hands.

The last board is the public message of a table whose game is over. Its buttons belong to no game: their custom_id has
game 0, and the number of the finished table in the place of a running game's decision. Below a picture it is short;
without one it is complete.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from discord import ui

from bot.features.analysis.view import why_button
from bot.features.review.view import review_button
from bot.games import GAME_UIS, context
from bot.games.facts import TableFacts
from bot.games.log import latest
from bot.games.news import news
from bot.texts import N_, Translator
from bot.texts.isolation import isolated
from bot.views.custom_id import NO_GAME, CustomId
from bot.views.parts import Button, Style, button, fitting, length, message, room, rows, state
from bot.views.word_budget import MAX_WORDS, as_text, count, newest
from rules.engine import Game
from rules.events import ALL

_RECENT: Final = 10
"""The minimum number of sentences in a last board; the whole last chapter is always shown."""
_WINNERS_TOLD: Final = "over"
"""The event by which the games tell who has won."""
_PLACE: Final = re.compile(r"^(\d+)\.", re.MULTILINE)
"""Finds the place at the beginning of each line of a ranking."""
_OFFERS: Final = {
    "rematch": (N_("Rematch"), Style.primary),
    "replay": (N_("Replay"), Style.secondary),
    "result": (N_("Result card"), Style.secondary),
    "verify": (N_("Verify"), Style.secondary),
    "export": (N_("Export"), Style.secondary),
    "log": (N_("Log"), Style.secondary),
}
"""The buttons of a finished game's board: the verb in the custom_id -> label and style. `result` needs a winner.

They still work long after the game. A new verb needs a line here and a handler.
"""


def ended(facts: TableFacts, game: Game, words: Translator, *, offers: bool = True) -> ui.LayoutView:
    """Returns the last board without a picture: the story of the last chapter, and below it the winner, or that there
    is none.

    The last part is the proof of the shuffle.
    """
    outcome, now, proof = _outcome(facts, game, words), state(facts, game, words), _proof(facts, game, words)
    chapter = _chapter(facts, game, words)
    if length(chapter) > room((outcome, now, proof)):
        # If there is not enough room, the story is more important at the end than the state of the table.
        now = ""
    buttons = rows(_buttons(facts, words, won=bool(game.over))) if offers else ()
    return message(fitting(chapter, (outcome, now, proof)), now, outcome, proof, rows=buttons)


def below_picture(facts: TableFacts, game: Game, words: Translator) -> ui.LayoutView:
    """Returns the last board below its picture: the winner and the ranking, the latest events, and the proof.

    It has at most MAX_WORDS words. Events give way first, then the texts of cuts, then the end of the ranking.
    """
    as_words = button(words("In words"), CustomId(NO_GAME, "in_words", facts.id))
    buttons = _buttons(facts, words, as_words, won=bool(game.over))
    short = replace(facts, seats=tuple(replace(seat, level="") for seat in facts.seats))
    proof, (cut, shorter) = _seal_and_seed(facts, game, words), _cuts_in_a_line(short, words)
    left = MAX_WORDS - count(*proof, *(one.label for one in buttons))
    outcome = _shortened(_outcome(short, game, words), left - count(shorter), words)
    left -= count(outcome)
    if count(cut) > left:
        cut = shorter
    told = _latest(short, game, words, left - count(cut))
    return message(outcome, told, "\n".join(filter(None, [*proof, cut])), rows=rows(buttons))


def in_words(facts: TableFacts, game: Game, words: Translator) -> ui.LayoutView:
    """Returns everything that the last board and its picture show, as a private text."""
    outcome, now, proof = _outcome(facts, game, words), state(facts, game, words), _proof(facts, game, words)
    return message(now, fitting(_chapter(facts, game, words), (outcome, now, proof)), outcome, proof)


def _chapter(facts: TableFacts, game: Game, words: Translator) -> str:
    return "\n".join(latest(facts, game, words, _RECENT, chapter=True))


def _latest(facts: TableFacts, game: Game, words: Translator, left: int) -> str:
    """Returns the latest events that fit completely into `left` words, without the one about the winner."""
    lines = news(facts, game, words).lines
    last = next((event.name for event in reversed(game.told) if event.to == ALL), "")
    if game.over and last == _WINNERS_TOLD:
        lines = [line for line in lines if line.age]
    return as_text([line for line in newest(lines, left) if line in lines])


def _buttons(facts: TableFacts, words: Translator, *further: Button, won: bool) -> list[Button]:
    offers = [
        button(words(text), CustomId(NO_GAME, verb, facts.id), style)
        for verb, (text, style) in _OFFERS.items()
        if won or verb != "result"
    ]
    offers += further
    if any(seat.user is not None for seat in facts.seats) and not facts.practice:
        offers.append(review_button(facts.id, words))
    if any(seat.user is None for seat in facts.seats):
        offers.append(why_button(facts.id, words))
    return offers


def _outcome(facts: TableFacts, game: Game, words: Translator) -> str:
    """Returns the text about the winner, or that the game ended without one."""
    heading = "## " + words("Game over")
    if not game.over:
        return heading + "\n" + words("The players end the game without a winner.")
    winners = ", ".join(facts.seat(seat).mention for seat in game.over["winners"])
    # Discord would number the lines of a list itself, and so give different places to players who share one.
    ranking = _PLACE.sub(r"\1\.", GAME_UIS[facts.kind].ending(context(facts, words), game.over))
    whose = words("Winners") if len(game.over["winners"]) > 1 else words("Winner")
    return f"{heading}\n🏆 **{whose}: {winners}**\n{ranking}"


def _shortened(outcome: str, left: int, words: Translator) -> str:
    """Returns the text about the winner without the last places of a ranking that has more than `left` words."""
    lines, more = outcome.splitlines(), f"… (*{words('In words')}*)"
    if count(outcome) <= left or len(lines) <= 2:
        return outcome
    while len(lines) > 2 and count(*lines, more) > left:
        lines.pop()
    return "\n".join([*lines, more])


def _proof(facts: TableFacts, game: Game, words: Translator) -> str:
    """Returns the text with the seal and the seed, by which the shuffle can be verified, and the commands for that."""
    said = [*_seal_and_seed(facts, game, words), *cuts(facts, words)]
    said.append("-# " + words("The record: /record export. A check of the shuffles: /record verify."))
    said.append(
        "-# " + words("Play again with the same seats: /game rematch. Show everyone your last hand: /record reveal.")
    )
    return "\n".join(said)


def _seal_and_seed(facts: TableFacts, game: Game, words: Translator) -> list[str]:
    """Returns a line with the seal of the shuffle and one with its seed, if they exist."""
    seed = game.record().seed or facts.seed
    said = ["-# " + words("Shuffle seal: {hash}", hash=f"`{facts.commitment}`")] if facts.commitment else []
    return [*said, "-# " + words("Seed: {seed}", seed=f"`{seed}`")] if seed else said


def _cuts_in_a_line(facts: TableFacts, words: Translator) -> tuple[str, str]:
    """Returns a line with the players who have cut the deck and their texts, and one without the texts.

    Both are empty if no one has cut.
    """
    seats = [seat for seat in facts.seats if seat.has_cut]
    if not seats:
        return "", ""
    deleted = words("deleted")
    texts = [f"{seat.mention} " + (isolated(f"`{seat.cut}`") if seat.cut else f"({deleted})") for seat in seats]
    players = ", ".join(seat.mention for seat in seats)
    shorter = words("Cuts: {players} (the texts: *{verify}*)", players=players, verify=words("Verify"))
    return f"-# ✂️ {words('Cuts: {texts}', texts=', '.join(texts))}", f"-# ✂️ {shorter}"


def cuts(facts: TableFacts, words: Translator) -> list[str]:
    """Returns a line for each player whose text takes part in the shuffle of a finished game."""
    return [
        "-# ✂️ "
        + (
            words("{player} cut the deck: {text}", player=seat.mention, text=isolated(f"`{seat.cut}`"))
            if seat.cut
            else words("{player} cut the deck; the text was deleted.", player=seat.mention)
        )
        for seat in facts.seats
        if seat.has_cut
    ]


def result_card(words: Translator) -> ui.LayoutView:
    """Returns the private message with the result card of a game."""
    return message("-# " + words("Only you see this. Save the picture or copy it to share it in other channels."))


def last_hand(facts: TableFacts, game: Game, seat: str, words: Translator, *, here: bool = True) -> ui.LayoutView:
    """Returns a player's hand at the end; with `here`, the game's channel, a button shows it to everyone."""
    show = button(words("Show it to everyone"), CustomId(facts.id, "reveal"))
    heading = f"### {GAME_UIS[facts.kind].title} · {words('Your last hand')}"
    return message(
        f"{heading}\n{_cards(facts, game, seat, words)}",
        words("The game is over. Show this hand to everyone, or keep it private."),
        rows=rows([show, rematch_button(facts.id, words)] if here else []),
    )


def revealed(facts: TableFacts, game: Game, seat: str, words: Translator) -> ui.LayoutView:
    """Returns the public message with a player's hand at the end."""
    heading = words("{player} shows their last hand:", player=facts.seat(seat).mention)
    return message(f"🂠 **{heading}**\n{_cards(facts, game, seat, words)}")


def with_rematch(text: str, game: int, words: Translator) -> ui.LayoutView:
    """Returns a private message after a game with a button for a rematch."""
    return message(text, rows=rows([rematch_button(game, words)]))


def rematch_button(game: int, words: Translator) -> Button:
    """Returns the button for a rematch with the same seats; used in private messages only."""
    return button(words("Rematch"), CustomId(game, "rematch"), Style.primary)


def _cards(facts: TableFacts, game: Game, seat: str, words: Translator) -> str:
    ctx = context(facts, words, game, seat)
    if not ctx.view["players"][seat]["hand"]:
        return words("No card in hand.")
    return GAME_UIS[facts.kind].hand(ctx)
