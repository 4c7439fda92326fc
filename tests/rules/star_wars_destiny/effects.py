"""Counts how often each card had an effect in random games, so that cards without any effect are noticed.

An effect is a card and one of its paragraphs or keywords: `("rey", "extra_action")`, `("flank", "event")`, or `die`
for a resolved die. It counts if it changed something at the table in addition to its price, or showed a player a card;
a permanent ability counts when it made a difference. The tables are random, so that every card appears often.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from unittest import mock

from rules.decisions import Several
from rules.engine import Game
from rules.star_wars_destiny import STAR_WARS_DESTINY, activation, defeat, game, playing
from rules.star_wars_destiny.cards import TEXTS
from rules.star_wars_destiny.effects.steps import Pay, Step
from rules.star_wars_destiny.effects.text import Ability, Text
from rules.star_wars_destiny.facts import CARDS
from rules.star_wars_destiny.pieces import Card
from rules.star_wars_destiny.table import HAND_SIZE, Table
from rules.star_wars_destiny.view import everything

from .table import code_of

Effect = tuple[str, str]
KEYWORDS = ("ambush", "guardian", "redeploy")
ONGOING = ("guards", "discount", "unrestricted", "income", "hand_size", "extra_action", "x_is", "splits_shields")
STEPS = ("replaces_defeat", "played")
ABILITIES = ("special", "action", "event", "claim")


def expected() -> list[Effect]:
    """Returns every effect that one of the 174 cards can have in a game."""
    return [(code, what) for code in CARDS for what in _says(TEXTS[code])]


def _says(text: Text) -> Iterator[str]:
    if text.printed.has_die:
        yield "die"
    for name in (*KEYWORDS, *ONGOING, *STEPS, *ABILITIES):
        if getattr(text, name):
            yield name
    for trigger in text.triggers:
        yield trigger.moment


class Effects(Counter[Effect]):
    """A counter that has, for each effect (card and paragraph), how often it happened in the games it watched."""

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Patches the rules so that effects are counted in games that are played inside the block; restores them at
        its end.
        """
        with mock.patch.multiple(
            playing, _pay=self._paying(playing._pay), _grant=self._granting(playing._grant)
        ), mock.patch.multiple(game, income_of=self._income(game.income_of)), mock.patch.object(
            activation, "_guardian", self._guarding(activation._guardian)
        ), mock.patch.object(defeat, "_redeploy", self._redeploying(defeat._redeploy)):  # fmt: skip
            steps = list(self._steps())
            try:
                for code, what, step in steps:
                    vars(step)["do"] = self._doing((code, what), step.do)
                yield
            finally:
                for _, _, step in steps:
                    vars(step).pop("do", None)

    @staticmethod
    def _steps() -> Iterator[tuple[str, str, Step]]:
        """Yields (card, paragraph or keyword, step) for every step of a card, without the price of an ability."""
        for code, text in TEXTS.items():
            for name in STEPS:
                step = getattr(text, name)
                if step is not None:
                    yield code, name, step
            abilities: list[tuple[str, Ability | None]] = [(name, getattr(text, name)) for name in ABILITIES]
            abilities += [(trigger.moment, trigger) for trigger in text.triggers]
            for name, ability in abilities:
                if ability is not None:
                    step = ability.step
                    yield code, name, step.step if isinstance(step, Pay) else step

    # What is watched

    def _doing(self, effect: Effect, do: Callable[..., Any]) -> Callable[..., Any]:
        async def watched(f: Any) -> bool:
            before = _seen(f.table)
            done: bool = await do(f)
            if _seen(f.table) != before or (effect[1] == "before:played" and done):
                self[effect] += 1
            return done

        return watched

    def _paying(self, pay: Callable[..., Any]) -> Callable[..., Any]:
        """Returns the function wrapped, so that it counts discounts and restrictions that had an effect."""

        async def watched(table: Table, cause: Any, printed: Any, replaced: Any, less: int | None) -> None:
            onto: Card | None = cause.onto
            text = TEXTS[printed.code]
            if less is not None and onto is not None and onto.text.discount is not None:
                self[onto.code, "discount"] += bool(onto.text.discount(onto, printed, onto) and printed.cost > less)
            if onto is not None and onto.text.unrestricted is not None and text.attach_to is not None:
                self[onto.code, "unrestricted"] += not text.attach_to(onto)
            await pay(table, cause, printed, replaced, less)

        return watched

    def _granting(self, grant: Callable[..., Any]) -> Callable[..., Any]:
        """Wraps the function that grants additional actions, to count them."""

        def watched(table: Table, cause: Any) -> None:
            due = cause.player.extra
            grant(table, cause)
            came = cause.player.extra - due
            if came and TEXTS[cause.printed.code].ambush:
                self[cause.printed.code, "ambush"] += 1
                came -= 1
            if came and cause.onto is not None and cause.onto.text.extra_action is not None:
                self[cause.onto.code, "extra_action"] += 1

        return watched

    def _income(self, income_of: Callable[..., int]) -> Callable[..., int]:
        def watched(table: Table, player: Any) -> int:
            income = income_of(table, player)
            if income < game.INCOME:
                for card in table.watching["income"]:
                    self[card.code, "income"] += card.player is not player
            return income

        return watched

    def _guarding(self, guard: Callable[..., Any]) -> Callable[..., Any]:
        async def watched(table: Table, character: Card) -> None:
            before = _seen(table)
            givers = [card for card in table.watching.get("guards", ()) if card.text.guards(card, character)]  # type: ignore[misc]
            await guard(table, character)
            if _seen(table) != before:
                self[character.code, "guardian"] += character.text.guardian
                for card in givers:
                    self[card.code, "guards"] += not character.text.guardian

        return watched

    def _redeploying(self, redeploy: Callable[..., Any]) -> Callable[..., Any]:
        async def watched(table: Table, character: Card, event: str) -> None:
            there = list(character.upgrades)
            await redeploy(table, character, event)
            for upgrade in there:
                self[upgrade.code, "redeploy"] += upgrade.bearer is not character

        return watched

    def hear(self, table: Table, told: list[Any]) -> None:
        """Counts effects that events report: resolved dice, X values, split shields and raised hand sizes."""
        for event in told:
            facts = event.facts
            if event.name == "resolves":
                code = code_of(facts["die"].partition("+")[0])
                self[code, "die"] += 1
                self[code, "x_is"] += facts["side"].startswith("x") and facts["value"] > 0
                self[code, "splits_shields"] += facts["side"].endswith("sh") and facts["target"] is None
            elif event.name == "upkeep" and facts["drawn"]:
                player = table.players[facts["seat"]]
                for card in table.watching.get("hand_size", ()):
                    self[card.code, "hand_size"] += card.player is player and len(player.hand) > HAND_SIZE


def _seen(table: Table) -> object:
    """Returns the state that shows whether a step had an effect: table, additional actions and looks at cards."""
    due = [player.extra for player in table.players.values()]
    return everything(table), due, sum(event.name == "saw" for event in table.told)


# Games


def play(effects: Effects, seed: int, wanted: str | None = None, answers: int = 150) -> None:
    """Plays one random table up to this number of answers and counts the effects that its events report; the first
    player certainly has the `wanted` card.
    """
    dice = random.Random(seed)
    at = Game.at(STAR_WARS_DESTINY, laid(dice, wanted=wanted), seed=dice.randbytes(32))
    heard = 0
    while at.decision is not None and at.number <= answers:
        answer(dice, at)
        effects.hear(at.table, at.table.told[heard:])
        heard = len(at.table.told)


def answer(dice: random.Random, at: Game) -> None:
    """Gives one random answer to the pending question."""
    (seat,) = at.waiting
    keys = list(at.keys(seat))
    if isinstance(at.decision, Several):
        chosen = dice.sample(keys, dice.randint(at.decision.least, min(at.decision.most, len(keys))))
    else:
        chosen = [_one(dice, keys)]
    at.answer(at.number, seat, chosen)


def _one(dice: random.Random, keys: list[str]) -> str:
    """Returns a random key, rarely a pass; a card with many keys is as likely as one with a single key."""
    active = [key for key in keys if key not in ("pass", "done", "no", "claim")]
    if not active or dice.random() < 0.1:
        return dice.choice(keys)
    what = dice.choice(list(dict.fromkeys(_beginning(key) for key in active)))
    return dice.choice([key for key in active if _beginning(key) == what])


def _beginning(key: str) -> str:
    """Returns the act of a key with its source, without its target."""
    return ":".join(key.split(":")[:2])


def laid(dice: random.Random, seats: str = "ab", wanted: str | None = None) -> dict[str, Any]:
    """Returns a random table at which players have many cards and resources, and many characters are damaged."""
    battlefields = [code for code, printed in CARDS.items() if printed.type == "battlefield"]
    dice.shuffle(battlefields)
    battlefields.sort(key=lambda code: code != wanted)
    return {
        "game": "star_wars_destiny", "round": dice.randint(1, 2), "phase": "action", "turn": "a",
        "battlefield": {"card": battlefields[0], "owner": "a", "controller": dice.choice(seats)},
        "unused": dict(zip(seats[1:], battlefields[1:], strict=False)),
        "players": {seat: _player(dice, seat, wanted if seat == seats[0] else None) for seat in seats},
    }  # fmt: skip


def _player(dice: random.Random, seat: str, wanted: str | None = None) -> dict[str, Any]:
    of: dict[str, list[str]] = {}
    for code, printed in CARDS.items():
        of.setdefault(printed.type, []).append(code)
    colour = dice.choice(["red", "blue", "yellow"])
    if wanted is not None and CARDS[wanted].colour != "gray":
        colour = CARDS[wanted].colour

    def some(codes: list[str], count: int) -> list[str]:
        """Returns some of the cards, mostly of one colour because these work together; the wanted card comes first."""
        weight = {code: dice.random() ** (0.25 if CARDS[code].colour == colour else 1) for code in codes}
        return sorted(weight, key=lambda code: (code == wanted, weight[code]), reverse=True)[:count]

    team = some(of["character"], 4)
    upgrades = iter(some(of["upgrade"], 6))
    characters: list[dict[str, Any]] = [
        {
            "id": f"{seat}-{code}",
            "dice": 2 if len(CARDS[code].points) == 2 and dice.random() < 0.5 else 1,
            "damage": dice.randrange(CARDS[code].health) * dice.randint(0, 1),
            "shields": dice.randint(0, 2),
            "upgrades": [{"id": f"{seat}-{next(upgrades)}"} for _ in range(dice.choice((0, 0, 1, 2)))],
        }
        for code in team[:3]
    ]
    supports = [{"id": f"{seat}-{code}"} for code in some(of["support"], 2)]
    names = [(one["id"], one["dice"]) for one in characters]
    names += [(each["id"], 1) for one in characters for each in one["upgrades"]] + [
        (each["id"], 1) for each in supports
    ]
    rest = [*of["event"], *of["upgrade"], *of["support"]]
    return {
        "resources": dice.randint(3, 9), "characters": characters, "supports": supports,
        "defeated": [{"id": f"{seat}-{team[3]}", "dice": 1}],
        "pool": [
            {"die": f"{name}+{number}", "side": dice.choice(CARDS[code_of(name)].sides).word}
            for name, count in names if CARDS[code_of(name)].has_die and dice.random() < 0.6
            for number in range(1, count + 1)
        ],
        "hand": [*some(rest, 5), *some(rest, 3)], "deck": some(rest, 8), "discard": some(rest, 6),
    }  # fmt: skip
