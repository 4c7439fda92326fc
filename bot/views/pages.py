"""Rules help, the log, and personal settings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from discord import ui

from bot.games import BOARDS, Board, Label, Topic
from bot.games.confirming import COSTLY
from bot.games.facts import TableFacts
from bot.games.log import log, pages
from bot.games.steps import MOST_OPTIONS
from bot.texts import Words, later
from bot.views.custom_id import CustomId
from bot.views.ended import NO_GAME
from bot.views.parts import Caption, Row, Style, button, choice, message, rows, select
from rules.engine import Game

LANGUAGE_NAMES = {"auto": later("As Discord says"), "cs": "Čeština", "en": "English", "sk": "Slovenčina"}
PINGS = {
    "never": later("Never ping me"),
    "late": later("Ping me when I am late"),
    "always": later("Ping me each time it is my turn"),
}
CONFIRMS = {
    "always": later("Ask before every move"),
    "costs": later("Ask only before what costs cards"),
    "never": later("Never ask"),
}
ORDERS = {
    "ask": later("Ask me"),
    "pass": later("Let everything pass this phase"),
    "aimed": later("Cancel when it is aimed at me, if I can"),
    "idle": later("Pass when time is up, while I hold nothing for it"),
    # Never earlier: how long a window stays open must not tell what somebody holds.
}
ORDERS_OUT_OF_TURN = {
    "ask": later("Ask me"),
    "decline": later("Always decline"),
}
"""For games that ask people out of turn what they may decline."""


def orders_for(board: Board) -> Mapping[str, str]:
    """The standing orders that a game knows."""
    return ORDERS_OUT_OF_TURN if board.asks_out_of_turn else ORDERS


def rules_overview(board: Board, words: Words, kind: str) -> ui.LayoutView:
    """All topics of the rules help, to be chosen from."""
    return message(
        f"### {board.title(words)} · {words('Rules')}\n" + words("Choose a topic."), rows=_topics(board, words, kind)
    )


def rules_topic(board: Board, key: str, words: Words, kind: str) -> ui.LayoutView | None:
    """One topic of the rules help; None where there is no such topic."""
    topic = next((topic for topic in board.topics(words) if topic.key == key), None)
    if topic is None:
        return None
    return message(f"### {topic.title}\n{topic.text}", rows=_topics(board, words, kind))


def _topics(board: Board, words: Words, kind: str) -> list[Row]:
    """A select for each group; a group of many topics has several, which say where they begin and end."""
    groups: dict[str, list[Topic]] = {}
    for topic in board.topics(words):
        groups.setdefault(topic.group, []).append(topic)
    number = list(BOARDS).index(kind)
    runs = [(group, run, len(topics) > MOST_OPTIONS) for group, topics in groups.items() for run in _evenly(topics)]
    return [
        select(
            CustomId(0, "topic", number, (at,)),
            f"{group}: {run[0].title} – {run[-1].title}" if partly else group,
            [choice(Label(topic.title), topic.key) for topic in run],
        )
        for at, (group, run, partly) in enumerate(runs)
    ]


def _evenly(topics: Sequence[Topic]) -> list[Sequence[Topic]]:
    """In as few selects as there must be, about equally long: none holds a single straggler."""
    parts = -(-len(topics) // MOST_OPTIONS)
    ends = [len(topics) * number // parts for number in range(parts + 1)]
    return [topics[begin:end] for begin, end in pairwise(ends)]


def log_page(facts: TableFacts, game: Game, page: int | None, words: Words) -> ui.LayoutView:
    """A page of what happened publicly; the last one where none or one too far is named."""
    found = pages(log(facts, game, words))
    page = len(found) - 1 if page is None or not 0 <= page < len(found) else page
    heading = words("What has happened, page {page} of {count}", page=page + 1, count=len(found))
    buttons = [
        button(words(label), _page_of(facts, to))
        for label, to in ((later("Older"), page - 1), (later("Newer"), page + 1))
        if 0 <= to < len(found)
    ]
    return message(f"**{heading}**", found[page] or words("Nothing has happened yet."), rows=rows(buttons))


def _page_of(facts: TableFacts, page: int) -> CustomId:
    """A page of the log: once the game is over, its buttons belong to no game any more."""
    over = facts.phase in ("over", "ended")
    return CustomId(NO_GAME, "log", facts.id, (page,)) if over else CustomId(facts.id, "log", page)


def settings(  # noqa: PLR0913 - one for each setting
    facts: TableFacts | None,
    words: Words,
    *,
    language: str | None,
    dms: bool,
    ping: str,
    confirm: str = COSTLY,
    order: str | None = None,
    stays_out: bool | None = None,
    orders: Sequence[str] = (),
) -> ui.LayoutView:
    """Somebody's own settings; with a standing order (None: not seated in a running game) also those of the seat.

    `orders`: the other orders of the seat, in words, each to be taken back.
    """
    table = facts.id if facts else 0
    yes, no = words("yes"), words("no")
    said = ["### " + words("My settings"), words("Hands by direct message: {answer}", answer=yes if dms else no)]
    dms_label = words("No direct messages") if dms else words("Send me my hand by direct message")
    parts: list[Row | Caption] = [
        *_setting(table, "set_language", words("Language"), LANGUAGE_NAMES, language or "auto", words),
        *_setting(table, "set_ping", words("Pings"), PINGS, ping, words),
        *_setting(table, "set_confirm", words("Confirmation"), CONFIRMS, confirm, words),
    ]
    buttons = [button(dms_label, CustomId(table, "set_dms"))]
    if order is not None and facts is not None:
        known = orders_for(BOARDS[facts.kind])
        ordered, title = _ORDERED[known is ORDERS_OUT_OF_TURN]
        said.append(words(ordered, order=words(known[order])))
        parts += _setting(table, "set_order", words(title), known, order, words)
    if orders:
        said += [f"📌 {one}" for one in orders]
        title, listed = words("Take back an order"), [choice(Label(one), str(at)) for at, one in enumerate(orders)]
        parts += [Caption(f"**{title}**"), select(CustomId(table, "drop_order"), title, listed)]
    if stays_out is not None:
        said.append(words("Out of this phase's questions after passing: {answer}", answer=yes if stays_out else no))
        verb, label = ("keep_asking", words("Keep asking me")) if stays_out else ("stay_out", words("Stay out"))
        buttons.append(button(label, CustomId(table, verb), Style.secondary))
    return message("\n".join(said), rows=[*parts, *rows(buttons)])


_ORDERED = {
    False: (later("In windows of this phase: {order}"), later("Standing order for windows")),
    True: (
        later("Optional abilities out of my turn: {order}"),
        later("Standing order for optional abilities out of my turn"),
    ),
}


def _setting(
    table: int, verb: str, title: str, values: Mapping[str, str], chosen: str, words: Words
) -> tuple[Caption, Row]:  # fmt: skip
    """A select under its title: what is chosen hides the placeholder."""
    options = [choice(Label(words(text)), value, chosen=value == chosen) for value, text in values.items()]
    return Caption(f"**{title}**"), select(CustomId(table, verb), title, options)
