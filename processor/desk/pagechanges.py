"""Tells in which lines a page is another one than it was, gathered under the headings that they stand below."""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

_TITLE = re.compile(r"[A-Z]{2,}")

Line = tuple[str, str]
"""``was`` or ``is``, and the line; of what just has to be said, the first is empty."""


@dataclass(frozen=True)
class Change:
    """Lines of a page that are others now: which ``page``, and ``under`` which of its headings, if under any."""

    page: str
    under: str
    lines: tuple[Line, ...]


@dataclass(frozen=True)
class _Row:
    """A line of a page and the heading that it stands below; a heading stands below itself."""

    text: str
    heading: str
    name: str

    @property
    def is_heading(self) -> bool:
        return self.text == self.heading


def changes(page: str, was: str, now: str, names: Collection[str]) -> Iterator[Change]:
    """The places in which a page differs, each player's together. Blank lines and the page's own title do not count.

    What belongs to the whole page comes first.
    ``names`` are those at the table: a line at the margin that begins with one is the heading of that player's part.
    """
    before, after = list(_rows(was, names)), list(_rows(now, names))
    headings = {row.heading for row in before} & {row.heading for row in after}
    gathered: dict[str, list[Line]] = {}
    for word, row in _differing(before, after):
        said = _said(row)
        if said:
            gathered.setdefault(_under(row, headings), []).append((word, said))
    for under, lines in sorted(gathered.items(), key=lambda part: bool(part[0])):
        yield Change(page, under, tuple(lines))


def _differing(before: Sequence[_Row], after: Sequence[_Row]) -> Iterator[tuple[str, _Row]]:
    old, new = [row.text for row in before], [row.text for row in after]
    for what, start, end, new_start, new_end in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if what != "equal":
            yield from (("was", row) for row in before[start:end])
            yield from (("is", row) for row in after[new_start:new_end])


def _rows(page: str, names: Collection[str]) -> Iterator[_Row]:
    """The lines of a page. The title that it begins with says which page it is, and is left out.

    A sentence at the margin belongs to the whole page, and one that ends in a colon to what is listed below it.
    """
    heading = name = ""
    for place, text in enumerate(_paragraphs(page)):
        whose = _whose(text, names)
        is_title = _TITLE.match(text) is not None and not whose
        if place == 0 and is_title:
            continue
        at_margin = not text.startswith(" ")
        is_heading = bool(whose) or is_title or (at_margin and text.endswith(":"))
        if is_heading:
            heading, name = text, whose
        is_aside = at_margin and not is_heading
        yield _Row(text, "", "") if is_aside else _Row(text, heading, name)


def _paragraphs(page: str) -> Iterator[str]:
    """The lines of a page; sentences at the margin that run on in the next line are one."""
    running: list[str] = []
    for line in (*page.split("\n"), ""):
        at_margin = bool(line.strip()) and not line.startswith(" ")
        if running and not (at_margin and not _TITLE.match(running[-1])):
            yield " ".join(running)
            running = []
        if at_margin:
            running.append(line)
        elif line.strip():
            yield line


def _whose(text: str, names: Collection[str]) -> str:
    """How the player is called whose part of a page a line begins: "Ann, entry A", "Ann:" or "  1. Ann (yours)".

    A sentence such as "Ann is dead." begins none.
    """
    found = (re.match(rf"(?: *\d+\. )?{re.escape(name)}(?=[,:]| \(|$)", text) for name in names)
    return max((each[0] for each in found if each and not text.endswith(".")), key=len, default="")


def _said(row: _Row) -> str:
    """What a line says beside the name or the title that it is known by already."""
    if not row.is_heading:
        return row.text.strip()
    return row.text.removeprefix(row.name).strip(" ,:") if row.name else ""


def _under(row: _Row, headings: Collection[str]) -> str:
    """The heading, or where it is another one now, whose part it was and is."""
    return row.heading.strip().rstrip(":") if row.heading in headings or not row.name else row.name.strip()
