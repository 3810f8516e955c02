"""The figures as a table and as JSON."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Literal

from bench.deadline import Deadlines
from bench.idle import Idle
from bench.ingest import Compared
from bench.profile import Profile
from bench.replies import Score

Want = Literal["at least", "at most"]


@dataclass(frozen=True)
class Figure:
    """A ratio, what is wanted of it, and what it comes from."""

    what: str
    ratio: float
    want: Want
    limit: float
    of: str

    @property
    def holds(self) -> bool:
        """Whether it is as wanted."""
        return self.ratio >= self.limit if self.want == "at least" else self.ratio <= self.limit


def of_ingest(compared: Compared, together: int) -> Figure:
    """How much of the floor's speed is ours."""
    how, limit = ("each by itself", 0.20) if together == 1 else (f"{together} to a commit", 0.30)
    ours, floor = f"{compared.a_second:.0f} letters a second", f"the floor {compared.floor_a_second:.0f}"
    libraries = f"the libraries alone {compared.libraries_of_floor:.2f} of it, ours {compared.of_libraries:.2f} of that"
    of = f"{ours}, {floor}, {libraries}; {compared.cpu:.2f} ms of processor time a letter"
    return Figure(f"ingest of {compared.letters:,} letters, {how}", compared.ratio, "at least", limit, of)


def of_memory(few: Compared, many: Compared) -> Figure:
    """How much more memory many letters take than few."""
    of = f"{few.memory:.0f} MiB for {few.letters:,} letters, {many.memory:.0f} MiB for {many.letters:,}"
    return Figure("memory", many.memory / few.memory, "at most", 1.25, of)


def of_deadlines(deadlines: Deadlines) -> Figure:
    """How much more a deadline takes among many other matches than among few."""
    took = {number: sum(each) / len(each) for number, each in deadlines.took.items()}
    of = ", ".join(f"{mean:.1f} ms among {number:,} others" for number, mean in took.items())
    return Figure("a deadline among many matches", deadlines.ratio, "at most", 1.3, of)


def of_idle(idle: Idle) -> Figure:
    """How many times its imports a run takes that finds nothing to do."""
    of = f"{min(idle.runs):.2f} s, the imports alone {min(idle.imports):.2f} s"
    return Figure("an idle run-once", idle.ratio, "at most", 1.5, of)


def of_replies(where: str, scores: Sequence[Score]) -> Iterator[Figure]:
    """How well new text is found in answers, by us and by the plain libraries."""
    ours, *others = scores
    for what, limit in (("kept", 1.0), ("clean", 1.0), ("exact", 0.97)):
        theirs = ", ".join(f"{each.reader} {getattr(each, what):.1%}" for each in others)
        of = f"{ours.cases} answers; {theirs}"
        yield Figure(f"new text {what}, {where}", getattr(ours, what), "at least", limit, of)


def table(figures: Sequence[Figure]) -> Iterator[str]:
    """The figures, a line each, for people."""
    width = max(len(each.what) for each in figures)
    yield f"{'':{width}}  ratio  wanted          holds  from"
    for each in figures:
        holds = "yes" if each.holds else "NO"
        yield f"{each.what:{width}}  {each.ratio:5.2f}  {each.want} {each.limit:<6.2f} {holds:<5}  {each.of}"


def as_json(figures: Sequence[Figure]) -> str:
    """The figures for programs."""
    return json.dumps([asdict(each) | {"holds": each.holds} for each in figures], indent=2)


def shares(profile: Profile, letters: int, seconds: float) -> Iterator[str]:
    """Where the time of an ingest goes."""
    yield f"{1000 * seconds / letters:.2f} ms of processor time a letter, of which"
    for step, share in profile.shares():
        if share >= 0.005:
            yield f"{share:6.1%}  {step}"
            yield from (f"            {part:5.1%}  {name}" for name, part in profile.within(step, 3) if part >= 0.01)
