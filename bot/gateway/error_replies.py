"""Error messages to users about failed interactions."""

from __future__ import annotations

import logging
from dataclasses import dataclass

from bot import views
from bot.messages.api import Interaction
from bot.messages.outcomes import TOO_LATE, Outcome, failure, safe_call
from bot.messages.reply import Replies
from bot.messages.requests import EXPIRED
from bot.monitoring import metrics
from bot.monitoring.log_context import again
from bot.tables.refusals import EXPECTED_ERRORS, SHOWN_ASIDE, explained
from bot.texts import Translator
from storage import StorageError

log = logging.getLogger(__name__)


@dataclass(eq=False, repr=False)
class ErrorReplies:
    """A service that answers failed interactions with a private error message."""

    _replies: Replies
    over: bool = False
    """Whether another process may answer already, so that this one sends nothing more."""

    def stop(self) -> None:
        """Sends no further messages."""
        self.over = True

    async def send(self, interaction: Interaction, error: Exception, words: Translator, note: str = "") -> None:
        """Logs and counts an error, and sends the user a private message about it, if Discord still accepts that.

        `note`: a line below the message.
        """
        if self.over:
            return
        metrics.REFUSED.labels(type(error).__name__).inc()
        with again(error):
            answerable = _noted(error)
        if not answerable:
            return
        show = self._replies.aside if isinstance(error, SHOWN_ASIDE) else self._replies.reply
        try:
            sent = await safe_call(show(interaction, views.say(explained(error, words), note)))
        except RuntimeError:
            # aiohttp raises this error if the session was closed while the message was being sent.
            if not self.over:
                raise
        else:
            if not sent.ok:
                log.info("an error message could not be sent (%s)", sent)


def _noted(error: Exception) -> bool:
    """Logs the error of an interaction; returns False if Discord accepts no reply to it any more."""
    failed = failure(error)
    if failed is not None and failed.code in TOO_LATE:
        log.info("an interaction was answered too late or twice (code %s)", failed.code)
        return False
    if failed is not None and failed.code in EXPIRED:
        log.info("an interaction cannot be answered: its token has expired (code %s)", failed.code)
        return False
    if failed is not None and failed.outcome in {Outcome.LOST, Outcome.RATE_LIMITED}:
        log.warning("the response to an interaction was lost (%s)", failed)
    elif isinstance(error, StorageError) and not isinstance(error, EXPECTED_ERRORS):
        log.error("the database cannot be used: %s", error)
    elif not isinstance(error, EXPECTED_ERRORS):
        log.error("an interaction failed", exc_info=error)
    return True
