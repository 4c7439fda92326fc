"""The people of a world: creating and finding them."""

from __future__ import annotations

from bot.emulator.clock import Clock
from bot.emulator.limits import Limits
from bot.emulator.objects import LOCALES
from bot.emulator.people.person import Person
from bot.emulator.world import acts
from bot.emulator.world.world import World


def with_people(
    *names: str, guilds: int = 1, channels: int = 1, clock: Clock | None = None, limits: Limits | None = None
) -> World:
    """Returns a world in which these people are members of every guild; the first owns them. Channels: table-1, …"""
    world = World(clock=clock, limits=limits)
    for name in names or ("Anna",):
        add_person(world, name)
    for number in range(1, guilds + 1):
        guild = acts.add_guild(world, f"Guild {number}")
        for room in range(1, channels + 1):
            acts.add_channel(world, f"table-{room}", guild)
    return world


def add_person(world: World, name: str, locale: str = "en-US") -> Person:
    """Adds a user who is a member of every guild; raises ValueError if Discord does not have the locale."""
    if locale not in LOCALES:
        raise ValueError(f"Discord has no locale {locale!r}; it has {sorted(LOCALES)}")
    user = world.add_user(name, locale=locale)
    for guild in world.guilds.values():
        acts.join(world, guild, user.id)
    return Person(world, user)


def people(world: World) -> list[Person]:
    """Returns all users that are not bots."""
    return [Person(world, user) for user in world.users.values() if not user.bot]


def person(world: World, name: str) -> Person:
    """Returns the person with that name; raises KeyError."""
    for user in world.users.values():
        if name in (user.display, user.name):
            return Person(world, user)
    raise KeyError(f"no person here is called {name!r}")
