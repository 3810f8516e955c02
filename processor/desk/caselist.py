"""Lists the disputes that are not settled: for the GM all that wait for a word, for a player their own."""

from collections.abc import Iterator

from processor.desk.answer import Outcome, Section, told
from processor.desk.chronicle import chronicle
from processor.desk.files import find
from processor.desk.house import File, Sitting
from processor.desk.times import moment
from processor.mail.write import phrase
from processor.store import cases
from processor.store.cases import Case
from processor.store.roster import Player

_LONGEST = 60


def waiting(sitting: Sitting) -> Outcome:
    """The disputes that wait for the GM, by whom and since when, with how each of them begins."""
    lines = [
        phrase("case-waits", {**_facts(case, file), "name": _name(sitting, file, case), "since": _since(sitting, case)})
        for case in cases.waiting(sitting.store)
        if (file := find(sitting, case.match)) is not None
    ]
    if not lines:
        return told("no-cases")
    text = "\n\n".join([*lines, phrase("case-how")])
    return Outcome(sections=(Section(phrase("cases-title"), text),))


def own(sitting: Sitting, player: Player, code: str) -> Outcome:
    """A player's own disputes in a match that are not settled yet; nothing where there are none."""
    lines = list(_own(sitting, player, code))
    return Outcome(sections=(Section(phrase("own-cases-title"), "\n".join(lines)),)) if lines else Outcome()


def _own(sitting: Sitting, player: Player, code: str) -> Iterator[str]:
    file = find(sitting, code)
    for case in cases.of_match(sitting.store, code):
        if file is not None and case.player == player.id and case.status != "closed":
            at = moment(case.opened, player.zone)
            yield phrase("own-case", {**_facts(case, file), "at": at, "gm": sitting.desk.house.gm_name})


def _facts(case: Case, file: File) -> dict[str, object]:
    begins = " ".join(case.words.split())
    begins = begins if len(begins) <= _LONGEST else f"{begins[:_LONGEST].rsplit(' ', 1)[0]} …"
    wants = phrase("case-wants-word" if case.status == "to-confirm" else "case-wants-ruling")
    unit = file.match.game.unit
    return {"case": case.name, "code": case.match, "unit": unit, "turn": case.turn, "begins": begins, "wants": wants}


def _name(sitting: Sitting, file: File, case: Case) -> str:
    """The name at the table of whoever disputes, also where somebody else sits there by now."""
    seat = chronicle(sitting, file.match).seat_of(case.player)
    return file.match.seats[seat].name if seat is not None else str(case.player)


def _since(sitting: Sitting, case: Case) -> str:
    return moment(case.opened, sitting.desk.house.zone)
