"""The vocabulary in which cards are written. A card is one call of `card`, and reads like its sentence:

    card("force_throw", attach_to("blue"), special(
        pay(remove(d := choose(either.die)), deal(value_of(d), choose(either.character)))))

**How to write a card.** Find its place in `cards/` by type and colour; lines stand by set number. First keywords
and restrictions (`ambush`, `redeploy`, `attach_to("blue")`, `only_if(controls_battlefield())`), then its abilities:
`special`, `action`, `event`, `claim`, `before(trigger, ...)`, `after(trigger, ...)`, or ongoing words (`clauses.py`
has them all).

- Whose and what: `your.die.red.shows(MD)`, `enemy.character.exhausted`, `either.upgrade.is_a(WEAPON).on(who)`.
  `enemy` is one opponent, asked for where the ability first reaches it; nothing has to be done for three or four
  players.
- Choosing: `choose(S)` one, `choose(S, 2)` exactly two, `choose(S, up_to(3))`, `choose(S, any_number)`, with
  `by=enemy_player`; `each(S)` all; `random(enemy.hand, 2)`; `spread(S)` splits. A choice that got a name with `:=`
  stays the same thing for the rest of the ability (`value_of(d)`, `remove(d)`), also after it was removed or
  turned. Names are for one card; the next one in the file may use `d`, `who`, `gone` again.
- Steps: verbs with these targets. `then(...)` only if everything before was fully done; `pay(cost, ...)` the cost
  in full or nothing; `may(...)`, and `optional=True` for a triggered ability that may be let pass. How an optional
  part is asked (`done` in its first decision, or `may`) follows from the expression: never ask by hand.
- `this` is the card, `attached` its bearer, `this_die` the die being resolved; in an action `own_die` is one of its
  dice.
- Abilities that cannot touch what another asks (the notation's list) get `quiet=True`.
- A verb says what it needs of its target (`ready` wants an exhausted card): it is not repeated in the selector.
- What no sentence can say is a function in `cards/odd_....py`, wrapped by `does(function, able=..., first=...)`: it
  gets the `Frame` and asks only through `f.ask`, `f.ask_some` and `f.may`. No card knows of another card.

A step answers four questions: `able` (could it do anything, as far as an onlooker sees), `payable` (could it be
done completely, as a price), `first` (what would it ask first), and `do`, which says whether it was fully done.
"""
