"""Playing a card (D90 to D93): whether and how it can be played, its price, and what happens."""

from __future__ import annotations

from rules.star_wars_destiny import events
from rules.star_wars_destiny.causes import Cause
from rules.star_wars_destiny.effects.frame import Frame
from rules.star_wars_destiny.effects.text import TEXTS, Text
from rules.star_wars_destiny.facts import Printed
from rules.star_wars_destiny.leaving import discard_from_play, last_card_gone
from rules.star_wars_destiny.occurrences import before, enter, help_for, waiting_for
from rules.star_wars_destiny.pieces import Card, Player
from rules.star_wars_destiny.prices import discount
from rules.star_wars_destiny.table import UPGRADES, Table

# Whether and how


def ways(table: Table, player: Player, code: str, *, less: int = 0, free: bool = False) -> list[str]:
    """Returns all ways to play a card now: `CODE`, `CODE:CHARACTER` or `CODE:CHARACTER:UPGRADE` (R56).

    `less`: an additional discount. `free`: the price is not checked.
    """
    text = TEXTS[code]
    printed = text.printed
    if printed.unique and player.has_copy(code):
        return []
    if printed.type != "upgrade":
        if not _may_be_played(table, player, text):
            return []
        return [code] if free or printed.cost - less <= _funds(table, player, printed, None) else []
    return [
        f"{code}:{character.name}{replaced}"
        for character in player.characters
        for replaced in _ways_onto(table, player, text, character, less, free=free)
    ]


def _ways_onto(
    table: Table, player: Player, text: Text, character: Card, less: int, *, free: bool
) -> list[str]:  # fmt: skip
    """Returns the ways to play an upgrade on a character: in addition, or in place of another upgrade (R7, D91)."""
    if not _fits(table, player, text, character):
        return []
    found: list[str] = []
    upgrades = character.upgrades
    if free:
        price = funds = 0
    else:
        price = text.printed.cost - less - discount(table, text.printed, character)
        funds = _funds(table, player, text.printed, character)
    if len(upgrades) < UPGRADES and price <= funds:
        found.append("")
    found += [f":{upgrade.name}" for upgrade in upgrades if price - upgrade.printed.cost <= funds]
    return found


def _fits(table: Table, player: Player, text: Text, character: Card) -> bool:
    """Returns whether the restrictions of an upgrade allow this character, or a card in play lifts them (D190)."""
    allowed = text.attach_to is None or text.attach_to(character)
    if allowed and _may_be_played(table, player, text):
        return True
    cards = table.watching.get("unrestricted", ())
    return any(
        card.player is player and card.text.unrestricted is not None
        and card.text.unrestricted(card, text.printed, character)
        for card in cards
    )  # fmt: skip


def _may_be_played(table: Table, player: Player, text: Text) -> bool:
    """Returns whether the restriction on playing the card is met; if it names an opponent, for at least one of them."""
    if text.play_on is None:
        return True
    frame = Frame(table, player, text.code)
    for other in table.others(player):
        frame.enemy = other
        if text.play_on.holds(frame):
            return True
    return False


def _funds(table: Table, player: Player, printed: Printed, onto: Card | None) -> int:
    """Returns the sum of the player's resources and all discounts that abilities could give while the price is paid."""
    if not table.watching.get("before:played"):
        return player.resources
    return player.resources + help_for(table, _cause(player, printed, onto))


def _cause(player: Player, printed: Printed, onto: Card | None) -> Cause:
    cause = Cause(f"played {printed.code}", player)
    cause.printed = printed
    cause.onto = onto
    return cause


# Playing


async def play(
    table: Table, player: Player, way: str, *, place: str = "hand", less: int = 0, free: bool = False
) -> None:  # fmt: skip
    """Plays a card: it leaves the hand (or pile), is paid for, takes effect, and triggers abilities.

    If the hand is then empty, this triggers only abilities of cards that are in play at that moment (Q42). A player
    who is out of turn takes any additional actions before the call ends (R24).
    """
    code, _, where = way.partition(":")
    character_name, _, replaced_name = where.partition(":")
    onto = next((one for one in player.characters if one.name == character_name), None)
    replaced = next((one for one in onto.upgrades if one.name == replaced_name), None) if onto is not None else None
    text = TEXTS[code]
    limbo = f"{player.seat}-{code}"
    cards: list[str] = getattr(player, place)
    cards.remove(code)
    emptied = [last_card_gone(player)] if place == "hand" and not cards else []
    watchers = waiting_for(table, "after:last_card_gone", emptied)
    table.limbo.append(limbo)
    cause = _cause(player, text.printed, onto)
    cause.ambush = text.ambush
    await _pay(table, cause, text.printed, replaced, None if free else less)
    match text.printed.type:
        case "event":
            await _event(table, player, text, limbo)
        case "support":
            cause.card = _support(table, player, code, limbo)
        case _ if onto is not None:
            cause.card = await _upgrade(table, player, code, onto, replaced, limbo)
    if player.out:
        return
    if cause.card is not None and text.played is not None:
        await text.played.do(Frame(table, player, cause.card.name, cause.card))
    _grant(table, cause)
    await enter(table, waiting_for(table, "after:played", [cause]) + watchers, cause.event)
    if player.seat != table.turn:
        await table.take_additional(table, player)


async def _pay(table: Table, cause: Cause, printed: Printed, replaced: Card | None, less: int | None) -> None:
    """Carries out "before" abilities, which may lower the price, takes the resources, and tells the event `plays`.

    `less`: the discount; None: the card is free. The replaced upgrade is still there (R6).
    """
    player, onto = cause.player, cause.onto
    if less is not None:
        worth = replaced.printed.cost if replaced is not None else 0
        cause.price = max(0, printed.cost - less - discount(table, printed, onto) - worth)
    await before(table, "before:played", [cause])
    cost = max(0, cause.price - cause.decrease)
    if cost:
        player.resources -= cost
        table.tell(events.resources, player.seat, -cost)
    table.tell(
        events.plays, player.seat, printed.code, onto.name if onto is not None else None,
        replaced.name if replaced is not None else None, cost,
    )  # fmt: skip


async def _event(table: Table, player: Player, text: Text, limbo: str) -> None:
    """Carries out an event, then discards it, or puts it under the deck if its text says so (D8, D47)."""
    frame = Frame(table, player, limbo)
    if text.play_on is not None:
        frame.enemies_where = text.play_on.holds
    if text.event is not None:
        await text.event.use(frame)
    table.limbo.remove(limbo)
    if player.out:
        return
    if frame.goes_under:
        player.deck.append(text.code)
        table.tell(events.returns, player.seat, text.code, "limbo", "deck")
    else:
        player.discard.append(text.code)


def _support(table: Table, player: Player, code: str, limbo: str) -> Card:
    card = table.new_card(player, code)
    table.limbo.remove(limbo)
    player.supports.append(card)
    table.watch(card)
    return card


async def _upgrade(
    table: Table, player: Player, code: str, onto: Card, replaced: Card | None, limbo: str
) -> Card:  # fmt: skip
    """Discards the replaced upgrade and attaches the new one in one step (R6); returns the new card."""
    if replaced is not None:
        await discard_from_play(table, [replaced])
    card = table.new_card(player, code)
    table.limbo.remove(limbo)
    attach(table, card, onto)
    return card


def attach(table: Table, card: Card, onto: Card) -> None:
    """Attaches an upgrade to a character. Its abilities now work."""
    card.bearer = onto
    onto.upgrades.append(card)
    table.watch(card)


def _grant(table: Table, cause: Cause) -> None:
    """Gives the player the additional actions for a played card: by Ambush, and by cards in play (R23)."""
    player = cause.player
    if cause.ambush:
        grant(table, player, 1)
    for card in table.watching.get("extra_action", ()):
        test = card.text.extra_action
        if card.player is player and test is not None and cause.printed is not None:
            grant(table, player, int(test(card, cause.printed, cause.onto)))


def grant(table: Table, player: Player, actions: int) -> None:
    """Gives a player additional actions; none after they have claimed or outside a running action phase (D101, R24)."""
    if table.phase == "action" and table.claimed != player.seat and not table.ending:
        player.extra += actions
