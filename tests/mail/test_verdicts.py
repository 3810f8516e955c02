"""What a refusal means for an address, by the codes and words of the usual servers."""

import pytest

from processor.mail.verdicts import Failure, failure_of

GONE, REFUSED, PASSING = Failure.GONE, Failure.REFUSED, Failure.PASSING


@pytest.mark.parametrize(
    ("status", "words", "failure"),
    [
        ("5.1.1", "smtp; 550 5.1.1 <ann@players.test>: Recipient address rejected: User unknown", GONE),
        ("5.1.10", "smtp;550 5.1.10 RESOLVER.ADR.RecipientNotFound", GONE),
        ("5.1.2", "smtp; 550 host unknown", GONE),
        ("5.1.3", "", GONE),
        ("5.1.6", "smtp; 551 moved away", GONE),
        ("5.2.1", "smtp; 550 5.2.1 The email account that you tried to reach is disabled", GONE),
        ("5.4.1", "smtp; 550 5.4.1 Recipient address rejected: Access denied", GONE),
        ("5.4.4", "X-Postfix; Host or domain name not found", GONE),
        ("5.4.310", "DNS domain does not exist", GONE),
        ("5.7.13", "user account disabled", GONE),
        ("5.0.0", "smtp; 550 5.1.1 no such user", GONE),
        ("5.0.0", "smtp; 550 no mailbox here by that name", GONE),
        ("5.5.0", "smtp; 550 Requested action not taken: mailbox unavailable", GONE),
        ("5.0.0", "", GONE),
        ("", "550 No such user", GONE),
        ("5.2.2", "smtp; 552-5.2.2 The email account that you tried to reach is over quota.", PASSING),
        ("5.0.0", "smtp; 552 5.2.2 mailbox full", PASSING),
        ("5.0.0", "smtp; 552 1 Requested mail action aborted, mailbox full", PASSING),
        ("5.0.0", "smtp; 550 Quota exceeded (mailbox for user is full)", PASSING),
        ("5.1.1", "smtp; 550 5.1.1 user unknown; mailbox full was yesterday", GONE),
        ("5.3.1", "", PASSING),
        ("5.3.2", "smtp; 521 closed for today", PASSING),
        ("4.2.2", "smtp; 452 4.2.2 over quota", PASSING),
        ("4.4.7", "", PASSING),
        ("5.4.7", "delivery time expired", PASSING),
        ("5.4.6", "mail for players.test loops back to myself", PASSING),
        ("", "Das Postfach des Empfängers ist voll.", PASSING),
        ("", "La boîte aux lettres est pleine.", PASSING),
        ("5.7.1", "smtp; 554 5.7.1 message refused as spam", REFUSED),
        ("5.7.26", "smtp; 550-5.7.26 This mail has been blocked because the sender is unauthenticated.", REFUSED),
        ("5.7.1", "smtp; 550 5.7.1 RESOLVER.RST.AuthRequired", REFUSED),
        ("5.3.4", "smtp; 552 5.3.4 Message size exceeds fixed limit", REFUSED),
        ("5.0.0", "smtp; 552 Message size exceeds fixed maximum message size", REFUSED),
        ("5.2.3", "RESOLVER.RST.RecipSizeLimit; message too large for this recipient", REFUSED),
        ("5.6.0", "smtp; 554 5.6.0 content conversion failed", REFUSED),
        ("5.1.8", "smtp; 550 5.1.8 sender address rejected: domain not found", REFUSED),
        ("5.4.5", "smtp; 550 5.4.5 Daily user sending limit exceeded", REFUSED),
        ("5.0.0", "smtp; 554 Transaction failed", REFUSED),
        ("", "We could not deliver your mail.", None),
        ("", "the host 5.2.2.1 said nothing, as of 14.5.1.1", None),
    ],
)
def test_what_a_refusal_means(status: str, words: str, failure: Failure | None) -> None:
    assert failure_of(status, words) is failure
