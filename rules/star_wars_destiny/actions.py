"""The actions of the action phase (D75), their keys, and the turns and additional actions in which they are taken."""

from __future__ import annotations

from collections.abc import Iterator

from rules.decisions import NO_FACTS, About, SecretChoice
from rules.star_wars_destiny import asking, dice, events
from rules.star_wars_destiny.activation import activate, can_activate
from rules.star_wars_destiny.effects.frame import Frame, Stopped
from rules.star_wars_destiny.effects.text import TEXTS
from rules.star_wars_destiny.leaving import discard_from_hand
from rules.star_wars_destiny.occurrences import work_off
from rules.star_wars_destiny.pieces import Card, Die, Player
from rules.star_wars_destiny.playing import play, ways
from rules.star_wars_destiny.resolving import IN_ACTION, can_resolve, keys_of, resolve_die
from rules.star_wars_destiny.table import Table

PASS = "pass"
CLAIM = "claim"


class Action(SecretChoice):
    """The decision for one action of a player. It computes its keys only when they are read."""

    __slots__ = ("_listed", "_player", "_table")

    def __init__(self, table: Table, player: Player, about: About) -> None:
        self.kind = "action"
        self.silence = PASS
        self.seats = (player.seat,)
        self._about = about
        self._table = table
        self._player = player
        self._listed: list[str] | None = None

    def keys(self, seat: str) -> list[str]:
        if self._listed is None:
            self._listed = action_keys(self._table, self._player)
        return self._listed

    def allows(self, key: str) -> bool:
        if self._listed is not None:
            return key in self._listed
        return is_allowed(self._table, self._player, key)


# Keys


def action_keys(table: Table, player: Player) -> list[str]:
    """Returns the keys of all actions that the player could take now, including `pass`."""
    keys = [f"activate:{card.name}" for card in _own(player) if can_activate(card)]
    for code in dict.fromkeys(player.hand):
        keys += [f"play:{way}" for way in ways(table, player, code)]
    for die in player.pool:
        if can_resolve(table, player, die):
            keys += [f"resolve:{key}" for key in keys_of(table, player, die)]
    if player.pool:
        keys += [f"reroll:{code}" for code in dict.fromkeys(player.hand)]
    keys += [f"use:{card.name}" for card in player.in_play if can_use(table, card)]
    if table.claimed is None:
        keys.append(CLAIM)
    keys.append(PASS)
    return asking.allowed_length(keys)


def _own(player: Player) -> Iterator[Card]:
    yield from player.characters
    yield from player.supports


def can_use(table: Table, card: Card) -> bool:
    """Returns whether the card has an action, and the cost before its "to" can be paid (R9)."""
    action = TEXTS[card.code].action
    return action is not None and action.payable(Frame(table, card.player, card.name, card))


def is_allowed(table: Table, player: Player, key: str) -> bool:
    """Returns whether the key is a possible action, without computing all keys."""
    word, _, rest = key.partition(":")
    if len(key) > asking.MAX_KEY_LENGTH:
        return False
    match word:
        case "activate":
            return any(card.name == rest and can_activate(card) for card in _own(player))
        case "play":
            code = rest.partition(":")[0]
            return code in player.hand and rest in ways(table, player, code)
        case "resolve":
            name = rest.partition(":")[0]
            die = next((die for die in player.pool if die.name == name), None)
            return die is not None and can_resolve(table, player, die) and rest in keys_of(table, player, die)
        case "reroll":
            return bool(player.pool) and rest in player.hand
        case "use":
            return any(card.name == rest and can_use(table, card) for card in player.in_play)
    return key == PASS or (key == CLAIM and table.claimed is None)


# Turns


async def take_turn(table: Table, player: Player) -> bool:
    """Lets a player take one action or pass (D73), then any additional actions; returns False if the player passes.

    A player who has claimed the battlefield, or who can do nothing else, passes without a question.
    """
    player.extra = 0
    table.tell(events.turn, player.seat, 0)
    if table.claimed == player.seat:
        table.tell(events.passes, player.seat, "claimed")
        return False
    key = await _ask(table, player, NO_FACTS)
    if key is None or key == PASS:
        table.tell(events.passes, player.seat, "nothing" if key is None else "chosen")
        return False
    table.passes = 0
    await act(table, player, key)
    await work_off(table)
    while not table.ending and not player.out and player.extra:
        key = await _additional(table, player)
        if key is None:
            break
        await act(table, player, key)
        await work_off(table)
    player.extra = 0
    return True


async def _additional(table: Table, player: Player) -> str | None:
    """Asks for one additional action and returns its key; None if the player passes or has none (R23).

    Passing gives up all additional actions that are left.
    """
    if table.claimed == player.seat or table.ending or player.out:
        player.extra = 0
        return None
    due = player.extra
    if not _anything(table, player):
        player.extra = 0
        return None
    table.tell(events.turn, player.seat, due)
    key = await _ask(table, player, {"extra": due})
    if key is None or key == PASS:
        player.extra = 0
        return None
    player.extra = due - 1
    return key


async def take_additional(table: Table, player: Player) -> None:
    """Lets a player take their additional actions outside their turn, immediately; triggered abilities wait (R24)."""
    while player.extra:
        key = await _additional(table, player)
        if key is not None:
            await act(table, player, key, aside=True)


async def act_once(table: Table, player: Player, source: str) -> None:
    """Lets a player take one action outside their turn, as part of the event `source` (Retreat)."""
    if table.claimed == player.seat or player.out:
        return
    key = await _ask(table, player, {"source": source})
    if key is not None and key != PASS:
        await act(table, player, key, aside=True)
        await take_additional(table, player)


def _anything(table: Table, player: Player) -> bool:
    """Returns whether the player might do more than pass. Any hand card counts, because only its player knows it."""
    return bool(player.hand) or table.claimed is None or len(action_keys(table, player)) > 1


async def _ask(table: Table, player: Player, about: About) -> str | None:
    """Asks a player for an action and returns its key; returns None without asking if the player can only pass."""
    if not _anything(table, player):
        return None
    return await Action(table, player, about)


# Actions


async def act(table: Table, player: Player, key: str, *, aside: bool = False) -> None:
    """Carries out the action that a key other than `pass` names.

    `aside`: it happens inside another effect, so the queue of abilities waits (R22).
    """
    word, _, rest = key.partition(":")
    try:
        match word:
            case "activate":
                await activate(table, [card for card in _own(player) if card.name == rest])
            case "play":
                await play(table, player, rest)
            case "resolve":
                await _resolve(table, player, rest, aside=aside)
            case "reroll":
                await _reroll(table, player, rest)
            case "use":
                await _use(table, player, rest)
            case _:
                await _claim(table, player)
    except Stopped:
        pass


async def _resolve(table: Table, player: Player, key: str, *, aside: bool) -> None:
    """Resolves dice of one symbol one after the other; the first die decides the symbol (D96, R31)."""
    used: list[Die] = []
    symbol = next(die for die in player.pool if die.name == key.partition(":")[0]).side.symbol
    while True:
        await resolve_die(table, player, key, IN_ACTION, used)
        if not aside:
            await work_off(table)
        if table.ending or player.out:
            return
        keys = [
            each
            for die in player.pool
            if die.side.symbol == symbol and die not in used and can_resolve(table, player, die)
            for each in keys_of(table, player, die)
        ]
        if not keys:
            return
        keys = [*asking.allowed_length(keys), asking.DONE]
        key = await asking.choice(table, "resolve", player, keys, {"symbol": symbol})
        if key == asking.DONE:
            return


async def _reroll(table: Table, player: Player, code: str) -> None:
    """Discards one hand card, asks which dice of the player's pool to reroll (at least one), and rerolls them (D99)."""
    await discard_from_hand(table, player, [code])
    names = [die.name for die in player.pool]
    chosen = await asking.ask_some(table, "dice", player, names, NO_FACTS, 1, len(names))
    await dice.reroll(table, [die for die in player.pool if die.name in chosen])


async def _use(table: Table, player: Player, name: str) -> None:
    """Tells that a player uses the action of a card in play, and carries it out (D100)."""
    card = next(card for card in player.in_play if card.name == name)
    table.tell(events.uses, player.seat, card.name)
    action = TEXTS[card.code].action
    if action is not None:
        await action.use(Frame(table, player, card.name, card))


async def _claim(table: Table, player: Player) -> None:
    """Claims the battlefield: the player takes control of it, then may use its ability (R31)."""
    table.claimed = table.controller = player.seat
    table.tell(events.claims, player.seat, table.battlefield)
    await use_battlefield(table, player)


async def use_battlefield(table: Table, player: Player) -> None:
    """Lets the player use the claim ability of the battlefield, which is optional (D101)."""
    frame = claim_frame(table, player)
    ability = TEXTS[table.battlefield].claim
    if ability is not None:
        await ability.use(frame)


def claim_frame(table: Table, player: Player) -> Frame:
    """Creates the frame in which the player uses the battlefield's claim ability, and announces the event `uses` in it.

    The event is told as soon as the ability does something.
    """
    frame = Frame(table, player, table.battlefield)
    frame.announce(events.uses, player.seat, table.battlefield)
    return frame
