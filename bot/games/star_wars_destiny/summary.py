"""What a whole answer will do, in one sentence, before it is confirmed."""

from __future__ import annotations

from collections.abc import Sequence

from bot.games.facts import TableFacts
from bot.games.protocol import About, View
from bot.games.star_wars_destiny.names import Speaker, code_of, is_die, owner_of, owner_of_view
from bot.games.star_wars_destiny.options import option
from bot.games.star_wars_destiny.paying import foreseen
from bot.texts import Words, later

VERBS = {
    "claim": later("You claim the battlefield, may use its ability, and pass for the rest of the round (D101)."),
    "pass": later("You pass (D102)."),
    "done": later("You are done with it."),
    "yes": later("You use it."),
    "no": later("You do not use it."),
}
FORGO = later("You forgo what is left of your additional actions (D76).")
SEVERAL = {
    "mulligan": later("You shuffle back and draw as many anew: {things} (D70)."),
    "upkeep": later("You discard and then draw up to your hand size: {things} (D74)."),
    "modify": later("You add: {things} (D17)."),
    "dice": later("You choose the dice: {things}."),
    "split": later("The first heap: {things}. All other dice are the second."),
}
NONE = {
    "mulligan": later("You keep all your cards (D70)."),
    "upkeep": later("You discard nothing and draw up to your hand size (D74)."),
    "modify": later("You add no modifier (D17)."),
}
CHOSEN = later("You choose: {things}.")


def summary(kind: str, keys: Sequence[str], about: About, view: View, facts: TableFacts, words: Words) -> str:
    """What an answer will do."""
    speaker = Speaker(words, facts)
    if kind == "action" and keys[0] == "pass" and about.get("extra"):
        return words(FORGO)
    if len(keys) == 1 and keys[0] in VERBS:
        return words(VERBS[keys[0]])
    if kind in ("action", "resolve", "play"):
        source = code_of(about["source"]) if kind == "play" and about.get("source") else ""
        return _does(kind, keys[0].split(":"), view, speaker, source)
    if not keys:
        return words(NONE[kind]) if kind in NONE else words("You choose none.")
    things = ", ".join(_named(kind, key.split(":"), about, view, speaker) for key in keys)
    return words(SEVERAL.get(kind, CHOSEN), things=things)


def _does(kind: str, words_: list[str], view: View, speaker: Speaker, source: str) -> str:
    words, seat = speaker.words, owner_of_view(view)
    verb, *things = words_ if kind == "action" else (kind, *words_)
    if verb == "play":
        said = _plays(things, speaker, seat)
        way = [each for each in things if each and each != "discard"]
        return " ".join([said, *foreseen(view, seat, way, words, source)]) if seat else said
    if verb == "resolve":
        return words("You resolve: {dice}.", dice=" → ".join(speaker.thing(each, view, seat) for each in things))
    card = speaker.piece(things[0], seat)
    if verb == "activate":
        return words("You activate {card} and roll its dice (D95).", card=card)
    if verb == "reroll":
        return words("You discard {card}; then you choose which dice to roll again (D99).", card=card)
    return words("You use {card} (D100).", card=card)


def _plays(things: Sequence[str], speaker: Speaker, seat: str | None) -> str:
    words = speaker.words
    card, *on = [each for each in things if each and each != "discard"]
    said = " → ".join([speaker.card(card), *(speaker.piece(each, seat) for each in on[:1])])
    if len(on) > 1:
        return words("You play {card}, in place of {old} (D91).", card=said, old=speaker.piece(on[1], seat))
    return words("You play {card} (D90).", card=said)


def _named(kind: str, words_: list[str], about: About, view: View, speaker: Speaker) -> str:
    """The labels of a key's words, one after the other."""
    labels = [
        option(kind, tuple(words_[: at + 1]), about, view, speaker.facts, speaker.words).text
        for at in range(len(words_))
    ]
    if kind == "distribute":
        return labels[-1]
    plain = (
        [speaker.card(words_[0])]
        if kind in ("card", "cards", "mulligan", "upkeep") and not owner_of(words_[0])
        else labels
    )
    return " → ".join(plain) if kind != "arrange" or is_die(words_[0]) else " – ".join(labels)


def direct(kind: str, path: Sequence[str]) -> bool:
    """Public choices that the table awaits and that cost no card: one press, for there are many of them."""
    if kind == "action":
        return path[0] in ("activate", "pass", "resolve")
    return kind in DIRECT


DIRECT = frozenset({
    "resolve", "turn", "side", "die", "character", "piece", "may", "either", "amount", "opponent", "player", "symbol",
    "group", "order",
})  # fmt: skip
