"""Tests a whole round of three users in their browsers, in Czech and in English, with an onlooker."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Locator, expect

from bot.emulator.people import crowd
from tests.page.local_table import PATIENCE, LocalTable, Sitting, local_table

pytestmark = pytest.mark.browser

OTHERS = ("hitman", "complicity", "police_chief", "fbi", "police_raid", "thief", "pulling_strings", "rackets",
          "grand_plan", "secret_deal")  # fmt: skip
FISTS_EVERYWHERE = "\n".join(
    ['name = "fists"', "[cards]", "informer = { fist = 39 }", *(f"{o} = {{ fist = 1 }}" for o in OTHERS)]
)
WORDS = {
    "en": {
        "new": "Mafia City", "seat": "Seat", "sits": "is seated", "join": "Join", "start": "Start", "move": "My move",
        "put": "Place a mobster", "pass": "Pass", "let": "Don't react", "react": "React", "informer": "Informer",
        "confirm": "Confirm", "fists": "two fists", "hand": "Your hand", "private": "Only you can see this",
        "cancels": "cancels", "second": "Round 2", "out": "Don't ask again",
    },
    "cs": {
        "new": "Mafia City", "seat": "Posadit:", "sits": "sedí u stolu", "join": "Připojit se", "start": "Začít",
        "move": "Můj tah", "put": "Položit mafiána", "pass": "Pas", "let": "Nereagovat", "react": "Reagovat",
        "informer": "Práskač", "confirm": "Potvrdit", "fists": "dvěma Pěstmi", "hand": "Tvoje karty",
        "private": "Toto vidíš jen ty", "cancels": "ruší", "second": "Kolo 2", "out": "Už se neptat",
    },
}  # fmt: skip


class Seat:
    """A user at the table who presses what the page shows; labels are in the table's and the user's own language."""

    def __init__(self, sitting: Sitting, own: str, table: str) -> None:
        self.sitting = sitting
        self.own = WORDS[own]
        self.table = WORDS[table]

    async def board(self, word: str) -> None:
        """Presses the public board's button with the label for this key of `WORDS`."""
        await self.sitting.press(self.sitting.board, self.table[word])

    async def panel(self) -> Locator:
        """Presses My move and returns the private panel that opens.

        A press on a board that was just replaced gets a message; then the new board is pressed.
        """
        before = self.sitting.panel
        number = await before.get_attribute("data-message") if await before.count() else ""
        for _ in range(3):
            alerts = await self.sitting.channel.get_by_role("alert").count()
            await self.board("move")
            if await self.opened(number or "", alerts):
                break
        await expect(self.sitting.panel).not_to_have_attribute("data-message", number or "none yet")
        await expect(self.sitting.panel).to_contain_text(self.own["private"])
        return self.sitting.panel

    async def opened(self, number: str, alerts: int) -> bool:
        """Waits until a new panel opens (True) or a message says that the press was too late (False)."""
        panel, words = self.sitting.panel, self.sitting.channel.get_by_role("alert")
        async with asyncio.timeout(PATIENCE / 1000):
            while True:
                if await panel.count() and await panel.get_attribute("data-message") != number:
                    return True
                if await words.count() > alerts:
                    return False
                await self.sitting.page.evaluate("new Promise(requestAnimationFrame)")

    async def take(self, panel: Locator, name: str, option: str = "") -> None:
        """Presses the component of this name in a panel, chooses an option with these words if it is a list, and
        confirms.
        """
        await self.choose(panel, panel.get_by_role("button", name=re.compile(name)).first, option)
        confirm = panel.get_by_role("button", name=self.own["confirm"])
        over = panel.get_by_text("✅").or_(panel.get_by_role("button", name=self.own["out"]))
        await expect(confirm.or_(over).first).to_be_visible()
        if await confirm.is_visible():
            await confirm.click()
        await expect(panel.get_by_role("button", name=self.own["confirm"])).to_have_count(0)

    @staticmethod
    async def choose(panel: Locator, part: Locator, option: str = "") -> None:
        """Presses a button; in a list, chooses the first option with these words, or as many options as required."""
        is_list = await part.get_attribute("aria-haspopup") == "listbox"
        await part.click()
        if not is_list:
            return
        done = panel.locator("button.done:visible")
        for each in await panel.get_by_role("option", name=re.compile(option)).all():
            await each.click()
            if await done.count():
                await done.click()
            if not await done.count():
                return

    async def first_way(self, panel: Locator) -> None:
        """Presses the first offered component again and again until the panel says that the answer counts, six times at
        most.
        """
        for _ in range(6):
            ways = panel.locator("button:enabled:not(.plain)")
            if await panel.get_by_text(re.compile("✅|👌")).count() or not await ways.count():
                return
            seen = await panel.inner_text()
            await self.choose(panel, ways.first)
            await expect(panel).not_to_have_text(seen, use_inner_text=True)


class Round:
    """Plays a whole round through the users' windows: a mobster is placed, a card is played and cancelled, then all
    pass.
    """

    def __init__(self, onlooker: Sitting, seats: dict[str, Seat], table: str) -> None:
        self.onlooker = onlooker
        self.seats = seats
        self.words = WORDS[table]
        self.is_put = self.is_cancelled = False

    async def text(self) -> str:
        """Returns the board's text as the onlooker reads it."""
        return await self.onlooker.board.inner_text()

    async def waited_for(self) -> list[str]:
        """Returns the names of the players that the page's guide waits for."""
        await expect(self.onlooker.page.locator("#guide")).to_contain_text("Waiting for")
        chips = self.onlooker.page.locator("#guide .chip")
        await expect(chips).not_to_have_count(0)
        # At one moment: the guide may change between two looks.
        asked: list[str] = await chips.evaluate_all("chips => chips.map(chip => chip.dataset.id)")
        return asked

    async def play(self) -> None:
        """Plays until the second round begins; fails after 60 steps."""
        for _ in range(60):
            text = await self.text()
            if self.words["second"] in text:
                return
            await self.step()
            await expect(self.onlooker.board).not_to_have_text(text, use_inner_text=True)
        raise AssertionError(f"the round does not end: {await self.text()}")

    async def step(self) -> None:
        """Answers once for the asked player, or lets all asked players pass in a window."""
        asked = await self.waited_for()
        let = self.onlooker.board.get_by_role("button", name=self.words["let"], exact=True)
        if await let.count():
            window = await let.get_attribute("data-id")
            for name in asked:
                await self.seats[name].board("let")
            # The board changes with each of them; only when it is closed, no one is asked there any more.
            await expect(self.onlooker.channel.locator(f'button[data-id="{window}"]')).to_have_count(0)
            return
        seat = self.seats[asked[0]]
        panel = await seat.panel()
        if await panel.get_by_role("button", name=seat.own["put"]).count() == 0:
            await seat.first_way(panel)
        elif not self.is_put:
            await seat.take(panel, seat.own["put"], "^3 ")
            self.is_put = True
        elif not self.is_cancelled and await panel.get_by_role("button", name=seat.own["informer"]).count():
            await seat.take(panel, seat.own["informer"])
            await self.cancel(asked[0])
        else:
            await seat.take(panel, f"{seat.own['pass']}$")

    async def cancel(self, player: str) -> None:
        """Lets the first asked player cancel the card of `player` with two fists, in a window of two."""
        await expect(self.onlooker.board.get_by_role("button", name=self.words["react"], exact=True)).to_be_visible()
        asked = await self.waited_for()
        assert player not in asked
        assert len(asked) == 2
        seat = self.seats[asked[0]]
        await seat.board("react")
        await seat.take(seat.sitting.panel, seat.own["fists"])
        await expect(self.onlooker.board).to_contain_text(self.words["cancels"])
        self.is_cancelled = True


async def open_table(at: LocalTable, table: str) -> dict[str, Seat]:
    """Opens and starts a table as Anna, who seats Cyril; Bert joins in his own window, in Czech.

    Returns the three seats by name.
    """
    crowd.person(at.world, "Anna").locale = {"en": "en-US", "cs": "cs"}[table]
    browsers = {"anna": {"en": "en-GB", "cs": "cs-CZ"}[table], "bert": "cs-CZ", "cyril": "en-US"}
    windows = {name: await at.window(f"/as/{name}", locale=locale) for name, locale in browsers.items()}
    anna, own = windows["anna"].page, WORDS[table]
    await anna.get_by_role("button", name=own["new"]).click()
    await anna.get_by_role("button", name=f"{own['seat']} Cyril").click()
    await windows["bert"].press(windows["bert"].board, own["join"])
    guide = anna.locator("#guide")
    for name in ("Anna", "Bert", "Cyril"):
        await expect(guide.get_by_role("button", name=f"{name} {own['sits']}", pressed=True)).to_be_visible()
    await guide.get_by_role("button", name=own["start"]).click()
    languages = {"anna": table, "bert": "cs", "cyril": "en"}
    return {name: Seat(window, languages[name], table) for name, window in windows.items()}


@pytest.mark.parametrize("table", ["en", "cs"])
async def test_three_people_play_a_round_in_their_browsers(tmp_path: Path, monkeypatch: Any, table: str) -> None:
    deck = tmp_path / "deck.toml"
    deck.write_text(FISTS_EVERYWHERE)
    monkeypatch.setenv("KRUPIER_MAFIA_CITY_DECK", str(deck))
    async with local_table(tmp_path, None, None, "tests.page.unhurried") as at:
        olga = await at.window("/as/olga")
        seats = await open_table(at, table)
        await expect(olga.board.get_by_role("button", name=WORDS[table]["move"])).to_be_enabled()
        for seat in seats.values():
            await expect(seat.sitting.dm.get_by_role("heading")).to_contain_text(seat.own["hand"])
            await expect(seat.sitting.dm.get_by_role("button", name=seat.own["move"])).to_be_enabled()
        game = Round(olga, seats, table)
        await game.play()
        assert game.is_cancelled
        assert not at.world.refusals
        assert_saw_nothing_private(at, olga)
        for sitting in (olga, *(seat.sitting for seat in seats.values())):
            assert not sitting.errors


def assert_saw_nothing_private(at: LocalTable, olga: Sitting) -> None:
    """Checks that no DM or private message of anyone has reached the onlooker's page."""
    heard = "\n".join(olga.heard)
    assert olga.heard
    private = [
        message
        for channel in at.world.channels.values()
        for message in channel.messages.values()
        if channel.recipient_id or message.only_for
    ]
    assert len(private) > 10
    for message in private:
        assert str(message.id) not in heard
        assert all(str(file["id"]) not in heard for file in message.data["attachments"])
    own = at.world.dm(crowd.person(at.world, "Olga").id)
    others = [one for one in at.world.channels.values() if one.recipient_id and one is not own]
    assert all(str(one.id) not in heard for one in others)
    for word in ("Your hand", "Tvoje karty", "kr:1:do"):
        assert word not in heard
