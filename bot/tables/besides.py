"""What follows from an answer that stands: an absence that is over, staying out after a pass."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from storage.errors import FOR_NOW

log = logging.getLogger(__name__)


@contextmanager
def besides(game: int) -> Iterator[None]:
    """Where the database does not take it now, the answer stands and is told all the same."""
    try:
        yield
    except FOR_NOW as error:
        log.warning("table %s: what follows from an answer is not noted (%s)", game, type(error).__name__)
