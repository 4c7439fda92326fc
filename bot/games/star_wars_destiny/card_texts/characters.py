"""Characters: what each says, by its code, in the order of the set numbers."""

from __future__ import annotations

from bot.games.star_wars_destiny.card_texts.abilities import Says, action, plain, special
from bot.texts import N_

CHARACTERS: dict[str, Says] = {
    "captain_phasma": (plain(N_("Every non-unique character on your side counts as having Guardian.")),),
    "general_grievous": (
        plain(
            N_(
                "Just before an enemy character goes down, you may take one upgrade from it, other than an ability, "
                "and attach it to Grievous."
            )
        ),
    ),
    "general_veers": (
        action(N_("Give up a Veers die from your pool; a support die of yours is set to whichever side you like.")),
    ),
    "count_dooku": (
        plain(
            N_(
                "Whenever Dooku is about to be dealt damage, a hand card may be discarded so that he first gets 1 "
                "shield."
            )
        ),
    ),
    "darth_vader": (
        plain(N_("Each time Vader is activated you may make an opponent discard one hand card of their own choice.")),
    ),
    "kylo_ren": (
        special(
            N_(
                "Name an enemy character, peek at one random card of its controller's hand and deal the named "
                "character that card's cost in damage."
            )
        ),
    ),
    "nightsister": (action(N_("Roll one die of any pool again; this Nightsister is dealt 1 damage.")),),
    "bala_tik": (plain(N_("Whenever an enemy character has been defeated, Bala-Tik may ready.")),),
    "jabba_the_hutt": (plain(N_("Each time Jabba is activated you may roll one yellow die of any pool again.")),),
    "jango_fett": (
        plain(
            N_("Whenever an opponent has activated a character, Jango may be activated straight away, if he is ready.")
        ),
    ),
    "tusken_raider": (
        plain(
            N_(
                "Each time this Raider is activated a hand card may be discarded to resolve one die of the Raider or "
                "of its upgrades."
            )
        ),
    ),
    "admiral_ackbar": (
        plain(
            N_(
                "Whenever playing or discarding empties an opponent's hand, that opponent picks a character of theirs"
                " and deals it 2 damage."
            )
        ),
    ),
    "leia_organa": (action(N_("Give up a Leia die from your pool; roll again as many as two of your dice.")),),
    "poe_dameron": (
        special(
            N_(
                "Discard a hand card and resolve one side of the die that comes with it, if there is one; a vehicle "
                "may afterwards be played out of the discard pile at its price."
            )
        ),
    ),
    "luke_skywalker": (plain(N_("Each time Luke is activated you draw 1 card.")),),
    "padawan": (
        plain(
            N_("A weapon costs 1 less when it is attached to this Padawan, as long as the Padawan carries no upgrade.")
        ),
    ),
    "qui_gon_jinn": (
        plain(
            N_(
                "Whenever Qui-Gon is about to get shields, you may take one he already has off him, and an enemy "
                "character is dealt 1 damage."
            )
        ),
    ),
    "rey": (plain(N_("Whenever you have played an upgrade onto Rey, you are allowed one more action.")),),
    "finn": (
        plain(N_("Whatever its play restrictions, a weapon of yours may be attached to Finn.")),
        plain(N_("When your deck is built, weapons and vehicles of the red villains are allowed in it.")),
    ),
    "han_solo": (plain(N_("Whenever you have played a card with Ambush, Han may get 1 shield.")),),
    "padme_amidala": (
        special(
            N_("An opponent's deck loses its uppermost card to the discard pile; or pay 1 resource and it loses two.")
        ),
    ),
}
