"""Builds a position of Star Wars: Destiny from a short description and plays it through the table protocol.

    table = position(
        a=player("rey*2 finn/3!", upgrades={"rey": "jedi_robes!"}, pool="rey+1=1md", hand="aim", resources=2),
        b=player("kylo_ren*2^1", supports="first_order_tie_fighter"),
        battlefield="echo_base", controller="b",
    )
    table.plays("a", "aim").answers("a", "turn", "a-rey+1:…")
    table.resolves("a", "rey+1:b-kylo_ren")

A character is written `CODE*DICE/DAMAGE^SHIELDS!`, each part but the code only if it is not 1, 0, 0 and ready; a
second copy gets its number by itself. `!` behind an upgrade or support: exhausted. Names in keys are whole
(`b-kylo_ren`); a name at the beginning of a helper's key may leave out the seat if the card is the player's own.
A deck that is not given has four cards that do nothing in these tests.

**How to test a card.** Lay the smallest table on which its sentence can be seen, play it for real (`plays`,
`resolves` a special side from the pool, `claims`, `uses`), answer what is asked by kind (so that the test fails if
something else is asked), and look at the table (`character`, `pool`, `resources`, `hand`, `discard`) and at what was
told. Expected values come from the card's sentence. Test also that it does nothing if it should not (`asks`,
`offers`). Dice are rolled by `rolls("2md", "blank")`. Every step checks that cards, dice and tokens are conserved;
at the end of each test its record must replay.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

from rules.protocol import Session
from rules.star_wars_destiny.facts import CARDS

Json = dict[str, Any]

TABLES: list[Table] = []
NAMES = ["Anna", "Bert", "Cyril", "Dora"]
DECK = "survival_gear survival_gear dh_17_blaster_pistol dh_17_blaster_pistol"
_CHARACTER = re.compile(r"(?P<code>\w+)(\*(?P<dice>\d))?(/(?P<damage>\d+))?(\^(?P<shields>\d))?(?P<exhausted>!?)")


def player(
    team: str, *, upgrades: dict[str, str] | None = None, supports: str = "", pool: str = "", hand: str = "",
    deck: str = DECK, discard: str = "", resources: int = 0, defeated: str = "", holds: dict[str, str] | None = None,
) -> Json:  # fmt: skip
    """Returns a short description of one player, for `position` and `given`; `upgrades` by character (`rey`,
    `rebel_trooper-2`), `pool` as `rey+1=1md`.
    """
    return {
        "team": team, "upgrades": upgrades or {}, "supports": supports, "pool": pool, "hand": hand, "deck": deck,
        "discard": discard, "resources": resources, "defeated": defeated, "holds": holds or {},
    }  # fmt: skip


def laid(seat: str, given: Json) -> Json:
    """Turns the short description of a player into that player's part of a table in the protocol's JSON."""
    names: Counter[str] = Counter()

    def named(code: str) -> str:
        names[code] += 1
        return f"{seat}-{code}" if names[code] == 1 else f"{seat}-{code}-{names[code]}"

    def piece(word: str) -> Json:
        name = word.rstrip("!")
        found = {"id": name if name[1:2] == "-" else named(name), "exhausted": word.endswith("!")}
        held = given["holds"].get(found["id"])
        return {**found, "holds": held} if held else found

    def character(word: str) -> Json:
        found = _CHARACTER.fullmatch(word)
        assert found, word
        name = named(found["code"])
        return {
            "id": name,
            "dice": int(found["dice"] or 1),
            "damage": int(found["damage"] or 0),
            "shields": int(found["shields"] or 0),
            "exhausted": bool(found["exhausted"]),
            "upgrades": [piece(word) for word in given["upgrades"].get(name[2:], "").split()],
        }

    def die(word: str) -> Json:
        name, _, side = word.partition("=")
        return {"die": own(seat, name), "side": side}

    supports = []
    for word in given["supports"].split():
        plain, _, damage = word.partition("/")
        supports.append({**piece(plain), "damage": int(damage or 0)})
    return {
        "resources": given["resources"],
        "characters": [character(word) for word in given["team"].split()],
        "defeated": [
            {"id": named(word.partition("*")[0]), "dice": int(word.partition("*")[2] or 1)}
            for word in given["defeated"].split()
        ],
        "supports": supports,
        "pool": [die(word) for word in given["pool"].split()],
        "hand": given["hand"].split(),
        "deck": given["deck"].split(),
        "discard": given["discard"].split(),
    }


def own(seat: str, name: str) -> str:
    """Returns a card's name with a seat: adds this seat if the name has none."""
    return name if name[1:2] == "-" else f"{seat}-{name}"


def given(
    *, turn: str | None = "a", battlefield: str = "echo_base", controller: str = "a", unused: Json | None = None,
    number: int = 2, phase: str = "action", claimed: str | None = None, more: Json | None = None, **players: Json,
) -> Json:  # fmt: skip
    """Returns a table in the protocol's JSON, at the beginning of a turn or of the upkeep phase."""
    return {
        "game": "star_wars_destiny",
        "round": number,
        "phase": phase,
        "turn": turn if phase == "action" else None,
        "claimed": claimed,
        "battlefield": {"card": battlefield, "owner": controller, "controller": controller},
        "unused": unused or {},
        "players": {seat: laid(seat, given) for seat, given in players.items()},
        **(more or {}),
    }


def position(**how: Any) -> Table:
    """Returns a table with these players, to be played through the protocol."""
    return Table({"cmd": "position", "table": given(**how), "chance": "ask"})


def new(players: int = 2, **options: str) -> Table:
    """Returns a new game whose draws the test answers."""
    return Table(
        {"cmd": "new", "game": "star_wars_destiny", "seats": NAMES[:players], "options": options, "chance": "ask"}
    )  # fmt: skip


class Table:
    """A protocol session at one table; the invariants are checked after every accepted request."""

    def __init__(self, line: Json) -> None:
        self.session = Session()
        self.reply: Json = {}
        self.told: list[Json] = []
        self.state: Json = {}
        self._cards: dict[str, Counter[str]] | None = None
        reply = self.session.say(line)
        assert reply["ok"], reply
        self._take(reply)
        TABLES.append(self)

    # What is done

    def answers(self, seat: str, kind: str, *keys: str) -> Table:
        """Answers the pending decision, which must be of that kind."""
        assert (self.kind, list(self.asked["seats"])) == (kind, [seat]), self.asked
        reply = self.session.say({"cmd": "answer", "number": self.asked["number"], "seat": seat, "keys": list(keys)})
        assert reply["ok"], f"{seat} {kind}: {keys} was refused: {reply}; offered {self.keys(seat)}"
        self._take(reply)
        return self

    def acts(self, seat: str, key: str) -> Table:
        return self.answers(seat, "action", key)

    def plays(self, seat: str, way: str) -> Table:
        """Plays a card: `CODE`, `CODE:CHARACTER` or `CODE:CHARACTER:UPGRADE`; own names need no seat."""
        code, *rest = way.split(":")
        return self.acts(seat, ":".join(["play", code, *(own(seat, name) for name in rest)]))

    def activates(self, seat: str, name: str) -> Table:
        return self.acts(seat, f"activate:{own(seat, name)}")

    def resolves(self, seat: str, key: str) -> Table:
        """Resolves an own die: `DIE` or `DIE:TARGET`."""
        return self.acts(seat, f"resolve:{own(seat, key)}")

    def uses(self, seat: str, name: str) -> Table:
        return self.acts(seat, f"use:{own(seat, name)}")

    def claims(self, seat: str) -> Table:
        return self.acts(seat, "claim")

    def passes(self, *seats: str) -> Table:
        for seat in seats:
            self.acts(seat, "pass")
        return self

    def rolls(self, *sides: str) -> Table:
        for side in sides:
            self.answers("chance", "roll", side)
        return self

    def clock(self) -> Table:
        """Lets the time for the pending decision run out."""
        reply = self.session.say({"cmd": "clock", "number": self.asked["number"]})
        assert reply["ok"], reply
        self._take(reply)
        return self

    # What is expected

    def asks(self, kind: str, seat: str) -> Table:
        assert (self.kind, list(self.asked["seats"])) == (kind, [seat]), self.asked
        return self

    def offers(self, seat: str, *keys: str) -> Table:
        """Checks that exactly these keys are offered, in this order."""
        assert self.keys(seat) == list(keys), self.keys(seat)
        return self

    def allows(self, seat: str, key: str) -> bool:
        return key in self.keys(seat)

    def about(self, **facts: Any) -> Table:
        """Checks that the pending decision's `about` has exactly these facts."""
        assert self.asked["about"] == facts, self.asked["about"]
        return self

    def refuses(self, seat: str, *keys: str) -> Table:
        before = self._all("table")
        reply = self.session.say({"cmd": "answer", "number": self.asked["number"], "seat": seat, "keys": list(keys)})
        assert not reply["ok"], reply
        assert self._all("table") == before
        return self

    # What is there

    @property
    def asked(self) -> Json:
        assert self.reply["asked"], "the game is over"
        asked: Json = self.reply["asked"]
        return asked

    @property
    def kind(self) -> str:
        return str(self.asked["kind"])

    @property
    def over(self) -> Json | None:
        over: Json | None = self.reply["over"]
        return over

    def keys(self, seat: str) -> list[str]:
        return list(self.session.say({"cmd": "keys", "seat": seat})["keys"])

    def view(self, seat: str | None = None) -> Json:
        line: Json = {"cmd": "view"} if seat is None else {"cmd": "view", "seat": seat}
        view: Json = self.session.say(line)["view"]
        return view

    def of(self, seat: str) -> Json:
        found: Json = self.state["players"][seat]
        return found

    def resources(self, seat: str) -> int:
        return int(self.of(seat)["resources"])

    def hand(self, seat: str) -> list[str]:
        return list(self.of(seat)["hand"])

    def discard(self, seat: str) -> list[str]:
        return list(self.of(seat)["discard"])

    def deck(self, seat: str) -> list[str]:
        return list(self.of(seat)["deck"])

    def pool(self, seat: str) -> dict[str, str]:
        """Returns the dice in a seat's pool with their sides."""
        return {die["die"]: die["side"] for die in self.of(seat)["pool"]}

    def character(self, name: str) -> Json:
        found: Json = next(each for each in self.of(self._where(name))["characters"] if each["id"] == name)
        return found

    def damage(self, name: str) -> int:
        return int(self.character(name)["damage"])

    def shields(self, name: str) -> int:
        return int(self.character(name)["shields"])

    def exhausted(self, name: str) -> bool:
        """Returns whether a card in play is exhausted."""
        return bool(self._piece(name)["exhausted"])

    def upgrades(self, name: str) -> list[str]:
        return [upgrade["id"] for upgrade in self.character(name)["upgrades"]]

    def supports(self, seat: str) -> list[str]:
        return [support["id"] for support in self.of(seat)["supports"]]

    def is_defeated(self, name: str) -> bool:
        return name in [each["id"] for each in self.of(name[0])["defeated"]]

    def events(self, name: str) -> list[Json]:
        """Returns the events of that name so far."""
        return [event for event in self.told if event["event"] == name]

    def was_told(self, name: str, **facts: Any) -> Table:
        wanted = {"event": name, **facts}
        assert any(wanted.items() <= event.items() for event in self.told), self.events(name)
        return self

    def _where(self, name: str) -> str:
        for seat, player in self.state["players"].items():
            if any(each["id"] == name for each in player["characters"]):
                return str(seat)
        raise AssertionError(f"{name} is not in play")

    def _piece(self, name: str) -> Json:
        for given in self.state["players"].values():
            for character in given["characters"]:
                for each in (character, *character["upgrades"]):
                    if each["id"] == name:
                        return dict(each)
            for each in given["supports"]:
                if each["id"] == name:
                    return dict(each)
        raise AssertionError(f"{name} is not in play")

    # Always

    def replays(self) -> None:
        """Checks that the record replays to the same table."""
        record = self.session.say({"cmd": "record"})["record"]
        again = Session()
        reply = again.say({"cmd": "load", "record": record})
        assert reply["ok"], reply
        assert again.say({"cmd": "table"})["table"] == self._all("table")
        assert reply["asked"] == self.reply["asked"]

    def _all(self, what: str) -> Any:
        return self.session.say({"cmd": what})[what]

    def _take(self, reply: Json) -> None:
        self.reply = reply
        self.told += reply["told"]
        self.state = self._all("table")
        check(self.state)
        if self.state["phase"] != "setup":
            cards = cards_of(self.state)
            if self._cards is not None:
                for seat, counted in cards.items():
                    if not self.state["players"][seat]["out"]:
                        assert counted == self._cards[seat], (seat, counted, self._cards[seat])
            self._cards = cards


def check(state: Json) -> None:
    """Checks that names and dice are unique, tokens are within limits, and dice are in the pools of their
    controllers."""
    names: list[str] = []
    lying: list[str] = []
    for seat, given in state["players"].items():
        mine: dict[str, int] = {}
        assert given["resources"] >= 0
        for character in given["characters"]:
            code = code_of(character["id"])
            assert 0 <= character["shields"] <= 3
            assert 0 <= character["damage"] <= CARDS[code].health
            mine[character["id"]] = character["dice"]
            mine |= {upgrade["id"]: int(CARDS[code_of(upgrade["id"])].has_die) for upgrade in character["upgrades"]}
        mine |= {support["id"]: int(CARDS[code_of(support["id"])].has_die) for support in given["supports"]}
        names += [*mine, *(each["id"] for each in given["defeated"])]
        for die in given["pool"]:
            card, _, number = die["die"].partition("+")
            assert die["side"] in [side.word for side in CARDS[code_of(card)].sides]
            assert card not in mine or int(number) <= mine[card]
            assert card in mine or card[0] == seat
            lying.append(die["die"])
    assert len(names) == len(set(names)), names
    assert len(lying) == len(set(lying)), lying


def cards_of(state: Json) -> dict[str, Counter[str]]:
    """Returns all cards by owner, in all places."""
    cards = {
        seat: Counter([*given["hand"], *given["deck"], *given["discard"]]) for seat, given in state["players"].items()
    }
    for given in state["players"].values():
        pieces = [*given["supports"], *given["characters"], *given["defeated"]]
        pieces += [upgrade for character in given["characters"] for upgrade in character["upgrades"]]
        for each in pieces:
            cards[each["id"][0]][code_of(each["id"])] += 1
    for name in state["limbo"]:
        cards[name[0]][name[2:]] += 1
    return cards


def code_of(name: str) -> str:
    """Returns the code within a card's name."""
    return name[2:].partition("-")[0]
