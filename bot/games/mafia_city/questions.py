"""Every kind of decision: what is asked of somebody, what everybody waits for, and what explains it."""

from __future__ import annotations

from bot.games.context import About, View
from bot.games.game_ui import Question
from bot.games.mafia_city.names import mobsters
from bot.games.mafia_city.plays import described, target_of
from bot.games.mafia_city.terms import MafiaContext
from bot.texts import N_


def play_in_question(about: About, view: View) -> tuple[str, str, str, str | None]:
    """Author, decision, key and the target mobster's owner of what a window is about."""
    head, _, key = about["play"].partition(": ")
    author, _, decision = head.partition(" ")
    return author, decision, key, target_of(decision, key, view)


def _chain(ctx: MafiaContext) -> str:
    author, decision, key, mobster = play_in_question(ctx.about, ctx.view)
    play = described(ctx, decision, key, mobster)
    said = [ctx.t("{player} plays – {play}.", player=ctx.who(author), play=play)]
    for link in ctx.about["links"]:
        seat, _, cancel = link.partition(" ")
        described_cancel = described(ctx, "react", cancel, None)
        said.append(ctx.t("{player} cancels: {cancel}.", player=ctx.who(seat), cancel=described_cancel))
    if ctx.about["links"]:
        stands = len(ctx.about["links"]) % 2 == 0
        said.append(ctx.t("As it is now, it stands.") if stands else ctx.t("As it is now, it is cancelled."))
    return " ".join(said)


def _react(ctx: MafiaContext) -> str:
    return f"{_chain(ctx)} {ctx.t('Cancel what was played last? (M60–M64)')}"


def _deals(ctx: MafiaContext) -> str:
    place = ctx.about["location"]
    said = ctx.t(
        "Who controls the location {place}? The stack: {stack}.",
        place=ctx.numbered(place), stack=mobsters(ctx.view["stacks"][place]),
    )  # fmt: skip
    if not ctx.about["deals"]:
        return said
    deals = ", ".join(f"{mobsters(seat)} +{count}" for seat, count in ctx.about["deals"].items())
    return said + " " + ctx.t("Secret deals: {deals}.", deals=deals)


def _deal(ctx: MafiaContext) -> str:
    return f"{_deals(ctx)} {ctx.t('Play a secret deal? (M22)')}"


QUESTIONS = {
    "mulligan": Question(
        N_("Keep both cards, or discard both and take two new ones? (M7)"),
        N_("keep or change the first hand (M7)"),
        rule="M7",
        topics=("setup",),
        lead=N_("You may change both cards once, now; never one alone (M7)."),
        about_hand=True,
    ),
    "turn": Question(
        N_("Your turn: exactly one action – put a mobster, play, wait, or pass (M10)."),
        N_("a turn (M10)"),
        rule="M10",
        topics=("action",),
        lead=N_(
            "You want the most mobsters at a location when it is evaluated: that is one point and its effect "
            "(M21, M23, M24)."
        ),
    ),
    "bullet": Question(
        N_("It would be your turn, but you have passed. A bullet lets you act once more (M12)."),
        N_("one more action by a bullet? (M12)"),
        rule="M12",
        topics=("passing", "symbol_bullet"),
        lead=N_("The bullet is discarded, you do one action, and you have still passed (M12)."),
    ),
    "rackets": Question(
        N_("Rackets: which of the three cards just drawn do you discard? (M51)"),
        N_("Rackets: discard one of the three cards (M51)"),
        rule="M51",
        topics=("card_rackets",),
        lead=N_("The other two stay in your hand (M51)."),
    ),
    "react": Question(
        _react,
        _react,
        rule="M60–M64",
        topics=("cancelling",),
        lead=N_("A cancel costs its cards, whether or not it stands in the end (M62)."),
    ),
    "complicity": Question(
        N_("Your mobster goes to the cell, sent by {by:who}. Take along one of a third player? (M70)"),
        N_("complicity? A mobster of {mobster:who} goes to the cell (M70)"),
        rule="M70–M73",
        topics=("card_complicity", "prison"),
        lead=N_("It costs the card; the mobster you name goes to the cell too (M70)."),
    ),
    "deal": Question(
        _deal,
        _deal,
        rule="M22",
        topics=("control", "card_secret_deal"),
        lead=N_("A deal is one more in your count, here and now alone; the card is gone (M9, M22)."),
    ),
    "evaluate": Question(
        N_("You hold the mayor: which location is evaluated next? (M20)"),
        N_("choose the next location to evaluate (M20)"),
        rule="M20",
        topics=("locations",),
        lead=N_("Whoever controls the location you choose gets its point and its effect now (M20, M23)."),
    ),
    "jail": Question(
        N_("You control the prison: which mobster goes to the cell? You may decline (M24)."),
        N_("prison: who goes to the cell? (M24)"),
        rule="M24",
        topics=("prison",),
        lead=N_("A mobster in the cell counts nowhere, until the prison is evaluated again (M21, M24)."),
    ),
    "move": Question(
        N_("You control the harbour: the hitman figure may go from {hitman:place} to a neighbouring location (M24)."),
        N_("harbour: move the hitman figure? (M24)"),
        rule="M24",
        topics=("harbour", "figures"),
        lead=N_("A Hitman can only hit where the figure stands (M24)."),
    ),
    "kill": Question(
        N_("The hitman figure stands here: {hitman:place}. A Hitman sends one mobster from here to the reserve (M24)."),
        N_("harbour: play a Hitman? The figure stands here: {hitman:place} (M24)"),
        rule="M24",
        topics=("harbour", "card_hitman"),
        lead=N_("From the reserve only the fight club or two hats bring a mobster back (M15, M24)."),
    ),
    "discard": Question(
        N_("You control the business district: which card of your hand do you discard? (M24)"),
        N_("business district: discard a card (M24)"),
        rule="M24",
        topics=("business_district",),
        lead=N_("You have just drawn three cards; any card of the hand may go (M24)."),
    ),
    "star": Question(
        N_("You control the private club: one star brings one more point (M24)."),
        N_("private club: a star for one more point? (M24)"),
        rule="M24",
        topics=("private_club", "symbol_star"),
        lead=N_("Never more than one extra point a round (M24)."),
    ),
    "collect": Question(
        N_("You hold the mayor: from which location may mobsters be taken back next? (M30)"),
        N_("choose from where mobsters may be taken back (M30)"),
        rule="M30",
        topics=("strategy",),
        lead=N_("You choose the order alone; everybody decides about their own mobsters (M30, M31)."),
    ),
    "call": Question(
        N_("{location:place}: you hold the mayor, who decides next? (M30)"),
        N_("{location:place}: choose who decides next (M30)"),
        rule="M30",
        topics=("strategy",),
        lead=N_("You choose the order alone; everybody decides about their own mobsters (M30, M31)."),
    ),
    "retrieve": Question(
        N_("{location:place}: which of your mobsters do you take back to the crew? (M31)"),
        N_("{location:place}: take back mobsters? (M31)"),
        rule="M31",
        topics=("strategy",),
        lead=N_("Who stays counts here in the next round too; who comes back can be put anew (M10, M31)."),
    ),
}
