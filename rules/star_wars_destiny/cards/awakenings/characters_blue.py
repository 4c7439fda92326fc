"""Blue characters of Awakenings, by set number."""

from __future__ import annotations

from rules.star_wars_destiny.effects.choosing import choose
from rules.star_wars_destiny.effects.clauses import (
    N_,
    action,
    after,
    before,
    card,
    discount,
    grants_action,
    special,
    this_activated,
    this_dealt_damage,
    this_gains_shields,
)
from rules.star_wars_destiny.effects.conditions import cost_of
from rules.star_wars_destiny.effects.control import pick, then
from rules.star_wars_destiny.effects.dice_verbs import reroll
from rules.star_wars_destiny.effects.hand_verbs import discard, draw, look
from rules.star_wars_destiny.effects.nodes import enemy_player
from rules.star_wars_destiny.effects.selectors import either, enemy, your
from rules.star_wars_destiny.effects.targets import random, this
from rules.star_wars_destiny.effects.token_verbs import deal, shield, unshield
from rules.star_wars_destiny.facts import printed

card(
    printed(9, "Count Dooku – Devious Strategist", "unique blue villain character", points=(11, 15), health=10),
    before(this_dealt_damage, shield(1, this), cost=discard(choose(your.hand)), optional=True),
    die="1md 2md 1f 2dc1 1r blank",
    says=N_("Whenever Dooku is about to be dealt damage, a hand card may be discarded so that he first gets 1 shield."),
    ruling=N_(
        "The shield comes before the damage. A die with its modifiers is one damage, several dice are several (D222)."
    ),
    test="test_009_count_dooku_may_decline",
)

card(
    printed(10, "Darth Vader – Sith Lord", "unique blue villain character", points=(16, 21), health=13),
    after(this_activated, discard(choose(enemy.hand, by=enemy_player)), optional=True),
    die="2md 3md 2dr 1sh 1r blank",
    says=N_("Each time Vader is activated you may make an opponent discard one hand card of their own choice."),
    test="test_010_darth_vader_may_let_it_pass",
)

card(
    printed(11, "Kylo Ren – Vader's Disciple", "unique blue villain character", points=(10, 13), health=11),
    special(pick(who := choose(enemy.character)), then(look(seen := random(enemy.hand)), deal(cost_of(seen), who))),
    die="1md 2md1 1sh 1r sp blank",
    says=N_(
        "Name an enemy character, peek at one random card of its controller's hand and deal the named character that "
        "card's cost in damage."
    ),
    ruling=N_("The card goes back where it was (D182)."),
    test="test_011_kylo_ren_sees_a_free_card_and_deals_nothing",
)

card(
    printed(12, "Nightsister", "blue villain character", points=(8,), health=7),
    action(reroll(choose(either.die)), deal(1, this)),
    die="1rd 2rd 1dr 1dc 1r blank",
    says=N_("Reroll one die of any pool; this Nightsister is dealt 1 damage."),
    ruling=N_("She may do this even if it defeats her (D233)."),
    test="test_012_nightsister_may_reroll_and_fall",
)

card(
    printed(35, "Luke Skywalker – Jedi Knight", "unique blue hero character", points=(15, 20), health=12),
    after(this_activated, draw(1), quiet=True),
    die="2md 3md 1f 1sh 1r blank",
    says=N_("Each time Luke is activated you draw 1 card."),
    test="test_035_luke_skywalker_is_quiet",
)

card(
    printed(36, "Padawan", "blue hero character", points=(8,), health=7),
    discount(
        lambda padawan, played, onto: int(onto is padawan and not padawan.upgrades and "weapon" in played.subtypes)
    ),
    die="1md 1md 2md 1f 1r blank",
    says=N_("A weapon costs 1 less when it is attached to this Padawan, as long as the Padawan carries no upgrade."),
    ruling=N_("Replacing does not help: the old upgrade is there until the new one enters play (D233)."),
    test="test_036_padawan_pays_one_less_for_a_first_weapon",
)

card(
    printed(37, "Qui-Gon Jinn – Ataru Master", "unique blue hero character", points=(13, 17), health=11),
    before(this_gains_shields, deal(1, choose(enemy.character)), cost=unshield(1, this), optional=True),
    die="1md 2md 1sh 2sh 1r blank",
    says=N_(
        "Whenever Qui-Gon is about to get shields, you may take one he already has off him, and an enemy character is "
        "dealt 1 damage."
    ),
    ruling=N_("The shield that is taken off is one that Qui-Gon had before (R12)."),
    test="test_037_qui_gon_jinn_may_decline",
)

card(
    printed(38, "Rey – Force Prodigy", "unique blue hero character", points=(9, 12), health=10),
    grants_action(lambda rey, played, onto: onto is rey and played.type == "upgrade"),
    die="1md +2md 1dc 1r +1r blank",
    says=N_("Whenever you have played an upgrade onto Rey, you may take an additional action."),
    ruling=N_(
        "Ambush brings an additional action too, so an upgrade with Ambush brings two on Rey. Upgrades played by "
        "claiming bring none (D223)."
    ),
    test="test_038_rey_grants_none_after_claiming",
)
