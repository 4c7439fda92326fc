"""Supports: what each says, by its code, in the order of the set numbers."""

from __future__ import annotations

from bot.games.star_wars_destiny.card_texts.abilities import Says, action, plain, special
from bot.texts import N_

SUPPORTS: dict[str, Says] = {
    "at_st": (special(N_("Put one support, yours or an opponent's, from play into its owner's discard pile.")),),
    "first_order_tie_fighter": (special(N_("All characters of one opponent lose all of their shields.")),),
    "speeder_bike_scout": (special(N_("Take one die out of any pool. You are allowed one more action.")),),
    "launch_bay": (plain(N_("Wherever this die shows X, it stands for the present size of your hand.")),),
    "black_one": (special(N_("A character is dealt 1 damage; roll this die again and leave it in the pool.")),),
    "bb_8": (special(N_("Roll this die again together with one more of your dice; this die remains in the pool.")),),
    "millennium_falcon": (special(N_("At no cost, a yellow event out of your hand or your discard pile is played.")),),
    "outpost": (
        special(
            N_(
                "Use the battlefield's claim ability as though you had claimed; nothing is claimed and you go on "
                "acting."
            )
        ),
    ),
    "black_market": (special(N_("Draw two cards. An upgrade you hold may be played for 1 less.")),),
    "drudge_work": (action(N_("By exhausting this card and a ready character of yours you get 1 resource.")),),
    "local_garrison": (plain(N_("In the upkeep phase each opponent's income is 1 lower, though never below 1.")),),
    "emperors_favor": (plain(N_("Your maximum hand is one card larger.")),),
    "power_of_the_dark_side": (
        action(
            N_(
                "Exhaust this card and roll a die of yours again; should it come up blank, a character is dealt 2 "
                "unblockable damage."
            )
        ),
    ),
    "backup_muscle": (
        plain(N_("It enters play bearing 3 damage.")),
        action(N_("Exhaust it and shift 1 of its damage onto a character, past any shields.")),
    ),
    "my_kind_of_scum": (
        plain(
            N_(
                "Whenever you have resolved a disrupt die, this card may be exhausted: you get as many resources as "
                "your opponent lost by it."
            )
        ),
    ),
    "underworld_connections": (action(N_("Exhaust this card; you get 1 resource.")),),
    "resistance_hq": (
        action(
            N_(
                "Exhaust this card and discard a hand card: a character gets 1 shield. After that this card readies, "
                "unless an opponent pays 1 resource to stop it."
            )
        ),
    ),
    "jedi_council": (
        action(
            N_(
                "Exhaust this card and see the two upper cards of any deck; you may then discard one of them, and the"
                " deck's owner draws the other."
            )
        ),
    ),
    "awakening": (
        action(N_("Exhaust this card and resolve a modifier die of yours by itself, as though it had no plus sign.")),
    ),
    "the_force_is_strong": (
        action(
            N_(
                "Exhaust this card; a blue hand card is discarded and its second copy played out of your hand at no "
                "cost."
            )
        ),
    ),
    "play_the_odds": (
        action(
            N_("Exhaust this card and roll a yellow die of yours again; should it come up with resources, you get 1.")
        ),
    ),
    "street_informants": (action(N_("Exhaust this card and see an opponent's whole hand.")),),
    "supporting_fire": (action(N_("Exhaust this card and resolve a ranged die of yours at value +1.")),),
    "it_binds_all_things": (
        plain(N_("When a blue upgrade is about to be played by you, exhausting this card makes it 1 cheaper.")),
    ),
    "infamous": (plain(N_("When a yellow card is about to be played by you, exhausting this card lends it Ambush.")),),
}
