"""An independent model of whole games, which knows only the documents: the table, and which question comes when.

A game is a generator that yields its questions and is sent the answered keys; `Course.table` is the expected table.
"""

from __future__ import annotations

import copy
from collections.abc import Generator
from dataclasses import dataclass, field

from .oracle_columns import CARDS, POINT_CARDS, Json, winner, worth


@dataclass
class Ask:
    """One decision: the asked seat, the keys, and for a draw how many keys it takes."""

    kind: str
    seat: str
    keys: list[str]
    silence: str | None = None
    secret: bool = False
    takes: int = 1
    of: str | None = None

    @property
    def shape(self) -> str:
        return "draw" if self.seat == "chance" else "choice"


Asking = Generator[Ask, list[str], None]


@dataclass
class Course:
    """A running game of the model; `table` is incomplete until `laid` is true, when the first round is laid out."""

    seats: list[str]
    table: Json = field(default_factory=dict)
    laid: bool = False
    moves: dict[str, int] = field(default_factory=dict)

    # Short words for the table

    @property
    def columns(self) -> list[Json]:
        return self.table["columns"]  # type: ignore[no-any-return]

    def player(self, seat: str) -> Json:
        return self.table["players"][seat]  # type: ignore[no-any-return]

    def from_(self, seat: str) -> list[str]:
        at = self.seats.index(seat)
        return self.seats[at:] + self.seats[:at]

    def left_of(self, seat: str) -> str:
        return self.from_(seat)[1]

    def open_columns(self) -> list[int]:
        return [at for at, column in enumerate(self.columns) if not column["closed"]]

    # Beginning

    def from_the_start(self) -> Asking:
        first = (yield Ask("start", "chance", list(self.seats)))[0]
        points = yield Ask("points", "chance", list(POINT_CARDS), takes=6 * len(self.seats))
        players = {}
        for seat in self.seats:
            deck = yield Ask("deck", "chance", list(CARDS), takes=25, of=seat)
            players[seat] = {"hand": deck[:3], "deck": deck[3:], "discard": [], "points": []}
        self.table = {
            "game": "kralovske_rosady", "edition": 1, "round": 0, "phase": "play", "turn": first,
            "columns": [], "points_deck": points, "removed_points": [], "players": players,
        }  # fmt: skip
        self._lay_out()
        yield from self._rounds(first)

    def from_a_position(self, table: Json) -> Asking:
        self.table = copy.deepcopy(table)
        self.laid = True
        if table["phase"] == "evaluate":
            self._evaluate()
            if self.table["round"] == 6:
                return
            yield from self._next_round()
            yield from self._rounds(self.left_of(table["turn"]))
            return
        if not any(mine["hand"] for mine in self.table["players"].values()):
            self.table["turn"] = self.from_(table["turn"])[-1]  # before him, as clockwise turns go, played the last
        yield from self._rounds(table["turn"])

    # Rounds and turns

    def _lay_out(self) -> None:
        n, table = len(self.seats), self.table
        shown, table["points_deck"] = table["points_deck"][:n], table["points_deck"][n:]
        table["columns"] = [{"point": point, "closed": False, "cards": []} for point in shown]
        table["round"] += 1
        table["phase"] = "play"
        self.laid = True

    def _next_round(self) -> Asking:
        yield from self._draw_up(self.table["turn"])
        self._lay_out()

    def _rounds(self, first: str) -> Asking:
        seat = first
        while True:
            yield from self._round(seat)
            self._evaluate()
            if self.table["round"] == 6:
                return
            yield from self._next_round()
            seat = self.left_of(self.table["turn"])

    def _round(self, seat: str) -> Asking:
        """Plays the turns of a round; at the end, `turn` is the seat that ended it."""
        while any(self.player(s)["hand"] for s in self.seats):
            seat = next(s for s in self.from_(seat) if self.player(s)["hand"])
            self.table["turn"] = seat
            yield from self._turn(seat)
            if all(self._filled(column) for column in self.columns):
                return
            yield from self._draw_up(seat)
            seat = self.left_of(seat)

    @staticmethod
    def _filled(column: Json) -> bool:
        return bool(column["closed"]) or len(column["cards"]) >= worth(column["point"])

    def _turn(self, seat: str) -> Asking:
        hand = self.player(seat)["hand"]
        keys = [f"{card}:{at + 1}" for card in hand for at in self.open_columns()]
        card, column = (yield Ask("play", seat, keys, keys[0], secret=True))[0].split(":")
        hand.remove(card)
        self.moves = {}
        yield from self._arrive({"owner": seat, "card": card, "up": False, "tucked": False}, int(column) - 1)

    def _arrive(self, card: Json, at: int) -> Asking:
        """Adds a face-down card at the bottom of a column, turns the card that was face down there, and carries out the
        turned card's effect.
        """
        cards = self.columns[at]["cards"]
        hidden = [other for other in cards if not other["up"] and not other["tucked"]]
        cards.append(card)
        for turned in hidden:
            turned["up"] = True
            yield from self._effect(turned, at)

    def _effect(self, turned: Json, at: int) -> Asking:
        if turned["card"] == "explorer":
            yield from self._explore(turned, at)
        elif turned["card"] == "murderer":
            victim = self.columns[at]["cards"].pop()
            self.player(victim["owner"])["discard"].append(victim["card"])
        elif turned["card"] == "storm":
            self.columns[at]["closed"] = True
        elif turned["card"] == "disguise":
            yield from self._tuck(turned, at)
        elif turned["card"] == "traitor":
            yield from self._betray(turned, at)

    def _explore(self, explorer: Json, at: int) -> Asking:
        open_now = self.open_columns()
        to = next((x for x in [*range(at + 1, len(self.columns)), *range(at)] if x in open_now), None)
        moved = self.moves.get(explorer["owner"], 0)
        if to is None or moved >= len(open_now):
            return
        self.moves[explorer["owner"]] = moved + 1
        cards = self.columns[at]["cards"]
        del cards[next(x for x, card in enumerate(cards) if card is explorer)]
        explorer["up"] = False
        yield from self._arrive(explorer, to)

    def _tuck(self, disguise: Json, at: int) -> Asking:
        owner = disguise["owner"]
        hand = self.player(owner)["hand"]
        if not hand:
            return
        answer = (yield Ask("disguise", owner, ["pass", *hand], "pass", secret=True))[0]
        if answer != "pass":
            hand.remove(answer)
            cards = self.columns[at]["cards"]
            place = next(x for x, card in enumerate(cards) if card is disguise) + 1
            cards.insert(place, {"owner": owner, "card": answer, "up": False, "tucked": True})

    def _betray(self, traitor: Json, at: int) -> Asking:
        others = [str(x + 1) for x in range(len(self.columns)) if x != at]
        answer = (yield Ask("betray", traitor["owner"], ["stay", *others], "stay"))[0]
        if answer != "stay":
            here, there = self.columns[at], self.columns[int(answer) - 1]
            here["point"], there["point"] = there["point"], here["point"]

    # After a turn

    def _draw_up(self, first: str) -> Asking:
        for seat in self.from_(first):
            mine = self.player(seat)
            while len(mine["hand"]) < 3 and (mine["deck"] or mine["discard"]):
                if not mine["deck"]:
                    pile = list(mine["discard"])
                    if len(pile) > 1:
                        pile = yield Ask("reshuffle", "chance", pile, takes=len(pile), of=seat)
                    mine["deck"], mine["discard"] = pile, []
                mine["hand"].append(mine["deck"].pop(0))

    def _evaluate(self) -> None:
        for column in self.columns:
            best = winner(column["cards"], column["point"])
            pile = self.table["removed_points"] if best is None else self.player(best)["points"]
            pile.append(column["point"])
            for card in column["cards"]:
                self.player(card["owner"])["discard"].append(card["card"])
        self.table["columns"] = []
        self.table["phase"] = "evaluate"


def view(table: Json, seat: str | None) -> Json:
    """Returns the view of that seat, or of an onlooker, on a table."""
    seen = copy.deepcopy(table)
    seen["points_deck"] = len(table["points_deck"])
    for column in seen["columns"]:
        for card in column["cards"]:
            if not card["up"] and card["owner"] != seat:
                card["card"] = None
    for owner, mine in seen["players"].items():
        mine["deck"] = len(mine["deck"])
        if owner != seat:
            mine["points"] = len(mine["points"])
            mine["cards"] = len(mine.pop("hand"))
    return seen
