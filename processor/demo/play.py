"""Plays the demo, from opening the post office to the report."""

import sys
from io import TextIOWrapper
from pathlib import Path
from secrets import token_hex
from tempfile import TemporaryDirectory

from rich.console import Console

from processor.demo.archive import lay_all_down
from processor.demo.cast import EVERYBODY, HOUSE
from processor.demo.folder import README, Unusable, claim, lay_down
from processor.demo.house import House
from processor.demo.post import Post
from processor.demo.report import judge, written
from processor.demo.stage import Stage
from processor.demo.view import tell, watching
from processor.wire.postoffice import PostOffice

FINE, FAILED, INTERRUPTED = 0, 1, 130


def play(folder: Path, quiet: bool = False) -> int:
    """Play all matches and lay everything down. The exit status is 0 only if all happened that was to happen."""
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # not every terminal can show a tick
    console = Console(highlight=False, soft_wrap=True)
    try:
        claim(folder)
    except Unusable as fault:
        console.print(str(fault), markup=False)
        return FAILED
    try:
        with TemporaryDirectory(prefix="turnpost-demo-") as work:
            return _play(folder, Path(work), console, quiet)
    except KeyboardInterrupt:
        console.print("Stopped before the end, and nothing is left running.")
        return INTERRUPTED


def _play(folder: Path, work: Path, console: Console, quiet: bool) -> int:
    password = token_hex(16)
    mailboxes = {HOUSE: password} | {each.address: token_hex(16) for each in EVERYBODY}
    with PostOffice(mailboxes) as office, House(work, office, password) as house, Post(office) as post:
        stage = Stage(post, house)
        with watching(console, quiet) as show:
            trouble = stage.play(show)
        evidence = lay_all_down(folder, post, house)
    verdict = judge(evidence)
    report = written(evidence, verdict, folder, stage.seconds)
    lay_down(folder, {README: report})
    tell(console, report)
    if trouble:
        console.print(f"\n{trouble.words}", markup=False)
    return FAILED if trouble or verdict.missing else FINE
