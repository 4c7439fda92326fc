"""Tests secrecy: two games that differ only in hidden cards look the same to everyone who does not see them."""

from __future__ import annotations

import random

import pytest

from rules.decisions import Several
from rules.engine import Game
from rules.star_wars_destiny import STAR_WARS_DESTINY
from rules.star_wars_destiny.facts import CARDS

from .table import Json
from .test_properties import beginnings

RULES = STAR_WARS_DESTINY


def twin(table: Json, viewer: str | None, dice: random.Random) -> Json:
    """Returns the same table with other cards in all decks and in all hands except the viewer's."""
    codes = [code for code, card in CARDS.items() if card.type in ("event", "upgrade", "support")]
    other: Json = {**table, "players": {seat: dict(player) for seat, player in table["players"].items()}}
    for seat, player in other["players"].items():
        player["deck"] = [dice.choice(codes) for _ in player["deck"]]
        if seat != viewer:
            kept = [code for code in player["hand"] if dice.random() < 0.5]
            player["hand"] = [*kept, *(dice.choice(codes) for _ in player["hand"][len(kept) :])]
    return other


def seen(game: Game, viewer: str | None, heard: int) -> Json:
    """Returns what the viewer sees: the view, the events from index `heard` on and the question. The own hand is only
    a number and drawn cards are left out, because they differ between twins.
    """
    view = RULES.view(game.table, viewer)
    told = [event.spoken() for event in game.told[heard:] if event.to in ("all", viewer)]
    told = [event for event in told if event["event"] != "drew"]
    if viewer is not None:
        # What was drawn since is known to the drawer, and differs.
        view["players"][viewer]["hand"] = len(view["players"][viewer]["hand"])
    decision = game.decision
    asked: Json | None = None
    if decision is not None:
        asked = {
            "kind": decision.kind, "seats": list(game.waiting), "shape": decision.shape, "secret": decision.secret,
            "patience": decision.patience, "about": decision.about,
        }  # fmt: skip
        if not decision.secret:
            asked["keys"] = [list(game.keys(seat)) for seat in game.waiting]
            asked["silence"] = decision.silence
    return {"view": view, "told": told, "asked": asked}


REVEALING = ("random", "shuffle")


def reveals(game: Game, heard: int) -> bool:
    """Returns whether hidden cards have become public, so that the two games may differ from here on."""
    if game.decision is not None and game.decision.kind in REVEALING:
        return True
    return any(
        event["event"] in ("saw", "shown") or (event["event"] == "discards" and event["from"] != "play")
        for event in (event.spoken() for event in game.told[heard:])
    )


def common(one: Game, other: Game, dice: random.Random) -> list[str] | None:
    """Returns a random answer that is legal in both games, or None if there is none."""
    (seat,) = one.waiting
    theirs = list(other.keys(seat))
    keys = [key for key in one.keys(seat) if key in theirs]
    if isinstance(one.decision, Several):
        assert isinstance(other.decision, Several)
        least = max(one.decision.least, other.decision.least)
        most = min(one.decision.most, other.decision.most, len(keys))
        return dice.sample(keys, dice.randint(least, most)) if least <= most else None
    active = [key for key in keys if key not in ("pass", "claim") and not key.startswith("reroll")]
    return [dice.choice(active if active and dice.random() < 0.9 else keys)] if keys else None


@pytest.mark.tier("test")
@pytest.mark.parametrize(("format_", "seats"), [("standard", 2), ("random", 2), ("random", 3), ("random", 4)])
@pytest.mark.parametrize("seed", range(4))
def test_no_one_learns_what_is_hidden(format_: str, seats: int, seed: int) -> None:
    """Views, events and questions are the same until hidden cards are shown, for an onlooker and for each seat."""
    dice = random.Random(seed)
    compared = 0
    for table in beginnings(format_, seats, seed):
        for viewer in (None, *table["players"]):
            one, other = Game.at(RULES, table), Game.at(RULES, twin(table, viewer, dice))
            heard = (0, 0)
            for _ in range(40):
                if reveals(one, heard[0]) or reveals(other, heard[1]):
                    break
                assert seen(one, viewer, heard[0]) == seen(other, viewer, heard[1])
                compared += 1
                heard = len(one.told), len(other.told)
                if one.decision is None or other.decision is None:
                    break
                keys = common(one, other, dice)
                if keys is None:
                    break
                (seat,) = one.waiting
                one.answer(one.number, seat, keys)
                other.answer(other.number, seat, keys)
    assert compared > 50
