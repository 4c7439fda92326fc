"""Královské rošády as people see it: the only front-end code that knows this game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.games.context import ranked
from bot.games.game_ui import GameUI, Question
from bot.games.kralovske_rosady.learning import RosadyTutorial
from bot.games.kralovske_rosady.names import RosadyContext
from bot.games.kralovske_rosady.options import direct, option, summary
from bot.games.kralovske_rosady.picture import ColumnPictures
from bot.games.kralovske_rosady.public import hand, own, public, standing
from bot.games.kralovske_rosady.reasons import RosadyReasons
from bot.games.kralovske_rosady.sentences import SENTENCES
from bot.games.kralovske_rosady.topics import topics
from bot.texts import N_
from rules.kralovske_rosady import KRALOVSKE_ROSADY as RULES

QUESTIONS = {
    "play": Question(
        N_("Your turn: lay one card face down to an open column; then you draw back to three (K13)."),
        N_("lay a card (K13)"),
        rule="K13",
        topics=("turn",),
        lead=N_("The card that lay face down there is turned up, and what it does happens at once (K13)."),
    ),
    "disguise": Question(
        N_("Your disguise is turned, column {column}: hide a card of your hand under it? (K5)"),
        N_("disguise, column {column}: hide a card under it? (K5)"),
        rule="K5",
        topics=("card_disguise", "hidden"),
        lead=N_("The hidden card takes part in the evaluation; the disguise itself is worth 0 (K5)."),
    ),
    "betray": Question(
        N_(
            "Your traitor is turned, column {column} ({column:point_card}): swap its point card with another column's? "
            "(K15)"
        ),
        N_("traitor, column {column} ({column:point_card}): swap the point card? (K15)"),
        rule="K15",
        topics=("card_traitor",),
        lead=N_("The two point cards change places, the cards below them stay (K15)."),
    ),
}


def ending(ctx: RosadyContext, over: Mapping[str, Any]) -> str:
    """Everybody in order, best first; equal points share a place."""
    points = [entry["points"] for entry in over["ranking"]]
    lines = [_place(ctx, points.index(entry["points"]) + 1, entry) for entry in over["ranking"]]
    if len(over["winners"]) > 1:
        lines.append(ctx.t("Equal points share the victory (K11)."))
    return "\n".join(lines)


def _place(ctx: RosadyContext, place: int, entry: Mapping[str, Any]) -> str:
    said = ranked(ctx, place, entry)
    return f"{said} – {ctx.t('doubled (K11)')}" if entry["doubled"] else said


class KralovskeRosady(GameUI[RosadyContext]):
    """The front end of Královské rošády; this game has neither options nor windows."""

    rules = RULES
    title = "Královské rošády"
    pitch = N_("Královské rošády – place courtiers face down and win point cards by rank, trick and bluff")
    minutes = (30, 45)
    questions = QUESTIONS
    sentences = SENTENCES
    context = RosadyContext
    abilities = (ColumnPictures(), RosadyTutorial(), RosadyReasons())
    chapters = ("round_ends",)
    side_by_side = ("play",)
    topics = staticmethod(topics)
    public = staticmethod(public)
    hand = staticmethod(hand)
    own = staticmethod(own)
    standing = staticmethod(standing)
    option = staticmethod(option)
    summary = staticmethod(summary)
    direct = staticmethod(direct)
    ending = staticmethod(ending)


KRALOVSKE_ROSADY = KralovskeRosady()
