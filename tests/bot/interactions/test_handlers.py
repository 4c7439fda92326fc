"""Tests that handlers are found by their registration, get their services, and are registered once."""

from __future__ import annotations

import pkgutil
from dataclasses import dataclass
from importlib import import_module
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest
from discord import app_commands

import bot.features
from bot.gateway import features
from bot.interactions.component_context import ComponentContext
from bot.interactions.handlers import PUBLIC, Handlers, command, marked, modal, option, press
from bot.services import Services


class Register:
    """A service that records what has happened."""

    def __init__(self) -> None:
        self.noted: list[str] = []


@dataclass(frozen=True)
class Greetings:
    """Handlers for these tests: a command with suggestions, two buttons and a form."""

    register: Register

    async def _suggest(self, _interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        self.register.noted.append(f"suggests for {typed}")
        return []

    @command("/talk greet", "Say hello", public=True)
    @option("option person", "Whom", complete=_suggest)
    async def _greet(self, _interaction: discord.Interaction, person: str) -> None:
        self.register.noted.append(f"greets {person}")

    @press("wave", "bow")
    async def _wave(self, press: ComponentContext) -> None:
        self.register.noted.append(f"{press} waves")

    @modal("letter")
    async def _letter(self, press: ComponentContext) -> None:
        self.register.noted.append(f"{press} writes")


@dataclass(frozen=True)
class Rivals:
    """Handlers that register a verb which other handlers already have."""

    @press("bow")
    async def _bow(self, press: ComponentContext) -> None: ...


def built(services: Services) -> Handlers:
    return Handlers((Greetings,), services)


async def test_a_button_and_a_form_reach_their_own_handlers_only() -> None:
    services = Services()
    handlers = built(services)
    for verb, filled_in in (("wave", False), ("bow", False), ("letter", True)):
        handle = handlers.find(verb, filled_in=filled_in)
        assert handle is not None
        await handle(cast(ComponentContext, verb))
        assert handlers.find(verb, filled_in=not filled_in) is None
    assert services.get(Register).noted == ["wave waves", "bow waves", "letter writes"]
    assert handlers.find("shout", filled_in=False) is None


async def test_a_command_and_its_suggestions_have_their_services() -> None:
    services = Services()
    tree = app_commands.CommandTree[Any](discord.Client(intents=discord.Intents.none()))
    built(services).add_commands(tree, {"/talk": "Talking"})
    group = tree.get_command("talk")
    assert isinstance(group, app_commands.Group)
    (greet,) = group.commands
    assert isinstance(greet, app_commands.Command)
    assert greet.extras == {PUBLIC: True}
    interaction = cast(Any, SimpleNamespace(response=SimpleNamespace(is_done=lambda: True)))
    await greet._do_call(interaction, {"person": "Anna"})
    await greet._invoke_autocomplete(interaction, "person", cast(Any, SimpleNamespace(person="An")))
    assert services.get(Register).noted == ["greets Anna", "suggests for An"]


def test_two_handlers_of_one_button_are_refused() -> None:
    with pytest.raises(ValueError, match="bow"):
        Handlers((Greetings, Rivals), Services())


def test_every_class_of_handlers_is_listed() -> None:
    path, prefix = bot.features.__path__, "bot.features."
    modules = [import_module(found.name) for found in pkgutil.walk_packages(path, prefix)]
    kinds = {one for module in modules for one in vars(module).values() if isinstance(one, type)}
    handling = {kind for kind in kinds if any([*marked(kind, how)] for how in (press, modal, command))}
    assert handling == set(features.HANDLERS)
