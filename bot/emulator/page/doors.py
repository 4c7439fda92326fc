"""Access to the page: which link opens it for which person."""

from __future__ import annotations

import hashlib
import hmac
from functools import cached_property
from typing import Final

from bot.emulator.people import crowd
from bot.emulator.people.person import Person
from bot.emulator.world.world import World

LOOPBACK: Final = ("127.0.0.1", "localhost", "::1", "[::1]")


class Doors:
    """The access control of the page: which address opens it for which person.

    With `everybody`, any page may act as any person; otherwise each person's address contains a secret key.
    """

    def __init__(self, world: World, *, everybody: bool = True) -> None:
        self.world = world
        self.everybody = everybody

    @cached_property
    def people(self) -> dict[str, Person]:
        """All people by the name in the page's address."""
        return {person.user.name: person for person in crowd.people(self.world)}

    @property
    def first(self) -> Person | None:
        """The person whose page opens under an address without a name: the first one; None if there are no people."""
        return next(iter(self.people.values()), None)

    @property
    def onlookers(self) -> list[Person]:
        """The people who are not offered a seat: the last one, if there are more than two."""
        return list(self.people.values())[-1:] if len(self.people) > 2 else []

    def key(self, person: Person) -> str:
        """Returns the secret part of a person's address; it stays the same after a restart."""
        return hmac.new(self.world.token.encode(), f"page of {person.id}".encode(), hashlib.sha256).hexdigest()[:32]

    def opens(self, name: str, key: str) -> Person | None:
        """Returns the person whose page that address opens; None if it opens none."""
        person = self.people.get(name) if name else self.first
        if person is None or self.everybody:
            return person
        return person if name and hmac.compare_digest(key.encode(), self.key(person).encode()) else None

    def path(self, person: Person) -> str:
        """Returns the path of a person's page."""
        return f"/as/{person.user.name}" + ("" if self.everybody else f"/{self.key(person)}")

    def asked_here(self, host: str) -> bool:
        """Returns whether the page may be opened under the request's host name: a page for everyone only under loopback
        names.

        So no other site's name can lead to this page.
        """
        name = host.rsplit(":", 1)[0] if not host.endswith("]") else host
        return not self.everybody or name in LOOPBACK
