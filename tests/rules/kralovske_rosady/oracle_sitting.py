"""Plays over the table protocol and compares the rules with an independent model after every answer."""

from __future__ import annotations

import random
from typing import Any

from rules.protocol import Session

from .oracle_columns import Json, result
from .oracle_course import Ask, Asking, Course, view

NAMES = "Anna Bert Cyril Dana Emil Fera".split()


class Sitting:
    """A table that fails at the first difference from the model, and shows the record that led to it."""

    def __init__(self, seats: int, position: Json | None = None) -> None:
        self.course = Course(list("abcdef"[:seats]))
        self.session = Session()
        self.number = 0
        self.told: list[Json] = []
        self.ask: Ask | None = None
        self._asking: Asking
        if position is None:
            self._asking = self.course.from_the_start()
            line: Json = {"cmd": "new", "game": "kralovske_rosady", "seats": NAMES[:seats], "chance": "ask"}
        else:
            self._asking = self.course.from_a_position(position)
            line = {"cmd": "position", "table": position, "chance": "ask"}
        self._meet(self.session.say(line), None)

    def say(self, **line: Any) -> Json:
        return self.session.say(line)

    # Answers

    def answer(self, *keys: str, by_the_clock: bool = False) -> None:
        """Answers the open question in the rules and in the model, and compares both. If the answer is given by the
        clock, the keys must be the question's silence.
        """
        assert self.ask is not None
        if by_the_clock:
            reply = self.say(cmd="clock", number=self.number)
        else:
            reply = self.say(cmd="answer", number=self.number, seat=self.ask.seat, keys=list(keys))
        self._meet(reply, list(keys))

    def random_answer(self, dice: random.Random) -> None:
        assert self.ask is not None
        if self.ask.shape == "draw":
            self.answer(*dice.sample(self.ask.keys, self.ask.takes))
        elif dice.random() < 0.05:
            self.answer(str(self.ask.silence), by_the_clock=True)
        else:
            self.answer(dice.choice(self.ask.keys))

    # Comparing

    def _meet(self, reply: Json, keys: list[str] | None) -> None:
        assert reply["ok"], reply
        self.told = reply["told"]
        self.ask = self._next(keys)
        self.number += 1
        self._same(reply["asked"], None if self.ask is None else self._described(self.ask), "asked")
        if self.ask is not None:
            assert self.say(cmd="keys", seat=self.ask.seat)["keys"] == self.ask.keys, self._how()
        if self.course.laid:
            table = self.say(cmd="table")["table"]
            if self.ask is None:
                table["phase"] = self.course.table["phase"]
            self._same(table, self.course.table, "table")
        over = None if self.ask else result({seat: self.course.player(seat)["points"] for seat in self.course.seats})
        self._same(reply["over"], over, "over")

    def _next(self, keys: list[str] | None) -> Ask | None:
        try:
            return next(self._asking) if keys is None else self._asking.send(keys)
        except StopIteration:
            return None

    def _described(self, ask: Ask) -> Json:
        what = {
            "number": self.number,
            "kind": ask.kind,
            "shape": ask.shape,
            "seats": {ask.seat: len(ask.keys)},
            "silence": ask.silence,
            "secret": ask.secret,
        }
        return what if ask.of is None else {**what, "of": ask.of}

    def _same(self, got: Any, expected: Any, what: str) -> None:
        """Checks that a reply agrees with the model; the reply may contain further facts about a decision."""
        if what == "asked" and got is not None and expected is not None:
            assert got["shape"] == "draw" or isinstance(got["patience"], str), self._how()
            got = {name: got[name] for name in got if name in expected}
        assert got == expected, "\n".join([*_differences(got, expected, what), self._how()])

    def views_agree(self) -> None:
        for seat in (None, *self.course.seats):
            line = {"cmd": "view"} if seat is None else {"cmd": "view", "seat": seat}
            self._same(self.session.say(line)["view"], view(self.course.table, seat), "view")

    def _how(self) -> str:
        return "\n".join(self.say(cmd="record")["record"][-12:])


def _differences(got: Any, expected: Any, where: str) -> list[str]:
    """Returns a line for each difference of two replies: the member's path, its value and the expected one."""
    if isinstance(got, dict) and isinstance(expected, dict):
        names = sorted({*got, *expected})
        return [line for x in names for line in _differences(got.get(x), expected.get(x), f"{where}.{x}")]
    if isinstance(got, list) and isinstance(expected, list) and len(got) == len(expected):
        pairs = enumerate(zip(got, expected, strict=True))
        return [line for x, (a, b) in pairs for line in _differences(a, b, f"{where}[{x}]")]
    return [] if got == expected else [f"{where}: {got}, expected {expected}"]
