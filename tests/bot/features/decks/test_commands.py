"""Tests loadouts at a table and users' stored decks: they are chosen in private and shown to no one else."""

from __future__ import annotations

import asyncio
import json
import logging
from pathlib import Path

import pytest

from bot import cli
from bot.emulator.people import crowd
from bot.emulator.people.outcome import Outcome
from bot.emulator.people.seen import Seen
from bot.features.decks.commands import AFTER_THE_END, NO_DECKS
from bot.games.star_wars_destiny.ready_decks import READY_DECKS
from bot.messages import reply
from bot.tables.refusals import explained
from storage import DeckNameTaken, DeckRow, TooManyDecks, UnknownDeck
from storage.decks import MAX_DECKS
from tests.bot.refused import CZECH, NO_SEAT, NO_TABLE, NOT_YET
from tests.bot.table import Evening
from tests.bot.toy import FOR_COMPUTERS, TWO, register
from tests.rules.toy import DEFAULT

THREE = (*TWO, "Cyril")
SHORT, LONG = "length=short", "length=long"
MY_DECK = CZECH("My deck")
PASTE = CZECH("Paste a deck")


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    register(monkeypatch)


async def lobby_of(evening: Evening, *names: str, option: str = SHORT) -> None:
    await evening.open(*(names or TWO), game="toy", option=option)


async def my_deck(evening: Evening, name: str) -> Seen:
    """Opens the user's private panel about their deck by the lobby's button, and returns it."""
    await evening.press_board(name, "deck")
    return evening.private(name)


async def fill_in(evening: Evening, who: str, opened: Outcome, **values: str) -> Seen:
    """Fills in the form that a press has opened, and returns the private message that the user sees then."""
    outcome = await evening.person(who).submit(opened.modal, values)
    await outcome.done()
    await evening.settled()
    assert not outcome.failed
    return evening.private(who)


async def paste(evening: Evening, name: str, text: str, keep: str = "") -> Seen:
    """Pastes a deck for the user's seat in the lobby and returns the panel; `keep`: the name under which it is stored
    as well.
    """
    opened = await evening.press(name, await my_deck(evening, name), PASTE)
    return await fill_in(evening, name, opened, list=text, name=keep)


async def choose(evening: Evening, name: str, message: Seen, verb: str, value: str) -> Seen:
    """Chooses an option in a select of the user's private panel and returns the panel."""
    await evening.person(name).select(message, Evening.part(message, verb), value)
    await evening.settled()
    return evening.private(name)


async def kept(evening: Evening, name: str) -> Seen:
    """Runs `/deck list` and returns the private message with the user's stored decks."""
    outcome = await evening.slash(name, "deck list")
    assert outcome.message is not None
    assert outcome.message.ephemeral
    return outcome.message


async def new_deck(evening: Evening, name: str, text: str, called: str) -> Seen:
    """Pastes a deck into the user's stored decks under a name, without a table, and returns the list."""
    opened = await evening.press(name, await kept(evening, name), f"{PASTE} · Toy")
    return await fill_in(evening, name, opened, list=text, name=called)


def parts(evening: Evening) -> list[str | None]:
    """Returns the loadout of each seat of the lobby."""
    return [seat.part for seat in evening.live.seats]


def gifts(evening: Evening) -> str:
    """Returns the option `gifts` of the running game, in which the rules get the decks of all seats."""
    return evening.live.row.options["gifts"]


def shown_to_others(evening: Evening, owner: str) -> str:
    """Returns everything that other users can see, in the channel and in their DMs, with buttons."""
    others = [person for person in crowd.people(evening.world) if person.name != owner]
    assert others
    return "\n".join(
        json.dumps(seen.data, ensure_ascii=False, default=str)
        for person in others
        for seen in (*person.messages(evening.channel), *person.dms())
    )


# In the lobby


async def test_the_lobby_shows_who_has_chosen_and_nothing_of_what(database: Path) -> None:
    async with Evening.of(*TWO, database=database) as evening:
        await lobby_of(evening)
        before = evening.board().text
        panel = await paste(evening, "Anna", "four\nthree")
        assert "gifts: three four" in panel.text
        assert "2 gifts" in panel.text
        lines = evening.board("Bert").text.splitlines()
        (annas,) = (line for line in lines if line.startswith("🔴A"))
        (berts,) = (line for line in lines if line.startswith("🔵B"))
        assert CZECH("deck chosen") in annas
        assert "🎴" not in berts
        assert CZECH("deck chosen") not in before
        assert parts(evening) == ["three four", None]
        everything = shown_to_others(evening, "Anna")
        assert "three" not in everything
        assert "four" not in everything
        assert "2 gifts" not in everything
        evening.clean()


async def test_choosing_again_shows_the_others_nothing_at_all(database: Path) -> None:
    async with Evening.of(*TWO, database=database) as evening:
        await lobby_of(evening)
        await paste(evening, "Anna", "four")
        before = evening.board("Bert").text
        await choose(evening, "Anna", await my_deck(evening, "Anna"), "deck_take", "chance")
        assert parts(evening) == ["two three", None]
        assert evening.board("Bert").text == before
        evening.clean()


async def test_a_user_without_a_seat_chooses_no_deck(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await lobby_of(evening)
        assert NO_SEAT in (await my_deck(evening, "Cyril")).text
        opened = await evening.person("Cyril").forge(evening.board("Cyril"), f"kr:{evening.table}:deck_paste")
        assert NO_SEAT in (await fill_in(evening, "Cyril", opened, list="four")).text
        assert parts(evening) == [None, None]
        evening.clean()


async def test_each_wrong_line_is_named_and_the_pasted_text_can_be_corrected(database: Path) -> None:
    async with Evening.of(*TWO, database=database) as evening:
        await lobby_of(evening)
        panel = await paste(evening, "Anna", "four\nfourr\nsixx")
        assert "line 2: no gift 'fourr', perhaps ['four']" in panel.text
        assert "line 3: no gift 'sixx', perhaps ['six']" in panel.text
        assert parts(evening) == [None, None]
        assert CZECH("deck chosen") not in evening.board().text
        opened = await evening.press("Anna", panel, CZECH("Correct it"))
        assert opened.modal is not None
        assert opened.modal.fields[0].value == "four\nfourr\nsixx"
        await fill_in(evening, "Anna", opened, list="four\nsix")
        assert parts(evening) == ["four six", None]
        again = await evening.press("Anna", await my_deck(evening, "Anna"), PASTE)
        assert again.modal is not None
        assert again.modal.fields[0].value == ""
        other = await evening.press("Bert", await my_deck(evening, "Bert"), PASTE)
        assert other.modal is not None
        assert other.modal.fields[0].value == ""
        evening.clean()


async def test_a_deck_that_this_table_does_not_take_is_not_chosen(database: Path) -> None:
    async with Evening.of(*TWO, database=database) as evening:
        await lobby_of(evening)
        await paste(evening, "Anna", "four")
        panel = await paste(evening, "Anna", "four\nfive\nsix")
        assert "two gifts are enough" in panel.text
        assert parts(evening) == ["four", None]
        back = await evening.press("Anna", panel, CZECH("Back"))
        assert "gifts: four" in back.text
        evening.clean()


async def test_a_form_filled_in_after_a_restart_counts(database: Path) -> None:
    async with Evening.of(*TWO, database=database) as evening:
        await lobby_of(evening)
        opened = await evening.press("Anna", await my_deck(evening, "Anna"), PASTE)
        await evening.restart()
        await fill_in(evening, "Anna", opened, list="five")
        assert parts(evening) == ["five", None]


async def test_leaving_takes_the_deck_along(database: Path) -> None:
    async with Evening.of(*TWO, database=database) as evening:
        await lobby_of(evening)
        await paste(evening, "Bert", "four")
        await evening.press_board("Bert", "leave")
        await evening.press_board("Bert", "join")
        assert parts(evening) == [None, None]
        assert CZECH("deck chosen") not in evening.board().text
        evening.clean()


# The start


async def test_the_game_is_played_with_what_was_brought_and_with_the_default(database: Path) -> None:
    async with Evening.of(*TWO, database=database) as evening:
        await lobby_of(evening)
        await paste(evening, "Bert", "six\nfour")
        await evening.press_board("Anna", "start")
        assert gifts(evening) == "one | four six"
        assert evening.game.table.players["b"].gifts == ["four", "six"]
        assert f"option gifts {gifts(evening)}" in evening.game.record().lines()
        evening.clean()


async def test_a_computer_brings_a_deck_of_its_own(database: Path) -> None:
    async with Evening.of("Anna", database=database) as evening:
        await lobby_of(evening, "Anna", option=LONG)
        await paste(evening, "Anna", "two")
        await evening.add_computer("Anna")
        assert parts(evening) == ["two", None]
        await evening.press_board("Anna", "start")
        annas, computers = gifts(evening).split(" | ")
        assert annas == "two"
        assert computers in FOR_COMPUTERS
        evening.clean()


async def test_the_game_waits_until_everyone_has_chosen_a_deck(database: Path) -> None:
    async with Evening.of(*TWO, database=database) as evening:
        await lobby_of(evening, option=LONG)
        assert evening.board().text.count(CZECH("no deck chosen yet")) == 2
        await paste(evening, "Anna", "two")
        await evening.press_board("Anna", "start")
        assert evening.live.row.phase == "lobby"
        assert f"<@{evening.person('Bert').id}>" in evening.private("Anna").text
        assert f"<@{evening.person('Anna').id}>" not in evening.private("Anna").text
        await choose(evening, "Bert", await my_deck(evening, "Bert"), "deck_take", "first")
        await evening.press_board("Anna", "start")
        assert gifts(evening) == "two | one"
        evening.clean()


async def test_a_deck_that_is_not_legal_at_the_start_is_named_only_to_its_owner(database: Path) -> None:
    async with Evening.of(*TWO, database=database) as evening:
        await lobby_of(evening)
        bert = evening.person("Bert").id
        await evening.bot.app.db.seats.set_part(evening.table, bert, "four five six")
        await evening.restart()
        await evening.press_board("Anna", "start")
        assert evening.live.row.phase == "lobby"
        assert "four" not in evening.private("Anna").text
        assert MY_DECK in evening.private("Anna").text
        word = evening.person("Bert").dms()[-1].text
        assert "two gifts are enough, not four five six" in word
        assert f"<#{evening.channel.id}>" in word
        assert "⚠️" in (await my_deck(evening, "Bert")).text
        assert "four" not in shown_to_others(evening, "Bert")
        told = len(evening.person("Bert").dms())
        await evening.press_board("Bert", "start")
        assert "two gifts are enough, not four five six" in evening.private("Bert").text
        assert len(evening.person("Bert").dms()) == told
        await paste(evening, "Bert", "four")
        await evening.press_board("Bert", "start")
        assert gifts(evening) == "one | four"


async def test_the_command_starts_no_game_with_a_bad_deck_either(database: Path) -> None:
    async with Evening.of(*TWO, database=database) as evening:
        await lobby_of(evening)
        await evening.bot.app.db.seats.set_part(evening.table, evening.person("Anna").id, "four five six")
        await evening.restart()
        outcome = await evening.slash("Anna", "game start")
        assert "two gifts are enough" in outcome.text
        assert CZECH("The game starts.") not in outcome.text
        assert evening.live.row.phase == "lobby"


async def test_in_a_running_game_nothing_is_chosen_any_more(database: Path) -> None:
    async with Evening.of(*TWO, database=database) as evening:
        await lobby_of(evening)
        panel = await my_deck(evening, "Bert")
        opened = await evening.press("Bert", panel, PASTE)
        await evening.press_board("Anna", "start")
        said = await fill_in(evening, "Bert", opened, list="four")
        assert CZECH("The game is already running.") in said.text
        assert gifts(evening) == "one | one"
        evening.clean()


# While the game runs, and after it


async def to_the_end(evening: Evening) -> None:
    """Plays the game to its end: each asked seat gives the first valid answer."""
    while (game := evening.game).decision is not None:
        seat, decision = game.waiting[0], game.decision
        await evening.answer(seat, *list(game.keys(seat))[: getattr(decision, "least", 1)])


async def test_no_one_learns_of_another_ones_deck_before_the_end(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await lobby_of(evening)
        await paste(evening, "Anna", "four\nthree")
        await evening.press_board("Anna", "start")
        assert "gifts: three four" in (await evening.slash("Anna", "deck here")).text
        berts = await evening.slash("Bert", "deck here")
        assert "gifts: one" in berts.text
        assert CZECH(AFTER_THE_END) in berts.text
        assert "three" not in berts.text
        assert NO_SEAT in (await evening.slash("Cyril", "deck here")).text
        assert NOT_YET in (await evening.slash("Bert", "record export")).text
        assert "three four" not in shown_to_others(evening, "Anna")
        lines: list[str] = []
        assert await asyncio.to_thread(cli.main, ["tables", "--database", str(database)], lines.append) == 0
        assert "three" not in "\n".join(lines)
        await to_the_end(evening)
        for name in THREE:
            shown = await evening.slash(name, "deck here")
            assert shown.message is not None
            assert shown.message.ephemeral
            assert shown.text.index("gifts: three four") < shown.text.index("gifts: one")
        evening.clean()


async def test_nothing_of_a_deck_is_in_a_custom_id_or_in_the_log(
    database: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG, "bot")
    caplog.set_level(logging.DEBUG, "storage")
    async with Evening.of(*TWO, database=database) as evening:
        await lobby_of(evening)
        await paste(evening, "Anna", "four\nfourr")
        await paste(evening, "Anna", "four\nthree", keep="robes")
        seen = [await my_deck(evening, "Anna"), await kept(evening, "Anna")]
        seen.append(await choose(evening, "Anna", seen[-1], "deck_show", "1"))
        ids = [str(part.custom_id) for message in seen for part in message.usable]
        assert len(ids) > 8
        assert not [one for one in ids if "four" in one or "robes" in one]
        await evening.press_board("Anna", "start")
        evening.clean()
    assert not [record for record in caplog.records if "four" in record.getMessage() or "robes" in record.getMessage()]


async def test_a_substitute_plays_on_with_the_seats_deck(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await lobby_of(evening)
        await paste(evening, "Bert", "four")
        await evening.press_board("Anna", "start")
        cyril = evening.person("Cyril").id
        await evening.bot.app.db.vacancies.replace(evening.table, "b", cyril, "Cyril", evening.now())
        await evening.restart()
        assert "gifts: four" in (await evening.slash("Cyril", "deck here")).text
        assert NO_SEAT in (await evening.slash("Bert", "deck here")).text


async def test_a_rematch_keeps_each_ones_deck_and_lets_it_be_changed(database: Path) -> None:
    async with Evening.of(*TWO, database=database) as evening:
        await lobby_of(evening, option=LONG)
        await paste(evening, "Anna", "four\nthree")
        await paste(evening, "Bert", "six")
        await evening.press_board("Anna", "start")
        await evening.end("Anna")
        await evening.slash("Bert", "game rematch")
        assert evening.live.row.phase == "lobby"
        assert gifts(evening) == DEFAULT
        assert evening.board().text.count(CZECH("deck chosen")) == 2
        assert "gifts: three four" in (await my_deck(evening, "Anna")).text
        assert "gifts: three four" in (await evening.slash("Bert", "deck here")).text
        await paste(evening, "Bert", "five\nsix")
        await evening.press_board("Bert", "start")
        assert gifts(evening) == "three four | five six"
        evening.clean()


async def test_a_game_without_decks_has_none(database: Path) -> None:
    async with Evening.of("Anna", "Bert", "Cyril", database=database) as evening:
        assert NO_TABLE in (await evening.slash("Anna", "deck here")).text
        await evening.open(game="mafia_city")
        assert "deck" not in Evening.verbs(evening.board())
        await evening.person("Anna").forge(evening.board(), f"kr:{evening.table}:deck")
        await evening.settled()
        assert CZECH(NO_DECKS) in evening.private("Anna").text
        await evening.press_board("Anna", "start")
        assert CZECH(NO_DECKS) in (await evening.slash("Anna", "deck here")).text
        evening.clean()


# Decks that are kept


async def test_a_deck_is_kept_and_brought_to_another_table(database: Path) -> None:
    async with Evening.of(*TWO, database=database) as evening:
        await new_deck(evening, "Anna", "six\nfive", "my robes")
        await lobby_of(evening)
        await choose(evening, "Anna", await my_deck(evening, "Anna"), "deck_saved", "my robes")
        assert parts(evening) == ["five six", None]
        assert "deck_saved" not in Evening.verbs(await my_deck(evening, "Bert"))
        evening.clean()


async def test_a_deck_that_is_pasted_in_the_lobby_can_be_kept_under_a_name(database: Path) -> None:
    async with Evening.of(*TWO, database=database) as evening:
        await lobby_of(evening)
        panel = await paste(evening, "Anna", "six", keep="  _robes_ <@1> ")
        assert CZECH("✅ The deck is saved.") in panel.text
        (deck,) = await evening.bot.app.db.decks.of_user(evening.person("Anna").id)
        assert (deck.kind, deck.name, deck.part) == ("toy", "ˍrobesˍ ‹＠1›", "six")
        evening.clean()


async def test_kept_decks_are_shown_renamed_copied_and_removed(database: Path) -> None:
    async with Evening.of("Anna", database=database) as evening:
        empty = await kept(evening, "Anna")
        assert CZECH("You have no saved decks.") in empty.text
        page = await new_deck(evening, "Anna", "six\nfive", "robes")
        assert "gifts: five six" in page.text
        assert "five\nsix" in page.text
        opened = await evening.press("Anna", page, CZECH("Rename"))
        assert opened.modal is not None
        assert opened.modal.fields[0].value == "robes"
        page = await fill_in(evening, "Anna", opened, name="cloaks")
        assert "cloaks" in page.text
        await evening.press("Anna", page, CZECH("Copy"))
        copy = evening.private("Anna")
        assert "cloaks (2)" in copy.text
        asked = await evening.press("Anna", copy, CZECH("Remove"))
        assert asked.message is not None
        assert [part.label for part in asked.message.usable if part.data["style"] == 4] == [
            CZECH("Remove it permanently")
        ]
        await evening.press("Anna", asked.message, CZECH("Keep it"))
        assert "cloaks (2)" in evening.private("Anna").text
        await evening.press("Anna", evening.private("Anna"), CZECH("Remove"))
        await evening.press("Anna", evening.private("Anna"), CZECH("Remove it permanently"))
        (select,) = (part for part in evening.private("Anna").usable if ":deck_show:" in part.custom_id)
        assert [option.label for option in select.options] == ["cloaks"]
        shown = await choose(evening, "Anna", evening.private("Anna"), "deck_show", "cloaks")
        assert "gifts: five six" in shown.text
        evening.clean()


async def test_decks_of_several_games_are_separate(database: Path) -> None:
    async with Evening.of("Anna", database=database) as evening:
        db, anna = evening.bot.app.db, evening.person("Anna").id
        code = READY_DECKS["rey_and_han"]
        await db.decks.save(anna, "toy", "robes", "six")
        await db.decks.save(anna, "star_wars_destiny", "robes", code)
        await db.decks.save(anna, "no_such_game", "robes", "x")
        page = await kept(evening, "Anna")
        selects = [part for part in page.usable if part.options]
        assert [[option.label for option in part.options] for part in selects] == [["robes"], ["robes"]]
        await evening.person("Anna").select(page, selects[0], [selects[0].options[0].value])
        await evening.settled()
        assert "Han Solo" in evening.private("Anna").text
        assert code in evening.private("Anna").text
        evening.clean()


async def test_a_name_that_is_taken_and_a_deck_too_many_are_refused_kindly(database: Path) -> None:
    async with Evening.of("Anna", database=database) as evening:
        db, anna = evening.bot.app.db, evening.person("Anna").id
        page = await new_deck(evening, "Anna", "six", "robes")
        await db.decks.save(anna, "toy", "cloaks", "five")
        opened = await evening.press("Anna", page, CZECH("Rename"))
        assert explained(DeckNameTaken(), CZECH) in (await fill_in(evening, "Anna", opened, name="cloaks")).text
        for number in range(MAX_DECKS - 2):
            await db.decks.save(anna, "toy", f"deck {number}", "four")
        full = explained(TooManyDecks(MAX_DECKS), CZECH)
        assert full in (await new_deck(evening, "Anna", "six", "one more")).text
        await lobby_of(evening, "Anna")
        panel = await paste(evening, "Anna", "two", keep="one more")
        assert full in panel.text
        assert parts(evening) == ["two"]
        evening.clean()


async def test_no_one_reaches_another_ones_kept_deck(database: Path) -> None:
    async with Evening.of(*TWO, database=database) as evening:
        page = await new_deck(evening, "Anna", "six\nfive", "robes")
        await lobby_of(evening)
        refused = explained(UnknownDeck(), CZECH)
        forged = [part.custom_id for part in page.usable if part.custom_id.count(":") > 2]
        assert len(forged) == 3
        for custom_id in (*forged, "kr:0:deck_remove_sure:1:", "kr:0:deck_keep:1:", "kr:0:deck_show:1:"):
            await evening.person("Bert").forge(evening.board("Bert"), custom_id)
            await evening.settled()
            assert refused in evening.private("Bert").text
        for verb in (f"kr:{evening.table}:deck_saved", "kr:0:deck_show"):
            await evening.person("Bert").forge(evening.board("Bert"), verb, component_type=3, values=["1"])
            await evening.settled()
            assert refused in evening.private("Bert").text
        for value in ("x", "1" * 10, "-1"):
            await evening.person("Bert").forge(
                evening.board("Bert"), "kr:0:deck_show", component_type=3, values=[value]
            )
            await evening.settled()
            assert "six" not in evening.private("Bert").text
        assert [deck.name for deck in await evening.bot.app.db.decks.of_user(evening.person("Anna").id)] == ["robes"]
        assert parts(evening) == [None, None]
        assert "six" not in shown_to_others(evening, "Anna")
        evening.clean()


async def test_a_kept_deck_that_is_wrong_is_corrected_before_it_is_kept(database: Path) -> None:
    async with Evening.of("Anna", database=database) as evening:
        page = await new_deck(evening, "Anna", "sixx", "robes")
        assert "line 1" in page.text
        assert await evening.bot.app.db.decks.of_user(evening.person("Anna").id) == []
        opened = await evening.press("Anna", page, CZECH("Correct it"))
        assert opened.modal is not None
        assert opened.modal.fields[0].value == "sixx"
        page = await fill_in(evening, "Anna", opened, list="six", name="robes")
        assert "gifts: six" in page.text
        evening.clean()


async def test_a_form_for_which_it_is_too_late_is_asked_for_again(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with Evening.of("Anna", database=database) as evening:
        page = await new_deck(evening, "Anna", "six", "robes")
        db = evening.bot.app.db
        find = db.decks.get

        async def slow(user: int, deck: int) -> DeckRow:
            await evening.noticed(lambda: [*evening.world.interactions.values()][-1].response is not None)
            return await find(user, deck)

        monkeypatch.setattr(reply, "ACK_AFTER", 0.0)
        monkeypatch.setattr(db.decks, "get", slow)
        outcome = await evening.press("Anna", page, CZECH("Rename"))
        assert outcome.modal is None
        assert CZECH("That took too long on my side. Try again.") in evening.private("Anna").text
        evening.clean()
