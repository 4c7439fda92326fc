"""A spectator that rebuilds the public table from events only, to compare it with the real one.

It is written from the specification, not from the rules, and knows no cards. If an event leaves something open
(whether a card came from the hand or the discard pile, whether a special's die stays in the pool), it keeps both
tables.
"""

from __future__ import annotations

import copy

from rules.events import Event
from rules.star_wars_destiny.facts import CARDS

from .memory import Doubt, Table, comparable, differences
from .table import Json, code_of

CHARACTER = {"damage": 0, "shields": 0, "exhausted": False, "upgrades": []}


class Memory(Table):
    """One possible table that agrees with all events so far."""

    def differences(self, view: Json) -> list[str]:
        """Moves played events to their discard piles, and returns how a view differs from this table (empty: they
        agree). Called only when nothing is pending.
        """
        for seat, code in self.table.pop("events", ()):
            if not self.player(seat)["out"]:
                self.player(seat)["discard"].append(code)
        owed = [f"{name} has not been discarded" for name in self.table.pop("owed", ())]
        return [*owed, *differences(comparable(self.table), comparable(view), "")]

    def hear(self, event: Event) -> list[Memory]:
        """Applies an event and returns the tables that are possible now. Raises Doubt if it is impossible at this
        table.
        """
        others: list[Memory] = getattr(self, event.name, self.nothing)(**{
            name.replace("from", "place"): fact for name, fact in event.facts.items()
        }) or []  # fmt: skip
        return [self, *others]

    def nothing(self, **_facts: object) -> None:
        """Ignores an event that changes nothing on the table."""

    def chooses_battlefield(self, seat: str, owner: str, card: str) -> None:
        if self.table["unused"].pop(owner) != card:
            raise Doubt(f"{card} is not the battlefield of {owner}")
        self.table["battlefield"] = {"card": card, "owner": owner, "controller": owner}
        for player in self.table["players"].values():
            player["resources"] = 2

    def takes_shields(self, seat: str, characters: list[Json]) -> None:
        for each in characters:
            if self.find(each["character"])[0] != seat:
                raise Doubt(f"{each} is not before {seat}")
            self.card(each["character"])["shields"] += each["count"]

    def round_begins(self, round: int, first: str) -> None:  # noqa: A002  # the contract's name
        for player in self.table["players"].values():
            player["pool"] = []
        self.table |= {"round": round, "turn": first, "claimed": None, "phase": "action", "barred": []}

    def turn(self, seat: str, extra: int) -> None:
        if not extra:
            self.table["turn"] = seat

    def claims(self, seat: str, card: str) -> None:
        if self.table["battlefield"]["card"] != card or self.table["claimed"]:
            raise Doubt(f"{card} cannot be claimed")
        self.table["claimed"] = self.table["battlefield"]["controller"] = seat

    def phase_ends(self, phase: str) -> None:
        """D74: begins the upkeep: no one is active, and every card is ready. The dice go back to their cards in
        `round_begins`, before the result is compared.
        """
        self.table |= {"phase": "upkeep", "turn": None}
        for _, row in self.rows():
            for card in row:
                card["exhausted"] = False

    def out(self, seat: str, why: str) -> None:
        """R54: removes the player's cards and tokens, and gives the battlefield to the next player who is left; further
        events report the cards of other players.
        """
        player = self.player(seat)
        held = [*player["supports"], *(upgrade for one in player["characters"] for upgrade in one["upgrades"])]
        owed = [*self.table.get("owed", ()), *(card["id"] for card in held)]
        self.table["owed"] = [name for name in owed if name[0] != seat and not self.player(name[0])["out"]]
        for _, row in self.rows():
            for card in row:
                if (card.get("holds") or " ")[0] == seat:
                    card["holds"] = None
        for name in ("characters", "supports", "pool", "discard", "defeated"):
            player[name] = []
        player |= {"out": True, "cards": 0, "deck": 0, "resources": 0}
        self.table["unused"].pop(seat, None)
        field = self.table["battlefield"]
        if field["controller"] == seat:
            seats = list(self.table["players"])
            clockwise = seats[seats.index(seat) :] + seats[: seats.index(seat)]
            field["controller"] = next(other for other in clockwise if not self.player(other)["out"])

    def plays(self, seat: str, card: str, on: str | None, replaces: str | None, cost: int) -> list[Memory]:
        from_pile = copy.deepcopy(self)
        self.player(seat)["cards"] -= 1
        self._enter(seat, card, on, replaces)
        try:
            from_pile.pile(seat, card)
        except Doubt:
            return []
        from_pile._enter(seat, card, on, replaces)
        return [from_pile]

    def _enter(self, seat: str, code: str, on: str | None, replaces: str | None) -> None:
        """Puts a card into play; an event stays in limbo, and a replacement waits until the old card is gone."""
        self.table.setdefault("entering", []).append((seat, code, on, replaces))
        if replaces is None:
            self._arrive()

    def _arrive(self) -> None:
        seat, code, on, _ = self.table["entering"].pop()
        match CARDS[code].type:
            case "event":
                self.table.setdefault("events", []).append((seat, code))
            case "support":
                card = {"id": self.new_name(seat, code), "exhausted": False, "damage": 0}
                self.player(seat)["supports"].append(card)
            case "upgrade":
                card = {"id": self.new_name(seat, code), "exhausted": False, "holds": None}
                self.card(str(on))["upgrades"].append(card)

    def activates(self, seat: str, card: str) -> None:
        owner, _, found = self.find(card)
        if owner != seat or found["exhausted"]:
            raise Doubt(f"{seat} cannot activate {card}")
        found["exhausted"] = True

    def exhausts(self, card: str) -> None:
        self._turned(card, exhausted=True)

    def readies(self, card: str) -> None:
        """Readies a card; this also brings a defeated character back into play, without tokens."""
        for player in self.table["players"].values():
            for fallen in player["defeated"]:
                if fallen["id"] == card:
                    player["defeated"].remove(fallen)
                    player["characters"].append({**copy.deepcopy(CHARACTER), **fallen})
                    return
        self._turned(card, exhausted=False)

    def _turned(self, name: str, *, exhausted: bool) -> None:
        card = self.card(name)
        if card["exhausted"] == exhausted:
            raise Doubt(f"{name} was so before")
        card["exhausted"] = exhausted

    def uses(self, seat: str, card: str) -> None:
        if card != self.table["battlefield"]["card"] and self.find(card)[0] != seat:
            raise Doubt(f"{card} is not before {seat}")

    def discards(self, seat: str, cards: list[str], place: str) -> None:
        player = self.player(seat)
        if place == "play":
            for name in cards:
                self._leave(name)
            player["discard"] += map(code_of, cards)
        else:
            player["cards" if place == "hand" else "deck"] -= len(cards)
            player["discard"] += cards
        if self.table.get("entering") and [self.table["entering"][-1][3]] == cards:
            self._arrive()

    def _leave(self, name: str) -> None:
        """Takes a card out of play, or from the cards that a player who is out has held."""
        if name in self.table.get("owed", ()):
            self.table["owed"].remove(name)
        else:
            self.take_card(name)

    def draws(self, seat: str, count: int) -> None:
        self.player(seat)["deck"] -= count
        self.player(seat)["cards"] += count

    def returns(self, seat: str, card: str, place: str, into: str) -> None:
        match place:
            case "play":
                self.take_card(card)
            case "discard":
                self.pile(seat, card)
            case "limbo":
                self.table["events"].remove((seat, card))
        self.player(seat)["cards" if into == "hand" else "deck"] += 1

    def upgrade_moves(self, card: str, on: str | None) -> None:
        seat, row, upgrade = self.find(card)
        row.remove(upgrade)
        if on is None:
            self.player(seat)["supports"].append({"id": card, "exhausted": False, "damage": 0})
        else:
            self.take_die(f"{card}+1")
            self.card(on)["upgrades"].append(upgrade)

    def swaps(self, seat: str, card: str, new: str) -> None:
        _, row, _ = self.find(card)
        self.take_card(card)
        if new != self.new_name(seat, code_of(new)):
            raise Doubt(f"{new} is not its name")
        row.append({"id": new, "exhausted": False, "holds": None})

    def battlefield_changes(self, seat: str, old: str, new: str) -> None:
        field, unused = self.table["battlefield"], self.table["unused"]
        owner = next(owner for owner, card in unused.items() if card == new)
        del unused[owner]
        if field["card"] != old:
            raise Doubt(f"{old} is not in use")
        unused[field["owner"]] = old
        field |= {"card": new, "owner": owner}

    def holds(self, card: str, die: str) -> None:
        self.card(card)["holds"] = die

    # Tokens

    def resources(self, seat: str, change: int) -> None:
        self.player(seat)["resources"] += change

    def damage(self, character: str, dealt: int, blocked: int, taken: int, by: str) -> None:
        card = self.card(character)
        card["damage"] += taken
        card["shields"] -= blocked
        if blocked + taken > dealt or card["shields"] < 0:
            raise Doubt(f"{dealt} damage are not {blocked} and {taken}")

    def shields(self, character: str, change: int) -> None:
        self.card(character)["shields"] += change

    def heals(self, character: str, count: int) -> None:
        self.card(character)["damage"] -= count

    def moves_damage(self, count: int, off: str | None, onto: str) -> None:
        if off is not None:
            self.card(off)["damage"] -= count
        self.card(onto)["damage"] += count

    def defeated(self, character: str) -> None:
        seat, row, card = self.find(character)
        if [upgrade for upgrade in card["upgrades"] if not self.player(upgrade["id"][0])["out"]]:
            raise Doubt("its upgrades have been discarded before")
        row.remove(card)
        self.player(seat)["defeated"].append({"id": character, "dice": card["dice"]})
        for number in (1, 2):
            self.take_die(f"{character}+{number}")
        for _, each in self.rows():
            for upgrade in each:
                if str(upgrade.get("holds")).partition("+")[0] == character:
                    upgrade["holds"] = None

    # Dice

    def rolls(self, seat: str, dice: list[list[str]]) -> None:
        """Adds dice to the pool, except in the set-up, in which no die is in a pool (Q62)."""
        if self.table["battlefield"] is not None:
            self.player(seat)["pool"] += [{"die": die, "side": side} for die, side in dice]

    def rerolls(self, seat: str, dice: list[list[str]]) -> None:
        for name, side in dice:
            if self.die(name) not in self.player(seat)["pool"]:
                raise Doubt(f"{name} is not in the pool of {seat}")
            self.die(name)["side"] = side

    def turns_die(self, die: str, side: str) -> None:
        self.die(die)["side"] = side

    def removes_die(self, die: str) -> None:
        self.die(die)
        self.take_die(die)

    def resolves(
        self, die: str, side: str, modifiers: list[str], value: int, target: str | None, cost: int
    ) -> list[Memory]:  # fmt: skip
        """Takes a resolved die and its modifiers out of the pools. After a special, its die may also stay, so a copy
        of the table in which all dice stay is returned as a second possibility.
        """
        staying = copy.deepcopy(self)
        for name in (die, *modifiers):
            self.take_die(name)
        if not side.startswith("sp"):
            return []
        return [staying]
