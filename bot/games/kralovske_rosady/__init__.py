"""Královské rošády as people see it: the only front-end code that knows this game."""

from __future__ import annotations

from bot.games.game_ui import GameUI
from bot.games.kralovske_rosady.ending import ending
from bot.games.kralovske_rosady.learning import RosadyTutorial
from bot.games.kralovske_rosady.names import RosadyContext
from bot.games.kralovske_rosady.options import direct, option, summary
from bot.games.kralovske_rosady.picture import ColumnPictures
from bot.games.kralovske_rosady.public import hand, own, public, standing
from bot.games.kralovske_rosady.questions import QUESTIONS
from bot.games.kralovske_rosady.reasons import RosadyReasons
from bot.games.kralovske_rosady.sentences import SENTENCES
from bot.games.kralovske_rosady.topics import topics
from bot.texts import N_
from rules.kralovske_rosady import KRALOVSKE_ROSADY as RULES


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
