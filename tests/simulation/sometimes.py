"""Lists the rare states that a night of simulations must reach; one that is never reached is a gap of the
simulation.
"""

from __future__ import annotations

from typing import Final

from tests.simulation import damage, file_damage, lurking, power, races, server_troubles, states, troubles

RARE: Final = (
    *power.HOW, "an acknowledged answer is lost", "upgraded in mid-game", "a connection is lost before a commit",
    "a connection is lost after a commit", "an answer at a worker that does not serve the table",
    "a running worker takes a shard over", lurking.ASKED, *damage.STATES,
    *file_damage.STATES, *races.STATES,
    *(f"taken over: {state}" for state in states.STATES if state != "no bot"),
)  # fmt: skip
SOMETIMES: Final = (
    *(
        f"{kind}: {state}"
        for kind in sorted({*troubles.TROUBLES, *server_troubles.TROUBLES})
        for state in states.STATES
        if states.possible(kind, state)
    ),
    *RARE,
)
"""Names of the rare states: each fault in each state of a table in which it can strike, and those in `RARE`."""
