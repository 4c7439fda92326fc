"""The texts about every kind of decision: the question, the text for everyone, and the explanation."""

from __future__ import annotations

from bot.games.context import About, View
from bot.games.game_ui import Question
from bot.games.mafia_city.plays import can_play, cancelled, played, target_of
from bot.games.mafia_city.terms import MafiaContext
from bot.texts import N_


def play_in_question(about: About, view: View) -> tuple[str, str, str, str | None]:
    """Returns the play that a window is about: its player, kind of decision, key, and target.

    The target is the owner of the targeted mobster; None if the play is not aimed at a single mobster.
    """
    head, _, key = about["play"].partition(": ")
    author, _, decision = head.partition(" ")
    return author, decision, key, target_of(decision, key, view)


def _turn(ctx: MafiaContext) -> str:
    """Returns the question of a turn, which names only the moves that the seat can make (M10)."""
    player = ctx.view["players"][ctx.seat]
    plays, places = can_play(ctx.view, ctx.seat), player["crew"] > 0
    if places and plays:
        return ctx.t("Your turn: place a mobster, play a card, wait or pass.")
    if places and player["hand"]:
        return ctx.t("Your turn: place a mobster, wait or pass.")
    if places:
        return ctx.t("Your turn: place a mobster or pass.")
    return ctx.t("Your turn: play a card, wait or pass.") if plays else ctx.t("Your turn: wait or pass.")


def _chain(ctx: MafiaContext) -> str:
    author, decision, key, mobster = play_in_question(ctx.about, ctx.view)
    said = [played(ctx, author, decision, key, mobster)]
    for link in ctx.about["links"]:
        seat, _, cancel = link.partition(" ")
        said.append(cancelled(ctx, seat, cancel))
    if ctx.about["links"]:
        counts = len(ctx.about["links"]) % 2 == 0
        said.append(ctx.t("It counts so far.") if counts else ctx.t("Cancelled so far."))
    return " ".join(said)


def _react_waited(ctx: MafiaContext) -> str:
    return f"{_chain(ctx)} {ctx.t('Does anyone cancel what was played last?')}"


def _deals(ctx: MafiaContext) -> str:
    place = ctx.about["location"]
    said = ctx.t(
        "{place}: {stack}.",
        place=ctx.numbered(place), stack=ctx.marks(ctx.view["stacks"][place]),
    )  # fmt: skip
    if not ctx.about["deals"]:
        return said
    deals = ", ".join(f"{ctx.marks(seat)} +{count}" for seat, count in ctx.about["deals"].items())
    return said + " " + ctx.t("Secret deals: {deals}.", deals=deals)


def _deal_waited(ctx: MafiaContext) -> str:
    return f"{_deals(ctx)} {ctx.t('Play a secret deal?')}"


QUESTIONS = {
    "mulligan": Question(
        N_("Keep both cards, or discard both and take two new ones?"),
        N_("decide whether to keep the first hand"),
        rule="M7",
        topics=("setup",),
        lead=N_("You can change them only now, both or neither."),
        about_hand=True,
    ),
    "turn": Question(
        _turn,
        "",
        rule="M10",
        topics=("action",),
        lead=N_("With the most mobsters at a location, you get its point and effect."),
    ),
    "bullet": Question(
        N_("You have passed. Use a bullet for one more action?"),
        N_("decide whether to use a bullet for one more action"),
        rule="M12",
        topics=("passing", "symbol_bullet"),
        lead=N_("You discard the bullet and do one action. Your pass stays."),
    ),
    "rackets": Question(
        N_("Rackets: discard one of the three cards you drew."),
        N_("discard one of the three cards drawn (Rackets)"),
        rule="M51",
        topics=("card_rackets",),
        lead=N_("The other two stay in your hand."),
    ),
    "react": Question(
        N_("Cancel what was played last?"),
        _react_waited,
        detail=_chain,
        rule="M60–M64",
        topics=("cancelling",),
        lead=N_("You discard the cancelling cards, even if your cancel is cancelled."),
    ),
    "complicity": Question(
        N_("Your mobster goes to the cell. Take another player's mobster along?"),
        N_("decide whether another mobster goes to the cell, too (Complicity)"),
        rule="M70–M73",
        topics=("card_complicity", "prison"),
        lead=N_("It costs the card. The mobster you choose goes to the cell too."),
    ),
    "deal": Question(
        N_("Play a secret deal?"),
        _deal_waited,
        detail=_deals,
        rule="M22",
        topics=("control", "card_secret_deal"),
        lead=N_("A deal adds one to your count, only here and now. The card is discarded."),
    ),
    "evaluate": Question(
        N_("Mayor: which location is evaluated next?"),
        N_("choose the next location to evaluate"),
        rule="M20",
        topics=("locations",),
        lead=N_("The player who controls the chosen location gets its point and its effect now."),
    ),
    "jail": Question(
        N_("Prison: send a mobster to the cell?"),
        N_("decide who goes to the cell (prison)"),
        rule="M24",
        topics=("prison",),
        lead=N_("A mobster in the cell does not count until the prison is evaluated again."),
    ),
    "move": Question(
        N_("{hitman:place}: move the hitman figure from here?"),
        N_("decide where the hitman figure goes (harbour)"),
        rule="M24",
        topics=("harbour", "figures"),
        lead=N_("A Hitman hits only at the figure's location."),
    ),
    "kill": Question(
        N_("{hitman:place}: play a Hitman here?"),
        N_("decide whether to play a Hitman (the figure is here: {hitman:place})"),
        rule="M24",
        topics=("harbour", "card_hitman"),
        lead=N_("From the reserve only the fight club or two hats bring a mobster back."),
    ),
    "discard": Question(
        N_("Business district: discard a card of your hand."),
        N_("discard a card (business district)"),
        rule="M24",
        topics=("business_district",),
        lead=N_("You may discard any card of your hand, not only a new one."),
    ),
    "star": Question(
        N_("Private club: play a card's ⭐ for one more point?"),
        N_("decide whether to play a star for one more point (private club)"),
        rule="M24",
        topics=("private_club", "symbol_star"),
        lead=N_("At most one extra point per round."),
    ),
    "collect": Question(
        N_("Mayor: at which location are mobsters taken back next?"),
        N_("choose where mobsters are taken back next"),
        rule="M30",
        topics=("strategy",),
        lead=N_("You choose only the order. Each player decides about their own mobsters."),
    ),
    "call": Question(
        N_("{location:place}: who decides next?"),
        N_("choose who decides next ({location:place})"),
        rule="M30",
        topics=("strategy",),
        lead=N_("You choose only the order. Each player decides about their own mobsters."),
    ),
    "retrieve": Question(
        N_("{location:place}: which mobsters do you take back?"),
        N_("choose which mobsters to take back ({location:place})"),
        rule="M31",
        topics=("strategy",),
        lead=N_("Those that stay count in the next round too; you can place the others again."),
        none=N_("No one from here"),
        every=N_("Everyone from here"),
    ),
}
