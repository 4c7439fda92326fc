"""Learning the game: topics of the rules help together, and the walk-through for newcomers, page by page."""

from __future__ import annotations

from collections.abc import Sequence

from discord import ui

from bot.games import BOARDS, Board, Topic
from bot.texts import Words
from bot.views.custom_id import CustomId
from bot.views.parts import MOST_TEXT, Style, button, length, message, rows

_RESERVED = 500
"""Characters kept free for naming the topics for which there is no room."""


def topics_together(topics: Sequence[Topic], words: Words) -> ui.LayoutView:
    """As many topics as there is room for, one below the other, and the names of the others; no components."""
    said: list[str] = []
    named: list[str] = []
    room = MOST_TEXT - _RESERVED
    for topic in topics:
        text = f"**{topic.title}**\n{topic.text}"
        if named or length(text) > room:
            named.append(topic.title)
        else:
            said.append(text)
            room -= length(text) + 1
    if named:
        said.append(words("Also here: {topics}.", topics=", ".join(named)))
    return message("\n".join(said), "-# " + words("All topics: `/game rules`."))


def lesson(board: Board, kind: str, page: int, words: Words) -> ui.LayoutView:
    """A page of the walk-through with Back and Next; the last one where that page does not exist."""
    lessons = board.lessons(words)
    page = min(max(page, 0), len(lessons) - 1)
    heading = words("{game} · page {page} of {count}", game=board.title(words), page=page + 1, count=len(lessons))
    number = list(BOARDS).index(kind)
    buttons = []
    if page > 0:
        buttons.append(button(words("Back"), CustomId(0, "learn", page - 1, (number,))))
    if page + 1 < len(lessons):
        buttons.append(button(words("Next"), CustomId(0, "learn", page + 1, (number,)), Style.primary))
    return message(f"-# {heading}\n### {lessons[page].title}\n{lessons[page].text}", rows=rows(buttons))
