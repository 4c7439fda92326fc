"""Tests the drawn symbols: their pictures, their names, and the emoji that a label sends."""

from __future__ import annotations

import copy
import io
import json
import pickle
import re
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from PIL import Image

from bot.drawing import signs
from bot.emulator.checks.fields import is_emoji
from bot.games import Label
from bot.games.kralovske_rosady.symbols import DISGUISE, STORM
from bot.games.kralovske_rosady.symbols import SIGNS as SYMBOLS
from bot.games.mafia_city import cards, picture_icons, symbols
from bot.games.mafia_city.options import VERBS as MAFIA
from bot.games.star_wars_destiny.names import COLOUR_SIGNS
from bot.games.star_wars_destiny.options import VERBS as DESTINY
from bot.games.star_wars_destiny.symbols import BATTLEFIELD, DIE
from bot.games.star_wars_destiny.symbols import SIGNS as SIDES
from bot.views.custom_id import CustomId
from bot.views.parts import button, choice

CITY = [*cards.SIGNS.values(), *symbols.SIGNS.values(), *symbols.PLACE_SIGNS.values(), symbols.MOBSTER]
ALL = [
    signs.PASS, *SYMBOLS.values(), STORM, DISGUISE, *CITY, *SIDES.values(), DIE, BATTLEFIELD, *COLOUR_SIGNS.values(),
]  # fmt: skip


@pytest.fixture(autouse=True)
def _none_left() -> Iterator[None]:
    yield
    signs.use({})


def test_every_symbol_has_a_picture_and_a_name_that_discord_accepts() -> None:
    """Discord takes names of 2 to 32 letters, digits and underscores, and pictures of at most 256 KiB."""
    pictures = signs.pictures()
    assert sorted(name.rpartition("_")[0] for name in pictures) == sorted(sign.label for sign in ALL)
    for name, png in pictures.items():
        assert re.fullmatch(r"[a-z0-9_]{2,32}", name)
        assert len(png) < 16 * 1024
        assert Image.open(io.BytesIO(png)).size == (64, 64)


def test_no_two_symbols_look_the_same() -> None:
    assert len(set(signs.pictures().values())) == len(ALL)


def test_the_emojis_of_mafia_city_are_all_icons_of_its_pictures() -> None:
    """A figure has the icon of a card or of a location, so it needs no emoji of its own."""
    drawn = {sign.icon for sign in CITY}
    assert {*picture_icons.SYMBOLS.values(), *picture_icons.PLACES.values()} <= drawn
    assert {card.icon for card in cards.CARDS.values()} <= drawn
    assert set(picture_icons.FIGURES.values()) <= drawn


def test_a_changed_picture_gets_a_new_name(monkeypatch: pytest.MonkeyPatch) -> None:
    before = signs.pictures()
    assert signs.pictures() == before
    monkeypatch.setattr(SIDES["md"], "ground", (1, 2, 3))
    assert len(signs.pictures().keys() & before.keys()) == len(before) - 1


def test_a_symbol_is_the_application_s_emoji_once_that_is_known() -> None:
    label = Label("Melee", emoji=SIDES["md"])
    assert [one["name"] for one in emojis(label)] == ["⚔️"] * 2
    signs.use({"side_md_01234567": 5})
    assert [(one["id"], one["name"]) for one in emojis(label)] == [(5, "side_md")] * 2
    assert [one["name"] for one in emojis(Label("Warfare", emoji=SYMBOLS["warfare"]))] == ["⚔️"] * 2
    assert [one["name"] for one in emojis(Label("Other", emoji="⚔️"))] == ["⚔️"] * 2


@pytest.mark.parametrize(("verbs", "key"), [(MAFIA, ("turn", "pass")), (DESTINY, "pass")])
def test_a_pass_has_the_sign_of_players_who_have_passed(verbs: Mapping[Any, Any], key: Any) -> None:
    label = Label("Pass", emoji=verbs[key].emoji)
    assert [one["name"] for one in emojis(label)] == ["💤"] * 2
    signs.use({"pass_01234567": 7})
    assert [(one["id"], one["name"]) for one in emojis(label)] == [(7, "pass")] * 2


@pytest.mark.parametrize("sign", ALL, ids=[sign.label for sign in ALL])
def test_every_symbol_is_sent_as_unicode_until_it_is_uploaded(sign: signs.Sign) -> None:
    assert is_emoji(str(sign))
    assert emojis(Label("It", emoji=sign))[0]["id"] is None
    signs.use({f"{sign.label}_01234567": 5})
    assert [(one["id"], one["name"]) for one in emojis(Label("It", emoji=sign))] == [(5, sign.label)] * 2


def test_in_texts_a_symbol_is_its_unicode_emoji() -> None:
    signs.use({"side_md_01234567": 5})
    assert f"{SIDES['md']} Melee" == "⚔️ Melee"
    assert json.dumps([SIDES["md"]], ensure_ascii=False) == '["⚔️"]'
    assert pickle.loads(pickle.dumps(SIDES["md"])) == copy.deepcopy(SIDES["md"]) == "⚔️"


def emojis(label: Label) -> list[Any]:
    """Returns the emoji of a button and of an option with that label."""
    shown = button(label.text, CustomId(1, "do"), emoji=label.emoji)
    return [shown.to_component_dict()["emoji"], choice(label, "0").to_dict()["emoji"]]
