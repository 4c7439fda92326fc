"""A Discord on this machine: REST and gateway on loopback, strict as the real one, with people to play with."""

from bot.emulator.clock import DrivenClock, WallClock
from bot.emulator.limits import Limits
from bot.emulator.people.outcome import Outcome
from bot.emulator.people.person import Person
from bot.emulator.people.seen import NotVisible
from bot.emulator.server import LocalDiscord
from bot.emulator.world.world import World

__all__ = ["DrivenClock", "Limits", "LocalDiscord", "NotVisible", "Outcome", "Person", "WallClock", "World"]
