"""The GM closes a turn at the command line while letters that came before are still unopened."""

import pytest

from processor.store.inbox import Fetched, keep
from tests.desk.sandbox import sandbox


@pytest.mark.parametrize("word", ["run choice-1 turn 1", "go ahead choice-1", "go ahead"])
def test_orders_that_came_before_the_gm_closes_the_turn_count_for_it(word):
    desk = sandbox()
    desk.gm("new choice choice-1 deadline every 2 weeks friday 20:00 Europe/London")
    desk.gm("dice choice-1 turn 1: 1,5,5,5,6")
    desk.begins("choice-1", "ann@x.test")
    raw = f"From: ann@x.test\nTo: {desk.reply_to['ann@x.test']}\n\nturn 1: 1+5, 5+6, reject 5\n".encode()
    with desk.desk.database.begin() as store:
        keep(store, "test", 0, [Fetched(None, desk.now, raw, len(raw), False, "")])
    desk.gm("run choice-1 turn 1")
    results = next(mail for mail in desk.post() if mail.kind == "results" and mail.recipient == "ann@x.test")
    assert "1+5=6, 5+6=11" in results.mime.decode()
