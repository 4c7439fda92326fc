"""The public state as a text table that also suits screen readers, and the text of a seat's own cards and figures."""

from __future__ import annotations

from collections.abc import Sequence

from bot.games.mafia_city.cards import CARDS
from bot.games.mafia_city.names import PHASES
from bot.games.mafia_city.terms import MafiaContext, Terms
from bot.texts import Translator
from rules.mafia_city.deck import kind_of, symbol_of
from rules.mafia_city.table import LOCATIONS

MAX_OPEN = 12
"""The maximum number of open cards that are named (the latest); the others are only counted."""


def public(ctx: MafiaContext) -> str:
    """Returns the public state as text: the city, the players and the piles."""
    lines = [_heading(ctx), *_shape_of_the_city(ctx), ""]
    lines += [_location(ctx, place) for place in LOCATIONS]
    lines += ["", *(_player(ctx, seat) for seat in ctx.view["players"])]
    lines += ["", *_piles(ctx)]
    return "\n".join(lines)


def _heading(ctx: MafiaContext) -> str:
    # The end of the game is not a phase here: the text about the winner says it.
    phase = [] if ctx.view["phase"] == "over" else [ctx.t(PHASES[ctx.view["phase"]])]
    goal = ctx.t("goal {goal}", goal=ctx.view["goal"])
    return "**" + " · ".join([ctx.t("Round {number}", number=ctx.view["round"]), *phase, goal]) + "**"


def _shape_of_the_city(ctx: MafiaContext) -> list[str]:
    if not ctx.view["city"]:
        return []
    middle, *rim = (ctx.numbered(place) for place in ctx.view["city"])
    return ["-# " + ctx.t("In the middle {middle}; around it clockwise {rim}", middle=middle, rim=", ".join(rim))]


def _location(ctx: MafiaContext, place: str) -> str:
    stack = ctx.marks(ctx.view["stacks"][place]) or ctx.t("empty")
    parts = [f"**{ctx.numbered(place)}**: {stack}"]
    if place == "prison":
        parts.append(ctx.t("cell: {mobsters}", mobsters=ctx.marks(ctx.view["cell"]) or ctx.t("empty")))
    if ctx.view["hitman"] == place:
        parts.append("🔪 " + ctx.t("hitman"))
    if place == "police_station" and ctx.view["policeman"] is None:
        parts.append("👮 " + ctx.t("policeman"))
    if place == "town_hall" and ctx.view["mayor"] is None:
        parts.append("🏛️ " + ctx.t("mayor"))
    if place in ctx.view["marked"]:
        parts.append("✅ " + ctx.t("evaluated"))
    return " · ".join(parts)


def _player(ctx: MafiaContext, seat: str) -> str:
    parts = [f"{ctx.facts.introduced(seat)} {ctx.who(seat)}: {_figures(ctx, seat)}"]
    if ctx.view["start"] == seat:
        parts.append("🚩 " + ctx.t("starts the round"))
    if ctx.view["policeman"] == seat:
        parts.append("👮 " + ctx.t("policeman"))
    if ctx.view["mayor"] == seat:
        parts.append("🏛️ " + ctx.t("mayor"))
    if ctx.view["players"][seat]["passed"]:
        parts.append("💤 " + ctx.t("has passed"))
    return " · ".join(parts)


def _figures(ctx: MafiaContext, seat: str) -> str:
    player = ctx.view["players"][seat]
    cards = player["cards"] if "cards" in player else len(player["hand"])
    return ctx.t(
        "points **{points}**/{goal} · crew {crew}, reserve {reserve} · cards {cards}",
        points=player["points"], goal=ctx.view["goal"], crew=player["crew"], reserve=player["reserve"], cards=cards,
    )  # fmt: skip


def _piles(ctx: MafiaContext) -> list[str]:
    top = ctx.card(ctx.view["discard"][-1]) if ctx.view["discard"] else ctx.t("empty")
    said = ctx.t(
        "Deck {deck} · discard pile {count}, on top: {top}",
        deck=ctx.view["deck"],
        count=len(ctx.view["discard"]),
        top=top,
    )
    if not ctx.view["open"]:
        return [said]
    more = len(ctx.view["open"]) - MAX_OPEN
    last = ctx.cards(ctx.view["open"][-MAX_OPEN:])
    return [said, ctx.t("On the table: {cards}", cards=f"+{more}, {last}" if more > 0 else last)]


def hand(ctx: MafiaContext) -> str:
    """Returns the cards in the seat's hand as text: name, type and symbol, and the effects of card and symbol."""
    cards = ctx.view["players"][ctx.seat]["hand"]
    if not cards:
        return ctx.t("You have no cards.")
    return "\n".join(_cards(cards, ctx.t))


def _cards(cards: Sequence[str], words: Translator) -> list[str]:
    terms = Terms(words)
    lines = []
    for code in dict.fromkeys(cards):
        kind, symbol = kind_of(code), symbol_of(code)
        times = f" ×{cards.count(code)}" if cards.count(code) > 1 else ""
        lines.append(f"{CARDS[kind].emoji} **{terms.card(code)}**{times} · {words(CARDS[kind].type)}")
        lines.append(f"-# {terms.text(code)} {terms.symbol(symbol)}: {terms.symbol_text(symbol)}")
    return lines


def other_hand(ctx: MafiaContext, other: str) -> str | None:
    """Returns another player's hand as text for the holder of the policeman (M24.4); None if the view has none."""
    if "hand" not in ctx.view["players"][other]:
        return None
    cards = ctx.cards(ctx.view["players"][other]["hand"]) or ctx.t("no cards")
    return ctx.t("The hand of {player}: {cards}. Keep it secret.", player=ctx.who(other), cards=cards)


def known(ctx: MafiaContext) -> str:
    """Returns all other hands as text if the seat holds the policeman (M24.4); empty otherwise."""
    hands = {seat: player.get("hand") for seat, player in ctx.view["players"].items() if seat != ctx.seat}
    if ctx.view["policeman"] != ctx.seat or None in hands.values():
        return ""
    lines = [f"- {ctx.who(seat)}: {ctx.cards(cards or ()) or ctx.t('no cards')}" for seat, cards in hands.items()]
    return "\n".join(["👮 " + ctx.t("You have the policeman and see all hands:"), *lines])


def standing(ctx: MafiaContext) -> str:
    """Returns the seat's own figures as text: points, crew, reserve and number of cards."""
    return f"{ctx.mark(ctx.seat)} {_figures(ctx, ctx.seat)}"
