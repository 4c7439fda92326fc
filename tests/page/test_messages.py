"""Tests messages on the page: markdown, both kinds of components, private ones, edits, deletions and failures."""

from __future__ import annotations

import io
import re
from datetime import UTC, datetime, timedelta
from typing import Any

import discord
import pytest
from PIL import Image
from playwright.async_api import Locator, expect

from bot.emulator.objects import Upload
from bot.emulator.people import crowd
from bot.emulator.world import messages
from bot.emulator.world.messages import NewMessage
from tests.emulator.croupier import Bid, Croupier, orders
from tests.page.local_table import PHONE, WIDE, LocalTable, Sitting, small_local_table

pytestmark = pytest.mark.browser

V2 = 1 << 15
EVERYTHING: list[dict[str, Any]] = [
    {"type": 17, "accent_color": 0xAA0000, "components": [
        {"type": 10, "content": "## The city\n**1 Prison**: empty\n-# a remark"},
        {"type": 14, "divider": True, "spacing": 2},
        {"type": 9, "components": [{"type": 10, "content": "A section"}],
         "accessory": {"type": 2, "style": 2, "label": "Aside", "custom_id": "aside"}},
        {"type": 12, "items": [{"media": {"url": "https://example.org/c.png"}, "description": "The city from above"}]},
    ]},
    {"type": 1, "components": [
        {"type": 2, "style": 1, "label": "Go", "custom_id": "go"},
        {"type": 2, "style": 4, "label": "Ruin", "custom_id": "ruin", "disabled": True},
        {"type": 2, "style": 5, "label": "Rules", "url": "https://example.org/rules"},
    ]},
    {"type": 1, "components": [
        {"type": 3, "custom_id": "cards", "placeholder": "Choose some", "min_values": 1, "max_values": 2, "options": [
            {"label": "Thief", "value": "t", "description": "Takes a card"},
            {"label": "Raid", "value": "r", "emoji": {"name": "R"}},
            {"label": "Deal", "value": "d"},
        ]},
    ]},
]  # fmt: skip


def tall_picture(colour: str = "navy") -> Upload:
    """Returns a picture that is higher than wide."""
    drawn = io.BytesIO()
    Image.new("RGB", (600, 800), colour).save(drawn, "PNG")
    return Upload(0, "city.png", drawn.getvalue())


async def shown(at: LocalTable, body: dict[str, Any], **more: str) -> tuple[Sitting, Locator]:
    """Opens Anna's window and posts a message of the bot; returns the window and the message's element."""
    anna = await at.window(wait=False)
    await expect(anna.page.locator("#channel h2")).to_have_text("# table-1")
    message = at.posts(body, **more)
    return anna, anna.channel.locator(f'[data-message="{message.id}"]')


async def test_components_are_shown_in_their_roles_styles_and_states() -> None:
    async with small_local_table() as at:
        _, message = await shown(at, {"flags": V2, "components": EVERYTHING})
        await expect(message.get_by_role("heading", name="The city")).to_be_visible()
        await expect(message.get_by_role("button", name="Aside")).to_have_class("button secondary")
        await expect(message.get_by_role("button", name="Go")).to_have_class("button primary")
        await expect(message.get_by_role("button", name="Ruin")).to_be_disabled()
        await expect(message.get_by_role("link", name="Rules")).to_have_attribute("href", "https://example.org/rules")
        await expect(message.get_by_role("link", name="The city from above")).to_be_visible()
        await expect(message.get_by_role("separator")).to_have_count(1)


async def test_a_select_opens_by_keyboard_and_takes_several() -> None:
    bot = Croupier()
    chosen: list[list[str]] = []

    async def take(interaction: discord.Interaction) -> None:
        assert interaction.data
        chosen.append(list(interaction.data["values"]))  # type: ignore[typeddict-item]
        await interaction.response.send_message("Taken", ephemeral=True)

    bot.presses["cards"] = take
    async with small_local_table(bot) as at:
        anna, message = await shown(at, {"flags": V2, "components": EVERYTHING})
        opener = message.get_by_role("button", name="Choose some")
        await opener.focus()
        await anna.page.keyboard.press("Enter")
        await expect(message.get_by_role("option", name="Thief")).to_be_focused()
        await expect(message.get_by_role("option", name="Thief")).to_contain_text("Takes a card")
        for key in ("Enter", "End", "Space", "ArrowUp", "Enter"):
            await anna.page.keyboard.press(key)
        await message.get_by_role("button", name="Done").click()
        await expect(anna.panel).to_contain_text("Taken")
        assert chosen == [["t", "d"]]


@pytest.mark.parametrize(("most", "words"), [(2, "Exactly 2"), (3, "At least 2")])
async def test_a_select_with_too_few_chosen_says_how_many_and_keeps_its_name(most: int, words: str) -> None:
    options = [{"label": label, "value": label} for label in ("Thief", "Raid", "Deal")]
    mobsters = {"type": 3, "custom_id": "mobsters", "placeholder": "Grand plan", "options": options, "min_values": 2}
    async with small_local_table() as at:
        row = {"type": 1, "components": [{**mobsters, "max_values": most}]}
        anna, message = await shown(at, {"components": [row], "content": "Which?"})
        opener = message.locator("[data-id=mobsters]")
        await opener.click()
        await message.get_by_role("option", name="Raid").click()
        await anna.press(message, "Done")
        await expect(opener).to_contain_text(f"{words} · Grand plan")
        await message.get_by_role("option", name="Deal").click()
        await expect(opener).to_contain_text("Raid, Deal")


async def test_the_page_shows_discords_markdown() -> None:
    async with small_local_table() as at:
        bert = crowd.person(at.world, "Bert")
        channel = at.world.channel("table-2")
        text = (
            f"**bold** *slanted* __under__ ~~gone~~ `code <@1>` {bert.mention} <#{channel.id}> \\*plain\\* <:hat:42>\n"
            "> quoted\n- one\n- two\n||hidden word||\n```py\nx = 1\n```"
        )
        _, message = await shown(at, {"content": text})
        for tag, words in {
            "strong": "bold",
            "em": "slanted",
            "u": "under",
            "s": "gone",
            "blockquote": "quoted",
        }.items():
            await expect(message.locator(tag)).to_have_text(words)
        await expect(message.locator("code").first).to_have_text("code <@1>")
        await expect(message.locator(".mention").nth(0)).to_have_text("@Bert")
        await expect(message.locator(".mention").nth(1)).to_have_text("#table-2")
        await expect(message.get_by_text("*plain*")).to_be_visible()
        await expect(message.get_by_text(":hat:")).to_be_visible()
        await expect(message.get_by_role("listitem")).to_have_text(["one", "two"])
        spoiler = message.get_by_role("button", name="Spoiler: press to show")
        await expect(message.get_by_text("hidden word")).to_be_hidden()
        await spoiler.click()
        await expect(message.get_by_text("hidden word")).to_be_visible()


async def test_a_disc_and_its_letter_stay_on_one_line() -> None:
    async with small_local_table() as at:
        text = "Harbour: \N{LARGE GREEN CIRCLE}C 2, \N{LARGE RED CIRCLE}A \N{HOCHO}Cards"
        _, message = await shown(at, {"content": text})
        await expect(message.locator(".text")).to_have_text(text)
        await expect(message.locator(".whole")).to_have_text(["\N{LARGE GREEN CIRCLE}C", "\N{LARGE RED CIRCLE}A"])


async def test_a_tall_picture_is_next_to_its_text_and_stays_in_sight() -> None:
    story = "A long story\n" * 60
    body = {"flags": V2, "attachments": [{"id": 0, "filename": "city.png"}], "components": [
        {"type": 12, "items": [{"media": {"url": "attachment://city.png"}, "description": "The city"}]},
        {"type": 10, "content": story},
        {"type": 1, "components": [{"type": 2, "style": 1, "label": "My move", "custom_id": "move"}]},
    ]}  # fmt: skip
    async with small_local_table() as at:
        new = NewMessage(at.world.channel("table-1"), at.world.bot.id, body, (tall_picture(),))
        messages.write(at.world, new)
        for size, beside in ((WIDE, True), (PHONE, False)):
            anna = await at.window(size=size, wait=False)
            await expect(anna.board.get_by_role("button", name="My move")).to_be_in_viewport()
            picture, text = anna.board.get_by_role("img", name="The city"), anna.board.locator(".text")
            boxes = [await picture.bounding_box(), await text.bounding_box()]
            assert boxes[0] is not None
            assert boxes[1] is not None
            assert (boxes[0]["x"] + boxes[0]["width"] <= boxes[1]["x"]) is beside
            assert abs(boxes[0]["height"] / boxes[0]["width"] - 4 / 3) < 0.01
            if beside:
                await expect(picture).to_be_in_viewport(ratio=0.85)


async def test_a_picture_that_an_edit_keeps_is_not_drawn_again() -> None:
    body = {"flags": V2, "attachments": [{"id": 0, "filename": "city.png"}], "components": [
        {"type": 12, "items": [{"media": {"url": "attachment://city.png"}, "description": "The city"}]},
    ]}  # fmt: skip
    async with small_local_table() as at:
        anna = await at.window(wait=False)
        await expect(anna.page.locator("#channel h2")).to_have_text("# table-1")
        new = NewMessage(at.world.channel("table-1"), at.world.bot.id, body, (tall_picture(),))
        message = messages.write(at.world, new)
        picture = anna.channel.locator("img")
        await picture.evaluate("it => it.decode().then(() => { it.wasHere = true; })")
        gallery: dict[str, Any] = {
            "type": 12,
            "items": [{"media": {"url": "attachment://city.png"}, "description": "The city at night"}],
        }
        messages.edit(at.world, message, {"components": [gallery, {"type": 10, "content": "It is night"}]})
        await expect(anna.channel).to_contain_text("It is night")
        await expect(picture).to_have_attribute("alt", "The city at night")
        assert await picture.evaluate("it => it.wasHere")
        kept = {"attachments": [{"id": 1, "filename": "night.png"}]}
        gallery["items"][0]["media"]["url"] = "attachment://night.png"
        dark = Upload(1, "night.png", tall_picture("black").content)
        messages.edit(at.world, message, {**kept, "components": [gallery]}, (dark,))
        await expect(anna.channel).not_to_contain_text("It is night")
        await picture.evaluate("it => it.decode()")
        assert not await picture.evaluate("it => it.wasHere")
        await expect(picture).not_to_have_attribute("style", re.compile("url"))


async def test_pictures_that_edits_replace_at_once_fail_no_request() -> None:
    async with small_local_table() as at:
        anna = await at.window(wait=False)
        await expect(anna.page.locator("#channel h2")).to_have_text("# table-1")
        place = at.world.channel("table-1")
        message = messages.write(at.world, NewMessage(place, at.world.bot.id, {"content": "The city"}))
        for number, colour in enumerate(("navy", "black", "maroon")):
            name = f"{colour}.png"
            item = {"media": {"url": f"attachment://{name}"}, "description": colour}
            body = {"attachments": [{"id": number, "filename": name}], "flags": V2, "content": None}
            upload = Upload(number, name, tall_picture(colour).content)
            messages.edit(at.world, message, {**body, "components": [{"type": 12, "items": [item]}]}, (upload,))
        picture = anna.channel.get_by_role("img", name="maroon")
        await picture.evaluate("it => it.decode()")
        await expect(picture).not_to_have_attribute("style", re.compile("url"))
        await anna.page.wait_for_load_state("networkidle")
        assert anna.failed == []


async def test_a_relative_time_counts_down_by_itself() -> None:
    async with small_local_table() as at:
        anna = await at.window(wait=False)
        start = datetime.fromtimestamp(1_800_000_000, UTC)
        await anna.page.clock.install(time=start)
        await anna.page.clock.pause_at(start + timedelta(seconds=10))
        await anna.page.reload()
        at.posts({"content": "Time is up <t:1800000110:R>"})
        moment = anna.channel.locator("time.moment")
        await expect(moment).to_have_text("in 100 seconds")
        await anna.page.clock.run_for(3_000)
        await expect(moment).to_have_text("in 97 seconds")


async def test_text_is_never_taken_for_html() -> None:
    async with small_local_table() as at:
        anna, message = await shown(at, {"content": "<img src=x onerror=alert(1)> <b>no</b> [x](javascript:alert(1))"})
        await expect(message).to_contain_text("<img src=x onerror=alert(1)> <b>no</b>")
        assert await message.locator("img, b, .text a").count() == 0
        assert not anna.errors


async def test_a_private_message_is_only_for_one_and_can_be_dismissed() -> None:
    async with small_local_table() as at:
        anna, message = await shown(at, {"content": "Psst", "flags": 64}, only_for="Anna")
        bert = await at.window("/as/bert", wait=False)
        await expect(message).to_contain_text("Only you can see this")
        await expect(bert.page.locator("#channel .log")).to_contain_text("Nothing here yet.")
        await message.get_by_role("button", name="Dismiss message").click()
        await expect(message).to_have_count(0)
        assert "Psst" not in "".join(bert.heard)
        assert "Psst" in "".join(anna.heard)


async def test_a_screen_reader_hears_a_message_without_its_markup() -> None:
    async with small_local_table() as at:
        anna = await at.window(wait=False)
        await expect(anna.channel).to_contain_text("Nothing here yet.")
        here = at.world.channel("table-1").id
        said = f"You sit in <#{here}>.\n1\\. **Anna**, place 2\n-# Seal: `{'0a' * 20}` <:sign:123>"
        at.posts({"content": said})
        heard = anna.page.locator("#announcer")
        await expect(heard).to_contain_text("You sit in #table-1. 1. Anna, place 2 Seal:")
        await expect(heard).not_to_contain_text("0a0a")


async def test_the_focus_survives_edits_and_deletions() -> None:
    async with small_local_table() as at:
        anna, message = await shown(at, {"flags": V2, "components": EVERYTHING})
        await message.get_by_role("button", name="Go").focus()
        held = at.world.channel("table-1").messages[next(iter(at.world.channel("table-1").messages))]
        messages.edit(at.world, held, {"components": [{"type": 10, "content": "The city has changed"}, *EVERYTHING]})
        await expect(message).to_contain_text("(edited)")
        await expect(message.get_by_role("button", name="Go")).to_be_focused()
        await expect(anna.page.get_by_role("status")).to_contain_text("The city has changed")
        messages.delete(at.world, held)
        await expect(message).to_have_count(0)


async def test_thinking_becomes_the_answer_and_a_modal_takes_what_is_filled_in() -> None:
    async with small_local_table(Croupier()) as at:
        anna = await at.window()
        await anna.type_command("/game rules")
        await anna.page.keyboard.press("Enter")
        form = anna.page.get_by_role("group", name="/game rules")
        await form.get_by_role("button", name="+ topic").click()
        topic = form.get_by_label("topic", exact=True)
        await topic.fill("m")
        await expect(form.get_by_role("option")).to_have_text(["mobster", "map"])
        await topic.fill("map")
        await form.get_by_role("button", name="Send").click()
        await expect(anna.panel).to_contain_text("About map")
        await anna.type_command("/game ask")
        await anna.page.keyboard.press("Enter")
        dialog = anna.page.get_by_role("dialog", name="Your bid")
        await expect(dialog.get_by_label("Points 1-9")).to_be_focused()
        await dialog.get_by_role("button", name="Submit").click()
        await expect(dialog.get_by_role("alert")).to_contain_text("Points 1-9")
        await dialog.get_by_label("Points 1-9").fill("7")
        await dialog.get_by_role("button", name="Submit").click()
        await expect(anna.panel).to_contain_text("You bid 7")
        await expect(dialog).to_have_count(0)


async def test_an_unacknowledged_press_shows_an_error_in_the_pages_language() -> None:
    async with small_local_table(Croupier()) as at:
        at.world.limits.acknowledge = 0.5
        _, message = await shown(at, {"flags": V2, "components": EVERYTHING})
        bert = await at.window("/as/bert", locale="cs-CZ")
        await message.get_by_role("button", name="Go").click()
        await bert.board.get_by_role("button", name="Go").click()
        await expect(message.get_by_role("alert")).to_contain_text("This interaction failed")
        await expect(bert.board.get_by_role("alert")).to_contain_text("Tato interakce se nezdařila")
        await expect(message.get_by_role("button", name="Go")).to_be_enabled()


async def test_a_modal_and_a_user_option_know_the_people() -> None:
    bot = Croupier()

    async def bid(interaction: discord.Interaction) -> None:
        await interaction.response.send_modal(Bid())

    bot.presses["go"] = bid
    async with small_local_table(bot) as at:
        anna, message = await shown(at, {"flags": V2, "components": EVERYTHING})
        await message.get_by_role("button", name="Go").click()
        await expect(anna.page.get_by_role("dialog", name="Your bid")).to_be_visible()
        await anna.page.keyboard.press("Escape")
        await expect(message.get_by_role("button", name="Go")).to_be_focused()
        await anna.type_command("/game peek")
        await expect(anna.page.get_by_role("option", name="/game peek")).to_have_attribute("aria-selected", "true")
        await anna.page.keyboard.press("Tab")
        form = anna.page.get_by_role("group", name="/game peek")
        await form.get_by_label("player").select_option("Bert")
        await form.get_by_role("button", name="Send").click()
        await expect(anna.panel).to_contain_text("You look at @Bert")


async def test_a_form_with_checkboxes_radio_buttons_and_a_file_is_sent() -> None:
    bot = Croupier()
    bot.presses["go"] = orders
    async with small_local_table(bot) as at:
        anna, message = await shown(at, {"flags": V2, "components": EVERYTHING})
        await message.get_by_role("button", name="Go").click()
        dialog = anna.page.get_by_role("dialog", name="Your order")
        await dialog.get_by_role("button", name="Submit").click()
        await expect(dialog.get_by_role("alert")).to_contain_text("Size")
        await dialog.get_by_role("radio", name="Large").check()
        await dialog.get_by_role("checkbox", name="Milk").check()
        await dialog.get_by_role("checkbox", name="Ice").check()
        await expect(dialog.get_by_role("checkbox", name="Sugar")).to_be_disabled()
        recipe = dialog.get_by_label("Recipe")
        await recipe.set_input_files({"name": "big.txt", "mimeType": "text/plain", "buffer": b"x" * 200_000})
        await dialog.get_by_role("button", name="Submit").click()
        await expect(dialog.get_by_role("alert")).to_contain_text("Recipe")
        await recipe.set_input_files({"name": "tea.txt", "mimeType": "text/plain", "buffer": b"water"})
        await dialog.get_by_role("button", name="Submit").click()
        await expect(anna.panel).to_contain_text("Large with ['Milk', 'Ice'] by ['water']")


async def test_headings_of_messages_have_levels_without_gaps_below_the_channels() -> None:
    async with small_local_table() as at:
        _, message = await shown(at, {"content": "### Small\n# Big\n## Middle\n### Small\n"})
        for text, level in (("Big", 3), ("Middle", 4)):
            await expect(message.get_by_role("heading", name=text, level=level)).to_be_visible()
        await expect(message.get_by_role("heading", name="Small", level=3)).to_have_count(1)
        await expect(message.get_by_role("heading", name="Small", level=5)).to_have_count(1)
        alone = at.posts({"content": "### Lessons\nLearn a game"})
        one = message.page.locator(f'[data-message="{alone.id}"]')
        await expect(one.get_by_role("heading", name="Lessons", level=3)).to_be_visible()
