"""Tests that the newest board's picture, the active player, the clock and the buttons are visible together."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from playwright.async_api import Locator, Page, ViewportSize, expect

from bot.emulator.people import crowd
from rules.engine import Game
from tests.page.local_table import WIDE, Sitting, small_local_table
from tests.page.scenes import READING, Dealt, dealt, dice_everywhere, full_columns, much_to_do

pytestmark = pytest.mark.browser
PHONE: ViewportSize = {"width": 390, "height": 844}
LOW_PHONE: ViewportSize = {"width": 390, "height": 664}
"""A phone with the bars of its browser."""
FINGER = 44
"""The minimum width and height of a control in pixels."""
LEAST_ON_A_DESK, LEAST_ON_A_PHONE = 480, 320
"""The minimum width of a board's picture in pixels, on a desktop and on a phone."""
MAX_TABS = 8
DRAWN = "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))"
"""Waits until everything is drawn; pictures have their place before they are loaded."""
Story = Callable[[Dealt], Awaitable[None]]


async def city(evening: Dealt) -> None:
    await evening.open("Anna", "Bert", "Cyril")
    await evening.press_board("Anna", "start")
    await evening.play_on(much_to_do)


async def columns(evening: Dealt) -> None:
    await evening.open("Anna", "Bert", "Cyril", "Dana", game="kralovske_rosady")
    await evening.press_board("Anna", "start")
    await evening.play_on(full_columns)


async def teams(evening: Dealt) -> None:
    await evening.open("Anna", "Bert", game="star_wars_destiny")
    await evening.press_board("Anna", "start")
    await evening.play_on(dice_everywhere)


async def seen(window: Sitting, part: Locator) -> None:
    """Checks that an element is completely visible within the list of messages."""
    log, box = await window.page.locator("#channel .log").bounding_box(), await part.bounding_box()
    assert log is not None
    assert box is not None
    assert log["y"] - 1 <= box["y"], box
    assert box["y"] + box["height"] <= log["y"] + log["height"] + 1, (box, log)
    assert log["x"] - 1 <= box["x"]
    assert box["x"] + box["width"] <= log["x"] + log["width"] + 1


async def wide_enough(window: Sitting, picture: Locator) -> None:
    """Checks that a board's picture has the minimum width.

    A picture that is higher than the list of messages may be visible from its lower end only.
    """
    log, box = await window.page.locator("#channel .log").bounding_box(), await picture.bounding_box()
    assert log is not None
    assert box is not None
    size = window.page.viewport_size
    assert size is not None
    least = LEAST_ON_A_DESK if size["width"] > PHONE["width"] else LEAST_ON_A_PHONE
    assert box["width"] >= least
    assert box["x"] >= log["x"] - 1
    assert box["x"] + box["width"] <= log["x"] + log["width"] + 1
    assert box["y"] + box["height"] <= log["y"] + log["height"] + 1
    if box["y"] < log["y"] - 1:
        assert box["width"] == least


async def pictures_loaded(page: Page) -> None:
    """Waits until all pictures are loaded and the page has adapted to them."""
    # A picture may be replaced while it is loaded.
    await page.evaluate("[...document.images].forEach(one => { one.loading = 'eager'; })")
    await page.wait_for_function("[...document.images].every(one => one.complete && one.naturalWidth > 0)")
    await page.evaluate("new Promise(done => requestAnimationFrame(() => setTimeout(done)))")


async def at_a_glance(window: Sitting) -> None:
    """Checks that the picture, the last text and every button of the newest board are visible."""
    board = window.channel.locator("article.board").last
    await expect(board.locator(".gallery img")).to_be_visible()
    await pictures_loaded(window.page)
    await wide_enough(window, board.locator(".gallery img"))
    await seen(window, board.locator(".body > .text").last)
    for button in await board.get_by_role("button").all():
        await seen(window, button)


@pytest.mark.parametrize("size", [WIDE, PHONE, LOW_PHONE], ids=["desk", "phone", "low phone"])
@pytest.mark.parametrize(("seed", "story"), [(11, city), (196, columns), (17, teams)])
async def test_the_picture_comes_first_and_the_move_button_is_a_few_tabs_away(
    tmp_path: Path, seed: int, story: Story, size: ViewportSize
) -> None:
    async with dealt(tmp_path, seed) as (at, evening):
        await story(evening)
        window = await at.window(f"/as/{evening.asked.lower()}", size=size, now=evening.now())
        await at_a_glance(window)
        board = window.channel.locator("article.board").last
        picture, text = board.locator(".gallery img"), board.locator(".body > .text").first
        drawn, said = await picture.bounding_box(), await text.bounding_box()
        assert drawn is not None
        assert said is not None
        # Next to a text that is higher, the picture is at its lower end, which is in view.
        assert drawn["x"] + drawn["width"] <= said["x"] or drawn["y"] + drawn["height"] <= said["y"]
        assert await tabs_to(window.page, "My move") <= MAX_TABS


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["desk", "phone"])
@pytest.mark.parametrize(("game", "kind"), [("kralovske_rosady", "play"), ("star_wars_destiny", "action")])
async def test_a_picture_that_is_about_as_wide_as_high_is_wide_enough_and_whole(
    tmp_path: Path, game: str, kind: str, size: ViewportSize
) -> None:
    async with dealt(tmp_path, 5) as (at, evening):
        await evening.open("Anna", "Bert", game=game)
        await evening.press_board("Anna", "start")
        await evening.play_on(lambda game: game.decision is not None and game.decision.kind == kind)
        window = await at.window(f"/as/{evening.asked.lower()}", size=size, now=evening.now())
        await at_a_glance(window)


async def tabs_to(page: Page, label: str) -> int:
    """Returns the number of Tab presses from the top of the page to the button with this label, without the skip
    link.
    """
    await page.evaluate("document.activeElement?.blur()")
    for pressed in range(30):
        await page.keyboard.press("Tab")
        if await page.evaluate("document.activeElement?.textContent") == label:
            return pressed
    raise AssertionError(f"{label} cannot be reached")


@pytest.mark.parametrize(("seed", "story"), [(11, city), (196, columns), (17, teams)])
async def test_on_a_phone_picture_turn_clock_and_buttons_are_in_view_together(
    tmp_path: Path, seed: int, story: Story
) -> None:
    async with dealt(tmp_path, seed) as (at, evening):
        await story(evening)
        window = await at.window(f"/as/{evening.asked.lower()}", size=PHONE, now=evening.now())
        await at_a_glance(window)
        await expect(window.channel.locator("article.board .text").last).to_contain_text(evening.asked)
        box = await window.channel.locator("article.board .gallery img").last.bounding_box()
        assert box is not None
        assert box["width"] > PHONE["width"] / 2
        at.posts({"content": "A word from someone"})
        await expect(window.channel).to_contain_text("A word from someone")
        await at_a_glance(window)
        await window.page.reload()
        await at_a_glance(window)
        assert not window.errors


@pytest.mark.parametrize(
    ("seed", "game", "names"),
    [
        (11, "mafia_city", ("Anna", "Bert", "Cyril")),
        (196, "kralovske_rosady", ("Anna", "Bert", "Cyril", "Dana", "Emil")),
        (17, "star_wars_destiny", ("Anna", "Bert")),
    ],
)
async def test_after_the_end_the_winner_and_every_button_are_in_view_together(
    tmp_path: Path, seed: int, game: str, names: tuple[str, ...]
) -> None:
    async with dealt(tmp_path, seed) as (at, evening):
        await evening.open(*names, game=game)
        await evening.press_board("Anna", "start")
        await evening.play_on()
        for _ in names:
            await evening.pass_time(READING)
        for size in (PHONE, WIDE):
            window = await at.window("/as/anna", size=size, now=evening.now())
            board = window.channel.locator("article.board").last
            await pictures_loaded(window.page)
            winner = board.locator(".body > .text").first
            await expect(winner).to_contain_text("🏆 Winner")
            await seen(window, winner)
            for button in await board.get_by_role("button").all():
                await seen(window, button)
            await window.page.context.close()


async def test_after_an_early_end_the_result_and_the_top_of_the_picture_are_in_view(tmp_path: Path) -> None:
    async with dealt(tmp_path, 11) as (at, evening):
        for person in crowd.people(at.world):
            person.locale = "cs"
        await city(evening)
        for name in ("Anna", "Cyril"):
            await evening.slash(name, "game end")
        window = await at.window("/as/anna", size=WIDE, now=evening.now(), locale="cs-CZ")
        await pictures_loaded(window.page)
        board = window.channel.locator("article.board").last
        result = board.locator(".body > .text").first
        await expect(result).to_contain_text("Konec hry")
        await seen(window, result)
        log, picture = await window.channel.bounding_box(), await board.locator(".gallery img").bounding_box()
        assert log is not None
        assert picture is not None
        assert picture["y"] >= log["y"]


async def test_on_a_phone_a_question_about_a_late_player_does_not_shrink_the_board(tmp_path: Path) -> None:
    async with dealt(tmp_path, 11) as (at, evening):
        await evening.open("Anna", "Bert", "Cyril")
        await evening.press_board("Anna", "start")
        while evening.live.absent is None:
            assert evening.live.deadline is not None
            await evening.pass_time((evening.live.deadline.due - evening.now()).total_seconds() + 1)
        window = await at.window("/as/olga", size=LOW_PHONE, now=evening.now())
        board = window.channel.locator("article.board").last
        await expect(board).to_contain_text("What now?")
        await expect(board.locator(".gallery img")).to_be_visible()
        box = await board.locator(".gallery img").bounding_box()
        assert box is not None
        assert box["width"] > LOW_PHONE["width"] * 0.8
        await seen(window, board.locator(".body > .text").last)
        for button in await board.get_by_role("button").all():
            await seen(window, button)


async def test_the_way_to_the_newest_message_covers_nothing(tmp_path: Path) -> None:
    async with dealt(tmp_path, 11) as (at, evening):
        await city(evening)
        for size in (PHONE, WIDE):
            window = await at.window(f"/as/{evening.asked.lower()}", size=size, now=evening.now())
            await expect(window.board.locator(".gallery img")).to_be_visible()
            await window.channel.evaluate("log => { log.scrollTop = 0; }")
            newest = window.page.locator("#channel .newest")
            await expect(newest).to_be_visible()
            log, box = await window.channel.bounding_box(), await newest.bounding_box()
            line = await window.page.locator("#channel .composer").bounding_box()
            assert log is not None
            assert box is not None
            assert line is not None
            assert box["y"] >= log["y"] + log["height"]
            assert box["x"] >= line["x"] + line["width"]
            await newest.click()
            await expect(newest).to_be_hidden()
            await at_a_glance(window)


async def test_on_a_desk_ones_own_panel_is_next_to_the_board(tmp_path: Path) -> None:
    async with dealt(tmp_path, 11) as (at, evening):
        await city(evening)
        window = await at.window(f"/as/{evening.asked.lower()}", size=WIDE, now=evening.now())
        await at_a_glance(window)
        board = await window.board.bounding_box()
        await window.press(window.board, "My move")
        await expect(window.panel).to_be_visible()
        await at_a_glance(window)
        assert await window.board.bounding_box() == board
        panel, hand = await window.panel.bounding_box(), await window.dm.bounding_box()
        assert board is not None
        assert panel is not None
        assert hand is not None
        assert panel["x"] >= board["x"] + board["width"] - 1
        head = await window.page.locator("#channel").bounding_box()
        assert head is not None
        assert abs(panel["y"] - head["y"]) < 2
        assert hand["height"] > 60
        own = await window.page.locator("#channel .own").bounding_box()
        assert own is not None
        assert own["y"] + own["height"] <= hand["y"] + 1


def five_cards(game: Game) -> bool:
    """Returns whether a player of Star Wars: Destiny has the action with five cards in hand."""
    if game.decision is None or game.decision.kind != "action":
        return False
    seat = game.waiting[0]
    return len(game.view(seat)["players"][seat]["hand"]) == 5


async def test_on_a_desk_a_panel_with_a_full_hand_has_its_controls_in_view(tmp_path: Path) -> None:
    async with dealt(tmp_path, 17) as (at, evening):
        await evening.open("Anna", "Bert", game="star_wars_destiny")
        await evening.press_board("Anna", "start")
        await evening.play_on(five_cards)
        window = await at.window(f"/as/{evening.asked.lower()}", size=WIDE, now=evening.now())
        await at_a_glance(window)
        await window.press(window.board, "My move")
        hand = window.panel.locator(".gallery img")
        await expect(hand).to_be_in_viewport(ratio=0.9)
        await at_a_glance(window)
        for control in await window.panel.locator(".row button:visible").all():
            await expect(control).to_be_in_viewport(ratio=1)
        box = await hand.bounding_box()
        assert box is not None
        assert box["width"] >= LEAST_ON_A_PHONE
        await expect(window.dm).to_be_hidden()
        await window.panel.locator("[data-id=dismiss]").click()
        await expect(window.dm).to_be_visible()


async def test_on_a_phone_a_panel_is_seen_from_its_beginning_right_below_the_board(tmp_path: Path) -> None:
    async with dealt(tmp_path, 11) as (at, evening):
        await city(evening)
        window = await at.window(f"/as/{evening.asked.lower()}", size=PHONE, now=evening.now())
        await window.press(window.board, "My move")
        await expect(window.panel.locator(".text").first).to_be_in_viewport()
        at.posts({"content": "A word from someone"})
        await expect(window.channel).to_contain_text("A word from someone")
        await expect(window.panel.locator(".text").first).to_be_in_viewport()
        last = window.channel.locator("article").last
        assert await last.get_attribute("class") == await window.panel.get_attribute("class")


async def test_on_a_phone_a_private_word_of_before_leaves_the_newest_board_in_view(tmp_path: Path) -> None:
    async with dealt(tmp_path, 196) as (at, evening):
        await evening.slash("Anna", "league open", game="kralovske_rosady", name="Autumn")
        opened = evening.board()
        for name in ("Anna", "Bert", "Cyril", "Dana"):
            await evening.press(name, opened, evening.part(opened, "s_join"))
        await columns(evening)
        window = await at.window(f"/as/{evening.asked.lower()}", size=PHONE, now=evening.now())
        await expect(window.panel).to_contain_text("Autumn")
        await at_a_glance(window)
        await expect(window.page.locator("#channel .newest")).to_be_hidden()


async def test_on_a_phone_the_present_person_is_visible_among_the_people(tmp_path: Path) -> None:
    async with dealt(tmp_path, 196) as (at, _):
        olga = await at.window("/as/olga", size=PHONE)
        await expect(olga.page.locator("#people [aria-current]")).to_be_in_viewport(ratio=1)


async def small(page: Page) -> list[str]:
    """Returns the HTML of the visible controls of the page that are smaller than a fingertip."""
    found: list[str] = await page.evaluate(
        """least => [...document.querySelectorAll("button, select, input, [role=option]")]
            .filter(one => one.checkVisibility() && !one.closest("[inert]") && one.id !== "skip")
            .filter(one => one.getBoundingClientRect().height < least || one.getBoundingClientRect().width < least)
            .map(one => one.outerHTML)""",
        FINGER,
    )
    return found


async def test_on_a_phone_everything_that_can_be_pressed_fits_a_finger(tmp_path: Path) -> None:
    async with dealt(tmp_path, 11) as (at, evening):
        await city(evening)
        window = await at.window(f"/as/{evening.asked.lower()}", size=PHONE, now=evening.now())
        await window.press(window.board, "My move")
        await expect(window.panel).to_be_visible()
        assert await small(window.page) == []
        await window.page.get_by_role("button", name="Options").click()
        assert await small(window.page) == []


async def test_anyone_who_reads_older_messages_stays_there_and_has_a_way_back() -> None:
    async with small_local_table() as at:
        for number in range(40):
            at.posts({"content": f"Message {number}"})
        anna = await at.window(wait=False)
        newest = anna.page.locator("#channel").get_by_role("button", name="Newest messages")
        await expect(anna.channel.get_by_text("Message 39")).to_be_in_viewport()
        await expect(newest).to_be_hidden()
        await anna.channel.get_by_text("Message 5", exact=True).scroll_into_view_if_needed()
        await expect(newest).to_be_visible()
        at.posts({"content": "Message 40"})
        await expect(anna.channel).to_contain_text("Message 40")
        await expect(anna.channel.get_by_text("Message 5", exact=True)).to_be_in_viewport()
        await newest.click()
        await expect(anna.channel.get_by_text("Message 40")).to_be_in_viewport()
