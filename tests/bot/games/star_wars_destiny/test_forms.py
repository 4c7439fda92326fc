"""Tests forms with checkboxes for hands and dice: fewer presses, one Submit, and no effect of an outdated form."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.emulator.people.modals import Modal
from bot.emulator.people.seen import Seen
from bot.features.play.service import OVER_ALREADY
from bot.tables.refusals import ANSWERED_ELSEWHERE
from bot.texts import LANGUAGES, translator_for
from bot.views.parts import MAX_TITLE
from tests.bot.games.star_wars_destiny.said import FACTS, GAME_UI
from tests.bot.starters import GAME, SEED, begun, kind, on_turn, opened, silently
from tests.bot.table import Evening


async def form_of(evening: Evening, name: str, panel: Seen, verb: str) -> Modal:
    part = next(part for part in panel.usable if part.custom_id.split(":")[2] == verb)
    modal = (await evening.person(name).press(panel, part.custom_id)).modal
    assert modal is not None
    return modal


async def test_a_hand_is_changed_in_one_form(database: Path) -> None:
    async with Evening.of("Anna", "Bert", database=database, locale="en-GB", seed=SEED, pictures=False) as evening:
        await evening.open("Anna", "Bert", game=GAME)
        await evening.press_board("Anna", "start")
        assert kind(evening) == "mulligan"
        name, number, seat = on_turn(evening), evening.game.number, evening.game.waiting[0]
        keys = list(evening.game.keys(seat))
        form = await form_of(evening, name, await opened(evening, name), "tick")
        assert keys[0] not in form.custom_id
        await evening.person(name).submit(form, {"0": ["0", "2"]})
        await evening.settled()
        entry = next(entry for entry in evening.game.entries if entry.number == number)
        assert entry.keys == (keys[0], keys[2])
        told = len(evening.game.entries)
        await evening.person(name).submit(form, {"0": ["1"]})
        await evening.settled()
        assert len(evening.game.entries) == told
        evening.clean()


async def rerolling(evening: Evening) -> str:
    """Plays until the active seat has two dice and can discard two different cards; returns its player's name."""
    for _ in range(60):
        seat = evening.game.waiting[0]
        keys = list(evening.game.keys(seat))
        cards = [key for key in keys if key.startswith("reroll:")]
        if kind(evening) == "action":
            if len(cards) > 1 and len(evening.game.view(seat)["players"][seat]["pool"]) > 1:
                return on_turn(evening)
            active = [key for key in keys if key.startswith("activate")]
            await (evening.answer(seat, active[0]) if active else silently(evening))
        else:
            await silently(evening)
    raise AssertionError("no one has two dice and two cards")


async def test_a_card_and_the_dice_to_reroll_are_one_form(database: Path) -> None:
    async with begun(database) as evening:
        name = await rerolling(evening)
        seat, number = evening.game.waiting[0], evening.game.number
        cards = [key for key in evening.game.keys(seat) if key.startswith("reroll:")]
        dice = [die["die"] for die in evening.game.view(seat)["players"][seat]["pool"]]
        form = await form_of(evening, name, await opened(evening, name), "batch")
        await evening.person(name).submit(form, {"first": "1", "0": ["1"]})
        await evening.settled()
        first, second = [entry for entry in evening.game.entries if entry.seat == seat and entry.number >= number][:2]
        assert (first.kind, first.keys, second.kind, second.keys) == ("action", (cards[1],), "dice", (dice[1],))
        evening.clean()


async def test_a_form_of_a_decision_that_is_over_changes_nothing_and_says_so(database: Path) -> None:
    async with begun(database) as evening:
        name = await rerolling(evening)
        form = await form_of(evening, name, await opened(evening, name), "batch")
        await silently(evening)
        told = len(evening.game.entries)
        outcome = await evening.person(name).submit(form, {"first": "0", "0": ["0"]})
        await evening.settled()
        assert len(evening.game.entries) == told
        assert OVER_ALREADY in outcome.text or ANSWERED_ELSEWHERE in outcome.text
        evening.clean()


async def test_a_forged_form_is_refused(database: Path) -> None:
    async with begun(database) as evening:
        name = await rerolling(evening)
        form = await form_of(evening, name, await opened(evening, name), "batch")
        told = len(evening.game.entries)
        for field in form.fields:
            for option in field.part.data["options"]:
                option["value"] = f"9{option['value']}"
        for values in ({"first": "90", "0": ["90"]}, {"first": "91", "0": ["91"]}):
            await evening.person(name).submit(form, values)
            await evening.settled()
        assert len(evening.game.entries) == told
        evening.clean()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_question_of_the_first_hand_fits_the_title_of_a_form(language: str) -> None:
    ctx = GAME_UI.context(FACTS, translator_for(language))
    assert len(GAME_UI.questions["mulligan"].prompt(ctx)) <= MAX_TITLE
