"""Logging to standard error: one line an event, never a token, never what players are told."""

from __future__ import annotations

import logging
import re
import sys
from typing import Final

import discord

_TOKENS: Final = re.compile(r"(/(?:webhooks|interactions)/[0-9]+/)[^/\s?]+")


class _Discreet(logging.Formatter):
    """Tokens stand in the addresses of answers: they are nobody's business."""

    def format(self, record: logging.LogRecord) -> str:
        """The record's text without tokens."""
        return _TOKENS.sub(r"\1...", super().format(record))


class _OneLine(_Discreet):
    """discord.py's tracebacks say nothing to an operator: the error's name and text do."""

    def formatException(self, ei: object) -> str:  # noqa: N802 - logging's name
        """The error in one line."""
        kind, error = (ei[0], ei[1]) if isinstance(ei, tuple) else (None, ei)
        return f"{getattr(kind, '__name__', kind)}: {error}"


def set_up_logging(level: int) -> None:
    """To standard error; discord.py never below INFO, for it would print what players are told."""
    form = "%(asctime)s %(levelname)s %(name)s: %(message)s"
    ours, theirs = logging.StreamHandler(sys.stderr), logging.StreamHandler(sys.stderr)
    ours.setFormatter(_Discreet(form))
    theirs.setFormatter(_OneLine(form))
    logging.basicConfig(level=logging.WARNING, handlers=[ours])
    for name in ("bot", "storage", "rules"):
        logging.getLogger(name).setLevel(level)
    others = logging.getLogger("discord")
    others.setLevel(max(level, logging.INFO))
    others.addHandler(theirs)
    others.propagate = False
    # A croupier has no voice: that its packages are missing is no news.
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
