"""Red characters of Awakenings, by set number."""

from __future__ import annotations

from rules.star_wars_destiny import asking, dice, events, leaving, playing, resolving
from rules.star_wars_destiny.cards.rulings import FULL
from rules.star_wars_destiny.effects.choosing import choose, up_to
from rules.star_wars_destiny.effects.clauses import (
    N_,
    action,
    after,
    before,
    card,
    enemy_character_defeated,
    enemy_hand_emptied,
    gives_guardian,
    guardian,
    no_effect,
    special,
)
from rules.star_wars_destiny.effects.control import may, pay
from rules.star_wars_destiny.effects.dice_verbs import any_side, remove, reroll, turn
from rules.star_wars_destiny.effects.frame import Frame
from rules.star_wars_destiny.effects.hand_verbs import discard
from rules.star_wars_destiny.effects.nodes import Target, cards, enemy_player, loose_cards
from rules.star_wars_destiny.effects.selectors import ABILITY, SUPPORT, VEHICLE, enemy, has_no_copy, your
from rules.star_wars_destiny.effects.steps import Step
from rules.star_wars_destiny.effects.targets import cause_card, own_die, this
from rules.star_wars_destiny.effects.text import TEXTS
from rules.star_wars_destiny.effects.token_verbs import deal
from rules.star_wars_destiny.facts import printed
from rules.star_wars_destiny.names import name_of

card(
    printed(1, "Captain Phasma – Elite Trooper", "unique red villain character", points=(12, 15), health=11),
    gives_guardian(lambda phasma, whom: whom.player is phasma.player and not whom.printed.unique),
    die="1rd 2rd 1f 1dc 1r blank",
    says=N_("Every non-unique character on your side counts as having Guardian."),
    test="test_001_captain_phasma_gives_it_only_while_she_is_in_play",
)

card(
    printed(2, "First Order Stormtrooper", "red villain character", points=(7,), health=7),
    no_effect,
    die="1rd 2rd 2rd1 1r blank blank",
    test="test_002_first_order_stormtrooper_has_no_text_and_a_die_of_six_sides",
)


class take_upgrade(Step):
    """A step that takes control, not ownership, of an opponent's upgrade and moves it to this card (R42, R43)."""

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
    test="test_003_general_grievous_may_leave_the_upgrade",
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
    says=N_("Give up a Leia die from your pool; reroll as many as two of your dice."),
    test="test_028_leia_organa_removes_her_die_to_reroll_up_to_two",
)


class resolve_side(Step):
    """A step that resolves a side of a discarded card's die, which the player chooses; no die is rolled.

    The side's cost is paid; nothing returns to a pool, and nothing can be rerolled (D225, Q71).
    """

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
        word, _, target = (await f.ask("side", asking.allowed_length(keys))).partition(":")
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
    """A step that plays the given card from the discard pile, if it is a vehicle that can be played (D3).

    The player's resources must cover its printed price without discounts (Q27).
    """

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
    printed(30, "Rebel Trooper", "red hero character", points=(8,), health=7),
    guardian,
    die="1rd 2rd +1rd 1sh 1r blank",
    test="test_030_rebel_trooper_offers_a_value_of_nothing_too",
)
