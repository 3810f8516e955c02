"""Two houses of Turnpost that know each other: what one writes the other never makes a talk of."""

from dataclasses import replace
from email import message_from_bytes
from email.policy import SMTP

import pytest

from processor.daemon.start import desk_on
from processor.store.database import connect
from processor.store.inbox import Fetched, keep
from processor.store.outbox import Outgoing
from tests.desk.sandbox import NOON, Sandbox, sandbox

HERE, THERE = "games@long.test", "games@short.test"
TELLTALES = ("Auto-Submitted", "X-Auto-Response-Suppress", "List-Id", "List-Unsubscribe")
MOST_LETTERS = 30


def house(address: str) -> Sandbox:
    ours = replace(sandbox().desk.house, address=address, gm_address=f"gm@{address.partition('@')[2]}")
    return Sandbox(desk_on(connect("sqlite://"), ours), NOON)


def hand_over(mail: Outgoing, house: Sandbox, without: tuple[str, ...]) -> list[Outgoing]:
    """A mail of the one house comes to the other, by a way on which some headers get lost; what that one writes."""
    message = message_from_bytes(mail.mime, policy=SMTP)
    for name in without:
        del message[name]
    raw = message.as_bytes()
    with house.desk.database.begin() as store:
        keep(store, "test", 0, [Fetched(None, house.now, raw, len(raw), False, mail.message_id)])
    return house.open()


@pytest.fixture
def here() -> Sandbox:
    """A house in which the other one plays, or so it seems."""
    made = house(HERE)
    made.gm("new dropdead dead-1 deadline every week friday 20:00 Europe/London")
    made.begins("dead-1", THERE)
    return made


@pytest.mark.parametrize("words", ["status", "hello", "help", "1: 6 fives"])
@pytest.mark.parametrize(("without", "most"), [((), 1), (TELLTALES, 3)])
def test_an_answer_to_an_answer_is_the_last_word(
    here: Sandbox, words: str, without: tuple[str, ...], most: int
) -> None:
    other = house(THERE)
    houses = {HERE: here, THERE: other}
    talk = here.letter(THERE, words, to=here.reply_to[THERE])
    assert [mail.recipient for mail in talk] == [THERE]
    letters = 0
    while talk and letters < MOST_LETTERS:
        letters += len(talk)
        answers = [each for mail in talk for each in hand_over(mail, houses[mail.recipient], without)]
        talk = [mail for mail in answers if mail.recipient in houses]
    assert letters <= most
