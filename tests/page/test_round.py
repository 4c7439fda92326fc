"""Three people play a whole round in their browsers, in Czech and in English; an onlooker looks on."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.async_api import expect

from tests.page.house import House, Sitting, house

pytestmark = pytest.mark.browser

OTHERS = ("hitman", "complicity", "police_chief", "fbi", "police_raid", "thief", "pulling_strings", "rackets",
          "grand_plan", "secret_deal")  # fmt: skip
FISTS_EVERYWHERE = "\n".join(['name = "fists"', "[cards]", "informer = { fist = 39 }", *(f"{o} = {{ fist = 1 }}" for o in OTHERS)])
WORDS = {
    "en": {"move": "My move", "put": "Put a mobster", "pass": "Pass", "let": "Let it pass", "react": "React",
           "keep": "Keep the cards", "confirm": "Confirm", "play": "Informer", "fists": "fist",
           "hand": "Your hand", "private": "Only you can see this"},
    "cs": {"move": "My move", "put": "Položit mafiána", "pass": "Pas", "let": "Let it pass", "react": "React",
           "keep": "Nechat si karty", "confirm": "Potvrdit", "play": "Práskač", "fists": "pěst",
           "hand": "Tvoje karty", "private": "Tohle vidíš jen ty"},
}  # fmt: skip


class Seat:
    """Somebody at the table, who acts by what the page shows and calls it by the words of their language."""

    def __init__(self, sitting: Sitting, language: str) -> None:
        self.sitting = sitting
        self.words = WORDS[language]

    async def board(self, word: str) -> None:
        """Press a button of the public board."""
        await self.sitting.press(self.sitting.board, self.words[word])

    async def panel(self, *names: str | re.Pattern[str]) -> None:
        """Walk the private panel by these buttons."""
        for name in names:
            await self.sitting.panel.get_by_role("button", name=name).first.click()

    async def confirm(self) -> None:
        """The last press, and that it was taken."""
        await self.panel(self.words["confirm"])
        await expect(self.sitting.panel).to_contain_text(re.compile("✅|👌"))


async def waited_for(onlooker: Sitting) -> set[str]:
    """Whom the board names, as the page's guide shows it to anybody."""
    chips = onlooker.page.locator("#guide .chip")
    await expect(chips.first).to_be_visible()
    return {str(await chip.get_attribute("data-id")) for chip in await chips.all()}


async def open_table(at: House) -> dict[str, Seat]:
    """Anna opens a table with one press and seats Cyril; Bert sits down in his own window."""
    sittings = {name: await at.window(f"/as/{name}") for name in ("anna", "bert", "cyril")}
    anna = sittings["anna"]
    await anna.page.get_by_role("button", name="New table").click()
    await anna.page.get_by_role("button", name="Seat Cyril").click()
    await sittings["bert"].press(sittings["bert"].board, "Join")
    for name in ("Anna", "Bert", "Cyril"):
        await expect(anna.page.get_by_role("button", name=f"{name} is seated")).to_be_disabled()
    await anna.page.locator("#guide").get_by_role("button", name="Start").click()
    return {name: Seat(sitting, "cs" if name == "bert" else "en") for name, sitting in sittings.items()}
