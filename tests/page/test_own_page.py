"""Tests a user's own page: language, position after a reload, names, a missing bot, the keyboard and links."""

from __future__ import annotations

from pathlib import Path

import aiohttp
import pytest
import segno
from playwright.async_api import ViewportSize, expect

from bot.emulator import LocalDiscord
from bot.emulator.page.site import Site
from bot.emulator.people import crowd
from bot.emulator.world import state_file
from bot.local.plan import Plan, addresses
from bot.local.play import woken
from tests.emulator.croupier import Croupier, running
from tests.page.local_table import PHONE, WIDE, LocalTable, Sitting, browsing, local_table, small_local_table
from tests.page.test_following import MOVE, asks, row

pytestmark = pytest.mark.browser


async def options(window: Sitting) -> None:
    """Opens the page's options."""
    await window.page.locator("#more").click()


# --- the language ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("browser", "language", "title"),
    [
        ("cs-CZ", "cs", "Nový stůl"),
        ("sk-SK", "sk", "Nový stôl"),
        ("de-DE", "en", "New table"),
        ("en-GB", "en", "New table"),
    ],
)
async def test_the_page_opens_in_the_browsers_language(browser: str, language: str, title: str) -> None:
    async with small_local_table(Croupier()) as at:
        window = await at.window("/as/bert", locale=browser)
        await expect(window.page.get_by_role("button", name=title)).to_be_visible()
        await expect(window.page.locator("html")).to_have_attribute("lang", language)


async def test_the_frame_keeps_its_language_anyone_who_one_is_and_after_a_reload() -> None:
    async with small_local_table(Croupier()) as at:
        crowd.person(at.world, "Bert").locale = "cs"
        window = await at.window("/as/anna")
        await options(window)
        await window.page.get_by_label("Page language").select_option("Slovenčina")
        await expect(window.page.get_by_role("button", name="Nový stôl")).to_be_visible()
        await window.page.locator("#people").get_by_role("button", name="Bert").click()
        await expect(window.page).to_have_title("Bert · Krupier")
        await expect(window.page.get_by_role("button", name="Nový stôl")).to_be_visible()
        await expect(window.page.get_by_label("Jazyk pre hráča: Bert")).to_have_value("cs")
        await window.page.reload()
        await expect(window.page.get_by_role("button", name="Nový stôl")).to_be_visible()
        assert crowd.person(at.world, "Anna").locale == "en-US"


async def test_people_speak_the_browsers_language_until_they_choose_another() -> None:
    async with small_local_table(Croupier()) as at:
        bert = crowd.person(at.world, "Bert")
        await at.window("/as/anna", locale="sk-SK")
        assert {one.locale for one in crowd.people(at.world)} == {"cs"}, "Discord's clients have no Slovak"
        window = await at.window("/as/bert", locale="de-DE")
        assert (crowd.person(at.world, "Anna").locale, bert.locale) == ("cs", "en-US")
        await options(window)
        await window.page.get_by_label("Language of Bert").select_option("Čeština")
        await at.world.until(lambda: bert.locale == "cs", 30.0)
        await window.page.reload()
        await expect(window.page.locator("#presence.up")).to_be_visible()
        assert bert.locale == "cs"


@pytest.mark.parametrize(
    ("browser", "entry", "label", "title"),
    [
        ("en-GB", "As in the browser", "Page language", "New table"),
        ("cs-CZ", "Podle prohlížeče", "Jazyk stránky", "Nový stůl"),
        ("sk-SK", "Podľa prehliadača", "Jazyk stránky", "Nový stôl"),
    ],
)
async def test_the_first_language_is_the_browsers_and_another_choice_can_be_withdrawn(
    browser: str, entry: str, label: str, title: str
) -> None:
    async with small_local_table(Croupier()) as at:
        window = await at.window("/as/anna", locale=browser)
        await options(window)
        menu = window.page.get_by_label(label)
        await expect(menu.locator("option")).to_have_text([entry, "English", "Čeština", "Slovenčina"])
        await expect(menu.locator("option:checked")).to_have_text(entry)
        await menu.select_option("en" if browser == "cs-CZ" else "cs")
        await expect(window.page.get_by_role("button", name=title)).to_have_count(0)
        await window.page.locator("[data-id=language]").select_option(value="")
        await expect(window.page.get_by_role("button", name=title)).to_be_visible()
        await window.page.reload()
        await expect(window.page.get_by_role("button", name=title)).to_be_visible()
        await options(window)
        await expect(menu.locator("option:checked")).to_have_text(entry)


async def test_a_person_can_withdraw_a_chosen_language_and_then_follows_the_browser() -> None:
    async with small_local_table(Croupier()) as at:
        anna = crowd.person(at.world, "Anna")
        anna.locale = "en-US"
        window = await at.window("/as/anna", locale="sk-SK")
        await options(window)
        menu = window.page.locator("[data-id=locale]")
        await expect(menu).to_have_value("en-US")
        await menu.select_option("Podľa prehliadača")
        await at.world.until(lambda: anna.locale == "cs", 30.0)
        await expect(menu).to_have_value("")
        await at.window("/as/anna", locale="de-DE")
        assert anna.locale == "en-US"


@pytest.mark.parametrize(("languages", "locale"), [(["eo", "cs"], "cs"), (["eo"], "en-US")])
async def test_a_browsers_language_that_discord_lacks_gives_way_to_its_next_or_to_english(
    languages: list[str], locale: str
) -> None:
    async with small_local_table(Croupier()) as at:
        anna = crowd.person(at.world, "Anna")
        anna.locale = "pl"
        window = await at.window("/as/anna")
        await window.page.add_init_script(f"Object.defineProperty(navigator, 'languages', {{ value: {languages} }})")
        await window.page.reload()
        await options(window)
        await window.page.locator("[data-id=locale]").select_option(value="")
        await at.world.until(lambda: anna.locale == locale, 30.0)


async def test_a_withdrawn_choice_is_english_if_the_page_names_no_language_of_discord() -> None:
    async with small_local_table() as at:
        anna = crowd.person(at.world, "Anna")
        for said in ("", "sk", "None"):
            anna.locale = "cs"
            at.site.audience.speak(anna, "", said)
            assert anna.locale == "en-US"
            assert not anna.user.has_chosen_locale


async def test_on_a_link_of_ones_own_page_and_person_follow_the_browser_again() -> None:
    async with small_local_table(Croupier()) as at:
        at.site.doors.everybody = False
        person = crowd.person(at.world, "Anna")
        person.locale = "en-US"
        anna = await at.window(at.site.doors.path(at.site.doors.people["anna"]), locale="cs-CZ")
        await options(anna)
        menu = anna.page.locator("[data-id=language]")
        await menu.select_option("English")
        await expect(anna.page.get_by_role("button", name="New table")).to_be_visible()
        await menu.select_option("As in the browser")
        await expect(anna.page.get_by_role("button", name="Nový stůl")).to_be_visible()
        await at.world.until(lambda: person.locale == "cs", 30.0)


async def test_a_locale_that_discord_does_not_have_changes_nothing() -> None:
    async with small_local_table() as at:
        anna = crowd.person(at.world, "Anna")
        for said in ("", "xx", "sk", "None", "cs\n"):
            at.site.audience.suggest(anna, said)
        assert anna.locale == "en-US"


async def test_on_a_link_of_ones_own_the_page_and_its_person_speak_the_same() -> None:
    async with small_local_table(Croupier()) as at:
        at.site.doors.everybody = False
        anna = await at.window(at.site.doors.path(at.site.doors.people["anna"]))
        await options(anna)
        await anna.page.get_by_label("My language").select_option("Čeština")
        await expect(anna.page.get_by_role("button", name="Nový stůl")).to_be_visible()
        await at.world.until(lambda: crowd.person(at.world, "Anna").locale == "cs", 30.0)


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["desk", "phone"])
async def test_the_button_of_the_options_stays_in_place_when_they_open(size: ViewportSize) -> None:
    async with small_local_table() as at:
        anna = await at.window(size=size, wait=False)
        button = anna.page.locator("#more")
        place = await button.bounding_box()
        await button.click()
        await expect(anna.page.locator("#options")).to_be_visible()
        assert await button.bounding_box() == place


# --- where one was --------------------------------------------------------------------------------------------------


async def test_a_reload_returns_to_person_channel_panel_and_place() -> None:
    async with small_local_table() as at:
        for number in range(40):
            at.posts({"content": f"Message {number}"}, channel="table-2")
        panel = {"content": "What will Bert do?", "flags": 64, "components": row("act")}
        at.posts(panel, only_for="Bert", channel="table-2")
        window = await at.window("/as/anna", wait=False)
        await window.page.locator("#people").get_by_role("button", name="Bert").click()
        await expect(window.page).to_have_title("Bert · Krupier")
        await window.page.get_by_role("button", name="# table-2").click()
        place = window.channel.get_by_text("Message 7", exact=True)
        await place.scroll_into_view_if_needed()
        before = await place.bounding_box()
        await expect(window.page.locator("#channel .newest")).to_be_visible()
        await window.page.reload()
        await expect(window.page).to_have_title("Bert · Krupier")
        await expect(window.page.locator("#channel h2")).to_have_text("# table-2")
        await expect(window.panel).to_contain_text("What will Bert do?")
        await expect(place).to_be_in_viewport()
        after = await place.bounding_box()
        assert before is not None
        assert after is not None
        assert abs(before["y"] - after["y"]) < 3


async def test_a_reload_on_a_phone_returns_to_the_direct_messages() -> None:
    async with small_local_table() as at:
        window = await at.window(size=PHONE, wait=False)
        await window.page.get_by_role("button", name="Direct messages").click()
        await window.page.reload()
        await expect(window.page.get_by_role("button", name="Direct messages")).to_have_attribute(
            "aria-pressed", "true"
        )
        await expect(window.dm).to_be_visible()


# --- the croupier ---------------------------------------------------------------------------------------------------


async def test_it_is_said_when_the_croupier_is_away_and_when_it_is_back() -> None:
    world = crowd.with_people("Anna", "Bert", "Olga", channels=2)
    site = Site(world)
    async with LocalDiscord(world, also=site.add_routes) as served, browsing() as browser:
        at = LocalTable(world, site, browser)
        async with running(served, Croupier()):
            anna = await at.window(size=PHONE)
            bar = anna.page.locator("#notices")
            await expect(bar).to_be_empty()
        await expect(bar).to_have_text("The croupier is restarting and will be back in a moment")
        async with running(served, Croupier()):
            await expect(bar).to_have_text("The croupier is back")
            await expect(bar).to_be_empty()


# --- names ----------------------------------------------------------------------------------------------------------


async def test_a_seat_gets_a_name_of_its_own_that_everyone_sees_and_the_state_keeps(tmp_path: Path) -> None:
    async with small_local_table() as at:
        asks(at, "Bert", buttons=(MOVE,))
        window, other = await at.window("/as/anna", wait=False), await at.window("/as/olga", wait=False)
        await options(window)
        await window.page.get_by_label("Name of Bert").fill("Babička")
        await window.page.get_by_role("button", name="Rename: Bert").click()
        for one in (window, other):
            await expect(one.page.locator("#people")).to_contain_text("Babička")
            await expect(one.board).to_contain_text("Waiting for @Babička")
        await expect(window.page.locator("#options")).to_contain_text("New name: Babička.")
        assert window.page.url.endswith("/as/anna")
        state_file.save(at.world, tmp_path / "t.json")
        kept = {user.name: user.display for user in state_file.load(tmp_path / "t.json").users.values()}
        assert kept["bert"] == "Babička"
        for wrong in ("Anna", " ", "olga"):
            await window.page.get_by_label("Name of Babička").fill(wrong)
            await window.page.get_by_role("button", name="Rename: Babička").click()
            await expect(window.page.locator("#options")).to_contain_text("Use 1 to 20 characters")
        assert crowd.person(at.world, "bert").name == "Babička"


async def test_on_an_own_link_a_person_names_only_themselves() -> None:
    async with small_local_table() as at:
        at.site.doors.everybody = False
        anna = await at.window(at.site.doors.path(at.site.doors.people["anna"]), wait=False)
        await options(anna)
        await expect(anna.page.get_by_label("Name of")).to_have_count(1)
        await anna.page.get_by_label("Name of Anna").fill("Anička")
        await anna.page.get_by_role("button", name="Rename").click()
        await expect(anna.page.locator("#people")).to_contain_text("Anička")
        await expect(anna.page).to_have_title("Anička · Krupier")


# --- the keyboard ---------------------------------------------------------------------------------------------------


async def test_the_move_button_is_at_most_eight_tabs_from_the_pages_start(tmp_path: Path) -> None:
    async with local_table(tmp_path) as at:
        anna = await at.window()
        for name in ("Mafia City", "Seat Bert", "Seat Cyril"):
            await anna.page.get_by_role("button", name=name).click()
        await anna.page.locator("#guide").get_by_role("button", name="Start").click()
        move = anna.board.get_by_role("button", name="My move")
        await expect(move).to_be_visible()
        await anna.page.reload()
        await expect(move).to_be_visible()
        tabs = 0
        while not await move.evaluate("it => it === document.activeElement"):
            tabs += 1
            assert tabs <= 8
            await anna.page.keyboard.press("Tab")
            if await anna.page.locator("#skip").evaluate("it => it === document.activeElement"):
                await expect(anna.page.get_by_role("button", name="Skip to the table")).to_be_in_viewport()
                await anna.page.keyboard.press("Enter")
        await anna.page.keyboard.press("Enter")
        await expect(anna.panel).to_be_visible()


async def test_the_players_that_are_waited_for_are_one_stop_and_arrows_move_among_them() -> None:
    async with small_local_table() as at:
        waiting = ", ".join(crowd.person(at.world, name).mention for name in ("Anna", "Bert"))
        at.posts({"content": f"Waiting for {waiting}", "components": row(MOVE)})
        bert = await at.window("/as/bert", wait=False)
        chips = bert.page.get_by_role("toolbar", name="Waiting for").get_by_role("button")
        await expect(chips).to_have_text(["Anna", "Bert"])
        await bert.page.locator("#more").focus()
        await bert.page.keyboard.press("Tab")
        await expect(chips.nth(1)).to_be_focused()
        await bert.page.keyboard.press("Tab")
        await expect(bert.channel).to_be_focused()
        await bert.page.keyboard.press("Shift+Tab")
        for key, place in (("ArrowRight", 1), ("ArrowLeft", 0), ("End", 1), ("Home", 0)):
            await bert.page.keyboard.press(key)
            await expect(chips.nth(place)).to_be_focused()
        await bert.page.keyboard.press("Enter")
        await expect(bert.page).to_have_title("● Your turn · Anna · Krupier")


async def test_the_way_past_everything_leads_to_ones_open_panel() -> None:
    async with small_local_table() as at:
        asks(at, "Anna", buttons=(MOVE,))
        at.posts({"content": "What will Anna do?", "flags": 64, "components": row("act", "rest")}, only_for="Anna")
        anna = await at.window(wait=False)
        await expect(anna.panel).to_be_visible()
        await anna.page.keyboard.press("Tab")
        await anna.page.keyboard.press("Enter")
        await expect(anna.panel.get_by_role("button", name="act")).to_be_focused()


# --- links ----------------------------------------------------------------------------------------------------------


async def test_ones_own_page_shows_ones_own_link_as_a_code_and_no_one_elses() -> None:
    async with small_local_table() as at:
        at.site.doors.everybody, at.site.address = False, "http://192.0.2.7:8420"
        path = at.site.doors.path(at.site.doors.people["anna"])
        anna = await at.window(path, wait=False)
        await options(anna)
        code = anna.page.get_by_role("img", name="QR code of your own link")
        await expect(code).to_be_visible()
        assert await code.evaluate("it => it.decode().then(() => it.naturalWidth)") > 100
        async with aiohttp.ClientSession() as asker:
            drawn = await (await asker.get(f"{at.root}{path}/qr.svg")).text()
            wanted = segno.make_qr(f"http://192.0.2.7:8420{path}").svg_inline(scale=4, dark="#000", light="#fff")
            assert wanted.partition('d="')[2] == drawn.partition('d="')[2].removesuffix("\n")
            other = f"/as/bert/{at.site.doors.key(at.site.doors.people['anna'])}/qr.svg"
            assert (await asker.get(at.root + other)).status == 404
        assert not anna.errors


async def test_a_page_for_everyone_has_no_link_to_hand_on() -> None:
    async with small_local_table() as at:
        anna = await at.window(wait=False)
        await options(anna)
        await expect(anna.page.locator(".qr")).to_have_count(0)


def test_the_terminal_shows_each_link_as_a_code(tmp_path: Path) -> None:
    plan = Plan(bind="10.0.0.7", database=tmp_path / "t.sqlite3")
    site = Site(woken(plan.state), everybody=plan.everybody)
    lines = addresses(plan, site)[1:]
    assert len(lines) == len(site.doors.people)
    assert len({line.partition("\n")[2] for line in lines}) == len(lines)
    for line in lines:
        rows = line.partition("\n")[2].splitlines()
        assert len(rows) > 15
        assert len({len(one) for one in rows}) == 1
        assert set("".join(rows)) <= set(" ▀▄█")
