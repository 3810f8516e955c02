"""Reads nominations and wishes about the fee out of the lines of a letter, and leaves prose alone."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from processor.core.orders import Complaint, Line, Reading, Written
from processor.core.reading import NUMBER_WORDS
from processor.games.deadpool import names
from processor.games.deadpool.orders import WORDS, FeeFromAccount, Nomination
from processor.games.deadpool.phrases import Head, Sentence, sentences

A_PAIR, A_LIST = 2, 3
MOST_GAP = 2
"""A list may have a blank line between its lines."""

_FULL_NAME = re.compile(r"[A-Z]\S+ [A-Z]")
_LETTERED = re.compile(r"[A-C]\. |[^:]*: ?")
"""What may stand before a name without being part of it: "A. Ann Arden", "Singer: Ann Arden"."""

Made = Written | Complaint


@dataclass(frozen=True)
class Draft:
    """A list of names while it is read: where it began, how plainly it was opened, and the names so far.

    ``step`` is how far its last two lines are apart: a list with blank lines in it keeps to them.
    """

    line: int
    text: str
    head: Head
    names: tuple[str, ...] = ()
    last_line: int = 0
    step: int = 1
    is_numbered: bool = False
    goes_on: bool = False
    is_doubtful: bool = False


def read(lines: Sequence[Line]) -> Reading:
    """The orders in some lines, and what is wrong with those that tried to be one."""
    said = [(line, each) for line in lines for each in sentences(line.text)]
    lists = list(_lists(said)) or list(_bare(lines, said))
    made = [*lists, *_fees(said)]
    is_sure = any(each.is_sure for _, each in said)
    written = [_surely(each) if is_sure else each for each in made if isinstance(each, Written)]
    wrong = [each for each in made if isinstance(each, Complaint)]
    return Reading(tuple(sorted(written, key=lambda each: each.line)), tuple(sorted(wrong, key=lambda each: each.line)))


def _surely(written: Written) -> Written:
    match written.order:
        case Nomination() as nomination:
            return replace(written, order=replace(nomination, is_sure=True))
        case _:
            return written


def _fees(said: Sequence[tuple[Line, Sentence]]) -> Iterator[Made]:
    for line, sentence in said:
        match sentence.fee:
            case "take":
                yield Written(FeeFromAccount(), line.number, line.text)
            case "unclear":
                yield WORDS.complaint("fee-unclear", line.number, line.text)


# --- Lists of names ---------------------------------------------------------------------------------------


def _lists(said: Sequence[tuple[Line, Sentence]]) -> Iterator[Made]:
    """Every list, from the sentence that opens it to the last that belongs to it."""
    draft: Draft | None = None
    for line, sentence in said:
        longer = _continued(draft, line, sentence) if draft else None
        if longer is None:
            if draft:
                yield from _finished(draft)
            longer = _opened(line, sentence)
        if longer is None and (wrong := _stray(line, sentence) or _miscounted(line, sentence, len(said))):
            yield wrong
        draft = longer
    if draft:
        yield from _finished(draft)


def _opened(line: Line, sentence: Sentence) -> Draft | None:
    """The list that a sentence opens: by a word for it, by the number one, or by three whole names and no more.

    Between semicolons the names need no capitals.
    """
    draft = Draft(line.number, line.text, sentence.head, last_line=line.number)
    is_plain = ";" in sentence.whole and sentence.whole == line.text.strip(" .,!")
    is_three = len(sentence.parts) == A_LIST and all(map(names.is_spoken if is_plain else _is_whole, sentence.parts))
    if not (sentence.head or sentence.number == 1 or (is_three and not sentence.replaces)):
        return None
    return _with(draft, line, sentence)


def _continued(draft: Draft, line: Line, sentence: Sentence) -> Draft | None:
    """The list with what this sentence adds to it, or ``None`` if it is about something else."""
    if sentence.head or sentence.replaces or line.number - draft.last_line > MOST_GAP:
        return None
    if line.number == draft.last_line and not draft.goes_on and not sentence.number and draft.names:
        return draft  # what follows a name on its line is an aside
    if not sentence.whole:
        return draft if len(draft.names) < A_LIST else None
    is_next = sentence.number == len(draft.names) + 1
    if draft.is_numbered or sentence.number:
        return _with(draft, line, sentence) if is_next or not draft.names else None
    gap, is_short = line.number - draft.last_line, len(draft.names) < A_LIST
    is_near = gap == 1 or (is_short and gap == draft.step) or draft.goes_on or not draft.names
    wants_more = is_short or _is_whole(sentence.whole)
    fits = all(names.is_name(names.printed(each)) for each in _added(draft, line, sentence))
    return _with(draft, line, sentence) if is_near and wants_more and fits else None


def _with(draft: Draft, line: Line, sentence: Sentence) -> Draft:
    return replace(
        draft,
        names=(*draft.names, *_added(draft, line, sentence)),
        last_line=line.number,
        step=line.number - draft.last_line,
        is_numbered=draft.is_numbered or sentence.number > 0,
        goes_on=sentence.goes_on,
        is_doubtful=draft.is_doubtful or sentence.is_doubtful,
    )


def _added(draft: Draft, line: Line, sentence: Sentence) -> tuple[str, ...]:
    """The names that a sentence adds: below its opening a list has one a line, unless a line is itself cut like one."""
    is_cut = ";" in sentence.whole or len(sentence.parts) >= A_LIST or draft.goes_on or sentence.goes_on
    is_one = line.number > draft.line and not sentence.number and not is_cut and sentence.whole
    return (sentence.whole,) if is_one else sentence.parts


def _finished(draft: Draft) -> Iterator[Made]:
    """What a list has become: a nomination, a complaint, or nothing, if it never was one."""
    picks = tuple(names.printed(each) for each in draft.names)
    good = [name for name in picks if names.is_name(name, is_strict=draft.head != "strong")]
    if not _is_meant(draft, good):
        if _may_be_three(draft, picks):
            yield WORDS.complaint("is-it-a-list", draft.line, draft.text, example="; ".join(picks))
        return
    if wrong := _fault(draft, picks):
        yield wrong
    else:
        first, second, third = picks
        yield Written(Nomination((first, second, third)), draft.line, draft.text)


def _is_meant(draft: Draft, good: Sequence[str]) -> bool:
    """Whether a list is a nomination or tries to be one."""
    match draft.head:
        case "strong":
            return bool(good)
        case "weak":
            return len(good) > 1
        case _:
            return _is_three(draft) or len(good) == len(draft.names) > 1


def _is_three(draft: Draft) -> bool:
    """Whether three lines that are numbered, or stand between semicolons, are names, with their capitals or without."""
    if len(draft.names) != A_LIST or not (draft.is_numbered or ";" in draft.text):
        return False
    are_full = draft.is_numbered and all(map(_FULL_NAME.match, draft.names))
    return are_full or all(names.is_spoken(names.printed(each)) for each in draft.names)


def _may_be_three(draft: Draft, picks: Sequence[str]) -> bool:
    """Whether three numbered lines may be names although some are of one word: "1. madonna", "2. mel brooks"."""
    is_list = draft.is_numbered and len(picks) == A_LIST and any(map(names.is_spoken, picks))
    return is_list and all(names.is_spoken(each) or (names.is_name(each) and " " not in each) for each in picks)


def _fault(draft: Draft, picks: Sequence[str]) -> Complaint | None:
    if draft.is_doubtful:
        return WORDS.complaint("not-certain", draft.line, draft.text)
    for raw, name in zip(draft.names, picks, strict=True):
        if names.is_unclear(raw):
            return WORDS.complaint("comma-name", draft.line, draft.text, name=raw)
        if names.is_pair(name):
            return WORDS.complaint("two-in-one", draft.line, draft.text, name=name)
        if not names.is_name(name):
            return WORDS.complaint("not-a-name", draft.line, draft.text, found=name or raw)
    if len(picks) != A_LIST:
        return WORDS.complaint("not-three", draft.line, draft.text, found=_counted(picks))
    return None


def _counted(picks: Sequence[str]) -> str:
    number = len(picks)
    word = NUMBER_WORDS[number - 1] if number <= len(NUMBER_WORDS) else str(number)
    return f"{word} name{'s' if number > 1 else ''} ({'; '.join(picks)})"


# --- What is no list --------------------------------------------------------------------------------------


def _stray(line: Line, sentence: Sentence) -> Complaint | None:
    """What to ask about a sentence that opens no list but speaks of nominations."""
    if sentence.replaces:
        return WORDS.complaint("whole-list", line.number, line.text)
    if sentence.asks_to_be_asked:
        return WORDS.complaint("not-certain", line.number, line.text)
    dashed = line.text.strip(" .").split(" - ")
    if len(dashed) == A_LIST and all(map(_is_whole, dashed)):
        return WORDS.complaint("is-it-a-list", line.number, line.text, example="; ".join(dashed))
    if len(sentence.parts) == A_LIST and sentence.whole == line.text.strip(" .") and _are_names(sentence.parts):
        return WORDS.complaint("is-it-a-list", line.number, line.text, example="; ".join(sentence.parts))
    return None


def _miscounted(line: Line, sentence: Sentence, sentences: int) -> Complaint | None:
    """What to say of a line that is nothing but names, though not three.

    Two between commas are also how people greet and sign: they are asked about only in a letter of nothing else.
    """
    parts = sentence.parts
    if len(parts) < A_PAIR or len(parts) == A_LIST or sentence.whole != line.text.strip(" ."):
        return None
    is_list = ";" in sentence.whole or len(parts) > A_LIST or (sentences == 1 and not names.greets(parts[0]))
    if not is_list or ":" in sentence.whole or not all(map(_is_short_name, parts)):
        return None
    return WORDS.complaint("not-three", line.number, line.text, found=_counted([names.printed(each) for each in parts]))


def _is_short_name(text: str) -> bool:
    return names.is_spoken(text) and len(text.split()) <= A_LIST


def _are_names(parts: Sequence[str]) -> bool:
    return all(names.is_name(part, is_strict=True) or names.is_spoken(part) for part in parts)


def _bare(lines: Sequence[Line], said: Sequence[tuple[Line, Sentence]]) -> Iterator[Made]:
    """Three names on three lines: a nomination if nothing stands above but a greeting, else something to ask about."""
    found = _three_rows(said, _is_whole) or _three_rows(said, names.is_spoken)
    if found is None:
        return
    at, rows = found
    first, second, third = (names.printed(_LETTERED.sub("", row)) for row in rows)
    text = f"{first}; {second}; {third}"
    above = [line.text for line in lines if line.number < at]
    is_doubtful = all(map(_LETTERED.match, rows)) or not any(map(_is_whole, rows))
    if len(above) > 1 or is_doubtful or any(text[-1] not in ",!:" for text in above):
        yield WORDS.complaint("is-it-a-list", at, text, example=text)
    else:
        yield Written(Nomination((first, second, third)), at, text)


def _three_rows(
    said: Sequence[tuple[Line, Sentence]], is_row: Callable[[str], bool]
) -> tuple[int, Sequence[str]] | None:
    """The only three lines of that kind that stand together, and the number of the first."""
    plain = {line.number: each.whole for line, each in said if is_row(line.text.strip(" ,."))}
    runs = [at for at in plain if at - 1 not in plain and {at + 1, at + 2} <= plain.keys() and at + 3 not in plain]
    return (runs[0], [plain[number] for number in range(runs[0], runs[0] + A_LIST)]) if len(runs) == 1 else None


def _is_whole(text: str) -> bool:
    """Whether this is a name of two words or more with its capitals, so that nothing else can be meant."""
    return len(text.split()) > 1 and names.is_name(text.strip(" ."), is_strict=True)
