"""What is asked of somebody, and what everybody waits for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bot.games.facts import TableFacts
from bot.games.mafia_city.names import Speaker, mobsters
from bot.games.mafia_city.plays import described, target_of
from bot.games.protocol import About, View
from bot.texts import Words, later

QUESTIONS = {
    "mulligan": later("Keep both cards, or discard both and take two new ones? (M7)"),
    "turn": later("Your turn: exactly one action – put a mobster, play, wait, or pass (M10)."),
    "bullet": later("It would be your turn, but you have passed. A bullet lets you act once more (M12)."),
    "rackets": later("Rackets: which of the three cards just drawn do you discard? (M51)"),
    "evaluate": later("You hold the mayor: which location is evaluated next? (M20)"),
    "jail": later("You control the prison: which mobster goes to the cell? You may decline (M24)."),
    "discard": later("You control the business district: which card of your hand do you discard? (M24)"),
    "star": later("You control the private club: one star brings one more point (M24)."),
    "collect": later("You hold the mayor: from which location may mobsters be taken back next? (M30)"),
}
WAITING = {
    "mulligan": later("keep or change the first hand (M7)"),
    "turn": later("a turn (M10)"),
    "bullet": later("one more action by a bullet? (M12)"),
    "rackets": later("Rackets: discard one of the three cards (M51)"),
    "evaluate": later("choose the next location to evaluate (M20)"),
    "jail": later("prison: who goes to the cell? (M24)"),
    "move": later("harbour: move the hitman figure? (M24)"),
    "discard": later("business district: discard a card (M24)"),
    "star": later("private club: a star for one more point? (M24)"),
    "collect": later("choose from where mobsters may be taken back (M30)"),
}


def question(kind: str, about: About, view: View, facts: TableFacts, words: Words) -> str:
    """What is asked, with its rule."""
    speaker = Speaker(words, facts)
    if kind in QUESTIONS:
        return words(QUESTIONS[kind])
    return _QUESTIONS[kind](speaker, about, view)


def waiting_for(kind: str, about: About, view: View, facts: TableFacts, words: Words) -> str:
    """What everybody waits for; of a window also who plays what at whom."""
    speaker = Speaker(words, facts)
    if kind in WAITING:
        return words(WAITING[kind])
    return _WAITING[kind](speaker, about, view)


def play_in_question(about: About, view: View) -> tuple[str, str, str, str | None]:
    """Author, decision, key and the target mobster's owner of what a window is about."""
    head, _, key = about["play"].partition(": ")
    author, _, decision = head.partition(" ")
    return author, decision, key, target_of(decision, key, view)


def _chain(speaker: Speaker, about: About, view: View) -> str:
    words = speaker.words
    author, decision, key, mobster = play_in_question(about, view)
    play = described(speaker, decision, key, mobster)
    said = [words("{player} plays – {play}.", player=speaker.who(author), play=play)]
    for link in about["links"]:
        seat, _, cancel = link.partition(" ")
        described_cancel = described(speaker, "react", cancel, None)
        said.append(words("{player} cancels: {cancel}.", player=speaker.who(seat), cancel=described_cancel))
    if about["links"]:
        stands = len(about["links"]) % 2 == 0
        said.append(words("As it is now, it stands.") if stands else words("As it is now, it is cancelled."))
    return " ".join(said)


def _react(speaker: Speaker, about: About, view: View) -> str:
    return f"{_chain(speaker, about, view)} {speaker.words('Cancel what was played last? (M60–M64)')}"


def _complicity(speaker: Speaker, about: About, _view: View) -> str:
    return speaker.words(
        "Your mobster goes to the cell, sent by {author}. Take along one of a third player? (M70)",
        author=speaker.who(about["by"]),
    )


def _complicity_waited(speaker: Speaker, about: About, _view: View) -> str:
    return speaker.words(
        "complicity? A mobster of {player} goes to the cell (M70)", player=speaker.who(about["mobster"])
    )


def _deals(speaker: Speaker, about: About, view: View) -> str:
    place = about["location"]
    said = speaker.words(
        "Who controls the location {place}? The stack: {stack}.",
        place=speaker.numbered(place), stack=mobsters(view["stacks"][place]),
    )  # fmt: skip
    if not about["deals"]:
        return said
    deals = ", ".join(f"{mobsters(seat)} +{count}" for seat, count in about["deals"].items())
    return said + " " + speaker.words("Secret deals: {deals}.", deals=deals)


def _deal(speaker: Speaker, about: About, view: View) -> str:
    return f"{_deals(speaker, about, view)} {speaker.words('Play a secret deal? (M22)')}"


def _move(speaker: Speaker, _about: About, view: View) -> str:
    return speaker.words(
        "You control the harbour: the hitman figure may go from {place} to a neighbouring location (M24).",
        place=speaker.place(view["hitman"]),
    )


def _kill(speaker: Speaker, _about: About, view: View) -> str:
    return speaker.words(
        "The hitman figure stands here: {place}. A Hitman sends one mobster from here to the reserve (M24).",
        place=speaker.place(view["hitman"]),
    )


def _kill_waited(speaker: Speaker, _about: About, view: View) -> str:
    return speaker.words(
        "harbour: play a Hitman? The figure stands here: {place} (M24)", place=speaker.place(view["hitman"])
    )


def _call(speaker: Speaker, about: About, _view: View) -> str:
    place = speaker.place(about["location"])
    return speaker.words("{place}: you hold the mayor, who decides next? (M30)", place=place)


def _call_waited(speaker: Speaker, about: About, _view: View) -> str:
    return speaker.words("{place}: choose who decides next (M30)", place=speaker.place(about["location"]))


def _retrieve(speaker: Speaker, about: About, _view: View) -> str:
    place = speaker.place(about["location"])
    return speaker.words("{place}: which of your mobsters do you take back to the crew? (M31)", place=place)


def _retrieve_waited(speaker: Speaker, about: About, _view: View) -> str:
    return speaker.words("{place}: take back mobsters? (M31)", place=speaker.place(about["location"]))


Ask = Callable[[Speaker, Any, View], str]
_QUESTIONS: dict[str, Ask] = {
    "react": _react, "complicity": _complicity, "deal": _deal, "move": _move, "kill": _kill, "call": _call,
    "retrieve": _retrieve,
}  # fmt: skip
_WAITING: dict[str, Ask] = {
    "react": _react, "complicity": _complicity_waited, "deal": _deal, "kill": _kill_waited, "call": _call_waited,
    "retrieve": _retrieve_waited,
}  # fmt: skip
