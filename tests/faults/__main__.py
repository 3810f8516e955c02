"""Meets every fault in turn and prints what came of it: ``python -m tests.faults``."""

import sys

from tests.faults.play import met, wanted
from tests.faults.table import every_fault


def main() -> int:
    """A line for each fault; the exit status says whether all ended as they should."""
    wrong = 0
    for fault in every_fault():
        fate = met(fault)
        well = fate == wanted(fault)
        wrong += not well
        said = ", ".join(filter(None, fate.said)) or "nothing"
        print(
            f"{'ok  ' if well else 'BAD '}{fault.side}: {fault.name}\n      said: {said}; {fault.outcome}", flush=True
        )
        if not well:
            print(f"      but: {fate}", flush=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
