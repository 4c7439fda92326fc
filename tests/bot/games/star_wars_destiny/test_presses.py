"""Tests the number of presses of a move, from My move to its Confirm, and of batches with one Confirm."""

from __future__ import annotations

from pathlib import Path

from bot.emulator.people.seen import Seen
from bot.features.play import panel_base
from bot.texts import translator_for
from tests.bot.starters import begun, on_turn, opened, silently
from tests.bot.table import Evening

EN = translator_for("en")


class Clicks:
    """A user who makes moves in the panel by its labels only, and counts the presses."""

    def __init__(self, evening: Evening, name: str) -> None:
        self.evening = evening
        self.name = name
        self.presses = 0

    @property
    def panel(self) -> Seen:
        return self.evening.private(self.name)

    async def my_move(self) -> None:
        self.presses += 1
        await opened(self.evening, self.name)

    async def pick(self, placeholder: str, label: str = "") -> None:
        """Chooses in a select, or presses the button that replaces a select with a single option."""
        self.presses += 1
        for part in self.panel.usable:
            if part.type == 3 and placeholder in (part.placeholder or ""):
                option = next(one for one in part.options if label in one.label)
                await self.evening.person(self.name).select(self.panel, part.custom_id, [option.value])
                await self.evening.settled()
                return
        await self._press(f"{placeholder}: {label}" if label else placeholder)

    async def press(self, label: str) -> None:
        self.presses += 1
        await self._press(label)

    async def _press(self, label: str) -> None:
        part = next(part for part in self.panel.usable if part.type == 2 and label in (part.label or ""))
        await self.evening.press(self.name, self.panel, part.custom_id)


async def until_offered(evening: Evening, verb: str) -> str:
    """Lets seats activate or stay silent until the active seat is offered a move with a target that begins with
    `verb`; returns its player's name.
    """
    for _ in range(120):
        game = evening.game
        seat = game.waiting[0]
        keys = list(game.keys(seat))
        assert game.decision is not None
        if game.decision.kind == "action" and any(key.startswith(verb) and key.count(":") > 1 for key in keys):
            return on_turn(evening)
        active = [key for key in keys if key.startswith("activate")]
        if game.decision.kind == "action" and active:
            await evening.answer(seat, active[0])
        else:
            await silently(evening)
    raise AssertionError(f"nobody could {verb}")


async def test_an_activation_takes_two_presses(database: Path) -> None:
    async with begun(database) as evening:
        clicks, before, seat = Clicks(evening, on_turn(evening)), evening.game.number, evening.game.waiting[0]
        view = evening.game.view(seat)
        path = ("activate", view["players"][seat]["characters"][0]["id"])
        await clicks.my_move()
        await clicks.pick(
            "Activate",
            evening.live.game_ui.option(
                evening.live.game_ui.context(evening.live.facts, EN, view), "action", path
            ).text,
        )
        assert evening.game.number > before
        assert clicks.presses == 2
        evening.clean()


async def test_a_pass_takes_two_presses(database: Path) -> None:
    async with begun(database) as evening:
        clicks, before = Clicks(evening, on_turn(evening)), evening.game.number
        await clicks.my_move()
        await clicks.press("Pass")
        assert evening.game.number > before
        assert clicks.presses == 2
        evening.clean()


async def test_resolving_a_die_at_a_target_takes_two_presses(database: Path) -> None:
    async with begun(database) as evening:
        name = await until_offered(evening, "resolve")
        clicks, before = Clicks(evening, name), evening.game.number
        await clicks.my_move()
        select = next(part for part in clicks.panel.usable if "Resolve a die" in (part.placeholder or part.label or ""))
        await clicks.pick("Resolve a die", select.options[0].label if select.type == 3 else "")
        if evening.game.number == before:
            target = next(part for part in clicks.panel.usable if part.custom_id.split(":")[2] == "do")
            await clicks.press(target.label or "")
        assert evening.game.number > before
        assert clicks.presses <= 2
        evening.clean()


async def test_playing_an_upgrade_takes_three_presses_confirm_included(database: Path) -> None:
    async with begun(database) as evening:
        name = await until_offered(evening, "play")
        clicks, before = Clicks(evening, name), evening.game.number
        seat = evening.game.waiting[0]
        upgrade = next(key for key in evening.game.keys(seat) if key.startswith("play") and key.count(":") > 1)
        _, code, character = upgrade.split(":")[:3]
        view, facts, game_ui = evening.game.view(seat), evening.live.facts, evening.live.game_ui
        await clicks.my_move()
        labels = [
            game_ui.option(game_ui.context(facts, EN, view), "action", way).text
            for way in (("play", code), ("play", code, character))
        ]
        await clicks.pick("Play a card", " – ".join(labels))
        await clicks.press("Confirm")
        assert evening.game.number > before
        assert clicks.presses == 3
        entry = next(entry for entry in evening.game.entries if entry.number == before)
        assert entry.keys == (upgrade,)
        evening.clean()


async def test_all_dice_of_a_symbol_need_one_choice_and_at_most_one_confirm(database: Path) -> None:
    async with begun(database) as evening:
        for _ in range(200):
            game = evening.game
            seat = game.waiting[0]
            if panel_base.runs_of(evening.live.facts, game, seat, EN):
                break
            active = [key for key in game.keys(seat) if key.startswith("activate")]
            await (evening.answer(seat, active[0]) if active else silently(evening))
        name, before = on_turn(evening), game.number
        run = panel_base.runs_of(evening.live.facts, game, seat, EN)[0]
        clicks = Clicks(evening, name)
        await evening.bot.app.people.change(evening.person(name).id, confirm="always")
        await clicks.my_move()
        await clicks.pick("Several at once", run.label.text)
        assert run.label.text in clicks.panel.text
        assert evening.game.number == before
        await clicks.press("Confirm")
        given = [entry.keys for entry in evening.game.entries if entry.seat == seat and entry.number >= before]
        assert given == [answer.keys for answer in run.answers]
        assert clicks.presses == 3
        # A second press of the same Confirm says what was done, and does nothing.
        after = evening.game.number
        await evening.person(name).forge(clicks.panel, f"kr:{evening.table}:run_do:{before}:0")
        await evening.settled()
        assert evening.game.number == after
        evening.clean()
