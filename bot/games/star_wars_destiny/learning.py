"""The tutorial of Star Wars: Destiny, hints for a first game, and the explanations in panels."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping

from bot.games.context import Path, View
from bot.games.game_ui import Question
from bot.games.star_wars_destiny.names import DestinyContext, code_of, is_card, is_die, side_of
from bot.games.tutorial import Tutorial
from bot.texts import N_, Translator
from rules.star_wars_destiny.facts import side

LESSONS = (
    (
        N_("The idea"),
        N_(
            "Each player has a team of characters. A character with as much damage as health is defeated, "
            "and a player without characters loses. Dice deal damage: an activated card rolls its dice into "
            "your pool, and you use them later, one action at a time.\nHere we play the start of a game with "
            "the two starter sets: Anna with Rey and Finn, Bert with Kylo Ren and a Stormtrooper."
        ),
        "team",
    ),
    (
        N_("Before the first round"),
        N_(
            "Each player draws five cards, may redraw any of them, and gets 2 resources. Then all roll their "
            "characters' dice: Anna 5, Bert 3. Anna chooses her own battlefield, so she controls it and "
            "starts. Bert gives two shields to Kylo Ren because his battlefield is not used."
        ),
        "setup",
    ),
    (
        N_("Play and activate"),
        N_(
            "Anna pays both resources for Jedi Robes on Rey, an upgrade with a die. In the first round they "
            "give Rey 2 shields, and Rey's own text gives Anna another action. She activates Rey: the card "
            "exhausts, and all dice of Rey and of the robes are rolled: 1 melee, +2 melee, 1 focus.\nThen it "
            "is Bert's turn. He activates Kylo Ren: 2 melee for 1, and a special."
        ),
        "activate",
    ),
    (
        N_("Resolve dice"),
        N_(
            "Anna resolves 1 melee at Kylo Ren and adds the modifier +2: 3 damage. Two shields block two of "
            "it and are gone, Kylo takes 1. Bert pays 1 resource for the cost on his die: 2 damage to Rey, "
            "all blocked.\nEach turn is one action, so dice lie open while the other can still remove them "
            "or strike first. All dice of one symbol may be resolved in one action."
        ),
        "resolve",
    ),
    (
        N_("Focus, special, reroll"),
        N_(
            "Finn's die comes up blank; the robes' focus turns it to 2 ranged. Kylo's special looks at a "
            "random card of Anna's hand, whose cost Rey takes as damage: each die's own card says what its "
            "special does. Bert does not like his die: he discards a card and rerolls it."
        ),
        "symbols",
    ),
    (
        N_("Claim, and the upkeep"),
        N_(
            "When you have nothing useful left, claim the battlefield: you control it, may use its ability, "
            "start the next round, and pass until this one ends. When all pass in a row, exhausted cards can be "
            "used again, dice go back, and each player gets 2 resources, may discard, and draws up to five cards.\nThe "
            "croupier knows the rules and offers only legal moves. `/learn rules` explains every card by "
            "name."
        ),
        "claim",
    ),
)
LEADS_TO = {
    "activate": N_("its dice go to your pool, for use in later turns"),
    "play": N_("costs resources; upgrades and supports bring dice that stay"),
    "resolve": N_("do what the die shows; the die goes back to its card"),
    "reroll": N_("costs a card; choose dice that show nothing useful"),
    "use": N_("the action of a card in play, which often exhausts it"),
    "claim": N_("best when you have nothing left to do: you start the next round"),
    "pass": N_("you can act again on your next turn, unless all players pass in a row"),
}

NOTHING_TO_ACTIVATE = N_("Nothing can be activated now. Resolve dice of your pool, play a card, or pass.")
CHOSEN = {
    "resolve": N_("what it shows happens"),
    "modify": N_("its value is added"),
    "dice": N_("this die is rerolled, or used as the question says"),
    "die": N_("the card affects this die"),
    "turn": N_("the die is turned to this side, or this die is turned"),
    "side": N_("this side is resolved"),
    "distribute": N_("this many for this character; the rest goes to the others"),
    "amount": N_("the card does it this many times"),
    "either": N_("this one happens as far as possible"),
    "symbol": N_("the card counts this symbol"),
    "may": N_("the card's ability is used or not"),
    "arrange": N_("where the card is put back"),
    "split": N_("the card affects this die"),
    "group": N_("what the card says happens to it"),
    "order": N_("the abilities of this card happen next"),
}
"""The effects of options that are not cards, by the kind of the question."""


class DestinyTutorial(Tutorial[DestinyContext]):
    """The tutorial of Star Wars: Destiny."""

    pages = LESSONS

    def first_game(self, options: Mapping[str, str]) -> bool:
        """Returns whether starter sets are used, which are meant for a first game."""
        return options.get("format", "starters") == "starters"

    def lead(self, kind: str, question: Question, paths: Collection[Path], t: Translator) -> str:
        """Returns the introduction to a question; it does not suggest activating to a player who cannot."""
        if kind == "action" and paths and all(each[0] != "activate" for each in paths):
            return t(NOTHING_TO_ACTIVATE)
        return super().lead(kind, question, paths, t)

    def leads_to(self, kind: str, path: Path, t: Translator) -> str:
        """Returns the explanation for beginners of an action, of a die to be resolved, or of an option by its question.

        Empty for others.
        """
        if kind == "action" and len(path) == 1:
            return t(LEADS_TO[path[0]]) if path[0] in LEADS_TO else ""
        if kind == "action":
            return t(CHOSEN["resolve"]) if is_die(path[-1]) else ""
        return t(CHOSEN[kind]) if kind in CHOSEN and path[-1] != "done" else ""

    def teaches(self, ctx: DestinyContext, kind: str, question: Question, paths: Collection[Path]) -> Iterator[str]:
        """Yields the topics of the question and of the options; for an action, also of how the game is won."""
        yield from super().teaches(ctx, kind, question, paths)
        if kind == "action":
            yield from _of_the_round(paths, ctx.view)

    def met(self, ctx: DestinyContext, kind: str, paths: Iterable[Path]) -> Iterator[str]:
        """Yields the topics of the card that asks, and of the cards and symbols that may be chosen."""
        source = ctx.about.get("source", "rules")
        if source != "rules":
            yield f"card_{code_of(source)}"
        for path in paths:
            for word in path:
                if is_die(word):
                    yield from _of_a_die(word, ctx.view)
                elif is_card(word):
                    yield f"card_{code_of(word)}"


def _of_the_round(paths: Iterable[Path], view: View) -> Iterator[str]:
    """Yields the topics of defeat once a die can deal damage, of victory, and of claiming the battlefield if that is
    possible."""
    shown = {topic for path in paths for word in path if is_die(word) for topic in _of_a_die(word, view)}
    if shown & {"symbol_md", "symbol_rd"}:
        yield "damage"
    yield "ending"
    if any(path[0] == "claim" for path in paths):
        yield "battlefield"


def _of_a_die(die: str, view: View) -> Iterator[str]:
    word = side_of(view, die)
    if word is None:
        return
    shown = side(word)
    yield f"symbol_{shown.symbol}"
    if shown.modifier:
        yield "modifier"
    if shown.symbol == "sp":
        yield f"card_{code_of(die)}"
