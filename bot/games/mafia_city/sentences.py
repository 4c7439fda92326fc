"""The sentences of the game's events: the acting player first, present tense, short."""

from __future__ import annotations

from bot.games.mafia_city.event_merging import GAINED
from bot.games.mafia_city.names import PHASES
from bot.games.mafia_city.options import taken_back
from bot.games.mafia_city.plays import cancelled, named, played
from bot.games.mafia_city.terms import MafiaContext
from bot.games.sentences import Sentence, Told, addressed, either, plural
from bot.texts import N_
from rules.mafia_city.table import goal


def _city(ctx: MafiaContext, told: Told) -> str:
    middle, *rim = (ctx.numbered(place) for place in told["places"])
    return ctx.t("The city: {middle} in the middle, clockwise {rim}.", middle=middle, rim=", ".join(rim))


def _phase(ctx: MafiaContext, told: Told) -> str:
    phase = ctx.t(PHASES[told["phase"]])
    heading = "**" + ctx.t("Round {number}: {phase}", number=told["round"], phase=phase) + "**"
    gained = ", ".join(f"{ctx.mark(seat)} +{points}" for seat, points in told.get(GAINED, {}).items())
    return f"{heading} · {ctx.t('points gained: {points}', points=gained)}" if gained else heading


def _plays(ctx: MafiaContext, told: Told) -> str:
    seat = None if ctx.reads(told["seat"]) else told["seat"]
    return played(ctx, seat, told["decision"], told["key"], told["mobster"])


def _cancels(ctx: MafiaContext, told: Told) -> str:
    seat = None if ctx.reads(told["seat"]) else told["seat"]
    return cancelled(ctx, seat, told["key"], told["against"])


def _settled(ctx: MafiaContext, told: Told) -> str:
    play = named(ctx, told["key"])
    if not told["stands"]:
        return ctx.t("Cancelled: {play}.", play=play)
    if told["contested"]:
        return ctx.t("It counts after all: {play}.", play=play)
    return ctx.t("It counts: {play}.", play=play)


def _raided(ctx: MafiaContext, told: Told) -> str:
    place, gone = ctx.place(told["location"]), ctx.marks(told["mobsters"])
    said = ctx.t("Police raid, {place}. Back to their crews: {mobsters}.", place=place, mobsters=gone)
    if not told["active"]:
        return said
    active = ctx.players(told["active"])
    return said + " " + ctx.t("Active again: {players}.", players=active)


def _controls(ctx: MafiaContext, told: Told) -> str:
    place = ctx.place(told["location"])
    counts = ", ".join(f"{ctx.marks(seat)} {count}" for seat, count in told["counts"].items())
    if not counts:
        return ctx.t("{place}: empty, no one in control.", place=place)
    if told["seat"] is None:
        return ctx.t("{place}: a tie, no one in control ({counts}).", place=place, counts=counts)
    player = ctx.who(told["seat"])
    return ctx.t("{place}: {player} in control ({counts}).", place=place, player=player, counts=counts)


def _scores(ctx: MafiaContext, told: Told) -> str:
    player, points = ctx.who(told["seat"]), told["points"]
    if told["extra"]:
        said = ctx.t("{player} scores one more point with the star (total: {points}).", player=player, points=points)
    else:
        said = ctx.t("{player} scores a point (total: {points}).", player=player, points=points)
    if points != goal(len(ctx.facts.seats), ctx.facts.options):
        return said
    return said + " " + ctx.t("Goal reached: after the last location, the most points win.")


def _places(ctx: MafiaContext, told: Told) -> str:
    return ctx.t("You place a mobster: {place}.", place=ctx.place(told["location"]))


def _discards(ctx: MafiaContext, told: Told) -> str:
    return ctx.t("You discard: {card}.", card=ctx.card(told["card"]))


def _retrieves(ctx: MafiaContext, told: Told) -> str:
    player, place, heights = ctx.who(told["seat"]), ctx.place(told["location"]), told["heights"]
    if ctx.reads(told["seat"]):
        return taken_back(ctx, told["location"], heights)
    if not heights:
        return ctx.t("{player} takes no one back: {place}.", player=player, place=place)
    return ctx.t.plural(
        "{player} takes back {n} mobster ({place}, height {heights}).",
        "{player} takes back {n} mobsters ({place}, heights {heights}).",
        len(heights), player=player, place=place, heights=", ".join(str(height) for height in heights),
    )  # fmt: skip


SENTENCES: dict[str, Sentence] = {
    "starts": N_("{seat:who} is the starting player."),
    "city": _city,
    # The event `drew` names the cards to the seat that draws them.
    "draws": addressed(None, plural("{seat:who} draws {n} card.", "{seat:who} draws {n} cards.", "count")),
    "drew": N_("You draw: {cards:cards}."),
    "reshuffles": plural(
        "The discard pile is shuffled into a new deck: {n} card.",
        "The discard pile is shuffled into a new deck: {n} cards.",
        "cards",
    ),
    "mulligan": addressed(
        either("cards", N_("You discard both cards and take two new ones."), N_("You keep both cards.")),
        either(
            "cards", N_("{seat:who} changes the first hand: {cards:cards}."), N_("{seat:who} keeps the first hand.")
        ),
    ),
    "phase": _phase,
    "passes": addressed(
        either(
            "forced",
            N_("You have neither a mobster nor a card and must pass."),
            N_("You pass. You act again only after a police raid or with a bullet."),
        ),
        either("forced", N_("{seat:who} has neither a mobster nor a card and must pass."), N_("{seat:who} passes.")),
    ),
    "forgoes": addressed(
        N_("You skip the action after the bullet."), N_("{seat:who} skips the action after the bullet.")
    ),
    "places": addressed(_places, N_("{seat:who} places a mobster: {location:place}.")),
    "waits": addressed(N_("You wait and discard: {card:card}."), N_("{seat:who} waits and discards: {card:card}.")),
    "plays": _plays,
    "cancels": _cancels,
    "settled": _settled,
    "jailed": N_("{by:who} sends a mobster of {seat:who} ({location:place}) to the cell."),
    "steals": N_("{seat:who} takes a random card of {victim:who}."),
    "finds_nothing": N_("{seat:who} takes nothing: {victim:who} has no card."),
    "stolen": addressed(
        N_("Your Thief took {card:card} from {victim:who}."),
        addressed(
            N_("{seat:who}'s Thief took {card:card} from you."),
            N_("{seat:who}'s Thief took {card:card} from {victim:who}."),
            "victim",
        ),
    ),
    "raided": _raided,
    "swapped": N_(
        "The lowest mobsters change places: {first:place} now {first_mobster:marks}, {second:place} now "
        "{second_mobster:marks}."
    ),
    "moved": N_("A mobster of {seat:who} goes from {origin:place} to {target:place}."),
    "recalled": N_("{seat:who} takes back a mobster: {location:place}."),
    "reinforces": N_("{seat:who} places a mobster from the reserve: {location:place}."),
    "discards": addressed(_discards, N_("{seat:who} discards: {card:card}.")),
    "evaluates": either(
        "chosen_by",
        addressed(
            N_("You choose what is evaluated: **{location:numbered}**."),
            N_("{chosen_by:who} (mayor) chooses what is evaluated: **{location:numbered}**."),
            "chosen_by",
        ),
        N_("Evaluated now: **{location:numbered}**."),
    ),
    "controls": _controls,
    "scores": _scores,
    "released": N_("The cell opens. Back to their crews: {mobsters:marks}."),
    "hitman_moves": N_("{seat:who} moves the hitman figure: {location:place}."),
    "killed": N_("{by:who} sends a mobster of {seat:who} ({location:place}) to the reserve."),
    "recruits": N_("{seat:who} moves a mobster from the reserve to the crew."),
    "policeman": either("seat", N_("{seat:who} gets the policeman."), N_("The policeman stays at the police station.")),
    "mayor": either("seat", N_("{seat:who} gets the mayor."), N_("The mayor stays at the town hall.")),
    "collects": either(
        "chosen_by",
        addressed(
            N_("You choose where mobsters are taken back: **{location:numbered}**."),
            N_("{chosen_by:who} (mayor) chooses where mobsters are taken back: **{location:numbered}**."),
            "chosen_by",
        ),
        N_("Mobsters are taken back here: **{location:numbered}**."),
    ),
    "called": addressed(N_("{location:place}: you decide next."), N_("{location:place}: {seat:who} decides next.")),
    "retrieves": _retrieves,
    "token": N_("{seat:who} receives the starting token."),
    "over": N_("{winner:who} wins the city."),
}
