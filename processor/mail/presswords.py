"""The words with which a player writes press: something for all at the table to read."""

from dataclasses import dataclass

from processor.core.life import Shade
from processor.mail.saying import CODE, Saying

_SHADES = (
    r"(?:(?:white|gr[ae]y|anonymous) )?press(?: release)?(?: (?:white|gr[ae]y|anonymous(?:ly)?))?"
    r"(?: to (?:all|everybody|everyone))?"
)
_FOR = rf"(?:[ ,]+(?:(?:for|of|from|in|to) )?{CODE})?"
_SIGNED = r"(?: as (?:\"[^\"]+\"|[^:\"]+?))?"


@dataclass(frozen=True)
class Press(Saying):
    """Print a text with the next results: under the name at the table, an invented one, or none at all."""

    text: str
    match: str | None = None
    byline: str = ""
    grey: bool = False
    anonymous: bool = False

    opens = (
        "press",
        "white press",
        "grey press",
        "gray press",
        "anonymous press",
    )
    page = "press"
    runs_on = rf"{_SHADES}{_FOR}(?:{_SIGNED}{_FOR} ?:|$)"
    example = "press: Never trust a man with five sixes."

    @property
    def shade(self) -> Shade:
        """How it is signed. Press without a name is never signed with one by mistake."""
        if self.anonymous:
            return "anonymous"
        return "grey" if self.grey or self.byline else "white"


@dataclass(frozen=True)
class StrikePress(Saying):
    """Do not print a piece of press that waits; its number is in the GM's ``status``."""

    piece: int
    match: str | None = None

    opens = ("strike press", "strike")
    page = "strike-press"
    example = "strike press 2 in perudo-7"


@dataclass(frozen=True)
class NoPress(Saying):
    """Do not print what the player wrote for the next results."""

    match: str | None = None

    opens = ("cancel press", "no press", "cancel my press", "cancel the press", "cancel all press")
    page = "press"
    example = "cancel press"
