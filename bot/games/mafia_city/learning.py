"""The tutorial of Mafia City, and the explanations in panels."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping

from bot.games.context import Path
from bot.games.game_ui import Question
from bot.games.mafia_city.cards import CARD, CARDS, HEIGHT, PLACE, SEAT, TARGET
from bot.games.mafia_city.questions import play_in_question
from bot.games.mafia_city.terms import MafiaContext
from bot.games.tutorial import Tutorial
from bot.texts import N_, Translator
from rules.mafia_city.deck import kind_of, symbol_of
from rules.mafia_city.table import LOCATIONS

VERBS = {"hat": "symbol_hat", "hats": "symbol_hat", "fists": "symbol_fist", "pass": "passing"}
PLACES = {
    "prison": N_("its controller may send a mobster to the cell"),
    "harbour": N_("its controller may move the hitman figure and play a Hitman"),
    "fight_club": N_("its controller moves a mobster from the reserve to the crew"),
    "police_station": N_("its controller may look at all hands"),
    "business_district": N_("its controller draws three cards and discards one"),
    "private_club": N_("its controller may play a star for one more point"),
    "town_hall": N_("its controller decides the order of evaluation"),
}
BACK_TO_THE_CREW = N_("your mobster comes back to the crew")
JAILED = N_("goes to the cell and does not count")
LEADS_TO = {
    ("hat", PLACE): BACK_TO_THE_CREW,
    ("hat", HEIGHT): BACK_TO_THE_CREW,
    ("hats", PLACE): N_("a mobster of your reserve comes on top here"),
    ("wait", CARD): N_("is discarded without effect; you do not pass"),
    ("discard", CARD): N_("this one is discarded"),
    ("jail", PLACE): JAILED,
    ("jail", HEIGHT): JAILED,
    ("move", PLACE): N_("then a Hitman can hit here"),
    ("kill", HEIGHT): N_("goes to its owner's reserve"),
    ("collect", PLACE): N_("mobsters may be taken back from here now"),
    ("call", SEAT): N_("decides next"),
    ("retrieve", HEIGHT): N_("comes back to your crew"),
}
"""The effect of a choice by the play (or question) and the word, if the label does not explain it."""
LESSONS = (
    (
        N_("The idea"),
        N_(
            "Your mobsters want to rule the seven locations of a city. The player with the most mobsters at "
            "a location controls it and gets one point and its effect. All mobsters of a location form one "
            "stack. In a tie the lower mobster decides (except at the fight club and the town hall), so it "
            "pays to come first.\nThe player who has reached the goal at the end of a round's evaluation, "
            "with the most points, wins."
        ),
        "goal",
    ),
    (
        N_("Your turn"),
        N_(
            "In the action phase players take turns. On your turn, do one thing: place a mobster of your "
            "crew on a location, play a card, discard a card to wait, or pass. Press My move: only you see "
            "your choices, and you can go back while you choose. Playing a card asks you to confirm; placing "
            "a mobster, waiting and passing count at once. You can change that in `/profile`.\nAfter you "
            "pass, you are out until the phase ends, except after a police raid or with a bullet."
        ),
        "action",
    ),
    (
        N_("Cards"),
        N_(
            "A card is played for its text, for its symbol, or discarded to wait. Your hand is in a direct "
            "message; `/game hand` shows it too, only to you.\n✊ Fist: two of them cancel what an opponent "
            "plays. 🎩 Hat: one brings a mobster back, two send one from the reserve. 💥 Bullet: one more "
            "action after passing. ⭐ Star: one more point at the private club."
        ),
        "deck",
    ),
    (
        N_("Reactions"),
        N_(
            "When a play can be cancelled, all other players can choose React or Don't react. The first "
            "answer counts. Two fists can cancel a cancel, and so on; the last one decides. The time to "
            "react is always the same, so it gives nothing away. Standing orders in `/profile` can answer "
            "for you."
        ),
        "card_police_chief",
    ),
    (
        N_("The rest of the round"),
        N_(
            "When all have passed, the locations are evaluated one after the other: control, a point, the "
            "effect. Then each player may take mobsters back from the stacks and draws at least one card, "
            "and the next round starts.\nThe croupier knows the rules and offers only legal moves. What is "
            "what? under each panel explains what you see, `/learn rules` everything else."
        ),
        "town_hall",
    ),
)


class MafiaTutorial(Tutorial[MafiaContext]):
    """The tutorial of Mafia City."""

    def first_game(self, options: Mapping[str, str]) -> bool:
        """Returns whether the goal for beginners was chosen, so that panels explain each choice."""
        return options.get("goal") == "beginners"

    pages = LESSONS

    def leads_to(self, kind: str, path: Path, t: Translator) -> str:
        """Returns the explanation of an option: the effect of a chosen location, otherwise of the play at this target.

        Empty if the label says enough.
        """
        if path[-1] in PLACES and (kind == "evaluate" or path[0] == "place"):
            return t(PLACES[path[-1]])
        verb, chosen = _verb(kind, path[0]), _chosen(path)
        leads = CARDS[verb].leads.get(chosen) if verb in CARDS else LEADS_TO.get((verb, chosen))
        return t(leads) if leads else ""

    def teaches(self, ctx: MafiaContext, kind: str, question: Question, paths: Collection[Path]) -> Iterator[str]:
        """Yields the topics of the play in question, then those of the question and of all symbols in the options.

        After the play, cards are left out, and so are locations that only the options name. The topics of the phase
        come last.
        """
        if kind == "react":
            _, _, key, _ = play_in_question(ctx.about, ctx.view)
            yield from _named(tuple(key.split(":")))
        for topic in super().teaches(ctx, kind, question, paths):
            if topic not in LOCATIONS or topic in question.topics:
                yield topic
        yield from _of_the_phase(ctx, kind)

    def met(self, ctx: MafiaContext, kind: str, paths: Iterable[Path]) -> Iterator[str]:
        """Yields the topics of the play that a window is about, then those of all words in the options.

        Cards and their symbols come before locations.
        """
        if kind == "react":
            _, _, key, _ = play_in_question(ctx.about, ctx.view)
            yield from _named(tuple(key.split(":")))
        found = dict.fromkeys(topic for path in paths for topic in _named(path))
        yield from sorted(found, key=lambda topic: topic in LOCATIONS)


def _of_the_phase(ctx: MafiaContext, kind: str) -> Iterator[str]:
    """Yields the topics of what the phase is about, then those of a figure that the seat holds."""
    if kind == "turn":
        yield "control"
    elif ctx.view["phase"] == "locations":
        yield "locations"
    elif ctx.view["phase"] == "strategy":
        yield "goal"
    if ctx.view["policeman"] == ctx.seat:
        yield "police_station"
    if ctx.view["mayor"] == ctx.seat:
        yield "town_hall"


def _verb(kind: str, word: str) -> str:
    """Returns the kind of the played card or of the other move in a turn; for other decisions, their kind."""
    if kind != "turn":
        return kind
    return kind_of(word) if "-" in word else word


def _chosen(path: Path) -> str:
    """Returns the kind of the last word of a path."""
    last = path[-1]
    if last in LOCATIONS:
        return TARGET if path[-2:-1] and path[-2].isdigit() else PLACE
    if last.isdigit():
        return HEIGHT
    return CARD if "-" in last else SEAT


def _named(path: Path) -> Iterator[str]:
    if path[0] in VERBS:
        yield VERBS[path[0]]
    for word in path:
        if word in LOCATIONS:
            yield word
        elif "-" in word:
            for code in word.split("+"):
                yield f"card_{kind_of(code)}"
                yield f"symbol_{symbol_of(code)}"
