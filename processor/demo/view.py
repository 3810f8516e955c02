"""How the demo looks while it runs: a live picture on a terminal, plain lines elsewhere, or nothing at all."""

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.table import Table as Grid
from rich.text import Text

from processor.demo.board import Board, Table
from processor.demo.happenings import HAPPENINGS, Happening
from processor.demo.report import DONE, MISSING

Show = Callable[[Board, Collection[Happening], float], None]
"""Show the board, what has happened so far, and the seconds since the demo began."""

_STYLES = {DONE: "green", MISSING: "bold red", "      ": "dim"}

_WIDE = 130
_BESIDE = 72


@contextmanager
def watching(console: Console, quiet: bool) -> Iterator[Show]:
    """Something that shows how the demo goes on, as it suits where it is shown."""
    if quiet:
        yield lambda board, happened, seconds: None
    elif console.is_terminal:
        with Live(console=console, transient=True, auto_refresh=False, vertical_overflow="crop") as live:
            yield lambda board, happened, seconds: live.update(
                picture(board, happened, seconds, console.width, console.height), refresh=True
            )
    else:
        yield _in_lines(console)


def picture(board: Board, happened: Collection[Happening], seconds: float, width: int, height: int) -> RenderableType:
    """Everything at one look: the matches, what has happened, and the latest mails."""
    title = Text(f"Five matches by real mail on this machine: {board.mails} mails in {seconds:.0f} seconds", "bold")
    head = Group(title, Text(), *(_table(each, seconds) for each in board.tables.values()), Text())
    room = height - len(board.tables) - 4
    if width >= _WIDE:
        sides = Grid.grid(padding=(0, 3))
        sides.add_column(width=_BESIDE)
        sides.add_column(ratio=1)
        sides.add_row(_ticks(happened, room), _latest(board, room))
        return Group(head, sides)
    beneath = room - len(HAPPENINGS) - 2
    ticks = _ticks(happened, room)
    return Group(head, ticks, Text(), _latest(board, beneath)) if beneath > 0 else Group(head, ticks)


def tell(console: Console, report: str) -> None:
    """Print the report. What it ticks off is green, what is missing red."""
    for line in report.rstrip("\n").split("\n"):
        style = next((style for mark, style in _STYLES.items() if line.startswith(mark)), "")
        console.print(Text(line, style))


def _table(table: Table, seconds: float) -> Text:
    closes = "" if table.closes is None else f", closes in {max(0.0, table.closes - seconds):.0f} s"
    orders = f"   orders from {', '.join(table.orders_from)}" if table.orders_from else ""
    return Text.assemble(
        (f"{table.code:10}", "bold"), f" {table.stage}{closes}", (orders, "cyan"), no_wrap=True, overflow="ellipsis"
    )


def _ticks(happened: Collection[Happening], room: int) -> Text:
    """Everything that is to happen; where there is no room for all of it, what happened last and what comes next."""
    shown: Sequence[Happening] = HAPPENINGS
    if len(HAPPENINGS) > room:
        open_ones = [each for each in HAPPENINGS if each not in happened]
        recent = [*happened][-(room - min(len(open_ones), room // 2)) :]
        shown = [*recent, *open_ones][:room]
    return Text("\n").join(_tick(each, each in happened) for each in shown)


def _tick(happening: Happening, has_happened: bool) -> Text:
    return Text(f"✔ {happening.text}", "green") if has_happened else Text(f"· {happening.text}", "dim")


def _latest(board: Board, most: int) -> Text:
    return Text("\n".join(list(board.lines)[-most:]), "dim", no_wrap=True, overflow="ellipsis")


def _in_lines(console: Console) -> Show:
    """A line for each thing when it happens, and for each turn when it begins."""
    told: set[str] = set()

    def show(board: Board, happened: Collection[Happening], seconds: float) -> None:
        stages = [f"  {table.code}: {table.stage}" for table in board.tables.values()]
        ticks = [f"✔ {each.text}" for each in HAPPENINGS if each in happened]
        for line in (*stages, *ticks):
            if line not in told:
                told.add(line)
                console.print(f"{seconds:4.0f} s  {line}", markup=False)

    return show
