"""A consent by button or command: what whoever gives it is told privately."""

from __future__ import annotations

from bot import views
from bot.app import App
from bot.messages.api import Interaction, may_manage
from bot.messages.reply import reply
from bot.texts import Words


async def agree(
    app: App, interaction: Interaction, game: int, what: str, words: Words, number: int | None = None
) -> None:
    """Note a consent (the interaction is acknowledged already); raises Refused.

    Whoever may manage the channel decides at once; where that would end a game by a mere button, or one that they
    play in themselves, they are asked once more, and a player's word counts as one meanwhile.
    """
    if what == "resume":
        await app.troubles.check_place(game)
    user, manager, by_button = interaction.user.id, may_manage(interaction), interaction.message is not None
    if what == "end" and manager and await app.consent.ends_alone(game, user):
        plays = await app.consent.plays(game, user)
        if plays or by_button:
            noted = await app.consent.agree(game, user, what, words, by_button=by_button) if plays else ""
            await reply(interaction, views.end_twice(game, noted, words))
            return
    text = await app.consent.agree(
        game, user, what, words, manager=manager, number=number, by_button=by_button
    )  # fmt: skip
    await reply(interaction, views.say(text))


async def end_for_sure(app: App, interaction: Interaction, game: int, words: Words) -> None:
    """The second answer of whoever was asked once more; raises Refused."""
    text = await app.consent.agree(game, interaction.user.id, "end", words, manager=may_manage(interaction))
    await reply(interaction, views.say(text))
