"""The one mail to the GM about a dispute: everything that is needed to rule, and the answers to choose from."""

import math
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from processor.core.game import Game
from processor.core.match import Match
from processor.core.orders import Line
from processor.core.revision import orders_at
from processor.desk.answer import penalty, titled
from processor.desk.chronicle import Chronicle
from processor.desk.drafts import send
from processor.desk.house import File, Sitting
from processor.desk.times import moment
from processor.mail.newtext import MARK
from processor.mail.parse import parse
from processor.mail.read import read
from processor.mail.write import Composed, compose, has_phrase, phrase, render, text_of
from processor.paths import shipped
from processor.store import inbox, outbox, roster, tokens
from processor.store.cases import Case
from processor.store.inbox import Envelope
from processor.store.roster import Player

_MOST_LETTERS = 5
_RULE = re.compile(r"^ ?\d+\. .*?(?=^ ?\d+\. |^[A-Z][A-Z ]+$|\Z)", re.MULTILINE | re.DOTALL)
_RULE_NAMED = re.compile(r"\b(?:rule|ruling) (\d+)", re.IGNORECASE)
_WORD = re.compile(r"[a-z]{4,}")


@dataclass(frozen=True)
class Evidence:
    """A letter of the player: when it came, whether in time, how each line was read, and the receipt it got."""

    number: int
    arrived: str
    is_late: bool
    became: str
    lines: tuple["LineRead", ...]
    receipt: str

    @property
    def matters(self) -> bool:
        """Whether it may have to do with the turn: it was not carried out, tried to order in time, or came too late."""
        return bool(self.became) or any(line.counts or (line.tries and not self.is_late) for line in self.lines)


@dataclass(frozen=True)
class LineRead:
    """A line of a letter and what was made of it: whether it tries to be an order, and is one for the turn."""

    text: str
    made: str
    tries: bool = True
    counts: bool = False


def mail_case(
    sitting: Sitting, file: File, case: Case, player: Player, seat: int, happened: Chronicle, anew: str = ""
) -> None:
    """Mail every GM the case. Answering the mail is ruling on it; ``anew`` tells mails about one case apart."""
    match, zone = file.match, sitting.desk.house.zone
    letters = letters_for(sitting, case, player, happened)
    due = happened.due(case.turn)
    then = orders_at(match.game, happened.events, case.turn) or match
    evidence = [
        _evidence(sitting, match, seat, each, not happened.in_time(case.turn, each.arrived), then) for each in letters
    ]
    evidence = [each for each in evidence if each.matters][-_MOST_LETTERS:]
    results = _results(match, seat, happened, case.turn)
    raw = [(each.number, inbox.letter(sitting.store, each.number)) for each in evidence]
    enclosed = tuple((f"{case.name}-letter-{number}.eml", letter.raw) for number, letter in raw if letter)
    in_time = [line for each in evidence for line in each.lines if not each.is_late]
    hints = [line.made for line in in_time if line.tries and not line.counts]
    missing = "" if any(line.counts for line in in_time) else penalty(then, match.game.view(then.state, seat))
    about = " ".join([case.words, *hints, missing])
    mail = compose(
        "case",
        case=case,
        house=sitting.desk.house.name,
        code=match.code,
        title=titled(match),
        unit=match.game.unit,
        name=match.seats[seat].name,
        player=player,
        is_masked=bool(match.game.pseudonyms),
        opened=moment(case.opened, zone),
        due=moment(due, zone) if due else "",
        evidence=evidence,
        results=results,
        rule=rule_in_question(match.game, about),
        is_late=any(each.is_late or each.became for each in evidence),
        scores=match.game.award is not None,
        excuses=match.game.excuse is not None,
    )
    send_to_gms(sitting, "case", case, mail, anew, enclosed=enclosed)


def send_to_gms(
    sitting: Sitting,
    kind: str,
    case: Case,
    mail: Composed,
    *cause: object,
    enclosed: tuple[tuple[str, bytes], ...] = (),
) -> None:
    """Mail every GM something about a case, to be answered to that case."""
    for gm in roster.everybody(sitting.store, "gm"):
        token = sitting.desk.token("case", gm.id, case.id)
        if tokens.token(sitting.store, token) is None:
            tokens.issue_token(sitting.store, token, kind="case", player=gm.id, case=case.id)
        send(sitting, kind, gm, mail, case.id, *cause, enclosed=enclosed, token=token)


def letters_for(sitting: Sitting, case: Case, player: Player, happened: Chronicle) -> tuple[Envelope, ...]:
    """The player's letters that may matter: from the deadline before the disputed one up to the dispute itself."""
    since = happened.entries[0].at
    found = inbox.of_writer(sitting.store, player.id, player.address, since, case.opened)
    before = [each.id for each in found if case.turn > 1 and happened.in_time(case.turn - 1, each.arrived)]
    return tuple(each for each in found if each.id not in (*before, case.letter))


def order_lines(sitting: Sitting, match: Match, raw: bytes) -> tuple[Line, ...]:
    """The lines of a letter that may be orders for a match."""
    parsed = parse(read(raw).text, [match.code], words=sitting.desk.words)
    return tuple(line for block in parsed.blocks if block.match in (None, match.code) for line in block.lines)


def _results(match: Match, seat: int, happened: Chronicle, turn: int) -> str:
    """What a turn that has closed made of it, as that seat may see it."""
    if happened.closed(turn) is None:
        return ""
    after = orders_at(match.game, happened.events, turn + 1) or match
    return render(f"{match.game.name}/results.j2", view=match.game.view(after.state, seat)).strip()


def rule_in_question(game: Game[Any], words: str) -> str:
    """The rule that the words name, or else the one that has most to do with them."""
    rules = {found[0].split(".")[0].strip(): found[0].rstrip() for found in _RULE.finditer(_sheet(game))}
    named = [rules[number] for number in _RULE_NAMED.findall(words) if number in rules]
    if named:
        return named[0]
    commonness = Counter(word for rule in rules.values() for word in _words(rule))
    said = _words(words)

    def nearness(rule: str) -> float:
        return sum(math.log(len(rules) / commonness[word]) for word in said & _words(rule))

    return max(rules.values(), key=nearness, default="")


def _sheet(game: Game[Any]) -> str:
    return shipped("data", game.name, "rules.txt")


def _words(text: str) -> set[str]:
    return set(_WORD.findall(text.casefold()))


def _evidence(sitting: Sitting, match: Match, seat: int, letter: Envelope, is_late: bool, then: Match) -> Evidence:
    kept = inbox.letter(sitting.store, letter.id)
    lines = order_lines(sitting, match, kept.raw) if kept else ()
    why = f"aside-{letter.reason}"
    became = (phrase(why) if has_phrase(why) else letter.reason) if letter.status != "done" else ""
    return Evidence(
        letter.id,
        moment(letter.arrived, sitting.desk.house.zone),
        is_late,
        became,
        tuple(_read_line_by_line(then, seat, lines)),
        _receipt(sitting, letter),
    )


def _read_line_by_line(then: Match, seat: int, lines: Sequence[Line]) -> Iterator[LineRead]:
    """What each line was taken for: an order in canonical form, a slip with its hint, or nothing."""
    game = then.game
    reading = game.read(lines)
    checked = game.check(then.state, seat, (), reading.written)
    wrong = {each.line: each.hint for each in (*reading.complaints, *checked.complaints)}
    orders: dict[int, list[str]] = {}
    for each in reading.written:
        orders.setdefault(each.line, []).append(game.say(each.order))
    for line in lines:
        if line.number in wrong:
            yield LineRead(line.text, phrase("line-refused", {"hint": wrong[line.number]}))
        elif line.number in orders:
            yield LineRead(line.text, phrase("line-taken", {"what": "; ".join(orders[line.number])}), counts=True)
        elif line.text.strip():
            yield LineRead(line.text, phrase("line-left"), tries=False)


def _receipt(sitting: Sitting, letter: Envelope) -> str:
    """The receipt that the letter got, as it was sent."""
    for posted in outbox.answers_to(sitting.store, letter.id):
        mail = outbox.draft(sitting.store, posted.id) if posted.kind == "receipt" else None
        if mail is not None:
            return text_of(mail.mime).removeprefix(MARK).strip()
    return ""
