"""Yellow characters of Awakenings, by set number."""

from __future__ import annotations

from rules.star_wars_destiny.cards.rulings import OWN_COST
from rules.star_wars_destiny.effects.card_verbs import activate, ready
from rules.star_wars_destiny.effects.choosing import choose
from rules.star_wars_destiny.effects.clauses import (
    N_,
    after,
    card,
    enemy_activates_character,
    enemy_character_defeated,
    ignores_restrictions,
    no_effect,
    special,
    this_activated,
    you_have_played_ambush,
)
from rules.star_wars_destiny.effects.control import one_of, pay
from rules.star_wars_destiny.effects.dice_verbs import reroll, resolve
from rules.star_wars_destiny.effects.hand_verbs import discard, mill
from rules.star_wars_destiny.effects.nodes import enemy_player
from rules.star_wars_destiny.effects.resource_verbs import spend
from rules.star_wars_destiny.effects.selectors import WEAPON, either, your
from rules.star_wars_destiny.effects.targets import this
from rules.star_wars_destiny.effects.token_verbs import shield
from rules.star_wars_destiny.facts import printed

card(
    printed(19, "Bala-Tik – Gang Leader", "unique yellow villain character", points=(8, 11), health=8),
    after(enemy_character_defeated, ready(this), optional=True, quiet=True),
    die="1rd +2rd 1f 1sh 1r blank",
    says=N_("Whenever an enemy character has been defeated, Bala-Tik may ready."),
    test="test_019_bala_tik_ready_or_at_the_fall_of_his_own_is_not_asked",
)

card(
    printed(20, "Jabba the Hutt – The Great and Mighty", "unique yellow villain character", points=(11, 14), health=11),
    after(this_activated, reroll(choose(either.die.yellow)), optional=True),
    die="1f 1f 2dr 2dc 1r blank",
    says=N_("Each time Jabba is activated you may reroll one yellow die of any pool."),
    test="test_020_jabba_the_hutt_rerolls_a_yellow_die_of_anyone",
)

card(
    printed(21, "Jango Fett – Lethal Mercenary", "unique yellow villain character", points=(12, 16), health=10),
    after(enemy_activates_character, activate(this), optional=True),
    die="1rd 2rd 1md 1r +1r blank",
    says=N_("Whenever an opponent has activated a character, Jango may be activated straight away, if he is ready."),
    ruling=N_("An exhausted Jango cannot be activated. Abilities that wait at once are ordered (D95, D128)."),
    test="test_021_jango_fett_may_wait",
)

card(
    printed(22, "Tusken Raider", "yellow villain character", points=(9,), health=8),
    after(this_activated, resolve(choose(your.die.on(this))), cost=discard(choose(your.hand)), optional=True),
    die="1rd 1md 3md1 1sh 1r blank",
    says=N_(
        "Each time this Raider is activated a hand card may be discarded to resolve one die of the Raider or of its "
        "upgrades."
    ),
    ruling=OWN_COST,
    test="test_022_tusken_raider_pays_the_cost_of_the_side",
)

card(
    printed(45, "Finn – First Order Defector", "unique yellow hero character", points=(13, 16), health=10),
    ignores_restrictions(lambda finn, played, onto: onto is finn and WEAPON in played.subtypes),
    die="1rd 2rd 1md 1sh 1r blank",
    says=(
        N_("You may attach any weapon to Finn, ignoring its play restrictions."),
        N_("When your deck is built, weapons and vehicles of the red villains are allowed in it."),
    ),
    test="test_045_finn_does_not_help_others_once_he_is_gone",
)

card(
    printed(46, "Han Solo – Scoundrel", "unique yellow hero character", points=(14, 18), health=10),
    after(you_have_played_ambush, shield(1, this), optional=True, quiet=True),
    die="2rd 3rd1 2dr 1r 1r blank",
    says=N_("Whenever you have played a card with Ambush, Han may get 1 shield."),
    test="test_046_han_solo_is_quiet",
)

card(
    printed(47, "Hired Gun", "yellow hero character", points=(8,), health=9),
    no_effect,
    die="2rd1 3rd1 1dr 1r 1r blank",
    test="test_047_hired_gun_has_no_text_and_a_die_of_six_sides",
)

card(
    printed(48, "Padme Amidala – Queen of Naboo", "unique yellow hero character", points=(10, 14), health=10),
    special(one_of(mill(1, enemy_player), pay(spend(1), mill(2, enemy_player)))),
    die="2f 1dc 1r sp sp blank",
    says=N_("The top card of an opponent's deck is discarded; or pay 1 resource, and the top two are."),
    offers=(N_("Discard one card from the deck"), N_("Pay 1 resource, discard two cards")),
    test="test_048_padme_amidala_says_which_opponent",
)
