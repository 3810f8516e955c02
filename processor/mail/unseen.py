"""What of an HTML letter its writer did not mean to be read: text that nobody sees, and text that is struck out.

Only what hides its text beyond doubt goes. Where styles contradict each other, or a part inside may be shown after all,
as in newsletters that set everything to no size and its parts to some, the text stays: what is newly written is never
dropped because of its looks.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from selectolax.lexbor import LexborHTMLParser, LexborNode, SelectolaxError

_LONGEST_SHEET = 100_000
_MOST_RULES = 100
_MOST_STYLED = 2_000
_MOST_INSIDE = 500
_ZERO = r"(?:0+(?:\.0*)?|\.0+)"
_NOTHING = rf"{_ZERO}(?:px|pt|pc|em|rem|ex|%|in|cm|mm|vh|vw)?"
_COMMENT = re.compile(r"/\*.*?\*/|<!--|-->", re.DOTALL)
_IMPORTANT = re.compile(r"\s*!\s*important\s*$")
_BRACES = re.compile(r"([{}])")
_STRUCK = "s, strike, del"
_MAY_STRIKE = re.compile(r"<(?:s|strike|del)\b|line-through", re.IGNORECASE)

_HIDES = {
    "display": re.compile("none"),
    "opacity": re.compile(rf"{_ZERO}%?"),
    "visibility": re.compile("hidden|collapse"),
    "font-size": re.compile(_NOTHING),
}
"""Properties that hide a text, and the values at which they do."""

_SHOWN_INSIDE = ("visibility", "font-size")
"""Those of them that a part inside may set anew for itself."""

_EXTENTS = ("height", "max-height", "width", "max-width")
_OVERFLOWS = ("overflow", "overflow-x", "overflow-y")
_DECORATIONS = ("text-decoration", "text-decoration-line")
_TELLING = frozenset((*_HIDES, *_EXTENTS, *_OVERFLOWS, *_DECORATIONS))

Style = dict[str, tuple[str, ...]]
"""What is declared for an element, by property: one value, or several where it is not certain which holds."""


def drop_unseen(tree: LexborHTMLParser) -> None:
    """Take out of a letter what nobody sees and what is struck out; a blank stays in place of the latter."""
    styles = _styles(tree)
    struck = {node.mem_id: node for node in _struck(tree, styles)}
    hidden = [*tree.css("[hidden]"), *(node for node, style in styles.values() if _is_hidden(node, style, styles))]
    both = struck | {node.mem_id: node for node in hidden}
    if not both:  # as in nearly every letter
        return
    for node in reversed([each for each in tree.css("*") if each.mem_id in both]):  # inner ones before the outer ones
        if node.mem_id in struck:
            node.replace_with(" ")
        else:
            node.decompose()


def strikes_out(html: str, quotations: str) -> bool:
    """Whether something in a letter is struck out that does not stand in its ``quotations``."""
    if not _MAY_STRIKE.search(html):
        return False
    tree = LexborHTMLParser(html)
    quoted = {inner.mem_id for node in tree.css(quotations) for inner in node.css("*")}
    struck = _struck(tree, _styles(tree))
    return any(node.mem_id not in quoted and any(map(str.isalnum, node.text())) for node in struck)


def _struck(tree: LexborHTMLParser, styles: Mapping[int, tuple[LexborNode, Style]]) -> list[LexborNode]:
    return [*tree.css(_STRUCK), *(node for node, style in styles.values() if _is_struck(style))]


def _is_struck(style: Style) -> bool:
    declared = (style.get(name, ()) for name in _DECORATIONS)
    return any(values and all("line-through" in value for value in values) for values in declared)


def _is_hidden(node: LexborNode, style: Style, styles: Mapping[int, tuple[LexborNode, Style]]) -> bool:
    by = [name for name, hides in _HIDES.items() if _holds(style, name, hides)]
    is_closed = any(_holds(style, name, re.compile("hidden|clip")) for name in _OVERFLOWS)
    if set(by) - {*_SHOWN_INSIDE} or (
        is_closed and any(_holds(style, name, re.compile(_NOTHING)) for name in _EXTENTS)
    ):
        return True
    inside = list(islice(node.traverse(), 1, _MOST_INSIDE)) if by else []
    return bool(by) and len(inside) < _MOST_INSIDE - 1 and not any(_may_show(each, by, styles) for each in inside)


def _may_show(node: LexborNode, hidden_by: Sequence[str], styles: Mapping[int, tuple[LexborNode, Style]]) -> bool:
    """Whether a part of a hidden text may be seen after all."""
    if node.mem_id not in styles:
        return node.tag == "font" or "style" in node.attributes
    style = styles[node.mem_id][1]
    return any(name in style and not _holds(style, name, _HIDES[name]) for name in hidden_by)


def _holds(style: Style, name: str, pattern: re.Pattern[str]) -> bool:
    values = style.get(name, ())
    return bool(values) and all(value and pattern.fullmatch(value) for value in values)


def _styles(tree: LexborHTMLParser) -> dict[int, tuple[LexborNode, Style]]:
    """The elements with styles of their own, and what the letter's style sheets and their attributes declare."""
    found: dict[int, tuple[LexborNode, Style]] = {}
    rules = ((selector, _declared(declarations)) for selector, declarations in _rules(tree))
    for selector, declared in islice((rule for rule in rules if not _TELLING.isdisjoint(rule[1])), _MOST_RULES):
        for node in _selected(tree, selector):
            style = found.setdefault(node.mem_id, (node, {}))[1]
            style |= {name: (*style.get(name, ()), value) for name, value in declared.items()}
    for node in _selected(tree, "[style]"):
        style = found.setdefault(node.mem_id, (node, {}))[1]
        style |= {name: (value,) for name, value in _declared(node.attributes.get("style") or "").items()}
    return found


def _rules(tree: LexborHTMLParser) -> Iterator[tuple[str, str]]:
    """The rules of the style sheets, without those that hold for some screens or for print alone."""
    sheet = "\n".join(node.text() for node in tree.css("style"))[:_LONGEST_SHEET]
    depth, selector = 0, ""
    for piece in _BRACES.split(_COMMENT.sub(" ", sheet)):
        match piece:
            case "{":
                depth += 1
            case "}":
                depth = max(0, depth - 1)
            case _ if not depth:
                selector = piece.rpartition(";")[2].strip()
            case _ if depth == 1 and selector and not selector.startswith("@"):
                yield selector, piece


def _selected(tree: LexborHTMLParser, selector: str) -> list[LexborNode]:
    try:
        return tree.css(selector)[:_MOST_STYLED]
    except (SelectolaxError, ValueError):  # a vendor's own kind of selector
        return []


def _declared(declarations: str) -> dict[str, str]:
    """Each property with its value; an important one stands against those below it."""
    found: dict[str, str] = {}
    important: set[str] = set()
    for each in _COMMENT.sub(" ", declarations).casefold().split(";"):
        name, _, value = (part.strip() for part in each.partition(":"))
        is_important = _IMPORTANT.search(value) is not None
        if name and (is_important or name not in important):
            found[name] = _IMPORTANT.sub("", value)
            important |= {name} if is_important else set()
    return found
