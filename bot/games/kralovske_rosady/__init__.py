"""The front end of Královské rošády; no other code of the bot outside this package knows this game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bot.games.context import ranked
from bot.games.game_ui import GameUI, Question, Unplayable
from bot.games.kralovske_rosady.event_merging import RosadyBatches
from bot.games.kralovske_rosady.learning import RosadyTutorial
from bot.games.kralovske_rosady.names import RosadyContext
from bot.games.kralovske_rosady.options import direct, option, summary
from bot.games.kralovske_rosady.picture import ColumnPictures
from bot.games.kralovske_rosady.public import hand, known, own, public, standing
from bot.games.kralovske_rosady.reasons import RosadyReasons
from bot.games.kralovske_rosady.sentences import SENTENCES
from bot.games.kralovske_rosady.topics import topics
from bot.texts import N_
from rules.kralovske_rosady import KRALOVSKE_ROSADY as RULES

QUESTIONS = {
    "play": Question(
        N_("Your turn: lay a card face down in a column."),
        "",
        rule="K13",
        topics=("turn",),
        lead=N_("The highest sum in a column takes its point card when the round ends."),
    ),
    "disguise": Question(
        N_("Your Disguise, column {column}, is turned over. Hide a card under it?"),
        N_("decide whether to hide a card under the Disguise in column {column}"),
        rule="K5",
        topics=("card_disguise", "hidden"),
        lead=N_("The hidden card counts in the evaluation. The Disguise itself is worth 0."),
    ),
    "betray": Question(
        N_("Traitor, column {column} ({column:prize}): swap its point card?"),
        N_("decide whether the Traitor swaps the point card of column {column} ({column:prize})"),
        rule="K15",
        topics=("card_traitor",),
        lead=N_("The two point cards change places, the cards below them stay."),
    ),
}


def ending(ctx: RosadyContext, over: Mapping[str, Any]) -> str:
    """Returns the ranking, best first; equal points share a place."""
    points = [entry["points"] for entry in over["ranking"]]
    lines = [_place(ctx, points.index(entry["points"]) + 1, entry) for entry in over["ranking"]]
    if len(over["winners"]) > 1:
        lines.append(ctx.t("Players with equal points share the victory."))
    return "\n".join(lines)


def _place(ctx: RosadyContext, place: int, entry: Mapping[str, Any]) -> str:
    said = ranked(ctx, place, entry)
    return f"{said} – {ctx.t('doubled')}" if entry["doubled"] else said


class KralovskeRosady(GameUI[RosadyContext]):
    """The front end of Královské rošády; this game has neither options nor windows."""

    rules = RULES
    title = "Královské rošády"
    pitch = N_("Královské rošády – place courtiers face down and win point cards by rank, trick and bluff")
    minutes = (15, 45)
    questions = QUESTIONS
    sentences = SENTENCES
    context = RosadyContext
    abilities = (ColumnPictures(), RosadyTutorial(), RosadyReasons(), RosadyBatches())
    chapters = ("round_ends",)
    moves = ("plays",)
    routine = ("reshuffles", "round_begins", "revealed", "musketeers", "cancel_each_other", "counts", "scores")
    side_by_side = ("play",)
    last_words = ("pass", "stay")
    topics = staticmethod(topics)
    public = staticmethod(public)
    hand = staticmethod(hand)
    own = staticmethod(own)
    known = staticmethod(known)
    standing = staticmethod(standing)
    option = staticmethod(option)
    summary = staticmethod(summary)
    direct = staticmethod(direct)
    ending = staticmethod(ending)

    def why_not(self, ctx: RosadyContext, kind: str, keys: Sequence[str]) -> Sequence[Unplayable]:
        """K13: returns the cards in hand that these keys do not play, each with the reason.

        There are some only when the traitor swaps point cards.
        """
        offered = {key.partition(":")[0] for key in keys}
        reason = ctx.t("The Traitor only swaps point cards; you lay a card on your own turn.")
        hand = ctx.view["players"][ctx.seat]["hand"]
        return [Unplayable(option(ctx, kind, (card,)), reason) for card in hand if card not in offered]


KRALOVSKE_ROSADY = KralovskeRosady()
