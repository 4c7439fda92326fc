"""Finding what somebody has typed among what there is: neither case nor accents need to be right."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

from bot.games.protocol import Topic


def folded(text: str) -> str:
    """The words of a text without case, accents and signs."""
    letters = unicodedata.normalize("NFKD", text.casefold())
    bare = "".join(letter for letter in letters if not unicodedata.combining(letter))
    return " ".join(re.findall(r"\w+", bare.replace(".", "")))


def fits(typed: str, *texts: str) -> bool:
    """Whether what is typed stands in one of these texts."""
    return folded(typed) in folded(" ".join(texts))


def meant(known: Iterable[tuple[str, str]], typed: str) -> str | None:
    """Of keys and their titles the key that is meant: itself, its title, or the only title that has these words."""
    pairs, wanted = list(known), folded(typed)
    same = [key for key, title in pairs if key == typed or folded(title) == wanted]
    near = [key for key, title in pairs if wanted and wanted in folded(title)]
    return same[0] if same else near[0] if len(near) == 1 else None


def topic_named(topics: Iterable[Topic], typed: str) -> str | None:
    """The key of the topic that is meant."""
    return meant(((topic.key, topic.title) for topic in topics), typed)
