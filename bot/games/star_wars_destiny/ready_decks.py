"""Ready-made legal decks (D60-D66) for people without a list and for computers: two of heroes, two of villains."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

READY_DECKS: Final[Mapping[str, str]] = {
    "rey_and_han": (
        "rey-2 han_solo-2 / starship_graveyard / jedi_robes-2 bb_8 reys_staff millennium_falcon "
        "dl_44_heavy_blaster_pistol-2 infiltrate force_training lightsaber-2 comlink holdout_blaster-2 heroism riposte "
        "willpower awakening daring_escape draw_attention scavenge shoot_first-2 smuggling second_chance use_the_force "
        "block dodge take_cover electroshock"
    ),
    "leia_and_ackbar": (
        "admiral_ackbar-2 leia_organa-2 / echo_base / launch_bay scout survival_gear-2 outpost dh_17_blaster_pistol-2 "
        "iqa_11_blaster_rifle-2 promotion-2 comlink datapad holdout_blaster-2 commando_raid defensive_position "
        "field_medic-2 hit_and_run its_a_trap rearm surgical_strike dug_in leadership logistics squad_tactics aim "
        "dodge take_cover"
    ),
    "vader_and_stormtrooper": (
        "first_order_stormtrooper-1 darth_vader-2 / emperors_throne_room / first_order_tie_fighter f_11d_rifle-2 "
        "force_choke-2 immobilize-2 kylo_rens_lightsaber sith_holocron-2 force_training lightsaber-2 mind_probe "
        "holdout_blaster cannon_fodder boundless_ambition enrage-2 feel_your_anger force_strike-2 intimidate-2 "
        "isolation no_mercy deflect use_the_force aim take_cover"
    ),
    "jango_and_veers": (
        "general_veers-2 jango_fett-2 / imperial_armory / first_order_tie_fighter-2 f_11d_rifle-2 infantry_grenades "
        "speeder_bike_scout flame_thrower on_the_hunt dh_17_blaster_pistol-2 iqa_11_blaster_rifle-2 holdout_blaster-2 "
        "jetpack tactical_mastery the_best_defense armed_to_the_teeth fight_dirty he_doesnt_like_you-2 lying_in_wait "
        "aim-2 all_in dodge take_cover electroshock unpredictable-2"
    ),
}
"""The deck codes, in canonical form, by the key of the deck."""
