"""Tests the settings in `/profile`: direct messages at all tables, and panels that are out of date."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.emulator.people.seen import Part, Seen
from bot.features.orders.service import StandingOrders
from bot.features.profile.commands import OUTDATED
from bot.tables.order_execution import ALWAYS
from bot.texts import translator_for
from storage import PersonRow
from tests.bot.damaged import damage
from tests.bot.table import Evening

THREE = ("Anna", "Bert", "Cyril")
EN = translator_for("en")
WARNING = f"⚠️ {EN(OUTDATED)}"


async def profile(evening: Evening, name: str, place: str = "table-1") -> Seen:
    """Opens a user's settings in that channel and returns the panel."""
    outcome = await evening.slash(name, "profile", evening.world.channel(place))
    assert outcome.message is not None, outcome.text
    return outcome.message


async def person(evening: Evening, name: str) -> PersonRow:
    return await evening.bot.app.people.person(evening.person(name).id)


async def forge(evening: Evening, name: str, panel: Seen, custom_id: str, *values: str) -> None:
    """Sends a press that an older panel would have sent."""
    sent = await evening.person(name).forge(panel, custom_id, values=values or None)
    await sent.done()
    await evening.settled()


async def pass_until_changed(evening: Evening, name: str) -> None:
    """Plays, without buttons, until the hand of that player has changed."""
    seat = evening.live.seat_of(evening.person(name).id).seat
    before = evening.game.view(seat)["players"][seat]["hand"]
    for _ in range(60):
        if evening.game.view(seat)["players"][seat]["hand"] != before:
            return
        keys = list(evening.game.keys(evening.game.waiting[0]))
        await evening.answer(evening.game.waiting[0], "pass" if "pass" in keys else keys[0])
    raise AssertionError("the hand has not changed")


@pytest.mark.parametrize("dora_hosts", [False, True])
async def test_without_direct_messages_no_hand_stays_at_any_table(database: Path, *, dora_hosts: bool) -> None:
    async with Evening.of("Olga", *THREE, "Dora", database=database, locale="en-US") as evening:
        await evening.sit_down(*THREE)
        if dora_hosts:
            await evening.slash("Dora", "game new", evening.world.channel("table-2"), game="mafia_city")
        hand = evening.person("Bert").dms()[-1]
        assert "Your hand" in hand.text
        panel = await profile(evening, "Bert", "table-2")
        await evening.press("Bert", panel, Evening.part(panel, "set_dms", "No direct messages"))
        assert "Your direct messages are off" in hand.text
        assert not hand.usable
        await evening.press("Bert", panel, Evening.part(panel, "set_dms", "Send me my hand"))
        assert "Your hand" in evening.person("Bert").dms()[-1].text
        assert evening.person("Bert").dms()[-1].usable
        evening.clean()


async def test_a_hand_taken_back_from_another_channel_does_not_return(database: Path) -> None:
    async with Evening.of("Olga", *THREE, database=database, locale="en-US", pictures=False) as evening:
        await evening.sit_down(*THREE)
        panel = await profile(evening, "Bert", "table-2")
        await evening.press("Bert", panel, Evening.part(panel, "set_dms"))
        messages = len(evening.person("Bert").dms())
        await pass_until_changed(evening, "Bert")
        await evening.pass_time(200)
        await evening.end("Olga")
        assert len(evening.person("Bert").dms()) == messages
        assert "Your direct messages are off" in evening.person("Bert").dms()[-1].text
        evening.clean()


async def test_a_lobbys_first_message_goes_too_without_direct_messages(database: Path) -> None:
    async with Evening.of(*THREE, database=database, locale="en-US") as evening:
        await evening.open("Anna", "Bert")
        panel = await profile(evening, "Bert", "table-2")
        await evening.press("Bert", panel, Evening.part(panel, "set_dms"))
        assert "Your direct messages are off" in evening.person("Bert").dms()[-1].text
        evening.clean()


@pytest.mark.parametrize("verb", ["set_dms", "set_words", "set_explains"])
async def test_two_panels_do_what_their_buttons_say(database: Path, verb: str) -> None:
    async with Evening.of(*THREE, database=database, locale="en-US") as evening:
        first, second = await profile(evening, "Bert"), await profile(evening, "Bert")
        before = await person(evening, "Bert")
        labels = [part.label for part in second.usable if verb in part.custom_id]
        await evening.press("Bert", first, Evening.part(first, verb))
        changed = await person(evening, "Bert")
        assert changed != before
        assert [part.label for part in second.usable if verb in part.custom_id] == labels
        await evening.press("Bert", second, Evening.part(second, verb))
        assert await person(evening, "Bert") == changed
        assert [part.label for part in second.usable if verb in part.custom_id] != labels
        assert WARNING not in second.text
        evening.clean()


@pytest.mark.parametrize("verb", ["set_dms", "set_words", "set_explains"])
async def test_a_button_of_an_older_version_changes_nothing_and_says_so(database: Path, verb: str) -> None:
    async with Evening.of(*THREE, database=database, locale="en-US") as evening:
        panel, before = await profile(evening, "Bert"), await person(evening, "Bert")
        await forge(evening, "Bert", panel, f"kr:0:{verb}")
        assert await person(evening, "Bert") == before
        assert WARNING in panel.text
        await evening.press("Bert", panel, Evening.part(panel, verb))
        assert await person(evening, "Bert") != before
        assert WARNING not in panel.text


async def orders(evening: Evening, name: str, *given: tuple[str, str, bool]) -> None:
    """Gives a player standing orders: topic, order, and whether it holds for the whole game."""
    app = evening.bot.app
    async with app.tables.held(evening.table) as live:
        seat = live.seat_of(evening.person(name).id).seat
        for topic, order, always in given:
            await app.db.orders.set_lasting(live.id, seat, topic, order, ALWAYS if always else live.epoch())
        await app.tables.refresh(live)


def kept(evening: Evening, name: str) -> list[str]:
    seat = evening.live.seat_of(evening.person(name).id).seat
    return sorted(evening.live.lasting.get(seat, {}))


def listed(panel: Seen) -> Part:
    """Returns the select of a panel that cancels a standing order."""
    return next(part for part in panel.selects if "drop_order" in part.custom_id)


async def test_a_cancelled_order_that_has_ended_already_leaves_the_others(database: Path) -> None:
    async with Evening.of(*THREE, database=database, locale="en-US") as evening:
        await evening.sit_down()
        await orders(evening, "Bert", ("mayor:call", "clockwise", False), ("pass:deal", "pass", True))
        panel = await profile(evening, "Bert")
        first, second = listed(panel).options
        assert "mayor" in first.label
        assert "deal" in second.label
        user = evening.person("Bert").id
        await evening.bot.app.services.get(StandingOrders).ask_again(evening.table, user)
        await evening.person("Bert").select(panel, listed(panel).custom_id, [first.value])
        await evening.settled()
        assert kept(evening, "Bert") == ["pass:deal"]
        assert WARNING in panel.text
        (only,) = listed(panel).options
        assert only.value == second.value
        await evening.person("Bert").select(panel, listed(panel).custom_id, [only.value])
        await evening.settled()
        assert kept(evening, "Bert") == []
        evening.clean()


async def test_a_replaced_order_is_not_cancelled_by_a_panel_that_shows_the_former(database: Path) -> None:
    async with Evening.of(*THREE, database=database, locale="en-US") as evening:
        await evening.sit_down()
        await orders(evening, "Bert", ("mayor:call", "clockwise", False))
        panel = await profile(evening, "Bert")
        await orders(evening, "Bert", ("mayor:call", "counter", False))
        await evening.person("Bert").select(panel, listed(panel).custom_id, [listed(panel).options[0].value])
        await evening.settled()
        assert kept(evening, "Bert") == ["mayor:call"]
        assert WARNING in panel.text


async def test_the_position_of_an_order_from_an_older_panel_cancels_nothing(database: Path) -> None:
    async with Evening.of(*THREE, database=database, locale="en-US") as evening:
        await evening.sit_down()
        await orders(evening, "Bert", ("pass:deal", "pass", True))
        panel = await profile(evening, "Bert")
        await forge(evening, "Bert", panel, listed(panel).custom_id, "0")
        assert kept(evening, "Bert") == ["pass:deal"]
        assert WARNING in panel.text


@pytest.mark.parametrize("place", ["table-1", "table-2"])
async def test_the_settings_work_with_a_damaged_table(database: Path, place: str) -> None:
    async with Evening.of(*THREE, database=database, locale="en-US") as evening:
        await evening.sit_down()
        before = await profile(evening, "Bert")
        damage(evening)
        await evening.press("Bert", before, Evening.part(before, "set_explains", "Don't explain"))
        panel = await profile(evening, "Bert", place)
        await evening.press("Bert", panel, Evening.part(panel, "set_explains", "Explain new things"))
        assert "My settings" in before.text
        assert "My settings" in panel.text
        await evening.press("Bert", panel, Evening.part(panel, "set_dms", "No direct messages"))
        assert "Your direct messages are off" in evening.person("Bert").dms()[-1].text
