"""Battlefields of Awakenings, by set number."""

from __future__ import annotations

from rules.star_wars_destiny.effects.card_verbs import play
from rules.star_wars_destiny.effects.choosing import choose, up_to
from rules.star_wars_destiny.effects.clauses import N_, card, claim
from rules.star_wars_destiny.effects.control import may, pay, then
from rules.star_wars_destiny.effects.dice_verbs import remove, resolve, side, turn
from rules.star_wars_destiny.effects.frame import Frame
from rules.star_wars_destiny.effects.hand_verbs import discard, look, mill, on_top_of_deck, to_hand
from rules.star_wars_destiny.effects.nodes import Opening, Who, each_enemy, enemy_player
from rules.star_wars_destiny.effects.resource_verbs import gain
from rules.star_wars_destiny.effects.selectors import CHARACTER, EVENT, SP, SUPPORT, UPGRADE, either, enemy, your
from rules.star_wars_destiny.effects.steps import Step
from rules.star_wars_destiny.effects.targets import each
from rules.star_wars_destiny.effects.token_verbs import deal, shield
from rules.star_wars_destiny.facts import printed

card(
    printed(165, "Command Center – Lothal", "gray neutral battlefield"),
    claim(mill(2, each_enemy)),
    says=N_("Two cards are discarded off the top of each opponent's deck."),
    test="test_165_command_center_mills_two_of_each_opponent",
)

card(
    printed(166, "Echo Base – Hoth", "gray neutral battlefield"),
    claim(shield(1, choose(either.character))),
    says=N_("A character of your choice gets 1 shield."),
    test="test_166_echo_base_gives_a_shield",
)

card(
    printed(167, "Emperor's Throne Room – Death Star II", "gray neutral battlefield"),
    claim(turn(d := choose(your.die), side(SP)), then(may(resolve(d)))),
    says=N_("A die of yours is set to a special side, after which you may resolve it."),
    test="test_167_emperors_throne_room_may_leave_it_turned_or_not_begin",
)

card(
    printed(168, "Frozen Wastes – Starkiller Base", "gray neutral battlefield"),
    claim(remove(choose(either.die.is_a(CHARACTER)))),
    says=N_("Remove one character die from any pool."),
    test="test_168_frozen_wastes_is_not_asked_without_one",
)

card(
    printed(169, "Imperial Armory – Death Star", "gray neutral battlefield"),
    claim(play(your.hand.is_a(UPGRADE), less=1)),
    says=N_("Play an upgrade out of your hand for 1 less."),
    ruling=N_("Additional actions won by that upgrade are lost: after claiming you pass (D223)."),
    test="test_169_imperial_armory_plays_an_upgrade_for_one_less",
)

card(
    printed(170, "Jedi Temple – Coruscant", "gray neutral battlefield"),
    claim(look(each(enemy.hand)), discard(choose(enemy.hand.is_a(EVENT), up_to(2)))),
    says=N_("See an opponent's whole hand; as many as two events of your choosing are discarded from it."),
    test="test_170_jedi_temple_may_discard_none",
)

card(
    printed(171, "Rebel War Room – Yavin IV", "gray neutral battlefield"),
    claim(resolve(choose(your.die), free=True)),
    says=N_("A die of yours is resolved; its side cost, if any, is waived."),
    ruling=N_("A cost on the side is not paid (D16, D197)."),
    test="test_171_d197_rebel_war_room_resolves_a_die_without_its_cost",
)

card(
    printed(172, "Mos Eisley Spaceport – Tatooine", "gray neutral battlefield"),
    claim(pay(to_hand(choose(your.upgrade)), gain(1))),
    says=N_("One upgrade of yours goes back from play into your hand; you get 1 resource for it."),
    test="test_172_mos_eisley_spaceport_takes_an_own_upgrade_back_for_a_resource",
)


class for_each(Step):
    """A step that does another step for one player after another; each is the inner step's `enemy` in turn.

    The inner step has no card `this`.
    """

    who: Who
    step: Step

    def _frames(self, f: Frame) -> list[Frame]:
        frames = []
        for player in self.who.of(f):
            frame = Frame(f.table, f.you, f.source)
            frame.enemy = player
            frames.append(frame)
        return frames

    def able(self, f: Frame) -> bool:
        return any(self.step.able(frame) for frame in self._frames(f))

    def first(self, f: Frame) -> Opening:
        return Opening.MAY

    async def do(self, f: Frame) -> bool:
        fully = True
        for frame in self._frames(f):
            if frame.enemy is not None and not frame.enemy.out:
                fully = await self.step.do(frame) and fully
                f.alive()
        return fully


card(
    printed(173, "Separatist Base – Mustafar", "gray neutral battlefield"),
    claim(for_each(each_enemy, deal(1, choose(enemy.character, by=enemy_player), unblockable=True))),
    says=N_("Each opponent picks a character of theirs and deals it 1 damage that nothing can block."),
    test="test_173_separatist_base_may_be_declined",
)

card(
    printed(174, "Starship Graveyard – Jakku", "gray neutral battlefield"),
    claim(on_top_of_deck(choose(your.discards.is_a(SUPPORT, UPGRADE)))),
    says=N_("Choose a support or an upgrade in your discard pile; it goes on top of your deck."),
    test="test_174_starship_graveyard_puts_a_support_or_upgrade_on_top_of_the_deck",
)
