"""A local Discord for play in the browser and for tests: REST and gateway on loopback, as strict as the real one."""

from bot.emulator.clock import WallClock
from bot.emulator.limits import Limits
from bot.emulator.people.outcome import Outcome
from bot.emulator.people.person import Person
from bot.emulator.people.seen import NotVisible
from bot.emulator.server import LocalDiscord
from bot.emulator.world.world import World

__all__ = ["Limits", "LocalDiscord", "NotVisible", "Outcome", "Person", "WallClock", "World"]
