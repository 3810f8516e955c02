"""HTML as plain text in which quoting shows: every line of a quotation begins with "> ", as in a plain mail.

So one way of reading serves both kinds of mail. Quotations are found by what the mail programs call them;
invisible marks are put around them, the whole is turned into text once, and the marks become prefixes.
"""

import re
from functools import cache
from html import unescape

import inscriptis
from inscriptis.css_profiles import CSS_PROFILES
from inscriptis.model.config import ParserConfig
from selectolax.lexbor import LexborHTMLParser, LexborNode

from processor.mail import unseen

SEPARATOR = "-----Original Message-----"
"""Stands where a mail program begins the old mail without indenting it."""

_OPEN, _CLOSE, _SEPARATE = "\ue000", "\ue001", "\ue002"
_MARKS = re.compile(f"([{_OPEN}{_CLOSE}{_SEPARATE}])")
_NESTING = re.compile(
    r"<(/?)(?:div|span|blockquote|table|center|font|section|article|b|i|u|a|em|strong|ul|ol)\b", re.IGNORECASE
)
_LONGEST = 1_000_000
_LONGEST_BARE = 150_000
_DEEPEST_ELEMENT = 200
_DEEPEST_QUOTE = 12
_MOST_QUOTATIONS = 2_000

# fmt: off
_SIGNATURES = ", ".join((
    ".gmail_signature", ".gmail_signature_prefix", ".moz-signature", "#Signature", "#ms-outlook-mobile-signature",
    ".protonmail_signature_block", "#x_Signature", "#ms-outlook-mobile-body-separator-line + #signature",
))
_UNSEEN = "script, style, head, title, template, noscript, img, object, svg"
_ATTRIBUTIONS = ".gmail_attr, .moz-cite-prefix, #reply-intro, .moz-email-headers-table"
_CONTAINERS = ", ".join((
    "div.gmail_quote", "div.gmail_quote_container", "[class*=yahoo_quoted]", ".protonmail_quote", ".zmail_extra",
    ".moz-forward-container",
    "[data-marker=__QUOTED_TEXT__]", ".tutanota_quote", "#mail-editor-reference-message-container",
    ".ms-outlook-mobile-reference-message", "div.x_gmail_quote", "#oriMsgHtmlSeperator", ".ntes-mailmaster-quote",
))
_SEPARATORS = ", ".join((
    "#divRplyFwdMsg", "#x_divRplyFwdMsg", "#appendonsend", "#stopSpelling",
    "div[style*='border-top:solid #E1E1E1']", "div[style*='border-top:solid #B5C4DF']",
    "div[style*='border-top: solid #E1E1E1']",
))
# fmt: on


def text_of_html(html: str) -> str:
    """The text of an HTML mail, with "> " before quoted lines; without pictures, scripts and signatures, and without
    what nobody sees or what is struck out.
    """
    short = _MARKS.sub("", html[: readable_length(html)].replace("\0", ""))
    try:
        return _with_prefixes(inscriptis.get_text(_marked(short)[:_LONGEST_BARE], _settings()))
    except Exception:  # three parsers of other people's, fed by strangers: what they refuse is read without them
        return unescape(re.sub(r"<[^<>]{0,2000}>", " ", short[:_LONGEST_BARE]))


def readable_length(html: str) -> int:
    """How far the HTML can be read: to its end, or to where it is nested deeper than any mail program writes.

    The parsers' time grows with the square of the depth, and beyond some depth they lose text.
    """
    depth = 0
    for tag in _NESTING.finditer(html[:_LONGEST]):
        depth = max(0, depth - 1) if tag[1] else depth + 1
        if depth > _DEEPEST_ELEMENT:
            return tag.start()
    return min(len(html), _LONGEST)


def strikes_out(html: str) -> bool:
    """Whether the writer has struck something out, which the plain text beside such HTML does not show."""
    return unseen.strikes_out(html[: readable_length(html)], f"blockquote, {_CONTAINERS}")


def _marked(html: str) -> str:
    """The HTML with marks around its quotations."""
    tree = LexborHTMLParser(html)
    unseen.drop_unseen(tree)
    for node in tree.css(f"{_UNSEEN}, {_SIGNATURES}"):
        node.decompose()
    for node in tree.css(_SEPARATORS):
        node.insert_before(_SEPARATE)
    containers = [node for node in tree.css(_CONTAINERS)[:_MOST_QUOTATIONS] if not node.css_first("blockquote")]
    quotations = [node for node in tree.css(f"blockquote, {_ATTRIBUTIONS}") if not _only_indents(node)]
    for node in (*quotations[:_MOST_QUOTATIONS], *containers):
        _enclose(node)
    for node in quotations[_MOST_QUOTATIONS:]:
        node.decompose()
    return tree.html or ""


def _only_indents(node: LexborNode) -> bool:
    """Is this what Gmail and others write for text that its author has moved to the right?"""
    style = (node.attributes.get("style") or "").replace(" ", "")[:200].lower()
    return "border:none" in style and not {"class", "cite", "type"} & node.attributes.keys()


def _enclose(node: LexborNode) -> None:
    node.insert_before(_OPEN)
    node.insert_after(_CLOSE)


def _with_prefixes(text: str) -> str:
    lines: list[str] = []
    depth = 0
    for line in text.split("\n"):
        pieces = _MARKS.split(line)
        for piece in pieces:
            match piece:
                case "\ue000":
                    depth += 1
                case "\ue001":
                    depth = max(0, depth - 1)
                case "\ue002":
                    lines.append(SEPARATOR if not depth else "")
                case _ if piece.strip() or len(pieces) == 1:
                    lines.append(("> " * min(depth, _DEEPEST_QUOTE) + piece.rstrip()) if depth else piece.rstrip())
    return "\n".join(lines)


@cache
def _settings() -> ParserConfig:
    return ParserConfig(css=CSS_PROFILES["strict"].copy())
