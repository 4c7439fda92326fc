"""Characters of Awakenings, by set number."""

from __future__ import annotations

from rules.star_wars_destiny import asking, dice, events, leaving, playing, resolving
from rules.star_wars_destiny.cards.rulings import FULL, OWN_COST
from rules.star_wars_destiny.effects.card_verbs import activate, ready
from rules.star_wars_destiny.effects.choosing import choose, up_to
from rules.star_wars_destiny.effects.clauses import (
    N_,
    action,
    after,
    before,
    card,
    discount,
    enemy_activates_character,
    enemy_character_defeated,
    enemy_hand_emptied,
    gives_guardian,
    grants_action,
    guardian,
    ignores_restrictions,
    no_effect,
    special,
    this_activated,
    this_dealt_damage,
    this_gains_shields,
    you_have_played_ambush,
)
from rules.star_wars_destiny.effects.conditions import cost_of
from rules.star_wars_destiny.effects.control import may, one_of, pay, pick, then
from rules.star_wars_destiny.effects.dice_verbs import any_side, remove, reroll, resolve, turn
from rules.star_wars_destiny.effects.frame import Frame
from rules.star_wars_destiny.effects.hand_verbs import discard, draw, look, mill
from rules.star_wars_destiny.effects.nodes import Target, cards, enemy_player, loose_cards
from rules.star_wars_destiny.effects.resource_verbs import spend
from rules.star_wars_destiny.effects.selectors import (
    ABILITY,
    SUPPORT,
    VEHICLE,
    WEAPON,
    either,
    enemy,
    has_no_copy,
    your,
)
from rules.star_wars_destiny.effects.steps import Step
from rules.star_wars_destiny.effects.targets import cause_card, own_die, random, this
from rules.star_wars_destiny.effects.text import TEXTS
from rules.star_wars_destiny.effects.token_verbs import deal, shield, unshield
from rules.star_wars_destiny.facts import printed
from rules.star_wars_destiny.names import name_of

# Red

card(
    printed(1, "Captain Phasma – Elite Trooper", "unique red villain character", points=(12, 15), health=11),
    gives_guardian(lambda phasma, whom: whom.player is phasma.player and not whom.printed.unique),
    die="1rd 2rd 1f 1dc 1r blank",
    says=N_("Every non-unique character on your side counts as having Guardian."),
    test="test_001_captain_phasma_gives_it_only_while_she_is_in_play",
)

card(
    printed(2, "First Order Stormtrooper", "red villain character", points=(7,), health=7, limit=4),
    no_effect,
    die="1rd 2rd 2rd1 1r blank blank",
    test="test_002_first_order_stormtrooper_has_no_text_and_a_die_of_six_sides",
)


class take_upgrade(Step):
    """The upgrade changes its controller but not its owner; its die comes along (R42, R43)."""

    upgrade: Target

    def able(self, f: Frame) -> bool:
        return bool(this.of(f) and self.upgrade.could(f))

    async def do(self, f: Frame) -> bool:
        await self.upgrade.settle(f)
        for taken in cards(self.upgrade, f):
            await leaving.settle_equal_dice(f.table, [taken])
            if f.this is not None and f.this.in_play:
                await leaving.move_upgrade(f.table, taken, f.this)
        return bool(self.upgrade.of(f))


card(
    printed(3, "General Grievous – Jedi Hunter", "unique red villain character", points=(13, 18), health=10),
    before(
        enemy_character_defeated,
        take_upgrade(choose(enemy.upgrade.on(cause_card).not_a(ABILITY)).needs(has_no_copy)),
        optional=True,
    ),
    die="2md 2md 3md1 1dr 1r blank",
    says=N_(
        "Just before an enemy character goes down, you may take one upgrade from it, other than an ability, and attach "
        "it to Grievous."
    ),
    ruling=(N_("The upgrade is taken before Redeploy could move it (D228)."), FULL),
    test="test_003_general_grievous_may_leave_it",
)

card(
    printed(4, "General Veers – Field Commander", "unique red villain character", points=(11, 14), health=9),
    action(turn(choose(your.die.is_a(SUPPORT)), any_side), cost=remove(own_die)),
    die="1rd 2rd +2rd 1sh 1r blank",
    says=N_("Give up a Veers die from your pool; a support die of yours is set to whichever side you like."),
    test="test_004_general_veers_of_an_elite_either_die_goes",
)

card(
    printed(27, "Admiral Ackbar – Perceptive Tactician", "unique red hero character", points=(10, 14), health=9),
    after(enemy_hand_emptied, deal(2, choose(enemy.character, by=enemy_player))),
    die="1rd 2f 1dc 1r 1r blank",
    says=N_(
        "Whenever playing or discarding empties an opponent's hand, that opponent picks a character of theirs and "
        "deals it 2 damage."
    ),
    test="test_027_admiral_ackbar_means_whose_last_card_it_was",
)

card(
    printed(28, "Leia Organa – Born Leader", "unique red hero character", points=(12, 16), health=11),
    action(reroll(choose(your.die, up_to(2))), cost=remove(own_die)),
    die="1rd 2rd 2rd1 1f 1r blank",
    says=N_("Give up a Leia die from your pool; roll again as many as two of your dice."),
    test="test_028_leia_organa_removes_her_die_to_reroll_up_to_two",
)


class resolve_side(Step):
    """A side of a die that is in no pool; D225, Q71: its cost is paid, nothing returns and nothing can be rolled."""

    card: Target

    async def do(self, f: Frame) -> bool:
        gone = next(iter(loose_cards(self.card, f)), None)
        if gone is None:
            return False
        you, table = f.you, f.table
        sides = {
            word: side
            for word, side in zip(dice.words(gone.printed), gone.printed.sides, strict=True)
            if side.symbol != "blank" and not side.modifier and side.cost <= you.resources
        }
        keys = []
        for word, side in sides.items():
            targets = resolving.targets(table, you, side)
            keys += [f"{word}:{target}" for target in targets] if targets else [word]
        if not keys:
            return False
        word, _, target = (await f.ask("side", asking.short(keys))).partition(":")
        side = sides[word]
        frame = Frame(table, you, f.source)
        value = frame.value = gone.text.x_is(you) if side.x and gone.text.x_is is not None else side.value
        if side.cost:
            you.resources -= side.cost
            table.tell(events.resources, you.seat, -side.cost)
        name = f"{name_of(you.seat, gone.code, table.free_number(you.seat, gone.code))}+1"
        table.tell(events.resolves, name, word, [], value, target or None, side.cost)
        await resolving.carry_out(frame, side, target, TEXTS[gone.code])
        return True


class play_vehicle(Step):
    """Plays that card out of the pile; Q27: its price must be payable without helpers, and D3 must allow it."""

    card: Target

    def _ways(self, f: Frame) -> list[str]:
        gone = next(iter(loose_cards(self.card, f)), None)
        if gone is None or gone.code not in f.you.discard or gone.printed.cost > f.you.resources:
            return []
        return playing.ways(f.table, f.you, gone.code) if VEHICLE in gone.printed.subtypes else []

    def able(self, f: Frame) -> bool:
        return bool(self._ways(f))

    async def do(self, f: Frame) -> bool:
        ways = self._ways(f)
        if not ways:
            return False
        await playing.play(f.table, f.you, ways[0], place="discard")
        return True


card(
    printed(29, "Poe Dameron – Ace Pilot", "unique red hero character", points=(14, 18), health=12),
    special(pay(discard(gone := choose(your.hand)), resolve_side(gone), may(play_vehicle(gone)))),
    die="2rd 3rd1 1dr 1r sp blank",
    says=N_(
        "Discard a hand card and resolve one side of the die that comes with it, if there is one; a vehicle may "
        "afterwards be played out of the discard pile at its price."
    ),
    ruling=N_(
        "A side that would roll its own die again rolls nothing. A special is finished before Poe continues (D225)."
    ),
    test="test_029_poe_dameron_pays_the_cost_of_the_side",
)

card(
    printed(30, "Rebel Trooper", "red hero character", points=(8,), health=7, limit=3),
    guardian,
    die="1rd 2rd +1rd 1sh 1r blank",
    test="test_030_rebel_trooper_offers_a_value_of_nothing_too",
)

# Blue

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
    printed(12, "Nightsister", "blue villain character", points=(8,), health=7, limit=3),
    action(reroll(choose(either.die)), deal(1, this)),
    die="1rd 2rd 1dr 1dc 1r blank",
    says=N_("Roll one die of any pool again; this Nightsister is dealt 1 damage."),
    ruling=N_("She may do it though she dies of it (D233)."),
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
    printed(36, "Padawan", "blue hero character", points=(8,), health=7, limit=3),
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
    says=N_("Whenever you have played an upgrade onto Rey, you are allowed one more action."),
    ruling=N_("An upgrade with Ambush on Rey: two additional actions. One played by claiming brings none (D223)."),
    test="test_038_rey_grants_none_after_claiming",
)

# Yellow

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
    says=N_("Each time Jabba is activated you may roll one yellow die of any pool again."),
    test="test_020_jabba_the_hutt_rerolls_a_yellow_die_of_anybody",
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
    printed(22, "Tusken Raider", "yellow villain character", points=(9,), health=8, limit=3),
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
    printed(47, "Hired Gun", "yellow hero character", points=(8,), health=9, limit=3),
    no_effect,
    die="2rd1 3rd1 1dr 1r 1r blank",
    test="test_047_hired_gun_has_no_text_and_a_die_of_six_sides",
)

card(
    printed(48, "Padme Amidala – Queen of Naboo", "unique yellow hero character", points=(10, 14), health=10),
    special(one_of(mill(1, enemy_player), pay(spend(1), mill(2, enemy_player)))),
    die="2f 1dc 1r sp sp blank",
    says=N_("An opponent's deck loses its uppermost card to the discard pile; or pay 1 resource and it loses two."),
    offers=(N_("Discard one card from the deck"), N_("Pay 1 resource, discard two cards")),
    test="test_048_padme_amidala_says_which_opponent",
)
