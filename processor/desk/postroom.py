"""Does what the GM says about letters that were not carried out, and tells of mail that comes back.

What is shown of a letter is its outside: who sent it, when it came, and its subject. A subject with a reply token or
orders in it is kept back: a GM may have a seat in the match and must not learn them before the deadline either.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import assert_never

from processor.core.text import lines, normalise
from processor.desk import caselist, casepapers
from processor.desk.answer import Outcome, Section, told
from processor.desk.house import Sitting
from processor.desk.ordering import reads_as_orders
from processor.desk.times import moment
from processor.mail import commands
from processor.mail.read import read
from processor.mail.route import signs
from processor.mail.write import has_phrase, phrase
from processor.store import inbox, outbox, roster
from processor.store.database import Store
from processor.store.inbox import BOUNCE, Envelope, Status, bounces_of
from processor.store.outbox import Posted
from processor.store.roster import Player

Change = Callable[[Store, int], bool]

MOST_LISTED = 40
_HEAD = 20_000
"""Bytes of a letter that are read to show its outside."""


def obey(sitting: Sitting, command: commands.PostCommand) -> Outcome:
    """Carry out one command of the GM about the post, or tell what else waits on the desk."""
    match command:
        case commands.Held():
            return _list(sitting, "held", inbox.held(sitting.store))
        case commands.PutAside(letter=number):
            aside = partial(inbox.set_aside, reason="by-gm")
            return _change(sitting, number, aside, "set-aside", "cannot-put-aside") if number else _list_aside(sitting)
        case commands.Retry(letter=number):
            return _retry(sitting, number)
        case commands.Release(letter=number):
            return _release(sitting, number)
        case commands.Bounces():
            return _bounces(sitting)
        case commands.Cases():
            return caselist.waiting(sitting)
        case commands.CaseLetters(case=number):
            return casepapers.send_letters(sitting, number)
        case _:
            assert_never(command)


def became(sitting: Sitting, number: int) -> Outcome:
    """What has become of a letter that was opened again."""
    letter = inbox.letter(sitting.store, number)
    return told(f"became-{letter.status}", number=number, why=_why(letter)) if letter else _unknown(number)


# --- Letters ----------------------------------------------------------------------------------------------


def _list(sitting: Sitting, status: Status, letters: Sequence[Envelope]) -> Outcome:
    if not letters:
        return told(f"none-{status}")
    shown = [phrase("letter-in-list", _outside(sitting, each)) for each in letters[:MOST_LISTED]]
    more = len(letters) - len(shown)
    shown += [phrase("more-letters", {"more": more})] if more else []
    allowed = next((each.id for each in letters if each.proof != "denied"), None)
    label = f"words-{status}" if allowed or status != "held" else "words-held-denied"
    text = "\n\n".join([*shown, phrase(label, {"number": allowed or letters[0].id})])
    return Outcome(sections=(Section(phrase(f"title-{status}"), text),))


def _list_aside(sitting: Sitting) -> Outcome:
    return _list(sitting, "put-aside", inbox.put_aside(sitting.store))


def _retry(sitting: Sitting, number: int) -> Outcome:
    letter = inbox.letter(sitting.store, number)
    if letter is not None and letter.truncated:
        return told("only-headers", **_outside(sitting, letter))
    return _change(sitting, number, inbox.retry, "retried", "cannot-retry")


def _release(sitting: Sitting, number: int) -> Outcome:
    """Let a letter through that its writer has not proved, unless its supposed writer says that it is not theirs."""
    letter = inbox.letter(sitting.store, number)
    if letter is not None and letter.truncated:
        return told("only-headers", **_outside(sitting, letter))
    if letter is not None and letter.proof == "denied":
        return told("cannot-release-denied", **_outside(sitting, letter))
    if letter is not None and letter.status == "put-aside" and (letter.proof == "proved" or letter.player is None):
        return told("cannot-release-aside", number=number, why=_why(letter))
    return _change(sitting, number, inbox.release, "released", "cannot-release")


def _change(sitting: Sitting, number: int, change: Change, done: str, refused: str) -> Outcome:
    """Have something else become of a letter, and say so, or that it could not be."""
    letter = inbox.letter(sitting.store, number)
    if letter is None:
        return _unknown(number)
    if not change(sitting.store, number):
        return told(refused, number=number, status=phrase(f"is-{letter.status}"))
    return told(done, **_outside(sitting, letter))


def _unknown(number: int) -> Outcome:
    return told("no-such-letter", number=number)


def _outside(sitting: Sitting, envelope: Envelope) -> dict[str, object]:
    """What may be shown of a letter."""
    kept = inbox.letter(sitting.store, envelope.id)
    letter = read(kept.raw[:_HEAD] if kept else b"")
    name, address = letter.sender_name, envelope.sender or ", ".join(letter.senders)
    gives_away = bool(signs(letter).tokens) or reads_as_orders(sitting, lines(normalise(letter.subject)))
    return {
        "number": envelope.id,
        "sender": (f"{name} <{address}>" if name else address) or phrase("no-sender"),
        "subject": phrase("hidden-subject") if gives_away else letter.subject or phrase("no-subject"),
        "arrived": moment(envelope.arrived, sitting.desk.house.zone),
        "why": _why(envelope),
    }


def _why(envelope: Envelope) -> str:
    """Why a letter is where it is, in words; the code of a reason that has none."""
    label = f"aside-{envelope.reason}"
    why = phrase(label) if has_phrase(label) else envelope.reason
    if envelope.proof != "denied":
        return why
    return phrase("aside-denied") if envelope.status == "held" else f"{why}; {phrase('aside-denied')}"


# --- Mail that comes back ---------------------------------------------------------------------------------


def _bounces(sitting: Sitting) -> Outcome:
    """The players whose address refuses our mail, or some of it, and the mails that were given up, the last first."""
    everybody = roster.everybody(sitting.store)
    marked = [each for each in everybody if each.bouncing]
    others = [(each, came) for each in everybody if not each.bouncing and (came := bounces_of(sitting.store, each.id))]
    given_up = outbox.undeliverable(sitting.store)[::-1]
    if not marked and not others and not given_up:
        return told("no-bounces")
    return Outcome(sections=(*_refusing(marked), *_troubled(sitting, others), *_given_up(sitting, given_up)))


def _refusing(players: Sequence[Player]) -> Iterator[Section]:
    if players:
        shown = [f"  {phrase('bounces-line', {'name': each.name, 'address': each.address})}" for each in players]
        yield Section(phrase("title-bounces"), "\n".join([*shown, "", phrase("words-bounces")]))


def _troubled(sitting: Sitting, players: Sequence[tuple[Player, Sequence[Envelope]]]) -> Iterator[Section]:
    """Whose mail has come back or is late though the address is good: since when, and what was said of it last."""
    if not players:
        return
    shown = []
    for player, came in players:
        since = moment(came[0].arrived, sitting.desk.house.zone)
        label = f"came-back-{came[-1].reason.removeprefix(BOUNCE)}"
        why = phrase(label if has_phrase(label) else "came-back-passing")
        facts = {"name": player.name, "address": player.address, "since": since, "why": why}
        shown.append(f"  {phrase('came-back-line', facts)}")
    yield Section(phrase("title-came-back"), "\n".join(shown))


def _given_up(sitting: Sitting, mails: Sequence[Posted]) -> Iterator[Section]:
    if mails:
        shown = [phrase("given-up-line", _refusal(sitting, each)) for each in mails[:MOST_LISTED]]
        more = len(mails) - len(shown)
        shown += [phrase("more-mails", {"more": more})] if more else []
        yield Section(phrase("title-given-up"), "\n\n".join(shown))


def _refusal(sitting: Sitting, mail: Posted) -> dict[str, str]:
    due = moment(mail.due, sitting.desk.house.zone)
    return {"address": mail.recipient, "kind": mail.kind, "due": due, "words": mail.last_error}
