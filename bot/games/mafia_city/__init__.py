"""The front end of Mafia City; no other code of the bot outside this package knows this game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.games.context import ranked
from bot.games.game_ui import GameUI
from bot.games.mafia_city.event_merging import GAINED, MafiaBatches
from bot.games.mafia_city.learning import MafiaTutorial
from bot.games.mafia_city.options import direct, harms_own, option, summary
from bot.games.mafia_city.picture import CityPictures
from bot.games.mafia_city.public import hand, known, other_hand, public, standing
from bot.games.mafia_city.questions import QUESTIONS
from bot.games.mafia_city.reasons import MafiaReasons
from bot.games.mafia_city.sentences import SENTENCES
from bot.games.mafia_city.standing_orders import MafiaOrders
from bot.games.mafia_city.terms import MafiaContext
from bot.games.mafia_city.topics import topics
from bot.games.mafia_city.why_not import why_not
from bot.texts import N_, Translator
from rules.events import Event
from rules.mafia_city import MAFIA_CITY as RULES
from rules.mafia_city.table import GOALS

TIE_BREAKS = {
    "reserve": N_("fewer mobsters in reserve"),
    "cards": N_("more cards in hand"),
    "mayor": N_("holding the mayor"),
    "order": N_("nearer to the starting player"),
}


def ending(ctx: MafiaContext, over: Mapping[str, Any]) -> str:
    """Returns the ranking, best first."""
    lines = [_place(ctx, at, entry) for at, entry in enumerate(over["ranking"], 1)]
    return "\n".join(lines)


def _place(ctx: MafiaContext, at: int, entry: Mapping[str, Any]) -> str:
    said = ranked(ctx, at, entry)
    if entry["tie_break"] is None:
        return said
    return said + " – " + ctx.t("tie-break: {what}", what=ctx.t(TIE_BREAKS[entry["tie_break"]]))


LEVELS = {"beginners": N_("beginners"), "advanced": N_("advanced")}


class MafiaCity(GameUI[MafiaContext]):
    """The front end of Mafia City."""

    rules = RULES
    title = "Mafia City"
    pitch = N_("Mafia City – place mobsters, take control of the locations and cross your rivals’ plans")
    minutes = (60, 90)
    questions = QUESTIONS
    sentences = SENTENCES
    context = MafiaContext
    abilities = (CityPictures(), MafiaTutorial(), MafiaOrders(), MafiaBatches(), MafiaReasons())
    chapters = ("phase",)
    moves = ("mulligan", "places", "waits", "plays", "passes", "retrieves")
    routine = ("draws", "reshuffles", "evaluates", "collects", "called")
    lasting = GAINED
    side_by_side = ("turn",)
    first_words = ("place", "keep")
    last_words = ("wait", "pass", "stay", "decline")
    further_rules: Mapping[str, str] = {"window": "M60–M64", "peek": "M24.4"}

    def setting(self, name: str, value: str, seats: int | None, t: Translator) -> str | None:
        if name == "deck":
            return t("Deck: {name}", name=value)
        if name != "goal" or value not in LEVELS:
            return None
        which = list(LEVELS).index(value)
        level = t(LEVELS[value])
        if seats in GOALS:
            return t("Goal: {points} points ({level})", points=GOALS[seats][which], level=level)
        three, four, five = (goals[which] for goals in GOALS.values())
        return t(
            "Goal: {three} points with 3 players, {four} with 4, {five} with 5 ({level})",
            three=three, four=four, five=five, level=level,
        )  # fmt: skip

    def is_routine(self, event: Event) -> bool:
        """Returns whether a board leaves out an event first; also that a play counts which no one has cancelled."""
        return super().is_routine(event) or (event.name == "settled" and not event.facts["contested"])

    topics = staticmethod(topics)
    public = staticmethod(public)
    hand = staticmethod(hand)
    other_hand = staticmethod(other_hand)
    known = staticmethod(known)
    standing = staticmethod(standing)
    option = staticmethod(option)
    summary = staticmethod(summary)
    direct = staticmethod(direct)
    harms_own = staticmethod(harms_own)
    why_not = staticmethod(why_not)
    ending = staticmethod(ending)


MAFIA_CITY = MafiaCity()
