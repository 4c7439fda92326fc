"""Every event of the game as one sentence: actor first, present tense, short."""

from __future__ import annotations

from bot.games.mafia_city.names import PHASES, mobsters
from bot.games.mafia_city.plays import described, named
from bot.games.mafia_city.terms import Speaker
from bot.games.protocol import Sentence, Told


def _starts(speaker: Speaker, told: Told) -> str:
    return speaker.words("{player} is the starting player.", player=speaker.who(told["seat"]))


def _city(speaker: Speaker, told: Told) -> str:
    middle, *rim = (speaker.numbered(place) for place in told["places"])
    return speaker.words("The city: {middle} in the middle, clockwise {rim}.", middle=middle, rim=", ".join(rim))


def _draws(speaker: Speaker, told: Told) -> str:
    player = speaker.who(told["seat"])
    return speaker.words.plural(
        "{player} draws {n} card.", "{player} draws {n} cards.", told["count"], player=player
    )  # fmt: skip


def _drew(speaker: Speaker, told: Told) -> str:
    return speaker.words("You draw: {cards}.", cards=speaker.cards(told["cards"]))


def _reshuffles(speaker: Speaker, told: Told) -> str:
    return speaker.words.plural(
        "The discard pile is shuffled into a new deck: {n} card.",
        "The discard pile is shuffled into a new deck: {n} cards.",
        told["cards"],
    )


def _mulligan(speaker: Speaker, told: Told) -> str:
    player = speaker.who(told["seat"])
    if not told["cards"]:
        return speaker.words("{player} keeps the first hand.", player=player)
    return speaker.words("{player} changes the first hand: {cards}.", player=player, cards=speaker.cards(told["cards"]))


def _phase(speaker: Speaker, told: Told) -> str:
    phase = speaker.words(PHASES[told["phase"]])
    return "**" + speaker.words("Round {number}: {phase}", number=told["round"], phase=phase) + "**"


def _passes(speaker: Speaker, told: Told) -> str:
    player = speaker.who(told["seat"])
    if told["forced"]:
        return speaker.words("{player} has neither a mobster nor a card and must pass (M13).", player=player)
    return speaker.words("{player} passes.", player=player)


def _forgoes(speaker: Speaker, told: Told) -> str:
    return speaker.words("{player} forgoes the action after the bullet.", player=speaker.who(told["seat"]))


def _places(speaker: Speaker, told: Told) -> str:
    player, place = speaker.who(told["seat"]), speaker.place(told["location"])
    return speaker.words("{player} puts a mobster: {place}.", player=player, place=place)


def _waits(speaker: Speaker, told: Told) -> str:
    player, card = speaker.who(told["seat"]), speaker.card(told["card"])
    return speaker.words("{player} waits and discards: {card}.", player=player, card=card)


def _plays(speaker: Speaker, told: Told) -> str:
    play = described(speaker, told["decision"], told["key"], told["mobster"])
    return speaker.words("{player} plays – {play}.", player=speaker.who(told["seat"]), play=play)


def _cancels(speaker: Speaker, told: Told) -> str:
    return speaker.words(
        "{player} cancels what {author} plays: {cancel}.",
        player=speaker.who(told["seat"]), author=speaker.who(told["against"]),
        cancel=described(speaker, "react", told["key"], None),
    )  # fmt: skip


def _settled(speaker: Speaker, told: Told) -> str:
    play = named(speaker, told["key"])
    if not told["stands"]:
        return speaker.words("Cancelled: {play}.", play=play)
    if told["contested"]:
        return speaker.words("It stands after all: {play}.", play=play)
    return speaker.words("Nobody cancels it. It stands: {play}.", play=play)


def _jailed(speaker: Speaker, told: Told) -> str:
    return speaker.words(
        "A mobster of {player} goes to the cell from the location {place}, sent by {author}.",
        player=speaker.who(told["seat"]), place=speaker.place(told["location"]), author=speaker.who(told["by"]),
    )  # fmt: skip


def _steals(speaker: Speaker, told: Told) -> str:
    thief, victim = speaker.who(told["seat"]), speaker.who(told["victim"])
    return speaker.words("{player} takes a random card of {victim}.", player=thief, victim=victim)


def _finds_nothing(speaker: Speaker, told: Told) -> str:
    thief, victim = speaker.who(told["seat"]), speaker.who(told["victim"])
    return speaker.words("{player} takes nothing: {victim} has no card.", player=thief, victim=victim)


def _stolen(speaker: Speaker, told: Told) -> str:
    return speaker.words(
        "The stolen card (who takes it: {player}, whose it was: {victim}): {card}.",
        player=speaker.who(told["seat"]), victim=speaker.who(told["victim"]), card=speaker.card(told["card"]),
    )  # fmt: skip


def _raided(speaker: Speaker, told: Told) -> str:
    place, gone = speaker.place(told["location"]), mobsters(told["mobsters"])
    said = speaker.words("Police raid, {place}: back to the crews go {mobsters}.", place=place, mobsters=gone)
    if not told["active"]:
        return said
    active = ", ".join(speaker.who(seat) for seat in told["active"])
    return said + " " + speaker.words("Active again: {players}.", players=active)


def _swapped(speaker: Speaker, told: Told) -> str:
    return speaker.words(
        "The lowest mobsters change places: {first} now {one}, {second} now {other}.",
        first=speaker.place(told["first"]), one=mobsters(told["first_mobster"]),
        second=speaker.place(told["second"]), other=mobsters(told["second_mobster"]),
    )  # fmt: skip


def _moved(speaker: Speaker, told: Told) -> str:
    return speaker.words(
        "A mobster of {player} goes from {origin} to {place}.",
        player=speaker.who(told["seat"]), origin=speaker.place(told["origin"]), place=speaker.place(told["target"]),
    )  # fmt: skip


def _recalled(speaker: Speaker, told: Told) -> str:
    player, place = speaker.who(told["seat"]), speaker.place(told["location"])
    return speaker.words("{player} takes back a mobster: {place}.", player=player, place=place)


def _reinforces(speaker: Speaker, told: Told) -> str:
    player, place = speaker.who(told["seat"]), speaker.place(told["location"])
    return speaker.words("{player} puts a mobster from the reserve: {place}.", player=player, place=place)


def _discards(speaker: Speaker, told: Told) -> str:
    player, card = speaker.who(told["seat"]), speaker.card(told["card"])
    return speaker.words("{player} discards: {card}.", player=player, card=card)


def _evaluates(speaker: Speaker, told: Told) -> str:
    place = speaker.numbered(told["location"])
    if told["chosen_by"] is None:
        return speaker.words("Evaluated now: **{place}**.", place=place)
    return speaker.words(
        "{player} chooses as mayor what is evaluated: **{place}**.", player=speaker.who(told["chosen_by"]), place=place
    )


def _controls(speaker: Speaker, told: Told) -> str:
    place = speaker.place(told["location"])
    counts = ", ".join(f"{mobsters(seat)} {count}" for seat, count in told["counts"].items())
    if not counts:
        return speaker.words("{place}: empty, nobody in control.", place=place)
    if told["seat"] is None:
        return speaker.words("{place}: a tie, nobody in control ({counts}).", place=place, counts=counts)
    player = speaker.who(told["seat"])
    return speaker.words("{place}: {player} in control ({counts}).", place=place, player=player, counts=counts)


def _scores(speaker: Speaker, told: Told) -> str:
    player, points = speaker.who(told["seat"]), told["points"]
    if told["extra"]:
        return speaker.words("{player} scores one more point by the star: {points}.", player=player, points=points)
    return speaker.words("{player} scores a point: {points}.", player=player, points=points)


def _released(speaker: Speaker, told: Told) -> str:
    return speaker.words("The cell is opened; back to the crews go {mobsters}.", mobsters=mobsters(told["mobsters"]))


def _hitman_moves(speaker: Speaker, told: Told) -> str:
    player, place = speaker.who(told["seat"]), speaker.place(told["location"])
    return speaker.words("{player} moves the hitman figure: {place}.", player=player, place=place)


def _killed(speaker: Speaker, told: Told) -> str:
    return speaker.words(
        "A mobster of {player} goes to the reserve from the location {place}, by order of {author}.",
        player=speaker.who(told["seat"]), place=speaker.place(told["location"]), author=speaker.who(told["by"]),
    )  # fmt: skip


def _recruits(speaker: Speaker, told: Told) -> str:
    return speaker.words("{player} takes a mobster from the reserve to the crew.", player=speaker.who(told["seat"]))


def _policeman(speaker: Speaker, told: Told) -> str:
    if told["seat"] is None:
        return speaker.words("The policeman stays at the police station.")
    return speaker.words("{player} holds the policeman.", player=speaker.who(told["seat"]))


def _mayor(speaker: Speaker, told: Told) -> str:
    if told["seat"] is None:
        return speaker.words("The mayor stays at the town hall.")
    return speaker.words("{player} holds the mayor.", player=speaker.who(told["seat"]))


def _collects(speaker: Speaker, told: Told) -> str:
    place = speaker.numbered(told["location"])
    if told["chosen_by"] is None:
        return speaker.words("Mobsters may be taken back from: **{place}**.", place=place)
    return speaker.words(
        "{player} chooses as mayor from where mobsters may be taken back: **{place}**.",
        player=speaker.who(told["chosen_by"]), place=place,
    )  # fmt: skip


def _called(speaker: Speaker, told: Told) -> str:
    player, place = speaker.who(told["seat"]), speaker.place(told["location"])
    return speaker.words("{player} decides next: {place}.", player=player, place=place)


def _retrieves(speaker: Speaker, told: Told) -> str:
    player, place, heights = speaker.who(told["seat"]), speaker.place(told["location"]), told["heights"]
    if not heights:
        return speaker.words("{player} takes nobody back: {place}.", player=player, place=place)
    return speaker.words.plural(
        "{player} takes back {n} mobster ({place}, height {heights}).",
        "{player} takes back {n} mobsters ({place}, heights {heights}).",
        len(heights), player=player, place=place, heights=", ".join(str(height) for height in heights),
    )  # fmt: skip


def _token(speaker: Speaker, told: Told) -> str:
    return speaker.words("{player} receives the starting token.", player=speaker.who(told["seat"]))


def _over(speaker: Speaker, told: Told) -> str:
    return speaker.words("{player} wins the city.", player=speaker.who(told["winner"]))


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
