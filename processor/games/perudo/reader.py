"""Reads calls in the lines of a letter, asks back where there are two readings, and lets prose be prose."""

import re
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import replace

from processor.core.orders import Complaint, Line, Reading, Written
from processor.core.text import DICE_CHARACTERS
from processor.games.perudo.line import Above, Taken, read_line
from processor.games.perudo.orders import WORDS, Bid, Challenge, dice_in_words, say
from processor.games.perudo.phrases import Said, Slip
from processor.games.perudo.pieces import VAGUE, Piece, read_piece
from processor.games.perudo.sense import is_chatter, names_rounds, tries_to_call
from processor.games.perudo.state import DICE_COUNTS
from processor.games.perudo.stitch import Rounds

_LONGEST = 2000
"""Nothing that stands further right in a line is a call."""
_MARKS = (":", "=", "-", ">")
_LIST_NUMBER = re.compile(r"\(?([0-9]{1,2})(?:[.)]\s|\s?[:=])\s*(?=\S)")
_FOR_A_POINT = re.compile(
    r"([1-5])(?<![0-9.,].)(?:, ?|\. )([1-9])(?= *[:=])"
    r"|\A([1-5]):([1-9])(?= +(?:[0-9]{1,2} ?(?:x ?)?(?:[1-6]?'?s\b|a\b|aces|ones|twos|threes|fours|fives|sixes)"
    r"|dudo|challenge|liar))",
    re.IGNORECASE,
)
"""How "3.2" comes out of a telephone: "3,2: dudo", "3. 2: dudo", "3:2 dudo"."""
_TAKEN_BACK = re.compile(
    r"(?:\A|[.;,!:-] *)(?:(?:no|sorry),? )?(?:(?:scratch|ignore|forget|cancel) (?:that|it|this)(?: one)?"
    r"|(?:i(?:'ve| have)? )?changed my mind|(?:on )?second thoughts)(?:,? please)?[ .!]*\Z",
    re.IGNORECASE,
)
"""The end of a line that leaves open what takes the place of the call before it: "3.2: 6 fives. Scratch that."."""
_ASIDE = re.compile(r"\([^()]*\)|\[[^\[\]]*\]")


def read(lines: Sequence[Line]) -> Reading:
    """The calls in these lines. No position is known here, so rounds may stay unnamed."""
    written: list[Written] = []
    complaints: list[Complaint] = []
    above = Above()
    headings: list[Line] = []
    for line in lines:
        taken = _read_line(line.text[:_LONGEST], above)
        if _TAKEN_BACK.search(line.text):
            taken = replace(taken, said=(*taken.said[:-1], *(_taken_back(said) for said in taken.said[-1:])))
            if _TAKEN_BACK.match(line.text) and written:
                complaints.append(WORDS.complaint("taken-back", line.number, line.text, 1))
                written = [each for each in written if each.line != written[-1].line]
        headings += [line] if taken.waiting and line.text.endswith(_MARKS) else []
        for said in taken.said:
            match said.call:
                case Slip(reason=reason, facts=facts):
                    complaints.append(WORDS.complaint(reason, line.number, line.text, said.column, **facts))
                case _ if vague := [dice for dice, place in said.rounds if place == VAGUE]:
                    facts = {"number": vague[0]}
                    complaints.append(WORDS.complaint("no-round-name", line.number, line.text, said.column, **facts))
                case call:
                    written += [Written(order, line.number, line.text) for order in _orders(call, said.rounds)]
        named = [said.rounds for said in taken.said if said.rounds]
        above = Above(taken.waiting, named[-1] if named else above.last)
    if len(headings) == 1 and not (written or complaints):  # several are a form that was left empty
        complaints.append(WORDS.complaint("no-call", headings[0].number, headings[0].text, 1))
    return Reading(tuple(written), tuple(complaints))


def _taken_back(said: Said) -> Said:
    return said if isinstance(said.call, Slip) else Said(Slip("taken-back"), said.column)


def _orders(call: Bid | Challenge, rounds: Rounds) -> list[Bid | Challenge]:
    return [replace(call, dice=dice, place=place) for dice, place in rounds] or [call]


def _read_line(text: str, above: Above) -> Taken:
    """A line in which digits of other scripts, superscripts and the like are not taken for numbers of dice."""
    foreign = next((at for at, character in enumerate(text) if _is_foreign_digit(character)), None)
    if foreign is None:
        return _without_list_number(text, above)
    plain = "".join(str(unicodedata.digit(each)) if _is_foreign_digit(each) else each for each in text)
    if not _without_list_number(plain, above).said:
        return Taken()
    return Taken((Said(Slip("foreign-digits", {"digit": text[foreign]}), foreign + 1),))


def _is_foreign_digit(character: str) -> bool:
    is_digit = unicodedata.digit(character, None) is not None
    return is_digit and not character.isascii() and character not in DICE_CHARACTERS


def _without_list_number(text: str, above: Above) -> Taken:
    """A line that may begin with a list number: "1) 3.2: dudo" has one, "1) dudo" may mean the round with one die."""
    text = pointed(text)
    match = _LIST_NUMBER.match(text)
    if match is None:
        return _without_asides(text, above)
    call = text[match.end() :]
    taken = _without_asides(" " * match.end() + call, Above(last=above.last))
    if int(match[1]) not in DICE_COUNTS:
        return taken
    if not taken.said and tries_to_call(call):
        taken = _without_asides(f"{match[1]}d:".ljust(match.end()) + call, Above())
        return replace(taken, said=tuple(_number_or_dice(said, match[1]) for said in taken.said))
    bare = [said for said in taken.said if not (said.rounds or isinstance(said.call, Slip))]
    return Taken((_number_or_dice(bare[0], match[1]),)) if bare else taken


def _number_or_dice(said: Said, number: str) -> Said:
    """What to ask of a call behind a number that may mean the round with so many dice; a slip is told as it is."""
    match said.call:
        case Slip():
            return replace(said, rounds=())
        case call:
            dice, plain = dice_in_words(int(number)), say(replace(call, dice=0))
            return Said(Slip("number-or-dice", {"number": number, "dice": dice, "call": plain}), 1)


def pointed(text: str) -> str:
    """The line with points in its rounds; columns stay as they are."""
    if ":" in text or "=" in text:  # as every round that it mends
        return _FOR_A_POINT.sub(_with_point, text)
    return text


def _with_point(found: re.Match[str]) -> str:
    """The round with its point, as long as before, so that columns stay as they are."""
    dice, place = (figure for figure in found.groups() if figure)
    return f"{dice}.{place}".ljust(len(found[0]))


def _without_asides(text: str, above: Above) -> Taken:
    """A line in which remarks in brackets are read only if they hold its only call: "3.2 (last bid 5 sixes): dudo"."""
    taken = read_line(_ASIDE.sub(_blank_unless(_is_round), text), above)
    if taken.said or not _ASIDE.search(text):
        return taken
    return read_line(_ASIDE.sub(_blank_unless(lambda piece: not is_chatter(piece)), text), above)


def _blank_unless(wanted: Callable[[Piece], bool]) -> Callable[[re.Match[str]], str]:
    """Blanks in place of an aside, so that columns stay as they are, unless it is of the kind wanted."""
    return lambda aside: aside[0] if wanted(read_piece(aside[0], 0, len(aside[0]))) else " " * len(aside[0])


def _is_round(piece: Piece) -> bool:
    return not piece.noise and names_rounds([piece])
