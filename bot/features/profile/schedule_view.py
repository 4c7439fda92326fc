"""The form of a person's schedule (quiet hours, days off, holidays), and the schedule in words."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime
from typing import Any, Final

import discord
from discord import ui

from bot.features.profile.schedule import upcoming
from bot.texts import N_, Translator
from bot.views.custom_id import NO_GAME, CustomId
from bot.views.parts import MAX_TITLE, Field, clip, form
from storage import Schedule
from storage.breaks import MAX_DAYS_OFF

WEEKDAYS: Final = (
    N_("Monday"), N_("Tuesday"), N_("Wednesday"), N_("Thursday"), N_("Friday"), N_("Saturday"), N_("Sunday"),
)  # fmt: skip
"""The names of the weekdays, from 0 on."""
ZONE, QUIET, DAYS_OFF, HOLIDAYS = "zone", "quiet", "days_off", "holidays"
"""The names of the form's fields."""


def schedule_form(schedule: Schedule, now: datetime, words: Translator) -> ui.Modal:
    """Returns the form of a schedule, with the present one in it."""
    days = [
        discord.SelectOption(label=words(name), value=str(at), default=at in schedule.days_off)
        for at, name in enumerate(WEEKDAYS)
    ]
    chosen_from: ui.Select[Any] = ui.Select(
        custom_id=DAYS_OFF, options=days, min_values=0, max_values=MAX_DAYS_OFF, required=False
    )
    modal = form(
        words("Quiet hours and days off"), CustomId(NO_GAME, "set_schedule"),
        Field(ZONE, words("Your time zone"), 40, needed=False, hint="Europe/Prague",
              typed="" if schedule == Schedule() else schedule.zone),
        Field(QUIET, words("Quiet hours of every day"), 20, needed=False, hint="22:00-07:00", typed=schedule.quiet),
        Field(HOLIDAYS, words("Holidays (10 a year, 5 in a row)"), 400, long=True, needed=False,
              hint="2026-12-24 – 2026-12-28", typed="\n".join(map(_run, upcoming(schedule, now)))),
    )  # fmt: skip
    return modal.add_item(ui.Label(text=clip(words("Days off"), MAX_TITLE), component=chosen_from))


def in_words(schedule: Schedule, now: datetime, words: Translator) -> str:
    """Returns the line of the profile about a person's schedule."""
    holidays = [_run(run) for run in upcoming(schedule, now)]
    parts = [schedule.quiet, *(words(WEEKDAYS[day]) for day in sorted(schedule.days_off)), *holidays]
    listed = ", ".join(part for part in parts if part)
    times = f"{listed} ({schedule.zone})" if listed else words("never")
    return words("My clock pauses (only at tables by the day): {times}", times=times)


def _run(run: Sequence[date]) -> str:
    first, last = run
    return first.isoformat() if first == last else f"{first.isoformat()} – {last.isoformat()}"
