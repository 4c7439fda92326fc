"""A test client that gives a seat's answers only through the components of its panels, and counts the presses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

from bot.emulator.people.modals import Modal
from bot.emulator.people.seen import Part, Seen
from bot.features.play import panel_view
from bot.features.play.panel_forms import FIRST
from bot.features.play.service import keys_of
from bot.games.key_tree import chosen_keys, step
from bot.texts import translator_for
from bot.views import custom_id
from rules.decisions import PASS, Window
from rules.engine import Game
from tests.bot.games.every_board import facts
from tests.bot.table import Evening

EN = translator_for("en")
BUTTON = 2
Press = tuple[Part, tuple[str, ...]]


class NoWay(LookupError):
    """Raised if no component of a panel is known to lead to an answer."""


class Clicks:
    """A client that answers for all users at a table by pressing components of their panels, and counts the presses."""

    def __init__(self, evening: Evening) -> None:
        self.evening = evening
        self.presses: Counter[tuple[str, str]] = Counter()
        """The number of presses, by kind of question and seat."""

    @property
    def total(self) -> int:
        return sum(self.presses.values())

    async def answer(self, seat: str, *keys: str) -> int:
        """Gives an answer through the panel of the seat's user, press by press, and returns the number of presses.

        Raises NoWay if no component of the panel leads to the answer.
        """
        game, before = self.evening.game, self.total
        number = game.number
        while game.number == number and seat in game.waiting:
            panel = await self.panel(seat, keys)
            if panel is not None:
                ways = (found for part in panel.usable if (found := way(game, seat, keys, part)))
                if (found := next(ways, None)) is None:
                    await self._fill_in(seat, panel, keys)
                else:
                    await self.press(seat, panel, found[0].custom_id, *found[1])
        return self.total - before

    async def _fill_in(self, seat: str, panel: Seen, keys: Sequence[str]) -> None:
        """Gives an answer by the form that asks a choice together with its later questions; takes their first options.

        Raises NoWay if the panel has no such form for the answer.
        """
        evening, game = self.evening, self.evening.game
        for part in panel.usable:
            custom = custom_id.parse(part.custom_id)
            if custom is not None and custom.verb == "batch" and leads(game, seat, custom.path, keys):
                person = evening.person(evening.holder(seat))
                form = (await person.press(panel, part.custom_id)).modal
                assert form is not None
                assert game.decision is not None
                self.presses[game.decision.kind, seat] += 2
                await person.submit(form, first_options(form, list(game.keys(seat)), keys[0]))
                await evening.settled()
                return
        raise NoWay(keys)

    async def order(self, seat: str, label: str, count: int = 0, *, option: str = "") -> int:
        """Gives a standing order in the panel by a button or a select, and returns the number of presses.

        `label`: part of the label of the button, or of the placeholder of the select. Of a select, the first `count`
        options are chosen, or the one with the label `option`.
        """
        before = self.total
        panel = await self.panel(seat, ("?",))
        assert panel is not None
        part = next(part for part in panel.usable if label in (part.label or part.placeholder or ""))
        chosen = [one for one in part.options if one.label == option] if option else part.options[:count]
        await self.press(seat, panel, part.custom_id, *(one.value for one in chosen))
        return self.total - before

    async def panel(self, seat: str, keys: Sequence[str]) -> Seen | None:
        """Returns the private panel that asks the current question; if there is none, opens it by *My move*.

        For a pass in a window without such a panel, presses the board's button for a pass instead, which is the answer,
        and returns None.
        """
        evening, number = self.evening, self.evening.game.number
        name = evening.holder(seat)
        asks = [seen for seen in evening.person(name).messages(evening.channel) if asks_in(seen, number)]
        if asks:
            return asks[-1]
        window = isinstance(evening.game.decision, Window)
        passes = window and tuple(keys) == (PASS,)
        verb = PASS if passes else "react" if window else "move"
        await self.press(seat, evening.board(name), evening.part(evening.board(name), verb))
        return None if passes else evening.private(name)

    async def press(self, seat: str, message: Seen, custom: str, *values: str) -> None:
        evening, name = self.evening, self.evening.holder(seat)
        assert evening.game.decision is not None
        self.presses[evening.game.decision.kind, seat] += 1
        if values and message.find(custom).type == BUTTON:
            form = (await evening.person(name).press(message, custom)).modal
            assert form is not None
            await evening.person(name).submit(form, groups_of(form, values))
        elif values:
            await evening.person(name).select(message, custom, values)
        else:
            await evening.person(name).press(message, custom)
        await evening.settled()


def asks_in(seen: Seen, number: int) -> bool:
    """Returns whether a message is a private panel that asks the decision with that number."""
    return seen.ephemeral and any(part.custom_id.split(":")[3:4] == [str(number)] for part in seen.usable)


def first_options(form: Modal, keys: Sequence[str], key: str) -> dict[str, list[str]]:
    """Returns values for the form that asks a choice together with its later questions: this key, and the first option
    of each later question.
    """
    values = {field.custom_id: [field.part.options[0].value] for field in form.fields}
    if FIRST in values:
        alike = [one for one in keys if one.partition(":")[0] == key.partition(":")[0]]
        values[FIRST] = [str(alike.index(key))]
    return values


def groups_of(form: Modal, values: Sequence[str]) -> dict[str, list[str]]:
    """Returns which of these values can be ticked in each group of a form, by the group's `custom_id`."""
    return {
        field.custom_id: [option.value for option in field.part.options if option.value in values]
        for field in form.fields
    }


def way(game: Game, seat: str, keys: Sequence[str], part: Part) -> Press | None:
    """Returns the press of a component that gives an answer or leads towards it: the component and the values to
    choose in it; None if the component does not lead there.
    """
    custom = custom_id.parse(part.custom_id)
    if custom is None or custom.number != game.number:
        return None
    match custom.verb:
        case "do" | "pass":
            return (part, ()) if keys_of(game, seat, custom) == tuple(keys) else None
        case "chosen" | "tick":
            listed = list(game.keys(seat))
            return (part, tuple(str(listed.index(key)) for key in keys)) if keys else None
        case "pick":
            values = (one.value for one in part.options if leads(game, seat, path_of(custom.path, one.value), keys))
            return next(((part, (value,)) for value in values), None)
        case "both":
            return both(game, seat, keys, part)
        case "walk" if custom.chosen is not None:
            return (part, ()) if chosen_keys(game.keys(seat), custom.chosen) == tuple(keys) else None
        case "walk" if custom.path:
            return (part, ()) if leads(game, seat, custom.path, keys) else None
    return None


def path_of(start: tuple[int, ...], value: str) -> tuple[int, ...]:
    return (*start, *(int(index) for index in value.split(".")))


def both(game: Game, seat: str, keys: Sequence[str], part: Part) -> Press | None:
    """Returns the press that selects two options whose combination leads to the wanted keys; None if no two do."""
    custom, count = custom_id.parse(part.custom_id), len(part.options)
    panel = panel_view.panel_at(facts(game.rules.name, len(game.seats)), game, seat, EN)
    assert custom is not None
    assert panel is not None
    for pair in combinations(range(count), 2):
        path = panel.path_of_both(custom.path, pair)
        if path is not None and leads(game, seat, path, keys):
            return part, (str(pair[0]), str(pair[1]))
    return None


def leads(game: Game, seat: str, path: tuple[int, ...], keys: Sequence[str]) -> bool:
    found = step(game, seat, path)
    if found is None or len(keys) != 1:
        return False
    if found.key is not None:
        return found.key == keys[0]
    return any(leads(game, seat, option.path, keys) for option in found.options)
