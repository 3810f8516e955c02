"""Where the time goes: looks again and again, in processor time, at what is being done just then."""

import signal
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import FrameType

INTERVAL = 0.001

STEPS: Mapping[str, str] = {
    "processor.wire.imap": "talk to the mailbox",
    "processor.wire.smtp": "hand mail over",
    "processor.store.inbox": "keep letters and note what became of them",
    "processor.store.mailboxes": "note what was read and moved",
    "processor.store.journal": "write and read the journal",
    "processor.store.outbox": "put mail into the outbox and take it out",
    "processor.store": "look up players, tokens and matches",
    "processor.mail.read": "read the mail",
    "processor.mail.screen": "tell people from machines",
    "processor.mail.route": "read the mail",
    "processor.mail.parse": "read the house's words",
    "processor.mail.write": "write the answer",
    "processor.games": "read, check and show orders",
    "processor.core.referee": "decide",
    "processor.desk": "the desk itself",
    "processor.daemon": "the rounds themselves",
}
"""The steps, by the modules that they begin in. What is in no step belongs to the step that called it."""


@dataclass
class Profile:
    """How often each step was met, and each of our own functions within it."""

    steps: Counter[str] = field(default_factory=Counter)
    functions: Counter[tuple[str, str]] = field(default_factory=Counter)

    def shares(self) -> list[tuple[str, float]]:
        """Every step with its share of the time, the greatest first."""
        return [(step, number / self._total) for step, number in self.steps.most_common()]

    def within(self, step: str, most: int) -> list[tuple[str, float]]:
        """Our own functions in which a step spends most, with their shares of the whole."""
        own = Counter({name: number for (its_step, name), number in self.functions.items() if its_step == step})
        return [(name, number / self._total) for name, number in own.most_common(most)]

    @property
    def _total(self) -> int:
        return self.steps.total() or 1

    def note(self, frame: FrameType | None) -> None:
        """Count what is being done in that frame."""
        mine = [each for each in _outwards(frame) if _module(each).startswith("processor.")]
        if mine:
            step = next((STEPS[name] for each in mine if (name := _begins(each))), "something else")
            self.steps[step] += 1
            self.functions[step, f"{_module(mine[0]).removeprefix('processor.')}.{mine[0].f_code.co_qualname}"] += 1


@contextmanager
def profiled() -> Iterator[Profile]:
    """``with profiled() as profile``: what the main thread did meanwhile, as long as the others did nothing."""
    profile = Profile()
    before = signal.signal(signal.SIGPROF, lambda _number, frame: profile.note(frame))
    signal.setitimer(signal.ITIMER_PROF, INTERVAL, INTERVAL)
    try:
        yield profile
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def _outwards(frame: FrameType | None) -> Iterator[FrameType]:
    while frame is not None:
        yield frame
        frame = frame.f_back


def _module(frame: FrameType) -> str:
    return str(frame.f_globals.get("__name__", ""))


def _begins(frame: FrameType) -> str:
    """The step that this frame's module belongs to, by the longest name that fits."""
    name = _module(frame)
    if name in ("processor.store.database", "processor.store.columns"):  # through these go all who ask the database
        return ""
    return max((each for each in STEPS if name == each or name.startswith(f"{each}.")), key=len, default="")
