"""The public state as a text table that also reads well aloud, and a seat's own cards and figures."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from bot.games.facts import TableFacts
from bot.games.naming import mark
from bot.games.protocol import View
from bot.games.star_wars_destiny.cards import facts_line, says
from bot.games.star_wars_destiny.names import PHASES, Speaker, Terms, sign_of_card
from bot.texts import Words
from rules.star_wars_destiny.facts import CARDS

MOST_TEXT = 2500
"""So long may the public text be."""
LONG_HAND = 2400
"""A hand's text that is longer says less of each card."""
Named = Mapping[str, Any]


def public(view: View, facts: TableFacts, words: Words) -> str:
    """The battlefield and the players, as fully as there is room for."""
    speaker = Speaker(words, facts)
    for less in range(4):
        text = _public(view, speaker, less)
        if _length(text) <= MOST_TEXT:
            return text
    return _cut(text)


def _cut(text: str) -> str:
    """The last resort, so that something stands there: the first lines that there is room for."""
    lines = text.split("\n")
    while _length("\n".join([*lines, "…"])) > MOST_TEXT:
        lines.pop()
    return "\n".join([*lines, "…"])


def _length(text: str) -> int:
    return len(text.encode("utf-16-le")) // 2


def _public(view: View, speaker: Speaker, less: int) -> str:
    """The text; `less` 1 leaves the cards of dice out, 2 counts upgrades, 3 supports too."""
    lines = [_heading(view, speaker)]
    for seat in view["players"]:
        lines += ["", *_player(seat, view, speaker, less)]
    return "\n".join([*lines, *_afterwards(view, speaker)])


def _heading(view: View, speaker: Speaker) -> str:
    words = speaker.words
    parts = ["**" + words("Round {number} · {phase}", number=view["round"], phase=words(PHASES[view["phase"]])) + "**"]
    field = view["battlefield"]
    if field:
        parts.append(
            words("battlefield {card} ({player})", card=speaker.card(field["card"]), player=mark(field["controller"]))
        )
    return " · ".join(parts)


def _player(seat: str, view: View, speaker: Speaker, less: int) -> list[str]:
    words, player = speaker.words, view["players"][seat]
    head = f"**{mark(seat)}** {speaker.who(seat)}"
    if player["out"]:
        return [f"{head} · {words('out')}", *_remains(seat, view, speaker)]
    parts = [head, *figures(player, words)]
    if view["turn"] == seat and view["phase"] != "over":
        parts.append("▶️ " + words("on turn"))
    if view["claimed"] == seat:
        parts.append("🚩 " + words("has claimed"))
    lines = [" · ".join(parts)]
    lines += [character_line(each, seat, speaker, upgrades=less < 2) for each in player["characters"]]
    if player["supports"]:
        lines.append(_supports(player["supports"], seat, speaker, less))
    if player["pool"]:
        lines.append("🎲 " + pool_line(player["pool"], seat, speaker, cards=less < 1))
    return lines


def _remains(seat: str, view: View, speaker: Speaker) -> list[str]:
    """At the end of the game the table stands as it was."""
    return [character_line(each, seat, speaker, upgrades=False) for each in view["players"][seat]["characters"]]


def figures(player: Named, words: Words) -> list[str]:
    """A player's resources, hand, deck and discard pile."""
    cards = player["cards"] if "cards" in player else len(player["hand"])
    return [
        words("resources {count}", count=player["resources"]),
        words("hand {hand}, deck {deck}, discards {discards}", hand=cards, deck=player["deck"],
              discards=len(player["discard"])),
    ]  # fmt: skip


def character_line(character: Named, seat: str, speaker: Terms, *, upgrades: bool = True) -> str:
    """One character: damage and health, shields, whether exhausted, upgrades."""
    words, name = speaker.words, character["id"]
    health = CARDS[name.split("-")[1]].health
    parts = [
        f"**{speaker.piece(name, seat)}**"
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
        named = ", ".join(_attached(each, seat, speaker) for each in worn)
        parts.append(named if upgrades else words("upgrades {count}", count=len(worn)))
    return "- " + " · ".join(parts)


def _attached(upgrade: Named, seat: str, speaker: Terms) -> str:
    words, said = speaker.words, speaker.piece(upgrade["id"], seat)
    if upgrade["exhausted"]:
        said += f" ({words('exhausted')})"
    if upgrade["holds"]:
        said += f" ({words('holds {die}', die=speaker.die(upgrade['holds'], None, seat))})"
    return said


def _supports(supports: Sequence[Named], seat: str, speaker: Terms, less: int) -> str:
    words = speaker.words
    if less > 2:
        return "- " + words("supports {count}", count=len(supports))
    return "- " + words("supports: {cards}", cards=", ".join(_support(each, seat, speaker) for each in supports))


def _support(support: Named, seat: str, speaker: Terms) -> str:
    said = speaker.piece(support["id"], seat)
    more = [speaker.words("exhausted")] if support["exhausted"] else []
    if support["damage"]:
        more.append(speaker.words("damage {count}", count=support["damage"]))
    return f"{said} ({', '.join(more)})" if more else said


def pool_line(pool: Sequence[Named], seat: str, speaker: Terms, *, cards: bool = True) -> str:
    """The dice of a pool by what they show."""
    dice = [(die["die"], die["side"]) for die in pool]
    if cards:
        return speaker.dice(dice, seat)
    said = [speaker.side(word) for _, word in dice]
    return ", ".join(f"{one} ×{said.count(one)}" if said.count(one) > 1 else one for one in dict.fromkeys(said))


def _afterwards(view: View, speaker: Speaker) -> list[str]:
    """What waits: events being played, defeats at the end of the round, specials that are used up."""
    words, lines = speaker.words, []
    if view["limbo"]:
        lines.append(words("Being played: {cards}", cards=speaker.pieces(view["limbo"])))
    lines += [
        words(
            "At the end of the round falls: {character} ({card})",
            character=speaker.piece(each["defeat"]), card=speaker.piece(each["by"]),
        )
        for each in view["delayed"]
    ]  # fmt: skip
    if view["barred"]:
        lines.append(words("Special used in this round (D23): {cards}", cards=speaker.pieces(view["barred"])))
    return ["", *lines] if lines else []


# What only its owner sees


def hand(view: View, seat: str, words: Words) -> str:
    """The seat's own cards: what they cost, show and do."""
    cards = view["players"][seat]["hand"]
    if not cards:
        return words("You have no cards.")
    ways: tuple[Callable[[str, Words], list[str]], ...] = (_full, _short, _name)
    for way in ways:
        text = "\n".join(line for code in dict.fromkeys(cards) for line in _times(way(code, words), cards.count(code)))
        if _length(text) <= LONG_HAND:
            break
    return text


def _times(lines: list[str], count: int) -> list[str]:
    return [lines[0] + f" ×{count}", *lines[1:]] if count > 1 else lines


def _name(code: str, words: Words) -> list[str]:
    return [f"{sign_of_card(code)} **{CARDS[code].name}** · {words('cost {cost}', cost=CARDS[code].cost)}"]


def _short(code: str, words: Words) -> list[str]:
    return [*_name(code, words), *(f"-# {sentence}" for sentence in says(code, words))]


def _full(code: str, words: Words) -> list[str]:
    first, *sides = facts_line(code, words)
    lines = [f"{sign_of_card(code)} **{CARDS[code].name}** · {first}"]
    return [*lines, *(f"-# {line}" for line in (*sides, *says(code, words)))]


def standing(view: View, seat: str, speaker: Speaker) -> str:
    """The seat's own figures, characters and dice."""
    player, words = view["players"][seat], speaker.words
    if player["out"]:
        return f"{mark(seat)} {words('out')}"
    lines = [" · ".join([mark(seat), *figures(player, words)])]
    lines += [character_line(each, seat, speaker) for each in player["characters"]]
    if player["pool"]:
        lines.append("🎲 " + pool_line(player["pool"], seat, speaker))
    return "\n".join(lines)
