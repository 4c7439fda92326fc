"""Builds a position of Mafia City and plays it through the table protocol."""

from __future__ import annotations

from collections import Counter
from typing import Any

from rules.protocol import Session

from .layout import CITY, layout, the_rest
from .oracle import (
    KINDS,
    LOCATIONS,
    MOBSTERS,
    PHASE_TWO_AND_THREE,
    Json,
    expected_keys,
    expected_seats,
    expected_silence,
    seen_by,
)

EVERYWHERE = [f"place:{place}" for place in LOCATIONS]
FISTS = "hitman-fist complicity-fist"
TABLES: list[Table] = []


class Table:
    """A protocol session at one table; the invariants are checked after every accepted request."""

    def __init__(self, line: Json, session: Session | None = None) -> None:
        self.session = session or Session()
        self.reply: Json = {}
        self.told: list[Json] = []
        self._answered: tuple[int, set[str]] = (0, set())
        reply = self.session.say(line)
        assert reply["ok"], reply
        self.cards: Counter[str] | None = None
        self._take(reply)
        TABLES.append(self)

    # What is done

    def answers(self, seat: str, *keys: str) -> Table:
        number = self.number
        reply = self.session.say({"cmd": "answer", "number": number, "seat": seat, "keys": list(keys)})
        assert reply["ok"], f"{seat} {self.kind}: {keys} was refused: {reply}"
        already = self._answered[1] if self._answered[0] == number else set()
        self._answered = (number, {*already, seat})
        self._take(reply)
        return self

    plays = answers
    reacts = answers

    def chance(self, *keys: str) -> Table:
        return self.answers("chance", *keys)

    def passes(self, *seats: str) -> Table:
        for seat in seats:
            self.answers(seat, "pass")
        return self

    def clock(self) -> Table:
        """Lets the time for the pending decision run out."""
        reply = self.session.say({"cmd": "clock", "number": self.number})
        assert reply["ok"], reply
        self._take(reply)
        return self

    def everyone_passes(self) -> Table:
        """Lets every asked seat pass in the open window."""
        assert self.reply["asked"]["shape"] == "window", self.reply["asked"]
        number = self.number
        while self.reply["asked"] and self.number == number:
            self.passes(self.seats[0])
        return self

    def no_one_reacts(self) -> Table:
        assert self.kind == "react", self.reply["asked"]
        return self.everyone_passes()

    def no_one_deals(self) -> Table:
        assert self.kind == "deal", self.reply["asked"]
        return self.everyone_passes()

    # What is expected

    def asked(self, kind: str, *seats: str) -> Table:
        assert (self.kind, self.seats) == (kind, list(seats)), self.reply["asked"]
        return self

    def offers(self, seat: str, *keys: str) -> Table:
        """Checks that exactly these keys are offered, in any order."""
        assert sorted(self.keys(seat)) == sorted(keys)
        return self

    def offers_in_order(self, seat: str, *keys: str) -> Table:
        assert self.keys(seat) == list(keys)
        return self

    def never_offers(self, seat: str, *words: str) -> Table:
        """Checks that none of the seat's keys begins with one of these words."""
        assert not [key for key in self.keys(seat) if key.startswith(words)]
        return self

    def refuses(self, seat: str, keys: str | list[str], error: str, number: int | None = None) -> Table:
        """Checks that an answer is refused with this error and changes nothing."""
        before = (self._all("table"), self.record, self.reply["asked"])
        line = {
            "cmd": "answer",
            "number": self.number if number is None else number,
            "seat": seat,
            "keys": keys.split() if isinstance(keys, str) else keys,
        }
        refusal = self.session.say(line)
        assert (refusal["ok"], refusal["error"]) == (False, error), refusal
        assert refusal["message"]
        assert (self._all("table"), self.record, self.session.say({"cmd": "table"})["asked"]) == before
        return self

    # What can be seen

    @property
    def number(self) -> int:
        return int(self.reply["asked"]["number"])

    @property
    def kind(self) -> str:
        return str(self.reply["asked"]["kind"])

    @property
    def seats(self) -> list[str]:
        return sorted(self.reply["asked"]["seats"])

    @property
    def about(self) -> Json:
        return dict(self.reply["asked"]["about"])

    @property
    def silence(self) -> str | None:
        silence: str | None = self.reply["asked"]["silence"]
        return silence

    @property
    def over(self) -> Json:
        return dict(self.reply["over"])

    def keys(self, seat: str) -> list[str]:
        return list(self.session.say({"cmd": "keys", "seat": seat})["keys"])

    @property
    def record(self) -> list[str]:
        return list(self.session.say({"cmd": "record"})["record"])

    @property
    def entries(self) -> list[str]:
        """Returns the record's entries without their numbers."""
        return [line.split(" ", 1)[1] for line in self.record if line.split(" ")[0].isdigit()]

    def stack(self, place: str) -> str:
        return "".join(self.state["stacks"][place])

    @property
    def cell(self) -> str:
        return "".join(self.state["cell"])

    def hand(self, seat: str) -> str:
        return " ".join(self.state["players"][seat]["hand"])

    def points(self, seat: str) -> int:
        return int(self.state["players"][seat]["points"])

    def crew(self, seat: str) -> int:
        return int(self.state["players"][seat]["crew"])

    def reserve(self, seat: str) -> int:
        return int(self.state["players"][seat]["reserve"])

    def passed(self, seat: str) -> bool:
        passed = self.state["players"][seat]["passed"]
        assert isinstance(passed, bool)
        return passed

    @property
    def open(self) -> str:
        return " ".join(self.state["open"])

    @property
    def discard(self) -> str:
        return " ".join(self.state["discard"])

    @property
    def deck(self) -> str:
        return " ".join(self.state["deck"])

    def view(self, seat: str | None = None) -> Json:
        line = {"cmd": "view"} if seat is None else {"cmd": "view", "seat": seat}
        return dict(self.session.say(line)["view"])

    def told_to(self, *listeners: str) -> list[Json]:
        return [event for event in self.told if event["to"] in listeners]

    # What must always hold

    def _all(self, member: str) -> Json:
        return dict(self.session.say({"cmd": member})[member])

    def _take(self, reply: Json) -> None:
        self.reply = reply
        self.told = list(reply["told"])
        assert {event["to"] for event in self.told} <= {"all", *"abcde"}
        self.state = self._all("table")
        self._mobsters_are_conserved()
        self._cards_are_conserved()
        self._views_hold_nothing_hidden()
        if reply["asked"]:
            self._the_question_is_the_contracts()

    def _mobsters_are_conserved(self) -> None:
        for seat, player in self.state["players"].items():
            outside = sum(stack.count(seat) for stack in self.state["stacks"].values())
            total = player["crew"] + player["reserve"] + outside + self.state["cell"].count(seat)
            assert total == MOBSTERS[len(self.state["players"])], f"mobsters of {seat}"
            assert min(player["crew"], player["reserve"]) >= 0

    def _cards_are_conserved(self) -> None:
        if self.reply["asked"] and self.kind in ("start", "city", "deck"):
            return
        hands = [code for player in self.state["players"].values() for code in player["hand"]]
        present = Counter(hands + self.state["open"] + self.state["deck"] + self.state["discard"])
        self.cards = present if self.cards is None else self.cards
        assert present == self.cards

    def _views_hold_nothing_hidden(self) -> None:
        if self.reply["asked"] and self.kind in ("start", "city", "deck"):
            return
        for seat in (None, *self.state["players"]):
            assert self.view(seat) == seen_by(self.state, seat)

    def _the_question_is_the_contracts(self) -> None:
        asked = self.reply["asked"]
        shape, secret, patience = KINDS[self.kind]
        assert (asked["shape"], asked["secret"], asked["patience"]) == (shape, secret, patience)
        for seat in self.state["players"]:
            if seat not in asked["seats"]:
                assert self.keys(seat) == []
        if shape == "draw":
            assert list(asked["seats"]) == ["chance"]
            assert (asked["silence"], asked["about"]) == (None, {})
            assert len(self.keys("chance")) == asked["seats"]["chance"]
            return
        assert asked["seats"], "a decision asks someone"
        assert shape == "window" or len(asked["seats"]) == 1
        for seat, count in asked["seats"].items():
            self._the_keys_are_the_contracts(seat, count)
        self._everyone_is_asked_who_should_be()
        self._it_says_what_it_is_about()

    def _the_keys_are_the_contracts(self, seat: str, count: int) -> None:
        keys = self.keys(seat)
        assert len(keys) == count == len(set(keys))
        expected = expected_keys(self.kind, seat, self.state, self.about)
        if expected is not None:
            assert sorted(keys) == sorted(expected), f"{seat} {self.kind}"
        assert self.silence == expected_silence(self.kind, keys, self.state, seat)
        assert self.silence in (*keys, "-")

    def _everyone_is_asked_who_should_be(self) -> None:
        expected = expected_seats(self.kind, self.state, self.about)
        if expected is not None:
            answered = self._answered[1] if self._answered[0] == self.number else set()
            assert self.seats == [seat for seat in expected if seat not in answered]

    def _it_says_what_it_is_about(self) -> None:
        members = {"react": {"play", "links"}, "complicity": {"mobster", "by"}, "deal": {"location", "deals"}}
        usual = {"location"} if self.kind in PHASE_TWO_AND_THREE else set()
        assert set(self.about) == members.get(self.kind, usual)


def position(seats: int = 3, **how: Any) -> Table:
    """Returns a game at a table that `layout` describes; the test answers its draws."""
    return Table({"cmd": "position", "table": layout(seats, **how), "chance": "ask"})


def evaluating(**how: Any) -> Table:
    """Returns a game at the beginning of a location phase, with only the given cards in hands."""
    return position(phase="locations", **how)


def names(seats: int) -> list[str]:
    return ["Anna", "Bert", "Cyril", "Dora", "Emil", "Franz"][:seats]


def opened(seats: int = 3, goal: str = "beginners") -> Table:
    """Returns a new game whose draws the test answers."""
    line = {"cmd": "new", "game": "mafia_city", "seats": names(seats), "options": {"goal": goal}}
    return Table({**line, "chance": "ask"})


def dealt(seats: int = 3, start: str = "a", top: str = "", goal: str = "beginners") -> Table:
    """Returns a new game up to the first mulligan, with these cards on top of the deck."""
    table = opened(seats, goal).chance(start).chance(*CITY.split())
    return table.chance(*top.split(), *the_rest(top.split()))


def replays(table: Table) -> None:
    """Checks that a table's record replays to the same table, question and result."""
    again = Session()
    reply = again.say({"cmd": "load", "record": table.record})
    assert reply["ok"], reply
    assert (reply["asked"], reply["over"]) == (table.reply["asked"], table.reply["over"])
    assert again.say({"cmd": "table"})["table"] == table.state
    assert again.say({"cmd": "record"})["record"] == table.record
