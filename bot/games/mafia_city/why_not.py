"""The reasons for which own cards and mobsters cannot be played in a decision, from what the seat sees."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.games.context import Label
from bot.games.game_ui import Unplayable
from bot.games.mafia_city.cards import ACTION, CARDS, REACTION
from bot.games.mafia_city.options import option
from bot.games.mafia_city.questions import play_in_question
from bot.games.mafia_city.symbols import MOBSTER
from bot.games.mafia_city.terms import MafiaContext
from bot.texts import N_
from rules.decisions import PASS
from rules.mafia_city.cancelling import CANCELLED_BY
from rules.mafia_city.deck import kind_of, symbol_of
from rules.mafia_city.keys import distinct

ONLY: Final = {
    "bullet": N_("You have passed: only a card with a bullet gives you one more action."),
    "rackets": N_("You discard one of the three cards that you have just drawn."),
    "complicity": N_("Only Complicity can be played when your mobster goes to the cell."),
    "deal": N_("Only a Secret deal can be played when control is determined."),
    "kill": N_("Only a Hitman can be played here."),
    "star": N_("Only a card with a star brings one more point here."),
    "mulligan": N_("You may only keep or change both cards now. You play cards from your first turn on."),
}
"""The texts that say what may be played, by the kind of question."""
NO_CARDS: Final = N_("This decision is made without cards. You play actions on your turn.")


def why_not(ctx: MafiaContext, kind: str, keys: Sequence[str]) -> Sequence[Unplayable]:
    """Returns the cards in hand whose text (or symbol, if asked for) these keys do not play, each with the reason.

    On a turn with an empty crew, placing a mobster is also among them.
    """
    played = {code for key in keys for word in _playing(kind, key) for code in word.split("+")}
    held = [code for code in distinct(ctx.view["players"][ctx.seat]["hand"]) if code not in played]
    found = [Unplayable(option(ctx, "", (code,)), _reason(ctx, kind, code)) for code in held]
    if kind == "turn" and not ctx.view["players"][ctx.seat]["crew"]:
        reason = ctx.t(
            "Your crew is empty. A hat brings a mobster back from a location, two hats one from the reserve."
        )
        found.append(Unplayable(Label(ctx.t("Place a mobster"), emoji=MOBSTER), reason))
    return found


def _playing(kind: str, key: str) -> Sequence[str]:
    """Returns the words of a key that may be cards: on a turn those played for their text (not hats, not waiting)."""
    words = key.split(":")
    return words[:1] if kind == "turn" else words


def _reason(ctx: MafiaContext, kind: str, code: str) -> str:
    if kind == "turn":
        return _on_a_turn(ctx, code)
    return _in_a_window(ctx, code) if kind == "react" else ctx.t(ONLY.get(kind, NO_CARDS))


def _on_a_turn(ctx: MafiaContext, code: str) -> str:
    card = CARDS[kind_of(code)]
    if card.type == ACTION:
        return ctx.t(card.no_target)
    if card.type == REACTION:
        return ctx.t("Its text is a reaction, not an action. {text}", text=ctx.t(card.text))
    return ctx.t("Its text works only while locations are evaluated. {text}", text=ctx.t(card.text))


def _in_a_window(ctx: MafiaContext, code: str) -> str:
    """M60-M64: explains why a card does not cancel the play in question."""
    author, decision, key, _ = play_in_question(ctx.about, ctx.view)
    word = key.partition(":")[0]
    effect = {"jail": "prison", "move": "harbour"}.get(decision, kind_of(word))
    remedy = CANCELLED_BY.get(effect) if decision in ("turn", "kill", "jail", "move") and key != PASS else None
    cancelled, with_cards = len(ctx.about["links"]) % 2 == 1, bool(ctx.about["links"]) or "-" in key
    if kind_of(code) == remedy and ctx.seat == author:
        return ctx.t("It cancels the play of another player, and this one is yours.")
    if kind_of(code) == remedy and cancelled:
        return ctx.t("The play is cancelled already, and only two fists cancel a cancel.")
    if with_cards and symbol_of(code) == "fist":
        return ctx.t("It has a fist, but cancelling takes two cards with a fist, and you have one.")
    if remedy is None or cancelled or ctx.seat == author:
        return ctx.t("Only two fists cancel this.")
    named = ctx.t(CARDS[remedy].name)
    if with_cards:
        return ctx.t("Only {card} or two fists cancel this.", card=named)
    return ctx.t("Only {card} cancels this.", card=named)
