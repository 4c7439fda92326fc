"""Helpers for the table protocol: new games, positions, whole games, and short forms of requests."""

from __future__ import annotations

import random
from typing import Any

from rules.protocol import Session

from .mafia_city.layout import layout
from .mafia_city.oracle import Json

SEED = "9a" * 32
OTHER_SEED = "9b" * 32
SEATS = ["Anna", "Bert", "Cyril"]
NEW: Json = {"cmd": "new", "game": "mafia_city", "seats": SEATS, "options": {"goal": "beginners"}}
SEEDED: Json = {**NEW, "seed": SEED, "id": "42"}
ASKING: Json = {**NEW, "chance": "ask"}
CITY = ["harbour", "prison", "town_hall", "fight_club", "private_club", "police_station", "business_district"]


def sat_down(line: Json = ASKING) -> tuple[Session, Json]:
    session = Session()
    reply = session.say(line)
    assert reply["ok"], reply
    return session, reply


def laid_out(**how: Any) -> tuple[Session, Json]:
    return sat_down({"cmd": "position", "table": layout(**how), "chance": "ask"})


def answer(session: Session, number: int, seat: str, *keys: str) -> Json:
    return session.say({"cmd": "answer", "number": number, "seat": seat, "keys": list(keys)})


def accepted(session: Session, number: int, seat: str, *keys: str) -> Json:
    reply = answer(session, number, seat, *keys)
    assert reply["ok"], reply
    return reply


def refused(reply: Json, error: str) -> None:
    assert (reply["ok"], reply["error"]) == (False, error), reply
    assert isinstance(reply["message"], str)
    assert reply["message"]


def record_of(session: Session) -> list[str]:
    return list(session.say({"cmd": "record"})["record"])


def whole_state(session: Session) -> tuple[Json, list[str], Any]:
    reply = session.say({"cmd": "table"})
    return reply["table"], record_of(session), reply["asked"]


def played_out(line: Json = SEEDED, dice_seed: int = 1) -> Session:
    """Starts a game, plays it to its end with random answers, and returns its session. Chance is not asked: the
    program makes the draws.
    """
    dice = random.Random(dice_seed)
    session, reply = sat_down(line)
    for _ in range(5000):
        asked = reply["asked"]
        if asked is None:
            return session
        seat = dice.choice(sorted(asked["seats"]))
        keys = session.say({"cmd": "keys", "seat": seat})["keys"]
        chosen = dice.sample(keys, dice.randint(0, len(keys))) if asked["shape"] == "several" else [dice.choice(keys)]
        reply = accepted(session, asked["number"], seat, *chosen)
    raise AssertionError("the game does not end")
