"""Messages about seasons and leaderboards. They contain public facts only, and their mentions do not ping."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Final

from discord import app_commands, ui

from bot.features.statistics.service import Ranked, Rating
from bot.games import GAME_UIS
from bot.texts import Translator
from bot.texts.isolation import isolated
from bot.views.custom_id import CustomId
from bot.views.paging import paged
from bot.views.parts import Style, button, message, rows
from storage import Counted, SeasonRow

MAX_CHOICES: Final = 25
"""The maximum number of choices in a command option."""
ON_A_PAGE: Final = 20
GAMES_ON_A_PAGE: Final = 15


def title_of(kind: str) -> str:
    """Returns the title of a game."""
    return GAME_UIS[kind].title if kind in GAME_UIS else kind


def season_choices(seasons: Sequence[SeasonRow]) -> list[app_commands.Choice[str]]:
    """Returns at most the first MAX_CHOICES of these seasons as choices of a command option."""
    return [
        app_commands.Choice(name=f"{isolated(one.name)} · {title_of(one.kind)}", value=str(one.id))
        for one in seasons[:MAX_CHOICES]
    ]


def season_opened(season: SeasonRow, words: Translator) -> ui.LayoutView:
    """Returns the public message that a season is open, with its rules and a button to join."""
    heading = f"## 🏆 {isolated(season.name)}\n" + words(
        "A season of {game}, open since {day}", game=title_of(season.kind), day=_day(season.opened)
    )
    buttons = [
        button(words("Join the season"), CustomId(0, "s_join", season.id), Style.success),
        button(words("Results"), CustomId(0, "s_table", season.id, (0,))),
    ]
    return message(heading, what_counts(words), rows=rows(buttons))


def what_counts(words: Translator) -> str:
    """Returns the rules of a season as text: which tables count, and how they are rated."""
    counted = words(
        "A game on this server counts if it starts while the season is open and has a winner before it closes, with at "
        "least two members, no computer and no hints. Practice does not count. Members are rated only against each "
        "other."
    )
    rated = words("The rating starts at 1000 for everyone and depends only on the places of this season (openskill).")
    return f"-# {counted}\n-# {rated}"


def season_joined(season: SeasonRow, words: Translator, *, new: bool) -> ui.LayoutView:
    """Returns the message to a user who has joined a season, or who was a member already (`new` false)."""
    said = (
        words("You have joined the season {name}. Games that start from now on count.", name=isolated(season.name))
        if new
        else words("You are already in the season {name}.", name=isolated(season.name))
    )
    return message(said, rows=rows([button(words("Results"), CustomId(0, "s_table", season.id, (0,)))]))


def season_table(season: SeasonRow, lines: Sequence[Ranked], page: int, words: Translator) -> ui.LayoutView:
    """Returns a page with a season's results."""
    state = (
        words("The season is open since {day}.", day=_day(season.opened))
        if season.closed is None
        else words("The season is closed: {first} – {last}.", first=_day(season.opened), last=_day(season.closed))
    )
    heading = f"## 🏆 {isolated(season.name)}\n{title_of(season.kind)} · {state}"
    archive = button(words("Games of the season"), CustomId(0, "s_games", season.id, (0,)))
    shown, turning = paged(lines, page, ON_A_PAGE, lambda to: CustomId(0, "s_table", season.id, (to,)), words)
    return message(heading, ranking(shown, words), what_counts(words), rows=rows([*turning, archive]))


def season_closed(season: SeasonRow, lines: Sequence[Ranked], words: Translator) -> ui.LayoutView:
    """Returns the public message with the final results of a season."""
    heading = f"## 🏆 {isolated(season.name)}\n" + words(
        "{game}: the season is closed. Final results:", game=title_of(season.kind)
    )
    buttons = [
        button(words("All results"), CustomId(0, "s_table", season.id, (0,))),
        button(words("Games of the season"), CustomId(0, "s_games", season.id, (0,))),
    ]
    return message(heading, ranking(lines[:ON_A_PAGE], words), rows=rows(buttons))


def close_season(season: SeasonRow, words: Translator) -> ui.LayoutView:
    """Returns the confirmation dialogue for closing a season permanently."""
    said = words(
        "You are about to close the season {name} permanently. Games in progress will not count.",
        name=isolated(season.name),
    )
    return message(
        said, rows=rows([button(words("Close the season"), CustomId(0, "s_close", season.id), Style.danger)])
    )


def season_games(
    season: SeasonRow, games: Sequence[Counted], hidden: Collection[int], page: int, words: Translator
) -> ui.LayoutView:
    """Returns a page with the games that counted in a season, the latest first."""
    latest = list(reversed(games))
    shown, turning = paged(latest, page, GAMES_ON_A_PAGE, lambda to: CustomId(0, "s_games", season.id, (to,)), words)
    lines = [_game(game, hidden, words) for game in shown] or [words("No game counts yet.")]
    hint = words("With a game's number, `/record replay` replays it and `/record export` downloads its record.")
    results = button(words("Results"), CustomId(0, "s_table", season.id, (0,)))
    heading = f"## 🗃️ {isolated(season.name)}\n" + words("Games of the season")
    return message(heading, "\n".join(lines), f"-# {hint}", rows=rows([*turning, results]))


def leaderboard(kind: str, lines: Sequence[Ranked], page: int, words: Translator) -> ui.LayoutView:
    """Returns a page of a server's leaderboard for one game."""
    number = list(GAME_UIS).index(kind)
    shown, turning = paged(lines, page, ON_A_PAGE, lambda to: CustomId(0, "l_top", number, (to,)), words)
    heading = f"## 🏅 {title_of(kind)}\n" + words("Leaderboard of this server")
    rated = words(
        "Only games with a winner and without computers count. Hide yourself from this list with `/league me`."
    )
    return message(heading, ranking(shown, words), f"-# {rated}", rows=rows(turning))


def own_listing(words: Translator, *, hidden: bool) -> ui.LayoutView:
    """Returns the private message about whether leaderboards list the user, with a button to change that."""
    said = (
        words(
            "You are hidden from leaderboards, and no one sees your rating. Your games still count for "
            "others, who see you as *someone*. This applies on all servers."
        )
        if hidden
        else words("The leaderboards of the seasons and servers where you play show you and your rating.")
    )
    switch = (
        button(words("Show me on leaderboards"), CustomId(0, "l_show"))
        if hidden
        else button(words("Hide me from leaderboards"), CustomId(0, "l_hide"))
    )
    return message(f"### {words('Leaderboards')}\n{said}", rows=rows([switch]))


def ranking(lines: Sequence[Ranked], words: Translator) -> str:
    """Returns the lines of a ranking as text."""
    return "\n".join(_line(line, words) for line in lines) or words("No game counts yet.")


def rating_of(rating: Rating | None, words: Translator) -> str:
    """Returns a rating with its uncertainty as text."""
    if rating is None:
        return words("not rated yet")
    return words("rating {points} ± {doubt}", points=rating.points, doubt=rating.doubt)


def _line(line: Ranked, words: Translator) -> str:
    # The place is bold, because Discord would renumber a list and lose shared places.
    place = "–" if line.place is None else f"**{line.place}.**"
    said = [
        rating_of(line.rating, words),
        words.plural("{n} game", "{n} games", line.games),
        words.plural("{n} victory", "{n} victories", line.wins),
    ]
    return f"{place} <@{line.user}> · " + " · ".join(said)


def _game(game: Counted, hidden: Collection[int], words: Translator) -> str:
    placed = sorted(game.results, key=lambda one: one[1])
    people = (
        f"{'🏆 ' if won else ''}{words('someone') if user in hidden else f'<@{user}>'}" for user, _, won in placed
    )
    return f"`{game.game}` · {_day(game.finished)} · " + ", ".join(people)


def _day(moment: datetime) -> str:
    return f"<t:{int(moment.timestamp())}:d>"
