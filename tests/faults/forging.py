"""Creates requests of a manipulated client: changed or invented custom_ids, values, options and modals."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, NamedTuple

from bot.emulator.errors import Json
from bot.gateway.features import HANDLERS
from bot.interactions import handlers
from bot.views.custom_id import CustomId, parse

DIGITS = ("²", "١٢", "१", "𝟙", "⑫", "½", "Ⅷ", "1_0", "+1", "-1", " 1", "1\n", "1.0", "0x1", "1e3", "007", "9" * 5_000)
"""Texts that some parsers take for a number; none of them is one."""
HOSTILE = (
    "@everyone", "@here", "<@1>", "<@&1>", "<#1>", "</game new:1>", "```", "`", "**x**", "||x||", "~~", "[a](https://x.y)",
    "https://x.y", "\u202eabc\u202c", "\u2066x", "\u200b", "\u200d" * 30, "\ufeff", "a\u0301" * 40, "e" + "\u0337" * 60,
    "\n\n# x\n> y", "- x\n1. y", "{name}", "%s", "\x00", "\x1b[31m", "\u2028", "👩‍👩‍👧‍👦" * 10,
    "🏴‍☠️", "ﷺ" * 20, "𒐫" * 16,
    "שלום", "مرحبا", "\ud83d", "A" * 4_000, "'; DROP TABLE games; --", "<script>", "&lt;", "-# small",
    "<t:1:R>", "<:a:1>",
)  # fmt: skip
"""Texts with a meaning for Discord, a terminal or a database, and meaningless ones."""
VALUES = (*DIGITS, *HOSTILE, "", "0", "1", "24", "25", "0.0", "0.0.0.0", "99.99", "...", "auto", "cs", "never", "pass")
KINDS = (2, 3, 3, 3, 5)
"""Discord's numbers of a button, a select, and a select of users."""
VERBS = (handlers.marked(kind, how) for kind in HANDLERS for how in (handlers.press, handlers.modal))
WORDS = tuple(sorted({verb for methods in VERBS for _, verbs in methods for verb in verbs}))
TYPES = (3, 4, 5, 6, 10)


class Forged(NamedTuple):
    """One forged press: its custom_id, the type of component, and the chosen values."""

    custom_id: str
    kind: int
    values: tuple[str, ...]

    @property
    def data(self) -> Json:
        """Returns the press as the gateway sends it."""
        told: Json = {"custom_id": self.custom_id, "component_type": self.kind}
        return told if self.kind == 2 else {**told, "values": list(self.values)}


def press(dice: Random, real: Sequence[str], values: Sequence[str], tables: Sequence[int]) -> Forged:
    """Returns a random press that most likely no message offers."""
    kind = dice.choice(KINDS)
    chosen = tuple(
        dice.choice((dice.choice(VALUES), dice.choice(values))) for _ in range(dice.choice((0, 1, 1, 2, 25)))
    )
    return Forged(_custom_id(dice, real, tables)[:100], kind, chosen)


def _custom_id(dice: Random, real: Sequence[str], tables: Sequence[int]) -> str:
    said, way = dice.choice(real), dice.randrange(8)
    meant = parse(said)
    if way == 0 or meant is None:
        return said
    if way == 1:
        return _torn(dice, said)
    if way == 2:
        return _torn(dice, _torn(dice, _torn(dice, said)))
    if way == 3:
        return "".join(dice.choice("kr:0123456789abcdef.=_²١é🎲 \n") for _ in range(dice.randrange(1, 101)))
    if way == 4:
        return said.replace(str(meant.game), dice.choice(DIGITS), 1)
    return str(_bent(dice, meant, tables))


def _torn(dice: Random, text: str) -> str:
    """Returns a text with one character removed, added, doubled or changed at random, or cut off there."""
    at, letter = dice.randrange(len(text) + 1), dice.choice("0123456789:.=abcdef_²١ ")
    return dice.choice((text[:at] + letter + text[at:], text[:at] + letter + text[at + 1 :], text[:at] + text[at + 1 :],
                        text[:at] + text[at:][:1] * 2 + text[at:], text[:at]))  # fmt: skip


def _bent(dice: Random, meant: CustomId, tables: Sequence[int]) -> CustomId:
    """Returns a custom_id in which the table, verb, decision, path or set is replaced by another one."""
    number = meant.number if meant.number is not None else dice.choice((None, 0, 1))
    numbers = (None, 0, 1, 9, 999_999_999, number, number, (number or 0) + 1, max((number or 0) - 1, 0))
    number = dice.choice(numbers)
    path: tuple[int, ...] = () if number is None else dice.choice((
        meant.path, meant.path, (*meant.path, dice.randrange(30)),
        tuple(dice.randrange(30) for _ in range(dice.randrange(10))), (dice.choice((0, 24, 25, 9_999)),),
    ))  # fmt: skip
    sets = (meant.chosen, None, None, 0, 1, dice.getrandbits(dice.randrange(1, 256)))
    return CustomId(
        dice.choice((meant.game, meant.game, *tables, 0, 999, 10**17, dice.randrange(10**9))),
        dice.choice((meant.verb, dice.choice(WORDS), dice.choice(WORDS))),
        number, path[:10], None if number is None else dice.choice(sets),
    )  # fmt: skip


def modal(dice: Random, tables: Sequence[int]) -> Json:
    """Returns the data of a form that no user was shown."""
    verb = dice.choice(("deck_pasted", "deck_written", "deck_renamed", "t_ruled", dice.choice(WORDS)))
    where = CustomId(dice.choice((0, *tables)), verb, dice.choice((None, 0, 1, 999)))
    custom_id = dice.choice((str(where), f"{where}:1.1", f"{where}1.1", _torn(dice, str(where))))
    fields = [
        {"type": 4, "custom_id": name,
         "value": "\n".join(dice.choice(VALUES) for _ in range(dice.randrange(6)))[:4_000]}
        for name in ("list", "name", "places", "else") if dice.random() < 0.8
    ]  # fmt: skip
    rows = [
        {"type": 18, "component": field} if dice.random() < 0.8 else {"type": 1, "components": [field]}
        for field in fields
    ]
    return {"custom_id": custom_id, "components": rows}


def command(dice: Random, path: Sequence[Json], *, completes: bool) -> Json:
    """Returns the data of a command, or of its autocompletion, with an option value of a wrong form."""
    root, *inner = path
    taken = path[-1].get("options") or [{"name": "nothing", "type": 3}]
    wrong = dice.choice(taken)
    options: list[Json] = [_invalid(dice, wrong)]
    if completes:
        for option in options:
            option["focused"] = dice.random() < 0.9
            option["value"] = dice.choice((option["value"], "", dice.choice(HOSTILE), dice.choice(DIGITS)))
    if dice.random() < 0.2:
        options.append(
            {"name": dice.choice(("zz", "²", "name")), "type": dice.choice(TYPES), "value": dice.choice(VALUES)}
        )
    for step in reversed(inner):
        options = [{"type": step["type"], "name": step["name"], "options": options}]
    return {"id": root["id"], "name": root["name"], "type": 1, "options": options}


def _invalid(dice: Random, option: Json) -> Json:
    """Returns the data of a command's option with a value that Discord's clients would not send."""
    kind = option["type"]
    wrong: list[Any] = [dice.choice(DIGITS), True, 2**70, -1, 0, 1.5, ["0"]]
    if kind == 3 and not option.get("choices"):
        return {"name": option["name"], "type": dice.choice((4, 5)), "value": dice.choice(wrong)}
    if kind == 6:
        return {"name": option["name"], "type": 3, "value": dice.choice(VALUES)}
    if kind == 4 and not option.get("choices"):
        return {"name": option["name"], "type": 4, "value": dice.choice([*wrong[:3], -1, 1.5])}
    return {"name": option["name"], "type": kind, "value": dice.choice((*DIGITS, *HOSTILE))}
