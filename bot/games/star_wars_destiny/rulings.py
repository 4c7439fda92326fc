"""What the rulebook answers about single cards, in our words, as far as it helps a player."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bot.texts import N_

ONCE: Final = N_("Resolved once in a round, whether or not the die was rolled again (D23, R2).")
OWN_COST: Final = N_("The cost on the side is paid, and a modifier alone cannot be resolved (D25).")
SHOWN: Final = N_("Modifiers and sides with a cost count as the symbol they show (D181).")
SYMBOLS: Final = N_("Blank and special are symbols like the others.")
MOVED: Final = N_("Moved damage passes shields and is no attack (D183).")
BOTH_OFFERS: Final = N_(
    "Either offer may be chosen, though it does nothing; the chosen one is done as far as possible (D180)."
)
BORROWED: Final = N_(
    "Cunning may use an opponent's copy: the damage falls on your opponent, that copy is discarded (D226)."
)
BLOCKED: Final = N_("Damage that is blocked was dealt all the same, so the die is removed (D196).")
SEVERAL_DICE: Final = N_("Modifiers may be used along with a die of the same symbol; costs on sides are paid.")
FULL: Final = N_("At a character with three upgrades one of those three is discarded (D132).")
NO_SPOT: Final = N_("Without such a character the card may be played, but does nothing (D191).")

RULINGS: Mapping[str, tuple[str, ...]] = {
    "general_grievous": (N_("The upgrade is taken before Redeploy could move it (D228)."), FULL),
    "at_st": (N_("It must be used: with no other support in play it takes itself (D121)."),),
    "commanding_presence": (OWN_COST,),
    "f_11d_rifle": (N_("A character may be given more damage than it has health left (D111)."),),
    "count_dooku": (
        N_(
            "The shield comes before the damage. A die with its modifiers is one damage, "
            "several dice are several (D222)."
        ),
    ),
    "kylo_ren": (N_("The card goes back where it was (D182)."),),
    "nightsister": (N_("She may do it though she dies of it (D233)."),),
    "immobilize": (N_("A die that shows its only blank already cannot be turned (D186)."),),
    "kylo_rens_lightsaber": (ONCE,),
    "sith_holocron": (
        N_("The exchange costs nothing and may put a card for blue characters on anybody (D227)."),
        N_("Cunning gets nothing from an opponent's Holocron (D46, D226)."),
    ),
    "infantry_grenades": (BORROWED,),
    "thermal_detonator": (BORROWED,),
    "speeder_bike_scout": (N_("A die must be removed: if only your own are there, one of them (D121)."),),
    "jango_fett": (N_("An exhausted Jango cannot be activated. Abilities that wait at once are ordered (D95, D128)."),),
    "tusken_raider": (OWN_COST,),
    "crime_lord": (
        N_("The named character falls though this card is gone by then; who has no cards left has lost before (D229)."),
    ),
    "gaffi_stick": (SHOWN,),
    "poe_dameron": (
        N_("A side that would roll its own die again rolls nothing; a special is finished before Poe goes on (D225)."),
    ),
    "launch_bay": (N_("X counts the hand at the moment when the die is resolved (D197)."),),
    "black_one": (ONCE,),
    "scout": (N_("Cheapest counts everything that changes prices (D187)."),),
    "padawan": (N_("Replacing does not help: the old upgrade is there until the new one enters play (D233)."),),
    "qui_gon_jinn": (N_("The shield that is taken off is one that Qui-Gon had before (R12)."),),
    "rey": (N_("An upgrade with Ambush on Rey: two additional actions. One played by claiming brings none (D223)."),),
    "force_protection": (N_("More than three shields on a character are lost (D114)."),),
    "jedi_robes": (N_("In the first round 2 shields in place of 1, not both (D134)."),),
    "bb_8": (ONCE,),
    "millennium_falcon": (N_("Free means that nothing is paid; restrictions still hold (D197, R56)."),),
    "diplomatic_immunity": (N_("Without this card all shields of one die go to one character (D19)."),),
    "force_throw": (N_("Blank and special have the value 0 (D15)."),),
    "comlink": (N_("It is paid for and attached first, then the dice are rolled (D126)."),),
    "cunning": (
        N_("An opponent's Thermal Detonator or Infantry Grenades work, an opponent's Sith Holocron does not (D226)."),
    ),
    "jetpack": (N_("The shield comes even if there was no such die (D121)."),),
    "cannon_fodder": (BLOCKED,),
    "heroism": (BLOCKED,),
    "tactical_mastery": (NO_SPOT,),
    "isolation": (NO_SPOT, N_("Upgrade dice are not character dice (D185).")),
    "abandon_all_hope": (BOTH_OFFERS,),
    "strategic_planning": (BOTH_OFFERS,),
    "let_the_wookiee_win": (BOTH_OFFERS,),
    "boundless_ambition": (N_("Up to your hand size at that moment (D231)."),),
    "no_mercy": (N_("None may be discarded (D192)."),),
    "ace_in_the_hole": (N_("A special on the die works as usual; no other ability of that card touches it (D224)."),),
    "confiscation": (N_("The card goes to its owner's hand (D46)."),),
    "lying_in_wait": (N_("This card is no longer in your hand when hands are compared (D47)."),),
    "backup_muscle": (MOVED,),
    "willpower": (MOVED,),
    "draw_attention": (MOVED,),
    "my_kind_of_scum": (N_("Only resources that were really lost count (D20)."),),
    "prized_possession": (N_("If the die's character falls, the die leaves with it (D26, R43)."),),
    "field_medic": (N_("Healing more than there is does nothing more (D195)."),),
    "its_a_trap": (SHOWN, SYMBOLS),
    "force_misdirection": (SHOWN, SYMBOLS),
    "retreat": (N_("Who controls the battlefield does not change (D231)."),),
    "surgical_strike": (N_("The values of all removed dice are added; none may be removed (D192, D194)."),),
    "anticipate": (SEVERAL_DICE,),
    "all_in": (SEVERAL_DICE, N_("No die twice in one action (D97).")),
    "noble_sacrifice": (N_("If it was your last character you have lost (D103)."),),
    "return_of_the_jedi": (N_("This card itself is still in limbo and cannot be taken (D47)."),),
    "the_force_is_strong": (N_("A card with the same title is a copy (D184)."),),
    "daring_escape": (N_("Blanks go whether or not they were rolled again (D232)."),),
    "hyperspace_jump": (N_("The same player controls the new battlefield; its ability is not used (D231)."),),
    "scavenge": (N_("With fewer than three cards in the deck nothing may be taken (D137)."),),
    "play_the_odds": (SHOWN,),
    "second_chance": (N_("Nothing happens that waits for a defeat: it never was one (D134, Q44)."),),
    "firepower": (N_("The larger bonus in place of the smaller, not both (D134)."),),
    "logistics": (NO_SPOT, N_("Only a die of your own pool (D41).")),
    "award_ceremony": (NO_SPOT,),
    "smuggling": (NO_SPOT,),
    "deflect": (NO_SPOT,),
    "mind_trick": (NO_SPOT,),
    "use_the_force": (NO_SPOT,),
    "scramble": (NO_SPOT,),
    "reversal": (NO_SPOT,),
    "electroshock": (NO_SPOT, N_("Blank and special have the value 0 and may be removed (D15).")),
    "it_binds_all_things": (N_("Cheaper for this payment alone; afterwards the printed cost counts (D193)."),),
    "infamous": (N_("A card that has Ambush already gains nothing more (D129)."),),
    "hunker_down": (N_("If shields stop all of the damage, this card stays (D230)."),),
    "imperial_armory": (N_("Additional actions won by that upgrade are lost: after claiming you pass (D223)."),),
    "rebel_war_room": (N_("A cost on the side is not paid (D16, D197)."),),
}
"""By the card; those that are missing need nothing beyond their sentence."""
