"""The message with a user's games, victories and ratings."""

from __future__ import annotations

from collections.abc import Sequence

from discord import ui

from bot.features.statistics.service import Rating, Score
from bot.games import GAME_UIS
from bot.texts import Translator
from bot.views.parts import message


def statistics(  # noqa: PLR0913 - its parts
    player: str, here: Sequence[Score] | None, everywhere: Sequence[Score] | None, words: Translator,
    *, season: str | None = None, partner: str | None = None, lines: Sequence[str] = (),
) -> ui.LayoutView:  # fmt: skip
    """Returns the message with a user's results on this server and on all servers (None: not shown).

    `season`, `partner`: only the games of that season, or with that partner. `lines`: further facts about the user.
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
    return message(*parts, "\n".join(lines), _explained(words))


def _part(heading: str, scores: Sequence[Score], words: Translator) -> str:
    lines = [_score(score, words) for score in scores] or [words("No finished game yet.")]
    return "\n".join([f"**{heading}**", *lines])


def _score(score: Score, words: Translator) -> str:
    game = GAME_UIS[score.kind].title if score.kind in GAME_UIS else score.kind
    said = [
        words.plural("{n} game", "{n} games", score.games),
        words.plural("{n} victory", "{n} victories", score.wins),
        _rating(score.rating, words) if score.ahead is None
        else words.plural("{n} time ahead of the partner", "{n} times ahead of the partner", score.ahead),
    ]  # fmt: skip
    return f"{game}: " + " · ".join(said)


def _rating(rating: Rating | None, words: Translator) -> str:
    if rating is None:
        return words("not rated yet")
    return words.plural(
        "rating {points} ± {doubt} from {n} game", "rating {points} ± {doubt} from {n} games",
        rating.games, points=rating.points, doubt=rating.doubt,
    )  # fmt: skip


def _explained(words: Translator) -> str:
    counted = words(
        "Only games with a winner count. They count for the player who held the seat at the end. Games with "
        "a computer count too, but do not change the rating."
    )
    rated = words(
        "The rating starts at 1000 and depends only on final places (openskill). The number after ± usually shrinks "
        "with every game."
    )
    return f"-# {counted}\n-# {rated}"
