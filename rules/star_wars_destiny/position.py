"""Reads a given table (`position`) at the beginning of a turn or of an upkeep. Errors name what is impossible."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from rules.description import Play
from rules.errors import BadRequest
from rules.position_parser import Given, list_of, number, objects, one_of, one_or_none, seats, yes_or_no
from rules.star_wars_destiny import dice
from rules.star_wars_destiny.cards import BATTLEFIELDS, CARDS, TEXTS
from rules.star_wars_destiny.facts import Printed
from rules.star_wars_destiny.game import rounds
from rules.star_wars_destiny.outcome import DEFEATED
from rules.star_wars_destiny.pieces import Card, Delayed, Die, Player
from rules.star_wars_destiny.playing import attach
from rules.star_wars_destiny.table import PLAYERS, SHIELDS, UPGRADES, Table

PHASES = ("action", "upkeep")
IN_DECKS = tuple(card.code for card in CARDS.values() if card.type in ("event", "upgrade", "support"))
_NAME = re.compile(r"(?P<owner>[a-d])-(?P<code>[a-z0-9_]+)(-(?P<number>[2-9]))?")
_DIE = re.compile(r"(?P<card>[^+]*)\+(?P<number>[12])")

_TABLE: Given = {"passes": 0, "claimed": None, "turn": None, "unused": {}, "delayed": [], "barred": [], "limbo": []}
_PLAYER: Given = {
    "resources": 0, "out": False, "characters": [], "defeated": [], "supports": [], "pool": [], "hand": [], "deck": [],
    "discard": [], "list": [],
}  # fmt: skip
_PIECE: Given = {"damage": 0, "shields": 0, "exhausted": False, "upgrades": [], "holds": None}


def position(given: Mapping[str, Any], names: Sequence[str] | None) -> tuple[Table, Play]:
    """Returns the table of JSON values and the coroutine that plays on from it; raises BadRequest."""
    table = laid_out(given, names)
    return table, rounds(table)


def laid_out(given: Mapping[str, Any], names: Sequence[str] | None) -> Table:
    """Returns the table of JSON values; raises BadRequest if it is not possible."""
    given = {**_TABLE, **given}
    letters = seats(given, PLAYERS, names)
    table = Table(letters, TEXTS)
    table.round = number(given, "round", 1)
    table.phase = one_of(given, "phase", PHASES)
    table.passes = number(given, "passes", 0)
    table.claimed = one_or_none(given, "claimed", letters)
    if given["limbo"]:
        raise BadRequest("'limbo' must be empty at the beginning of a turn")
    for seat, player in table.players.items():
        _Reader(table, player, {**_PLAYER, **given["players"][seat]}).read()
    _read_pools(table, given)
    _read_held(table, given)
    _read_battlefields(table, given, letters)
    _read_names(table, given)
    _read_turn(table, given, letters)
    _check(table)
    return table


# Names


def parse(name: object, letters: Sequence[str]) -> tuple[str, Printed, int]:
    """Returns owner, printed card and copy number from the name of a card in play; raises BadRequest."""
    found = _NAME.fullmatch(name) if isinstance(name, str) else None
    if found is None or found["owner"] not in letters:
        raise BadRequest(f"{name!r} is not the name of a card: SEAT-CODE, or SEAT-CODE-2 to SEAT-CODE-9")
    if found["code"] not in CARDS:
        raise BadRequest(f"no card is called {found['code']!r}")
    return found["owner"], CARDS[found["code"]], int(found["number"] or 1)


def _id(given: Given) -> object:
    if "id" not in given:
        raise BadRequest("a card in play lacks 'id'")
    return given["id"]


class _Reader:
    """A reader that fills in the state of one player from the given table."""

    def __init__(self, table: Table, player: Player, given: Given) -> None:
        self.table = table
        self.player = player
        self.given = given

    def read(self) -> None:
        """Reads cards, tokens, hand and piles into the player; raises BadRequest.

        Pools are read later, when all cards are on the table.
        """
        player, given = self.player, self.given
        player.resources = number(given, "resources", 0)
        player.out = yes_or_no(given, "out")
        player.hand = list_of(given, "hand", IN_DECKS)
        player.deck = list_of(given, "deck", IN_DECKS)
        player.discard = list_of(given, "discard", IN_DECKS)
        player.cards = tuple(list_of(given, "list", IN_DECKS))
        for each in objects(given, "characters"):
            self._character(each, defeated=False)
        for each in objects(given, "defeated"):
            self._character(each, defeated=True)
        for each in objects(given, "supports"):
            self._support(each)
        player.team.sort(key=lambda card: (card.printed.number, card.number))
        player.characters = [card for card in player.team if card.in_play]
        player.defeated = [card for card in player.team if not card.in_play]
        if player.out and (player.team or player.supports or player.hand or player.deck or player.discard):
            raise BadRequest(f"player {player.seat} is out and must not have cards")

    def _card(self, given: Given, *types: str) -> Card:
        owner, printed, copy = parse(_id(given), self.table.seats)
        if printed.type not in types:
            raise BadRequest(f"{given['id']} is a card of type {printed.type}, not {' or '.join(types)}")
        return self.table.new_card(self.table.players[owner], printed.code, copy)

    def _character(self, given: Given, *, defeated: bool) -> None:
        owner, printed, copy = parse(_id(given), self.table.seats)
        if printed.type != "character" or owner != self.player.seat:
            raise BadRequest(f"{given['id']} is not a character of player {self.player.seat}")
        most = 2 if printed.unique else 1
        card = self.table.new_card(self.player, printed.code, copy, number(given, "dice", 1, most))
        self.player.team.append(card)
        if defeated:
            card.in_play = False
            return
        given = {**_PIECE, **given}
        card.damage = number(given, "damage", 0, printed.health - 1)
        card.shields = number(given, "shields", 0, SHIELDS)
        card.exhausted = yes_or_no(given, "exhausted")
        self.table.watch(card)
        upgrades = objects(given, "upgrades")
        if len(upgrades) > UPGRADES:
            raise BadRequest(f"{card.name} has more than {UPGRADES} upgrades")
        for each in upgrades:
            upgrade = self._card(each, "upgrade")
            upgrade.exhausted = yes_or_no({**_PIECE, **each}, "exhausted")
            upgrade.player = self.player
            attach(self.table, upgrade, card)

    def _support(self, given: Given) -> None:
        card = self._card(given, "support", "upgrade")
        if card.kind == "upgrade":
            if not card.text.becomes_support:
                raise BadRequest(f"{card.name} is an upgrade without a character")
            card.kind = "support"
        given = {**_PIECE, **given}
        card.exhausted = yes_or_no(given, "exhausted")
        card.damage = number(given, "damage", 0)
        card.player = self.player
        self.player.supports.append(card)
        self.table.watch(card)


# Dice


def _die(table: Table, name: object) -> tuple[str, Printed, Card | None, int]:
    found = _DIE.fullmatch(name) if isinstance(name, str) else None
    if found is None:
        raise BadRequest(f"{name!r} is not the name of a die: CARD+1 or CARD+2")
    owner, printed, _ = parse(found["card"], table.seats)
    card = next((card for card in table.everything_in_play() if card.name == found["card"]), None)
    at = int(found["number"])
    if at > (len(card.dice) if card is not None else int(printed.has_die)):
        raise BadRequest(f"there is no die {name}")
    return owner, printed, card, at


def _read_pools(table: Table, given: Given) -> None:
    lying: list[str] = []
    for seat, player in table.players.items():
        for each in objects({**_PLAYER, **given["players"][seat]}, "pool"):
            name = each.get("die")
            owner, printed, card, at = _die(table, name)
            if name in lying:
                raise BadRequest(f"the die {name} is in a pool twice")
            lying.append(str(name))
            if card is None:
                if printed.type not in ("upgrade", "support") or owner != seat:
                    raise BadRequest(f"the die {name} belongs to no card in play")
                die = Die(str(name), owner, printed, table.texts[printed.code], None)
            else:
                die = card.dice[at - 1]
                if card.player is not player:
                    raise BadRequest(f"the die {name} is in the pool of a player who does not control its card")
            words = dice.words(printed)
            die.side = dice.side_of(printed, one_of(each, "side", words))
            die.pool = player
            player.pool.append(die)


def _read_held(table: Table, given: Given) -> None:
    """Reads dice that are kept on a card (Q74)."""
    for seat in table.seats:
        player = {**_PLAYER, **given["players"][seat]}
        for character in objects(player, "characters"):
            for upgrade in objects({**_PIECE, **character}, "upgrades"):
                name = upgrade.get("holds")
                if name is not None:
                    _hold(table, table.named(upgrade["id"]), name)


def _hold(table: Table, holder: Card, name: object) -> None:
    _, _, card, at = _die(table, name)
    if card is None or card.kind != "character":
        raise BadRequest(f"{holder.name} cannot hold {name}: it is no die of a character in play")
    die = card.dice[at - 1]
    if die.pool is not None or die.holder is not None:
        raise BadRequest(f"{holder.name} cannot hold {name}: it is in another place")
    die.holder = holder
    holder.holds = die


# The rest


def _read_battlefields(table: Table, given: Given, letters: str) -> None:
    battlefield = given.get("battlefield")
    if not isinstance(battlefield, dict):
        raise BadRequest("'battlefield' must be an object")
    table.battlefield = one_of(battlefield, "card", BATTLEFIELDS)
    table.battlefield_owner = one_of(battlefield, "owner", letters)
    table.controller = one_of(battlefield, "controller", letters)
    unused = given["unused"]
    if not isinstance(unused, dict):
        raise BadRequest("'unused' must be an object of seats and battlefields")
    for seat in unused:
        if seat not in letters:
            raise BadRequest(f"'unused' names {seat!r}, which is no seat")
        table.unused[seat] = one_of(unused, seat, BATTLEFIELDS)


def _read_names(table: Table, given: Given) -> None:
    """Reads `barred` and `delayed`. The card that delays a defeat may have left play; all others must be in play."""
    names = {card.name: card for card in table.everything_in_play()}
    barred = given["barred"]
    if not isinstance(barred, list):
        raise BadRequest("'barred' must be a list")
    for name in barred:
        card = names.get(str(name))
        if card is None:
            raise BadRequest(f"{name!r} in 'barred' is not in play")
        table.barred.append(card)
    for each in objects(given, "delayed"):
        character = names.get(str(each.get("defeat")))
        if character is None or character.kind != "character":
            raise BadRequest(f"{each.get('defeat')!r} in 'delayed' is no character in play")
        owner, _, _ = parse(each.get("by"), table.seats)
        bearer = names.get(each["by"])
        player = bearer.player if bearer is not None else table.players[owner]
        table.delayed.append(Delayed(character, each["by"], player))


def _read_turn(table: Table, given: Given, letters: str) -> None:
    if table.phase == "action":
        table.turn = one_of(given, "turn", letters)
        if table.players[table.turn].out:
            raise BadRequest(f"it is the turn of player {table.turn}, who is out")
    else:
        one_or_none(given, "turn", letters)


def _check(table: Table) -> None:
    """Raises BadRequest if the table as a whole is not possible; adds players who are out to the table's lists."""
    names = [card.name for card in table.everything_in_play()]
    names += [card.name for player in table.players.values() for card in player.defeated]
    for name in names:
        if names.count(name) > 1:
            raise BadRequest(f"there are two cards {name}")
    for player in table.players.values():
        unique = [card.code for card in (*player.in_play, *player.defeated) if card.printed.unique]
        for code in unique:
            if unique.count(code) > 1:
                raise BadRequest(f"player {player.seat} has two copies of {code}, which is unique")
        if not player.out and not player.characters:
            raise BadRequest(f"player {player.seat} has no character")
    if len(table.left) < 2:
        raise BadRequest("at least two players are not out")
    if table.controller is not None and table.players[table.controller].out:
        raise BadRequest(f"player {table.controller} controls the battlefield and is out")
    gone = [player.seat for player in table.players.values() if player.out]
    if gone:
        table.went_out.append(gone)
        table.reasons.update(dict.fromkeys(gone, DEFEATED))
