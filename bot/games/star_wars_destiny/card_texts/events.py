"""Events: what each says, by its code, in the order of the set numbers."""

from __future__ import annotations

from bot.games.star_wars_destiny.card_texts.abilities import Says, plain
from bot.texts import N_

EVENTS: dict[str, Says] = {
    "cannon_fodder": (
        plain(
            N_(
                "A non-unique character of yours takes on an enemy damage die: it is dealt that die's value, and the "
                "die is removed after that."
            )
        ),
    ),
    "closing_the_net": (
        plain(
            N_(
                "An opponent picks a die of theirs and removes it. This card may go under your deck rather than to "
                "the discard pile."
            )
        ),
    ),
    "endless_ranks": (
        plain(N_("A red non-unique character of yours that was defeated comes back into play undamaged.")),
    ),
    "occupation": (plain(N_("An opponent's resources all go back to the supply.")),),
    "probe": (plain(N_("See two cards drawn at random from an opponent's hand; events among them are discarded.")),),
    "sweep_the_area": (plain(N_("For each ready red character you have, roll one enemy die again, all at once.")),),
    "tactical_mastery": (plain(N_("With a red character on your side you are allowed one or two more actions.")),),
    "the_best_defense": (
        plain(N_("At the price of 3 damage to a red character of yours, remove as many as two dice of an opponent.")),
    ),
    "abandon_all_hope": (plain(N_("An opponent picks what goes: the whole stock of resources or the whole hand.")),),
    "boundless_ambition": (plain(N_("Draw until your hand is as large as your hand size.")),),
    "enrage": (plain(N_("At the price of 1 damage to a blue character of yours you get 1 resource.")),),
    "feel_your_anger": (plain(N_("For each blank an opponent shows, remove any one die of that opponent.")),),
    "force_strike": (plain(N_("Set a blue die of yours to its melee side, after which you may resolve it.")),),
    "intimidate": (plain(N_("A character loses all of its shields.")),),
    "isolation": (plain(N_("With a blue character on your side, take one character die out of any pool.")),),
    "no_mercy": (
        plain(
            N_(
                "Discard blue cards out of your hand, as many as you like; after that resolve a damage die of yours, "
                "worth 1 more per card discarded."
            )
        ),
    ),
    "pulling_the_strings": (
        plain(
            N_(
                "See the three upper cards of a deck, anybody's; after that put each back on top or at the bottom, in"
                " the order you like."
            )
        ),
    ),
    "nowhere_to_run": (plain(N_("Set every blank die of yours to a side you pick, die by die.")),),
    "ace_in_the_hole": (
        plain(
            N_(
                "A yellow upgrade goes from hand to discard pile and its die, if it has one, is rolled into your "
                "pool; once resolved or removed the die is set aside."
            )
        ),
    ),
    "armed_to_the_teeth": (
        plain(
            N_(
                "Discard as many upgrades as you like from one yellow character of yours; after that a character is "
                "dealt 1 damage per upgrade."
            )
        ),
    ),
    "confiscation": (plain(N_("Pay what some enemy upgrade in play costs; that upgrade goes back to hand.")),),
    "fight_dirty": (
        plain(N_("Remove as many yellow dice of yours as you like; after that a character is dealt 1 damage per die.")),
    ),
    "go_for_the_kill": (plain(N_("Resolve a die of yours that shows ranged damage; that damage cannot be blocked.")),),
    "he_doesnt_like_you": (plain(N_("Give up a die of your own; a die of an opponent is removed too.")),),
    "lying_in_wait": (
        plain(N_("An opponent with more cards in hand than you discards, by own choice, until both hands are equal.")),
    ),
    "commando_raid": (plain(N_("Resolve a red discard die of yours at value +2; after that draw 1 card.")),),
    "defensive_position": (plain(N_("Every die of an opponent that shows value 2 or more is removed.")),),
    "field_medic": (plain(N_("Heal 2 damage on a character.")),),
    "hit_and_run": (plain(N_("A ready red character of yours is activated.")),),
    "its_a_trap": (
        plain(
            N_(
                "Name a symbol that some die of an opponent shows; after that set as many red dice of yours as you "
                "like to sides with it."
            )
        ),
    ),
    "natural_talent": (plain(N_("A die of yours is resolved at value +1.")),),
    "rearm": (plain(N_("A red upgrade out of your discard pile is played for 1 less.")),),
    "retreat": (plain(N_("An opponent is allowed one action; after that the action phase is over.")),),
    "strategic_planning": (plain(N_("Either ready or exhaust one support, whoever controls it.")),),
    "surgical_strike": (
        plain(
            N_(
                "Remove as many red ranged dice of yours as you like, each counted at value +1; discard from play a "
                "support that costs no more than their sum."
            )
        ),
    ),
    "anticipate": (
        plain(
            N_(
                "An opponent resolves whichever dice they like, one after another; after that every other die of "
                "theirs is removed."
            )
        ),
    ),
    "defensive_stance": (plain(N_("A character of your choice gets 2 shields.")),),
    "force_misdirection": (
        plain(
            N_(
                "Name a symbol that some blue die of yours shows; after that each die of an opponent with that symbol"
                " is removed."
            )
        ),
    ),
    "heroism": (
        plain(
            N_(
                "A unique character of yours takes on an enemy damage die: it is dealt that die's value, and the die "
                "is removed after that."
            )
        ),
    ),
    "noble_sacrifice": (plain(N_("A blue character of yours is defeated; in return a character is exhausted.")),),
    "patience": (
        plain(
            N_(
                "Remove as many of your dice as you like; after that an opponent's deck loses one card per die, "
                "uppermost first."
            )
        ),
    ),
    "return_of_the_jedi": (plain(N_("Take a blue event out of your discard pile into your hand.")),),
    "riposte": (
        plain(
            N_(
                "Take as many shields as you like off one character of yours; after that a character is dealt as much"
                " damage."
            )
        ),
    ),
    "willpower": (
        plain(
            N_("Shift 1 damage from an exhausted character of yours to an exhausted enemy character, past any shields.")
        ),
    ),
    "daring_escape": (
        plain(
            N_(
                "Roll again as many dice of an opponent as you like; after that all of that opponent's blanks are "
                "removed."
            )
        ),
    ),
    "dont_get_cocky": (plain(N_("Two cards for everybody.")),),
    "draw_attention": (
        plain(N_("Shift 1 or 2 damage off a character of yours onto another of yours, past any shields.")),
    ),
    "hyperspace_jump": (
        plain(N_("The action phase is over; the battlefield in use may change places with the one left out.")),
    ),
    "let_the_wookiee_win": (
        plain(
            N_(
                "An opponent picks: an exhausted character of theirs is dealt 2 damage, or two dice of theirs are "
                "removed, both of their own choosing."
            )
        ),
    ),
    "negotiate": (plain(N_("Give up a character die of yours; an opponent removes two dice of their own choosing.")),),
    "scavenge": (
        plain(
            N_(
                "Your deck's top three cards are discarded; if it was all three, you may pick up one upgrade or "
                "support from among your discards."
            )
        ),
    ),
    "shoot_first": (
        plain(N_("Resolve a yellow ranged die of yours; after that a ranged die of an opponent is removed.")),
    ),
    "smuggling": (plain(N_("With a yellow character on your side, discard a hand card to get 1 resource.")),),
    "award_ceremony": (
        plain(N_("With a red character on your side, draw a card for each exhausted character of yours.")),
    ),
    "dug_in": (plain(N_("Hand out 3 shields among your characters in any split.")),),
    "firepower": (plain(N_("Resolve a red ranged die of yours at value +1, or +2 if it is a vehicle's.")),),
    "leadership": (plain(N_("Exhaust a ready unique red character of yours; a different character readies.")),),
    "logistics": (plain(N_("With a red character on your side, resolve a resource die at value +1.")),),
    "squad_tactics": (plain(N_("As many ready non-unique characters of yours as you like are activated together.")),),
    "deflect": (
        plain(
            N_(
                "With a blue character on your side, remove a ranged die from any pool; a character is dealt half its"
                " value, rounded up."
            )
        ),
    ),
    "disturbance_in_the_force": (plain(N_("Every die in all pools is rolled again.")),),
    "mind_trick": (
        plain(
            N_(
                "With a blue character on your side, an opponent sorts their pool into two heaps, either of which may"
                " be empty; you remove one heap."
            )
        ),
    ),
    "the_power_of_the_force": (
        plain(N_("A die of yours is resolved, its value taken to be the count of your blue upgrades in play.")),
    ),
    "use_the_force": (
        plain(N_("With a blue character on your side, set a die of any pool to whichever side you like.")),
    ),
    "aim": (plain(N_("A die of yours is set to a ranged side.")),),
    "all_in": (plain(N_("Resolve whichever of your dice you like, one after another, whatever their symbols.")),),
    "block": (plain(N_("Every melee die of an opponent is removed.")),),
    "close_quarters_assault": (plain(N_("Per melee die in your pool an opponent loses one random hand card.")),),
    "dodge": (plain(N_("Every ranged die of an opponent is removed.")),),
    "flank": (plain(N_("A die of the opponent you outnumber is removed.")),),
    "take_cover": (plain(N_("A character of your choice gets 1 shield.")),),
    "disarm": (
        plain(
            N_(
                "Give up a damage die of yours; a weapon or piece of equipment in play that costs no more than its "
                "value is discarded."
            )
        ),
    ),
    "electroshock": (
        plain(N_("With a yellow character on your side, remove from any pool a die whose value is at most 2.")),
    ),
    "reversal": (
        plain(
            N_(
                "With a yellow character on your side, remove a damage die from any pool; a character is dealt its "
                "value."
            )
        ),
    ),
    "scramble": (plain(N_("With a yellow character on your side, an opponent's whole pool is rolled again.")),),
    "unpredictable": (plain(N_("Roll one die of any pool again.")),),
}
