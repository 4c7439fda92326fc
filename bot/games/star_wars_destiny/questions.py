"""The texts about every kind of decision: the question, the text for everyone, and the explanation."""

from __future__ import annotations

from bot.games.game_ui import Ask, Question
from bot.games.star_wars_destiny.cards import claim_ability, sentence
from bot.games.star_wars_destiny.names import DestinyContext, battlefields, code_of, is_die, side_of
from bot.texts import N_


def _asked(text: str) -> Ask:
    """Returns a function that puts the name of the card that asks, if one does, before this text of a question."""

    def said(ctx: DestinyContext) -> str:
        return _of_a_card(ctx, ctx.t(text))

    return said


def _awaited(text: str) -> Ask:
    """Returns a function that puts the name of the card that asks, if one does, after this text for everyone."""

    def said(ctx: DestinyContext) -> str:
        return _for_a_card(ctx, ctx.t(text))

    return said


def _for_a_card(ctx: DestinyContext, awaited: str) -> str:
    return f"{awaited} ({ctx.source})" if ctx.source else awaited


def _of_a_card(ctx: DestinyContext, asked: str) -> str:
    source = ctx.source
    return f"{source}: {asked}" if source else asked


def _card_text(ctx: DestinyContext) -> str:
    """Returns the text of the card that asks; empty if the rules or a die ask."""
    asking = ctx.source and not is_die(ctx.about["source"])
    return sentence(code_of(ctx.about["source"]), ctx.t) if asking else ""


def _action(ctx: DestinyContext) -> str:
    if ctx.about.get("source"):
        return _of_a_card(ctx, ctx.t("take one action now."))
    if ctx.about.get("extra", 0) > 1:
        return ctx.t("Additional actions ({count} left): take one, or continue without them.", count=ctx.about["extra"])
    if ctx.about.get("extra"):
        return ctx.t("Additional action: take it, or continue without it.")
    return ctx.t("Your turn: do one action, or pass.")


def _action_awaited(ctx: DestinyContext) -> str:
    if ctx.about.get("source"):
        return _for_a_card(ctx, ctx.t("take one action"))
    return ctx.t("take an additional action, or continue without it") if ctx.about.get("extra") else ""


def _distribute(ctx: DestinyContext) -> str:
    if ctx.about.get("source") == "rules":
        return ctx.t("Give {amount} shields to your characters.", amount=ctx.about["amount"])
    return _of_a_card(ctx, ctx.t("split {amount} among these characters.", amount=ctx.about["amount"]))


def _distribute_awaited(ctx: DestinyContext) -> str:
    if ctx.about.get("source") == "rules":
        return ctx.t("give shields to characters, {amount} in total", amount=ctx.about["amount"])
    return _for_a_card(ctx, ctx.t("split {amount} in total among characters", amount=ctx.about["amount"]))


def _may_awaited(ctx: DestinyContext) -> str:
    if not ctx.source:
        return ctx.t("decide whether to use it")
    return ctx.t("decide whether to use {card}", card=ctx.source)


def _modified(ctx: DestinyContext) -> str:
    """Returns the text that names the die to which modifiers are added, and its target."""
    die = ctx.die(ctx.about["die"], side_of(ctx.view, ctx.about["die"]))
    if ctx.about.get("target"):
        return f"{die} → {ctx.thing(ctx.about['target'])}"
    return die


def _turn(ctx: DestinyContext) -> str:
    if ctx.about.get("left"):
        asked = ctx.t("turn a die ({left} left).", left=ctx.about["left"])
    else:
        asked = ctx.t("turn a die to another side.")
    return _of_a_card(ctx, asked)


def _resolve(ctx: DestinyContext) -> str:
    if "symbol" in ctx.about:
        return ctx.t("Resolve another die of this symbol?")
    return _of_a_card(ctx, ctx.t("which die do you resolve?"))


def _card_of_piece(ctx: DestinyContext) -> str:
    if ctx.about.get("source") == "rules":
        return ctx.t("More than three upgrades: which one is discarded?")
    return _of_a_card(ctx, ctx.t("which card in play?"))


def _die(ctx: DestinyContext) -> str:
    if ctx.about.get("source") == "rules":
        return ctx.t("One of two equal upgrades has left: which die stays?")
    return _of_a_card(ctx, ctx.t("which die?"))


def _dice(ctx: DestinyContext) -> str:
    if "source" not in ctx.about:
        return ctx.t("Which dice do you reroll?")
    return _of_a_card(ctx, ctx.t("which dice?"))


def _battlefield(ctx: DestinyContext) -> str:
    asked = ctx.t("which player's battlefield is used?")
    if "source" in ctx.about:
        return _of_a_card(ctx, ctx.t("change the battlefield?"))
    return ctx.t("You rolled highest: {asked}", asked=asked)


def _abilities(ctx: DestinyContext) -> str:
    """Returns what each battlefield does for the player who claims it, one line for each."""
    fields = battlefields(ctx.view)
    return "\n".join(
        f"{ctx.mark(seat)} {ctx.card(card)}: {claim_ability(card, ctx.t)}" for seat, card in fields.items()
    )


QUESTIONS = {
    "mulligan": Question(
        N_("Choose cards to shuffle back and redraw."),
        N_("choose cards to redraw"),
        rule="D70",
        topics=("setup",),
        lead=N_(
            "Keep cards that you can pay for with 2 resources, best of all a card with a die. Put expensive ones back."
        ),
        about_hand=True,
    ),
    "battlefield": Question(
        _battlefield,
        _awaited(N_("choose the battlefield")),
        rule="D71",
        topics=("setup", "battlefield"),
        detail=_abilities,
        lead=N_(
            "With your own battlefield, you start the first round. With another one, you get shields and "
            "its owner starts."
        ),
    ),
    "distribute": Question(
        _distribute,
        _distribute_awaited,
        rule="D111",
        topics=("symbol_sh", "damage"),
    ),
    "action": Question(
        _action,
        _action_awaited,
        rule="D75",
        topics=("actions",),
        lead=N_(
            "First activate a character to roll its dice. Resolve them in later turns, before an opponent interferes."
        ),
    ),
    "resolve": Question(
        _resolve,
        _awaited(N_("choose the next die to resolve")),
        rule="D96",
        topics=("resolving",),
        lead=N_("You can use all dice of one symbol in the same action, each on a different target."),
    ),
    "modify": Question(
        N_("Which modifiers do you add?"),
        _awaited(N_("choose the modifiers to add")),
        rule="D17",
        topics=("modifier",),
        detail=_modified,
        lead=N_("A modifier is never resolved on its own. Added to a die, it raises its value."),
    ),
    "turn": Question(_turn, _awaited(N_("turn a die")), rule="D186", topics=("turning",)),
    "side": Question(
        _asked(N_("which side of that die is resolved?")),
        _awaited(N_("choose the side to resolve")),
        rule="D25",
        topics=("resolving",),
    ),
    "die": Question(_die, _awaited(N_("choose a die")), rule="D192", topics=("pool",)),
    "dice": Question(_dice, _awaited(N_("choose dice")), rule="D192", topics=("pool",)),
    "character": Question(
        _asked(N_("which character?")),
        _awaited(N_("choose a character")),
        rule="D192",
        topics=("damage",),
        detail=_card_text,
    ),
    "characters": Question(
        _asked(N_("which characters?")),
        _awaited(N_("choose characters")),
        rule="D192",
        topics=("damage",),
        detail=_card_text,
    ),
    "piece": Question(_card_of_piece, _awaited(N_("choose a card in play")), rule="D192"),
    "pieces": Question(_asked(N_("which cards in play?")), _awaited(N_("choose cards in play")), rule="D192"),
    "card": Question(_asked(N_("which card?")), _awaited(N_("choose a card")), rule="D192", detail=_card_text),
    "cards": Question(_asked(N_("which cards?")), _awaited(N_("choose cards")), rule="D192", detail=_card_text),
    "play": Question(
        _asked(N_("which card do you play?")),
        _awaited(N_("choose a card to play")),
        rule="D90",
        topics=("playing",),
    ),
    "may": Question(_asked(N_("do you use it?")), _may_awaited, rule="D121", detail=_card_text),
    "either": Question(_asked(N_("which of them?")), _awaited(N_("choose one of the effects")), rule="D180"),
    "amount": Question(_asked(N_("how many?")), _awaited(N_("choose a number")), rule="D121"),
    "opponent": Question(
        _asked(N_("which opponent?")),
        _awaited(N_("choose an opponent")),
        rule="D203",
        topics=("multiplayer",),
    ),
    "player": Question(_asked(N_("which player?")), _awaited(N_("choose a player")), rule="D192"),
    "symbol": Question(_asked(N_("which symbol?")), _awaited(N_("choose a symbol")), rule="D181"),
    "arrange": Question(
        _asked(N_("where does the next card go?")),
        _awaited(N_("put the cards in order")),
        rule="D45",
    ),
    "split": Question(
        _asked(N_("split your dice: which ones form the first heap?")),
        _awaited(N_("split the dice into two heaps")),
        rule="D192",
    ),
    "group": Question(_asked(N_("which heap is removed?")), _awaited(N_("choose the heap to remove")), rule="D192"),
    "order": Question(
        N_("Several abilities are waiting: which is next?"),
        N_("choose which ability is next"),
        rule="D128",
        topics=("queue",),
    ),
    "upkeep": Question(
        N_("End of the round: which cards do you want to discard?"),
        N_("discard cards at the end of the round"),
        rule="D74",
        topics=("upkeep",),
        lead=N_("Discard cards that you will not play soon. You draw up to five anyway."),
        about_hand=True,
    ),
}
