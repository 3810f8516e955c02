"""Text as people type it, made plain once, before any grammar sees it.

Quotes, dashes, blanks and full-width characters come in many shapes that mean the same; soft hyphens,
joiners and emoji mean nothing to us. Digits of other scripts, superscripts and the like are left as
they are: they are not dice, and a grammar that meets one says so. The dice characters ⚀ to ⚅ stay too,
since they name a face beyond doubt.
"""

import re
import unicodedata

from anyascii import anyascii

from processor.core.orders import Line

DICE_CHARACTERS = "⚀⚁⚂⚃⚄⚅"

_SAME_MEANING = {
    "'": "‘’‚‛′´`＇ʼ",
    '"': "“”„‟″«»＂",
    "-": "‐‑‒–—―−﹘﹣－⁻",
    ":": "：︰﹕∶",
    ";": "；﹔",
    ",": "，、﹐",
    ".": "．。﹒․",
    "+": "＋﹢➕",
    "=": "＝﹦⩵",
    "&": "＆﹠",
    "/": "／⁄∕",
    "x": "×✕✖",
    ">": "›",
    " ": "|¦│┃║┆┇┊┋\t\v\f",
}
_TABLE = {ord(one): plain for plain, many in _SAME_MEANING.items() for one in many}
_TABLE |= {code: chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F) if code not in _TABLE}

_UNUSUAL = re.compile(rf"[^ -~\n{DICE_CHARACTERS}]")
_BLANKS = re.compile(r"[^\S\n]+")
_RULES = re.compile(r"_{2,}|\.{3,}|…|-{3,}|={3,}|\*{2,}")
_BULLET = re.compile(r"^(?:[-*+•‣◦▪▫■□●○·►▶➤➢✓✔→>»~]\s+|[•‣◦▪▫■□●○·►▶➤➢✓✔→]\s*)+(?=\S)")
_NEWLINES = re.compile(r"\r\n?|[\u2028\u2029\x85]")


def normalise(text: str) -> str:
    """The same text in plain characters, line by line, with single blanks and no ornaments."""
    plain = _NEWLINES.sub("\n", text).translate(_TABLE)
    plain = _UNUSUAL.sub(_plain, plain)
    plain = _RULES.sub(" ", plain)
    return "\n".join(line.strip() for line in _BLANKS.sub(" ", plain).split("\n"))


def lines(text: str) -> tuple[Line, ...]:
    """The lines of a normalised text that hold anything, numbered from 1, without bullets and emphasis."""
    numbered = ((number, _unadorned(line)) for number, line in enumerate(text.split("\n"), start=1))
    return tuple(Line(number, line) for number, line in numbered if line)


def folded(name: str) -> str:
    """A name as it is compared: no case, accents or punctuation, so that "Zoë O'Neill" equals "zoe oneill"."""
    plain = anyascii(unicodedata.normalize("NFKC", name)).casefold()
    return "".join(character for character in plain if character.isalnum())


def _plain(unusual: re.Match[str]) -> str:
    character = unusual[0]
    match unicodedata.category(character):
        case "Zs":
            return " "
        case "Cf" | "Cc" | "Mn" | "Me" | "Co" | "Cs" | "Cn" | "Sk":
            return "" if _is_invisible(character) else character
        case "So":
            return character if character in "•‣◦▪▫■□●○►▶➤➢✓✔" else " "
        case _:
            return character


def _is_invisible(character: str) -> bool:
    """Combining marks belong to their letter, so an accent stays; selectors, joiners and controls go."""
    return unicodedata.category(character) != "Mn" or "VARIATION SELECTOR" in unicodedata.name(character, "")


def _unadorned(line: str) -> str:
    return _BULLET.sub("", line).strip(" *_")
