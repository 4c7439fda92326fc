"""Tests the judge of secrecy: it notices a card that a user does not know, except in texts about the rules."""

from __future__ import annotations

import pytest

from bot.emulator.people import crowd
from bot.emulator.world.events import Event
from bot.games import GAME_UIS
from bot.games.concepts import brief
from bot.texts import translator_for
from tests.secrets.canaries import entitle, title, titled
from tests.simulation.secrecy import Secrecy

KIND = "kralovske_rosady"
CARD = "cardinal"


def shown(text: str) -> list[str]:
    """Returns the errors after a public message with this text."""
    world = crowd.with_people("Anna", channels=1)
    wrong: list[str] = []
    secrecy = Secrecy(crowd.people(world), lambda _line: None, wrong)
    secrecy._knows[crowd.person(world, "Anna").id, KIND] = set()
    channel = world.channel("table-1")
    event = Event("MESSAGE_CREATE", {"content": text}, guild_id=channel.guild_id, channel_id=channel.id)
    secrecy.heard(event, [])
    return wrong


@pytest.fixture
def rule(monkeypatch: pytest.MonkeyPatch) -> str:
    """Returns a text about the rules that names the card, as a panel shows it to a beginner."""
    entitle(KIND, monkeypatch)
    texts = [brief(topic.text) for topic in GAME_UIS[KIND].topics(translator_for("cs"))]
    return next(text for text in texts if CARD in titled(text, KIND))


def test_a_card_that_a_rule_names_is_no_secret(rule: str) -> None:
    assert shown(f"**Zrádce**\n💡 {rule}") == []


def test_a_card_next_to_a_rule_is_noticed(rule: str) -> None:
    (wrong,) = shown(f"**{title(KIND, CARD)}**\n💡 {rule}")
    assert CARD in wrong
