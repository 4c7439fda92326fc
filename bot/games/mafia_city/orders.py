"""What is done for somebody: standing orders."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bot.games.mafia_city.asked import play_in_question
from bot.games.mafia_city.cards import CARDS
from bot.games.protocol import About, View
from bot.games.standing_orders import StandingOrders
from bot.texts import Words
from rules.mafia_city.deck import kind_of


class Orders(StandingOrders):
    """Windows are let pass or met with a cancel; after passing one may stay out of the questions about bullets."""

    def stays_out(self, kind: str) -> str | None:
        """Who stays out for the rest of the phase keeps the bullets (M12)."""
        return "stay" if kind == "bullet" else None

    def may_stay_out_after(self, kind: str, key: str) -> bool:
        """After a pass only bullets are left to be asked about (M12)."""
        return (kind, key) == ("turn", "pass")

    def grace(self, kind: str, view: View, seat: str) -> bool:
        """Silence is a pass (M10), which costs whoever has mobsters left the rest of the phase (M12)."""
        player = view["players"][seat]
        return kind == "turn" and not player["passed"] and player["crew"] > 0

    def silence_means(self, kind: str, words: Words) -> str:
        return words("No more turns in this phase (M12).") if kind == "turn" else ""

    def staying_out(self, words: Words) -> str:
        return words(
            "You have passed. Bullets: stay out for the rest of the phase, or be asked when your turn comes round?"
        )

    def aimed_at(self, kind: str, about: About, view: View, seat: str) -> bool:
        """Whether a standing effect moves the seat's mobster or takes its card, or the last link cancels its own."""
        if kind != "react":
            return False
        author, decision, key, mobster = play_in_question(about, view)
        authors = [author, *(link.partition(" ")[0] for link in about["links"])]
        if len(authors) > 1 and authors[-2] == seat:
            return True
        standing = len(authors) % 2 == 1
        return standing and seat != author and (mobster == seat or seat in _meant(decision, key, view))

    def remedy(self, keys: Iterable[str]) -> str | None:
        """One police chief or F.B.I. rather than two fists (M60, M61)."""
        offered = list(keys)
        for key in offered:
            if kind_of(key) in ("police_chief", "fbi"):
                return key
        return next((key for key in offered if key.startswith("fists:")), None)


def _meant(decision: str, key: str, view: View) -> Sequence[str]:
    """Whom a card of a turn concerns beside the owner of one mobster."""
    word, *targets = key.split(":")
    card = CARDS.get(kind_of(word)) if decision == "turn" else None
    return card.concerns(targets, view) if card else ()
