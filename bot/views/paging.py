"""Pages of a list, and the buttons that lead to a page's neighbours."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, TypeVar

from bot.texts import N_, Translator
from bot.views.custom_id import CustomId
from bot.views.parts import Button, Style, button

Item = TypeVar("Item")

NEIGHBOURS: Final = (N_("Previous page"), N_("Next page"))
BACK_AND_NEXT: Final = (N_("Back"), N_("Next"))
OLDER_AND_NEWER: Final = (N_("Older"), N_("Newer"))


def paged(
    items: Sequence[Item], page: int, most: int, link: Callable[[int], CustomId], words: Translator,
    labels: tuple[str, str] = NEIGHBOURS,
) -> tuple[Sequence[Item], list[Button]]:  # fmt: skip
    """Returns the items of a page (of the last one if the number is too high), and buttons to its neighbours.

    `most`: the number of items on a page; `link` returns the custom_id of the page with that number.
    """
    pages = max(1, -(-len(items) // most))
    page = min(page, pages - 1)
    return items[page * most : (page + 1) * most], turning(page, pages, link, words, labels)


def turning(
    page: int, pages: int, link: Callable[[int], CustomId], words: Translator, labels: tuple[str, str],
    onward: Style = Style.secondary,
) -> list[Button]:  # fmt: skip
    """Returns the buttons to the pages before and after a page, as far as they exist; the first page is number 0.

    `onward`: the style of the button to the next page.
    """
    ways = zip(labels, (page - 1, page + 1), (Style.secondary, onward), strict=True)
    return [button(words(label), link(to), style) for label, to, style in ways if 0 <= to < pages]
