"""Puts every line of a mail on its side: newly written, or quoted.

Each line is at a *level*. Level 0 was written now. Level 1 is the mail that is answered, level 2 what that one
quoted, and so on. A quote mark ``>`` is one level; so is an opening ("On … wrote:", a block of headers) below
which a mail program did not indent. Of level 1 only the lines of a form that the player filled in count
(``> 3.1: ______ 4 fives`` or, in a form of ours, ``> 3.1: 4 fives``: we never write anything but the blank), and
never as a word of the house; of deeper levels, nothing.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise

from processor.mail.forms import answers_in_forms, row_with_blank
from processor.mail.mark import is_mark
from processor.mail.phrasebook import anywhere
from processor.mail.rows import Line, Opening
from processor.mail.signatures import end_of_added, is_signature_rule

_REPLACED = re.compile(r"[^_:：]{1,60}[:：]\s*[^_\s]")
_BARE_LABEL = re.compile(r"\S{1,16}\s?[:：)=]")
_ENDS_SENTENCE = (".", "!", "?", ":", ";", "…", "-", "=", "。", "！", "？", "：")


@dataclass(frozen=True)
class Division:
    """A mail's text in its two halves. ``doubt`` says why the border between them may be wrong.

    ``signature`` is what was cut off below a line of dashes; it is part of ``quoted`` as well.
    """

    new: str
    quoted: str
    doubt: str | None = None
    signature: str = ""


def sort(lines: Sequence[Line], borders: Sequence[Opening]) -> Division:
    """Part the lines, given all places where older text is introduced."""
    return _Sorter(lines, borders).sort()


@dataclass
class _Sorter:
    """Walks down the lines of one mail and puts each on its side."""

    lines: Sequence[Line]
    borders: Sequence[Opening]
    new: list[str] = field(default_factory=list)
    quoted: list[str] = field(default_factory=list)
    signature: list[str] = field(default_factory=list)
    below_dashes: list[str] = field(default_factory=list)
    sunk: int = 0  # openings without indentation so far: unindented text is this deep
    sunk_inside: int = 0  # the same within the text that is quoted once
    inside_begun: bool = False  # has that text had a line yet
    doubt: str | None = None
    label: str | None = None  # of the unfilled form line just above
    form_was_filled: bool = False

    @cached_property
    def answers(self) -> frozenset[int]:
        return answers_in_forms(self.lines)

    @cached_property
    def starts(self) -> dict[int, Opening]:
        return {border.first: border for border in self.borders}

    def sort(self) -> Division:
        at = 0
        while at < len(self.lines):
            if border := self.starts.get(at):
                self._cross(border)
                at = border.last + 1
            else:
                at = self._place(at)
        return self._result()

    def _cross(self, border: Opening) -> None:
        self.quoted += [line.body for line in self.lines[border.first : border.last + 1]]
        depth = self.lines[border.last].depth
        below = next((line for line in self.lines[border.last + 1 :][:6] if line.body.strip()), None)
        indents = below is not None and below.depth > depth
        if indents or not border.alone:
            return
        if depth:
            # At the very top of the quotation it is the quotation's own introduction (telephones indent that too).
            self.sunk_inside += self.inside_begun and not is_mark(self.lines, border.last)
        elif self.sunk == 0 or not is_mark(self.lines, border.last):
            self.sunk += 1
            if not border.sure and any(map(str.strip, self.new)):
                self.doubt = "two-blocks"

    def _place(self, at: int) -> int:
        """Put one line, or one signature, where it belongs; answer the number of the next."""
        line = self.lines[at]
        if line.depth == 0:
            self.sunk_inside, self.inside_begun = 0, False
        elif line.body.strip():
            self.inside_begun = True
        level = line.depth + self.sunk + (self.sunk_inside if line.depth else 0)
        if level == 0:
            return self._place_new(at)
        row = row_with_blank(line.body) if level == 1 else None
        was_filled = row is not None and any(map(str.isalnum, row[1]))
        if was_filled or (level == 1 and ":" in line.body and at in self.answers):
            self.new.append(line.body)
            self.form_was_filled = self.form_was_filled or was_filled
            self.label = None
        else:
            self.quoted.append(line.body)
            if row:
                self.label = row[0]
            elif line.body.strip():
                self.label = None
        return at + 1

    def _place_new(self, at: int) -> int:
        body = self.lines[at].body
        if is_signature_rule(self.lines, at, self.starts):
            end = self._end_of_signature(at + 1)
        else:
            end = end_of_added(self.lines, at, self.starts) or at
        if end > at:
            self.signature += [line.body for line in self.lines[at:end]]
            self.below_dashes += [line.body for line in self.lines[at + 1 : end]]
            return end
        if self._is_broken_off(at):
            if self.breaks_lines:
                self.quoted.append(body)
            else:
                self.new.append(body)
                self.doubt = "two-blocks"
        else:
            self.new.append(self._labelled(body))
        return at + 1

    def _labelled(self, body: str) -> str:
        """An answer written below an empty form line is given that line's label."""
        label, answer = self.label, body.strip()
        if not answer:
            return body
        self.label = None
        if not label or _BARE_LABEL.match(answer) or label.rstrip(" :：)").casefold() in answer.casefold():
            return body
        return f"{label} {answer}"

    def _end_of_signature(self, at: int) -> int:
        while at < len(self.lines) and at not in self.starts and not self.lines[at].depth:
            at += 1
        return at

    def _is_broken_off(self, at: int) -> bool:
        """Is this the end of the quoted line above, that a mail program broke without a quote mark?"""
        if not 0 < at < len(self.lines) - 1:
            return False
        above, body, below = self.lines[at - 1], self.lines[at].body.strip(), self.lines[at + 1]
        if not (above.depth and below.depth and body):
            return False
        length = len(above.body.rstrip()) + 2 * above.depth
        return (
            length >= 50
            and length + 1 + len(body.split(None, 1)[0]) > 68
            and not above.body.rstrip().endswith(_ENDS_SENTENCE)
        )

    @cached_property
    def breaks_lines(self) -> bool:
        """Once may be chance; a mail program that breaks quoted lines does it again and again."""
        return sum(1 for at, line in enumerate(self.lines) if not line.depth and self._is_broken_off(at)) >= 2

    def _result(self) -> Division:
        new = _trimmed(self.new)
        quoted = _trimmed([*self.quoted, *self.signature])
        if not new and not any(map(str.strip, self.quoted)):
            return Division(_trimmed(self.signature[1:] if self.signature[:1] else []), "", self.doubt)
        return Division(new, quoted, self.doubt or self._second_thought(new), _trimmed(self.below_dashes))

    def _second_thought(self, new: str) -> str | None:
        """Doubts that only show when all is sorted."""
        if not new:
            return "nothing-new" if any(map(str.strip, self.quoted)) else None
        if self.form_was_filled and self._has_overwritten_blank():
            return "two-blocks"
        if self.sunk and not any(map(str.isdigit, new)) and anywhere("below").search(new[:1_000]):
            return "two-blocks"
        return None

    def _has_overwritten_blank(self) -> bool:
        """A line beside filled-in ones that looks like them but has lost its blank: ours, or an answer?"""
        rows = [
            "" if at in self.answers else line.body.strip()[:300]
            for at, line in enumerate(self.lines)
            if line.depth == 1 or self.sunk
        ]
        return any(
            (row_with_blank(one) and _REPLACED.match(other)) or (_REPLACED.match(one) and row_with_blank(other))
            for one, other in pairwise(rows)
        )


def _trimmed(rows: Sequence[str]) -> str:
    """The rows as one text, without blank lines at its ends and with at most one between paragraphs."""
    text = "\n".join(row.rstrip() for row in rows)
    return re.sub(r"\n{3,}", "\n\n", text).strip("\n")
