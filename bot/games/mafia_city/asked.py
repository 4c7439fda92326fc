"""Every kind of decision: what is asked of somebody, what everybody waits for, and what explains it."""

from __future__ import annotations

from bot.games.mafia_city.names import mobsters
from bot.games.mafia_city.plays import described, target_of
from bot.games.mafia_city.terms import Speaker
from bot.games.protocol import About, Question, View
from bot.texts import later


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


QUESTIONS = {
    "mulligan": Question(
        later("Keep both cards, or discard both and take two new ones? (M7)"),
        later("keep or change the first hand (M7)"),
        rule="M7",
        topics=("setup",),
        lead=later("You may change both cards once, now; never one alone (M7)."),
        about_hand=True,
    ),
    "turn": Question(
        later("Your turn: exactly one action – put a mobster, play, wait, or pass (M10)."),
        later("a turn (M10)"),
        rule="M10",
        topics=("action",),
        lead=later(
            "You want the most mobsters at a location when it is evaluated: that is one point and its effect "
            "(M21, M23, M24)."
        ),
    ),
    "bullet": Question(
        later("It would be your turn, but you have passed. A bullet lets you act once more (M12)."),
        later("one more action by a bullet? (M12)"),
        rule="M12",
        topics=("passing", "symbol_bullet"),
        lead=later("The bullet is discarded, you do one action, and you have still passed (M12)."),
    ),
    "rackets": Question(
        later("Rackets: which of the three cards just drawn do you discard? (M51)"),
        later("Rackets: discard one of the three cards (M51)"),
        rule="M51",
        topics=("card_rackets",),
        lead=later("The other two stay in your hand (M51)."),
    ),
    "react": Question(
        _react,
        _react,
        rule="M60–M64",
        topics=("cancelling",),
        lead=later("A cancel costs its cards, whether or not it stands in the end (M62)."),
    ),
    "complicity": Question(
        _complicity,
        _complicity_waited,
        rule="M70–M73",
        topics=("card_complicity", "prison"),
        lead=later("It costs the card; the mobster you name goes to the cell too (M70)."),
    ),
    "deal": Question(
        _deal,
        _deal,
        rule="M22",
        topics=("control", "card_secret_deal"),
        lead=later("A deal is one more in your count, here and now alone; the card is gone (M9, M22)."),
    ),
    "evaluate": Question(
        later("You hold the mayor: which location is evaluated next? (M20)"),
        later("choose the next location to evaluate (M20)"),
        rule="M20",
        topics=("locations",),
        lead=later("Whoever controls the location you choose gets its point and its effect now (M20, M23)."),
    ),
    "jail": Question(
        later("You control the prison: which mobster goes to the cell? You may decline (M24)."),
        later("prison: who goes to the cell? (M24)"),
        rule="M24",
        topics=("prison",),
        lead=later("A mobster in the cell counts nowhere, until the prison is evaluated again (M21, M24)."),
    ),
    "move": Question(
        _move,
        later("harbour: move the hitman figure? (M24)"),
        rule="M24",
        topics=("harbour", "figures"),
        lead=later("A Hitman can only hit where the figure stands (M24)."),
    ),
    "kill": Question(
        _kill,
        _kill_waited,
        rule="M24",
        topics=("harbour", "card_hitman"),
        lead=later("From the reserve only the fight club or two hats bring a mobster back (M15, M24)."),
    ),
    "discard": Question(
        later("You control the business district: which card of your hand do you discard? (M24)"),
        later("business district: discard a card (M24)"),
        rule="M24",
        topics=("business_district",),
        lead=later("You have just drawn three cards; any card of the hand may go (M24)."),
    ),
    "star": Question(
        later("You control the private club: one star brings one more point (M24)."),
        later("private club: a star for one more point? (M24)"),
        rule="M24",
        topics=("private_club", "symbol_star"),
        lead=later("Never more than one extra point a round (M24)."),
    ),
    "collect": Question(
        later("You hold the mayor: from which location may mobsters be taken back next? (M30)"),
        later("choose from where mobsters may be taken back (M30)"),
        rule="M30",
        topics=("strategy",),
        lead=later("You choose the order alone; everybody decides about their own mobsters (M30, M31)."),
    ),
    "call": Question(
        _call,
        _call_waited,
        rule="M30",
        topics=("strategy",),
        lead=later("You choose the order alone; everybody decides about their own mobsters (M30, M31)."),
    ),
    "retrieve": Question(
        _retrieve,
        _retrieve_waited,
        rule="M31",
        topics=("strategy",),
        lead=later("Who stays counts here in the next round too; who comes back can be put anew (M10, M31)."),
    ),
}
