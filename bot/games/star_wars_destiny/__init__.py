"""The front end of Star Wars: Destiny; no other code of the bot outside this package knows this game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.games.batch_moves import BatchMoves
from bot.games.context import View
from bot.games.game_ui import GameUI
from bot.games.pre_orders import PreOrders
from bot.games.star_wars_destiny.batch_moves import form, runs
from bot.games.star_wars_destiny.deck_builder import DestinyDeckBuilder
from bot.games.star_wars_destiny.decks import Decks
from bot.games.star_wars_destiny.event_merging import joined
from bot.games.star_wars_destiny.learning import DestinyTutorial
from bot.games.star_wars_destiny.names import DestinyContext
from bot.games.star_wars_destiny.options import offered, option
from bot.games.star_wars_destiny.picture import TablePictures
from bot.games.star_wars_destiny.public import hand, known, public, standing
from bot.games.star_wars_destiny.questions import QUESTIONS
from bot.games.star_wars_destiny.reasons import DestinyReasons
from bot.games.star_wars_destiny.sentences import SENTENCES
from bot.games.star_wars_destiny.summary import direct, harms_own, summary
from bot.games.star_wars_destiny.topics import topics
from bot.games.star_wars_destiny.why_not import why_not
from bot.texts import N_, Translator
from rules.events import Event
from rules.star_wars_destiny import STAR_WARS_DESTINY as RULES

WHY = {
    "defeated": N_("all characters defeated"),
    "cards": N_("no cards left"),
    None: N_("last player in the game"),
}


def ending(ctx: DestinyContext, over: Mapping[str, Any]) -> str:
    """Returns the ranking, best first; seats that are defeated at the same moment share a place (R28)."""
    points = [entry["points"] for entry in over["ranking"]]
    return "\n".join(
        f"{points.index(entry['points']) + 1}. {ctx.mark(entry['seat'])} {ctx.who(entry['seat'])}: "
        + ctx.t(WHY[entry["why"]])
        for entry in over["ranking"]
    )


FORMATS = {
    "starters": N_("Format: the two starter sets"),
    "standard": N_("Format: standard, each player brings a deck"),
    "random": N_("Format: random teams and decks"),
}


class DestinyOrders(PreOrders[DestinyContext]):
    """The standing orders of this game: optional abilities out of turn can be declined in advance."""

    asks_out_of_turn = True


class DiceTogether(BatchMoves[DestinyContext]):
    """The ability to resolve or reroll several dice at once, to offer equal dice once, and to merge related events."""

    apart = ("round_begins",)
    runs = staticmethod(runs)
    form = staticmethod(form)
    offered = staticmethod(offered)
    joined = staticmethod(joined)


class StarWarsDestiny(GameUI[DestinyContext]):
    """The front end of Star Wars: Destiny."""

    rules = RULES
    title = "Star Wars: Destiny"
    pitch = N_("Star Wars: Destiny – roll your characters’ dice, play cards and defeat the other team")
    minutes = (40, 75)
    questions = QUESTIONS
    sentences = SENTENCES
    context = DestinyContext
    abilities = (
        TablePictures(), DestinyTutorial(), DestinyOrders(), Decks(), DestinyDeckBuilder(), DiceTogether(),
        DestinyReasons(),
    )  # fmt: skip
    chapters = ("round_begins", "phase_ends")
    moves = ("activates", "plays", "uses", "claims", "passes")
    routine = ("turn", "draws", "exhausts", "readies", "upkeep")
    side_by_side = ("action",)
    first_words = ("activate", "resolve", "play", "use", "yes")
    last_words = ("reroll", "claim", "pass", "done", "no")
    topics = staticmethod(topics)
    public = staticmethod(public)
    hand = staticmethod(hand)
    known = staticmethod(known)
    standing = staticmethod(standing)
    option = staticmethod(option)
    summary = staticmethod(summary)
    direct = staticmethod(direct)
    harms_own = staticmethod(harms_own)
    why_not = staticmethod(why_not)
    ending = staticmethod(ending)

    def setting(self, name: str, value: str, seats: int | None, t: Translator) -> str | None:
        return t(FORMATS[value]) if name == "format" and value in FORMATS else None

    def sentence(self, ctx: DestinyContext, event: Event) -> str | None:
        said = super().sentence(ctx, event)
        return said and said.replace("....", "...")

    def epoch(self, view: View) -> str:
        """Returns the number of the round, so that one board is posted per round.

        Set-up and upkeep are too short for boards of their own.
        """
        return str(view["round"])


STAR_WARS_DESTINY = StarWarsDestiny()
