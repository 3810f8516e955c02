"""The one mail to the GM about a dispute: everything that is needed to rule, and the answers to choose from."""

import re
from typing import Any

from processor.core.game import Game
from processor.core.match import Match
from processor.core.revision import orders_at
from processor.desk.answer import titled
from processor.desk.chronicle import Chronicle
from processor.desk.drafts import send
from processor.desk.enclosing import enclose
from processor.desk.evidence import evidence, put_on_file
from processor.desk.house import File, Sitting
from processor.desk.times import moment
from processor.mail.write import Composed, compose, render
from processor.paths import shipped
from processor.store import roster, tokens
from processor.store.cases import Case
from processor.store.roster import Player

_RULE = re.compile(r"^ ?\d+\. .*?(?=^ ?\d+\. |^[A-Z][A-Z ]+$|\Z)", re.MULTILINE | re.DOTALL)
_RULE_NAMED = re.compile(r"\b(?:rule|ruling) (\d+)", re.IGNORECASE)


def mail_case(
    sitting: Sitting, file: File, case: Case, player: Player, seat: int, happened: Chronicle, anew: str = ""
) -> None:
    """Mail every GM the case. Answering the mail is ruling on it; ``anew`` tells mails about one case apart."""
    match, zone = file.match, sitting.desk.house.zone
    due, stop = happened.set_for(case.turn), happened.stops.get(case.turn)
    then = orders_at(match.game, happened.events, case.turn) or match
    letters = evidence(sitting, case, player, seat, happened, then)
    in_time = [line for each in letters.shown for line in each.lines if not each.is_late and not each.doubt]
    enclosures = enclose(case, [(each.number, each.said.raw) for each in letters.shown])
    hints = [line.made for line in in_time if line.tries and not line.counts]
    is_closed = happened.closed(case.turn) is not None
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
        stop=moment(stop, zone) if is_closed and stop and stop != due else "",
        letters=letters.shown,
        are_more=letters.are_more,
        left_out=enclosures.left_out,
        filed=tuple(put_on_file(match, happened, seat, case.turn, zone)),
        results=_results(match, seat, happened, case.turn),
        rule=rule_in_question(
            match.game, case.words, " ".join(hints), _missing_rule(then, seat) if is_closed else None
        ),
        is_closed=is_closed,
        is_late=any(each.was_in_vain for each in letters.shown),
        scores=match.game.award is not None,
        excuses=match.game.excuse is not None,
    )
    send_to_gms(sitting, "case", case, mail, anew, enclosed=enclosures.enclosed)


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


def _results(match: Match, seat: int, happened: Chronicle, turn: int) -> str:
    """What a turn that has closed made of it, as that seat may see it."""
    if happened.closed(turn) is None:
        return ""
    after = orders_at(match.game, happened.events, turn + 1) or match
    return render(f"{match.game.name}/results.j2", view=match.game.view(after.state, seat)).strip()


def _missing_rule(then: Match, seat: int) -> int | None:
    """The number of the rule on orders that were missing from a seat, if any were when the turn closed."""
    rule = then.game.missing_rule
    return rule(then.state) if rule and (then.owed(seat) or seat in then.undecided) else None


def rule_in_question(game: Game[Any], said: str, hints: str, missing: int | None = None) -> str:
    """The rules that the player names; else the one that our own answers name; else that on what was ``missing``.

    A guess would lead astray: where our answers name several, or nobody has named a rule, it is none of them.
    """
    rules = {found[0].split(".")[0].strip(): found[0].rstrip() for found in _RULE.finditer(_sheet(game))}
    by_player, by_us = (dict.fromkeys(n for n in _RULE_NAMED.findall(each) if n in rules) for each in (said, hints))
    on_missing = {str(missing): None} if missing else {}
    named = by_player or (by_us if len(by_us) == 1 else on_missing)
    return "\n".join(rules[number] for number in named)


def _sheet(game: Game[Any]) -> str:
    return shipped("data", game.name, "rules.txt")
