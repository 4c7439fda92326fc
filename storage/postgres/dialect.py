"""What PostgreSQL reads where the statements say something else: each is written once, as SQLite reads it."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import count
from typing import Final

WORDS: Final = {
    "user": '"user"',  # bare, it would be who is connected
    "group_concat": "string_agg",
    "json_array": "json_build_array",
    "json_group_array": "json_agg",
    "json_group_object": "json_object_agg",
    "json_object": "json_build_object",
}
_ONLY_HERE: Final = re.compile(r"/\*!(.*?)\*/", re.DOTALL)
"""What stands in such a comment is read by PostgreSQL alone."""
_TOKEN: Final = re.compile(rf"(?P<text>'[^']*'|\"[^\"]*\")|\?(?P<value>\d*)|\b(?P<word>{'|'.join(WORDS)})\b")


@lru_cache(1024)
def translated(sql: str) -> str:
    """The statement with its values as $1, $2 … and in PostgreSQL's words; texts stay as they are."""
    places = count(1)

    def token(found: re.Match[str]) -> str:
        if found["text"] is not None:
            return found["text"]
        if found["word"] is not None:
            return WORDS[found["word"]]
        return f"${found['value'] or next(places)}"

    return _TOKEN.sub(token, _ONLY_HERE.sub(r"\1", sql))
