"""Tests the reasons in *Why not?*: they are true for each card, and use only what the seat knows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import pytest

from bot.features.play import panel_view
from bot.games import GAME_UIS, context
from bot.games.game_ui import Unplayable
from bot.games.mafia_city.why_not import NO_CARDS, ONLY
from bot.games.star_wars_destiny.why_not import PLAYED_LATER
from bot.texts import translator_for
from rules.engine import Game
from tests.bot import laid_out
from tests.bot.games.every_board import EVERY_GAME, EVERY_LANGUAGE, facts, played
from tests.bot.screen import Screen, meaning
from tests.rules.star_wars_destiny.table import player
from tests.rules.star_wars_destiny.test_foresight import table

EN = translator_for("en")
PLAYS = {
    "mafia_city": {"turn", "react", "bullet", "complicity", "deal", "kill", "star"},
    "kralovske_rosady": {"play", "disguise", "betray"},
    "star_wars_destiny": {"action", "play"},
}
"""For each game with reasons, the kinds of decisions in which no card gets only the general reason."""
OFTEN_UNPLAYABLE = {"mafia_city", "star_wars_destiny"}
"""The games in which a hand often has cards that cannot be played."""


def reasons(game: Game, seat: str, language: str = "en") -> Sequence[Unplayable]:
    """Returns everything that a seat cannot play now, each with the reason."""
    kind = game.rules.name
    assert game.decision is not None
    ctx = context(facts(kind, len(game.seats)), translator_for(language), game, seat)
    return GAME_UIS[kind].why_not(ctx, game.decision.kind, tuple(game.keys(seat)))


def reason(game: Game, seat: str, name: str) -> str:
    """Returns the reason about the only thing of that name; empty if it can be played."""
    return next((each.reason for each in reasons(game, seat) if name in each.label.text), "")


def offered(game: Game, seat: str) -> set[str]:
    """Returns the cards in hand that the keys name; for a question about playing, those that can be played."""
    assert game.decision is not None
    keys, hand = list(game.keys(seat)), game.view(seat)["players"][seat]["hand"]
    if game.decision.kind == "turn":
        keys = [key.partition(":")[0] for key in keys]
    if game.decision.kind == "action":
        keys = [key.removeprefix("play:") for key in keys if key.startswith("play:")]
    words = {part for key in keys for word in key.split(":") for part in word.split("+")}
    return {card for card in hand if card in words or any(word.startswith(f"{card}-") for word in words)}


@pytest.mark.tier("test")
@pytest.mark.parametrize("seed", [3, 8])
@pytest.mark.parametrize("kind", PLAYS)
def test_each_held_card_is_offered_or_has_a_reason_of_its_own(kind: str, seed: int) -> None:
    met: Counter[str] = Counter()
    generic = {EN(NO_CARDS), EN(PLAYED_LATER)}
    for game in played(kind, 2 if kind != "mafia_city" else 3, seed):
        if game.decision is None:
            break
        asked = game.decision.kind
        for seat in game.waiting:
            if seat not in game.seats:
                continue
            found = reasons(game, seat)
            hand = set(game.view(seat)["players"][seat]["hand"])
            named = {each.label.text for each in found}
            ctx = context(facts(kind, len(game.seats)), EN, game, seat)
            for card in hand:
                label = GAME_UIS[kind].option(ctx, "", (card,)).text
                assert (label in named) != (card in offered(game, seat)), (asked, card)
            assert all(each.reason and each.label.text for each in found)
            if asked in PLAYS[kind]:
                assert generic.isdisjoint(each.reason for each in found), asked
            met.update(asked for _ in found)
    assert game.over
    assert met.total() > (20 if kind != "kralovske_rosady" else 0)


@pytest.mark.tier("test")
@EVERY_LANGUAGE
@EVERY_GAME
def test_the_select_of_what_is_what_fits_discord_in_every_language(kind: str, language: str) -> None:
    shown = 0
    for game in played(kind, GAME_UIS[kind].rules.seats[-1], 6, 80):
        for seat in game.waiting if game.decision is not None else ():
            said = translator_for(language)
            table = facts(kind, len(game.seats))
            panel = panel_view.panel_at(table, game, seat, said)
            assert panel is not None
            view = Screen(panel.explained())
            for select in view.selects:
                assert meaning(select).verb == "why_not"
                shown += 1
                for at, option in enumerate(select["options"]):
                    told = Screen(panel.reason(at))
                    assert option["label"].rstrip("…") in told.text
                    assert len(told.selects) == 1
            assert panel.reason(25) is None
    assert shown > 10 or kind not in OFTEN_UNPLAYABLE


# Mafia City


def test_m51_a_reaction_and_a_card_without_a_target_say_so_on_a_turn() -> None:
    game = laid_out.laid_out(hands={"a": "fbi-bullet informer-star police_raid-star rackets-hat"})
    assert reason(game, "a", "F.B.I.") == (
        "Its text is a reaction, not an action. Cancels Hitman, Rackets, Grand plan, or moving the hitman figure."
    )
    assert reason(game, "a", "Informer") == "There is no mobster at any location that could go to the cell."
    assert reason(game, "a", "Police raid") == "There is no location with two or more of your mobsters."
    assert reason(game, "a", "Rackets") == ""


def test_m61_a_window_says_what_would_cancel_the_play() -> None:
    hands = {"a": "informer-star", "b": "fbi-bullet police_chief-hat hitman-fist"}
    game = laid_out.laid_out(hands=hands, harbour="c")
    game.answer(game.number, "a", ["informer-star:harbour:1"])
    assert reason(game, "b", "F.B.I.") == "Only Police chief or two fists cancel this."
    assert reason(game, "b", "Police chief") == ""
    assert reason(game, "b", "Hitman") == (
        "It has a fist, but cancelling takes two cards with a fist, and you have one."
    )


def test_m62_only_two_fists_cancel_a_cancel() -> None:
    hands = {
        "a": "informer-star police_chief-hat rackets-hat",
        "b": "police_chief-hat",
        "c": "police_chief-hat fbi-bullet",
    }
    game = laid_out.laid_out(hands=hands, harbour="c")
    game.answer(game.number, "a", ["informer-star:harbour:1"])
    game.answer(game.number, "b", ["police_chief-hat"])
    assert reason(game, "c", "Police chief") == "The play is cancelled already, and only two fists cancel a cancel."
    assert reason(game, "c", "F.B.I.") == "Only two fists cancel this."
    assert reason(game, "a", "Police chief") == "It cancels the play of another player, and this one is yours."


def test_an_empty_crew_says_how_mobsters_come_back() -> None:
    game = laid_out.laid_out(hands={"a": "rackets-hat"}, crew={"a": 0})
    assert reason(game, "a", "Place a mobster").startswith("Your crew is empty.")


@pytest.mark.parametrize("kind", ONLY)
def test_each_question_about_certain_cards_is_one_of_the_game(kind: str) -> None:
    assert kind in GAME_UIS["mafia_city"].questions


# Star Wars: Destiny


def test_d190_a_restriction_a_price_and_a_copy_in_play_are_told_apart() -> None:
    hand = "lightsaber force_throw jedi_robes bb_8"
    game = table(
        a=player("finn", hand=hand, resources=1, supports="bb_8"), b=player("kylo_ren"),
    )  # fmt: skip
    assert reason(game, "a", "Lightsaber") == "It costs 3 resources; you have 1."
    assert reason(game, "a", "Force Throw") == "Its restriction is not met: Blue character only."
    assert reason(game, "a", "BB-8") == "It is unique, and you have a copy of it in play."


def test_d96_each_die_says_why_it_cannot_be_resolved() -> None:
    pool = "rey+1=blank rey+2=+2md"
    game = table(a=player("rey*2", pool=pool, resources=0), b=player("kylo_ren"))
    assert reason(game, "a", "blank").startswith("A blank does nothing.")
    assert reason(game, "a", "+2 melee").startswith("A modifier is only added")


def test_d95_an_exhausted_character_says_when_it_is_ready() -> None:
    game = table(a=player("rey! finn"), b=player("kylo_ren"))
    assert reason(game, "a", "Rey") == "It is exhausted. All cards become ready in the upkeep."
    assert reason(game, "a", "Finn") == ""
