"""The texts about every kind of decision: the question, what everyone waits for, and its explanation."""

from __future__ import annotations

from dataclasses import replace

from bot.games.game_ui import Ask, Question
from bot.games.star_wars_destiny.cards import sentence
from bot.games.star_wars_destiny.names import DestinyContext, code_of, is_die, side_of
from bot.texts import N_


def _asks(text: str) -> Ask:
    """Returns a card's question with the card's text; that of the rules if no card asks."""

    def said(ctx: DestinyContext) -> str:
        return _of_a_card(ctx, ctx.t(text))

    return said


def _waits(text: str) -> Ask:
    def said(ctx: DestinyContext) -> str:
        source = ctx.source
        what = ctx.t(text)
        return f"{source}: {what}" if source else what

    return said


def _of_a_card(ctx: DestinyContext, asked: str) -> str:
    source = ctx.source
    if not source:
        return asked
    text = "" if is_die(ctx.about["source"]) else sentence(code_of(ctx.about["source"]), ctx.t)
    said = f"{source}: {asked}"
    return f"{said} – {text}" if text else said


def _action(ctx: DestinyContext) -> str:
    if ctx.about.get("source"):
        return _of_a_card(ctx, ctx.t("You may take one action now."))
    if ctx.about.get("extra", 0) > 1:
        return ctx.t("Additional actions ({count} left): take one, or skip them all.", count=ctx.about["extra"])
    if ctx.about.get("extra"):
        return ctx.t("Additional action: take it now, or skip it.")
    return ctx.t("Your turn: do one action, or pass.")


def _action_waited(ctx: DestinyContext) -> str:
    if ctx.about.get("source"):
        return ctx.t("{card}: an action", card=ctx.source)
    if ctx.about.get("extra"):
        return ctx.t("an additional action")
    return ctx.t("an action")


def _distribute(ctx: DestinyContext) -> str:
    if ctx.about.get("source") == "rules":
        return ctx.t("Your battlefield is not used. Give {amount} shields to your characters.",
                             amount=ctx.about["amount"])  # fmt: skip
    asked = ctx.t("split {amount} among {characters}.", amount=ctx.about["amount"],
                          characters=ctx.pieces(ctx.about["characters"]))  # fmt: skip
    return _of_a_card(ctx, asked)


def _modify(ctx: DestinyContext) -> str:
    die = ctx.die(ctx.about["die"], side_of(ctx.view, ctx.about["die"]))
    if ctx.about.get("target"):
        die = f"{die} → {ctx.thing(ctx.about['target'])}"
    return ctx.t("{die}: which modifiers do you add?", die=die)


def _turn(ctx: DestinyContext) -> str:
    if ctx.about.get("left"):
        asked = ctx.t("turn a die to another side ({left} left).", left=ctx.about["left"])
    else:
        asked = ctx.t("turn a die to another side.")
    return _of_a_card(ctx, asked)


def _resolve(ctx: DestinyContext) -> str:
    if "symbol" in ctx.about:
        return ctx.t("Resolve another die of the same symbol, or press Done.")
    return _of_a_card(ctx, ctx.t("which die do you resolve?"))


def _order(ctx: DestinyContext) -> str:
    cards = ctx.pieces(dict.fromkeys(ctx.about["abilities"]))
    return ctx.t("Several abilities are waiting: {cards}. Which is next?", cards=cards)


def _group(ctx: DestinyContext) -> str:
    heaps = [ctx.dice([(die, side_of(ctx.view, die)) for die in heap]) or ctx.t("none") for heap in
             ctx.about["groups"]]  # fmt: skip
    asked = ctx.t("which heap is removed? 1: {one}. 2: {two}.", one=heaps[0], two=heaps[1])
    return _of_a_card(ctx, asked)


def _card_of_piece(ctx: DestinyContext) -> str:
    if ctx.about.get("source") == "rules":
        return ctx.t("A character has more than three upgrades. Which one is discarded?")
    return _of_a_card(ctx, ctx.t("which card in play?"))


def _die(ctx: DestinyContext) -> str:
    if ctx.about.get("source") == "rules":
        return ctx.t("One of two equal upgrades has left. Which of their dice stays?")
    return _of_a_card(ctx, ctx.t("which die?"))


def _dice(ctx: DestinyContext) -> str:
    if "source" not in ctx.about:
        return ctx.t("Choose all dice to roll again.")
    return _of_a_card(ctx, ctx.t("which dice?"))


def _battlefield(ctx: DestinyContext) -> str:
    asked = ctx.t("which player's battlefield is used? That player controls it.")
    if "source" in ctx.about:
        return _of_a_card(ctx, ctx.t("change the battlefield?"))
    return ctx.t("You rolled highest: {asked}", asked=asked)


_CARD_SAYS = N_("The card says what happens. Choose where it helps you most.")
_QUESTIONS = {
    "mulligan": Question(
        N_("Choose cards to shuffle back and redraw."),
        N_("which cards to redraw"),
        rule="D70",
        topics=("setup",),
        lead=N_(
            "Keep cards that you can pay for with 2 resources, best of all a card with a die. Put expensive ones back."
        ),
        about_hand=True,
    ),
    "battlefield": Question(
        _battlefield,
        _waits(N_("which battlefield is used")),
        rule="D71",
        topics=("setup", "battlefield"),
        lead=N_(
            "With your own battlefield, you start the first round. With another one, you get shields and "
            "its owner starts."
        ),
    ),
    "distribute": Question(
        _distribute,
        _waits(N_("how it is split")),
        rule="D111",
        topics=("symbol_sh", "damage"),
    ),
    "action": Question(
        _action,
        _action_waited,
        rule="D75",
        topics=("actions",),
        lead=N_(
            "First activate a character to roll its dice. Resolve them in later turns, before an opponent interferes."
        ),
    ),
    "resolve": Question(
        _resolve,
        _waits(N_("which die is resolved next")),
        rule="D96",
        topics=("resolving",),
        lead=N_("You can use all dice of one symbol in the same action, each on a different target."),
    ),
    "modify": Question(
        _modify,
        _waits(N_("which modifiers are added")),
        rule="D17",
        topics=("modifier",),
        lead=N_("A modifier is never resolved on its own. Added to a die, it raises its value."),
    ),
    "turn": Question(_turn, _waits(N_("which die is turned")), rule="D186", topics=("turning",)),
    "side": Question(
        _asks(N_("which side of that die is resolved?")),
        _waits(N_("which side is resolved")),
        rule="D25",
        topics=("resolving",),
    ),
    "die": Question(_die, _waits(N_("which die")), rule="D192", topics=("pool",)),
    "dice": Question(_dice, _waits(N_("which dice")), rule="D192", topics=("pool",)),
    "character": Question(
        _asks(N_("which character?")),
        _waits(N_("which character")),
        rule="D192",
        topics=("damage",),
    ),
    "characters": Question(
        _asks(N_("which characters?")),
        _waits(N_("which characters")),
        rule="D192",
        topics=("damage",),
    ),
    "piece": Question(_card_of_piece, _waits(N_("which card in play")), rule="D192"),
    "pieces": Question(_asks(N_("which cards in play?")), _waits(N_("which cards in play")), rule="D192"),
    "card": Question(_asks(N_("which card?")), _waits(N_("which card")), rule="D192"),
    "cards": Question(_asks(N_("which cards?")), _waits(N_("which cards")), rule="D192"),
    "play": Question(
        _asks(N_("which card do you play?")),
        _waits(N_("which card is played")),
        rule="D90",
        topics=("playing",),
    ),
    "may": Question(_asks(N_("do you use it?")), _waits(N_("whether it is used")), rule="D121"),
    "either": Question(_asks(N_("which of them?")), _waits(N_("which of them")), rule="D180"),
    "amount": Question(_asks(N_("how many?")), _waits(N_("how many")), rule="D121"),
    "opponent": Question(
        _asks(N_("which opponent?")),
        _waits(N_("which opponent")),
        rule="D203",
        topics=("multiplayer",),
    ),
    "player": Question(_asks(N_("which player?")), _waits(N_("which player")), rule="D192"),
    "symbol": Question(_asks(N_("which symbol?")), _waits(N_("which symbol")), rule="D181"),
    "arrange": Question(
        _asks(
            N_("where does the next card go? The first to the top is uppermost, the last to the bottom is lowest"),
        ),
        _waits(N_("the order of looked-at cards")),
        rule="D45",
    ),
    "split": Question(
        _asks(N_("split your dice: choose the first heap, the others form the second")),
        _waits(N_("how the dice are split")),
        rule="D192",
    ),
    "group": Question(_group, _waits(N_("which heap is removed")), rule="D192"),
    "order": Question(_order, N_("which ability is next"), rule="D128", topics=("queue",)),
    "upkeep": Question(
        N_("Upkeep: choose cards to discard before you draw."),
        N_("which cards to discard in the upkeep"),
        rule="D74",
        topics=("upkeep",),
        lead=N_("Discard cards that you will not play soon. You draw up to five anyway."),
        about_hand=True,
    ),
}
QUESTIONS = {kind: asked if asked.lead else replace(asked, lead=_CARD_SAYS) for kind, asked in _QUESTIONS.items()}
