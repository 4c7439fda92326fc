"""What the rulebook answers about single cards, in our words, as far as it helps a player."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bot.texts import later

ONCE: Final = later("Resolved once in a round, whether or not the die was rolled again (D23, R2).")
OWN_COST: Final = later("The cost on the side is paid, and a modifier alone cannot be resolved (D25).")
SHOWN: Final = later("Modifiers and sides with a cost count as the symbol they show (D181).")
SYMBOLS: Final = later("Blank and special are symbols like the others.")
MOVED: Final = later("Moved damage passes shields and is no attack (D183).")
BOTH_OFFERS: Final = later(
    "Either offer may be chosen, though it does nothing; the chosen one is done as far as possible (D180)."
)
BORROWED: Final = later(
    "Cunning may use an opponent's copy: the damage falls on your opponent, that copy is discarded (D226)."
)
BLOCKED: Final = later("Damage that is blocked was dealt all the same, so the die is removed (D196).")
SEVERAL_DICE: Final = later("Modifiers may be used along with a die of the same symbol; costs on sides are paid.")
FULL: Final = later("At a character with three upgrades one of those three is discarded (D132).")
NO_SPOT: Final = later("Without such a character the card may be played, but does nothing (D191).")

RULINGS: Mapping[str, tuple[str, ...]] = {
    "general_grievous": (later("The upgrade is taken before Redeploy could move it (D228)."), FULL),
    "at_st": (later("It must be used: with no other support in play it takes itself (D121)."),),
    "commanding_presence": (OWN_COST,),
    "f_11d_rifle": (later("A character may be given more damage than it has health left (D111)."),),
    "count_dooku": (
        later(
            "The shield comes before the damage. A die with its modifiers is one damage, "
            "several dice are several (D222)."
        ),
    ),
    "kylo_ren": (later("The card goes back where it was (D182)."),),
    "nightsister": (later("She may do it though she dies of it (D233)."),),
    "immobilize": (later("A die that shows its only blank already cannot be turned (D186)."),),
    "kylo_rens_lightsaber": (ONCE,),
    "sith_holocron": (
        later("The exchange costs nothing and may put a card for blue characters on anybody (D227)."),
        later("Cunning gets nothing from an opponent's Holocron (D46, D226)."),
    ),
    "infantry_grenades": (BORROWED,),
    "thermal_detonator": (BORROWED,),
    "speeder_bike_scout": (later("A die must be removed: if only your own are there, one of them (D121)."),),
    "jango_fett": (
        later("An exhausted Jango cannot be activated. Abilities that wait at once are ordered (D95, D128)."),
    ),
    "tusken_raider": (OWN_COST,),
    "crime_lord": (
        later(
            "The named character falls though this card is gone by then; who has no cards left has lost before (D229)."
        ),
    ),
    "gaffi_stick": (SHOWN,),
    "poe_dameron": (
        later(
            "A side that would roll its own die again rolls nothing; a special is finished before Poe goes on (D225)."
        ),
    ),
    "launch_bay": (later("X counts the hand at the moment when the die is resolved (D197)."),),
    "black_one": (ONCE,),
    "scout": (later("Cheapest counts everything that changes prices (D187)."),),
    "padawan": (later("Replacing does not help: the old upgrade is there until the new one enters play (D233)."),),
    "qui_gon_jinn": (later("The shield that is taken off is one that Qui-Gon had before (R12)."),),
    "rey": (
        later("An upgrade with Ambush on Rey: two additional actions. One played by claiming brings none (D223)."),
    ),
    "force_protection": (later("More than three shields on a character are lost (D114)."),),
    "jedi_robes": (later("In the first round 2 shields in place of 1, not both (D134)."),),
    "bb_8": (ONCE,),
    "millennium_falcon": (later("Free means that nothing is paid; restrictions still hold (D197, R56)."),),
    "diplomatic_immunity": (later("Without this card all shields of one die go to one character (D19)."),),
    "force_throw": (later("Blank and special have the value 0 (D15)."),),
    "comlink": (later("It is paid for and attached first, then the dice are rolled (D126)."),),
    "cunning": (
        later(
            "An opponent's Thermal Detonator or Infantry Grenades work, an opponent's Sith Holocron does not (D226)."
        ),
    ),
    "jetpack": (later("The shield comes even if there was no such die (D121)."),),
    "cannon_fodder": (BLOCKED,),
    "heroism": (BLOCKED,),
    "tactical_mastery": (NO_SPOT,),
    "isolation": (NO_SPOT, later("Upgrade dice are not character dice (D185).")),
    "abandon_all_hope": (BOTH_OFFERS,),
    "strategic_planning": (BOTH_OFFERS,),
    "let_the_wookiee_win": (BOTH_OFFERS,),
    "boundless_ambition": (later("Up to your hand size at that moment (D231)."),),
    "no_mercy": (later("None may be discarded (D192)."),),
    "ace_in_the_hole": (
        later("A special on the die works as usual; no other ability of that card touches it (D224)."),
    ),
    "confiscation": (later("The card goes to its owner's hand (D46)."),),
    "lying_in_wait": (later("This card is no longer in your hand when hands are compared (D47)."),),
    "backup_muscle": (MOVED,),
    "willpower": (MOVED,),
    "draw_attention": (MOVED,),
    "my_kind_of_scum": (later("Only resources that were really lost count (D20)."),),
    "prized_possession": (later("If the die's character falls, the die leaves with it (D26, R43)."),),
    "field_medic": (later("Healing more than there is does nothing more (D195)."),),
    "its_a_trap": (SHOWN, SYMBOLS),
    "force_misdirection": (SHOWN, SYMBOLS),
    "retreat": (later("Who controls the battlefield does not change (D231)."),),
    "surgical_strike": (later("The values of all removed dice are added; none may be removed (D192, D194)."),),
    "anticipate": (SEVERAL_DICE,),
    "all_in": (SEVERAL_DICE, later("No die twice in one action (D97).")),
    "noble_sacrifice": (later("If it was your last character you have lost (D103)."),),
    "return_of_the_jedi": (later("This card itself is still in limbo and cannot be taken (D47)."),),
    "the_force_is_strong": (later("A card with the same title is a copy (D184)."),),
    "daring_escape": (later("Blanks go whether or not they were rolled again (D232)."),),
    "hyperspace_jump": (later("The same player controls the new battlefield; its ability is not used (D231)."),),
    "scavenge": (later("With fewer than three cards in the deck nothing may be taken (D137)."),),
    "play_the_odds": (SHOWN,),
    "second_chance": (later("Nothing happens that waits for a defeat: it never was one (D134, Q44)."),),
    "firepower": (later("The larger bonus in place of the smaller, not both (D134)."),),
    "logistics": (NO_SPOT, later("Only a die of your own pool (D41).")),
    "award_ceremony": (NO_SPOT,),
    "smuggling": (NO_SPOT,),
    "deflect": (NO_SPOT,),
    "mind_trick": (NO_SPOT,),
    "use_the_force": (NO_SPOT,),
    "scramble": (NO_SPOT,),
    "reversal": (NO_SPOT,),
    "electroshock": (NO_SPOT, later("Blank and special have the value 0 and may be removed (D15).")),
    "it_binds_all_things": (later("Cheaper for this payment alone; afterwards the printed cost counts (D193)."),),
    "infamous": (later("A card that has Ambush already gains nothing more (D129)."),),
    "hunker_down": (later("If shields stop all of the damage, this card stays (D230)."),),
    "imperial_armory": (later("Additional actions won by that upgrade are lost: after claiming you pass (D223)."),),
    "rebel_war_room": (later("A cost on the side is not paid (D16, D197)."),),
}
"""By the card; those that are missing need nothing beyond their sentence."""
