"""What stands for people's answers: orders that they give in advance, as far as a game knows them, and silence."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from bot.texts import Words

View = Mapping[str, Any]
About = Mapping[str, Any]


class StandingOrders:
    """Answers given in advance; by default a game has none but to let every window pass, and silence is just that."""

    asks_out_of_turn: bool = False
    """Whether people are asked out of turn what they may decline (patience `window`, for one seat): their silence."""

    def stays_out(self, kind: str) -> str | None:
        """The key with which somebody who stays out for the phase answers; None where it is asked all the same."""
        return None

    def may_stay_out_after(self, kind: str, key: str) -> bool:
        """Whether somebody who answered so may wish to stay out for the rest of the phase."""
        return False

    def staying_out(self, words: Words) -> str:
        """Told to whoever may wish to stay out: of what, and for how long."""
        return ""

    def silence_means(self, kind: str, words: Words) -> str:
        """What it means for somebody that the time for such a decision has gone by, beyond what the event says."""
        return ""

    def grace(self, kind: str, view: View, seat: str) -> bool:
        """Whether silence would cost the seat more than this answer, by public facts: its time is prolonged once."""
        return False

    def aimed_at(self, kind: str, about: About, view: View, seat: str) -> bool:
        """Whether what a window is about is aimed at the seat, by public facts (`view` is an onlooker's)."""
        return False

    def remedy(self, keys: Iterable[str]) -> str | None:
        """The key by which the order "cancel when it is aimed at me" is carried out, if there is one."""
        return None
