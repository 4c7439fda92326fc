"""Builds a position of Královské rošády from a short description and plays it through the table protocol.

A column is written `"art-3 a:king b:storm c:mage?"`: the point card, then the cards downwards, each with its owner.
`?` is face down, `^` is tucked face down under a disguise, `closed` marks a column closed by a storm.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

from rules.protocol import Session

from .oracle import KINDS, POINTS, Json, all_cards, all_points, expected_keys, seen_by

TABLES: list[Table] = []
SETUP = ("start", "points", "deck")
NAMES = ["Anna", "Bert", "Cyril", "Dora", "Emil", "Franz"]


class Table:
    """A protocol session at one table; the invariants are checked after every accepted request."""

    def __init__(self, line: Json) -> None:
        self.session = Session()
        self.reply: Json = {}
        self.told: list[Json] = []
        self.state: Json = {}
        self._cards: Any = None
        reply = self.session.say(line)
        assert reply["ok"], reply
        self._take(reply)
        TABLES.append(self)

    # What is done

    def answers(self, seat: str, *keys: str) -> Table:
        reply = self.session.say({"cmd": "answer", "number": self.asked["number"], "seat": seat, "keys": list(keys)})
        assert reply["ok"], f"{seat} {self.kind}: {keys} was refused: {reply}"
        self._take(reply)
        return self

    plays = answers

    def chance(self, *keys: str) -> Table:
        return self.answers("chance", *keys)

    def draws(self, dice: random.Random) -> Table:
        """Answers the pending draw at random: one seat, six point cards for each player, or a whole deck or discard
        pile.
        """
        keys = self.keys("chance")
        count = {"start": 1, "points": 6 * len(self.state["players"])}.get(self.kind, len(keys))
        return self.chance(*dice.sample(keys, count))

    def clock(self) -> Table:
        """Lets the time for the pending decision run out."""
        reply = self.session.say({"cmd": "clock", "number": self.asked["number"]})
        assert reply["ok"], reply
        self._take(reply)
        return self

    def goes_on(self) -> Table:
        """Answers all pending reshuffles with the order that the cards already have."""
        while self.reply["asked"] and self.kind == "reshuffle":
            self.chance(*self.keys("chance"))
        return self

    # What is expected

    def asks(self, kind: str, seat: str) -> Table:
        assert (self.kind, list(self.asked["seats"])) == (kind, [seat]), self.asked
        return self

    def offers(self, seat: str, *keys: str) -> Table:
        assert self.keys(seat) == list(keys)
        return self

    def refuses(self, seat: str, *keys: str, error: str = "not-allowed", late: int = 0) -> Table:
        """Checks that an answer is refused with this error and changes nothing."""
        before = (self._all("table"), self.record, self.asked)
        number = self.asked["number"] - late
        refusal = self.session.say({"cmd": "answer", "number": number, "seat": seat, "keys": list(keys)})
        assert (refusal["ok"], refusal["error"]) == (False, error), refusal
        assert (self._all("table"), self.record, self.session.say({"cmd": "table"})["asked"]) == before
        return self

    # What can be seen

    @property
    def asked(self) -> Json:
        return dict(self.reply["asked"])

    @property
    def kind(self) -> str:
        return str(self.asked["kind"])

    @property
    def over(self) -> Json | None:
        over: Json | None = self.reply["over"]
        return over

    def keys(self, seat: str) -> list[str]:
        return list(self.session.say({"cmd": "keys", "seat": seat})["keys"])

    @property
    def record(self) -> list[str]:
        return list(self._all("record"))

    def column(self, number: int) -> str:
        """Returns a column in the short form that `position` takes."""
        column = self.state["columns"][number - 1]
        words = [column["point"], *(_written(card) for card in column["cards"])]
        return " ".join([*words, "closed"] if column["closed"] else words)

    def hand(self, seat: str) -> str:
        return " ".join(self.state["players"][seat]["hand"])

    def deck(self, seat: str) -> str:
        return " ".join(self.state["players"][seat]["deck"])

    def discard(self, seat: str) -> str:
        return " ".join(self.state["players"][seat]["discard"])

    def points(self, seat: str) -> str:
        return " ".join(self.state["players"][seat]["points"])

    @property
    def removed(self) -> str:
        return " ".join(self.state["removed_points"])

    @property
    def now(self) -> tuple[int, str, str]:
        """Returns the round, the phase and the seat whose turn it is."""
        return self.state["round"], self.state["phase"], self.state["turn"]

    def view(self, seat: str | None = None) -> Json:
        line = {"cmd": "view"} if seat is None else {"cmd": "view", "seat": seat}
        return dict(self.session.say(line)["view"])

    def heard(self, event: str) -> list[Json]:
        """Returns the events of that name since the last answer."""
        return [told for told in self.told if told["event"] == event]

    # What must always hold

    def _all(self, member: str) -> Any:
        return self.session.say({"cmd": member})[member]

    def _take(self, reply: Json) -> None:
        self.reply = reply
        self.told = list(reply["told"])
        self.state = dict(self._all("table"))
        for seat in (None, *self.state["players"]):
            assert self.view(seat) == seen_by(self.state, seat)
        if reply["asked"]:
            self._the_question_is_the_contracts()
        if not reply["asked"] or self.kind not in SETUP:
            self._cards_are_conserved()

    def _cards_are_conserved(self) -> None:
        present = (all_cards(self.state), all_points(self.state))
        self._cards = self._cards or present
        assert present == self._cards

    def _the_question_is_the_contracts(self) -> None:
        asked = self.asked
        shape, secret, patience = KINDS[self.kind]
        assert (asked["shape"], asked["secret"], asked["patience"]) == (shape, secret, patience)
        (seat,) = asked["seats"]
        keys = self.keys(seat)
        assert asked["seats"][seat] == len(keys)
        assert keys == expected_keys(self.kind, seat, self.state, asked)
        assert asked["silence"] == (None if shape == "draw" else keys[0])


def _written(card: Json) -> str:
    mark = "^" if card["tucked"] else "" if card["up"] else "?"
    return f"{card['owner']}:{card['card']}{mark}"


def column(words: str) -> Json:
    """Parses the short form of a column and returns the column as the table protocol writes it."""
    point, *cards = words.split()
    closed = cards[-1:] == ["closed"]
    return {"point": point, "closed": closed, "cards": [card(word) for word in (cards[:-1] if closed else cards)]}


def card(word: str) -> Json:
    owner, _, name = word.rstrip("?^").partition(":")
    return {"owner": owner, "card": name, "up": word[-1] not in "?^", "tucked": word[-1] == "^"}


def layout(*columns: str, phase: str = "play", turn: str = "a", round_number: int = 1, **held: dict[str, str]) -> Json:
    """Returns a table for `position` with these columns, each in the short form; there are as many players.

    `hands`, `decks`, `discards` and `points` have a text with the cards of each seat, empty if not given.
    """
    read = [column(words) for words in columns]
    players = {
        seat: {
            "hand": held.get("hands", {}).get(seat, "").split(),
            "deck": held.get("decks", {}).get(seat, "").split(),
            "discard": held.get("discards", {}).get(seat, "").split(),
            "points": held.get("points", {}).get(seat, "").split(),
        }
        for seat in "abcdef"[: len(columns)]
    }
    used = Counter(column["point"] for column in read)
    used.update(point for player in players.values() for point in player["points"])
    return {
        "game": "kralovske_rosady",
        "edition": 1,
        "round": round_number,
        "phase": phase,
        "turn": turn,
        "columns": read,
        "points_deck": list((Counter(POINTS) - used).elements())[: len(columns) * (6 - round_number)],
        "removed_points": [],
        "players": players,
    }


def position(*columns: str, **how: Any) -> Table:
    """Returns a game at a table that `layout` describes; the test answers its draws."""
    return Table({"cmd": "position", "table": layout(*columns, **how), "chance": "ask"})


def evaluated(*columns: str, **how: Any) -> Table:
    """Returns a game whose columns have been evaluated, which ends the sixth round and the game."""
    return position(*columns, phase="evaluate", round_number=6, **how)


def counted(cards: str, point: str = "art-1", seats: int = 3) -> Table:
    """Returns a game in which one column with these cards was evaluated; the other columns are empty."""
    return evaluated(f"{point} {cards}", *["trade-1", "trade-2", "trade-3", "trade-4", "trade-5"][: seats - 1])


def winner(cards: str, point: str = "art-1", seats: int = 3) -> str | None:
    """Returns the winner of a column with these cards; None: its point card has left the game."""
    table = counted(cards, point, seats)
    takers = [seat for seat in table.state["players"] if point in table.points(seat)]
    assert takers or point in table.removed
    return takers[0] if takers else None


def sums(cards: str, point: str = "art-1", seats: int = 3) -> dict[str, float]:
    """Returns each player's sum in an evaluated column with these cards."""
    return dict(counted(cards, point, seats).heard("counts")[0]["sums"])


def removed(cards: str, point: str = "art-1", seats: int = 3) -> str:
    """Returns the cards that mage and witch remove from a column."""
    events = counted(cards, point, seats).heard("removes")
    return " ".join(f"{card['owner']}:{card['card']}" for event in events for card in event["cards"])


def opened(seats: int = 3) -> Table:
    """Returns a new game whose draws the test answers."""
    return Table({"cmd": "new", "game": "kralovske_rosady", "seats": NAMES[:seats], "chance": "ask"})


def replays(table: Table) -> None:
    """Checks that a table's record replays to the same table, question and result."""
    again = Session()
    reply = again.say({"cmd": "load", "record": table.record})
    assert reply["ok"], reply
    assert (reply["asked"], reply["over"]) == (table.reply["asked"], table.over)
    assert again.say({"cmd": "table"})["table"] == table.state
    assert again.say({"cmd": "record"})["record"] == table.record
