"""What the house understands of a letter: its own words, the parts for each match, and what it leaves alone."""

from dataclasses import replace
from datetime import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from processor.core.calendar import (
    AfterLast,
    Amount,
    InFigures,
    NextWeekday,
    OnDate,
    OnDatesGiven,
    OnWeekday,
    Phrase,
    Rule,
    Today,
    Tomorrow,
    Unit,
    Weekly,
    Within,
    say,
)
from processor.core.orders import Complaint, Line
from processor.core.text import normalise
from processor.games import all_games
from processor.mail.commands import (
    COMMANDS,
    GM_COMMANDS,
    MATCH_COMMANDS,
    MONEY_COMMANDS,
    ONE_MATCH,
    POST_COMMANDS,
    RUNNING_ON,
    Account,
    ActFor,
    Announce,
    Bounces,
    Cancel,
    CaseLetters,
    Close,
    Command,
    Dispute,
    Extend,
    Games,
    GiveDice,
    GoAhead,
    Held,
    Help,
    History,
    Join,
    New,
    NewAddress,
    NoOrders,
    NoVacation,
    Paid,
    PayOut,
    Press,
    Proof,
    PutAside,
    Refund,
    Release,
    Resend,
    Retry,
    Rules,
    Run,
    Salt,
    SetDeadline,
    Start,
    Status,
    TakeVacation,
    Tell,
    Timezone,
    Who,
    Withdraw,
    help_text,
    help_topics,
)
from processor.mail.parse import Block, Parsed, parse
from processor.mail.vocabulary import GameWords
from processor.paths import shelf

CODES = ("perudo-7", "choice-1")
GAMES = ("perudo", "choice")
WORDS = GameWords.of(all_games().values())
P7 = "perudo-7"


def read(letter: str, gm: bool = False) -> Parsed:
    return parse(normalise(letter), CODES, gm, GAMES, words=WORDS)


def only_command(letter: str, gm: bool = False) -> Command:
    parsed = read(letter, gm)
    assert parsed.complaints == ()
    (block,) = parsed.blocks
    assert block.lines == ()
    (command,) = block.commands
    return command


def only_complaint(letter: str, gm: bool = False) -> Complaint:
    parsed = read(letter, gm)
    assert parsed.blocks == ()
    (complaint,) = parsed.complaints
    return complaint


def rest(parsed: Parsed) -> dict[str | None, list[str]]:
    return {block.match: [line.text for line in block.lines] for block in parsed.blocks}


# --- What every player can say


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("help", Help(1)),
        ("HELP", Help(1)),
        ("Help!", Help(1)),
        ("  help .", Help(1)),
        ("please help", Help(1)),
        ("Could you please help?", Help(1)),
        ("Help, please!", Help(1)),
        ("- help", Help(1)),
        ("**help**", Help(1)),
        ("help orders", Help(1, "orders")),
        ("help with my orders", Help(1, "orders")),
        ("Help on deadlines", Help(1, "deadlines")),
        ("help late", Help(1, "late")),
        ("help the deadline", Help(1, "deadline")),
        ("help no orders", Help(1, "no-orders")),
        ("help order", Help(1, "orders")),
        ("help resign", Help(1, "withdraw")),
        ('help "dice"', Help(1, "dice")),
        ("help perudo", Help(1, "perudo")),
        ("help Perudo please", Help(1, "perudo")),
        ("rules", Rules(1)),
        ("rules perudo", Rules(1, "perudo")),
        ("Rules of Choice, please", Rules(1, "choice")),
        ("rules for perudo-7", Rules(1, None, P7)),
        ("games", Games(1)),
        ("List games", Games(1)),
        ("list of games please", Games(1)),
        ("status", Status(1)),
        ("Status?", Status(1)),
        ("STATUS PERUDO-7", Status(1, P7)),
        ("status of perudo-7, thanks a lot!", Status(1, P7)),
        ("status   for   Perudo 7", Status(1, P7)),
        ("status perudo7", Status(1, P7)),
        ("can you please, status perudo-7", Status(1, P7)),
        ("status perudo-12", Status(1, "perudo-12")),
        ("join perudo-7", Join(1, P7)),
        ("I'd like to join perudo-7!", Join(1, P7)),
        ("I’d like to join perudo‑7", Join(1, P7)),
        ("Sign me up for perudo-7, please", Join(1, P7)),
        ("join perudo-7 as Lucky Jim", Join(1, P7, "Lucky Jim")),
        ("join perudo-7 as “Lucky Jim”.", Join(1, P7, "Lucky Jim")),
        ("join perudo-7 as Turn 3", Join(1, P7, "Turn 3")),
        ("join as Lucky Jim", Join(1, None, "Lucky Jim")),
        ("join", Join(1)),
        ("withdraw", Withdraw(1)),
        ("Resign.", Withdraw(1)),
        ("I resign", Withdraw(1)),
        ("I want to withdraw from perudo-7", Withdraw(1, P7)),
        ("I withdraw from perudo-7, sorry", Withdraw(1, P7)),
        ("resign perudo-7", Withdraw(1, P7)),
        ("resend", Resend(1)),
        ("Please resend", Resend(1)),
        ("resend the last results", Resend(1)),
        ("resend turn 3", Resend(1, None, 3)),
        ("resend turn three of perudo-7", Resend(1, P7, 3)),
        ("resend perudo-7 T3", Resend(1, P7, 3)),
        ("resend issue no. 12", Resend(1, None, 12)),
        ("resend dice", Resend(1, None, None, True)),
        ("please resend my dice for perudo-7", Resend(1, P7, None, True)),
        ("send again my dice", Resend(1, None, None, True)),
        ("history", History(1)),
        ("history of perudo-7", History(1, P7)),
        ("history perudo-7 turn #3", History(1, P7, 3)),
        ("history, turn 3", History(1, None, 3)),
        ("no orders", NoOrders(1)),
        ("No orders this turn, sorry.", NoOrders(1)),
        ("No orders from me.", NoOrders(1)),
        ("no order for perudo-7", NoOrders(1, P7)),
        ("No orders for all my matches", None),
        ("cancel", Cancel(1)),
        ("Cancel all my orders, please", Cancel(1)),
        ("cancel everything in perudo-7", Cancel(1, P7)),
        ("cancel turn 3", Cancel(1, None, "turn 3")),
        ("cancel the orders for turn three", Cancel(1, None, "turn 3")),
        ("cancel 3.2", Cancel(1, None, "3.2")),
        ("cancel perudo-7 round 3.2", Cancel(1, P7, "round 3.2")),
        ("cancel my bid in round 3.2", Cancel(1, None, "bid round 3.2")),
        ("cancel my challenge", Cancel(1, None, "challenge")),
        ("cancel entry B turn 3", Cancel(1, None, "entry b turn 3")),
    ],
)
def test_a_players_word_in_many_spellings(line: str, command: Command | None) -> None:
    if command is None:
        assert rest(read(line)) == {None: [line]}
    else:
        assert only_command(line) == command


@pytest.mark.parametrize(
    "prose",
    [
        "Help! I'm late, sorry",
        "Help me",
        "Help needed",
        "Help: see below",
        "Help is on its way.",
        "status quo is fine",
        "Status:",
        "join us for a beer",
        "Join me in perudo-7 and we'll have fun",
        "Rules are rules",
        "Rules:",
        "Games are fun",
        "History of the world in 3 volumes",
        "Resend it whenever you like, no hurry.",
        "No, orders will follow tomorrow",
        "No orders yet, sorry!",
        "Cancel my subscription",
        "I resign myself to my fate",
        "withdraw-proof, that's me",
        "Run for your lives",
        "New year greetings!",
        "Start with the bad news",
        "Who knows",
        "Held up by the snow",
        "Release the hounds!",
        "Try again later",
        "Put aside all your fears",
        "Who's there?",
        "Dice are cruel",
        "dice 1,2,3,4,5",
        "Deadline is near, folks",
        "Deadline Friday, right?",
        "Extend my greetings to your wife",
        "Close shave!",
        "New year greetings\nperudo-7 is fun",
        "Who won round 3?",
        "Run 3 miles a day",
        "Start of turn 3 was slow",
        "Announce it to everybody",
        "John",
        "Joan",
        "James",
        "Jules",
        "Helen",
        "Stuart",
        "Regards,",
        "Cheers, Andrew",
        "status " + "and so on " * 50,
    ],
)
@pytest.mark.parametrize("gm", [False, True])
def test_prose_is_left_alone(prose: str, gm: bool) -> None:
    if prose.startswith("dice 1") and gm:
        assert only_command(prose, gm) == GiveDice(1, "1,2,3,4,5")
    else:
        parsed = read(prose, gm)
        assert parsed.complaints == ()
        assert rest(parsed) == {None: prose.strip().split("\n")}


@pytest.mark.parametrize(
    ("slip", "hint"),
    [
        ("satus", 'Did you mean "status"?'),
        ("Stauts!", 'Did you mean "status"?'),
        ("hlep", 'Did you mean "help"?'),
        ("widthdraw", 'Did you mean "withdraw"?'),
        ("histroy", 'Did you mean "history"?'),
        ("no ordres", 'Did you mean "no orders"?'),
        ("cancle", 'Did you mean "cancel"?'),
        ("gmaes", 'Did you mean "games"?'),
        ("resned", 'Did you mean "resend"?'),
        ("stauts perudo-7", 'Did you mean "status perudo-7"?'),
        ("jion perudo-7", 'Did you mean "join perudo-7"?'),
        ("rules prudo", 'Did you mean "rules perudo"?'),
        ("help rulse", 'Did you mean "help rules"?'),
    ],
)
def test_a_mistyped_word_is_asked_back(slip: str, hint: str) -> None:
    complaint = only_complaint(slip)
    assert complaint.reason == "near-miss"
    assert complaint.hint == hint
    assert (complaint.line, complaint.text) == (1, slip)


@pytest.mark.parametrize(
    ("line", "reason", "column", "hint"),
    [
        ("resend trun 3", "misread", 8, 'Did you mean "turn" instead of "trun"? For example: resend perudo-7 turn 3'),
        (
            "status perudo-7 nwo",
            "misread",
            17,
            'After "status perudo-7" nothing else can stand, so "nwo" is not understood. For example: status perudo-7',
        ),
        (
            "cancel what I wrote for 3.2",
            "misread",
            8,
            'After "cancel" should come a match, such as perudo-7 or what, such as turn 3 or round 3.2. '
            "For example: cancel turn 3",
        ),
        ("cancel turns 3 and 4", "one-each", None, "Please write a line for each: cancel turn 3"),
        ("history turn 3 turn 4", "two-readings", None, "Which turn is meant? This line has two of them."),
        (
            "status perudo-7 choice-1",
            "misread",
            17,
            'After "status perudo-7" nothing else can stand, so "choice-1" is not understood. '
            "For example: status perudo-7",
        ),
        (
            "withdraw from perudo-7 because of my new work",
            "misread",
            24,
            'After "withdraw from perudo-7" nothing else can stand, so "because of my new work" is not understood. '
            "Anything else goes on a line of its own. "
            "For example: withdraw from perudo-7",
        ),
        (
            "join shootout-1, my accuracy is 12",
            "misread",
            18,
            'After "join shootout-1" should come as, and a pseudonym. Anything else goes on a line of its own. '
            "For example: join perudo-7 as Lucky Jim",
        ),
        (
            "timezone Paris",
            "misread",
            10,
            'After "timezone" should come a zone, such as Europe/London. For example: timezone Europe/Paris',
        ),
    ],
)
def test_a_word_that_is_not_wholly_understood_is_refused(line: str, reason: str, column: int | None, hint: str) -> None:
    assert only_complaint(line) == Complaint(1, line, reason, hint, column)


# --- What the GM can say


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("start perudo-7", Start(1, P7)),
        ("Start perudo-7 now, please!", Start(1, P7)),
        ("start", Start(1)),
        ("extend perudo-7 by 3 days", Extend(1, Amount(3, "day"), P7)),
        ("Extend perudo-7 by a week.", Extend(1, Amount(1, "week"), P7)),
        ("extend perudo-7 3 days", Extend(1, Amount(3, "day"), P7)),
        ("please extend the deadline of perudo-7 by 12 hours", Extend(1, Amount(12, "hour"), P7)),
        ("extend perudo-7 turn 3 by two days", Extend(1, Amount(2, "day"), P7, 3)),
        ("extend by an hour", Extend(1, Amount(1, "hour"))),
        ("extend by 90 secs", Extend(1, Amount(90, "second"))),
        ("extend by a fortnight", Extend(1, Amount(2, "week"))),
        ("extend by 15 minutes", Extend(1, Amount(15, "minute"))),
        ("run perudo-7 turn 3", Run(1, 3, P7)),
        ("Run turn 3 of perudo-7 now", Run(1, 3, P7)),
        ("run turn three", Run(1, 3)),
        ("who perudo-7", Who(1, P7)),
        ("who's in perudo-7?", Who(1, P7)),
        ("Who is playing in perudo-7?", Who(1, P7)),
        ("who plays perudo-7", Who(1, P7)),
        ("who", Who(1)),
        ("dice choice-1 turn 3: 1,2,3,4,5", GiveDice(1, "turn 3: 1,2,3,4,5", "choice-1")),
        ("dice turn 3: 1,2,3,4,5", GiveDice(1, "turn 3: 1,2,3,4,5")),
        ("Dice for Perudo 7: Lucky Jim 3.2: 1 2 3", GiveDice(1, "Lucky Jim 3.2: 1 2 3", P7)),
        ("close perudo-7", Close(1, P7)),
        ("announce perudo-7: Hello, all!", Announce(1, "Hello, all!", P7)),
        ("Announce to perudo-7: thanks", Announce(1, "thanks", P7)),
        ("announce: turn 3 is late", Announce(1, "turn 3 is late")),
        ("announce: Perudo 7 is late", Announce(1, "Perudo 7 is late")),
        ("announce to Perudo 7: choice 1 is late", Announce(1, "choice 1 is late", P7)),
        (
            "deadline perudo-7 turn 3 friday 18 december 20:00",
            SetDeadline(1, OnDate(18, 12, None, 4, time(20)), P7, 3),
        ),
        ("set the deadline of perudo-7 to friday 8pm", SetDeadline(1, OnWeekday(4, time(20)), P7)),
        ("deadline is tomorrow at noon", SetDeadline(1, Tomorrow(time(12)))),
        ("deadline perudo-7: in 3 days", SetDeadline(1, Within(Amount(3, "day")), P7)),
    ],
)
def test_a_gms_word_in_many_spellings(line: str, command: Command) -> None:
    assert only_command(line, gm=True) == command


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("paid Anna 1.00", Paid(1, "Anna", 100)),
        ("Paid Anna Other £1, thanks", Paid(1, "Anna Other", 100)),
        ("paid anna@players.test 50p", Paid(1, "anna@players.test", 50)),
        ("paid 2.5 from Anna", Paid(1, "Anna", 250)),
        ("received 1 pound from O'Neill", Paid(1, "O'Neill", 100)),
        ("paid Zoë 1,250.00", Paid(1, "Zoë", 125000)),
        ("paid Anna 1 for perudo-7", Paid(1, "Anna", 100, P7)),
        ("paid perudo-7 Anna 1", Paid(1, "Anna", 100, P7)),
        ('paid "Catch 22" 1.00', Paid(1, "Catch 22", 100)),
        ("refund Anna", Refund(1, "Anna")),
        ("refund £1.50 to Anna", Refund(1, "Anna", 150)),
        ("pay back Anna 1", Refund(1, "Anna", 100)),
        ("pay out", PayOut(1)),
        ("Please payout all accounts.", PayOut(1)),
        ("account Anna Other", Account(1, "Anna Other")),
        ("statement of Anna", Account(1, "Anna")),
    ],
)
def test_a_word_about_money_in_many_spellings(line: str, command: Command) -> None:
    assert only_command(line, gm=True) == command


@pytest.mark.parametrize("sum_", ["1,00", "1.000", "1,000", "0", "-1", "1.2.3", "12345678901234567", "1.005"])
def test_a_sum_that_is_read_differently_elsewhere_is_asked_back(sum_: str) -> None:
    complaint = only_complaint(f"paid Anna {sum_}", gm=True)
    assert complaint.reason == "unclear-sum"
    assert "Please write 1.00, 1 or 50p." in complaint.hint


@pytest.mark.parametrize(
    ("line", "hint"),
    [
        ("paid Anna", "Please say how much it was: paid Anna 1.00"),
        ("paid 1.00", "Please say who is meant: paid NAME 1.00"),
        ("refund", "Please say who is meant: refund NAME 1.00"),
        ("salt", "Please write one word of your own behind it: salt periwinkle"),
    ],
)
def test_what_a_word_about_money_or_salt_lacks_is_asked_for(line: str, hint: str) -> None:
    assert only_complaint(line, gm=True).hint == hint


@pytest.mark.parametrize("kind", MONEY_COMMANDS)
def test_the_treasurer_may_say_what_is_about_money(kind: type[Command]) -> None:
    (block,) = parse(kind.example, treasurer=True).blocks
    assert isinstance(block.commands[0], kind)


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("held", Held(1)),
        ("Held letters, please!", Held(1)),
        ("put aside", PutAside(1)),
        ("Put aside letter 12.", PutAside(1, 12)),
        ("put-aside #12", PutAside(1, 12)),
        ("retry 12", Retry(1, 12)),
        ("Please try again letter no. 12", Retry(1, 12)),
        ("release the letter number 104711", Release(1, 104711)),
        ("bounces", Bounces(1)),
        ("letter D-12", CaseLetters(1, 12)),
        ("Letters of the case D-12, please!", CaseLetters(1, 12)),
    ],
)
def test_a_word_about_the_post_in_many_spellings(line: str, command: Command) -> None:
    assert only_command(line, gm=True) == command
    assert rest(read(line)) == {None: [line]}, "from a player it is prose"


@pytest.mark.parametrize(
    ("line", "hint"),
    [
        ("letter", "Please write the number of the case behind it: letter D-12"),
        ("retry", "Please write the number of the letter behind it, as the words held and put aside show it: retry 12"),
        (
            "release",
            "Please write the number of the letter behind it, as the words held and put aside show it: release 12",
        ),
        (
            "release 12 and 13",
            'After "release 12" nothing else can stand, so "and 13" is not understood. For example: release 12',
        ),
    ],
)
def test_what_a_word_about_the_post_lacks_is_asked_for(line: str, hint: str) -> None:
    assert only_complaint(line, gm=True).hint == hint


@pytest.mark.parametrize("kind", [*MATCH_COMMANDS, *POST_COMMANDS])
def test_the_treasurer_may_say_nothing_else_of_the_gms(kind: type[Command]) -> None:
    parsed = parse(kind.example, treasurer=True)
    assert not [command for block in parsed.blocks for command in block.commands]


@pytest.mark.parametrize("line", ["paid the postman 1.00 today", "refund me 1.00", "pay out", "account closed"])
def test_a_players_talk_of_money_is_left_alone(line: str) -> None:
    parsed = read(line)
    assert not parsed.complaints
    assert not [command for block in parsed.blocks for command in block.commands]


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("account", Account(1)),
        ("my account, please", Account(1)),
        ("balance", Account(1)),
        ("salt periwinkle", Salt(1, "periwinkle")),
        ("Salt: Zoë!", Salt(1, "Zoë")),
        ("salt x+y for Perudo 7", Salt(1, "x+y", P7)),
        ("proof", Proof(1)),
        ("proof of perudo-7 please", Proof(1, P7)),
    ],
)
def test_accounts_salt_and_proof_in_many_spellings(line: str, command: Command) -> None:
    assert only_command(line) == command


DATES: list[tuple[str, Phrase]] = [
    ("friday", OnWeekday(4)),
    ("on Friday", OnWeekday(4)),
    ("this fri.", OnWeekday(4)),
    ("Tues 20:00", OnWeekday(1, time(20))),
    ("thursday at 8pm", OnWeekday(3, time(20))),
    ("wed 8.30 pm", OnWeekday(2, time(20, 30))),
    ("sunday 12 a.m.", OnWeekday(6, time(0))),
    ("sat 12pm", OnWeekday(5, time(12))),
    ("monday midnight", OnWeekday(0, time(23, 59))),
    ("8pm on monday", OnWeekday(0, time(20))),
    ("next friday noon", NextWeekday(4, time(12))),
    ("18 december", OnDate(18, 12)),
    ("18 dec 2026", OnDate(18, 12, 2026)),
    ("the 18th of December, 2026 at 20:00", OnDate(18, 12, 2026, None, time(20))),
    ("December 18th", OnDate(18, 12)),
    ("december 1, 2026", OnDate(1, 12, 2026)),
    ("friday 18 december 20:00", OnDate(18, 12, None, 4, time(20))),
    ("Friday, 18 December 2026, 20:00", OnDate(18, 12, 2026, 4, time(20))),
    ("20:00 on 18 december", OnDate(18, 12, at=time(20))),
    ("2026-12-18", OnDate(18, 12, 2026)),
    ("2026-12-18 07:05", OnDate(18, 12, 2026, at=time(7, 5))),
    ("18/12", InFigures(18, 12)),
    ("5/6/2026 20:00", InFigures(5, 6, 2026, time(20))),
    ("in 3 days", Within(Amount(3, "day"))),
    ("in a week at 20:00", Within(Amount(1, "week"), time(20))),
    ("in twelve hours", Within(Amount(12, "hour"))),
    ("today 23:00", Today(time(23))),
    ("tomorrow", Tomorrow()),
]


@pytest.mark.parametrize(("words", "phrase"), DATES)
def test_a_date_in_many_spellings(words: str, phrase: Phrase) -> None:
    assert only_command(f"deadline perudo-7 {words}", gm=True) == SetDeadline(1, phrase, P7)


@pytest.mark.parametrize(("words", "phrase"), DATES)
def test_a_date_in_the_middle_of_a_line(words: str, phrase: Phrase) -> None:
    line = f"new perudo perudo-8 sign-up until {words} seats 4 every friday 20:00 reroll on"
    new = New(1, "perudo", "perudo-8", Weekly(1, 4, time(20)), None, (4, 4), None, phrase, (("reroll", "on"),))
    assert only_command(line, gm=True) == new


@pytest.mark.parametrize(
    "words",
    [
        "32 december",
        "friday 8",
        "friday 25:00",
        "in 0 days",
        "soon 18",
        "12 of 18",
        "the 18th",
        "friday 20:00 18",
    ],
)
def test_a_date_with_words_left_over_is_refused(words: str) -> None:
    assert only_complaint(f"deadline perudo-7 {words}", gm=True).reason == "misread"


RULES: list[tuple[str, Rule]] = [
    ("every friday 20:00", Weekly(1, 4, time(20))),
    ("every Friday at 8 pm", Weekly(1, 4, time(20))),
    ("every week on friday 20:00", Weekly(1, 4, time(20))),
    ("weekly on fridays at 20:00", Weekly(1, 4, time(20))),
    ("every 2 weeks friday 20:00", Weekly(2, 4, time(20))),
    ("every two weeks, on Friday, at 20:00", Weekly(2, 4, time(20))),
    ("every other friday 20:00", Weekly(2, 4, time(20))),
    ("every second friday noon", Weekly(2, 4, time(12))),
    ("every fortnight on mon 20:00", Weekly(2, 0, time(20))),
    ("fortnightly, friday 20:00", Weekly(2, 4, time(20))),
    ("every 4 weeks sunday midnight", Weekly(4, 6, time(23, 59))),
    ("7 days after the last", AfterLast(Amount(7, "day"))),
    ("a week after the last one", AfterLast(Amount(1, "week"))),
    ("two weeks after the previous deadline", AfterLast(Amount(2, "week"))),
    ("2 seconds after last", AfterLast(Amount(2, "second"))),
    ("12 hours after the last turn", AfterLast(Amount(12, "hour"))),
    ("on dates given", OnDatesGiven()),
]


@pytest.mark.parametrize(("words", "rule"), RULES)
def test_a_deadline_rule_in_many_spellings(words: str, rule: Rule) -> None:
    assert only_command(f"new choice choice-2 deadline {words}", gm=True) == New(1, "choice", "choice-2", rule)


TIMES = st.builds(time, st.integers(0, 23), st.integers(0, 59))
ZONES = st.sampled_from(["UTC", "Europe/London", "America/Argentina/Buenos_Aires", "Etc/GMT+5"])
CIVIL: list[Unit] = ["day", "week"]
ELAPSED: list[Unit] = ["second", "minute", "hour"]


@given(
    st.builds(Weekly, st.integers(1, 52), st.integers(0, 6), TIMES, ZONES)
    | st.builds(AfterLast, st.builds(Amount, st.integers(1, 52), st.sampled_from(CIVIL)), ZONES)
    | st.builds(AfterLast, st.builds(Amount, st.integers(1, 999), st.sampled_from(ELAPSED)))
    | st.just(OnDatesGiven())
)
def test_the_canonical_words_of_a_rule_read_back_as_the_same_rule(rule: Rule) -> None:
    new = only_command(f"new choice choice-2 deadline {say(rule)}", gm=True)
    assert isinstance(new, New)
    assert new.rule == rule


def test_a_game_with_a_rule_of_its_own_needs_none_in_the_line():
    assert only_command("new shootout shootout-2", gm=True) == New(
        1, "shootout", "shootout-2", AfterLast(Amount(7, "day"))
    )
    weekly = only_command("new shootout shootout-2 every friday 20:00", gm=True)
    assert isinstance(weekly, New)
    assert isinstance(weekly.rule, Weekly)


SPRING = New(
    line=1,
    game="perudo",
    code="perudo-9",
    rule=Weekly(2, 4, time(20), "Europe/London"),
    title="Spring Perudo",
    seats=(5, 7),
    zone="Europe/London",
    sign_up_until=OnDate(18, 12),
    options=(("reroll", "on"), ("minimum", "4")),
)
CLAUSES = (
    '"Spring Perudo"',
    "seats 5-7",
    "deadline every 2 weeks friday 20:00",
    "europe/london",
    "sign-up until 18 december",
    "reroll on minimum 4",
)


@given(st.permutations(CLAUSES))
def test_a_match_is_opened_by_clauses_in_any_order(clauses: list[str]) -> None:
    assert only_command(f"new perudo perudo-9 {' '.join(clauses)}", gm=True) == SPRING


@given(st.permutations(CLAUSES), st.data())
def test_a_line_that_opens_a_match_may_be_broken_anywhere(clauses: list[str], data: st.DataObject) -> None:
    words = f"new perudo perudo-9 {' '.join(clauses)}".split()
    broken = data.draw(st.sets(st.integers(4, len(words) - 1), max_size=3))
    letter = "".join(("\n" if place in broken else " ") + word for place, word in enumerate(words))
    assert only_command(letter, gm=True) == SPRING


@pytest.mark.parametrize(
    ("words", "change"),
    [
        ("“Spring Perudo” seats 5–7", {}),
        ("«Spring Perudo» players 5 to 7", {}),
        ("'Spring Perudo' seats five to seven", {}),
        ("title 'Bob's Perudo' seats 6", {"title": "Bob's Perudo", "seats": (6, 6)}),
        ("seats 5-7 'Perudo 7 in spring'", {"title": "Perudo 7 in spring"}),
        ("seats 5-7", {"title": None}),
        ("'Spring Perudo'", {"seats": None}),
    ],
)
def test_titles_and_seats_in_many_spellings(words: str, change: dict[str, object]) -> None:
    line = f"New Perudo PERUDO-9 {words} reroll=on minimum = 4 fortnightly friday 8pm (Europe/London) until 18 december"
    assert only_command(line, gm=True) == replace(SPRING, **change)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("line", "reason", "hint"),
    [
        (
            "extend perudo-7",
            "misread",
            'After "extend perudo-7" should come how long, such as 3 days. For example: extend perudo-7 by 3 days',
        ),
        (
            "extend perudo-7 with 3 days",
            "misread",
            'After "extend perudo-7" should come how long, such as 3 days. For example: extend perudo-7 by 3 days',
        ),
        (
            "extend perudo-7 by 3 dyas",
            "misread",
            'Did you mean "days" instead of "dyas"? For example: extend perudo-7 by 3 days',
        ),
        ("extend perudo-7 by 600 days", "too-far", "600 days is more than a year. Please choose less."),
        ("extned perudo-7 by 3 days", "near-miss", 'Did you mean "extend perudo-7 by 3 days"?'),
        (
            "run perudo-7",
            "no-turn",
            "Please name the turn as well, so that nothing is done to another one: run perudo-7 turn 3",
        ),
        ("run turn 3 turn 4", "two-readings", "Which turn is meant? This line has two of them."),
        ("close", "misread", 'After "close" should come a match, such as perudo-7. For example: close perudo-7'),
        ("dice choice-1", "no-words", "Please write the dice behind it: dice choice-1 turn 3: 1,2,3,4,5"),
        (
            "deadline perudo-7 firday 20:00",
            "misread",
            'Did you mean "friday" instead of "firday"? For example: deadline perudo-7 turn 3 friday 18 december 20:00',
        ),
        (
            "deadline perudo-7 turn 3 every friday",
            "misread",
            'After "deadline perudo-7 turn 3" should come a date, such as friday 18 december. '
            "For example: deadline perudo-7 turn 3 friday 18 december 20:00",
        ),
        *(
            (
                f"new perudo{said} every friday 20:00",
                "misread",
                'After "new perudo" should come the code of the new match, which is a word, a hyphen and a number, '
                f"such as winter-1. For example: {New.example}",
            )
            for said in ("", " winter", " choice9", " c-x")
        ),
        (
            "new perudo perudo-9",
            "no-rule",
            "Please say when its turns close: deadline every 2 weeks friday 20:00 Europe/London, "
            "deadline 7 days after the last, or deadline on dates given.",
        ),
        (
            "new perudo perudo-9 seats 7-5 every friday 20:00",
            "seats",
            "Please write the smaller number first: seats 5-7",
        ),
        (
            "new perudo perudo-9 every friday 20:00 europe/londn",
            "unknown-zone",
            'There is no zone "europe/londn". Did you mean Europe/London?',
        ),
        (
            "new perudo perudo-9 every friday 20:00 mars/xyzzy",
            "unknown-zone",
            'There is no zone "mars/xyzzy". Zones are written like Europe/London.',
        ),
        (
            "new perudo perudo-9 deadlin every 2 weeks friday 20:00",
            "misread",
            f'Did you mean "deadline" instead of "deadlin"? For example: {New.example}',
        ),
        (
            "deadline perudo-7 december",
            "misread",
            'After "deadline perudo-7 december" should come a day, such as 18. '
            "For example: deadline perudo-7 turn 3 friday 18 december 20:00",
        ),
        (
            "new perudo perudo-9 called Spring every friday 20:00",
            "misread",
            f'After "new perudo perudo-9 called" should come a title in quotes. For example: {New.example}',
        ),
        ("new perudo perudo-9 every friday 20:00 seets 5", "near-miss", 'Did you mean "seats 5"?'),
        (
            "new perudo perudo-9 every friday 20:00 deadline every monday 20:00",
            "two-readings",
            "Which rule is meant? This line has two of them.",
        ),
        (
            "new perudo perudo-9 every 60 weeks friday 20:00",
            "too-far",
            '"every 60 weeks friday 20:00 UTC" leaves more than a year to a turn. Please choose less.',
        ),
        (
            "new perudo perudo-9 deadline 600 days after the last",
            "too-far",
            '"600 days after the last" leaves more than a year to a turn. Please choose less.',
        ),
        (
            "new perudo perudo-9 every friday",
            "misread",
            f'After "new perudo perudo-9 every friday" should come a time, such as 20:00. For example: {New.example}',
        ),
        (
            "announce perudo-7 hello",
            "misread",
            f'After "announce perudo-7" should come a colon, and the text. For example: {Announce.example}',
        ),
        ("announce perudo-7:", "misread", f'"announce perudo-7:" is not clear. For example: {Announce.example}'),
    ],
)
def test_a_gms_word_that_is_not_wholly_understood_is_refused(line: str, reason: str, hint: str) -> None:
    complaint = only_complaint(line, gm=True)
    assert (complaint.reason, complaint.hint, complaint.text) == (reason, hint, line)


@pytest.mark.parametrize(
    "line",
    [
        "start perudo-7",
        "extend perudo-7 by 3 days",
        "extend by a week",
        "deadline perudo-7 turn 3 friday 20:00",
        "run turn 3",
        "who perudo-7",
        "dice choice-1 turn 3: 1,2,3,4,5",
        "announce perudo-7: I have won",
        "close perudo-7",
        "new perudo perudo-9 every friday 20:00",
    ],
)
def test_a_player_who_tries_a_gms_word_is_told_so(line: str) -> None:
    hint = "Only the GM can do that. If you want it done, ask the GM."
    assert only_complaint(line) == Complaint(1, line, "gm-only", hint)


def test_what_stands_below_a_players_announcement_is_not_lost() -> None:
    parsed = read("announce perudo-7: I have won\n3.2: 6 fives")
    assert [each.reason for each in parsed.complaints] == ["gm-only"]
    assert rest(parsed) == {None: ["3.2: 6 fives"]}


# --- Words that go on in the lines below


def test_an_announcement_runs_to_the_end_of_its_part_blank_lines_and_all() -> None:
    """announce perudo-7: Dear all,

    the next deadline is late.
    - extend by 3 days is what I'd say
    perudo-7: no head, this

    Bob

    choice-1
    who
    """
    letter = test_an_announcement_runs_to_the_end_of_its_part_blank_lines_and_all.__doc__ or ""
    text = "Dear all,\n\nthe next deadline is late.\n- extend by 3 days is what I'd say\nperudo-7: no head, this\n\nBob"
    assert read(letter, gm=True) == Parsed(
        (
            Block(P7, (), (Announce(1, text, P7),)),
            Block("choice-1", (), (Who(10, "choice-1"),)),
        ),
        (),
    )


@pytest.mark.parametrize(
    "head",
    [
        "announce perudo-7:",
        "announce perudo-7",
        "Announce to perudo-7 :",
        "Please announce to Perudo 7:",
        "perudo-7: announce:",
    ],
)
def test_an_announcement_may_begin_below(head: str) -> None:
    assert only_command(f"{head}\n\nDear all,\nhello", gm=True) == Announce(1, "Dear all,\nhello", P7)


TEXTS = {
    Press: "press: Beware, all!",
    Dispute: "dispute turn 3: My call was in time.",
    Announce: "announce perudo-7: Dear all,",
    Tell: "tell Anna: Your letter came out empty.",
    ActFor: "act for Anna in perudo-7: 3.1: four fives",
}
"""Every word whose text goes on in the lines below."""


def test_every_text_that_runs_on_is_in_the_table() -> None:
    assert set(TEXTS) == set(RUNNING_ON)


@pytest.mark.parametrize("blank", ["", "\n"])
@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize(
    "below",
    [
        "announce perudo-7: Another thing",
        "tell Bob: Between us, I will extend the deadline for you.",
        "act for Bob in perudo-7: 3.1: two sixes",
        "extend perudo-7 by 3 days",
        "Please run perudo-7 turn 3, thanks!",
        "excuse Bob turn 3 in Perudo 7",
    ],
)
def test_a_text_of_the_gm_ends_where_another_word_of_the_gm_begins(text: type[Command], below: str, blank: str) -> None:
    _ends_above(text, below, blank, gm=True)


@pytest.mark.parametrize("blank", ["", "\n"])
@pytest.mark.parametrize("text", [Press, Dispute])
@pytest.mark.parametrize(
    "below",
    [
        "press as The Old Fox: Bob is a liar.",
        "anonymous press: Me too.",
        "dispute turn 2: That one, too.",
        "withdraw from perudo-7",
        "cancel press perudo-7",
        "vacation perudo-7 20 december to 4 january",
        "status perudo-7",
    ],
)
def test_a_text_of_a_player_ends_where_another_word_begins(text: type[Command], below: str, blank: str) -> None:
    _ends_above(text, below, blank, gm=False)


def _ends_above(text: type[Command], below: str, blank: str, gm: bool) -> None:
    parsed = read(f"{TEXTS[text]}\n{blank}{below}", gm)
    alone = read(below, gm)
    said = [each for block in parsed.blocks for each in block.commands]
    assert not parsed.complaints
    assert replace(said[0], line=0) == replace(only_command(TEXTS[text], gm), line=0)
    assert [replace(each, line=1) for each in said[1:]] == [each for block in alone.blocks for each in block.commands]
    assert [each.text for each in parsed.ended] == [below]


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize(
    "below",
    [
        "hold",
        "Who?",
        "extend by 3 days",
        "release 12",
        "join perudo-7",
        "deadline perudo-7 turn 3 friday 18 december 20:00",
        "extend perudo-7 by 400 days",
        "perudo-7: go ahead",
    ],
)
def test_what_may_be_part_of_a_gms_text_or_not_is_asked_back(text: type[Command], below: str) -> None:
    _asks_back(text, below, gm=True)


@pytest.mark.parametrize("below", ["press: Hello!", "withdraw from perudo-7", "cancel turn 3", "I resign."])
def test_players_words_in_what_the_gm_writes_to_players_are_asked_back(below: str) -> None:
    for text in (Announce, Tell, ActFor):
        _asks_back(text, below, gm=True)


@pytest.mark.parametrize("text", [Press, Dispute])
@pytest.mark.parametrize(
    "below", ["help!", "Wait.", "cancel press", "I resign!", "no orders", "vacation 20 december to 4 january", "status"]
)
def test_what_may_be_part_of_a_players_text_or_not_is_asked_back(text: type[Command], below: str) -> None:
    _asks_back(text, below, gm=False)


def _asks_back(text: type[Command], below: str, gm: bool) -> None:
    parsed = read(f"who perudo-7\n{TEXTS[text]}\nHello.\n{below}\nrun perudo-7 turn 3", gm)
    done = [type(each) for block in parsed.blocks for each in block.commands]
    assert text not in done
    assert Run not in done
    (complaint,) = [each for each in parsed.complaints if each.reason != "gm-only"]
    assert (complaint.reason, complaint.text) == ("text-or-word", below)
    assert TEXTS[text] in complaint.hint


@pytest.mark.parametrize("gm", [True, False])
@pytest.mark.parametrize(
    "prose",
    [
        "wait until you see what I have",
        "Help me out of this, will you?",
        "press on, all of you",
        "Status quo is all I want.",
        "Cancelled trains held my letter up.",
        "New games in january: perudo-8 and perudo-9.",
        "The press: what a crowd",
        "Start of perudo-8 is in may.",
        "perudo-7: who will win it?",
        "Tell your friends about us",
        "Withdraw? Never!",
        "Join us in perudo-8 as well",
        "Hold on to your hats",
        "excuse me",
    ],
)
def test_prose_that_only_begins_like_a_word_stays_in_a_text(prose: str, gm: bool) -> None:
    for text in TEXTS if gm else (Press, Dispute):
        said = only_command(f"{TEXTS[text]}\n{prose}\nHello.", gm)
        assert isinstance(said, text)
        assert getattr(said, "text", "").endswith(f"\n{prose}\nHello.")


def test_a_word_for_the_gm_alone_does_not_end_a_players_text() -> None:
    below = "extend perudo-7 by 3 days\ntell Bob: I know."
    assert only_command(f"press: Dear GM,\n{below}") == Press(1, f"Dear GM,\n{below}")


def test_what_stands_below_the_word_that_ended_a_text_is_read_as_ever() -> None:
    parsed = read("press: Beware!\nwithdraw from perudo-7\n3.1: four fives\nchoice-1: turn 2: 3+4", gm=False)
    assert rest(parsed) == {P7: [], None: ["3.1: four fives"], "choice-1": ["turn 2: 3+4"]}


def test_dice_may_be_labelled_without_a_figure() -> None:
    parsed = read("dice perudo-7\norder: Jim, Zoë\nRegards", gm=True)
    assert parsed.blocks[0] == Block(P7, (), (GiveDice(2, "order: Jim, Zoë", P7),))
    assert rest(parsed) == {P7: [], None: ["Regards"]}


def test_dice_may_be_for_a_match_that_is_written_with_a_blank() -> None:
    parsed = read("dice for Choice 1\nturn 3: 1,2,3,4,5", gm=True)
    assert parsed.blocks == (Block("choice-1", (), (GiveDice(2, "turn 3: 1,2,3,4,5", "choice-1"),)),)


def test_each_line_of_dice_is_an_instruction_of_its_own() -> None:
    """dice choice-1
    turn 3: 1,2,3,4,5
    turn 4: ⚅⚅⚁⚀⚂
    Cheers, Bob

    3 cheers
    """
    parsed = read(test_each_line_of_dice_is_an_instruction_of_its_own.__doc__ or "", gm=True)
    assert parsed.blocks == (
        Block(
            "choice-1",
            (),
            (GiveDice(2, "turn 3: 1,2,3,4,5", "choice-1"), GiveDice(3, "turn 4: ⚅⚅⚁⚀⚂", "choice-1")),
        ),
        Block(None, (Line(4, "Cheers, Bob"), Line(6, "3 cheers")), ()),
    )


def test_dice_may_begin_on_the_first_line_and_go_on_below() -> None:
    parsed = read("dice turn 3: 1,2,3,4,5\nturn 4: 6 6 2 1 3\nextend by 3 days", gm=True)
    (block,) = parsed.blocks
    assert block.commands == (
        GiveDice(1, "turn 3: 1,2,3,4,5"),
        GiveDice(2, "turn 4: 6 6 2 1 3"),
        Extend(3, Amount(3, "day")),
    )


def test_one_complaint_is_enough_for_a_broken_line() -> None:
    parsed = read("new perudo perudo-9 seats 5-7\ndeadline every firday 20:00\n\nwho perudo-7", gm=True)
    assert [each.hint.split("?")[0] for each in parsed.complaints] == ['Did you mean "friday" instead of "firday"']
    assert parsed.blocks == (Block(P7, (), (Who(4, P7),)),)


def test_two_matches_are_opened_one_below_the_other() -> None:
    parsed = read("new perudo perudo-9 every friday 20:00\nnew choice choice-2 every monday 20:00", gm=True)
    (block,) = parsed.blocks
    assert [each.code for each in block.commands if isinstance(each, New)] == ["perudo-9", "choice-2"]


# --- The parts of a letter


@pytest.mark.parametrize(
    "head",
    [
        "perudo-7",
        "perudo-7:",
        "Perudo-7.",
        "PERUDO 7",
        "perudo7",
        "[perudo-7]",
        "(perudo-7)",
        "#perudo-7",
        "For perudo-7:",
        "for perudo 7",
        "Match: perudo-7",
        "Game: perudo-7",
        "Re: perudo-7",
        "My orders for perudo-7:",
        "Here are my orders for perudo-7:",
        "perudo-7 orders:",
        "*perudo-7*",
        "- perudo‑7 —",
    ],
)
def test_a_code_on_its_own_line_begins_a_part(head: str) -> None:
    parsed = read(f"{head}\n3.2: 6 fives")
    assert parsed.blocks == (Block(P7, (Line(2, "3.2: 6 fives"),), ()),)


@pytest.mark.parametrize(
    ("line", "order"),
    [
        ("perudo-7 3.2: 6 fives", "3.2: 6 fives"),
        ("perudo-7: 3.2: 6 fives", "3.2: 6 fives"),
        ("[perudo-7] 3.2: 6 fives", "3.2: 6 fives"),
        ("For perudo-7: dudo in 3.2", "dudo in 3.2"),
        ("In Perudo 7, round 3.2: 6 fives", "round 3.2: 6 fives"),
        ("perudo-7 six fives in 3.2", "six fives in 3.2"),
        ("perudo-7 challenge in 3.2", "challenge in 3.2"),
        ("perudo-7: I challenge them all", "I challenge them all"),
        ("choice-1 turn 3: 1+2, 3+4, reject 5", "turn 3: 1+2, 3+4, reject 5"),
        ("choice-1 ⚀+⚁, ⚂+⚃, reject ⚄", "⚀+⚁, ⚂+⚃, reject ⚄"),
    ],
)
def test_a_code_at_the_head_of_an_order_begins_a_part(line: str, order: str) -> None:
    code = "choice-1" if line.startswith("choice") else P7
    assert read(f"{line}\n3.3: more").blocks == (Block(code, (Line(1, order), Line(2, "3.3: more")), ()),)


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("perudo-7 status", Status(1, P7)),
        ("perudo-7: withdraw", Withdraw(1, P7)),
        ("For perudo-7: no orders, thanks", NoOrders(1, P7)),
        ("[perudo-7] resend turn 3", Resend(1, P7, 3)),
    ],
)
def test_a_code_may_stand_before_a_word(line: str, command: Command) -> None:
    assert only_command(line) == command


@pytest.mark.parametrize(
    "line",
    [
        "perudo-7 is going great",
        "For perudo-7 I have nothing to say",
        "Covid-19 got me, sorry",
        "covid-19: not nice",
        "turn-3: 1+2, 3+4",
        "T1-1+5,5+5,6",
        "A1-1+5,5+5,6",
        "b-1 1+5, 5+5, 6",
        "turn 3",
        "round-3",
        "Turn 3: 1+2, 3+4, reject 5",
        "3-dice round: 6 fives",
        "choice 3: 1+2",
        "perudo 3.2: 6 fives",
        "Re: your letter of 3-4",
        "See you in perudo-7!",
    ],
)
def test_what_only_resembles_a_code_begins_no_part(line: str) -> None:
    assert rest(read(f"{line}\n6 fives")) == {None: [line, "6 fives"]}


def test_a_code_we_do_not_know_is_known_by_its_shape() -> None:
    assert rest(read("shootout-3\nfire\n\nperudo-12: 3.2 6 fives\n\nshootout-4 turn 2: fire")) == {
        "shootout-3": ["fire"],
        "perudo-12": ["3.2 6 fives"],
        "shootout-4": ["turn 2: fire"],
    }


def test_a_letter_for_two_matches() -> None:
    """Dear Bob,

    perudo-7
    3.2: 6 fives
    3.3: dudo

    For choice-1:
    turn 3: 1+2, 3+4, reject 5
    status

    perudo-7 4.1: 3 aces
    Thanks for running this!
    Andrew
    """
    assert read(test_a_letter_for_two_matches.__doc__ or "") == Parsed(
        (
            Block(None, (Line(1, "Dear Bob,"),), ()),
            Block(
                P7,
                (
                    Line(4, "3.2: 6 fives"),
                    Line(5, "3.3: dudo"),
                    Line(11, "4.1: 3 aces"),
                    Line(12, "Thanks for running this!"),
                    Line(13, "Andrew"),
                ),
                (),
            ),
            Block("choice-1", (Line(8, "turn 3: 1+2, 3+4, reject 5"),), (Status(9, "choice-1"),)),
        ),
        (),
    )


def test_a_word_about_another_match_stands_in_that_matchs_block() -> None:
    parsed = read("perudo-7\n3.2: 6 fives\nstatus choice-1\nhelp\nresend dice")
    assert parsed.blocks == (
        Block(P7, (Line(2, "3.2: 6 fives"),), (Help(4), Resend(5, P7, None, True))),
        Block("choice-1", (), (Status(3, "choice-1"),)),
    )


def test_an_empty_letter_says_nothing() -> None:
    assert read("") == Parsed((), ())
    assert read("\n \n\n") == Parsed((), ())


@given(st.text(max_size=200), st.booleans())
def test_any_text_can_be_read(text: str, gm: bool) -> None:
    read(text, gm)


JUMBLE = (
    "help status new start deadline extend run who dice announce close cancel join resend history rules games perudo-7 "
    "perudo choice-1 turn 3 by days every friday 20:00 18 december Europe/London seats 5-7 \" ' "
    ": , - / 2026 a in the on after last until please as no orders 9999 0"
)


@given(st.lists(st.sampled_from([*JUMBLE.split(), "\n"]), max_size=14), st.booleans())
def test_any_jumble_of_words_can_be_read(words: list[str], gm: bool) -> None:
    read(" ".join(words), gm)


def test_every_line_of_a_letter_is_accounted_for_once() -> None:
    letter = "help\nsatus\n3.2: 6 fives\nperudo-7\n\nHi\nwho perudo-7\nrun"
    parsed = read(letter)
    lines = [line.number for block in parsed.blocks for line in block.lines]
    words = [command.line for block in parsed.blocks for command in block.commands]
    complaints = [complaint.line for complaint in parsed.complaints]
    assert sorted(lines + words + complaints) == [1, 2, 3, 6, 7, 8]


def test_a_letter_without_any_word_never_meets_the_grammar(monkeypatch: pytest.MonkeyPatch) -> None:
    """Dear Bob, here are my orders:

    3.1: 6 fives
    3.2: challenge
    round 4.2: raise to 9 fives
    turn 3: 1+2, 3+4, reject 5
    perudo-7 5.1: four aces

    Thanks for running this!
    James
    """

    def grammar() -> None:
        raise AssertionError("the grammar was asked")

    monkeypatch.setattr("processor.mail.house._grammar", grammar)
    parsed = read(test_a_letter_without_any_word_never_meets_the_grammar.__doc__ or "")
    assert sum(len(block.lines) for block in parsed.blocks) == 8


# --- Help


@pytest.mark.parametrize("kind", COMMANDS)
def test_every_word_has_an_example_that_is_right(kind: type[Command]) -> None:
    assert isinstance(only_command(kind.example, gm=kind in GM_COMMANDS), kind)


@pytest.mark.parametrize("kind", COMMANDS)
def test_every_word_has_a_help_page_that_shows_it(kind: type[Command]) -> None:
    assert kind.page in help_topics()
    assert kind.opens[0] in help_text(kind.page)


@pytest.mark.parametrize("kind", COMMANDS)
def test_every_word_is_known_by_all_its_openings(kind: type[Command]) -> None:
    _, _, tail = kind.example.partition(next(word for word in kind.opens if kind.example.startswith(word)))
    for word in kind.opens:
        assert isinstance(only_command(word + tail, gm=kind in GM_COMMANDS), kind)


@pytest.mark.parametrize("topic", help_topics())
def test_a_help_page_is_short_and_fits_the_line(topic: str) -> None:
    lines = help_text(topic).splitlines()
    assert 3 <= len(lines) <= 32
    assert max(map(len, lines)) <= 72
    assert only_command(f"help {topic}") == Help(1, topic)


def test_there_is_no_help_page_that_nobody_can_ask_for() -> None:
    assert {page.stem for page in (shelf("data") / "house" / "help").iterdir()} == set(help_topics())


def test_the_index_names_every_word_and_every_topic() -> None:
    index = help_text("index")
    for topic in (*(kind.opens[0] for kind in COMMANDS), "orders", "deadlines", "late"):
        assert topic in index


def test_words_about_one_match_are_known_as_such() -> None:
    about_none = {Help, Rules, Games, Status, Timezone, NewAddress, New, Account, Paid, Refund, PayOut, *POST_COMMANDS}
    about_any = {TakeVacation, NoVacation, GoAhead, Tell}
    assert set(COMMANDS) - set(ONE_MATCH) == about_none | about_any
