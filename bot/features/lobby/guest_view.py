"""The form for the host of a lobby with the settings about its players, and the texts about players' reliability in
the lobby and in `/profile`."""

from __future__ import annotations

from typing import Final

from discord import ui

from bot.games.facts import TableFacts
from bot.tables.hosting import GuestSettings
from bot.tables.refusals import Refused
from bot.texts import N_, Translator
from bot.views.custom_id import CustomId
from bot.views.parts import Choice, choices, choices_form
from bot.views.times import duration
from storage import Reliability

FIELDS = WEEKENDS, SHARE, TIME = "weekends", "share", "time"
"""The names of the form's fields."""
OFF, ON = "off", "on"
ANY: Final = "0"
SHARES: Final = (50, 70, 80, 90)
"""The minimum percentages of games played to the end that a host can require of players."""
TIMES: Final = (60, 300, 3_600, 21_600, 43_200)
"""The maximum times for a typical answer, in seconds, that a host can require of players."""
_OUT_OF_DATE: Final = N_("This form is out of date. Open it again from the lobby.")


def guest_form(facts: TableFacts, words: Translator) -> ui.Modal:
    """Returns the form in which the host changes the settings about players."""
    weekends = {OFF: words("no"), ON: words("yes (only at tables by the day)")}
    shares = {ANY: words("any"), **{str(one): words("at least {share}\u00a0%", share=one) for one in SHARES}}
    times = {ANY: words("any"), **{str(one): words("at most {time}", time=duration(one, words)) for one in TIMES}}
    fields = [
        Choice(SHARE, words("Games played to the end"), choices(shares, str(facts.least_share or ANY))),
        Choice(TIME, words("Usual time for an answer"), choices(times, str(facts.longest_answer or ANY))),
        Choice(WEEKENDS, words("Weekends off?"), choices(weekends, ON if facts.weekends_off else OFF)),
    ]
    return choices_form(words("Conditions"), CustomId(facts.id, "set_up_guests"), fields)


def guest_settings(weekends: str, share: str, time: str) -> GuestSettings:
    """Returns the settings that were chosen in the form; raises Refused for invalid values."""
    known = weekends in (OFF, ON) and share in {ANY, *map(str, SHARES)} and time in {ANY, *map(str, TIMES)}
    if not known:
        raise Refused(_OUT_OF_DATE)
    return GuestSettings(weekends == ON, int(share) or None, int(time) or None)


def standing(found: Reliability | None, words: Translator, *, by_day: bool) -> str:
    """Returns the text about how reliably a person plays; for None, that the person hides it."""
    if found is None:
        return words("reliability hidden")
    if found.share is None:
        return words("new player")
    seconds = found.seconds(by_day=by_day)
    share = words("finishes {share}\u00a0%", share=found.share)
    return share if seconds is None else f"{share}, {words('answers in {time}', time=_rounded(seconds, words))}"


def reliability_lines(found: Reliability, words: Translator) -> list[str]:
    """Returns the lines of a person's profile about their reliability."""
    said = standing(found, words, by_day=False)
    lines = [words("Reliability (latest games with other people: {n}): {said}", n=found.games, said=said)]
    seconds = found.seconds(by_day=True)
    if seconds is not None:
        lines.append(words("At tables by the day: answers in {time}", time=_rounded(seconds, words)))
    return lines


def _rounded(seconds: float, words: Translator) -> str:
    unit = 1 if seconds < 60 else 60 if seconds < 3600 else 3600
    return duration(max(round(seconds / unit), 1) * unit, words)


def requirements(facts: TableFacts, words: Translator) -> list[str]:
    """Returns the lines of the lobby about what its players need, and about breaks at a table by the day."""
    needed = []
    if facts.least_share is not None:
        needed.append(words("at least {share}\u00a0% of games played to the end", share=facts.least_share))
    if facts.longest_answer is not None:
        needed.append(words("answers in {time}", time=duration(facts.longest_answer, words)))
    asked = (
        ["🤝 " + words("Only for new players and players with: {needed}", needed=", ".join(needed))] if needed else []
    )
    return [*asked, *_breaks(facts, words)]


def _breaks(facts: TableFacts, words: Translator) -> list[str]:
    if not facts.by_day:
        return []
    lines = [words("By the day: each player's clock pauses during the quiet hours and days off in their `/profile`.")]
    if facts.weekends_off:
        lines.append(words("Weekends off: clocks pause on Saturdays and Sundays."))
    return ["🌙 " + line for line in lines]
