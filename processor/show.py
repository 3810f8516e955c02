"""How things look on the terminal."""

from collections.abc import Sequence
from datetime import datetime
from io import StringIO
from itertools import groupby
from operator import attrgetter
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

if TYPE_CHECKING:  # what is shown need not be loaded to show something else
    from rich.table import Table

    from processor.core.odds import OddsTable
    from processor.daemon.checkup import Finding
    from processor.desk.answer import Outcome
    from processor.desk.counter import Overview
    from processor.inspection import Inspection


def outcome(answer: "Outcome") -> str:
    """What came of an instruction."""
    pieces = [*answer.told]
    for hint, alike in groupby(answer.complaints, key=attrgetter("hint")):
        pieces.append("\n".join([*(each.text for each in alike), f"    {hint}"]))
    pieces += [remark.words for remark in answer.remarks]
    pieces += [
        f"{section.title}\n{'-' * len(section.title)}\n{_without_blank_ends(section.text)}"
        for section in answer.sections
    ]
    return "\n\n".join(pieces)


def _without_blank_ends(text: str) -> str:
    """The text without blank lines above and below; its first line stays as far in as it is."""
    return text.strip("\n").rstrip()


def table(overview: "Overview", zone: str) -> str:
    """The matches in a table, and below it what waits."""
    from rich.table import Table

    heads = ("match", "game", "state", "turn", f"closes ({zone})", "title")
    rows = Table(*heads, box=None, pad_edge=False, header_style="bold")
    for row in overview.rows:
        rows.add_row(row.code, row.game, row.state, str(row.turn or "-"), _local(row.due, zone), row.title)
    waiting = [_counted(number, "letter", status) for status, number in overview.letters.items() if number]
    waiting += [_counted(number, "mail", status) for status, number in overview.mails.items()]
    head = _printed(rows) if overview.rows else "There are no matches yet. To open one: turnpost gm help new\n"
    return f"{head}\n{', '.join(waiting) or 'Nothing waits.'}"


def inspection(found: "Inspection") -> str:
    """One inspected mail, for a person."""
    lines = [
        f"{found.file}: {found.kind} ({found.reason})",
        f"  from     {found.sender or 'nobody in particular'}",
        f"  subject  {found.subject}",
    ]
    if found.doubt:
        lines.append(f"  doubt    {found.doubt}: its orders would be asked back")
    lines += [f"  order    {order}" for order in found.orders]
    lines += [f"  command  {command}" for command in found.commands]
    lines += [f"  wrong    {each.text}\n           {each.hint}" for each in found.complaints]
    lines += ["  new text", *(f"    | {line}" for line in found.new_text.split("\n"))]
    return "\n".join(lines)


def finding(found: "Finding") -> str:
    """One line of the check-up, and what to do where it is not well."""
    mark = "ok  " if found.well else "BAD "
    return f"{mark} {found.what}" + (f"\n     {found.advice}" if found.advice else "")


def _counted(number: int, what: str, status: str) -> str:
    return f"{number} {what if number == 1 else what + 's'} {status}"


def odds_tables(tables: Sequence["OddsTable"]) -> str:
    """Tables of chances, rounded for reading."""
    return "\n\n".join(_odds_table(each) for each in tables)


def odds_as_json(game: str, tables: Sequence["OddsTable"]) -> dict[str, object]:
    """The same tables for programs, every figure an exact fraction such as 2/3."""
    return {"game": game, "tables": [{"title": each.title, "rows": _odds_rows(each)} for each in tables]}


def _odds_rows(table: "OddsTable") -> list[dict[str, object]]:
    names = [column.replace(" ", "_") for column in table.columns]
    return [{table.cases: case, **dict(zip(names, map(str, row), strict=True))} for case, row in table.rows]


def _odds_table(table: "OddsTable") -> str:
    widths = [max(12, len(column) + 2) for column in table.columns]
    head = "".join(f"{column:>{width}}" for column, width in zip(table.columns, widths, strict=True))
    rows = [
        f"{case:>6}" + "".join(f"{float(figure):>{width}.6f}" for figure, width in zip(row, widths, strict=True))
        for case, row in table.rows
    ]
    return "\n".join([table.title, "", f"{table.cases:>6}{head}", *rows])


def _local(due: datetime | None, zone: str) -> str:
    return f"{due.astimezone(ZoneInfo(zone)):%a %d %b %Y %H:%M}" if due else "-"


def _printed(rows: "Table") -> str:
    from rich.console import Console

    page = StringIO()
    Console(file=page, width=110).print(rows)
    return page.getvalue()
