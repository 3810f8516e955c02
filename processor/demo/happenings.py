"""What must happen in the demo."""

from collections.abc import Callable
from dataclasses import dataclass

from processor.demo import sightings as see
from processor.demo.cast import CHOICE, PERUDO, SHOOTOUT
from processor.demo.evidence import Evidence
from processor.demo.post import Mail


@dataclass(frozen=True)
class Happening:
    """Something that must happen: ``seen`` finds a mail that shows it, ``proved`` asks the journals besides."""

    text: str
    seen: Callable[[Evidence], Mail | None]
    proved: Callable[[Evidence], bool] = lambda _: True


HAPPENINGS = (
    Happening("The GM opens five matches by mail, and confirms that it was she", see.opened_by_mail),
    Happening("Five strangers sign up and confirm their addresses", see.strangers_signed_up),
    Happening("Orders spelled in many ways are understood", see.spelled_their_own_way),
    Happening("A wrong sum is refused, and mended by the next letter", see.wrong_sum_mended),
    Happening("A reply above a quotation with old orders is read right", see.quoted_reply_read),
    Happening("A form filled in within the quotation is read right", see.form_filled_in),
    Happening("A mail that is all HTML is read right", see.html_read),
    Happening("Second thoughts before the deadline take the first ones' place", see.revised, see.revision_counted),
    Happening(
        "An entry comes late and pays its fine",
        see.late_entry_fined,
        lambda evidence: see.fined_for(evidence, "late start"),
    ),
    Happening(
        "No orders in Choice +: the turns stay open, at a fine",
        see.nmr_in_choice,
        lambda evidence: see.fined_for(evidence, "outstanding"),
    ),
    Happening(
        "A fine is disputed, the GM rules by mail, and all are told what was and what is",
        see.dispute_ruled,
        lambda evidence: bool(evidence.events(CHOICE, "RulingGiven")),
    ),
    Happening("No orders in Perudo: bids are drawn, and a red N given", see.nmr_in_perudo, see.bids_drawn),
    Happening("An out-of-office answer is answered by nobody", see.absence_not_answered),
    Happening(
        "A forged order is held, asked back, and never carried out", see.forgery_held, see.forgery_came_to_nothing
    ),
    Happening(
        f"All {see.ROUNDS} rounds of Perudo end with a challenge",
        see.every_round_challenged,
        lambda evidence: len(evidence.events(PERUDO, "ChallengeSettled")) == see.ROUNDS,
    ),
    Happening(
        "An entry of Choice + ends with its eighth rejection",
        see.entry_ended,
        lambda evidence: bool(evidence.events(CHOICE, "EntryEnded")),
    ),
    Happening("A pot that the accounts do not cover keeps Drop Dead waiting", see.pot_waited),
    Happening("Who says nothing in Drop Dead is rolled for", see.rolled_for, see.forfeits_nothing),
    Happening("The pot of Drop Dead is won", see.pot_won),
    Happening("A shot is told at once, and the next shooter called", see.shots_told),
    Happening(
        "A shooter whose time is up is voted out",
        see.voted_out,
        lambda evidence: len(evidence.events(SHOOTOUT, "SeatKicked")) == 1,
    ),
    Happening("The last one living wins Shootout", see.last_one_living),
    Happening(
        "A horse is refused in the Dead Pool, and a person named instead", see.horse_replaced, see.no_horse_counts
    ),
    Happening("Who has not paid is not in the Dead Pool", see.unpaid_left_out),
    Happening("A misspelt death is asked back, and two share the pool", see.pool_shared),
    Happening("All matches end, and everybody is told how", see.all_told_the_end),
    Happening("Everybody is paid out, and not a penny is lost", see.paid_out, see.nothing_lost),
    Happening("The proofs of all matches hold", see.dice_verified),
    Happening("The service stops when asked to, and leaves no letter lying", see.nothing_left_lying),
)
