"""Fuzzy search: compares texts without case, accents and punctuation."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

from bot.games import GameUI, Topic
from bot.texts import LANGUAGES, Translator, translator_for


@lru_cache(maxsize=4_000)
def folded(text: str) -> str:
    """Returns the words of a text in lower case, without accents and punctuation."""
    letters = unicodedata.normalize("NFKD", text.casefold())
    bare = "".join(letter for letter in letters if not unicodedata.combining(letter))
    return " ".join(re.findall(r"\w+", bare.replace(".", "")))


def fits(typed: str, *texts: str) -> bool:
    """Returns whether the typed text is part of these texts, without regard to case, accents and punctuation."""
    return folded(typed) in folded(" ".join(texts))


def meant(known: Iterable[tuple[str, str]], typed: str) -> str | None:
    """Returns the key that a user means by a typed text: a key itself, a title, or a part of exactly one title; None if
    there is none or the text is ambiguous.

    `known`: pairs of a key and its title.
    """
    pairs, wanted = list(known), folded(typed)
    same = [key for key, title in pairs if key == typed or folded(title) == wanted]
    near = list(dict.fromkeys(key for key, title in pairs if wanted and wanted in folded(title)))
    return same[0] if same else near[0] if len(near) == 1 else None


def topic_named(game_ui: GameUI[Any], typed: str, said: Translator) -> str | None:
    """Returns the key of the only topic with that title, in the user's language or else in any other, or None."""
    own = meant(((topic.key, topic.title) for topic in game_ui.topics(said)), typed)
    return own or meant(((key, title) for key, titles in titles_of(game_ui).items() for title in titles), typed)


def topics_named(game_ui: GameUI[Any], typed: str, said: Translator, most: int) -> list[Topic]:
    """Returns at most `most` topics of a game's rules help whose title, in any language, or group contains the typed
    text.

    If there are more than can be shown, those whose title begins with it come first.
    """
    titles, wanted = titles_of(game_ui), folded(typed)
    found = [
        topic for topic in game_ui.topics(said)
        if fits(typed, topic.title, topic.group) or any(wanted in folded(title) for title in titles[topic.key])
    ]  # fmt: skip
    if len(found) > most:
        found.sort(key=lambda topic: not any(folded(title).startswith(wanted) for title in titles[topic.key]))
    return found[:most]


@lru_cache(maxsize=32)
def titles_of(game_ui: GameUI[Any]) -> Mapping[str, tuple[str, ...]]:
    """Returns the titles of each topic of a game in all languages, by the topic's key."""
    found: dict[str, dict[str, None]] = {}
    for language in LANGUAGES:
        for topic in game_ui.topics(translator_for(language)):
            found.setdefault(topic.key, {})[topic.title] = None
    return {key: tuple(titles) for key, titles in found.items()}
