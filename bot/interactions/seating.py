"""Sitting down and getting up, by button or command: what the person is told privately."""

from __future__ import annotations

from bot import views
from bot.app import App
from bot.games import log
from bot.messages.api import Interaction
from bot.messages.reply import more, reply
from bot.tables.live import LiveTable
from bot.tables.refusals import Refused
from bot.texts import Words, later


async def join(app: App, interaction: Interaction, game: int, words: Words) -> None:
    """Sit down (the interaction is acknowledged already); raises Refused."""
    user = interaction.user
    if user.bot:
        raise Refused(later("Bot accounts do not sit at a table; add a computer in the lobby instead."))
    taken = await app.lobby.join(game, user.id, views.clean(user.display_name))
    live = await app.tables.get(game)
    if taken is None:
        await _in_lobby(app, interaction, live, words)
        return
    back = taken.former == user.id
    if taken.former > 0 and not back:
        said = await app.people.words_for(taken.former, live.row.language)
        text = said("Somebody else plays your seat now.")
        app.background.run(app.hands.retire(game, taken.former, text), f"a farewell of table {game}")
    await _in_game(interaction, live, taken.seat, words, back=back)
    await app.referee.settle(game)


async def _in_lobby(app: App, interaction: Interaction, live: LiveTable, words: Words) -> None:
    """A command gets a word; a press sees the lobby change. Either learns about DMs that are closed."""
    if interaction.message is None:
        await reply(interaction, views.say(words("You sit at the table. Press Start when everybody is here.")))
    app.background.run(greet(app, interaction, live, words), f"a greeting of table {live.id}")


async def greet(app: App, interaction: Interaction, live: LiveTable, words: Words) -> None:
    """The test DM; whoever cannot be reached is told at once where their hand will be."""
    if not await app.hands.greet(live, interaction.user.id, words):
        text = words("I cannot send you direct messages. That is all right: `/game hand` shows your hand, only to you.")
        await more(interaction, views.say(text))


async def _in_game(interaction: Interaction, live: LiveTable, seat: str, words: Words, *, back: bool) -> None:
    """A substitute, or an owner who is back, learns privately what the seat lawfully knows."""
    game = live.running()
    await reply(interaction, views.say(log.digest(live.facts, game, seat, words, back=back)))


async def leave(app: App, interaction: Interaction, game: int, words: Words) -> None:
    """Get up from a lobby; from a running game only after being asked twice; raises Refused."""
    live = await app.tables.get(game)
    if live.row.phase == "running":
        live.player(interaction.user.id)
        await reply(interaction, views.leave_twice(live.facts, words))
        return
    await app.lobby.leave(game, interaction.user.id)
    text = words("You have left the table.")
    if interaction.message is None:
        await reply(interaction, views.say(text))
    app.background.run(app.hands.retire(game, interaction.user.id, text), f"a farewell of table {game}")


async def leave_for_sure(app: App, interaction: Interaction, game: int, words: Words) -> None:
    """Leave a running game; the hand's message follows."""
    await app.lobby.leave_running(game, interaction.user.id)
    text = words("You have left the game; the computer plays your seat. `/game join` takes it back.")
    await reply(interaction, views.say(text))
