"""Runs a game with a whole bot twice: everything is the same except one player's cards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from random import Random
from unittest.mock import patch

from bot.emulator.world.events import Event
from bot.tables.table_data import by_computer
from rules import undo
from rules.decisions import PASS, Several, Window
from rules.engine import Game
from rules.events import Event as Told
from rules.notation import Entry
from rules.players import levels
from rules.players.ai import Turns
from rules.players.question import Before
from rules.players.turn import turn_so_far
from rules.undo import UNDO
from tests.bot.table import Evening
from tests.secrets import scenes
from tests.secrets.onlookers import (
    HOLDER,
    Act,
    Onlooker,
    Story,
    comes_to_light,
    exchange,
    first_hands_lie,
    pictured,
    told_others,
    towards,
)  # fmt: skip
from tests.secrets.scenes import SCENES, THINKING, Scene
from tests.secrets.shadows import Shadows

PEOPLE = ("Anna", "Bert", "Cyril")
STRANGER = "Dora"
STAGES = undo._stages
AGAIN = Game.again
TRIES = 8
"""The number of random answers that are tried until one reveals nothing."""
TOWARDS = 0.6
"""The probability that an answer is preferred after which the holder is asked."""
HOLDS = 0.15
"""The probability that a player presses Hold on when the next acts are chosen in a window."""
WINDOW_SECONDS = 9
"""The maximum number of single seconds to wait: slightly more than a window takes at the compared paces."""
LOOKED_AT = ("record log", "game undo", "record replay", "record stats", "league leaderboard")


class WatchedGame:
    """One game of the pair, with the records of what every user is shown in it."""

    def __init__(self, evening: Evening, dice: Random, scene: Scene) -> None:
        self.evening, self.dice, self.scene = evening, dice, scene
        self.seen = {name: Onlooker() for name in (*PEOPLE, STRANGER)}
        self.story = Story()
        self.beside: Story | None = None
        """The story of the pair's first game, in the second one; None in the first."""
        self.heard = 0
        self.news = list[Told]()
        """The events of the game since the last act."""
        self.which = ""
        self.dealt = "", ""
        """The kind of game and the holder's seat, also after the bot has forgotten the table."""
        self.exchanges: Random | None = None
        """Random numbers for the exchange of the holder's cards; None before the game and after the exchange."""
        self.shadows: Shadows | None = None
        self.window = ""
        """The window that is open."""
        self.closed = list[str]()
        """The windows that have closed since the last act."""
        self.requests = 0
        """The number of requests that are noted, or were made before the comparison."""
        evening.world.listen(self._heard)

    def _heard(self, event: Event) -> None:
        if not event.name.startswith("MESSAGE_"):
            return
        data = pictured(self.evening.world, event)
        for name, seen in self.seen.items():
            if self.evening.person(name).may_see(event):
                where = "public" if event.channel_id == self.evening.channel.id else "by DM"
                seen.note(
                    where, self.evening.clock(), event.name, data, private=bool(event.only_for) or where == "by DM"
                )

    @property
    def game(self) -> Game:
        return self.evening.game

    @property
    def holder(self) -> str:
        """Returns the seat whose cards differ."""
        return self.evening.live.seat_of(self.evening.person(HOLDER).id).seat

    async def open(self, kind: str, *, otherwise: bool, pace: str = "live") -> None:
        """Starts a game that a stranger watches.

        Once the first hands are kept, the holder's cards are exchanged; `otherwise` chooses which ones they become.
        """
        evening, scene = self.evening, self.scene
        evening.bot.app.referee.computers.instant_computers = False
        evening.bot.app.referee.computers.dice = Random("moments")
        if scene.season:
            outcome = await evening.slash(PEOPLE[0], "league open", game=kind)
            assert outcome.message is not None
            for name in PEOPLE:
                await evening.press(name, outcome.message, evening.part(outcome.message, "s_join"))
        for name, schedule in scene.nights.items():
            await evening.bot.app.db.schedules.set(evening.person(name).id, schedule)
        await evening.open(*PEOPLE[: scene.people], **{"game": kind, "pace": pace, **scene.options})
        for level in scene.computers:
            await evening.add_computer(PEOPLE[0], level)
        await evening.press_board(PEOPLE[0], "start")
        await self.evening.slash(STRANGER, "game watch")
        self.heard = len(self.game.told)
        self.which = "other cards" if otherwise else "these cards"
        self.dealt = kind, self.holder
        self.exchanges = Random(self.which)
        self._exchange_after_first_hands()

    def _exchange_after_first_hands(self) -> None:
        """Exchanges the holder's cards once the first hands are kept.

        This happens in both games of the pair, because a hand that changes without a move edits its message.
        """
        if self.exchanges is not None and self.game.decision is not None and first_hands_lie(self.game.decision):
            if "undo" not in self.scene.does:
                self.shadows = Shadows(self.game, self.holder)
            exchange(self.game.rules.name, self.game.table, self.holder, self.exchanges)
            self.exchanges = None

    def turn_so_far(self, game: Game, seat: str, turns: Turns) -> Before | None:
        """Replays a turn for a search, with the cards that the holder has in this variant."""
        kind, holder = self.dealt

        def again(past: Game, entries: Iterable[Entry]) -> None:
            dice: Random | None = Random(self.which)
            for entry in entries:
                AGAIN(past, (entry,))
                if dice is not None and past.decision is not None and first_hands_lie(past.decision):
                    exchange(kind, past.table, holder, dice)
                    dice = None

        with patch.object(Game, "again", again):
            return turn_so_far(game, seat, turns)

    def stages(self, begin: undo.Begin, answers: Sequence[Entry]) -> Iterator[undo.Past]:
        """Yields the states of a game that an undo replays, with the cards that the holder has in this variant."""
        dice: Random | None = Random(self.which)
        kind, holder = self.dealt
        for past in STAGES(begin, answers):
            if dice is not None and first_hands_lie(past.decision):
                exchange(kind, past.table, holder, dice)
                dice = None
            yield past

    # The story

    def note(self) -> None:
        """Adds to the story what everyone has seen by now, the deadline, the requests and the events of the last
        act.
        """
        self.story.seen.append({n: {p: len(e) for p, e in seen.events.items()} for n, seen in self.seen.items()})
        self.story.clocks.append(f"{self.evening.live.deadline} {self.evening.live.facts}")
        asked = self.evening.discord.requests
        self.story.asks(self.evening.world, asked[self.requests :], self.evening.person(HOLDER).id)
        self.requests = len(asked)
        self.story.news.append(told_others(self.dealt[1], self.news))
        self.story.asked.append(self._asks_holder())
        self.watch_window()
        self.story.windows.append(self.closed)
        self.closed = []
        self.story.events = {name: seen.events for name, seen in self.seen.items()}

    def watch_window(self) -> None:
        """Notes which window is open, and when the one before it closed."""
        game = self.evening.live.game if self.evening.bot.app.tables._live else None
        decision = game.decision if game is not None else None
        now = f"{decision.kind} {game.number}" if game is not None and isinstance(decision, Window) else ""
        if self.window not in {"", now}:
            self.closed.append(f"{self.window} at {self.evening.clock():.0f}")
        self.window = now

    def _asks_holder(self) -> str:
        """Returns the kind of the holder's question; empty if there is none."""
        decision = self.evening.live.game.decision if self.evening.live.game is not None else None
        return "" if decision is None or self.dealt[1] not in decision.seats else decision.kind

    def acts(self) -> list[Act]:
        """Returns the next random acts: a user may look at something, and then there is an answer or time passes."""
        decision = self.game.decision
        assert decision is not None
        happens: list[Act] = []
        what, name = self.dice.random(), self.dice.choice(PEOPLE[: self.scene.people])
        if all(by_computer(self.evening.live.seat(seat)) for seat in self.game.waiting):
            return [("wait", str(THINKING))]
        if self._substituted(name):
            name = PEOPLE[0]
        happens += scenes.happens(self, name, self.dice)
        if happens and happens[0][0] == "replace":
            return happens
        if what < 0.35:
            happens.append(("press", name, self.dice.choice(["move", "hand"])))
        elif what < 0.45:
            happens.append(("slash", self.dice.choice([HOLDER, STRANGER]), self.dice.choice(LOOKED_AT)))
        if isinstance(decision, Window) and self.dice.random() < HOLDS:
            happens.append(("hold", name))
        if self.dice.random() < 0.1 and (not decision.secret or isinstance(decision, Window)):
            if isinstance(decision, Window) and not self.scene.nights:
                return [*happens, ("seconds", str(self.dice.randint(2, WINDOW_SECONDS)))]
            return [*happens, ("wait", str(self.dice.choice(self.scene.waits)))]
        seat = self.dice.choice(self.game.waiting)
        if by_computer(self.evening.live.seat(seat)):
            return [*happens, ("wait", str(THINKING))]
        return [*happens, self._some_answer(seat)]

    def _some_answer(self, seat: str) -> Act:
        """Returns a random answer as an act: one that both variants accept and that reveals no difference, if there is
        one.

        After `TRIES` attempts it returns the last one, and the variants are no longer checked.
        """
        if any(entry.kind == UNDO for entry in self.game.entries):
            self.shadows = None
        if self.shadows is not None:
            self.shadows.follow(self.game.entries)
        for _ in range(TRIES):
            keys = self._some_keys(seat)
            place = str(list(self.game.keys(seat)).index(keys[0])) if len(keys) == 1 else ""
            if self.shadows is None or self.shadows.may((seat, place, keys)):
                break
        else:
            self.shadows = None  # from here on the two go different ways
        return ("answer", seat, place, *keys)

    def _substituted(self, name: str) -> bool:
        """Returns whether a computer plays for that user now."""
        return self.evening.person(name).id not in {
            seat.user for seat in self.evening.live.seats if not by_computer(seat)
        }

    def _some_keys(self, seat: str) -> tuple[str, ...]:
        decision, keys = self.game.decision, list(self.game.keys(seat))
        if isinstance(decision, Several):
            return tuple(keys[: decision.least])
        if isinstance(decision, Window) and (seat == self.holder or self.dice.random() < 0.8):
            return (PASS,)
        free = [key for key in keys if key.startswith(("place:", "keep", "pass", "stay", "decline"))]
        mine = seat == self.holder and self.game.rules.name == "mafia_city" and free
        if self.dice.random() < TOWARDS:
            keys = towards(self.game, seat, self.holder, keys)
        return (self.dice.choice(free if mine else [key for key in keys if key != "redraw"]),)

    async def does(self, act: Act) -> bool:
        """Does one action; returns False if it is impossible, ends the game, or reveals the difference by the rules."""
        evening, (kind, who, *how) = self.evening, act
        if kind == "press":
            await evening.press_board(who, how[0])
        elif kind == "slash":
            await evening.slash(who, how[0])
        elif kind == "wait":
            await evening.pass_time(float(who))
        elif kind == "seconds":
            for _ in range(int(who)):
                await evening.pass_time(1)
                self.watch_window()
        elif kind == "hold":
            if "hold_on" in evening.verbs(evening.board(who)):
                await evening.press_board(who, "hold_on")
        elif kind != "answer":
            await scenes.acted(evening, kind, who, *how)
        elif who in self.game.waiting and not await self._answer(who, how[0], tuple(how[1:])):
            # An undo just before may have asked another seat: then both worlds go on without this answer.
            return False
        self.story.acts.append(act)
        # A game that is over is soon forgotten.
        return bool(evening.bot.app.tables._live) and self.game.decision is not None and not self._reveals()

    async def _answer(self, seat: str, place: str, keys: tuple[str, ...]) -> bool:
        decision, theirs = self.game.decision, list(self.game.keys(seat))
        assert decision is not None
        if seat == self.holder and self.game.rules.name == "kralovske_rosady" and decision.secret:
            keys = (theirs[int(place)],)
        if not all(key in theirs for key in keys) or (not keys and not isinstance(decision, Several)):
            return False
        if keys == (PASS,) and isinstance(decision, Window):
            await self.evening.press_board(self.evening.holder(seat), "pass")
        else:
            await self.evening.answer(seat, *keys)
        return True

    def _reveals(self) -> bool:
        """Notes the latest events; returns whether they reveal the difference to others by the rules."""
        self.news, self.heard = self.game.told[self.heard :], len(self.game.told)
        if self.exchanges is not None:
            self._exchange_after_first_hands()
            return False
        at = len(self.story.news)
        known = self.beside is not None and at < len(self.beside.news)
        other = self.beside.news[at] if self.beside is not None and known else self.news
        return comes_to_light(self.game, self.holder, self.news, other)


async def twice(
    kind: str,
    folder: Path,
    dice: Random,
    steps: int,
    *,
    scene: str = "plain",
    pictures: bool = False,
    pace: str = "live",
) -> tuple[Story, Story]:
    """Plays the same game twice, the second time with other cards of the holder; returns both stories."""
    seed = dice.randbytes(32)
    stories: list[Story] = []
    for otherwise in (False, True):
        name = f"{otherwise}.sqlite3"
        async with Evening.of(*PEOPLE, STRANGER, database=folder / name, seed=seed, pictures=pictures) as evening:
            watched = WatchedGame(evening, dice, SCENES[scene])
            watched.beside = stories[0] if stories else None
            await watched.open(kind, otherwise=otherwise, pace=pace)
            watched.note()
            replaying = patch.object(levels, "turn_so_far", watched.turn_so_far)
            with patch.object(undo, "_stages", watched.stages), replaying:
                await (_told_again(watched, stories[0].acts) if stories else _told(watched, steps))
            stories.append(watched.story)
            evening.clean()
    return stories[0], stories[1]


async def _told(watched: WatchedGame, steps: int) -> None:
    for _ in range(steps):
        for act in watched.acts():
            if not await watched.does(act):
                return
            watched.note()


async def _told_again(watched: WatchedGame, acts: list[Act]) -> None:
    for act in acts:
        if not await watched.does(act):
            return
        watched.note()
