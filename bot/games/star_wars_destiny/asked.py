"""Every kind of decision: what is asked of somebody, what everybody waits for, and what explains it."""

from __future__ import annotations

from dataclasses import replace

from bot.games.protocol import About, Ask, Question, View
from bot.games.star_wars_destiny.cards import sentence
from bot.games.star_wars_destiny.names import Speaker, code_of, is_die, side_of
from bot.texts import cited, later


def _asks(text: str, rule: str) -> Ask:
    """A question of a card, with what the card says; of the rules where no card asks."""

    def said(speaker: Speaker, about: About, _view: View) -> str:
        return _of_a_card(speaker, about, cited(speaker.words(text), rule))

    return said


def _waits(text: str, rule: str) -> Ask:
    def said(speaker: Speaker, about: About, _view: View) -> str:
        source = speaker.source(about)
        what = cited(speaker.words(text), rule)
        return f"{source}: {what}" if source else what

    return said


def _of_a_card(speaker: Speaker, about: About, asked: str) -> str:
    source = speaker.source(about)
    if not source:
        return asked
    text = "" if is_die(about["source"]) else sentence(code_of(about["source"]), speaker.words)
    said = f"{source}: {asked}"
    return f"{said} – {text}" if text else said


def _action(speaker: Speaker, about: About, _view: View) -> str:
    words = speaker.words
    if about.get("source"):
        return _of_a_card(speaker, about, words("You may take one action now (D76)."))
    if about.get("extra", 0) > 1:
        return words("Additional actions, {count} left: take one, or forgo them all (D76).", count=about["extra"])
    if about.get("extra"):
        return words("An additional action: take it now, or forgo it (D76).")
    return words("Your turn: one action, or pass (D75).")


def _action_waited(speaker: Speaker, about: About, _view: View) -> str:
    if about.get("source"):
        return speaker.words("{card}: an action (D76)", card=speaker.source(about))
    if about.get("extra"):
        return speaker.words("an additional action (D76)")
    return speaker.words("an action (D75)")


def _distribute(speaker: Speaker, about: About, _view: View) -> str:
    if about.get("source") == "rules":
        return speaker.words("Your battlefield is not used: give {amount} shields to your characters (D71).",
                             amount=about["amount"])  # fmt: skip
    asked = speaker.words("split {amount} among {characters} (D111).", amount=about["amount"],
                          characters=speaker.pieces(about["characters"]))  # fmt: skip
    return _of_a_card(speaker, about, asked)


def _modify(speaker: Speaker, about: About, view: View) -> str:
    die = speaker.die(about["die"], side_of(view, about["die"]))
    if about.get("target"):
        die = f"{die} → {speaker.thing(about['target'], view)}"
    return speaker.words("{die}: add which of your modifiers? Each counts now or not at all (D17, D96).", die=die)


def _turn(speaker: Speaker, about: About, _view: View) -> str:
    words = speaker.words
    if about.get("left"):
        asked = words("turn a die to another side, {left} to go (D22, D186).", left=about["left"])
    else:
        asked = words("turn a die to another side (D186).")
    return _of_a_card(speaker, about, asked)


def _resolve(speaker: Speaker, about: About, _view: View) -> str:
    if "symbol" in about:
        return speaker.words("Resolve another die of the same symbol, or be done (D96, D97).")
    return _of_a_card(speaker, about, speaker.words("which die do you resolve? (D25)"))


def _order(speaker: Speaker, about: About, _view: View) -> str:
    cards = speaker.pieces(dict.fromkeys(about["abilities"]))
    return speaker.words("Several abilities wait: {cards}. Which is next? (D128, R10)", cards=cards)


def _group(speaker: Speaker, about: About, view: View) -> str:
    heaps = [speaker.dice([(die, side_of(view, die)) for die in heap]) or speaker.words("none") for heap in
             about["groups"]]  # fmt: skip
    asked = speaker.words("which heap is removed? 1: {one}. 2: {two}.", one=heaps[0], two=heaps[1])
    return _of_a_card(speaker, about, cited(asked, "D192"))


def _card_of_piece(speaker: Speaker, about: About, _view: View) -> str:
    if about.get("source") == "rules":
        return speaker.words("More than three upgrades on a character: which one is discarded? (D13, R7)")
    return _of_a_card(speaker, about, speaker.words("which card in play? (D192)"))


def _die(speaker: Speaker, about: About, _view: View) -> str:
    if about.get("source") == "rules":
        return speaker.words("Two equal upgrades, one is gone: which of their dice stays? (D27, R44)")
    return _of_a_card(speaker, about, speaker.words("which die? (D192)"))


def _dice(speaker: Speaker, about: About, _view: View) -> str:
    if "source" not in about:
        return speaker.words("Which dice do you roll again? All are named before the first is rolled (D99).")
    return _of_a_card(speaker, about, speaker.words("which dice? (D192)"))


def _battlefield(speaker: Speaker, about: About, _view: View) -> str:
    asked = speaker.words("whose battlefield is used? Who brought it controls it (D71).")
    if "source" in about:
        return _of_a_card(speaker, about, speaker.words("change the battlefield? (D231)"))
    return speaker.words("You rolled highest: {asked}", asked=asked)


_CARD_SAYS = later("The card names what it does; choose where it helps you most (D121, D192).")
_QUESTIONS = {
    "mulligan": Question(
        later("Which cards do you shuffle back and draw anew? Once, as many as you like (D70)."),
        later("which cards to draw anew (D70)"),
        rule="D70",
        topics=("setup",),
        lead=later("Keep what you can pay with 2 resources, best a card with a die; give back what is dear (D9)."),
        about_hand=True,
    ),
    "battlefield": Question(
        _battlefield,
        _waits(later("which battlefield is used"), "D71"),
        rule="D71",
        topics=("setup", "battlefield"),
        lead=later(
            "With your own you begin the first round; with another's you get shields, or its owner begins (D6, D71)."
        ),
    ),
    "distribute": Question(
        _distribute,
        _waits(later("how it is split"), "D111"),
        rule="D111",
        topics=("symbol_sh", "damage"),
    ),
    "action": Question(
        _action,
        _action_waited,
        rule="D75",
        topics=("actions",),
        lead=later(
            "Activate a character first to roll its dice; resolve them in later turns, before the other spoils them "
            "(D95, D96)."
        ),
    ),
    "resolve": Question(
        _resolve,
        _waits(later("which die is resolved next"), "D96"),
        rule="D96",
        topics=("resolving",),
        lead=later("All dice of one symbol may be used in the same action, each at another target (D96, D97)."),
    ),
    "modify": Question(
        _modify,
        _waits(later("which modifiers are added"), "D17"),
        rule="D17",
        topics=("modifier",),
        lead=later("A modifier is never resolved alone; added, it makes one bigger number (D17)."),
    ),
    "turn": Question(_turn, _waits(later("which die is turned"), "D186"), rule="D186", topics=("turning",)),
    "side": Question(
        _asks(later("which side of that die is resolved?"), "D25"),
        _waits(later("which side is resolved"), "D25"),
        rule="D25",
        topics=("resolving",),
    ),
    "die": Question(_die, _waits(later("which die"), "D192"), rule="D192", topics=("pool",)),
    "dice": Question(_dice, _waits(later("which dice"), "D192"), rule="D192", topics=("pool",)),
    "character": Question(
        _asks(later("which character?"), "D192"),
        _waits(later("which character"), "D192"),
        rule="D192",
        topics=("damage",),
    ),
    "characters": Question(
        _asks(later("which characters?"), "D192"),
        _waits(later("which characters"), "D192"),
        rule="D192",
        topics=("damage",),
    ),
    "piece": Question(_card_of_piece, _waits(later("which card in play"), "D192"), rule="D192"),
    "pieces": Question(
        _asks(later("which cards in play?"), "D192"), _waits(later("which cards in play"), "D192"), rule="D192"
    ),
    "card": Question(_asks(later("which card?"), "D192"), _waits(later("which card"), "D192"), rule="D192"),
    "cards": Question(_asks(later("which cards?"), "D192"), _waits(later("which cards"), "D192"), rule="D192"),
    "play": Question(
        _asks(later("which card do you play?"), "D90"),
        _waits(later("which card is played"), "D90"),
        rule="D90",
        topics=("playing",),
    ),
    "may": Question(_asks(later("do you use it?"), "D121"), _waits(later("whether it is used"), "D121"), rule="D121"),
    "either": Question(_asks(later("which of them?"), "D180"), _waits(later("which of them"), "D180"), rule="D180"),
    "amount": Question(_asks(later("how many?"), "D121"), _waits(later("how many"), "D121"), rule="D121"),
    "opponent": Question(
        _asks(later("which opponent?"), "D203"),
        _waits(later("which opponent"), "D203"),
        rule="D203",
        topics=("multiplayer",),
    ),
    "player": Question(_asks(later("which player?"), "D192"), _waits(later("which player"), "D192"), rule="D192"),
    "symbol": Question(_asks(later("which symbol?"), "D181"), _waits(later("which symbol"), "D181"), rule="D181"),
    "arrange": Question(
        _asks(
            later("which card goes where next? The first to the top lies uppermost, the last to the bottom lowest"),
            "D45",
        ),
        _waits(later("the order of looked-at cards"), "D45"),
        rule="D45",
    ),
    "split": Question(
        _asks(later("split your dice: which form the first heap? The others are the second"), "D192"),
        _waits(later("how the dice are split"), "D192"),
        rule="D192",
    ),
    "group": Question(_group, _waits(later("which heap is removed"), "D192"), rule="D192"),
    "order": Question(_order, later("which ability is next (D128)"), rule="D128", topics=("queue",)),
    "upkeep": Question(
        later("Upkeep: which cards do you discard before you draw up to your hand size? (D74)"),
        later("which cards to discard in the upkeep (D74)"),
        rule="D74",
        topics=("upkeep",),
        lead=later("Discard what you will not play soon: you draw up to five anyway (D44, D74)."),
        about_hand=True,
    ),
}
QUESTIONS = {kind: asked if asked.lead else replace(asked, lead=_CARD_SAYS) for kind, asked in _QUESTIONS.items()}
