"""A player moves to another address: both have to agree, and what the old one knows proves nothing any more."""

import pytest

from processor.desk.drafts import HOUR
from processor.store import outbox, roster
from processor.store.outbox import Outgoing, Posted
from tests.desk.sandbox import ADDRESS, Sandbox, header, said, sandbox

CODE, ANN, NEW = "perudo-7", "ann@x.test", "ann@new.test"


@pytest.fixture
def desk() -> Sandbox:
    return begun()[0]


def begun(**settings: bool) -> tuple[Sandbox, Outgoing]:
    """Four players have begun a match of secrets; and the mail with which it begins for Ann."""
    made = sandbox(**settings)
    made.gm(f'new perudo {CODE} "Spring" seats 4-8 deadline every 2 weeks friday 20:00 Europe/London')
    for name in ("ann", "bob", "cid", "dee"):
        (question,) = made.letter(f"{name}@x.test", f"join {CODE}")
        answered(made, question, "yes")
    made.gm(f"start {CODE}")
    return made, next(mail for mail in made.post() if mail.recipient == ANN)


def asks(desk: Sandbox, words: str) -> str:
    """What Ann is answered; the questions to both addresses go out as well."""
    mails = desk.letter(ANN, words, desk.reply_to[ANN])
    return said(next(mail for mail in mails if header(mail, "Subject").endswith("Your letter")))


def questions(desk: Sandbox) -> dict[str, str]:
    """Ann asks to move; where the two questions about it are answered to."""
    mails = desk.letter(ANN, f"address {NEW}", desk.reply_to[ANN])
    return {mail.recipient: header(mail, "Reply-To") for mail in mails if "address" in header(mail, "Subject")}


def address_of_ann(desk: Sandbox) -> str:
    with desk.desk.database.reading() as store:
        ann = next(each for each in roster.everybody(store) if each.name == "Ann")
    return ann.address


@pytest.mark.parametrize("order", [(ANN, NEW), (NEW, ANN)])
def test_a_player_moves_when_both_addresses_have_agreed(desk: Sandbox, order: tuple[str, str]) -> None:
    asked = questions(desk)
    assert asked.keys() == {ANN, NEW}
    first, last = order
    (noted,) = desk.letter(first, "yes", asked[first])
    assert noted.recipient == first
    (status,) = desk.letter(first, "status", desk.reply_to[first])
    assert (CODE in said(status)) == (first == ANN)
    assert "has been asked as well" in said(noted)
    assert address_of_ann(desk) == ANN
    mails = {mail.recipient: said(mail) for mail in desk.letter(last, "", asked[last])}
    assert address_of_ann(desk) == NEW
    assert f"goes to {NEW}" in mails[ANN]
    assert f"To go back, answer: address {ANN}" in mails[NEW]


def moved(desk: Sandbox) -> Sandbox:
    asked = questions(desk)
    for address, reply_to in asked.items():
        desk.letter(address, "yes", reply_to)
    return desk


def test_the_new_address_has_the_seat_with_its_secrets(desk: Sandbox) -> None:
    moved(desk)
    (answer,) = desk.letter(NEW, f"resend dice {CODE}", desk.reply_to[NEW])
    assert answer.recipient == NEW
    assert "your dice" in said(answer)


def test_what_the_old_address_knows_proves_nothing_any_more(desk: Sandbox) -> None:
    old = desk.reply_to[ANN]
    moved(desk)
    for words in (f"status {CODE}", f"withdraw {CODE}"):
        mails = desk.letter(ANN, words, old)
        assert {mail.recipient for mail in mails} <= {ANN}
        assert "your dice" not in " ".join(map(said, mails))
    mails = desk.letter(NEW, f"withdraw {CODE}", old)  # somebody who reads the old mailbox and forges the new sender
    assert [header(mail, "Subject") for mail in mails] == ["[The Long Table] Is this letter yours? Please confirm"]
    assert mails[0].recipient == NEW


def test_until_both_agree_no_secret_goes_to_the_new_address(desk: Sandbox) -> None:
    asked = questions(desk)
    desk.letter(NEW, "yes", asked[NEW])
    mails = desk.letter(NEW, f"resend dice {CODE}", asked[NEW])
    assert "your dice" not in " ".join(map(said, mails))
    (answer,) = desk.letter(ANN, f"resend dice {CODE}", desk.reply_to[ANN])
    assert answer.recipient == ANN


def test_the_question_to_one_address_is_not_answered_from_the_other(desk: Sandbox) -> None:
    asked = questions(desk)
    desk.letter(ANN, "yes", asked[NEW])
    desk.letter(NEW, "yes", asked[ANN])
    assert address_of_ann(desk) == ANN


def test_the_question_proves_nothing_else_for_whoever_reads_it_at_a_mistyped_address(desk: Sandbox) -> None:
    asked = questions(desk)
    for words in (f"withdraw {CODE}", f"resend dice {CODE}"):
        mails = desk.letter(ANN, words, asked[NEW])
        assert {mail.recipient for mail in mails} == {ANN}
    desk.letter(ANN, f"withdraw {CODE}", asked[NEW])
    assert [each.status for each in desk.became] == ["held"]
    mails = desk.letter("stranger@new.test", f"resend dice {CODE}", asked[NEW])
    assert "your dice" not in " ".join(map(said, mails))


@pytest.mark.parametrize("who", [ANN, NEW])
def test_either_of_the_two_can_say_no(desk: Sandbox, who: str) -> None:
    asked = questions(desk)
    (told,) = desk.letter(who, "no", asked[who])
    assert told.recipient == ANN
    assert "still comes here" in said(told)
    for address in (ANN, NEW):
        desk.letter(address, "yes", asked[address])
    assert address_of_ann(desk) == ANN


@pytest.mark.parametrize("who", [ANN, NEW])
def test_an_answer_that_says_neither_yes_nor_no_moves_nobody_and_is_asked_back(desk: Sandbox, who: str) -> None:
    asked = questions(desk)
    (told,) = desk.letter(who, "Who asked for that?", asked[who])
    assert told.recipient == who
    assert "says neither yes nor no" in said(told)
    other = next(each for each in asked if each != who)
    desk.letter(other, "yes", asked[other])
    assert address_of_ann(desk) == ANN
    desk.letter(who, "yes", header(told, "Reply-To"))
    assert address_of_ann(desk) == NEW


def test_a_second_wish_takes_the_place_of_the_first(desk: Sandbox) -> None:
    asked = questions(desk)
    desk.letter(ANN, "address ann@other.test", desk.reply_to[ANN])
    for address in (ANN, NEW):
        desk.letter(address, "yes", asked[address])
    assert address_of_ann(desk) == ANN


@pytest.mark.parametrize(
    ("words", "reply"),
    [
        ("address bob@x.test", "known here as somebody else's address"),
        (f"my new address is {ADDRESS}", "is the address that you write to"),
        (f"address: {ANN}", "the address that we have of you already"),
        ("address änn@x.test", "Mail can only be sent to addresses in plain letters"),
        ("address ann..x@x.test", "does not look like an address"),
    ],
)
def test_an_address_that_will_not_do_is_declined_kindly(desk: Sandbox, words: str, reply: str) -> None:
    assert reply in asks(desk, words)
    assert address_of_ann(desk) == ANN


def test_a_postal_address_is_no_wish_to_move(desk: Sandbox) -> None:
    mails = desk.letter(ANN, "Address: 12 High Street, London", desk.reply_to[ANN])
    assert "mend" not in " ".join(header(mail, "Subject") for mail in mails)


def test_a_wish_that_nobody_has_proved_is_asked_about_first(desk: Sandbox) -> None:
    mails = desk.letter(ANN, f"address {NEW}")
    assert [header(mail, "Subject") for mail in mails] == ["[The Long Table] Is this letter yours? Please confirm"]


# --- What waits to be sent --------------------------------------------------------------------------------


def outgoing(desk: Sandbox) -> list[Posted]:
    """All mails that there ever were."""
    with desk.desk.database.reading() as store:
        return [mail for number in range(1, 200) if (mail := outbox.draft(store, number))]


def unsent(desk: Sandbox) -> list[tuple[str, str]]:
    return [(mail.recipient, mail.kind) for mail in outgoing(desk) if mail.next_try]


def answered(desk: Sandbox, mail: Outgoing, words: str, post: bool = True) -> list[Outgoing]:
    """The reader of a mail answers it as mail programs do."""
    return desk.letter(mail.recipient, words, header(mail, "Reply-To"), f"Re: {header(mail, 'Subject')}", post=post)


def moves_with_mail_waiting(desk: Sandbox, ann: Outgoing, uncertain: bool = False) -> None:
    """Ann and the new address agree; her dice, sent for once more, wait in the outbox while the server is away."""
    asked = {mail.recipient: mail for mail in answered(desk, ann, f"address {NEW}") if mail.kind.startswith("move")}
    answered(desk, asked[NEW], "yes")
    answered(desk, ann, f"resend dice {CODE}", post=False)
    with desk.desk.database.begin() as store:
        (mail,) = outbox.due(store, desk.now, 10, desk.now + HOUR, "a sender")
        outbox.postponed(store, mail.id, desk.now + HOUR, "the server is away", uncertain)
    answered(desk, asked[ANN], "yes", post=False)
    desk.now += HOUR
    assert address_of_ann(desk) == NEW


@pytest.mark.parametrize("plus_addresses", [True, False])
@pytest.mark.parametrize("uncertain", [False, True])
def test_what_was_still_to_be_sent_goes_to_the_new_address(plus_addresses: bool, uncertain: bool) -> None:
    desk, ann = begun(plus_addresses=plus_addresses)
    moves_with_mail_waiting(desk, ann, uncertain)
    assert sorted(unsent(desk)) == [(NEW, "moved_here"), (NEW, "receipt"), (ANN, "moved_away")]
    dice = next(mail for mail in desk.post() if mail.kind == "receipt")
    assert "your dice" in said(dice)
    assert header(dice, "To") == f"Ann <{NEW}>"
    assert ANN not in dice.mime.decode()
    assert header(dice, "Message-ID") == dice.message_id
    (status,) = answered(desk, dice, "status")
    assert (status.recipient, CODE in said(status)) == (NEW, True)
    answered(desk, dice, f"withdraw {CODE}")
    assert desk.became[0].reason == "answered"


def test_what_was_taken_back_stays_on_record() -> None:
    desk, ann = begun()
    moves_with_mail_waiting(desk, ann)
    (back,) = [mail for mail in outgoing(desk) if mail.status == "withdrawn"]
    assert (back.recipient, back.kind, back.last_error) == (ANN, "receipt", "the server is away")


def test_a_question_whether_a_letter_is_theirs_follows_a_player_and_can_be_answered_there(desk: Sandbox) -> None:
    asked = questions(desk)
    desk.letter(NEW, "yes", asked[NEW])
    desk.letter(ANN, f"withdraw {CODE}", post=False)
    desk.letter(ANN, "yes", asked[ANN], post=False)
    question = next(mail for mail in desk.post() if mail.kind == "confirm")
    assert question.recipient == NEW
    desk.letter(NEW, "yes", header(question, "Reply-To"))
    assert desk.became[0].reason == "confirmation"


def test_a_question_about_another_move_is_not_sent_any_more(desk: Sandbox) -> None:
    asked = questions(desk)
    desk.letter(NEW, "yes", asked[NEW])
    (old,) = [mail for mail in outgoing(desk) if mail.kind == "move-old"]
    with desk.desk.database.begin() as store:
        outbox.postponed(store, old.id, desk.now + HOUR, "the server is away", uncertain=True)
    desk.letter(ANN, "yes", asked[ANN], post=False)
    assert "move-old" not in [kind for _, kind in unsent(desk)]
