"""The rules help: every card, symbol, location and phase, each with its rule."""

from __future__ import annotations

from collections.abc import Sequence

from bot.games.game_ui import Topic
from bot.games.mafia_city.cards import CARDS
from bot.games.mafia_city.names import PLACES, SYMBOL_RULES, SYMBOL_TEXTS, SYMBOLS, number_of
from bot.games.mafia_city.symbols import SIGNS
from bot.texts import N_, Translator
from rules.mafia_city.deck import in_use, kind_of, shipped, symbol_of

MORE_ON_SYMBOLS = {
    "fist": N_("Fists answer an opponent's cards, also cancels, at any time (M62)."),
    "hat": N_("It is your turn's action, and two fists cancel it. It does not undo a pass."),
    "bullet": N_(
        "Only while a player is still active (M14). Your pass stays. Opponents may cancel the bullet, or "
        "wait and cancel the card played after it (M16)."
    ),
    "star": N_("At most one more point per round. If the star is cancelled, another may follow (M63)."),
}
ON_PLACES = {
    "prison": N_(
        "First every mobster in the cell goes back to its owner's crew, even without a controller. Then the "
        "controller may move any one mobster from any location to the cell. Police chief cancels this "
        "effect, fists do not (M64). Mobsters in the cell never count for control (M21)."
    ),
    "harbour": N_(
        "The controller may move the hitman figure to a neighbouring location; F.B.I. cancels this, fists do "
        "not (M64). Then the controller may play one Hitman card at the figure's location."
    ),
    "fight_club": N_(
        "The controller moves one mobster from the reserve to the crew. In a tie no one is in control and no "
        "one scores, but each tied player moves one. The order in the stack does not matter (M21)."
    ),
    "police_station": N_(
        "The controller takes the policeman. Its holder may look at any player's hand at any time, with the buttons "
        "of `/game hand`, and must keep it secret. If no one is in control, the policeman returns to the station."
    ),
    "business_district": N_("The controller draws three cards, then discards any one card of the hand."),
    "private_club": N_(
        "The controller may play one star for one more point. Two fists cancel it; then another star may follow. "
        "Never more than one extra point a round."
    ),
    "town_hall": N_(
        "The controller takes the mayor and decides the order of evaluation (M20, M30). In a tie no one is "
        "in control, and the order in the stack does not matter (M21); the mayor goes back to the town hall."
    ),
}
GENERAL = {
    "goal": (
        N_("Goal and victory"),
        N_(
            "A round is always evaluated to its end. A player who has then reached the goal, with the most points, "
            "wins. Ties are decided by fewer mobsters in reserve, then more cards in hand, then holding the "
            "mayor, then sitting nearer to the starting player clockwise (M26). The goal for beginners / "
            "advanced: 3 players 10 / 15, 4 players 8 / 13, 5 players 7 / 11 (M5)."
        ),
    ),
    "setup": (
        N_("Set-up"),
        N_(
            "The starting player and the city are drawn at random (M1, M3). Mobsters in crew / reserve: 3 "
            "players 8 / 4, 4 players 7 / 4, 5 players 6 / 5 (M2). Each player gets two cards (M6) and may "
            "change both once (M7)."
        ),
    ),
    "action": (
        N_("Action phase"),
        N_(
            "One action per turn, clockwise: place a mobster of your crew, play an action card (or one or two "
            "hats), discard a card to wait, or pass (M10). If your play is cancelled, your turn is over "
            "(M11). The phase ends when the last active player passes (M14)."
        ),
    ),
    "passing": (
        N_("Passing"),
        N_(
            "After passing, you act again only if a police raid returns a mobster to your crew, or once per "
            "turn by discarding a bullet (M12). Without a mobster and a card you must pass (M13). You can "
            "stay out of the questions about bullets for the rest of the phase; the others see only that the "
            "game does not wait for you."
        ),
    ),
    "locations": (
        N_("Location phase"),
        N_(
            "Seven times: choose a location, determine control, one point for the controller, effect, mark. The order "
            "is 1 to 7, or the choice of the mayor's holder (M20). The point cannot be prevented (M23)."
        ),
    ),
    "control": (
        N_("Control"),
        N_(
            "The player with the most mobsters in the stack controls the location; in a tie, the lower "
            "mobster decides. At the fight club and the town hall a tie means no control (M21). Secret deals "
            "add to the count (M22). A stack is shown from the bottom up: the first mobster is the lowest, "
            "in the picture the one with a black bar below it. A mobster's letter and colour show its owner, "
            "in the picture and in the text."
        ),
    ),
    "strategy": (
        N_("Strategy phase"),
        N_(
            "At each location, every player with mobsters there once takes any number of them back to the crew (M31), "
            "never from the cell (M32). The order is 1 to 7 from the starting player clockwise, or as the mayor's "
            "holder decides (M30)."
        ),
    ),
    "end": (
        N_("End of the round"),
        N_(
            "The starting token goes to the left neighbour (M40). Cards: one for the only player with both "
            "the fewest points and the fewest cards; one for the only player with the fewest points; one for "
            "each player (M41)."
        ),
    ),
    "cancelling": (
        N_("Cancelling"),
        N_(
            "First, the play and its target are announced (M52). Then everyone who could cancel it by public "
            "facts is asked at the same time, no matter which cards they hold; the first answer counts. Two "
            "fists cancel a card's text or symbol (M60), Police chief and F.B.I. what they name (M61). Two "
            "fists can cancel a cancel, and so on; the last one decides (M62). All cards played are "
            "discarded (M9)."
        ),
    ),
    "time": (
        N_("Time"),
        N_(
            "Every decision waits for the time that the table has agreed. Then the clock decides: a turn "
            "becomes a pass (M10), an effect is declined (M24), a reaction ends without an answer (M62). "
            "Once per phase, a player with mobsters left gets extra time before that pass. The clock stops "
            "while the bot is down. If a player is late twice in a row, the table decides what to do."
        ),
    ),
    "secrets": (
        N_("What is secret"),
        N_(
            "Hands, the deck, a stolen card, what the policeman sees, and whether a player could have "
            "reacted are secret. So the time to react is the same whether or not anyone holds a card for it "
            "(M52, M62)."
        ),
    ),
}
SHORT = {
    "goal": N_("After a round's last location, the most points win if they reach the goal."),
    "setup": N_("The starting player and the city were drawn at random."),
    "action": N_("One action per turn, until all have passed. Then the locations are evaluated."),
    "passing": N_("After a pass, only a police raid or a bullet gives you another action."),
    "locations": N_("One location after another, by number or in the mayor's order: control, point, effect."),
    "control": N_("In a tie the lowest mobster decides; at the fight club and the town hall, a tie means no control."),
    "strategy": N_("At each location, you may once take back as many of your mobsters as you like."),
    "cancelling": N_("Two fists also cancel a cancel, and so on; the last one decides."),
    "figures": N_("The hitman kills where he is, the policeman sees hands, the mayor decides the order."),
    "prison": N_("First the cell is emptied; then the controller may send one mobster there."),
    "harbour": N_("The controller may move the hitman figure one location, then play a Hitman there."),
    "police_station": N_("The policeman's holder may look at any player's hand, and must keep it secret."),
    "private_club": N_("The controller may play one star for one more point."),
    "town_hall": N_("The mayor's holder decides the order of locations and of players."),
}
"""The short texts of topics, for the panels of a first game."""
FIGURES = (
    N_("Figures"),
    N_(
        "🔪 Hitman: moved from the harbour, kills at its location (M24). 👮 Policeman: its holder sees all "
        "hands (M24). 🏛️ Mayor: its holder chooses the order of locations and players (M20, M30). They start "
        "at the harbour, the police station and the town hall (M4)."
    ),
)
DECK = (
    N_("The deck"),
    N_(
        "49 cards (M6). The rulebook does not print how many copies and which symbols there are, so this deck is a "
        "reconstruction: {cards}. A card is used for its text, for its symbol, or discarded to wait (M50)."
    ),
)
OTHER_DECK = N_("This server uses its own deck ({name}), 49 cards (M6): {cards}.")


def topics(t: Translator) -> Sequence[Topic]:
    """Returns all topics of the rules help: the course of the game, locations, cards, symbols."""
    general = [Topic(key, t("The game"), t(title), t(text), _short(key, t)) for key, (title, text) in GENERAL.items()]
    general.append(Topic("figures", t("The game"), t(FIGURES[0]), t(FIGURES[1]), _short("figures", t)))
    general.append(Topic("deck", t("The game"), t(DECK[0]), _deck(t)))
    return [*general, *_places(t), *_cards(t), *_symbols(t)]


def _short(key: str, words: Translator) -> str:
    return words(SHORT[key]) if key in SHORT else ""


def _places(words: Translator) -> list[Topic]:
    group = words("Locations")
    return [
        Topic(key, group, f"{number_of(key)} {words(name)}", words(ON_PLACES[key]) + " (M24)", _short(key, words))
        for key, name in PLACES.items()
    ]


def _cards(words: Translator) -> list[Topic]:
    group = words("Cards")
    return [
        Topic(
            f"card_{key}", group, f"{card.emoji} {words(card.name)}",
            f"{words('Type')}: {words(card.type)}. {words(card.text)} {words(card.more)} ({card.rule})",
            words(card.text),
        )
        for key, card in CARDS.items()
    ]  # fmt: skip


def _symbols(words: Translator) -> list[Topic]:
    group = words("Symbols")
    return [
        Topic(
            f"symbol_{key}", group, f"{SIGNS[key]} {words(name)}",
            f"{words(SYMBOL_TEXTS[key])} {words(MORE_ON_SYMBOLS[key])} ({SYMBOL_RULES[key]})",
            words(SYMBOL_TEXTS[key]),
        )
        for key, name in SYMBOLS.items()
    ]  # fmt: skip


def _deck(words: Translator) -> str:
    deck = in_use()
    cards = ", ".join(
        _copies(kind, deck.codes, words) for kind in CARDS if any(kind_of(code) == kind for code in deck.codes)
    )
    if deck == shipped():
        return words(DECK[1], cards=cards)
    return words(OTHER_DECK, name=deck.name, cards=cards)


def _copies(kind: str, codes: Sequence[str], words: Translator) -> str:
    symbols = [symbol_of(code) for code in codes if kind_of(code) == kind]
    signs = " ".join(
        f"{symbols.count(symbol)}× {SIGNS[symbol]} {words(SYMBOLS[symbol])}" for symbol in dict.fromkeys(symbols)
    )
    return f"{words(CARDS[kind].name)} {signs}"
