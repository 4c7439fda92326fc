"""Tests that a blind player can play a whole game: every picture has a text, and emoji and colours carry no meaning."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from bot.emulator.people.seen import Part, Seen
from bot.games import GAME_UIS
from bot.games.pictures import Pictures
from bot.games.tutorial import lessons
from bot.texts import LANGUAGES, translator_for
from rules.engine import Game
from tests.bot.games.every_board import EVERY_GAME, LETTERS, WITH_PICTURES, facts, panels, undecided
from tests.bot.reading import THERE, TOLD, hand_there, hollow, silent
from tests.bot.table import Evening

ASIDE = ("Zpět", "Co je co?", "Jak se to hraje")
ENOUGH = 600
"""More decisions than one player has in a whole game."""
GALLERY, TEXT = 12, 10
RULE = re.compile(r"\b[MK]\d+")


DAMAGE = r"([A-D]) [^:;]*: (\d+(?:, \d+)*)"


class Blind:
    """A player who uses only texts, labels and alt texts, and compares them with everything that is drawn."""

    def __init__(self, evening: Evening, name: str) -> None:
        self.evening, self.name = evening, name
        self.dice = random.Random(3)
        self.looks = 0
        """The number of pictures whose alt text was compared with the table."""
        self.cut = 0
        """The number of those pictures whose alt text was too long and was cut, so it was not compared."""

    @property
    def game(self) -> Game:
        """Returns the game, for comparisons only."""
        return self.evening.game

    def listen(self, message: Seen) -> str:
        """Checks that a message makes sense without pictures, emoji and colours, and returns its text without them."""
        assert hollow(message.text) == []
        for part in message.parts:
            if part.type == GALLERY:
                assert all(item.get("description") for item in part.data["items"]), "a picture without words"
                self._compare(message, part.text)
        said = [silent(part.label or part.placeholder) for part in message.usable]
        assert len(said) == len(set(said)), said
        for part in message.usable:
            options = [silent(option.label) for option in part.options]
            assert len(options) == len(set(options)), options
            said += options
        assert all(label.isdecimal() or any(letter.isalpha() for letter in label) for label in said), said
        return silent(message.text)

    def _compare(self, message: Seen, alt: str) -> None:
        """Compares a picture's alt text with the table or the hand that it shows."""
        kind, beside = self.game.rules.name, "\n".join(part.text for part in message.parts if part.type == TEXT)
        self.looks += 1
        if ", vyhodnocení." in alt:
            if "Konec hry" not in beside:
                self._compare_evaluation(alt, beside)
        elif alt.startswith("Kolo "):
            there = THERE[kind](self.game)
            self.cut += "…" in alt
            if "…" not in alt:
                assert TOLD[kind](alt) == there
            if not hasattr(there, "on_turn"):
                self._compare_turn(alt)
        elif alt.startswith("Body po jednotlivých kolech"):
            self._compare_points(alt)
        elif alt.startswith("Utrpěná zranění po jednotlivých kolech"):
            self._compare_damage(alt)
        else:
            cards = hand_there(self.game, self.seat)
            assert cards
            assert all(card in silent(alt) for card in cards), (cards, alt)

    @staticmethod
    def _compare_evaluation(alt: str, beside: str) -> None:
        """Checks that the winner of a column in the picture is the one in the text."""
        decided = re.findall(r"(\d) [^:;.]+: [^;]*; vyhrává ([A-F])", alt)
        assert decided
        assert all(re.search(rf"Sloupec {number}: \S*{seat} bere", beside) for number, seat in decided)

    def _compare_turn(self, alt: str) -> None:
        decision = self.game.decision
        assert decision is not None
        on_turn = re.findall(r"([A-F]) [^.]*na tahu", alt)
        assert on_turn == ([decision.seats[0].upper()] if len(decision.seats) == 1 else [])

    def _compare_points(self, alt: str) -> None:
        over = self.game.over
        assert over
        ends = dict(re.findall(r"([A-F])[^:;]*: [^;]*?(\d+)(?=[;.])", alt.partition(": ")[2]))
        assert ends == {one["seat"].upper(): str(one["points"]) for one in over["ranking"]}
        goal = self.game.view(None).get("goal")
        assert goal is None or f"cíl {goal}" in alt

    def _compare_damage(self, alt: str) -> None:
        """Checks everyone's damage in the chart: one number at the start and one for each round, which never fall."""
        lines = {letter: [int(one) for one in said.split(", ")] for letter, said in re.findall(DAMAGE, silent(alt))}
        assert set(lines) == {seat.upper() for seat in self.game.seats}
        assert {len(line) for line in lines.values()} == {self.game.view(None)["round"] + 1}
        assert all(line == sorted(line) for line in lines.values())

    @property
    def seat(self) -> str:
        return self.evening.live.seat_of(self.evening.person(self.name).id).seat

    def board(self) -> str:
        return self.listen(self.evening.board(self.name))

    def is_asked(self) -> bool:
        mention = f"<@{self.evening.person(self.name).id}>"
        board = self.board()
        turns = (f"Na řadě je {mention}", f"Čeká se, až {mention}")
        return any(turn in board for turn in turns) or "Reakce" in board

    async def read_the_board(self) -> None:
        """Presses *In words* on the board and checks that the text describes the whole public table."""
        await self._press(self.evening.board(self.name), "Popsat slovy")
        kind = self.game.rules.name
        assert TOLD[kind](self.listen(self.evening.private(self.name))) == THERE[kind](self.game)

    async def read_the_end(self) -> None:
        """Reads the last board in words, and checks that this also tells the evaluation that its picture may show."""
        last = self.evening.board(self.name)
        await self._press(last, "Popsat slovy")
        said = self.evening.private(self.name)
        assert self.evening.live.game_ui.title in self.listen(said)
        for part in last.parts:
            if part.type == GALLERY and ", vyhodnocení." in part.text:
                self._compare_evaluation(part.text, said.text)

    async def look_at_hand(self) -> None:
        outcome = await self.evening.slash(self.name, "game hand")
        assert outcome.message is not None
        said = self.listen(outcome.message)
        assert all(card.rpartition(" ")[0] in said for card in hand_there(self.game, self.seat))

    async def answer(self) -> None:
        """Answers one decision, from the board to the reply."""
        await self._press(self.evening.board(self.name), "Můj tah")
        asked = self.game.number
        for _ in range(8):
            panel = self.evening.private(self.name)
            self.listen(panel)
            ways = [part for part in panel.usable if silent(part.label) not in ASIDE]
            if not ways:
                return
            await self._take(panel, ways)
            if self.game.number != asked:
                self.listen(self.evening.private(self.name))
                return
        raise AssertionError("the panel has no end")

    async def _take(self, panel: Seen, ways: list[Part]) -> None:
        preferred = [part for part in ways if silent(part.label) == "Potvrdit" or "Položit mafiána" in part.placeholder]
        way = preferred[0] if preferred else self.dice.choice(ways)
        if way.type == 2:
            await self._press(panel, silent(way.label))
            return
        chosen = self.dice.sample(way.options, max(1, way.min_values))
        await self.evening.person(self.name).select(panel, way, [option.value for option in chosen])
        await self.evening.settled()

    async def _press(self, message: Seen, label: str) -> None:
        part = next(part for part in message.usable if silent(part.label) == label)
        await self.evening.press(self.name, message, part.custom_id)


@WITH_PICTURES
async def test_a_blind_player_follows_and_acts_only_by_words(database: Path, kind: str) -> None:
    async with Evening.of("Anna", database=database, seed=bytes(range(32))) as evening:
        await evening.open(game=kind, pace="untimed")
        for _ in range(2):
            await evening.add_computer("Anna")
        await evening.press_board("Anna", "start")
        blind = Blind(evening, "Anna")
        decisions = 0
        while "Konec hry" not in blind.board():
            assert blind.is_asked(), blind.board()
            if decisions % 8 == 0 and hand_there(blind.game, blind.seat):
                await blind.look_at_hand()
            await blind.read_the_board()
            await blind.answer()
            decisions += 1
            assert decisions < ENOUGH
        end = blind.board()
        assert "Vítěz" in end
        assert all(f"{letter.upper()} " in end for letter in LETTERS[:3])
        await blind.read_the_end()
        assert decisions > 10
        assert blind.looks > decisions
        assert blind.cut < blind.looks / 10
        evening.clean()


@EVERY_GAME
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_help_and_the_walk_through_lean_on_no_sign(kind: str, language: str) -> None:
    said = translator_for(language)
    told = [(topic.title, topic.text) for topic in GAME_UIS[kind].topics(said)]
    told += [(lesson.title, lesson.text) for lesson in lessons(GAME_UIS[kind], said)]
    for title, text in told:
        assert hollow(title) == []
        assert hollow(text) == []
    titles = [silent(topic.title) for topic in GAME_UIS[kind].topics(said)]
    assert len(titles) == len(set(titles))


@WITH_PICTURES
@pytest.mark.parametrize("language", LANGUAGES)
def test_pictures_of_the_rules_help_are_described_in_text(kind: str, language: str) -> None:
    said, drawn = translator_for(language), 0
    for topic in GAME_UIS[kind].topics(said):
        sketch = GAME_UIS[kind].get(Pictures).topic(topic.key, said)
        if sketch is None:
            continue
        drawn += 1
        alt, title = silent(sketch.alt), silent(topic.title)
        assert alt.startswith(title), (alt, title)
        assert hollow(sketch.alt) == []
        assert set(RULE.findall(topic.text)) & set(RULE.findall(sketch.alt)) or not RULE.search(sketch.alt), topic.key
        assert len(alt) > len(title) + 20
    assert drawn


@EVERY_GAME
@pytest.mark.parametrize("language", LANGUAGES)
def test_in_every_panel_the_options_differ_in_words(kind: str, language: str) -> None:
    table, said, dice = facts(kind, 3), translator_for(language), random.Random(5)
    for game in undecided(kind, 3, seed=4, most=150):
        for shown in panels(table, game, dice.choice(game.waiting), said):
            assert hollow(shown.text) == []
            for offered in ([button["label"] for button in shown.buttons], *map(_labels, shown.selects)):
                plain = [silent(label) for label in offered]
                assert len(plain) == len(set(plain)), plain


def _labels(select: dict[str, list[dict[str, str]]]) -> list[str]:
    return [option["label"] for option in select["options"]]
