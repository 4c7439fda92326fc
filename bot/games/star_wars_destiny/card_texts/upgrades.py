"""Upgrades: what each says, by its code, in the order of the set numbers."""

from __future__ import annotations

from bot.games.star_wars_destiny.card_texts.abilities import Says, action, plain, special
from bot.texts import N_

UPGRADES: dict[str, Says] = {
    "commanding_presence": (
        special(N_("Pick a red die in any pool: an own one is resolved at value +2, an opponent's one is removed.")),
    ),
    "f_11d_rifle": (special(N_("An opponent splits 2 damage among their own characters as they please.")),),
    "force_choke": (
        special(
            N_(
                "A character other than the bearer is dealt 1 unblockable damage; after that you may set one die of "
                "that character or of its upgrades to any side."
            )
        ),
    ),
    "immobilize": (action(N_("Remove this upgrade's die from your pool; a die in any pool is turned to blank.")),),
    "kylo_rens_lightsaber": (
        special(
            N_(
                "A character is dealt 2 damage; if shields stop any of it, this die is rolled again and remains in "
                "the pool."
            )
        ),
    ),
    "sith_holocron": (
        special(
            N_(
                "This card trades places with an ability upgrade of blue colour from your hand, whatever the "
                "newcomer's play restrictions; for 1 resource the newcomer's die may be rolled into your pool at "
                "once."
            )
        ),
    ),
    "infantry_grenades": (
        special(N_("Every character of one opponent is dealt 2 damage, and this upgrade goes to the discard pile.")),
    ),
    "crime_lord": (special(N_("Pay 5 resources and name a character: it is defeated once this round is over.")),),
    "flame_thrower": (special(N_("Pick at most three characters; each of them is dealt 1 damage.")),),
    "gaffi_stick": (special(N_("Give up an own die that shows melee damage; a character is dealt 3 damage.")),),
    "on_the_hunt": (
        special(
            N_(
                "A character loses all of its shields; for 1 resource you may also remove one die of it or of its "
                "upgrades."
            )
        ),
    ),
    "scout": (
        special(
            N_("See an opponent's whole hand; its cheapest card is discarded, and of equally cheap ones you pick.")
        ),
    ),
    "force_protection": (special(N_("Hand out 3 shields among your characters in any split.")),),
    "jedi_robes": (
        plain(
            N_("Once attached, the robes bring their bearer a single shield, or two while it is still the first round.")
        ),
    ),
    "luke_skywalkers_lightsaber": (
        special(N_("Your choice: a character gets 2 shields, or one is dealt 2 damage that nothing can block.")),
    ),
    "one_with_the_force": (
        plain(
            N_(
                "Just before its bearer goes down this card turns into one of your supports, ready, and remains one "
                "until the game ends."
            )
        ),
    ),
    "reys_staff": (special(N_("Take a die that shows melee or ranged damage out of any pool.")),),
    "diplomatic_immunity": (plain(N_("What this die gives in shields may be split freely among your characters.")),),
    "dl_44_heavy_blaster_pistol": (
        plain(N_("Once played, an opponent must remove a die of their own choosing from their pool.")),
    ),
    "infiltrate": (special(N_("Roll again as many as two dice in an opponent's pool.")),),
    "iqa_11_blaster_rifle": (special(N_("A character is dealt 2 damage that nothing can block.")),),
    "promotion": (plain(N_("Once played, you may draw 1 card.")),),
    "force_throw": (
        special(
            N_(
                "Take a die out of any pool; a character is dealt as much damage as the value it showed, blanks and "
                "specials being 0."
            )
        ),
    ),
    "force_training": (
        special(
            N_(
                "Do any two of these three: a character is dealt 1 damage; you get 1 resource; a character gets 1 "
                "shield."
            )
        ),
    ),
    "lightsaber": (special(N_("A character is dealt 2 damage that nothing can block.")),),
    "mind_probe": (special(N_("An enemy character is dealt as much damage as its controller has cards in hand.")),),
    "comlink": (
        plain(
            N_(
                "Once played, you may roll again as many dice as you like, all from your own pool or all from one "
                "opponent's."
            )
        ),
    ),
    "datapad": (special(N_("A die of yours is set to a side without melee or ranged damage.")),),
    "cunning": (special(N_("Use any other in-play card's special ability as though you owned that card.")),),
    "jetpack": (special(N_("Take a die that shows melee damage out of any pool; the bearer gets 1 shield.")),),
    "thermal_detonator": (
        special(N_("Every character of one opponent is dealt 3 damage, and this upgrade goes to the discard pile.")),
    ),
    "personal_escort": (plain(N_("The bearer counts as having Guardian.")),),
    "hidden_in_shadow": (
        action(N_("As long as its bearer is without shields, this card may be exhausted for 1 shield on the bearer.")),
    ),
    "prized_possession": (
        plain(
            N_(
                "Once played, you may take a character die out of an opponent's pool and keep it on this card: nobody"
                " rolls it, and only when this card leaves play does it go back to its character."
            )
        ),
    ),
    "second_chance": (
        plain(
            N_(
                "When the bearer would be defeated, that does not happen: 5 damage is healed on it and this card is "
                "discarded."
            )
        ),
    ),
    "hunker_down": (
        plain(N_("As soon as melee damage leaves a mark on the bearer, this card is discarded.")),
        action(N_("Exhaust this card; its bearer gets 1 shield.")),
    ),
}
