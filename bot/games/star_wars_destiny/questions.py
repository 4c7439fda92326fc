"""The texts about every kind of decision: the question, what everyone waits for, and its explanation."""

from __future__ import annotations

from dataclasses import replace

from bot.games.game_ui import Ask, Question
from bot.games.star_wars_destiny.cards import sentence
from bot.games.star_wars_destiny.names import DestinyContext, code_of, is_die, side_of
from bot.texts import N_, cited


def _asks(text: str, rule: str) -> Ask:
    """Returns a card's question with the card's text; that of the rules if no card asks."""

    def said(ctx: DestinyContext) -> str:
        return _of_a_card(ctx, cited(ctx.t(text), rule))

    return said


def _waits(text: str, rule: str) -> Ask:
    def said(ctx: DestinyContext) -> str:
        source = ctx.source
        what = cited(ctx.t(text), rule)
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
        return _of_a_card(ctx, ctx.t("You may take one action now (D76)."))
    if ctx.about.get("extra", 0) > 1:
        return ctx.t("Additional actions, {count} left: take one, or forgo them all (D76).", count=ctx.about["extra"])
    if ctx.about.get("extra"):
        return ctx.t("An additional action: take it now, or forgo it (D76).")
    return ctx.t("Your turn: one action, or pass (D75).")


def _action_waited(ctx: DestinyContext) -> str:
    if ctx.about.get("source"):
        return ctx.t("{card}: an action (D76)", card=ctx.source)
    if ctx.about.get("extra"):
        return ctx.t("an additional action (D76)")
    return ctx.t("an action (D75)")


def _distribute(ctx: DestinyContext) -> str:
    if ctx.about.get("source") == "rules":
        return ctx.t("Your battlefield is not used: give {amount} shields to your characters (D71).",
                             amount=ctx.about["amount"])  # fmt: skip
    asked = ctx.t("split {amount} among {characters} (D111).", amount=ctx.about["amount"],
                          characters=ctx.pieces(ctx.about["characters"]))  # fmt: skip
    return _of_a_card(ctx, asked)


def _modify(ctx: DestinyContext) -> str:
    die = ctx.die(ctx.about["die"], side_of(ctx.view, ctx.about["die"]))
    if ctx.about.get("target"):
        die = f"{die} → {ctx.thing(ctx.about['target'])}"
    return ctx.t("{die}: add which of your modifiers? Each counts now or not at all (D17, D96).", die=die)


def _turn(ctx: DestinyContext) -> str:
    if ctx.about.get("left"):
        asked = ctx.t("turn a die to another side, {left} to go (D22, D186).", left=ctx.about["left"])
    else:
        asked = ctx.t("turn a die to another side (D186).")
    return _of_a_card(ctx, asked)


def _resolve(ctx: DestinyContext) -> str:
    if "symbol" in ctx.about:
        return ctx.t("Resolve another die of the same symbol, or be done (D96, D97).")
    return _of_a_card(ctx, ctx.t("which die do you resolve? (D25)"))


def _order(ctx: DestinyContext) -> str:
    cards = ctx.pieces(dict.fromkeys(ctx.about["abilities"]))
    return ctx.t("Several abilities wait: {cards}. Which is next? (D128, R10)", cards=cards)


def _group(ctx: DestinyContext) -> str:
    heaps = [ctx.dice([(die, side_of(ctx.view, die)) for die in heap]) or ctx.t("none") for heap in
             ctx.about["groups"]]  # fmt: skip
    asked = ctx.t("which heap is removed? 1: {one}. 2: {two}.", one=heaps[0], two=heaps[1])
    return _of_a_card(ctx, cited(asked, "D192"))


def _card_of_piece(ctx: DestinyContext) -> str:
    if ctx.about.get("source") == "rules":
        return ctx.t("More than three upgrades on a character: which one is discarded? (D13, R7)")
    return _of_a_card(ctx, ctx.t("which card in play? (D192)"))


def _die(ctx: DestinyContext) -> str:
    if ctx.about.get("source") == "rules":
        return ctx.t("Two equal upgrades, one is gone: which of their dice stays? (D27, R44)")
    return _of_a_card(ctx, ctx.t("which die? (D192)"))


def _dice(ctx: DestinyContext) -> str:
    if "source" not in ctx.about:
        return ctx.t("Which dice do you roll again? All are named before the first is rolled (D99).")
    return _of_a_card(ctx, ctx.t("which dice? (D192)"))


def _battlefield(ctx: DestinyContext) -> str:
    asked = ctx.t("whose battlefield is used? Who brought it controls it (D71).")
    if "source" in ctx.about:
        return _of_a_card(ctx, ctx.t("change the battlefield? (D231)"))
    return ctx.t("You rolled highest: {asked}", asked=asked)


_CARD_SAYS = N_("The card names what it does; choose where it helps you most (D121, D192).")
_QUESTIONS = {
    "mulligan": Question(
        N_("Which cards do you shuffle back and draw anew? Once, as many as you like (D70)."),
        N_("which cards to draw anew (D70)"),
        rule="D70",
        topics=("setup",),
        lead=N_("Keep what you can pay with 2 resources, best a card with a die; give back what is dear (D9)."),
        about_hand=True,
    ),
    "battlefield": Question(
        _battlefield,
        _waits(N_("which battlefield is used"), "D71"),
        rule="D71",
        topics=("setup", "battlefield"),
        lead=N_(
            "With your own you begin the first round; with another's you get shields, or its owner begins (D6, D71)."
        ),
    ),
    "distribute": Question(
        _distribute,
        _waits(N_("how it is split"), "D111"),
        rule="D111",
        topics=("symbol_sh", "damage"),
    ),
    "action": Question(
        _action,
        _action_waited,
        rule="D75",
        topics=("actions",),
        lead=N_(
            "Activate a character first to roll its dice; resolve them in later turns, before the other spoils them "
            "(D95, D96)."
        ),
    ),
    "resolve": Question(
        _resolve,
        _waits(N_("which die is resolved next"), "D96"),
        rule="D96",
        topics=("resolving",),
        lead=N_("All dice of one symbol may be used in the same action, each at another target (D96, D97)."),
    ),
    "modify": Question(
        _modify,
        _waits(N_("which modifiers are added"), "D17"),
        rule="D17",
        topics=("modifier",),
        lead=N_("A modifier is never resolved alone; added, it makes one bigger number (D17)."),
    ),
    "turn": Question(_turn, _waits(N_("which die is turned"), "D186"), rule="D186", topics=("turning",)),
    "side": Question(
        _asks(N_("which side of that die is resolved?"), "D25"),
        _waits(N_("which side is resolved"), "D25"),
        rule="D25",
        topics=("resolving",),
    ),
    "die": Question(_die, _waits(N_("which die"), "D192"), rule="D192", topics=("pool",)),
    "dice": Question(_dice, _waits(N_("which dice"), "D192"), rule="D192", topics=("pool",)),
    "character": Question(
        _asks(N_("which character?"), "D192"),
        _waits(N_("which character"), "D192"),
        rule="D192",
        topics=("damage",),
    ),
    "characters": Question(
        _asks(N_("which characters?"), "D192"),
        _waits(N_("which characters"), "D192"),
        rule="D192",
        topics=("damage",),
    ),
    "piece": Question(_card_of_piece, _waits(N_("which card in play"), "D192"), rule="D192"),
    "pieces": Question(
        _asks(N_("which cards in play?"), "D192"), _waits(N_("which cards in play"), "D192"), rule="D192"
    ),
    "card": Question(_asks(N_("which card?"), "D192"), _waits(N_("which card"), "D192"), rule="D192"),
    "cards": Question(_asks(N_("which cards?"), "D192"), _waits(N_("which cards"), "D192"), rule="D192"),
    "play": Question(
        _asks(N_("which card do you play?"), "D90"),
        _waits(N_("which card is played"), "D90"),
        rule="D90",
        topics=("playing",),
    ),
    "may": Question(_asks(N_("do you use it?"), "D121"), _waits(N_("whether it is used"), "D121"), rule="D121"),
    "either": Question(_asks(N_("which of them?"), "D180"), _waits(N_("which of them"), "D180"), rule="D180"),
    "amount": Question(_asks(N_("how many?"), "D121"), _waits(N_("how many"), "D121"), rule="D121"),
    "opponent": Question(
        _asks(N_("which opponent?"), "D203"),
        _waits(N_("which opponent"), "D203"),
        rule="D203",
        topics=("multiplayer",),
    ),
    "player": Question(_asks(N_("which player?"), "D192"), _waits(N_("which player"), "D192"), rule="D192"),
    "symbol": Question(_asks(N_("which symbol?"), "D181"), _waits(N_("which symbol"), "D181"), rule="D181"),
    "arrange": Question(
        _asks(
            N_("which card goes where next? The first to the top lies uppermost, the last to the bottom lowest"),
            "D45",
        ),
        _waits(N_("the order of looked-at cards"), "D45"),
        rule="D45",
    ),
    "split": Question(
        _asks(N_("split your dice: which form the first heap? The others are the second"), "D192"),
        _waits(N_("how the dice are split"), "D192"),
        rule="D192",
    ),
    "group": Question(_group, _waits(N_("which heap is removed"), "D192"), rule="D192"),
    "order": Question(_order, N_("which ability is next (D128)"), rule="D128", topics=("queue",)),
    "upkeep": Question(
        N_("Upkeep: which cards do you discard before you draw up to your hand size? (D74)"),
        N_("which cards to discard in the upkeep (D74)"),
        rule="D74",
        topics=("upkeep",),
        lead=N_("Discard what you will not play soon: you draw up to five anyway (D44, D74)."),
        about_hand=True,
    ),
}
QUESTIONS = {kind: asked if asked.lead else replace(asked, lead=_CARD_SAYS) for kind, asked in _QUESTIONS.items()}
