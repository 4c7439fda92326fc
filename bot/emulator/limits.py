"""Discord's rate limits, and server failures that a test can request."""

from __future__ import annotations

import hashlib
from collections import deque
from dataclasses import dataclass, field

from bot.emulator.errors import Json

WINDOW_OF_INVALID = 600.0


@dataclass(slots=True)
class Limits:
    """Discord's rate limits: (requests, seconds) for each route, and globally per second."""

    per_route: dict[str, tuple[int, float]] = field(
        default_factory=lambda: {
            "POST /channels/{channel_id}/messages": (5, 5.0),
            "PATCH /channels/{channel_id}/messages/{message_id}": (5, 5.0),
            "DELETE /channels/{channel_id}/messages/{message_id}": (5, 1.0),
            "POST /webhooks/{webhook_id}/{webhook_token}": (5, 2.0),
            "PATCH /webhooks/{webhook_id}/{webhook_token}/messages/@original": (5, 2.0),
            "PATCH /webhooks/{webhook_id}/{webhook_token}/messages/{message_id}": (5, 2.0),
        }
    )
    default: tuple[int, float] = (50, 1.0)
    per_second: int = 50
    old_edits: tuple[int, float] = (5, 3600.0)
    acknowledge: float = 3.0
    """Seconds in which an interaction must be acknowledged; longer only for slow machines."""
    invalid: int = 10_000

    @classmethod
    def generous(cls) -> Limits:
        """Returns limits that no test reaches by being fast. Responses still have the headers."""
        return cls({}, (100_000, 1.0), 100_000)


@dataclass(slots=True)
class Throttled:
    """A response to a request above a rate limit: seconds to wait, whether the limit is global, and its scope."""

    retry_after: float
    everywhere: bool = False
    scope: str = "user"
    cloudflare: bool = False


@dataclass(slots=True)
class _Bucket:
    limit: int
    seconds: float
    left: int
    ends: float


@dataclass(slots=True)
class Buckets:
    """The state of all rate limits. Times are those of the event loop."""

    limits: Limits
    buckets: dict[tuple[str, str], _Bucket] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)
    second: float = -1.0
    used: int = 0
    invalid: deque[float] = field(default_factory=deque)

    def name(self, route: str) -> str:
        """Returns the hash by which headers name a route's bucket."""
        known = self.names.get(route)
        if known is None:
            known = self.names[route] = hashlib.blake2s(route.encode(), digest_size=16).hexdigest()
        return known

    def everywhere(self, now: float) -> Throttled | None:
        """Counts a request for the global limit; returns the refusal if it is exceeded."""
        if now - self.second >= 1.0:
            self.second, self.used = now, 0
        self.used += 1
        if self.used <= self.limits.per_second:
            return None
        return Throttled(round(self.second + 1.0 - now, 3) or 0.001, everywhere=True, scope="global")

    def take(self, route: str, major: str, now: float) -> tuple[dict[str, str], Throttled | None]:
        """Counts a request for its route's bucket; returns the headers, and the refusal if the bucket is empty."""
        bucket = self.buckets.get((route, major))
        if bucket is None or now >= bucket.ends:
            limit, seconds = self.limits.per_route.get(route, self.limits.default)
            bucket = self.buckets[(route, major)] = _Bucket(limit, seconds, limit, now + seconds)
            if len(self.buckets) > 4096:
                self.buckets = {key: kept for key, kept in self.buckets.items() if kept.ends > now}
        over = bucket.left <= 0
        bucket.left = max(0, bucket.left - 1)
        after = round(bucket.ends - now, 3)
        headers = {
            "X-RateLimit-Limit": str(bucket.limit),
            "X-RateLimit-Remaining": str(bucket.left),
            "X-RateLimit-Reset-After": f"{after:.3f}",
            "X-RateLimit-Bucket": self.name(route),
        }
        return headers, Throttled(after) if over else None

    def banned(self, now: float) -> Throttled | None:
        """Returns the ban after 10,000 invalid requests in ten minutes, if there is one. Its response has no Via
        header."""
        while self.invalid and now - self.invalid[0] > WINDOW_OF_INVALID:
            self.invalid.popleft()
        if len(self.invalid) < self.limits.invalid:
            return None
        return Throttled(WINDOW_OF_INVALID - (now - self.invalid[0]), cloudflare=True)


RESET = 0
"""The `status` of a fault by which a request gets no response because its connection is cut."""
SILENT = -1
"""The `status` of a fault by which a request gets no response at all, until the client gives up."""


@dataclass(slots=True)
class Fault:
    """A failure of the server that a test has requested for the next requests to a route."""

    route: str
    status: int
    times: int
    retry_after: float
    everywhere: bool
    after: bool
    code: int = 0
    scope: str = "shared"

    def body(self) -> Json:
        """Returns the body of the failing server's response."""
        if self.status == 429:
            said = "You are being rate limited."
            if self.code:
                return {"message": said, "retry_after": self.retry_after, "global": False, "code": self.code}
            return {"message": said, "retry_after": self.retry_after, "global": self.everywhere}
        return {"message": f"{self.status}: as a test has asked", "code": self.code}


@dataclass(slots=True)
class Faults:
    """The failures that tests have requested."""

    coming: list[Fault] = field(default_factory=list)

    def demand(  # noqa: PLR0913 - one for each thing that can go wrong
        self,
        status: int,
        on: str = "",
        *,
        times: int = 1,
        retry_after: float = 0.05,
        everywhere: bool = False,
        after: bool = False,
        code: int = 0,
        scope: str = "shared",
    ) -> None:
        """Makes the next `times` requests fail whose "METHOD /path/{template}" contains `on`.

        With `after` the request is carried out first and only its response is lost, as a 5xx can do. Status 0 (RESET):
        the connection is cut without a response; -1 (SILENT): there is none until the client gives up.
        """
        self.coming.append(Fault(on, status, times, retry_after, everywhere, after, code, scope))

    def strike(self, route: str) -> Fault | None:
        """Returns the failure that was requested for this route, and counts it as used once; None if there is none."""
        for fault in self.coming:
            if fault.route in route:
                fault.times -= 1
                if fault.times <= 0:
                    self.coming.remove(fault)
                return fault
        return None
