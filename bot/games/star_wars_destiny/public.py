"""The public state as a text table that also suits screen readers, and the text of a seat's own cards and figures."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from bot.games.star_wars_destiny.cards import facts_line, says, sentences
from bot.games.star_wars_destiny.names import PHASES, DestinyContext, code_of, counted, sign_of_card
from bot.texts import Translator
from rules.star_wars_destiny.facts import CARDS

MAX_TEXT = 2500
"""The maximum number of characters of the public text."""
LONG_HAND = 2400
"""The number of characters above which a hand's text is shortened."""
Named = Mapping[str, Any]


def public(ctx: DestinyContext) -> str:
    """Returns the public state as text: the battlefield and the players, in as much detail as there is room for."""
    for less in range(4):
        text = _public(ctx, less)
        if _length(text) <= MAX_TEXT:
            return text
    return _cut(text)


def _cut(text: str) -> str:
    """Returns as many of the text's first lines as fit into MAX_TEXT, followed by an ellipsis."""
    lines = text.split("\n")
    while _length("\n".join([*lines, "…"])) > MAX_TEXT:
        lines.pop()
    return "\n".join([*lines, "…"])


def _length(text: str) -> int:
    return len(text.encode("utf-16-le")) // 2


def _public(ctx: DestinyContext, less: int) -> str:
    """Returns the public state as text in one level of detail.

    `less`: 1 omits the names of the dice's cards, 2 also counts upgrades, 3 also supports.
    """
    lines = [_heading(ctx)]
    for seat in ctx.view["players"]:
        lines += ["", *_player(ctx, seat, less)]
    return "\n".join([*lines, *_afterwards(ctx)])


def _heading(ctx: DestinyContext) -> str:
    number, phase = ctx.view["round"], ctx.view["phase"]
    # The end of the game is not a phase here: the text about the winner says it.
    said = (
        ctx.t("Round {number}", number=number)
        if phase == "over"
        else ctx.t("Round {number} · {phase}", number=number, phase=ctx.t(PHASES[phase]))
    )
    parts = [f"**{said}**"]
    field = ctx.view["battlefield"]
    if field:
        parts.append(
            ctx.t("battlefield {card} ({player})", card=ctx.card(field["card"]), player=ctx.mark(field["controller"]))
        )
    return " · ".join(parts)


def _player(ctx: DestinyContext, seat: str, less: int) -> list[str]:
    player = ctx.view["players"][seat]
    head = f"**{ctx.facts.introduced(seat)}** {ctx.who(seat)}"
    if player["out"]:
        return [f"{head} · {ctx.t('out')}", *_remains(ctx, seat)]
    parts = [head, *figures(player, ctx.t)]
    if ctx.view["turn"] == seat and ctx.view["phase"] != "over":
        parts.append("▶️ " + ctx.t("to move"))
    if ctx.view["claimed"] == seat:
        parts.append("🚩 " + ctx.t("has claimed"))
    lines = [" · ".join(parts)]
    lines += [character_line(each, seat, ctx, upgrades=less < 2) for each in player["characters"]]
    if player["supports"]:
        lines.append(_supports(player["supports"], seat, ctx, less))
    if player["pool"]:
        lines.append("🎲 " + pool_line(player["pool"], seat, ctx, cards=less < 1))
    return lines


def _remains(ctx: DestinyContext, seat: str) -> list[str]:
    """Returns the lines of the characters that a player who is out still has, as at the end of the game."""
    return [character_line(each, seat, ctx, upgrades=False) for each in ctx.view["players"][seat]["characters"]]


def figures(player: Named, words: Translator) -> list[str]:
    """Returns the numbers of a player's resources, hand, deck and discard pile as text."""
    cards = player["cards"] if "cards" in player else len(player["hand"])
    return [
        words("resources {count}", count=player["resources"]),
        words("hand {hand}, deck {deck}, discards {discards}", hand=cards, deck=player["deck"],
              discards=len(player["discard"])),
    ]  # fmt: skip


def character_line(character: Named, seat: str, terms: DestinyContext, *, upgrades: bool = True) -> str:
    """Returns the line of a character: damage and health, shields, exhaustion, upgrades."""
    words, name = terms.t, character["id"]
    health = CARDS[name.split("-")[1]].health
    parts = [
        f"**{terms.piece(name, seat)}**"
        + (" ★" if character["dice"] > 1 else "")
        + " "
        + words("damage {damage}/{health}", damage=character["damage"], health=health)
    ]
    if character["shields"]:
        parts.append(words("shields {count}", count=character["shields"]))
    if character["exhausted"]:
        parts.append(words("exhausted"))
    worn = character["upgrades"]
    if worn:
        named = ", ".join(_attached(each, seat, terms) for each in worn)
        parts.append(named if upgrades else words("upgrades {count}", count=len(worn)))
    return "- " + " · ".join(parts)


def _attached(upgrade: Named, seat: str, terms: DestinyContext) -> str:
    words, said = terms.t, terms.piece(upgrade["id"], seat)
    if upgrade["exhausted"]:
        said += f" ({words('exhausted')})"
    if upgrade["holds"]:
        said += f" ({words('holds {die}', die=terms.die(upgrade['holds'], None, seat))})"
    return said


def _supports(supports: Sequence[Named], seat: str, terms: DestinyContext, less: int) -> str:
    words = terms.t
    if less > 2:
        return "- " + words("supports {count}", count=len(supports))
    return "- " + words("supports: {cards}", cards=", ".join(_support(each, seat, terms) for each in supports))


def _support(support: Named, seat: str, terms: DestinyContext) -> str:
    said = terms.piece(support["id"], seat)
    more = [terms.t("exhausted")] if support["exhausted"] else []
    if support["damage"]:
        more.append(terms.t("damage {count}", count=support["damage"]))
    return f"{said} ({', '.join(more)})" if more else said


def pool_line(pool: Sequence[Named], seat: str, terms: DestinyContext, *, cards: bool = True) -> str:
    """Returns the sides of the dice in a pool as one line; `cards`: with the names of their cards."""
    dice = [(die["die"], die["side"]) for die in pool]
    if cards:
        return terms.dice(dice, seat)
    return counted(terms.side(word) for _, word in dice)


def _afterwards(ctx: DestinyContext) -> list[str]:
    """Returns lines about pending effects: events being played, defeats at the end of the round, used specials."""
    lines = []
    if ctx.view["limbo"]:
        lines.append(ctx.t("Being played: {cards}", cards=ctx.pieces(ctx.view["limbo"])))
    lines += [
        ctx.t(
            "Defeated at the end of the round: {character} ({card})",
            character=ctx.piece(each["defeat"]), card=ctx.piece(each["by"]),
        )
        for each in ctx.view["delayed"]
    ]  # fmt: skip
    if ctx.view["barred"]:
        lines.append(ctx.t("Special used in this round: {cards}", cards=ctx.pieces(ctx.view["barred"])))
    return ["", *lines] if lines else []


# Private facts of a seat


def hand(ctx: DestinyContext) -> str:
    """Returns the cards in the seat's hand as text: cost, sides and effects; without sides or effects if too long."""
    cards = ctx.view["players"][ctx.seat]["hand"]
    if not cards:
        return ctx.t("You have no cards.")
    ways: tuple[Callable[[str, Translator], list[str]], ...] = (_full, _short, _name)
    for way in ways:
        text = "\n".join(line for code in dict.fromkeys(cards) for line in _times(way(code, ctx.t), cards.count(code)))
        if _length(text) <= LONG_HAND:
            break
    return text


def _times(lines: list[str], count: int) -> list[str]:
    return [lines[0] + f" ×{count}", *lines[1:]] if count > 1 else lines


def _name(code: str, words: Translator) -> list[str]:
    return [f"{sign_of_card(code)} **{CARDS[code].name}** · {words('cost {cost}', cost=CARDS[code].cost)}"]


def _short(code: str, words: Translator) -> list[str]:
    return [*_name(code, words), *(f"-# {sentence}" for sentence in says(code, words))]


def _full(code: str, words: Translator) -> list[str]:
    first, *sides = facts_line(code, words)
    lines = [f"{sign_of_card(code)} **{CARDS[code].name}** · {first}"]
    return [*lines, *(f"-# {line}" for line in (*sides, *says(code, words)))]


def known(ctx: DestinyContext) -> str:
    """Returns the dice and effects of the seat's cards in play and of the battlefield as text.

    The board only names these cards.
    """
    player, field = ctx.view["players"][ctx.seat], ctx.view["battlefield"]
    worn = [upgrade for character in player["characters"] for upgrade in character["upgrades"]]
    pieces = [*player["characters"], *worn, *player["supports"]]
    codes = [*(code_of(each["id"]) for each in pieces), *([field["card"]] if field else [])]
    lines = (line for code in dict.fromkeys(codes) for line in _in_play(code, ctx.t))
    return "\n".join([ctx.t("Your cards in play, and the battlefield:"), *lines])


def _in_play(code: str, words: Translator) -> list[str]:
    _, *sides = facts_line(code, words)
    return [f"{sign_of_card(code)} **{CARDS[code].name}**", "-# " + " · ".join([*sides, *sentences(code, words)])]


def standing(ctx: DestinyContext) -> str:
    """Returns the seat's own figures, characters and dice as text."""
    player = ctx.view["players"][ctx.seat]
    if player["out"]:
        return f"{ctx.mark(ctx.seat)} {ctx.t('out')}"
    lines = [" · ".join([ctx.mark(ctx.seat), *figures(player, ctx.t)])]
    lines += [character_line(each, ctx.seat, ctx) for each in player["characters"]]
    if player["pool"]:
        lines.append("🎲 " + pool_line(player["pool"], ctx.seat, ctx))
    return "\n".join(lines)
