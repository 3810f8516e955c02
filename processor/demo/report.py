"""What is told at the end: the standings, what to look at, and whether everything happened that was to happen."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from processor.demo.cast import GM, MATCHES
from processor.demo.evidence import Evidence, first
from processor.demo.folder import FIRST_LINE, proof_name
from processor.demo.happenings import HAPPENINGS, Happening
from processor.demo.kinds import Kind
from processor.demo.post import Mail

DONE, MISSING = "  ✔", "  ✘"

_STANDINGS = re.compile(
    r"^(?:THE FINAL TABLE|FINAL STANDINGS|THE PLAYERS|THE POOL IS WON\n\n(?:.+\n)+)\n+((?:.+\n)+)", re.MULTILINE
)


@dataclass(frozen=True)
class Verdict:
    """For everything that was to happen the mail that shows it, or nothing."""

    found: Mapping[Happening, Mail | None]

    @property
    def missing(self) -> tuple[Happening, ...]:
        return tuple(happening for happening, mail in self.found.items() if mail is None)


def judge(evidence: Evidence) -> Verdict:
    """What happened, by the mails and the journals."""
    return Verdict({each: each.seen(evidence) if each.proved(evidence) else None for each in HAPPENINGS})


def written(evidence: Evidence, verdict: Verdict, folder: Path, seconds: float) -> str:
    """The whole report, as it is shown and laid down with the mails."""
    lines = [
        FIRST_LINE,
        *_sights(verdict),
        *_dice(evidence, folder),
        *_standings(evidence),
        *_conclusion(verdict, f"in {seconds:.0f} seconds, with {len(evidence.mails)} mails. They are in {folder}."),
    ]
    return "\n".join(lines) + "\n"


def _standings(evidence: Evidence) -> Iterator[str]:
    for code in MATCHES:
        mail = first(evidence.mailed(Kind.ENDED, code, GM))
        found = _STANDINGS.search(mail.text) if mail else None
        if mail and found:
            title = mail.subject.partition("] ")[2].partition(" has ended")[0]
            yield from ("", f"{title} ({code})", "", *found[1].rstrip().split("\n"))


def _sights(verdict: Verdict) -> Iterator[str]:
    yield from ("", "What happened, and a mail that shows it", "")
    for happening, mail in verdict.found.items():
        yield f"{DONE if mail else MISSING} {happening.text}"
        yield f"      {mail.path if mail else 'no mail shows it, or the journal does not bear it out'}"


def _dice(evidence: Evidence, folder: Path) -> Iterator[str]:
    yield from ("", "The proofs, which anybody can check with the file alone", "")
    for code, faults in evidence.faults.items():
        yield f"{MISSING if faults else DONE} turnpost verify {folder / proof_name(code)}"
        yield from (f"      {fault}" for fault in faults or ("All of it holds.",))


def _conclusion(verdict: Verdict, circumstances: str) -> Iterator[str]:
    if verdict.missing:
        yield from ("", f"Not everything happened that was to happen, {circumstances}")
        yield from (f"{MISSING} {happening.text}" for happening in verdict.missing)
    else:
        yield from ("", f"Everything happened that was to happen, {circumstances}")
