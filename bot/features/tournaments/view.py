"""Messages about a tournament: players, tables of the round, standings, and how points and draws work."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from fractions import Fraction
from typing import Final

import discord
from discord import ui

from bot.features.cuts.view import CUT
from bot.features.league.view import title_of
from bot.features.tournaments.standings import BYE, Line, places_of, points_of, settled, standings
from bot.games import Label
from bot.games.facts import mention
from bot.measuring.parsing import parse_int
from bot.texts import LANGUAGES, Translator
from bot.texts.isolation import isolated
from bot.views.custom_id import CustomId
from bot.views.paging import paged
from bot.views.parts import Button, Field, Style, button, choice, form, message, rows, select
from rules.tournaments.points import POINT
from storage import RoundRow, TableRow, TournamentState

SHOWN: Final = 16
"""The maximum number of lines of the standings in the public message; a private page has all."""
ON_A_PAGE: Final = 25
MAX_CHOICES: Final = 25
MAX_TYPED: Final = 600
PLACES: Final = "places"
TOO_GREAT: Final = 10
NOTHING: Final[Collection[str]] = ("-", "–", "—")
"""Signs that mean that a player gets no place."""


def tournament(state: TournamentState, commitment: str, seed: str, words: Translator) -> ui.LayoutView:
    """Returns the public message of a tournament with its buttons; `seed`: in hex, once it is public."""
    parts = [_heading(state, words)]
    if state.row.phase == "open":
        parts += [_people(state, words), how_it_counts(words)]
    else:
        if state.row.phase == "running":
            parts.append(_round(state.rounds[-1], words))
        parts.append(_standings(state, standings(state)[:SHOWN], words))
    return message(*parts, _proof(commitment, seed, words), rows=rows(_buttons(state, words)))


def closed(state: TournamentState, words: Translator) -> ui.LayoutView:
    """Returns the content that replaces an earlier message of a tournament: the results of its round, no buttons."""
    latest = state.rounds[-2:-1] if state.row.phase == "running" else state.rounds[-1:]
    shown = [_round(one, words) for one in latest]
    return message(_heading(state, words), *shown, words("The tournament continues further down."))


def table_page(state: TournamentState, page: int, words: Translator) -> ui.LayoutView:
    """Returns a private page of the standings, with an explanation how they are computed."""
    number = state.row.id
    shown, buttons = paged(standings(state), page, ON_A_PAGE, lambda to: CustomId(0, "t_table", number, (to,)), words)
    return message(_standings(state, shown, words), how_it_counts(words), rows=rows(buttons))


def how_it_counts(words: Translator) -> str:
    """Returns the explanation of points, tie-breaks, byes and tables without a winner."""
    points = words(
        "At each table the first player gets 1 point, the last 0, the others evenly between. Shared places "
        "share their points. A bye is worth 1 point. Giving up the seat gives no points at that table. A "
        "table without a winner is replayed, or the organiser decides."
    )
    ties = words(
        "Ties are broken by the opponents' average points, then by tables won; otherwise the place is "
        "shared. Each round seats players with similar points together, avoiding repeated opponents."
    )
    return f"-# {points}\n-# {ties}"


def sure(state: TournamentState, verb: str, words: Translator) -> ui.LayoutView:
    """Returns the confirmation dialogue before a tournament is finished or cancelled."""
    number = state.row.id
    if verb == "t_finish":
        said = words("The standings become final and can no longer be corrected.")
        press = button(words("Finish the tournament"), CustomId(0, "t_finish_sure", number), Style.danger)
    else:
        said = words("The tournament ends without final standings. Games in progress continue.")
        press = button(words("Call the tournament off"), CustomId(0, "t_off_sure", number), Style.danger)
    return message(said, rows=rows([press]))


def dropped_out(state: TournamentState, words: Translator) -> ui.LayoutView:
    """Returns the message to a user who has dropped out."""
    said = words("You have dropped out. You keep your points, and a game in progress continues.")
    if state.row.phase == "open":
        return message(words("You no longer play in this tournament."))
    return message(said, rows=rows([button(words("Come back"), CustomId(0, "t_join", state.row.id), Style.success)]))


def removed(state: TournamentState, user: int, words: Translator) -> ui.LayoutView:
    """Returns the message to an organiser who has removed a user, with a button that takes it back."""
    said = words("You have removed {player}, who can no longer join this tournament.", player=mention(user, words))
    admit = CustomId(0, "t_admit", state.row.id, (), user)
    return message(said, rows=rows([button(words("Let them join again"), admit)]))


def which_table(state: TournamentState, words: Translator) -> ui.LayoutView:
    """Returns a message with a select of the table whose result is corrected: the latest MAX_CHOICES tables."""
    tables = [(one, table) for one in reversed(state.rounds) for table in one.tables if table.number != BYE]
    names = {one.user: isolated(one.name) for one in state.entrants}
    options = [
        choice(
            Label(
                words("Round {round}, table {table}", round=one.number, table=table.number),
                ", ".join(names[user] for user in table.users),
            ),
            f"{one.number}.{table.number}",
        )
        for one, table in tables[:MAX_CHOICES]
    ]
    picked = select(CustomId(0, "t_rule_pick", state.row.id), words("Which table?"), options)
    return message(words("Choose the table with a wrong or missing result."), rows=[picked])


def ruling(state: TournamentState, number: int, table: TableRow, words: Translator) -> ui.Modal:
    """Returns the form in which the organiser types the places at a table."""
    names, places = {one.user: one.name for one in state.entrants}, places_of(table) or {}
    typed = "\n".join(f"{places.get(user) or '-'} {names[user]}" for user in table.users)
    field = Field(
        PLACES, words("Final place before each name; - for none"), MAX_TYPED, long=True, typed=typed
    )  # fmt: skip
    title = words("Round {round}, table {table}", round=number, table=table.number)
    return form(title, CustomId(0, "t_ruled", state.row.id, (number, table.number)), field)


def number_in(points: Fraction, words: Translator) -> str:
    """Returns a number of points as text with at most two decimals."""
    text = f"{float(points):.2f}".rstrip("0").rstrip(".")
    return text.replace(".", LANGUAGES[words.language].decimal)


def _heading(state: TournamentState, words: Translator) -> str:
    row = state.row
    lines = [
        "## 🎲 " + words("Tournament: {game}", game=title_of(row.kind)),
        words(
            "Organised by {organiser} · {rounds} rounds · about {seats} players per table",
            organiser=mention(row.organiser, words), rounds=row.rounds, seats=row.seats,
        ),
    ]  # fmt: skip
    if row.phase == "over":
        lines.append("**" + words("The tournament is over. Final standings:") + "**")
    if row.phase == "ended":
        lines.append("**" + words("The tournament was called off.") + "**")
    return "\n".join(lines)


def _people(state: TournamentState, words: Translator) -> str:
    count = words("Players: {count}", count=len(state.entrants))
    people = ", ".join(mention(one.user, words) + " ✂️" * (one.cut_hash is not None) for one in state.entrants)
    return f"**{count}**\n{people or words('No players yet.')}"


def _round(one: RoundRow, words: Translator) -> str:
    lines = ["### " + words("Round {round}", round=one.number)]
    lines += [_table(table, words) for table in one.tables if table.number != BYE]
    byes = [user for table in one.tables if table.number == BYE for user in table.users]
    if byes:
        lines.append(words("Bye: {players}", players=", ".join(mention(user, words) for user in byes)))
    if settled(one):
        lines.append("✅ " + words("Every table of this round has its result."))
    return "\n".join(lines)


def _table(table: TableRow, words: Translator) -> str:
    where = words("Table {table}", table=table.number)
    points = points_of(table)
    if points is None:
        people = ", ".join(mention(user, words) for user in table.users)
        return f"**{where}**: {people} · {_state(table, words)}"
    places = places_of(table) or {}
    ordered = sorted(table.users, key=lambda user: (places.get(user) is None, places.get(user) or 0))
    results = [
        f"{'–' if (place := places.get(user)) is None else f'{place}.'} {mention(user, words)}"
        f" ({number_in(Fraction(points[user], POINT), words)})"
        for user in ordered
    ]
    corrected = " · " + words("by the organiser") if table.ruling is not None else ""
    game = "" if table.game is None else f" `{table.game.game}`"
    return f"✅ **{where}**{game}: {', '.join(results)}{corrected}"


def _state(table: TableRow, words: Translator) -> str:
    if table.game is None:
        return words("not opened yet")
    said = {
        "lobby": words("in the lobby"),
        "running": words("playing"),
        "ended": words("ended without a winner"),
        "over": words("over, without places"),
    }
    return f"{said[table.game.phase]}, <#{table.game.channel}>"


def _standings(state: TournamentState, lines: Sequence[Line], words: Translator) -> str:
    """Returns these lines of the standings as text; the first lines also say how many players are left out."""
    said = ["### " + words("Standings"), *(_line(line, words) for line in lines)]
    more = len(state.entrants) - len(lines)
    if more > 0 and lines and lines[0].place == 1:
        said.append(words.plural("… and {n} more", "… and {n} more people", more))
    return "\n".join(said)


def _line(line: Line, words: Translator) -> str:
    parts = [words("points: {points}", points=number_in(Fraction(line.points, POINT), words))]
    if line.opponents:
        parts.append(words("opponents: {points}", points=number_in(line.opponents / POINT, words)))
    parts.append(words("won: {won}/{tables}", won=line.firsts, tables=line.tables))
    if line.dropped:
        parts.append(words("dropped out"))
    # The place is bold, because Discord would renumber a list and lose shared places.
    return f"**{line.place}.** {mention(line.user, words)} · " + " · ".join(parts)


def _proof(commitment: str, seed: str, words: Translator) -> str:
    said = words("Seal of all draws of this tournament: {hash}", hash=f"`{commitment}`")
    if seed:
        said += "\n-# " + words("The seed: {seed}. Anyone can repeat the draws.", seed=f"`{seed}`")
    return f"-# {said}"


def _buttons(state: TournamentState, words: Translator) -> list[Button]:
    number = state.row.id

    def press(label: str, verb: str, style: discord.ButtonStyle = Style.secondary, *, off: bool = False) -> Button:
        return button(label, CustomId(0, verb, number), style, disabled=off)

    full = button(words("All standings"), CustomId(0, "t_table", number, (0,)))
    if state.row.phase == "open":
        return [
            press(words("Join the tournament"), "t_join", Style.success),
            press(words("Drop out"), "t_leave", Style.danger),
            press(words(CUT), "t_cut"),
            press(words("Start the tournament"), "t_next", Style.primary, off=len(state.entrants) < 2),
            press(words("Call off"), "t_off", Style.danger),
        ]
    if state.row.phase != "running":
        return [full, press(words("Check the draws"), "t_verify")]
    last, done = len(state.rounds) >= state.row.rounds, settled(state.rounds[-1])
    return [
        press(words("My table"), "t_mine", Style.success),
        full,
        press(words("Next round"), "t_next", Style.primary, off=last or not done),
        press(words("Finish"), "t_finish", Style.primary if last else Style.secondary, off=not done),
        press(words("Correct a result"), "t_rule"),
        press(words("Drop out"), "t_leave", Style.danger),
        press(words("Call off"), "t_off", Style.danger),
    ]


def typed_places(text: str, users: Sequence[int]) -> dict[int, int | None] | None:
    """Returns the typed place of each player in seat order (None: no place); None if the input is invalid."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    if len(lines) != len(users):
        return None
    found: dict[int, int | None] = {}
    for user, line in zip(users, lines, strict=True):
        place = line.split(maxsplit=1)[0].rstrip(".:)")
        if place in NOTHING:
            found[user] = None
        elif 0 < (parse_int(place) or 0) < TOO_GREAT:
            found[user] = parse_int(place)
        else:
            return None
    return found
