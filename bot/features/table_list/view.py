"""Messages that list tables: those that are open on a server, and a user's own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from discord import ui

from bot.games import GAME_UIS
from bot.tables.paces import PACES
from bot.texts import N_, Translator
from bot.views.custom_id import NO_GAME, CustomId
from bot.views.paging import BACK_AND_NEXT, paged
from bot.views.parts import Button, Caption, Style, button, length, message, room, rows
from rules import GAMES
from storage import ListedTable

ON_A_PAGE: Final = 8
"""The maximum number of open tables on one page; each has a text and a button."""
GROUPS: Final = {
    "turn": N_("It is your turn"),
    "wait": N_("Others are to move"),
    "paused": N_("Paused"),
    "lobby": N_("Not started yet"),
}
"""The groups of a user's own tables in the order in which they are listed, with their titles."""


def open_tables(tables: Sequence[ListedTable], page: int, words: Translator) -> ui.LayoutView:
    """Returns one page of a server's open tables, each with a button *Join* if the user does not sit there."""
    shown, turning = paged(tables, page, ON_A_PAGE, lambda to: CustomId(NO_GAME, "tables", to), words, BACK_AND_NEXT)
    none = words("No table is open on this server. You can open one.")
    view = message(f"### {words('Open tables')}", "" if tables else none)
    for table in shown:
        text = Caption(_open_table(table, words))
        full = table.taken >= GAMES[table.row.kind].seats[-1]
        join = button(words("Join"), CustomId(table.row.id, "join"), Style.success, disabled=full)
        view.add_item(text if table.seated else ui.Section(text, accessory=join))
    mine = button(words("My tables"), CustomId(NO_GAME, "my_tables"))
    opens = button(words("Open a table"), CustomId(NO_GAME, "open"))
    for row in rows([*turning, mine, opens]):
        view.add_item(row)
    return view


def own_tables(groups: Mapping[str, Sequence[ListedTable]], words: Translator, *, on_server: bool) -> ui.LayoutView:
    """Returns a user's own tables, grouped as in `GROUPS`; those for which there is no room are counted.

    `on_server`: whether the message also leads to the open tables of a server.
    """
    lines = [f"### {words('My tables')}"]
    left, hidden = room(lines), 0
    for group, title in GROUPS.items():
        for at, table in enumerate(groups.get(group, ())):
            line = _own_table(table)
            if at == 0:
                line = f"**{words(title)}**\n{line}"
            left -= length(line) + 1
            if left < 0:
                hidden += 1
            else:
                lines.append(line)
    if hidden:
        lines.append("-# " + words.plural("and {n} more table", "and {n} more tables", hidden))
    if not any(groups.values()):
        lines.append(words("You sit at no table now."))
    others: list[Button] = [button(words("Open tables"), CustomId(NO_GAME, "tables", 0))] if on_server else []
    return message("\n".join(lines), rows=rows(others))


def link(table: ListedTable) -> str:
    """Returns the name of a table's game as a link to its board, or to its channel if it has no board."""
    row = table.row
    path = "/".join(str(one) for one in (row.guild or "@me", table.place or row.channel, table.board) if one)
    return f"[{GAME_UIS[row.kind].title}](https://discord.com/channels/{path})"


def _open_table(table: ListedTable, words: Translator) -> str:
    row, seats = table.row, GAMES[table.row.kind].seats
    lock = "🔒 " if row.access == "invited" else ""
    seated = words("Seats taken: {count} of {least}–{most}", count=table.taken, least=seats[0], most=seats[-1])
    pace = words("Pace: {pace}", pace=words(PACES[row.pace].name) if row.pace in PACES else row.pace)
    own = " · " + words("you sit here") if table.seated else ""
    host = words("Table of {host}", host=f"<@{row.host}>")
    return f"{lock}**{link(table)}** · <#{row.channel}>{own}\n{host} · {seated}\n-# {pace}"


def _own_table(table: ListedTable) -> str:
    if table.row.phase == "lobby":
        most = GAMES[table.row.kind].seats[-1]
        more = f" · {table.taken}/{most}"
    else:
        more = "" if table.due is None else f" · <t:{int(table.due.timestamp())}:R>"
    return f"- {link(table)} · <#{table.row.channel}>{more}"
