"""A tournament as everybody sees it: who plays, the tables of the round, standings, how points and draws come about."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from fractions import Fraction
from typing import Final

import discord
from discord import ui

from bot.features.league.view import title_of
from bot.features.tournaments.standings import BYE, POINT, Line, places_of, points_of, settled, standings
from bot.games import Label
from bot.measuring.parsing import parse_int
from bot.texts import LANGUAGES, N_, Translator
from bot.texts.isolation import isolated
from bot.views.custom_id import CustomId
from bot.views.parts import Button, Field, Style, button, choice, form, message, rows, select
from storage import RoundRow, TableRow, TournamentState

SHOWN: Final = 16
"""Lines of the standings on the public message; a private page has all."""
ON_A_PAGE: Final = 25
MOST_CHOICES: Final = 25
MOST_TYPED: Final = 600
PLACES: Final = "places"
TOO_GREAT: Final = 10
NOTHING: Final[Collection[str]] = ("-", "–", "—")
"""Stand for no place."""


def tournament(state: TournamentState, commitment: str, seed: str, words: Translator) -> ui.LayoutView:
    """The public message, with its buttons (`seed`: in hex, once it is public)."""
    parts = [_heading(state, words)]
    if state.row.phase == "open":
        parts += [_people(state, words), how_it_counts(words)]
    else:
        if state.row.phase == "running":
            parts.append(_round(state.rounds[-1], words))
        parts.append(_standings(state, standings(state)[:SHOWN], words))
    return message(*parts, _proof(commitment, seed, words), rows=rows(_buttons(state, words)))


def closed(state: TournamentState, words: Translator) -> ui.LayoutView:
    """An earlier message of a tournament, without buttons: the round as it was paired or played."""
    latest = state.rounds[-2:-1] if state.row.phase == "running" else state.rounds[-1:]
    shown = [_round(one, words) for one in latest]
    return message(_heading(state, words), *shown, words("The tournament continues further down."))


def table_page(state: TournamentState, page: int, words: Translator) -> ui.LayoutView:
    """Returns a page of the standings, and how they are computed, for the user who asks."""
    lines = standings(state)
    pages = max(1, -(-len(lines) // ON_A_PAGE))
    page = min(page, pages - 1)
    buttons = [
        button(words(label), CustomId(0, "t_table", state.row.id, (to,)))
        for label, to in ((N_("Previous page"), page - 1), (N_("Next page"), page + 1))
        if 0 <= to < pages
    ]
    shown = lines[page * ON_A_PAGE : (page + 1) * ON_A_PAGE]
    return message(_standings(state, shown, words), how_it_counts(words), rows=rows(buttons))


def how_it_counts(words: Translator) -> str:
    """Points, tie-breaks, byes, and what becomes of tables without a winner."""
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
    """Asks again before the tournament ends: with final standings, or cancelled."""
    number = state.row.id
    if verb == "t_finish":
        said = words("The standings become final and can no longer be corrected.")
        press = button(words("Finish the tournament"), CustomId(0, "t_finish_sure", number), Style.danger)
    else:
        said = words("The tournament ends without final standings. Games in progress continue.")
        press = button(words("Call the tournament off"), CustomId(0, "t_off_sure", number), Style.danger)
    return message(said, rows=rows([press]))


def dropped_out(state: TournamentState, words: Translator) -> ui.LayoutView:
    """Returns the message to a user who plays no further round."""
    said = words("You have dropped out. You keep your points, and a game in progress continues.")
    if state.row.phase == "open":
        return message(words("You no longer play in this tournament."))
    return message(said, rows=rows([button(words("Come back"), CustomId(0, "t_join", state.row.id), Style.success)]))


def which_table(state: TournamentState, words: Translator) -> ui.LayoutView:
    """To the organiser: which table's result shall be corrected."""
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
        for one, table in tables[:MOST_CHOICES]
    ]
    picked = select(CustomId(0, "t_rule_pick", state.row.id), words("Which table?"), options)
    return message(words("Choose the table with a wrong or missing result."), rows=[picked])


def ruling(state: TournamentState, number: int, table: TableRow, words: Translator) -> ui.Modal:
    """The form in which the organiser writes who came where."""
    names, places = {one.user: one.name for one in state.entrants}, places_of(table) or {}
    typed = "\n".join(f"{places.get(user) or '-'} {names[user]}" for user in table.users)
    field = Field(
        PLACES, words("Final place before each name; - for none"), MOST_TYPED, long=True, typed=typed
    )  # fmt: skip
    title = words("Round {round}, table {table}", round=number, table=table.number)
    return form(title, CustomId(0, "t_ruled", state.row.id, (number, table.number)), field)


def number_in(points: Fraction, words: Translator) -> str:
    """A number of points, with two decimals at most."""
    text = f"{float(points):.2f}".rstrip("0").rstrip(".")
    return text.replace(".", LANGUAGES[words.language].decimal)


# Inside


def _heading(state: TournamentState, words: Translator) -> str:
    row = state.row
    lines = [
        "## 🎲 " + words("Tournament: {game}", game=title_of(row.kind)),
        words(
            "Organised by {organiser} · {rounds} rounds · about {seats} players per table",
            organiser=f"<@{row.organiser}>", rounds=row.rounds, seats=row.seats,
        ),
    ]  # fmt: skip
    if row.phase == "over":
        lines.append("**" + words("The tournament is over. Final standings:") + "**")
    if row.phase == "ended":
        lines.append("**" + words("The tournament was called off.") + "**")
    return "\n".join(lines)


def _people(state: TournamentState, words: Translator) -> str:
    count = words("Players: {count}", count=len(state.entrants))
    people = ", ".join(f"<@{one.user}>" for one in state.entrants) or words("No players yet.")
    return f"**{count}**\n{people}"


def _round(one: RoundRow, words: Translator) -> str:
    lines = ["### " + words("Round {round}", round=one.number)]
    lines += [_table(table, words) for table in one.tables if table.number != BYE]
    byes = [user for table in one.tables if table.number == BYE for user in table.users]
    if byes:
        lines.append(words("Bye: {players}", players=", ".join(f"<@{user}>" for user in byes)))
    if settled(one):
        lines.append("✅ " + words("Every table of this round has its result."))
    return "\n".join(lines)


def _table(table: TableRow, words: Translator) -> str:
    where = words("Table {table}", table=table.number)
    points = points_of(table)
    if points is None:
        people = ", ".join(f"<@{user}>" for user in table.users)
        return f"**{where}**: {people} · {_state(table, words)}"
    places = places_of(table) or {}
    ordered = sorted(table.users, key=lambda user: (places.get(user) is None, places.get(user) or 0))
    results = [
        f"{'–' if (place := places.get(user)) is None else f'{place}.'} <@{user}>"
        f" ({number_in(Fraction(points[user], POINT), words)})"
        for user in ordered
    ]
    corrected = " · " + words("by the organiser") if table.ruling is not None else ""
    return f"✅ **{where}**{_game(table)}: {', '.join(results)}{corrected}"


def _game(table: TableRow) -> str:
    return "" if table.game is None else f" `{table.game.game}`"


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
    """Lines of the standings; of the rest it says how many there are."""
    said = ["### " + words("Standings"), *(_line(line, words) for line in lines)]
    more = len(state.entrants) - len(lines)
    if more > 0 and lines and lines[0].place == 1:
        said.append(words.plural("… and {n} more", "… and {n} more people", more))
    return "\n".join(said)


def _line(line: Line, words: Translator) -> str:
    parts = [
        words("points: {points}", points=number_in(Fraction(line.points, POINT), words)),
        words("opponents: {points}", points=number_in(line.opponents / POINT, words)),
        words("won: {won}/{tables}", won=line.firsts, tables=line.tables),
    ]
    if line.dropped:
        parts.append(words("dropped out"))
    # In bold: Discord would number the lines of a list itself, and shared places would be gone.
    return f"**{line.place}.** <@{line.user}> · " + " · ".join(parts)


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
    """Returns the organiser's input: for each player, in the order of the seats, a place or none; None: unreadable."""
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
