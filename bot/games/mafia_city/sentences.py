"""Every event of the game as one sentence: actor first, present tense, short."""

from __future__ import annotations

from bot.games.game_ui import Sentence, Told
from bot.games.mafia_city.names import PHASES, mobsters
from bot.games.mafia_city.plays import described, named
from bot.games.mafia_city.terms import MafiaContext


def _starts(ctx: MafiaContext, told: Told) -> str:
    return ctx.t("{player} is the starting player.", player=ctx.who(told["seat"]))


def _city(ctx: MafiaContext, told: Told) -> str:
    middle, *rim = (ctx.numbered(place) for place in told["places"])
    return ctx.t("The city: {middle} in the middle, clockwise {rim}.", middle=middle, rim=", ".join(rim))


def _draws(ctx: MafiaContext, told: Told) -> str:
    player = ctx.who(told["seat"])
    return ctx.t.plural(
        "{player} draws {n} card.", "{player} draws {n} cards.", told["count"], player=player
    )  # fmt: skip


def _drew(ctx: MafiaContext, told: Told) -> str:
    return ctx.t("You draw: {cards}.", cards=ctx.cards(told["cards"]))


def _reshuffles(ctx: MafiaContext, told: Told) -> str:
    return ctx.t.plural(
        "The discard pile is shuffled into a new deck: {n} card.",
        "The discard pile is shuffled into a new deck: {n} cards.",
        told["cards"],
    )


def _mulligan(ctx: MafiaContext, told: Told) -> str:
    player = ctx.who(told["seat"])
    if not told["cards"]:
        return ctx.t("{player} keeps the first hand.", player=player)
    return ctx.t("{player} changes the first hand: {cards}.", player=player, cards=ctx.cards(told["cards"]))


def _phase(ctx: MafiaContext, told: Told) -> str:
    phase = ctx.t(PHASES[told["phase"]])
    return "**" + ctx.t("Round {number}: {phase}", number=told["round"], phase=phase) + "**"


def _passes(ctx: MafiaContext, told: Told) -> str:
    player = ctx.who(told["seat"])
    if told["forced"]:
        return ctx.t("{player} has neither a mobster nor a card and must pass.", player=player)
    return ctx.t("{player} passes.", player=player)


def _forgoes(ctx: MafiaContext, told: Told) -> str:
    return ctx.t("{player} forgoes the action after the bullet.", player=ctx.who(told["seat"]))


def _places(ctx: MafiaContext, told: Told) -> str:
    player, place = ctx.who(told["seat"]), ctx.place(told["location"])
    return ctx.t("{player} puts a mobster: {place}.", player=player, place=place)


def _waits(ctx: MafiaContext, told: Told) -> str:
    player, card = ctx.who(told["seat"]), ctx.card(told["card"])
    return ctx.t("{player} waits and discards: {card}.", player=player, card=card)


def _plays(ctx: MafiaContext, told: Told) -> str:
    play = described(ctx, told["decision"], told["key"], told["mobster"])
    return ctx.t("{player} plays – {play}.", player=ctx.who(told["seat"]), play=play)


def _cancels(ctx: MafiaContext, told: Told) -> str:
    return ctx.t(
        "{player} cancels what {author} plays: {cancel}.",
        player=ctx.who(told["seat"]), author=ctx.who(told["against"]),
        cancel=described(ctx, "react", told["key"], None),
    )  # fmt: skip


def _settled(ctx: MafiaContext, told: Told) -> str:
    play = named(ctx, told["key"])
    if not told["stands"]:
        return ctx.t("Cancelled: {play}.", play=play)
    if told["contested"]:
        return ctx.t("It stands after all: {play}.", play=play)
    return ctx.t("Nobody cancels it. It stands: {play}.", play=play)


def _jailed(ctx: MafiaContext, told: Told) -> str:
    return ctx.t(
        "A mobster of {player} goes to the cell from the location {place}, sent by {author}.",
        player=ctx.who(told["seat"]), place=ctx.place(told["location"]), author=ctx.who(told["by"]),
    )  # fmt: skip


def _steals(ctx: MafiaContext, told: Told) -> str:
    thief, victim = ctx.who(told["seat"]), ctx.who(told["victim"])
    return ctx.t("{player} takes a random card of {victim}.", player=thief, victim=victim)


def _finds_nothing(ctx: MafiaContext, told: Told) -> str:
    thief, victim = ctx.who(told["seat"]), ctx.who(told["victim"])
    return ctx.t("{player} takes nothing: {victim} has no card.", player=thief, victim=victim)


def _stolen(ctx: MafiaContext, told: Told) -> str:
    return ctx.t(
        "The stolen card (who takes it: {player}, whose it was: {victim}): {card}.",
        player=ctx.who(told["seat"]), victim=ctx.who(told["victim"]), card=ctx.card(told["card"]),
    )  # fmt: skip


def _raided(ctx: MafiaContext, told: Told) -> str:
    place, gone = ctx.place(told["location"]), mobsters(told["mobsters"])
    said = ctx.t("Police raid, {place}: back to the crews go {mobsters}.", place=place, mobsters=gone)
    if not told["active"]:
        return said
    active = ", ".join(ctx.who(seat) for seat in told["active"])
    return said + " " + ctx.t("Active again: {players}.", players=active)


def _swapped(ctx: MafiaContext, told: Told) -> str:
    return ctx.t(
        "The lowest mobsters change places: {first} now {one}, {second} now {other}.",
        first=ctx.place(told["first"]), one=mobsters(told["first_mobster"]),
        second=ctx.place(told["second"]), other=mobsters(told["second_mobster"]),
    )  # fmt: skip


def _moved(ctx: MafiaContext, told: Told) -> str:
    return ctx.t(
        "A mobster of {player} goes from {origin} to {place}.",
        player=ctx.who(told["seat"]), origin=ctx.place(told["origin"]), place=ctx.place(told["target"]),
    )  # fmt: skip


def _recalled(ctx: MafiaContext, told: Told) -> str:
    player, place = ctx.who(told["seat"]), ctx.place(told["location"])
    return ctx.t("{player} takes back a mobster: {place}.", player=player, place=place)


def _reinforces(ctx: MafiaContext, told: Told) -> str:
    player, place = ctx.who(told["seat"]), ctx.place(told["location"])
    return ctx.t("{player} puts a mobster from the reserve: {place}.", player=player, place=place)


def _discards(ctx: MafiaContext, told: Told) -> str:
    player, card = ctx.who(told["seat"]), ctx.card(told["card"])
    return ctx.t("{player} discards: {card}.", player=player, card=card)


def _evaluates(ctx: MafiaContext, told: Told) -> str:
    place = ctx.numbered(told["location"])
    if told["chosen_by"] is None:
        return ctx.t("Evaluated now: **{place}**.", place=place)
    return ctx.t(
        "{player} chooses as mayor what is evaluated: **{place}**.", player=ctx.who(told["chosen_by"]), place=place
    )


def _controls(ctx: MafiaContext, told: Told) -> str:
    place = ctx.place(told["location"])
    counts = ", ".join(f"{mobsters(seat)} {count}" for seat, count in told["counts"].items())
    if not counts:
        return ctx.t("{place}: empty, nobody in control.", place=place)
    if told["seat"] is None:
        return ctx.t("{place}: a tie, nobody in control ({counts}).", place=place, counts=counts)
    player = ctx.who(told["seat"])
    return ctx.t("{place}: {player} in control ({counts}).", place=place, player=player, counts=counts)


def _scores(ctx: MafiaContext, told: Told) -> str:
    player, points = ctx.who(told["seat"]), told["points"]
    if told["extra"]:
        return ctx.t("{player} scores one more point by the star: {points}.", player=player, points=points)
    return ctx.t("{player} scores a point: {points}.", player=player, points=points)


def _released(ctx: MafiaContext, told: Told) -> str:
    return ctx.t("The cell is opened; back to the crews go {mobsters}.", mobsters=mobsters(told["mobsters"]))


def _hitman_moves(ctx: MafiaContext, told: Told) -> str:
    player, place = ctx.who(told["seat"]), ctx.place(told["location"])
    return ctx.t("{player} moves the hitman figure: {place}.", player=player, place=place)


def _killed(ctx: MafiaContext, told: Told) -> str:
    return ctx.t(
        "A mobster of {player} goes to the reserve from the location {place}, by order of {author}.",
        player=ctx.who(told["seat"]), place=ctx.place(told["location"]), author=ctx.who(told["by"]),
    )  # fmt: skip


def _recruits(ctx: MafiaContext, told: Told) -> str:
    return ctx.t("{player} takes a mobster from the reserve to the crew.", player=ctx.who(told["seat"]))


def _policeman(ctx: MafiaContext, told: Told) -> str:
    if told["seat"] is None:
        return ctx.t("The policeman stays at the police station.")
    return ctx.t("{player} holds the policeman.", player=ctx.who(told["seat"]))


def _mayor(ctx: MafiaContext, told: Told) -> str:
    if told["seat"] is None:
        return ctx.t("The mayor stays at the town hall.")
    return ctx.t("{player} holds the mayor.", player=ctx.who(told["seat"]))


def _collects(ctx: MafiaContext, told: Told) -> str:
    place = ctx.numbered(told["location"])
    if told["chosen_by"] is None:
        return ctx.t("Mobsters may be taken back from: **{place}**.", place=place)
    return ctx.t(
        "{player} chooses as mayor from where mobsters may be taken back: **{place}**.",
        player=ctx.who(told["chosen_by"]), place=place,
    )  # fmt: skip


def _called(ctx: MafiaContext, told: Told) -> str:
    player, place = ctx.who(told["seat"]), ctx.place(told["location"])
    return ctx.t("{player} decides next: {place}.", player=player, place=place)


def _retrieves(ctx: MafiaContext, told: Told) -> str:
    player, place, heights = ctx.who(told["seat"]), ctx.place(told["location"]), told["heights"]
    if not heights:
        return ctx.t("{player} takes nobody back: {place}.", player=player, place=place)
    return ctx.t.plural(
        "{player} takes back {n} mobster ({place}, height {heights}).",
        "{player} takes back {n} mobsters ({place}, heights {heights}).",
        len(heights), player=player, place=place, heights=", ".join(str(height) for height in heights),
    )  # fmt: skip


def _token(ctx: MafiaContext, told: Told) -> str:
    return ctx.t("{player} receives the starting token.", player=ctx.who(told["seat"]))


def _over(ctx: MafiaContext, told: Told) -> str:
    return ctx.t("{player} wins the city.", player=ctx.who(told["winner"]))


SENTENCES: dict[str, Sentence] = {
    "starts": _starts, "city": _city, "draws": _draws, "drew": _drew, "reshuffles": _reshuffles,
    "mulligan": _mulligan, "phase": _phase, "passes": _passes, "forgoes": _forgoes, "places": _places,
    "waits": _waits, "plays": _plays, "cancels": _cancels, "settled": _settled, "jailed": _jailed,
    "steals": _steals, "finds_nothing": _finds_nothing, "stolen": _stolen, "raided": _raided,
    "swapped": _swapped, "moved": _moved, "recalled": _recalled, "reinforces": _reinforces,
    "discards": _discards, "evaluates": _evaluates, "controls": _controls, "scores": _scores,
    "released": _released, "hitman_moves": _hitman_moves, "killed": _killed, "recruits": _recruits,
    "policeman": _policeman, "mayor": _mayor, "collects": _collects, "called": _called,
    "retrieves": _retrieves, "token": _token, "over": _over,
}  # fmt: skip
