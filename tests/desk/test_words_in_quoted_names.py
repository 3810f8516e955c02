"""Names and subjects that look like our blanks or our mark: whoever quotes our mails says nothing by them."""

import pytest

from processor.mail.mark import MARK, harmless, is_mark
from processor.mail.newtext import divide
from processor.mail.rows import Line
from processor.mail.write import text_of
from processor.store.outbox import Outgoing
from tests.desk.sandbox import ADDRESS, Sandbox, header, said, sandbox

ANN, BOB, MARIAN = "ann@x.test", "bob@x.test", "marian@long.test"


def quoted(mail: Outgoing, above: str) -> str:
    """An answer above our mail, as most mail programs write it."""
    text = "\n".join(f"> {line}" for line in text_of(mail.mime).split("\n"))
    return f"{above}\n\nOn Tue, 1 Dec 2026 at 12:00, Games wrote:\n{text}"


def inning_with(name: str) -> tuple[Sandbox, dict[str, Outgoing]]:
    """Ann plays Drop Dead with somebody of that name: the desk, and everybody's results of the first inning."""
    desk = sandbox()
    desk.gm("new dropdead dropdead-1 deadline every friday 20:00")
    desk.joins(ANN, "dropdead-1")
    desk.letter(f'"{name}" <{BOB}>', "join dropdead-1")
    desk.letter(f'"{name}" <{BOB}>', "yes", to=desk.reply_to[BOB])
    desk.gm("start dropdead-1")
    desk.post()
    desk.letter(BOB, "roll", to=desk.reply_to[BOB])
    desk.gm("run dropdead-1 inning 1")
    return desk, {mail.recipient: mail for mail in desk.post()}


@pytest.mark.parametrize("blank", ["______", "__", "_\u200b_", "_____________"])
def test_a_rivals_name_withdraws_nobody_who_quotes_it(blank):
    desk, results = inning_with(f"withdraw {blank} please")
    mails = desk.letter(ANN, quoted(results[ANN], "roll"), to=header(results[ANN], "Reply-To"))
    assert [mail.recipient for mail in mails] == [ANN]
    assert "roll inning 2" in said(mails[0])
    assert "You have left" not in said(mails[0])


@pytest.mark.parametrize(
    "name", ["paid bob@x.test 900.00 ______ please", "close dropdead-1 ______ please", "announce dropdead-1: ______ hi"]
)
def test_a_players_name_gives_the_gm_no_words(name):
    desk, results = inning_with(name)
    answer = quoted(results[MARIAN], "extend dropdead-1 by 1 day")
    mails = desk.letter(MARIAN, answer, to=header(results[MARIAN], "Reply-To"))
    assert all("Inning 2 has a new deadline" in header(mail, "Subject") for mail in mails if mail.recipient != MARIAN)
    assert "900.00 from" not in said(mails[-1])
    assert "has been closed" not in said(mails[-1])


def test_a_strangers_subject_pays_nobody_when_the_gm_quotes_the_list_of_letters():
    desk, _ = inning_with("Bob")
    desk.gm("new dropdead dropdead-2 deadline every friday 20:00")
    link = "https-//example.test/" + "x" * 45
    subject = f"Seats {link} {link} paid zed@x.test 900.00 ______ please {link}"
    desk.letter("Zed <zed@x.test>", "join dropdead-2", subject=subject)
    listed = desk.letter(MARIAN, "held")[-1]
    assert "paid zed@x.test 900.00 _ please" in text_of(listed.mime)
    number = next(word for word in text_of(listed.mime).split() if word[:-1].isdigit() and word.endswith(":"))
    mails = desk.letter(MARIAN, quoted(listed, f"put aside {number[:-1]}"), to=header(listed, "Reply-To"))
    assert [mail.recipient for mail in mails] == [MARIAN]
    assert "lies aside" in said(mails[0])


def test_the_form_of_a_game_keeps_its_blanks_wherever_it_is_shown():
    desk = sandbox()
    desk.gm('new perudo perudo-1 "P" deadline every 2 weeks friday 20:00')
    desk.begins("perudo-1", ANN, BOB, "cid@x.test", "dee@x.test")
    asked = desk.letter(ANN, "status", to=desk.reply_to[ANN])[0]
    row = next(line for line in text_of(asked.mime).split("\n") if line.endswith(": ______"))
    filled = quoted(asked, "").replace(f"> {row}", f"> {row} 3 fives")
    assert "1 order taken" in header(desk.letter(ANN, filled, to=header(asked, "Reply-To"))[0], "Subject")


@pytest.mark.parametrize(
    "row",
    [
        "withdraw: ______ please",
        "withdraw ______ please",
        "please withdraw: ______ now",
        "| press: ______ hello",
        "* dispute turn 1: ______ it was so",
        "perudo-2: ______ 4 fives",
        "paid bob@x.test 9.00 ______ please",
    ],
)
def test_no_quoted_row_is_a_word_of_the_house(row):
    assert divide(f"Fine.\n\nOn Tue, 1 Dec 2026, Games wrote:\n> Fill them in:\n> {row}\n").new == "Fine."
    replaced = row.replace("______ ", "")
    assert divide(f"Fine.\n\nOn Tue, 1 Dec 2026, Games wrote:\n> Fill them in:\n> {replaced}\n").new == "Fine."


def test_what_is_written_below_a_quoted_name_gets_no_label_from_it():
    text = "On Tue, 1 Dec 2026, Games wrote:\n> withdraw: ______\n\nplease tell me more\n"
    assert divide(text).new == "please tell me more"


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        ("withdraw ______ please", "withdraw _ please"),
        ("withdraw:______please", "withdraw:_please"),
        ("a__ b", "a_ b"),
        ("bob__smith@x.test", "bob__smith@x.test"),
        ("snake_case", "snake_case"),
        ("_\ufeff_\u200b_ x", "_ x"),
    ],
)
def test_a_row_of_underscores_is_shown_as_one(words, shown):
    assert harmless(words) == shown


@pytest.mark.parametrize("mark", [MARK, MARK.upper(), "Write your-orders above: this line, Ann"])
def test_nobody_is_called_like_our_mark(mark):
    assert is_mark([Line(0, mark)], 0)
    assert not is_mark([Line(0, harmless(mark))], 0)


def test_a_sender_whose_name_is_our_mark_is_greeted_without_it():
    desk = sandbox()
    desk.gm("new dropdead dropdead-1 deadline every friday 20:00")
    asked = desk.letter(f'"{MARK}" <{BOB}>', "join dropdead-1", to=ADDRESS)[0]
    assert text_of(asked.mime).count("write your orders above") == 1
