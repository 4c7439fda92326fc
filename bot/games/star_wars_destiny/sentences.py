"""Every event of the game as one sentence: actor first, present tense, short; dice and tokens have own files."""

from __future__ import annotations

from collections.abc import Iterator

from bot.games.naming import mark
from bot.games.protocol import Sentence, Told
from bot.games.star_wars_destiny.coming import AIMED, IDLE
from bot.games.star_wars_destiny.joining import BESIDE, also
from bot.games.star_wars_destiny.names import Speaker
from bot.games.star_wars_destiny.sentences_dice import DICE
from bot.games.star_wars_destiny.sentences_tokens import TOKENS
from bot.texts import later

# The course of the game


def _team(speaker: Speaker, told: Told) -> str:
    team = ", ".join(
        speaker.piece(each["character"], told["seat"]) + (" ★" if each["dice"] > 1 else "")
        for each in told["characters"]
    )
    return speaker.words(
        "{player} brings {team} and the battlefield {card}.",
        player=speaker.who(told["seat"]), team=team, card=speaker.card(told["battlefield"]),
    )  # fmt: skip


def _list(speaker: Speaker, told: Told) -> str:
    return speaker.words("Your deck: {cards}.", cards=speaker.cards(told["cards"]))


def _hand(speaker: Speaker, told: Told) -> str:
    return speaker.words("Your hand: {cards}.", cards=speaker.cards(told["cards"]))


def _chooses_battlefield(speaker: Speaker, told: Told) -> str:
    return speaker.words(
        "{player} rolls highest and decides: the battlefield is {card} ({owner}).",
        player=speaker.who(told["seat"]), card=speaker.card(told["card"]), owner=mark(told["owner"]),
    )  # fmt: skip


def _takes_shields(speaker: Speaker, told: Told) -> str:
    shields = ", ".join(
        f"{speaker.piece(each['character'], told['seat'])} {each['count']}" for each in told["characters"]
    )
    return speaker.words(
        "{player} gives shields for the battlefield that is not used: {shields}.",
        player=speaker.who(told["seat"]), shields=shields,
    )  # fmt: skip


def _round_begins(speaker: Speaker, told: Told) -> str:
    heading = "**" + speaker.words("Round {number}", number=told["round"]) + "**"
    return f"{heading} – " + speaker.words("{player} begins.", player=speaker.who(told["first"]))


def _turn(speaker: Speaker, told: Told) -> str | None:
    if not told["extra"]:
        return None
    return speaker.words("{player} may take an additional action.", player=speaker.who(told["seat"]))


PASSES = {
    "chosen": later("{player} passes this turn."),
    "nothing": later("{player} has nothing to do and passes."),
}


def _passes(speaker: Speaker, told: Told) -> str | None:
    """Who has claimed passes every turn of the round (D101): the table shows it."""
    if told["why"] not in PASSES:
        return None
    return speaker.words(PASSES[told["why"]], player=speaker.who(told["seat"]))


def _claims(speaker: Speaker, told: Told) -> str:
    return speaker.words(
        "{player} claims the battlefield {card}.", player=speaker.who(told["seat"]), card=speaker.card(told["card"])
    )


def _phase_ends(speaker: Speaker, told: Told) -> str:
    said = speaker.words("The action phase ends.")
    gained = [f"{mark(event.facts['seat'])} +{event.facts['change']}" for event in also(told)]
    if not gained:
        return said
    return said + " " + speaker.words("Resources: {resources}.", resources=", ".join(gained))


def _upkeep(speaker: Speaker, told: Told) -> str | None:
    """Who neither discards nor draws is passed over."""
    if told["discarded"] or told["drawn"]:
        return speaker.words(
            "{player} discards {discarded} and draws {drawn}.",
            player=speaker.who(told["seat"]), discarded=told["discarded"], drawn=told["drawn"],
        )  # fmt: skip
    return None


OUT = {
    "defeated": later("{player} is out: no character is left (D103)."),
    "cards": later("{player} is out: no card is left in hand and deck (D104)."),
}


def _out(speaker: Speaker, told: Told) -> str:
    return speaker.words(OUT[told["why"]], player=speaker.who(told["seat"]))


def _over(speaker: Speaker, told: Told) -> str:
    players = ", ".join(speaker.who(seat) for seat in told["winners"])
    return speaker.words.plural(
        "{players} wins the game.", "{players} win the game.", len(told["winners"]), players=players
    )


# Cards


def _plays(speaker: Speaker, told: Told) -> str:
    words, seat = speaker.words, told["seat"]
    onto = told["on"] or told.get(AIMED)
    played = f"{speaker.card(told['card'])} → {speaker.piece(onto, seat)}" if onto else speaker.card(told["card"])
    more = [words("cost {cost}", cost=told["cost"])]
    if told["replaces"]:
        more.append(words("in place of {card}", card=speaker.piece(told["replaces"], seat)))
    facts = {"player": speaker.who(seat), "card": played, "more": ", ".join(more)}
    if told.get(IDLE):
        return words("{player} plays {card} ({more}), but nothing comes of it.", **facts)
    return words("{player} plays {card} ({more}).", **facts)


def _uses(speaker: Speaker, told: Told) -> str:
    seat = told["seat"]
    facts = {"player": speaker.who(seat), "card": speaker.piece(told["card"], seat)}
    if told.get(IDLE):
        return speaker.words("{player} uses {card}, but nothing comes of it.", **facts)
    return speaker.words("{player} uses {card}.", **facts)


def _triggers(speaker: Speaker, told: Told) -> str:
    return speaker.words("{card} takes effect.", card=speaker.piece(told["card"]))


DISCARDS = {
    "hand": later("{player} discards: {cards}."),
    "deck": later("{player} discards from the deck: {cards}."),
    "play": later("{player} discards from play: {cards}."),
}


def _discards(speaker: Speaker, told: Told) -> str:
    """In the upkeep with what the others discard and draw."""
    return " ".join([_discarded(speaker, told), *_beside(speaker, told)])


def _beside(speaker: Speaker, told: Told) -> Iterator[str]:
    for event in told.get(BESIDE, ()):
        yield SENTENCES[event.name](speaker, event.facts) or ""


def _discarded(speaker: Speaker, told: Told) -> str:
    player, cards = speaker.who(told["seat"]), speaker.cards(told["cards"])
    for event in also(told):
        if event.name == "rerolls":
            dice = speaker.dice(event.facts["dice"], told["seat"])
            return speaker.words(
                "{player} discards {cards} and rerolls: {dice}.", player=player, cards=cards, dice=dice
            )
        drawn = event.facts["count" if event.name == "draws" else "drawn"]
        return speaker.words("{player} discards {cards} and draws {drawn}.", player=player, cards=cards, drawn=drawn)
    return speaker.words(DISCARDS[told["from"]], player=player, cards=cards)


def _draws(speaker: Speaker, told: Told) -> str:
    drawn = speaker.words.plural(
        "{player} draws {n} card.", "{player} draws {n} cards.", told["count"], player=speaker.who(told["seat"])
    )
    return " ".join([drawn, *_beside(speaker, told)])


def _drew(speaker: Speaker, told: Told) -> str:
    return speaker.words("You draw: {cards}.", cards=speaker.cards(told["cards"]))


SAW = {
    "hand": later("You see in the hand of {player}: {cards}."),
    "deck": later("You see in the deck of {player}: {cards}."),
}


def _saw(speaker: Speaker, told: Told) -> str:
    cards = speaker.cards(told["cards"]) or speaker.words("no cards")
    return speaker.words(SAW[told["from"]], player=speaker.who(told["of"]), cards=cards)


def _shown(speaker: Speaker, told: Told) -> str:
    cards = speaker.cards(told["cards"]) or speaker.words("no cards")
    return speaker.words("{player} sees in your hand: {cards}.", player=speaker.who(told["by"]), cards=cards)


RETURNS = {
    "hand": later("{player} takes back into the hand: {card}."),
    "deck": later("{player} puts back into the deck: {card}."),
}


def _returns(speaker: Speaker, told: Told) -> str:
    return speaker.words(RETURNS[told["to"]], player=speaker.who(told["seat"]), card=speaker.card(told["card"]))


def _exhausts(speaker: Speaker, told: Told) -> str:
    cards = _all_cards(told)
    return speaker.words.plural(
        "{cards} is exhausted.", "{cards} are exhausted.", len(cards), cards=speaker.pieces(cards)
    )


def _readies(speaker: Speaker, told: Told) -> str:
    cards = _all_cards(told)
    return speaker.words.plural(
        "{cards} is ready again.", "{cards} are ready again.", len(cards), cards=speaker.pieces(cards)
    )


def _all_cards(told: Told) -> list[str]:
    return [told["card"], *(event.facts["card"] for event in also(told))]


def _upgrade_moves(speaker: Speaker, told: Told) -> str:
    card = speaker.piece(told["card"])
    if told["on"] is None:
        return speaker.words("{card} becomes a support.", card=card)
    return speaker.words("{card} moves → {character}.", card=card, character=speaker.piece(told["on"]))


def _swaps(speaker: Speaker, told: Told) -> str:
    seat = told["seat"]
    return speaker.words(
        "{player} exchanges {card} for {new} of the own hand.",
        player=speaker.who(seat), card=speaker.piece(told["card"], seat), new=speaker.piece(told["new"], seat),
    )  # fmt: skip


def _battlefield_changes(speaker: Speaker, told: Told) -> str:
    return speaker.words(
        "{player} changes the battlefield: {old} → {new}.",
        player=speaker.who(told["seat"]), old=speaker.card(told["old"]), new=speaker.card(told["new"]),
    )  # fmt: skip


def _names(speaker: Speaker, told: Told) -> str:
    return speaker.words("{player} names {what}.", player=speaker.who(told["seat"]), what=speaker.piece(told["what"]))


SENTENCES: dict[str, Sentence] = {
    "team": _team, "list": _list, "hand": _hand, "chooses_battlefield": _chooses_battlefield,
    "takes_shields": _takes_shields, "round_begins": _round_begins, "turn": _turn, "passes": _passes,
    "claims": _claims, "phase_ends": _phase_ends, "upkeep": _upkeep, "out": _out, "over": _over, "plays": _plays,
    "uses": _uses, "triggers": _triggers, "discards": _discards, "draws": _draws, "drew": _drew, "saw": _saw,
    "shown": _shown, "returns": _returns, "exhausts": _exhausts, "readies": _readies,
    "upgrade_moves": _upgrade_moves, "swaps": _swaps, "battlefield_changes": _battlefield_changes, "names": _names,
    **TOKENS, **DICE,
}  # fmt: skip
