"""A Discord on this machine: REST and gateway on loopback, strict as the real one, with people to play with."""

from bot.local.clock import DrivenClock, WallClock
from bot.local.people import NotVisible, Outcome, Person
from bot.local.server import LocalDiscord
from bot.local.throttle import Limits
from bot.local.world import World

__all__ = ["DrivenClock", "Limits", "LocalDiscord", "NotVisible", "Outcome", "Person", "WallClock", "World"]
