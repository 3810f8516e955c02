"""How one can tell that something happened: each function finds a mail that shows it, or asks the journals for it."""

import re
from decimal import Decimal

from processor.demo.cast import (
    ANNA,
    BEN,
    CHOICE,
    CLARA,
    DAVID,
    DEADPOOL,
    DROPDEAD,
    ELIF,
    GM,
    MALLORY,
    MATCHES,
    PERUDO,
    PLAYERS,
    SHOOTOUT,
    UNPAID,
)
from processor.demo.deadpool import HORSE
from processor.demo.evidence import Evidence, first, is_taken
from processor.demo.kinds import Kind, code_in, is_refused
from processor.demo.post import HELD, INBOX, PROCESSED, PUT_ASIDE, Mail

ROUNDS = 25
_INNINGS = 5

_BOOKED = tuple(code for code in MATCHES if code != SHOOTOUT)
"""The matches in which orders are on file until a deadline."""

Split = tuple[list[list[int]], int | None]

_STANDING = re.compile(r"^What stands for (.+):\n((?: {4}.+\n)+)", re.MULTILINE)
_CAME_IN, _WENT_BACK = re.compile(r"\] (.+) has come in for you"), re.compile(r"\] (.+) goes back to you")
_OLD_ORDERS = re.compile(r"^> +Turn [0-9]+ +[1-6]\+[1-6]=", re.MULTILINE)
_FILLED_IN = re.compile(r"^> +[1-5]\.[0-9]: _+ \w", re.MULTILINE)
_FINED = re.compile(r"Fine +[0-9]+, since turns? .+ outstanding")


def opened_by_mail(evidence: Evidence) -> Mail | None:
    receipts = evidence.mailed(Kind.RECEIPT, "", GM)
    opened = first(mail for mail in receipts if mail.running_text.count("is open for sign-up") == len(MATCHES))
    return opened and first(evidence.mailed(Kind.QUESTION, "", GM))


def strangers_signed_up(evidence: Evidence) -> Mail | None:
    asked = [first(evidence.mailed(Kind.QUESTION, "", each)) for each in PLAYERS]
    seated = [
        first(
            mail
            for mail in evidence.mailed(Kind.RECEIPT, "", each)
            if f"You have a seat in {PERUDO}" in mail.running_text
        )
        for each in PLAYERS
    ]
    return seated[0] if all(asked) and all(seated) else None


def spelled_their_own_way(evidence: Evidence) -> Mail | None:
    """In each match three people at least had orders taken that the receipt spells otherwise than they did."""
    found = {code: [each for each in evidence.letters(*PLAYERS) if _differs(evidence, code, each)] for code in _BOOKED}
    if all(len({letter.sender for letter in letters}) >= 3 for letters in found.values()):
        return found[CHOICE][0]
    return None


def _differs(evidence: Evidence, code: str, letter: Mail) -> bool:
    receipt = evidence.taken(letter)
    if receipt is None or code_in(receipt) != code:
        return False
    return not any(order.removeprefix("A ") in letter.text for order in _orders_on_file(receipt))


def _orders_on_file(receipt: Mail) -> list[str]:
    found = _STANDING.search(receipt.text)
    return [line.strip() for line in found[2].splitlines() if "(on file" not in line] if found else []


def wrong_sum_mended(evidence: Evidence) -> Mail | None:
    receipts = list(evidence.mailed(Kind.RECEIPT, CHOICE, BEN))
    refused = first(mail for mail in receipts if is_refused(mail) and re.search(r"makes [0-9]+, not [0-9]+", mail.text))
    mended = refused and first(mail for mail in receipts if is_taken(mail) and mail.number > refused.number)
    return refused if mended else None


def quoted_reply_read(evidence: Evidence) -> Mail | None:
    """What counted stood above a quotation that holds older orders."""
    return first(
        letter for letter in evidence.letters(ANNA) if _OLD_ORDERS.search(letter.text) and evidence.taken(letter)
    )


def form_filled_in(evidence: Evidence) -> Mail | None:
    return first(
        letter for letter in evidence.letters(ELIF) if _FILLED_IN.search(letter.text) and evidence.taken(letter)
    )


def html_read(evidence: Evidence) -> Mail | None:
    return first(
        letter
        for letter in evidence.letters(CLARA)
        if letter.message.get_content_type() == "text/html" and evidence.taken(letter)
    )


def revised(evidence: Evidence) -> Mail | None:
    """Two letters for one deadline were taken, and what stood after the second is not what stood after the first."""
    before: dict[str, list[str]] = {}
    for receipt in evidence.mailed(Kind.RECEIPT, CHOICE, DAVID):
        found = _STANDING.search(receipt.text)
        if found and is_taken(receipt):
            orders = _orders_on_file(receipt)
            if before.setdefault(found[1], orders) != orders:
                return evidence.letter_of(receipt)
    return None


def revision_counted(evidence: Evidence) -> bool:
    """What the deadline made of each turn is what was filed for it last, and for one of them that was not the first."""
    seat = evidence.seat(CHOICE, DAVID)
    filed: dict[int, list[Split]] = {}
    for event in evidence.events(CHOICE, "OrdersFiled"):
        for order in event["orders"] if event["seat"] == seat else ():
            filed.setdefault(order["turn"], []).append((order["pairs"], order["reject"]))
    made = {
        event["turn"]: (event["pairs"], event["reject"])
        for event in evidence.events(CHOICE, "AllocationMade")
        if event["seat"] == seat
    }
    return all(made[turn] == filed[turn][-1] for turn in made) and any(made[turn] != filed[turn][0] for turn in made)


def late_entry_fined(evidence: Evidence) -> Mail | None:
    return first(mail for mail in evidence.mailed(Kind.RESULTS, CHOICE, ELIF) if "for starting in issue" in mail.text)


def nmr_in_choice(evidence: Evidence) -> Mail | None:
    return first(mail for mail in evidence.mailed(Kind.RESULTS, CHOICE, DAVID) if _FINED.search(mail.text))


def dispute_ruled(evidence: Evidence) -> Mail | None:
    """The GM got a mail about the case, the player the outcome, and somebody else a correction."""
    case = first(evidence.mailed(Kind.CASE, CHOICE, GM))
    told = first(
        mail for mail in evidence.mailed(Kind.RULED, CHOICE, DAVID) if "What was, and what is now:" in mail.text
    )
    others = first(evidence.mailed(Kind.CORRECTION, CHOICE, ANNA))
    return told if case and others else None


def fined_for(evidence: Evidence, why: str) -> bool:
    return why in [event["why"] for event in evidence.events(CHOICE, "EntryFined")]


def nmr_in_perudo(evidence: Evidence) -> Mail | None:
    results = evidence.mailed(Kind.RESULTS, PERUDO, DAVID)
    return first(mail for mail in results if "Between us: no call of yours was on file" in mail.running_text)


def bids_drawn(evidence: Evidence) -> bool:
    """Those who missed a turn after the first got a red N, and every bid that was drawn was for one of them."""
    missed = {event["seat"] for event in evidence.events(PERUDO, "RedNGiven")}
    drawn = {event["seat"] for event in evidence.events(PERUDO, "BidDrawn")}
    return bool(drawn) and missed == drawn


def absence_not_answered(evidence: Evidence) -> Mail | None:
    absence = first(each for each in evidence.letters(DAVID, folder=PROCESSED) if each.header("Auto-Submitted"))
    return absence if absence and evidence.answer(absence) is None else None


def forgery_held(evidence: Evidence) -> Mail | None:
    """It bears the address of a player, who was asked and never confirmed it; so it is held to this day."""
    forged = [each for each in evidence.letters(ANNA, folder=HELD) if MALLORY.address in each.header("Return-Path")]
    asked = [mail for mail in evidence.mailed(Kind.QUESTION, "", ANNA) if "| Entry B" in mail.text]
    return forged[0] if forged and asked else None


def forgery_came_to_nothing(evidence: Evidence) -> bool:
    entries = [event["entry"] for event in evidence.events(CHOICE, "EntryOpened")]
    filed = [order["entry"] for event in evidence.events(CHOICE, "OrdersFiled") for order in event["orders"]]
    return bool(entries) and set(entries) | set(filed) == {"A"}


def every_round_challenged(evidence: Evidence) -> Mail | None:
    ends = evidence.mailed(Kind.ENDED, PERUDO)
    return first(mail for mail in ends if mail.running_text.count("challenged by") == ROUNDS)


def entry_ended(evidence: Evidence) -> Mail | None:
    mails = (mail for kind in (Kind.RESULTS, Kind.ENDED) for mail in evidence.mailed(kind, CHOICE))
    return first(mail for mail in mails if "was rejected for the eighth time" in mail.running_text)


def pot_waited(evidence: Evidence) -> Mail | None:
    waits = (mail for mail in evidence.mailed(Kind.RECEIPT, DROPDEAD, GM) if "could not begin" in mail.subject)
    begun = first(evidence.mailed(Kind.BEGUN, DROPDEAD, ANNA))
    return first(waits) if begun else None


def rolled_for(evidence: Evidence) -> Mail | None:
    results = evidence.mailed(Kind.RESULTS, DROPDEAD, DAVID)
    return first(mail for mail in results if f"{DAVID.name}, rolled for by the house" in mail.running_text)


def forfeits_nothing(evidence: Evidence) -> bool:
    """Who was away did not order the roll, and yet everybody played every inning."""
    innings = evidence.events(DROPDEAD, "InningPlayed")
    silent = {event["seat"] for event in innings if not event["ordered"]}
    return evidence.seat(DROPDEAD, DAVID) in silent and len(innings) == _INNINGS * len(PLAYERS)


def pot_won(evidence: Evidence) -> Mail | None:
    ends = evidence.mailed(Kind.ENDED, DROPDEAD)
    return first(mail for mail in ends if re.search(r"The pot of 2\.50 is (?:theirs|shared)", mail.running_text))


def shots_told(evidence: Evidence) -> Mail | None:
    """A shot was told in the set words, and the mail that tells it calls the next shooter."""
    results = evidence.mailed(Kind.RESULTS, SHOOTOUT)
    told = (mail for mail in results if "IT IS YOUR TURN TO SHOOT" in mail.text)
    return first(mail for mail in told if re.search(r"I Shot .+ (?:killed em|Phooey!)", mail.running_text))


def voted_out(evidence: Evidence) -> Mail | None:
    mails = (mail for kind in (Kind.RESULTS, Kind.ENDED) for mail in evidence.mailed(kind, SHOOTOUT))
    return first(mail for mail in mails if f"{DAVID.name} has been voted out of the match by" in mail.running_text)


def last_one_living(evidence: Evidence) -> Mail | None:
    ends = evidence.mailed(Kind.ENDED, SHOOTOUT)
    return first(mail for mail in ends if "is the last one living, and wins" in mail.running_text)


def horse_replaced(evidence: Evidence) -> Mail | None:
    news = evidence.mailed(Kind.RECEIPT, DEADPOOL, BEN)
    return first(mail for mail in news if f"another name for {HORSE}" in mail.running_text)


def no_horse_counts(evidence: Evidence) -> bool:
    made = {event["seat"]: event["picks"] for event in evidence.events(DEADPOOL, "EntryMade")}
    return HORSE not in made.get(evidence.seat(DEADPOOL, BEN), [HORSE])


def unpaid_left_out(evidence: Evidence) -> Mail | None:
    results = evidence.mailed(Kind.RESULTS, DEADPOOL, UNPAID)
    return first(mail for mail in results if "your fee had not come in" in mail.running_text)


def pool_shared(evidence: Evidence) -> Mail | None:
    """A slip in the name of the deceased was asked back; two had named them, and share."""
    asked = [mail for mail in evidence.mailed(Kind.RECEIPT, DEADPOOL, GM) if "Did you mean" in mail.running_text]
    ends = evidence.mailed(Kind.ENDED, DEADPOOL)
    return first(mail for mail in ends if mail.text.count("shares the win and gets 2.00") == 2) if asked else None


def paid_out(evidence: Evidence) -> Mail | None:
    """After the end of all matches everything that was left in the accounts went back."""
    paid = first(mail for mail in evidence.mailed(Kind.RECEIPT, "", GM) if "goes back to" in mail.running_text)
    return paid if all_told_the_end(evidence) else None


def nothing_lost(evidence: Evidence) -> bool:
    """What came in is what went back."""
    mails = [mail for each in PLAYERS for mail in evidence.mailed(Kind.RECEIPT, "", each)]
    came = [found[1] for mail in mails if (found := _CAME_IN.search(mail.subject))]
    went = [found[1] for mail in mails if (found := _WENT_BACK.search(mail.subject))]
    return bool(went) and sum(map(Decimal, came)) == sum(map(Decimal, went))


def all_told_the_end(evidence: Evidence) -> Mail | None:
    readers = [first(evidence.mailed(Kind.ENDED, code, each)) for code in MATCHES for each in (*PLAYERS, GM)]
    return readers[0] if all(readers) else None


def dice_verified(evidence: Evidence) -> Mail | None:
    if any(evidence.faults.get(code, ("not verified yet",)) for code in MATCHES):
        return None
    return first(evidence.mailed(Kind.ENDED, PERUDO, ANNA))


def nothing_left_lying(evidence: Evidence) -> Mail | None:
    """The service stopped when it was asked to, and had dealt with every letter."""
    left = [letter for folder in (INBOX, PUT_ASIDE) for letter in evidence.letters(folder=folder)]
    dealt_with = list(evidence.letters(folder=PROCESSED))
    return dealt_with[-1] if evidence.stopped_well and dealt_with and not left else None
