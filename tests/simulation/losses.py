"""Judges losses of power: only a disk that pretends a sync may lose an acknowledged answer, and only one commit."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from tests.simulation.power import LIE, Entries, PowerCut, content, entries

if TYPE_CHECKING:
    from tests.simulation.lives import Lives


def happen(evening: Lives, power: PowerCut, image: Path) -> None:
    """Damages the files that a dead process has left, and counts the damage.

    If a commit is lost although the disk has acknowledged its sync, forgets its answers: all earlier ones must be
    there, otherwise adds an error.
    """
    stored, whole = entries(image), content(image)
    lost = power.damages(image)
    if not lost or (lost == LIE and content(image) == whole):
        return
    evening.counts(lost)
    evening.unknown |= power.posted
    if lost == LIE and (left := entries(image)) != stored:
        if left != power.entries_before(image.with_name(f"{image.name}.before")):
            evening.errors.append("more is lost than one commit, or a part of it")
        acknowledged = forget(evening, [one for one in stored if one not in left])
        evening.report.states["an acknowledged answer is lost"] += acknowledged


def forget(evening: Lives, lost: Entries) -> int:
    """Removes lost answers from the ledger of acknowledged ones, and notes that their decisions are asked again.

    Returns how many of them were acknowledged.
    """
    acknowledged = 0
    for game, number, seat, keys in lost:
        answer, known = (number, seat, tuple(sorted(keys.split()))), evening.ledger.answers.get(game, [])
        acknowledged += answer in known
        evening.ledger.answers[game] = [one for one in known if one != answer]
        evening.lost.setdefault(game, number)
        evening.onlooker.lost[game] = number
    return acknowledged


def are_over(evening: Lives) -> None:
    """Ends the exception for what the disk has lost, before the next process starts: it asks those decisions again."""
    for game, number in evening.lost.items():
        evening.course.comes_again(game, number)
    evening.lost.clear()
    evening.onlooker.lost.clear()
