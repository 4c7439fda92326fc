"""The state of votes as text, and the buttons to agree."""

from __future__ import annotations

from collections.abc import Iterable

import discord
from discord import ui

from bot.games import Label
from bot.games.facts import TableFacts
from bot.games.levels import LABELS, computer, level_name, votes_for_levels
from bot.texts import N_, Translator
from bot.views.custom_id import CustomId
from bot.views.parts import Button, Style, button, choice, message, rows
from storage import NORMAL

VOTES = {
    "pause": (N_("Pause: {count} of {needed} agree."), N_("Agree to pause")),
    "resume": (N_("Resume: {count} of {needed} agree."), N_("Agree to resume")),
    "replace": (N_("Replace {player} with {newcomer}: {count} of {needed} agree."), N_("Agree to replace")),
    "end": (N_("End the game now: {count} of {needed} agree."), N_("Agree to end")),
}


def votes(facts: TableFacts, words: Translator) -> list[str]:
    """Returns the open votes with their counts, as sentences."""
    needed, majority = facts.needed or {}, sum(seat.user is not None for seat in facts.seats) // 2 + 1
    change, said = _change(facts, words), []
    for what, count in (facts.votes or {}).items():
        text, level = _question(what), level_name(votes_for_levels().get(what), words)
        said.append("🗳️ " + words(text, count=count, needed=needed.get(what, majority), level=level, **change))
    return said


def _question(what: str) -> str:
    if what in VOTES:
        return VOTES[what][0]
    level = votes_for_levels().get(what)
    if level is None:
        return N_("Offer the seat to anyone: {count} of {needed} agree.")
    if level == NORMAL:
        return N_("A computer takes over: {count} of {needed} agree.")
    return N_("A computer ({level}) takes over: {count} of {needed} agree.")


def _change(facts: TableFacts, words: Translator) -> dict[str, str]:
    """Returns the names of the holder and the newcomer of a proposed replacement."""
    proposal = facts.proposal
    if proposal is None:
        return {"player": "?", "newcomer": "?"}
    newcomer = computer(proposal.level, words) if proposal.newcomer is None else f"<@{proposal.newcomer}>"
    return {"player": facts.seat(proposal.seat).mention, "newcomer": newcomer}


def level_options(words: Translator, levels: Iterable[str]) -> list[discord.SelectOption]:
    """Returns these levels of computers as options of a select."""
    labels = [(LABELS[level], level) for level in levels]
    return [choice(Label(words(label.name), words(label.meaning)), level) for label, level in labels]


def agreement(facts: TableFacts, what: str, words: Translator) -> Button:
    """Returns the button that agrees to a vote; for a replacement it is bound to the number of the proposal."""
    number = facts.proposal.number if what == "replace" and facts.proposal is not None else None
    style = Style.danger if what == "end" else Style.secondary
    return button(words(VOTES[what][1]), CustomId(facts.id, f"agree_{what}", number), style)


def end_twice(game: int, noted: str, words: Translator) -> ui.LayoutView:
    """Returns the confirmation dialogue for a manager who wants to end a game."""
    said = words("You may manage this channel, so you can end the game for everyone, without a winner. End it?")
    buttons = [
        button(words("End the game for everyone"), CustomId(game, "end_sure"), Style.danger),
        button(words("Keep playing"), CustomId(game, "keep_on")),
    ]
    return message(noted, said, rows=rows(buttons))
