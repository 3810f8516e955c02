"""Measures and tells: ``python -m bench``. The exit status is 1 if a figure is not as wanted."""

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from bench.apart import apart
from bench.deadline import deadlines
from bench.idle import idle
from bench.ingest import compare, profile_of_ingest
from bench.replies import from_clients, from_files, scores
from bench.report import Figure, as_json, of_deadlines, of_idle, of_ingest, of_memory, of_replies, shares, table
from bench.season import season
from bench.servers import Servers, servers
from processor.desk.work import BATCH

OTHERS = (10, 1_000, 100_000)


def main() -> int:
    """Measure what was asked for, print it, and say whether all is as wanted."""
    asked = _asked()
    try:
        with TemporaryDirectory(prefix="turnpost-bench-") as folder, servers() as here:
            if asked.profile:
                print("\n".join(shares(*_profile(here, Path(folder), asked.letters))))
                return 0
            figures = list(_figures(asked, here, Path(folder)))
    except pytest.skip.Exception as lack:
        print(f"This cannot be measured here: {lack}", file=sys.stderr)
        return 2
    print(as_json(figures) if asked.json else "\n".join(table(figures)))
    return 0 if all(each.holds for each in figures) else 1


def _asked() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("--letters", type=int, default=2_000, help="how many letters are taken in (default: 2000)")
    parser.add_argument("--times", type=int, default=3, help="how often; the median counts (default: 3)")
    parser.add_argument("--slow", action="store_true", help="take in 20,000 letters too; this takes many minutes")
    parser.add_argument("--only", choices=("ingest", "deadlines", "idle", "replies"), help="measure this alone")
    parser.add_argument("--json", action="store_true", help="write JSON instead of a table")
    parser.add_argument("--profile", action="store_true", help="tell where the time of an ingest goes instead")
    return parser.parse_args()


def _figures(asked: argparse.Namespace, here: Servers, folder: Path) -> Iterator[Figure]:
    if asked.only in (None, "ingest"):
        yield from _ingest(asked, here, folder)
    if asked.only in (None, "deadlines"):
        _tell(f"closing turns among {', '.join(f'{number:,}' for number in OTHERS)} other matches")
        yield of_deadlines(apart(deadlines, folder, OTHERS))
    if asked.only in (None, "idle"):
        _tell("running with nothing to do")
        yield of_idle(idle(here, folder))
    if asked.only in (None, "replies"):
        _tell("finding what is new in answers")
        yield from of_replies("in the corpus", list(scores(from_files())))
        yield from of_replies("of every mail program", list(scores(from_clients())))


def _ingest(asked: argparse.Namespace, here: Servers, folder: Path) -> Iterator[Figure]:
    """Both ways of committing for each number of letters; the smallest number is there for the memory alone."""
    numbers = [asked.letters // 10, asked.letters, *([10 * asked.letters] if asked.slow else [])]
    batches = []
    for number in numbers:
        _tell(f"preparing {number:,} letters")
        its_season = season(folder, number)
        for together in (BATCH, 1)[: 1 if number == numbers[0] else 2]:
            _tell(f"taking {number:,} letters in, {together} to a commit")
            compared = compare(here, its_season, folder, together, 1 if number == numbers[0] else asked.times)
            if number != numbers[0]:
                yield of_ingest(compared, together)
            if together == BATCH:
                batches.append(compared)
    yield of_memory(batches[-2], batches[-1])


def _profile(here: Servers, folder: Path, letters: int):
    _tell(f"preparing {letters:,} letters")
    its_season = season(folder, letters)
    _tell("taking them in")
    profile, seconds = apart(
        profile_of_ingest, its_season.copy(folder, "profile.db"), here.mailbox(its_season.letters), here.relay
    )
    return profile, letters, seconds


def _tell(what: str) -> None:
    print(f"… {what}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
