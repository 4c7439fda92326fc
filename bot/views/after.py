"""What is shown once a game is over: the last hands, and what everybody's games come to."""

from __future__ import annotations

from collections.abc import Sequence

from discord import ui

from bot.games import BOARDS
from bot.games.facts import TableFacts
from bot.tables.ratings import Rating, Score
from bot.texts import Words
from bot.views.custom_id import CustomId
from bot.views.parts import Button, Style, button, message, rows
from rules.engine import Game


def last_hand(facts: TableFacts, game: Game, seat: str, words: Words, *, here: bool = True) -> ui.LayoutView:
    """To its owner alone: the hand at the end; in the game's channel (`here`) it can be shown to everybody."""
    show = button(words("Show it to everybody"), CustomId(facts.id, "reveal"))
    heading = f"### {BOARDS[facts.kind].title(words)} · {words('Your last hand')}"
    return message(
        f"{heading}\n{_cards(facts, game, seat, words)}",
        words("The game is over. Show this hand to everybody, or keep it."),
        rows=rows([show, rematch_button(facts.id, words)] if here else []),
    )


def revealed(facts: TableFacts, game: Game, seat: str, words: Words) -> ui.LayoutView:
    """To everybody, by its owner's wish: the hand with which the game ended."""
    heading = words("{player} shows the last hand:", player=facts.seat(seat).mention)
    return message(f"🂠 **{heading}**\n{_cards(facts, game, seat, words)}")


def with_rematch(text: str, game: int, words: Words) -> ui.LayoutView:
    """A private word after the end that offers a rematch."""
    return message(text, rows=rows([rematch_button(game, words)]))


def rematch_button(game: int, words: Words) -> Button:
    """Opens a lobby with the same seats; only on private answers, the ended board has no components."""
    return button(words("Rematch"), CustomId(game, "rematch"), Style.primary)


def statistics(
    player: str, here: Sequence[Score] | None, everywhere: Sequence[Score] | None, words: Words,
    *, season: str | None = None, partner: str | None = None,
) -> ui.LayoutView:  # fmt: skip
    """Somebody's games, victories and ratings on this server and on all servers (None: not told).

    `season`, `partner`: the games of that season, or with that partner, alone.
    """
    parts = ["### " + words("Statistics of {player}", player=player)]
    if season is not None:
        parts[0] += "\n" + words("In the season {name}", name=season)
    if partner is not None:
        parts[0] += "\n" + words("In games with {partner}", partner=partner)
    if here is not None:
        parts.append(_part(words("On this server"), here, words))
    if everywhere is not None:
        parts.append(_part(words("On all servers"), everywhere, words))
    return message(*parts, _explained(words))


def _cards(facts: TableFacts, game: Game, seat: str, words: Words) -> str:
    view = game.view(seat)
    if not view["players"][seat]["hand"]:
        return words("No card in hand.")
    return BOARDS[facts.kind].hand(view, seat, words)


def _part(heading: str, scores: Sequence[Score], words: Words) -> str:
    lines = [_score(score, words) for score in scores] or [words("No finished game yet.")]
    return "\n".join([f"**{heading}**", *lines])


def _score(score: Score, words: Words) -> str:
    game = BOARDS[score.kind].title(words) if score.kind in BOARDS else score.kind
    said = [
        words.plural("{n} game", "{n} games", score.games),
        words.plural("{n} victory", "{n} victories", score.wins),
        _rating(score.rating, words) if score.ahead is None
        else words.plural("{n} time ahead of the partner", "{n} times ahead of the partner", score.ahead),
    ]  # fmt: skip
    return f"{game}: " + " · ".join(said)


def _rating(rating: Rating | None, words: Words) -> str:
    if rating is None:
        return words("not rated yet")
    return words.plural(
        "rating {points} ± {doubt} from {n} game", "rating {points} ± {doubt} from {n} games",
        rating.games, points=rating.points, doubt=rating.doubt,
    )  # fmt: skip


def _explained(words: Words) -> str:
    counted = words(
        "Counted are games with a winner, for whoever held the seat at the end. Games with a computer's seat count, "
        "but they are not rated."
    )
    rated = words(
        "The rating begins at 1000 and follows from the places alone (openskill); the number after ± shrinks with "
        "every game."
    )
    return f"-# {counted}\n-# {rated}"
