"""Standing orders of Mafia City: answers in advance, and windows that are passed or answered with a cancel."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from bot.games.context import About, View
from bot.games.mafia_city.cards import CARDS
from bot.games.mafia_city.questions import play_in_question
from bot.games.mafia_city.terms import MafiaContext
from bot.games.pre_orders import PASSES, Ahead, Offer, PreOrders
from bot.texts import N_, Translator
from rules.mafia_city.deck import kind_of, symbol_of
from rules.mafia_city.table import LOCATIONS

RETRIEVE, CALL, PLACE = "retrieve", "mayor:call", "place"
ALL, NOBODY = "all", "-"
CITY, REVERSE, LAST = "city", "reverse", "last"
EACH: Final = 2
"""The maximum number of mobsters that one order can place at the same location."""
SAID = {
    (RETRIEVE, ALL): N_("Strategy phase: take everyone back"),
    (RETRIEVE, NOBODY): N_("Strategy phase: take no one back"),
    (RETRIEVE, ""): N_("Strategy phase: your take-backs are set for this round"),
    (PLACE, ""): N_("Action phase: your next mobsters are chosen"),
    ("mayor:collect", ""): N_("With the mayor: the order of taking back"),
    ("mayor:evaluate", ""): N_("With the mayor: the order of the locations"),
    (CALL, ""): N_("With the mayor: who decides next"),
    ("pass:react", ""): N_("Never react: what others play"),
    ("pass:deal", ""): N_("Never react: secret deals"),
    ("pass:complicity", ""): N_("Never react: complicity"),
}
"""The texts of an order by its topic and value (empty: any value)."""


class MafiaOrders(PreOrders[MafiaContext]):
    """The standing orders of Mafia City. After a pass, a seat may stay out of the questions about bullets."""

    def ahead(self, ctx: MafiaContext, kind: str) -> Sequence[Ahead]:
        """Returns the orders that are possible for this kind of decision."""
        match kind:
            case "turn":
                return _placements(ctx)
            case "retrieve":
                return _take_backs(ctx)
            case "collect" | "evaluate":
                return _mayors(ctx, f"mayor:{kind}", kind == "evaluate")
            case "call":
                offers = (Offer("clockwise", ctx.t("Clockwise")), Offer(LAST, ctx.t("Clockwise, I decide last")))
                return (Ahead(CALL, ctx.t("For the rest of this phase"), offers),)
            case "react" | "deal" | "complicity":
                always = Offer("pass", ctx.t(SAID[PASSES + kind, ""]), ctx.t("Until you change it, also in /profile."))
                return (Ahead(PASSES + kind, "", (always,), lasting=True),)
        return ()

    def ordered(
        self, kind: str, keys: Sequence[str], about: About, view: View, seat: str, orders: Mapping[str, str]
    ) -> tuple[str, ...] | None:
        """Returns the answer that the orders of a seat give, by public facts only; None without one."""
        match kind:
            case "turn" if PLACE in orders:
                return _placed(orders[PLACE].split(), view, seat)
            case "retrieve" if RETRIEVE in orders:
                return _taken_back(orders[RETRIEVE], keys, about["location"])
            case "collect" | "evaluate" if f"mayor:{kind}" in orders:
                return (_next_location(orders[f"mayor:{kind}"].split(), keys),)
            case "call" if CALL in orders or "mayor:collect" in orders:
                standing = orders.get(CALL) or orders["mayor:collect"]
                return (_next_player(LAST in standing.split(), keys, view["start"], seat),)
            case "complicity" if PASSES + kind in orders:
                return ("pass",)
        return None

    def order_said(self, topic: str, standing: str, t: Translator) -> str:
        """Returns an order as text."""
        return t(SAID.get((topic, standing)) or SAID[topic, ""])

    def stays_out(self, kind: str) -> str | None:
        """Returns the answer `stay` to a question about a bullet, for a seat that stays out (M12); otherwise None."""
        return "stay" if kind == "bullet" else None

    def may_stay_out_after(self, kind: str, key: str) -> bool:
        """Returns whether a seat may stay out after this answer: after a pass only questions about bullets are left
        (M12)."""
        return (kind, key) == ("turn", "pass")

    def could_act_again(self, view: View, seat: str) -> bool:
        """Returns whether the seat holds a bullet (M12)."""
        return any(symbol_of(card) == "bullet" for card in view["players"][seat]["hand"])

    def grace(self, kind: str, view: View, seat: str) -> bool:
        """Returns whether a silence, which is a pass (M10), would cost a seat with mobsters in its crew the rest of
        the phase (M12)."""
        player = view["players"][seat]
        return kind == "turn" and not player["passed"] and player["crew"] > 0

    def silence_means(self, kind: str, t: Translator) -> str:
        return t("No more turns in this phase.") if kind == "turn" else ""

    def staying_out(self, t: Translator) -> str:
        return t(
            "After passing, you can still discard a bullet on your turn to act. "
            "Should I ask you about it in this phase?"
        )

    def aimed_at(self, kind: str, about: About, view: View, seat: str) -> bool:
        """Returns whether a play that counts so far is aimed at the seat, or the last cancel is against its own card.

        A play is aimed at a seat if it moves the seat's mobster or takes its card.
        """
        if kind != "react":
            return False
        author, decision, key, mobster = play_in_question(about, view)
        authors = [author, *(link.partition(" ")[0] for link in about["links"])]
        if len(authors) > 1 and authors[-2] == seat:
            return True
        standing = len(authors) % 2 == 1
        return standing and seat != author and (mobster == seat or seat in _meant(decision, key, view))

    def remedy(self, keys: Iterable[str]) -> str | None:
        """Returns the key that cancels a play: a police chief or the F.B.I. rather than two fists (M60, M61).

        None if no key cancels it.
        """
        offered = list(keys)
        for key in offered:
            if kind_of(key) in ("police_chief", "fbi"):
                return key
        return next((key for key in offered if key.startswith("fists:")), None)


def _placements(ctx: MafiaContext) -> Sequence[Ahead]:
    """Returns the offers to place several mobsters, one per turn (M10 A).

    Empty if the seat has fewer than two in its crew or has passed.
    """
    crew = ctx.view["players"][ctx.seat]["crew"]
    if crew < 2 or ctx.view["players"][ctx.seat]["passed"]:
        return ()
    begun = ".".join(map(str, (crew, *_standing(ctx.view, ctx.seat))))
    offers = [
        Offer(f"{place}/{begun}", ctx.numbered(place) if first else ctx.t("{place}: one more", place=ctx.place(place)))
        for first in (True, *(False,) * (EACH - 1))
        for place in LOCATIONS
    ]
    return (Ahead(PLACE, ctx.t("Place mobsters, one each turn"), offers, several=True, most=min(crew, len(offers))),)


def _standing(view: View, seat: str) -> list[int]:
    """Returns the number of a seat's mobsters at each location."""
    return [view["stacks"][place].count(seat) for place in LOCATIONS]


def _placed(chosen: Sequence[str], view: View, seat: str) -> tuple[str, ...] | None:
    """Returns the next of several planned placements; None after the last, or if the board no longer fits the plan.

    Each choice contains the counts at the time of the order, so any other move of the seat's mobsters stops the order.
    """
    places, player = [one.partition("/")[0] for one in chosen], view["players"][seat]
    crew, *begun = (int(count) for count in chosen[0].partition("/")[2].split("."))
    done = crew - player["crew"]
    planned = [count + places[:done].count(place) for count, place in zip(begun, LOCATIONS, strict=True)]
    if not 0 <= done < min(len(places), crew) or player["passed"] or _standing(view, seat) != planned:
        return None
    return (f"place:{places[done]}",)


def _take_backs(ctx: MafiaContext) -> Sequence[Ahead]:
    """Returns the offers for taking mobsters back (M31): chosen ones, none or all in this phase, or always all."""
    stacks, seat = ctx.view["stacks"], ctx.seat
    places = [place for place in LOCATIONS if place in ctx.view["marked"] and seat in stacks[place]]
    mobsters = [
        Offer(
            f"{place}:{count}",
            ctx.t("{place}, height {height}", place=ctx.numbered(place), height=height),
        )
        for place in places
        for count, height in enumerate((at for at, owner in enumerate(stacks[place], 1) if owner == seat), 1)
    ]
    everywhere = (
        Offer(NOBODY, ctx.t("All locations: take no one back")),
        Offer(ALL, ctx.t("All locations: take everyone back")),
    )
    always = (Offer(ALL, ctx.t("Every round: take everyone back")),)
    return (
        Ahead(RETRIEVE, ctx.t("All locations: choose mobsters"), mobsters, several=True),
        Ahead(RETRIEVE, "", everywhere),
        Ahead(RETRIEVE, "", always, lasting=True),
    )


def _mayors(ctx: MafiaContext, topic: str, evaluating: bool) -> Sequence[Ahead]:
    """Returns the mayor's offers for the order of the locations: by number, in reverse, or some first (M20, M30)."""
    marked = ctx.view["marked"]
    left = [place for place in LOCATIONS if (place in marked) != evaluating]
    orders = [Offer(CITY, ctx.t("By number, 1 to 7")), Offer(REVERSE, ctx.t("In reverse order"))]
    if not evaluating:
        orders.append(Offer(f"{CITY} {LAST}", ctx.t("By number, I decide last")))
    return (
        Ahead(topic, "", orders),
        Ahead(topic, "", (Offer(CITY, ctx.t("Always by number, 1 to 7")),), lasting=True),
        Ahead(
            topic, ctx.t("These first, then by number"),
            [Offer(place, ctx.numbered(place)) for place in left], several=True,
        ),
    )  # fmt: skip


def _taken_back(standing: str, keys: Sequence[str], location: str) -> tuple[str, ...] | None:
    if standing in (ALL, NOBODY):
        return tuple(keys) if standing == ALL else ()
    named = [word.split(":") for word in standing.split()]
    counts = sorted(int(count) for place, count in named if place == location)
    if counts and counts[-1] > len(keys):
        return None
    return tuple(keys[count - 1] for count in counts)


def _next_location(standing: Sequence[str], keys: Sequence[str]) -> str:
    if REVERSE in standing:
        return keys[-1]
    return next((key for key in keys if key in standing), keys[0])


def _next_player(last: bool, keys: Sequence[str], start: str, seat: str) -> str:
    """Returns the next player clockwise from the starting player; `last`: the seat itself only if no other is left."""
    clockwise = sorted(keys, key=lambda key: (key < start, key))
    return next((key for key in clockwise if key != seat), seat) if last else clockwise[0]


def _meant(decision: str, key: str, view: View) -> Sequence[str]:
    """Returns the seats at which a card of a turn is aimed, except the owner of a single targeted mobster."""
    word, *targets = key.split(":")
    card = CARDS.get(kind_of(word)) if decision == "turn" else None
    return card.concerns(targets, view) if card else ()
